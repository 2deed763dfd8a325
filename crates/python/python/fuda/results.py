"""What came of long work, as data and as tables."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .notebook import table_html

if TYPE_CHECKING:
    from .records import Record


class Result:
    """Figures as plain data, each also an attribute."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data

    def __getattr__(self, name: str) -> Any:
        data = self.__dict__.get("data", {})
        if name in data:
            return data[name]
        raise AttributeError(f"{type(self).__name__} has no {name!r}; it has {', '.join(data)}")

    def __eq__(self, other: object) -> bool:
        """Equal results have equal figures; how long they took does not count."""
        if not isinstance(other, Result):
            return NotImplemented
        return _timeless(self.data) == _timeless(other.data)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.data,)

    __hash__ = None  # type: ignore[assignment]

    def rows(self) -> list[dict[str, Any]]:
        """The rows of the table."""
        return [self.data]

    def to_pandas(self) -> Any:
        """The rows as a data frame; needs pandas."""
        import pandas

        return pandas.DataFrame(self.rows())

    def __repr__(self) -> str:
        return f"<fuda.{type(self).__name__} {self.data.get('game', '')}>"

    def _repr_html_(self) -> str:
        rows = self.rows()
        columns = [key for key in rows[0] if not isinstance(rows[0][key], (dict, list))] if rows else []
        cells = [[row.get(column) for column in columns] for row in rows]
        return table_html(columns, cells, self._caption())

    def _caption(self) -> str:
        return str(self.data.get("game", ""))


def _timeless(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key != "seconds"}


class SimResult(Result):
    """What came of many games: `wins`, `mean_scores`, `draws`, `checksum` and more."""

    records: list[Record] = []

    def rows(self) -> list[dict[str, Any]]:
        """A row for each seat."""
        data = self.data
        return [
            {
                "seat": seat,
                "player": player,
                "wins": data["wins"][seat],
                "share": data["wins"][seat] / max(1, data["games"]),
                "mean_score": data["mean_scores"][seat],
            }
            for seat, player in enumerate(data["players"])
        ]

    def _caption(self) -> str:
        data = self.data
        return f"{data['game']}: {data['games']:,} games, checksum {data['checksum']}"


class ArenaResult(Result):
    """What came of a contest: an entry for each of `players`, and of `decks`."""

    def rows(self) -> list[dict[str, Any]]:
        """A row for each player, or for each deck where several compete."""
        entries = self.data.get("decks") or self.data["players"]
        rows = []
        for entry in entries:
            interval = entry["win_rate_interval"] or {"low": None, "high": None}
            row = {key: value for key, value in entry.items() if not isinstance(value, (dict, list))}
            rows.append({**row, "win_rate_low": interval["low"], "win_rate_high": interval["high"]})
        return rows

    def _caption(self) -> str:
        return f"{self.data['game']}: {self.data['games']:,} games"


class MetaResult(Result):
    """The decks of a game against each other: `decks`, `pairs`, `cycles`, `effective_decks`."""

    def rows(self) -> list[dict[str, Any]]:
        """A row for each deck: its share of the stable mix, its rank, and its rates of winning."""
        names = ("share", "alpha_rank", "against_equilibrium", "against_all")
        return [
            {"name": deck["name"], **{name: deck[name]["value"] for name in names}}
            for deck in self.data["decks"]
        ]


class BalanceResult(Result):
    """The balance of a game: `first_seat`, `seats`, `decks`, `cards`, `comparisons`, `proposal` and more."""

    def rows(self) -> list[dict[str, Any]]:
        """A row for each card of the decks; for each seat in games without decks."""
        if not self.data["cards"]:
            return [{"seat": seat, "share": share} for seat, share in enumerate(self.data["seats"])]
        return [_with_halves(card, ("contribution", "swap")) for card in self.data["cards"]]

    def _caption(self) -> str:
        return f"{self.data['game']}: {self.data['games']:,} games"


def _with_halves(card: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """A card whose intervals are two columns each: a value, and half of the width around it."""
    row = {}
    for name, value in card.items():
        if name in names:
            row[name], row[f"{name}_half"] = value or (None, None)
        else:
            row[name] = value
    return row


class EvolveResult(Result):
    """Decks that were bred: `champions`, `archive`, `cards`, and the generations in `history`."""

    def __init__(self, folder: str, data: dict[str, Any], stopped: bool = False) -> None:
        super().__init__({**data, "folder": folder, "stopped": stopped})

    def __eq__(self, other: object) -> bool:
        """Equal runs bred the same decks, wherever their folders are."""
        if not isinstance(other, EvolveResult):
            return NotImplemented
        return {**self.data, "folder": ""} == {**other.data, "folder": ""}

    def __reduce__(self) -> tuple[Any, ...]:
        return EvolveResult, (self.data["folder"], self.data, self.data["stopped"])

    def rows(self) -> list[dict[str, Any]]:
        """A row for each champion: its win rate in new deals, and what was exchanged."""
        return [
            {
                "name": one["name"],
                "round": one["round"],
                **one["confirmed"],
                "joined": one["joined"],
                "changes": one["changes"],
            }
            for one in self.data["champions"]
        ]

    def deck(self, name: str) -> str:
        """The file of a deck of the run, such as a champion; for `decks` of `fuda.arena` and others."""
        import os

        return os.path.join(self.data["folder"], "decks", f"{name}.yaml")


class SolveResult(Result):
    """How to play a small game: `values`, `exploitability` and the course to it."""

    def rows(self) -> list[dict[str, Any]]:
        """A row for each look at the exploitability."""
        return list(self.data.get("course") or [_timeless(self.data)])


class OddsResult(Result):
    """How often an opening hand is as wanted."""

    @property
    def fraction(self) -> Fraction:
        """The exact share."""
        return Fraction(int(self.data["part"]), int(self.data["whole"]))


class TrainResult(Result):
    """A training run: its folder and the figures of its iterations."""

    def __init__(self, folder: str, metrics: list[dict[str, Any]], stopped: bool) -> None:
        super().__init__({"game": folder, "folder": folder, "metrics": metrics, "stopped": stopped})

    @property
    def network(self) -> str:
        """The player that the best network is, for `fuda.sim` and `fuda.arena`."""
        import os

        return f"net:{os.path.join(self.data['folder'], 'best.safetensors')}"

    def __reduce__(self) -> tuple[Any, ...]:
        data = self.data
        return TrainResult, (data["folder"], data["metrics"], data["stopped"])

    def rows(self) -> list[dict[str, Any]]:
        """A row for each iteration."""
        return list(self.data["metrics"])
