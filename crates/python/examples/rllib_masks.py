"""PPO of RLlib (new API stack) on a game of fuda, with action masks.

    pip install "fuda[ray,envs,torch]" "ray[rllib]"
    python rllib_masks.py --game leduc-poker --iterations 20

The agent plays against a named player; the mask is part of the observation, and the module below adds the logarithm of the
mask to the logits, so that an illegal action is never drawn.
"""

from __future__ import annotations

import argparse
from typing import Any

import torch
from gymnasium.spaces import Dict
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.algorithms.ppo.torch.default_ppo_torch_rl_module import DefaultPPOTorchRLModule
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.tune.registry import register_env

import fuda.gym

ILLEGAL = -1e9


class Masked(DefaultPPOTorchRLModule):
    """The usual module on the observation alone; illegal actions get no probability."""

    def __init__(self, *arguments: Any, observation_space: Any = None, **options: Any) -> None:
        if not isinstance(observation_space, Dict):
            raise ValueError("the observation has no `action_mask`")
        self.whole = observation_space
        super().__init__(*arguments, observation_space=observation_space["observation"], **options)

    def setup(self) -> None:
        super().setup()
        # Other parts of RLlib see the space as the environment has it.
        self.observation_space = self.whole

    def _apart(self, batch: dict[str, Any]) -> tuple[dict[str, Any], torch.Tensor]:
        seen = batch[Columns.OBS]
        return {**batch, Columns.OBS: seen["observation"]}, seen["action_mask"]

    def _masked(self, outputs: dict[str, Any], mask: torch.Tensor) -> dict[str, Any]:
        logits = outputs[Columns.ACTION_DIST_INPUTS]
        outputs[Columns.ACTION_DIST_INPUTS] = logits.masked_fill(mask == 0, ILLEGAL)
        return outputs

    def _forward_inference(self, batch: dict[str, Any], **options: Any) -> dict[str, Any]:
        plain, mask = self._apart(batch)
        return self._masked(super()._forward(plain, **options), mask)

    def _forward_exploration(self, batch: dict[str, Any], **options: Any) -> dict[str, Any]:
        plain, mask = self._apart(batch)
        return self._masked(super()._forward(plain, **options), mask)

    def _forward_train(self, batch: dict[str, Any], **options: Any) -> dict[str, Any]:
        plain, mask = self._apart(batch)
        return self._masked(super()._forward_train(plain, **options), mask)

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Any:
        seen = batch[Columns.OBS]
        plain = {**batch, Columns.OBS: seen["observation"]} if isinstance(seen, dict) else batch
        return super().compute_values(plain, embeddings)


def config(game: str, opponents: str, runners: int = 0) -> PPOConfig:
    """PPO on a game; illegal actions raise, so that a mask that does not work is noticed."""
    register_env("fuda", lambda given: fuda.gym.Env(**given))
    given = {"game": game, "opponents": opponents, "seat": None, "illegal": "raise"}
    return (
        PPOConfig()
        .environment("fuda", env_config=given)
        .env_runners(num_env_runners=runners)
        .training(train_batch_size_per_learner=1024, minibatch_size=128, num_epochs=4, lr=1e-3)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=Masked))
    )


def trained(game: str, opponents: str, iterations: int) -> list[float]:
    """The mean return of an episode after each iteration."""
    algorithm = config(game, opponents).build_algo()
    returns = []
    for _ in range(iterations):
        found = algorithm.train()
        returns.append(float(found["env_runners"]["episode_return_mean"]))
    algorithm.stop()
    return returns


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="leduc-poker")
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--iterations", type=int, default=20)
    given = parser.parse_args()
    for number, found in enumerate(trained(given.game, given.opponents, given.iterations), 1):
        print(f"iteration {number}: {found:+.3f} an episode")


if __name__ == "__main__":
    main()
