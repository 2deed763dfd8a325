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
from .results import (
    ArenaResult,
    BalanceResult,
    EvolveResult,
    MetaResult,
    OddsResult,
    Result,
    SimResult,
    SolveResult,
    TrainResult,
)
from .running import arena, balance, evolve, meta, odds, sim, solve, train
from .serving import Studio, serve

__all__ = [
    "ArenaResult",
    "Arrays",
    "BalanceResult",
    "BatchPlayer",
    "BufferTooSmall",
    "Choice",
    "Diagnostic",
    "DiagnosticsError",
    "EvolveResult",
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
    "Studio",
    "TrainResult",
    "Vec",
    "__version__",
    "arena",
    "balance",
    "evolve",
    "games",
    "load",
    "meta",
    "odds",
    "players",
    "serve",
    "sim",
    "solve",
    "train",
    "vec",
]
