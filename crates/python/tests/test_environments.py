"""The conformance suites of PettingZoo and Gymnasium."""

from __future__ import annotations

import pickle
import warnings

import numpy as np
import pytest

import fuda

pytest.importorskip("pettingzoo")
gymnasium = pytest.importorskip("gymnasium")

import fuda.gym
import fuda.pettingzoo

DECIDED = [name for name in fuda.games() if name not in ("war", "high-card")]
SOLITAIRES = ["klondike", "blackjack", "lotus-wheel", "solitcg", "ygo-ftk"]
QUICK = ["kuhn-poker", "leduc-poker", "crazy-eights", "goofspiel", "hearts", "old-maid"]


@pytest.mark.parametrize("name", DECIDED)
def test_every_game_passes_the_tests_of_pettingzoo(name: str) -> None:
    from pettingzoo.test import api_test

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(fuda.pettingzoo.env(name, limit=60), num_cycles=40, verbose_progress=False)


@pytest.mark.parametrize("name", QUICK)
def test_seeds_repeat_games(name: str) -> None:
    from pettingzoo.test import seed_test

    seed_test(lambda: fuda.pettingzoo.env(name, limit=60), num_cycles=10)


@pytest.mark.parametrize("name", QUICK)
def test_parallel_environments_pass(name: str) -> None:
    from pettingzoo.test import parallel_api_test, parallel_seed_test

    parallel_api_test(fuda.pettingzoo.parallel_env(name, limit=60), num_cycles=30)
    parallel_seed_test(lambda: fuda.pettingzoo.parallel_env(name, limit=60), num_cycles=10)


def test_pettingzoos_benchmark_runs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes a minute of the clock; here the clock goes faster."""
    from pettingzoo.test import performance_benchmark as module

    benchmark = getattr(module, "performance_benchmark", module)
    import sys
    import time

    ticks = iter(range(0, 10**9, 2))
    monkeypatch.setattr(sys.modules[benchmark.__module__].time, "time", lambda: float(next(ticks)))
    benchmark(fuda.pettingzoo.env("leduc-poker"))
    assert "turns per second" in capsys.readouterr().out
    assert time is not None


@pytest.mark.parametrize("name", SOLITAIRES)
def test_solitaires_pass_the_tests_of_gymnasium(name: str) -> None:
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(fuda.gym.Env(name), skip_render_check=True)


@pytest.mark.parametrize("name", ["kuhn-poker", "leduc-poker", "crazy-eights", "hearts"])
@pytest.mark.parametrize("opponents", ["random", "greedy:5"])
def test_games_against_named_players_pass(name: str, opponents: str) -> None:
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(fuda.gym.Env(name, opponents=opponents), skip_render_check=True)


def test_the_agent_only_acts_for_its_seat() -> None:
    env = fuda.gym.Env("leduc-poker", seat=1, illegal="raise")
    rng = np.random.default_rng(1)
    ended = 0
    seen, info = env.reset(seed=3)
    for _ in range(200):
        assert env.single.position.seat == 1
        assert (seen["action_mask"] == info["action_mask"]).all()
        action = rng.choice(np.flatnonzero(seen["action_mask"]))
        seen, reward, over, truncated, info = env.step(action)
        assert not truncated
        if over:
            assert reward != 0 or ended >= 0
            ended += 1
            seen, info = env.reset()
    assert ended > 20
    with pytest.raises(fuda.IllegalChoice):
        env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))


def test_environments_survive_pickling() -> None:
    env = fuda.gym.Env("leduc-poker", opponents="greedy:3", illegal="raise")
    seen, _ = env.reset(seed=4)
    again = pickle.loads(pickle.dumps(env))
    assert again.single.position == env.single.position
    again.step(int(np.flatnonzero(seen["action_mask"])[0]))
    for table in (fuda.pettingzoo.env("hearts"), fuda.pettingzoo.parallel_env("hearts")):
        table.reset(seed=2)
        copied = pickle.loads(pickle.dumps(table))
        assert copied.agents == table.agents


def test_illegal_actions_are_refused_at_a_table() -> None:
    env = fuda.pettingzoo.env("kuhn-poker")
    env.reset(seed=1)
    mask = env.observe(env.agent_selection)["action_mask"]
    with pytest.raises(fuda.IllegalChoice):
        env.step(int(np.flatnonzero(mask == 0)[0]))
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    assert not env.observe(other)["action_mask"].any()
