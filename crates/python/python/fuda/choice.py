"""Choices as the seat that must choose sees them."""

from __future__ import annotations

from typing import Any, Mapping


def _said(value: Any) -> str:
    """A value in words; empty for none."""
    if isinstance(value, str):
        return "" if value == "nothing" else value
    if not isinstance(value, Mapping) or len(value) != 1:
        return ""
    ((kind, inner),) = value.items()
    if kind == "card":
        return _card(inner)
    if kind in ("player", "team"):
        return f"{'seat' if kind == 'player' else kind} {inner}"
    if kind == "pile":
        return str(inner["zone"]["text"])
    if isinstance(inner, Mapping) and "text" in inner:
        return str(inner["text"])
    if isinstance(inner, list):
        return " ".join(said for said in map(_said, inner) if said)
    return str(inner)


def _card(card: Mapping[str, Any]) -> str:
    face = card.get("face")
    if face is not None:
        return str(face["name"]["text"])
    number = card.get("number")
    return f"card {number}" if number is not None else "a card"


class Choice:
    """One of the choices of a decision: its number, what kind of choice it is, its name and its value.

    >>> import fuda
    >>> choice = fuda.load("kuhn-poker").new(1).choices()[1]
    >>> choice.index, choice.kind, choice.id
    (1, 'move', 'bet')
    """

    __slots__ = ("data", "index")

    def __init__(self, index: int, data: dict[str, Any]) -> None:
        self.index = index
        self.data = data

    @property
    def kind(self) -> str:
        """The kind of choice, such as `move`, `pass` or `target`."""
        return str(self.data["kind"])

    @property
    def id(self) -> str:
        """The name of the move, target or option, for machines."""
        return str(self.data["name"]["id"])

    @property
    def name(self) -> str:
        """The name of the move, target or option, for people."""
        return str(self.data["name"]["text"])

    @property
    def value(self) -> Any:
        """The card, player, number or other value, as plain data."""
        return self.data["value"]

    def __index__(self) -> int:
        return self.index

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Choice) and (self.index, self.data) == (other.index, other.data)

    def __hash__(self) -> int:
        return hash((self.index, self.kind, self.id))

    def __reduce__(self) -> tuple[Any, ...]:
        return Choice, (self.index, self.data)

    def __str__(self) -> str:
        said = _said(self.value)
        name = self.name or self.kind
        return f"{name}: {said}" if said else name

    def __repr__(self) -> str:
        return f"<Choice {self.index} {self}>"
