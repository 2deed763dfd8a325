"""Games and positions from pickles: a game is loaded again, and must be the same."""

from __future__ import annotations

from typing import Any

from ._native import Game, Position, SpielState
from .errors import FudaError
from .loading import load

_LOADED: dict[str, Game] = {}


def game(spec: dict[str, Any], fingerprint: str) -> Game:
    """Loads a game as it was asked for elsewhere; refuses one whose rules are others."""
    key = f"{fingerprint} {sorted(spec.items())}"
    if key not in _LOADED:
        loaded = load(**spec)
        if loaded.fingerprint != fingerprint:
            raise FudaError(
                f"the game `{loaded.name}` is another one here: fingerprint "
                f"{loaded.fingerprint}, and {fingerprint} where it came from",
                "use the same version of fuda and of the game's files everywhere",
            )
        _LOADED[key] = loaded
    return _LOADED[key]


def played(game: Game, record: bytes) -> Position:
    """A position from the record that leads to it."""
    return game.replay(record)


def saved(game: Game, position: bytes) -> Position:
    """A position from its bytes."""
    return game.restore(position)


def spiel(game: Game, chance: str, reward: str, seed: int, history: list[int]) -> SpielState:
    """A state of OpenSpiel from its history."""
    state = SpielState(game, chance, reward, seed)
    for action in history:
        state.apply_action(action)
    return state
