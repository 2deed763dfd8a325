"""Games as Gymnasium's environments for one agent; needs `fuda[envs]`.

    import fuda.gym
    alone = fuda.gym.Env("klondike")
    against = fuda.gym.Env("leduc-poker", opponents="greedy:20")
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from ._native import Game, Opponents
from ._single import Single
from .loading import load
from .notebook import position_html

_WIDEST = 1e6


class Env(gymnasium.Env):  # type: ignore[misc]
    """A game for one agent: a solitaire, or a game in which named players sit at the other seats.

    The observation holds the `action_mask`; `info` has it too. With `illegal="raise"` an illegal action raises
    `fuda.IllegalChoice`; with `"first"` the first legal one is taken, for programs that know no masks.
    """

    metadata = {"render_modes": ["ansi", "html"]}

    def __init__(
        self,
        game: Game | str,
        opponents: str = "random",
        seat: int | None = 0,
        reward: str = "auto",
        illegal: str = "first",
        limit: int = 10_000,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        made = load(game, **options) if isinstance(game, str) else game
        self.single = Single(made, reward)
        self.seat = seat
        self.illegal = illegal
        self.limit = limit
        self.render_mode = render_mode
        self.named = opponents
        self.opponents = Opponents(made, opponents)
        self.observation_space = Dict(
            {
                "observation": Box(-_WIDEST, _WIDEST, (self.single.length,), np.float32),
                "action_mask": Box(0, 1, (self.single.actions,), np.int8),
            }
        )
        self.action_space = Discrete(self.single.actions)
        self._own = 0
        self._made = 0

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the others, who are made anew: what they had drawn is forgotten."""
        return {key: value for key, value in self.__dict__.items() if key != "opponents"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.opponents = Opponents(self.single.game, self.named)

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        for _ in range(1_000):
            drawn = int(self.np_random.integers(1 << 62))
            self.single.begin(drawn)
            self.opponents.begin(drawn)
            seats = self.single.game.seats
            self._own = drawn % seats if self.seat is None else self.seat
            self._made = 0
            self._others()
            if not self.single.position.is_over:
                break
        return self._seen()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        legal = self.single.position.actions()
        if int(action) not in legal and self.illegal == "first" and legal:
            action = legal[0]
        self.single.play(action)
        self._made += 1
        self._others()
        over = self.single.position.is_over
        reward = self.single.rewards()[self._own] if over else 0.0
        seen, info = self._seen()
        return seen, float(reward), over, not over and self._made >= self.limit, info

    def _others(self) -> None:
        """The others act until it is the agent's turn."""
        self.opponents.play(self.single.position, self._own)

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        mask = self.single.mask(self._own)
        seen = {"observation": self.single.observation(self._own), "action_mask": mask}
        return seen, {"action_mask": mask}

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        view = self.single.position.view(self._own)
        return position_html(view) if self.render_mode == "html" else str(view)
