"""RLlib's PPO with action masks, and a league: the examples run."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("ray.rllib")
pytestmark = pytest.mark.heavy


def example(name: str) -> Any:
    folder = str(Path(__file__).parent.parent / "examples")
    if folder not in sys.path:
        sys.path.insert(0, folder)
    return importlib.import_module(name)


def test_ppo_learns_with_masks() -> None:
    """An illegal action would raise; after some iterations it wins from random."""
    returns = example("rllib_masks").trained("leduc-poker", "random", 4)
    assert len(returns) == 4 and returns[-1] > 0.3


def test_a_league_grows() -> None:
    league = example("rllib_league").trained("kuhn-poker", 3, threshold=-10.0)
    assert league.members == ["past_0", "past_1", "past_2", "past_3"][: len(league.members)]
    assert len(league.members) >= 2 and len(league.returns) == 3
