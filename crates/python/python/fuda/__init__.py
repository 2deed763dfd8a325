"""Card games written in YAML: played, simulated, searched, solved and learned.

>>> import fuda
>>> game = fuda.load("crazy-eights")
>>> position = game.new(seed=7)
>>> while not position.is_over:
...     position.play(position.count - 1)
>>> position.winners
[1]
"""

from __future__ import annotations

from ._native import Features, Game, Position, Question, __version__, players
from .batch import Arrays, Vec, vec
from .choice import Choice
from .errors import (
    BufferTooSmall,
    Diagnostic,
    DiagnosticsError,
    FudaError,
    IllegalChoice,
)
from .loading import games, load
from .player import BatchPlayer, Player
from .records import Record
from .results import ArenaResult, MetaResult, OddsResult, Result, SimResult, SolveResult, TrainResult
from .running import arena, meta, odds, sim, solve, train

__all__ = [
    "ArenaResult",
    "Arrays",
    "BatchPlayer",
    "BufferTooSmall",
    "Choice",
    "Diagnostic",
    "DiagnosticsError",
    "Features",
    "FudaError",
    "Game",
    "IllegalChoice",
    "MetaResult",
    "OddsResult",
    "Player",
    "Position",
    "Question",
    "Record",
    "Result",
    "SimResult",
    "SolveResult",
    "TrainResult",
    "Vec",
    "__version__",
    "arena",
    "games",
    "load",
    "meta",
    "odds",
    "players",
    "sim",
    "solve",
    "train",
    "vec",
]
