"""Search in OpenSpiel: its own bots, whose loops are in C++.

Random games are played, and at every decision with more than one choice the bot thinks with so many
simulations. Only its thinking is timed. Games with simultaneous moves are turned into turn-based ones.
"""

import random
import time

import pyspiel

SIMULATIONS = 1000
SEED = 1

_games = {}


def measure(bot, name, seconds):
    """Thinks for about so many seconds of the processor; gives the number of simulations and the seconds."""
    game = load(name)
    player = make(bot, game)
    chance = random.Random(SEED)
    made, taken = 0, 0.0
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes())
                state.apply_action(chance.choices(outcomes, odds)[0])
                continue
            actions = state.legal_actions()
            if len(actions) > 1:
                start = time.process_time()
                player.step(state)
                taken += time.process_time() - start
                made += SIMULATIONS
                if taken >= seconds:
                    return made, taken
            state.apply_action(chance.choice(actions))


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
