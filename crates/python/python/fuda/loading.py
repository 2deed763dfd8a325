"""Finding and loading games."""

from __future__ import annotations

import os
from typing import Any, Mapping, Sequence

from . import _native
from ._native import Game


def _text(value: Any) -> str:
    """The value of a parameter as the language writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def load(
    source: str | os.PathLike[str],
    seats: int | None = None,
    decks: Sequence[str] | str = (),
    params: Mapping[str, Any] | None = None,
    regulation: str | None = None,
) -> Game:
    """Loads a game: a shipped game by its name, a folder or file by its path, or YAML text.

    Problems of the game raise `DiagnosticsError`; settings that it does not take raise `FudaError`.

    >>> import fuda
    >>> fuda.load("goofspiel", seats=3, params={"num_cards": 4}).seats
    3
    >>> fuda.load("duel-masters", decks=["rush", "dragons"]).decks
    ['rush', 'dragons']
    """
    named = [decks] if isinstance(decks, str) else [os.fspath(deck) for deck in decks]
    parameters = [(name, _text(value)) for name, value in (params or {}).items()]
    return _native.load(os.fspath(source), seats, named, parameters, regulation)


def games() -> list[str]:
    """The names of the shipped games.

    >>> import fuda
    >>> "kuhn-poker" in fuda.games()
    True
    """
    return _native.games()
