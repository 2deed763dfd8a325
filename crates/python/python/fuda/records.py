"""Games written down."""

from __future__ import annotations

import json
import os
from typing import Any, Iterator

from ._native import Game, Position, record_data


class Record:
    """A game written down: enough to play it again exactly.

    >>> import fuda
    >>> game = fuda.load("kuhn-poker")
    >>> position = game.new(3)
    >>> while not position.is_over:
    ...     position.play(0)
    >>> record = position.record()
    >>> record.choices, record.end() == position
    ([0, 0], True)
    """

    def __init__(self, data: dict[str, Any], binary: bytes, game: Game) -> None:
        self.data = data
        self.binary = binary
        self.game = game

    @classmethod
    def of_bytes(cls, game: Game, binary: bytes) -> Record:
        """A record of a game from its bytes, such as those of a file that `fuda sim --records` wrote."""
        return cls(record_data(binary), bytes(binary), game)

    @property
    def choices(self) -> list[int]:
        """Each choice as its position among the legal ones."""
        return list(self.data["choices"])

    @property
    def seed(self) -> int:
        """The seed of chance."""
        return int(self.data["seed"])

    def positions(self) -> Iterator[Position]:
        """The positions of the game, from the first decision to the end."""
        position = self.game.replay(self.binary, 0)
        yield position.clone()
        for choice in self.choices:
            position.play(choice)
            yield position.clone()

    def end(self) -> Position:
        """The last position."""
        return self.game.replay(self.binary)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the record for `fuda replay`; as JSON if the name ends in `.json`."""
        if os.fspath(path).endswith(".json"):
            with open(path, "w", encoding="utf-8") as file:
                json.dump(self.data, file)
        else:
            with open(path, "wb") as file:
                file.write(self.binary)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.binary == other.binary

    def __hash__(self) -> int:
        return hash(self.binary)

    def __reduce__(self) -> tuple[Any, ...]:
        return Record, (self.data, self.binary, self.game)

    def __repr__(self) -> str:
        return f"<fuda.Record of {self.data['game']!r}, {len(self.choices)} choices>"

    def _repr_html_(self) -> str:
        from .notebook import record_html

        return record_html(self)
