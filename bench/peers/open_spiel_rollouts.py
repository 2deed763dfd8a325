"""Random play in OpenSpiel, with the loop in C++.

`RandomRolloutEvaluator` plays games from a state to the end, at random. The Python module shows the
class but not its method, and what calls it from Python, `MCTSBot`, cannot begin at a chance node, so
the dealing would not be measured. The method is therefore called by its name in the shared library.
Before that the objects are checked to be what we take them for. That works on Linux with x86-64.

Games with simultaneous moves are turned into turn-based ones, which is the faster way in OpenSpiel.
"""

import ctypes
import platform
import time

import pyspiel

EVALUATE = "_ZN10open_spiel10algorithms22RandomRolloutEvaluator8EvaluateERKNS_5StateE"
VTABLE = "_ZTVN10open_spiel10algorithms22RandomRolloutEvaluatorE"
SEED = 1

_library = ctypes.PyDLL(pyspiel.__file__)
_states = {}
_rates = {}


class Vector(ctypes.Structure):
    """A `std::vector<double>`."""

    _fields_ = [("begin", ctypes.c_void_p), ("end", ctypes.c_void_p), ("room", ctypes.c_void_p)]


def measure(game, seconds):
    """Plays for about so many seconds of the processor; gives the number of games and the seconds."""
    if game not in _states:
        _states[game] = initial_state(game)
    state = _states[game]
    if game not in _rates:
        _rates[game] = first_rate(state, seconds)
    games = max(1, round(_rates[game] * seconds))
    taken = play(state, games)
    _rates[game] = games / taken
    return games, taken


def first_rate(state, seconds):
    games = 1
    while True:
        taken = play(state, games)
        if taken >= seconds / 8:
            return games / taken
        games *= 4


def initial_state(name):
    game = pyspiel.load_game(name)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)
    return game.new_initial_state()


def play(state, games):
    """Plays so many games; gives the seconds of the processor they took."""
    evaluator = pyspiel.RandomRolloutEvaluator(games, SEED)
    evaluate = _library[EVALUATE]
    evaluate.argtypes = [ctypes.c_void_p] * 3
    evaluate.restype = None
    returns = Vector()
    arguments = ctypes.addressof(returns), evaluator_address(evaluator), state_address(state)
    start = time.process_time()
    evaluate(*arguments)
    taken = time.process_time() - start
    seats = (returns.end - returns.begin) // ctypes.sizeof(ctypes.c_double)
    if seats != state.num_players():
        raise RuntimeError(f"{seats} returns for {state.num_players()} players")
    return taken


def evaluator_address(evaluator):
    """The C++ object behind a Python object that holds nothing but a pointer to it."""
    check_platform()
    address = word(id(evaluator) + object.__basicsize__)
    vtable = ctypes.addressof(ctypes.c_char.in_dll(_library, VTABLE))
    if word(address) != vtable + 2 * ctypes.sizeof(ctypes.c_void_p):
        raise RuntimeError("this build of OpenSpiel keeps its evaluator in another way")
    return address


def state_address(state):
    """The same for a state, whose Python object points to a table of pointers."""
    address = word(word(id(state) + object.__basicsize__))
    if not lies_in_library(word(address)):
        raise RuntimeError("this build of OpenSpiel keeps its states in another way")
    return address


def check_platform():
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        raise RuntimeError("OpenSpiel's C++ loop can be called on Linux with x86-64 only")


def word(address):
    return ctypes.c_void_p.from_address(address).value


def lies_in_library(address):
    with open("/proc/self/maps") as maps:
        for line in maps:
            if line.rstrip().endswith(pyspiel.__file__):
                begin, end = (int(number, 16) for number in line.split()[0].split("-"))
                if begin <= address < end:
                    return True
    return False
