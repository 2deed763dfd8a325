"""The studio, with players that are written in Python at its tables."""

from __future__ import annotations

import atexit
import os
import tempfile
import time
from typing import Any, Mapping, Sequence, Union

from . import _native
from .errors import FudaError
from .player import Player

Seated = Union[Player, type]


class Studio:
    """A studio that is running: its `address` is for a browser.

    It ends with `close`, at the end of a `with` block, or with the program.
    """

    def __init__(self, running: _native.Studio, folder: tempfile.TemporaryDirectory[str] | None) -> None:
        self._running = running
        self._folder = folder
        atexit.register(self.close)

    @property
    def address(self) -> str:
        """The address of the pages."""
        return self._running.address

    @property
    def host_link(self) -> str:
        """A link that makes whoever opens it the host, who edits cards and removes tables."""
        return f"{self.address}#/host/{self._running.host_token}"

    def wait(self) -> None:
        """Waits until Ctrl-C, or until the studio is closed."""
        try:
            while not self._running.is_closed:
                time.sleep(0.1)
        except KeyboardInterrupt:
            pass
        self.close()

    def close(self) -> None:
        """Ends it; what was played is stored, unless no folder was named for it."""
        atexit.unregister(self.close)
        self._running.close()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def __enter__(self) -> Studio:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        state = "closed" if self._running.is_closed else "running"
        return f"<fuda.Studio at {self.address}, {state}>"

    def _repr_html_(self) -> str:
        return f"<a href='{self.address}' target='_blank'>{self.address}</a>"


def serve(
    players: Mapping[str, Seated] | Sequence[Seated] | Seated = (),
    games: Sequence[str | os.PathLike[str]] = (),
    host: str = "127.0.0.1",
    port: int = 0,
    data: str | os.PathLike[str] | None = None,
    names: Sequence[str] = (),
) -> Studio:
    """Starts the studio; `@Name` is offered at its tables for each player.

    A player is a class, of which each table gets an object, or an object that all tables share. One that raises is told
    on standard error, and its seat takes the first choice. `games` are folders or files beside the shipped games; `data`
    is where tables are kept, in a folder that is removed in the end if none is named. `fuda.serve(…).wait()` serves until
    Ctrl-C.

    >>> import fuda
    >>> class Last:
    ...     def choose(self, question):
    ...         return question.count - 1
    >>> with fuda.serve(Last) as studio:
    ...     studio.address.startswith("http://127.0.0.1:")
    True
    """
    folder = tempfile.TemporaryDirectory(prefix="fuda-studio-") if data is None else None
    kept = folder.name if folder is not None else os.fspath(data or "")
    running = _native.Studio(
        _named(players), [os.fspath(game) for game in games], kept, host, port, list(names)
    )
    return Studio(running, folder)


def _named(players: Mapping[str, Seated] | Sequence[Seated] | Seated) -> dict[str, Any]:
    """Players by their names; those without one are called as their class is."""
    if isinstance(players, Mapping):
        found = dict(players)
    else:
        listed = list(players) if isinstance(players, Sequence) else [players]
        found = {_called(player): player for player in listed}
        if len(found) < len(listed):
            raise FudaError("two players have the same name", "give them names: `{\"name\": player}`")
    for name in found:
        if not name.isascii() or not name.replace("-", "_").isidentifier():
            raise FudaError(f"`{name}` is no name for a table", "use letters, digits, `-` and `_`")
    return found


def _called(player: Seated) -> str:
    return player.__name__ if isinstance(player, type) else type(player).__name__
