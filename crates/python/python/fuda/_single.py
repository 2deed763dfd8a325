"""One game with observations and masks: what the environments of other libraries stand on."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ._native import Game, Position
from .errors import IllegalChoice


class Single:
    """One game after the other: what a seat sees as a vector, and its legal actions as a mask."""

    def __init__(self, game: Game, reward: str = "auto") -> None:
        self.game = game
        self.length = game.observation_length
        self.actions = game.action_count
        self.reward = reward
        self.position: Position = game.new(1)

    def __reduce__(self) -> tuple[Any, ...]:
        return _at, (self.game, self.reward, self.position)

    def begin(self, seed: int) -> None:
        """Another game."""
        self.position = self.game.new(seed)

    def observation(self, seat: int) -> npt.NDArray[np.float32]:
        """What a seat sees."""
        return self.position.observation(seat)

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        """The legal actions of a seat; none if it is not its turn."""
        mask = np.zeros(self.actions, np.int8)
        if self.position.seat == seat:
            mask[self.position.actions()] = 1
        return mask

    def play(self, action: Any) -> None:
        """Makes the choice that an action stands for."""
        try:
            number = self.position.actions().index(int(action))
        except ValueError:
            raise IllegalChoice(
                f"action {action} is not legal", "take one whose mask is 1"
            ) from None
        self.position.play(number)

    def rewards(self) -> list[float]:
        """The rewards of the seats, once the game is over."""
        return self.position.rewards(self.reward)


def _at(game: Game, reward: str, position: Position) -> Single:
    """One game, where it stood."""
    single = Single(game, reward)
    single.position = position
    return single
