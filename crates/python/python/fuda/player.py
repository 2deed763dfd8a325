"""Players that are written in Python.

A player has a method `choose(question)` that gives the number of a choice. It sits in `fuda.sim` and `fuda.arena`
beside the named players. A class is made into a player of its own for each table; an object is shared by all of them.
"""

from __future__ import annotations

import random
import threading
from abc import ABC, abstractmethod
from typing import Protocol, Sequence, Union, runtime_checkable

from ._native import Question
from .choice import Choice


@runtime_checkable
class Player(Protocol):
    """Someone who decides for a seat.

    >>> import fuda
    >>> class Last:
    ...     def choose(self, question: fuda.Question) -> int:
    ...         return question.count - 1
    >>> fuda.sim("kuhn-poker", 100, players=[Last, "random"], seed=1).players
    ['Last', 'random']
    """

    def choose(self, question: Question) -> Union[int, Choice]:
        """The number of a choice, or one of `question.choices()`."""
        ...


class BatchPlayer(ABC):
    """A player that answers several questions at once: those of games that are played side by side.

    `batch` is how many it would like to have. Give `fuda.sim` or `fuda.arena` as many threads: each waits with one
    question. What is chosen must not depend on the others in the batch, or results depend on chance.

    >>> import fuda
    >>> class First(fuda.BatchPlayer):
    ...     batch = 4
    ...     def choose_many(self, questions):
    ...         return [0 for _ in questions]
    >>> fuda.sim("leduc-poker", 40, players=First(), seed=1, threads=4).games
    40
    """

    batch = 16
    patience = 0.002

    def __init__(self) -> None:
        self._lock = threading.Condition()
        self._waiting: list[_Asked] = []
        self._works = False

    @abstractmethod
    def choose_many(self, questions: Sequence[Question]) -> Sequence[int]:
        """The number of a choice for each question."""

    def choose(self, question: Question) -> int:
        """Waits until enough others have a question, or for a moment, and answers all of them."""
        own = _Asked(question)
        with self._lock:
            self._waiting.append(own)
            if len(self._waiting) >= self.batch:
                self._lock.notify_all()
            else:
                self._lock.wait_for(lambda: own.is_done or len(self._waiting) >= self.batch, self.patience)
            while not own.is_done:
                if self._works:
                    self._lock.wait(self.patience)
                    continue
                taken, self._waiting = self._waiting, []
                self._works = True
                self._lock.release()
                try:
                    self._answer(taken)
                finally:
                    self._lock.acquire()
                    self._works = False
                    self._lock.notify_all()
        if own.error is not None:
            raise own.error
        return own.answer

    def _answer(self, taken: list[_Asked]) -> None:
        try:
            answers = self.choose_many([asked.question for asked in taken])
            if len(answers) != len(taken):
                raise ValueError(f"{len(answers)} answers to {len(taken)} questions")
            for asked, answer in zip(taken, answers):
                asked.answer = int(answer)
        except BaseException as error:
            for asked in taken:
                asked.error = error
        for asked in taken:
            asked.is_done = True


class _Asked:
    """A question that waits for its answer."""

    __slots__ = ("answer", "error", "is_done", "question")

    def __init__(self, question: Question) -> None:
        self.question = question
        self.answer = 0
        self.error: BaseException | None = None
        self.is_done = False


class Random:
    """A player that takes any choice: the example of a player in Python."""

    def choose(self, question: Question) -> int:
        """Draws from the seed of the question, so that the same game is played again."""
        return random.Random(question.seed).randrange(question.count)
