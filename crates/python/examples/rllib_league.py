"""A league in RLlib (new API stack): one network learns against itself and frozen copies of its past.

    python rllib_league.py --game leduc-poker --iterations 30

Whenever the main network gains enough an episode, a copy of it joins the league and never learns again. Action masks are
those of `rllib_masks.py`.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass, field
from typing import Any

from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.multi_agent_env import MultiAgentEnv
from ray.tune.registry import register_env
from rllib_masks import Masked

import fuda.pettingzoo

MAIN = "main"


class Seats(MultiAgentEnv):
    """A game whose seats act one after the other: only who must choose sees something."""

    def __init__(self, given: dict[str, Any]) -> None:
        super().__init__()
        self.table = fuda.pettingzoo.env(given["game"])
        self.possible_agents = list(self.table.possible_agents)
        self.agents = list(self.possible_agents)
        self.observation_spaces = {agent: self.table.observation_space(agent) for agent in self.agents}
        self.action_spaces = {agent: self.table.action_space(agent) for agent in self.agents}

    def _seen(self) -> dict[str, Any]:
        agent = self.table.agent_selection
        return {agent: self.table.observe(agent)}

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, Any]:
        self.table.reset(seed)
        return self._seen(), {}

    def step(self, actions: dict[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        self.table.step(actions[self.table.agent_selection])
        over = all(self.table.terminations.values())
        long = all(self.table.truncations.values())
        # At the end every seat sees how it ended.
        seen = {agent: self.table.observe(agent) for agent in self.agents} if over or long else self._seen()
        rewards = dict(self.table.rewards) if over else {agent: 0.0 for agent in seen}
        return seen, rewards, {"__all__": over}, {"__all__": long}, {}


@dataclass
class League:
    """What became of a league."""

    members: list[str] = field(default_factory=list)
    returns: list[float] = field(default_factory=list)


def seating(members: list[str]) -> Any:
    """The main network sits at one seat, and by chance itself or a member of the league at each other one."""
    known = list(members)

    def module_of(agent: str, episode: Any, **_: Any) -> str:
        seat = int(agent.rpartition("_")[2])
        chance = random.Random(str(getattr(episode, "id_", episode)))
        if seat == chance.randrange(2):
            return MAIN
        return chance.choice([MAIN, *known]) if known else MAIN

    return module_of


def trained(game: str, iterations: int, threshold: float = 0.2) -> League:
    """Trains for so many iterations; a copy joins whenever the main network gains more than the threshold."""
    register_env("fuda-seats", lambda given: Seats(given))
    league = League(members=["past_0"])
    modules = {name: RLModuleSpec(module_class=Masked) for name in [MAIN, *league.members]}
    config = (
        PPOConfig()
        # RLlib's own check samples actions without looking at the mask.
        .environment("fuda-seats", env_config={"game": game}, disable_env_checking=True)
        .env_runners(num_env_runners=0)
        .multi_agent(
            policies=set(modules),
            policy_mapping_fn=seating(league.members),
            policies_to_train=[MAIN],
        )
        .training(train_batch_size_per_learner=512, minibatch_size=128, num_epochs=2, lr=1e-3)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs=modules))
    )
    algorithm = config.build_algo()
    for _ in range(iterations):
        found = algorithm.train()["env_runners"]
        gained = float(found["module_episode_returns_mean"].get(MAIN, 0.0))
        league.returns.append(gained)
        if gained > threshold:
            join(algorithm, league)
    algorithm.stop()
    return league


def join(algorithm: Any, league: League) -> None:
    """A frozen copy of the main network joins the league."""
    name = f"past_{len(league.members)}"
    main = algorithm.get_module(MAIN)
    algorithm.add_module(
        module_id=name,
        module_spec=RLModuleSpec.from_module(main),
        new_agent_to_module_mapping_fn=seating([*league.members, name]),
        new_should_module_be_updated=[MAIN],
    )
    state = {"rl_module": {name: main.get_state()}}
    algorithm.learner_group.set_state({"learner": state})
    algorithm.env_runner_group.sync_weights(
        policies=[name], from_worker_or_learner_group=algorithm.learner_group, inference_only=True
    )
    league.members.append(name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="leduc-poker")
    parser.add_argument("--iterations", type=int, default=30)
    given = parser.parse_args()
    league = trained(given.game, given.iterations)
    print(f"{len(league.members)} in the league; returns {league.returns}")


if __name__ == "__main__":
    main()
