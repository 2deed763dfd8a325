"""Random play in RLCard, as its own examples do it: an environment with random agents."""

import time

import rlcard
from rlcard.agents import RandomAgent

SEED = 1
LEAST_GAMES = 2

_environments = {}


def measure(game, seconds):
    """Plays for about so many seconds of the processor; gives the number of games and the seconds."""
    if game not in _environments:
        _environments[game] = environment(game)
    play = _environments[game].run
    games = 0
    start = time.process_time()
    while games < LEAST_GAMES or time.process_time() - start < seconds:
        play(is_training=False)
        games += 1
    return games, time.process_time() - start


def environment(game):
    made = rlcard.make(game, config={"seed": SEED})
    made.set_agents([RandomAgent(num_actions=made.num_actions) for _ in range(made.num_players)])
    return made
