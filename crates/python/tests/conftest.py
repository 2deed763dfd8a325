"""Games that many tests play."""

from __future__ import annotations

import random

import pytest

import fuda

GAMES = fuda.games()


def play_out(position: fuda.Position, seed: int, limit: int = 400) -> fuda.Position:
    """Plays at random to the end, or for so many decisions."""
    chance = random.Random(seed)
    for _ in range(limit):
        if position.is_over:
            break
        position.play(chance.randrange(position.count))
    return position


@pytest.fixture(scope="session")
def kuhn() -> fuda.Game:
    return fuda.load("kuhn-poker")


@pytest.fixture(scope="session")
def leduc() -> fuda.Game:
    return fuda.load("leduc-poker")


@pytest.fixture(scope="session")
def eights() -> fuda.Game:
    return fuda.load("crazy-eights")
