"""Games as PettingZoo's environments, with action masks; needs `fuda[envs]`.

    import fuda.pettingzoo
    env = fuda.pettingzoo.env("crazy-eights")
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv, ParallelEnv

from ._native import Game
from ._single import Single
from .loading import load
from .notebook import position_html

_WIDEST = 1e6


def _spaces(single: Single) -> tuple[Any, Any]:
    observation = Dict(
        {
            "observation": Box(-_WIDEST, _WIDEST, (single.length,), np.float32),
            "action_mask": Box(0, 1, (single.actions,), np.int8),
        }
    )
    return observation, Discrete(single.actions)


class Table(AECEnv):  # type: ignore[misc]
    """A game in which one seat after the other acts.

    Agents are `seat_0`, `seat_1` and so on. An illegal action raises `fuda.IllegalChoice`.
    """

    def __init__(
        self,
        game: Game | str,
        reward: str = "auto",
        limit: int = 10_000,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        made = load(game, **options) if isinstance(game, str) else game
        self.metadata = {
            "name": made.name.replace(" ", "_"),
            "render_modes": ["ansi", "html"],
            "is_parallelizable": False,
        }
        self.single = Single(made, reward)
        self.limit = limit
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(made.seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        observation, action = _spaces(self.single)
        self._observation_spaces = {agent: observation for agent in self.possible_agents}
        self._action_spaces = {agent: action for agent in self.possible_agents}
        self._random = np.random.default_rng(1)
        self._made = 0

    def observation_space(self, agent: str) -> Any:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.single.begin(int(self._random.integers(1 << 62)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._made = 0
        self._next()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seats[agent]
        return {"observation": self.single.observation(seat), "action_mask": self.single.mask(seat)}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.single.play(action)
        self._made += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._next()
        self._accumulate_rewards()

    def _next(self) -> None:
        """Who acts next; the end of the game."""
        position = self.single.position
        if position.is_over:
            paid = self.single.rewards()
            self.rewards = {agent: paid[seat] for agent, seat in self._seats.items()}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._made >= self.limit:
            self.truncations = dict.fromkeys(self.agents, True)
        seat = position.seat
        self.agent_selection = self.possible_agents[0 if seat is None else seat]

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        position = self.single.position
        if self.render_mode == "html":
            return position_html(position.open_view())
        return str(position.open_view())

    def close(self) -> None:
        self.agents = []


class Parallel(ParallelEnv):  # type: ignore[misc]
    """A game in which all agents act at once: who is not asked may only do nothing, which is the last action.

    For libraries that know parallel environments alone; a game is one seat after the other.
    """

    def __init__(self, game: Game | str, **options: Any) -> None:
        self.table = Table(game, **options)
        self.metadata = {**self.table.metadata, "is_parallelizable": True}
        self.render_mode = self.table.render_mode
        self.possible_agents = self.table.possible_agents
        self.agents: list[str] = []
        single = self.table.single
        self.nothing = single.actions
        width = single.actions + 1
        self._observation = Dict(
            {
                "observation": Box(-_WIDEST, _WIDEST, (single.length,), np.float32),
                "action_mask": Box(0, 1, (width,), np.int8),
            }
        )
        self._action = Discrete(width)

    def observation_space(self, agent: str) -> Any:
        return self._observation

    def action_space(self, agent: str) -> Any:
        return self._action

    def reset(self, seed: int | None = None, options: Any = None) -> tuple[Any, Any]:
        self.table.reset(seed, options)
        self.agents = list(self.possible_agents)
        return self._seen(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        table = self.table
        actor = table.agent_selection
        chosen = int(actions[actor])
        legal = table.single.position.actions()
        # Whoever samples without the mask acts as if it had drawn again.
        table.single.play(chosen if chosen in legal else legal[chosen % len(legal)])
        table._made += 1
        table._clear_rewards()
        table._next()
        agents = self.agents
        result: tuple[Any, Any, Any, Any, Any] = (
            self._seen(),
            {agent: table.rewards[agent] for agent in agents},
            {agent: table.terminations[agent] for agent in agents},
            {agent: table.truncations[agent] for agent in agents},
            {agent: {} for agent in agents},
        )
        if any(table.terminations.values()) or any(table.truncations.values()):
            self.agents = []
        return result

    def _seen(self) -> dict[str, Any]:
        single = self.table.single
        seen = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = np.append(single.mask(seat), np.int8(0))
            if not mask.any():
                mask[self.nothing] = 1
            seen[agent] = {"observation": single.observation(seat), "action_mask": mask}
        return seen

    def render(self) -> str | None:
        return self.table.render()

    def close(self) -> None:
        self.table.close()
        self.agents = []


def env(game: Game | str, **options: Any) -> Table:
    """A game as an AEC environment; `options` are those of `Table` and of `fuda.load`."""
    return Table(game, **options)


def parallel_env(game: Game | str, **options: Any) -> Parallel:
    """A game as a parallel environment."""
    return Parallel(game, **options)
