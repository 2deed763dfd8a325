"""Search in OpenSpiel: its own bots, whose loops are in C++.

From each of some random games one decision is taken by chance among those with more than one choice, and the bot
thinks about it with so many simulations. Only its thinking is timed. Games with simultaneous moves are turned into
turn-based ones.
"""

import random
import time

import pyspiel

SIMULATIONS = 1000
SEED = 1

_games = {}
_chance = random.Random(SEED)


def measure(bot, name, seconds):
    """Thinks for about so many seconds of the processor; gives the number of simulations and the seconds."""
    game = load(name)
    player = make(bot, game)
    made, taken = 0, 0.0
    while taken < seconds:
        decisions = play(game)
        if not decisions:
            continue
        state = _chance.choice(decisions)
        start = time.process_time()
        player.step(state)
        taken += time.process_time() - start
        made += SIMULATIONS
    return made, taken


def play(game):
    """Plays a game at random; gives its states in which somebody has more than one choice."""
    decisions = []
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes())
            state.apply_action(_chance.choices(outcomes, odds)[0])
            continue
        actions = state.legal_actions()
        if len(actions) > 1:
            decisions.append(state.clone())
        state.apply_action(_chance.choice(actions))
    return decisions


def load(name):
    if name not in _games:
        game = pyspiel.load_game(name)
        if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
            game = pyspiel.convert_to_turn_based(game)
        _games[name] = game
    return _games[name]


def make(bot, game):
    evaluator = pyspiel.RandomRolloutEvaluator(1, SEED)
    if bot == "mcts":
        return pyspiel.MCTSBot(game, evaluator, 2.0, SIMULATIONS, 1000, False, SEED, False)
    return pyspiel.ISMCTSBot(
        SEED,
        evaluator,
        2.0,
        SIMULATIONS,
        -1,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        False,
        False,
    )
