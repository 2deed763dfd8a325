"""Exceptions of fuda."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any, Sequence


class FudaError(ValueError):
    """Something that cannot be done, with a hint where there is one."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} (hint: {self.hint})" if self.hint else self.message


class IllegalChoice(FudaError):
    """A choice or action that is not legal here."""


class BufferTooSmall(FudaError):
    """An array of the caller's has no room for what must be written; `needed` says how much it takes."""

    def __init__(self, message: str, hint: str = "", needed: int = 0) -> None:
        super().__init__(message, hint)
        self.needed = needed

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message, self.hint, self.needed)


@dataclass(frozen=True)
class Diagnostic:
    """A problem in a game's files."""

    severity: str
    code: str
    message: str
    label: str = ""
    hint: str | None = None
    file: str | None = None
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.file else ""
        hint = f" (hint: {self.hint})" if self.hint else ""
        return f"{place}{self.severity}[{self.code}]: {self.message}{hint}"


class DiagnosticsError(FudaError):
    """A game with problems: every one of them, with code, place and hint.

    >>> import fuda
    >>> try:
    ...     fuda.load("meta: {name: Empty}\\n")
    ... except fuda.DiagnosticsError as error:
    ...     first = error.diagnostics[0]
    >>> first.severity, first.file, first.line
    ('error', 'game.cgml', 1)
    """

    def __init__(self, found: Sequence[dict[str, Any]], text: str = "") -> None:
        self.found = list(found)
        self.text = text
        self.diagnostics = [Diagnostic(**one) for one in self.found]
        errors = sum(one.severity == "error" for one in self.diagnostics)
        super().__init__(f"the game has {errors} error{'s' if errors != 1 else ''}")

    def __str__(self) -> str:
        return f"{self.message}\n\n{self.text}" if self.text else self.message

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.found, self.text)

    def _repr_html_(self) -> str:
        rows = "".join(
            "<tr>"
            + "".join(
                f"<td style='text-align:left'>{escape(str(cell))}</td>"
                for cell in (
                    one.code,
                    f"{one.file}:{one.line}:{one.column}" if one.file else "",
                    one.message,
                    one.hint or "",
                )
            )
            + "</tr>"
            for one in self.diagnostics
        )
        head = "<tr><th>code</th><th>place</th><th>problem</th><th>hint</th></tr>"
        return (
            f"<p><b>{escape(self.message)}</b></p><table>{head}{rows}</table>"
            f"<pre>{escape(self.text)}</pre>"
        )

    def _render_traceback_(self) -> list[str]:
        """IPython shows the problems and no frames: the mistake is in the game, not in the call."""
        return str(self).splitlines()
