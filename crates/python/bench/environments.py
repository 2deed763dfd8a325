"""Decisions a second with random actions chosen by numpy: fuda's batched environment beside other libraries.

    cargo xtask bench python [SECONDS]

Every library plays the same game in one process on one core, one after the other; those that are not installed are left
out. OpenSpiel is driven by its Python loop, PettingZoo and RLCard as their documents do it, pgx in a batch of 1024.
"""

from __future__ import annotations

import os
import random
import sys
import time
from typing import Any, Callable

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "XLA_FLAGS"):
    usual = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    os.environ.setdefault(variable, usual if variable == "XLA_FLAGS" else "1")

import numpy as np

import fuda

LANES = 1024
SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0


def measured(step: Callable[[], int]) -> float:
    """Decisions a second; the first steps are not counted."""
    step()
    decisions, started = 0, time.perf_counter()
    while time.perf_counter() - started < SECONDS:
        decisions += step()
    return decisions / (time.perf_counter() - started)


def ours(name: str) -> float:
    env = fuda.vec(name, LANES, seed=1)
    arrays = env.arrays()
    env.reset(arrays)
    rng = np.random.default_rng(1)
    noise = np.empty((LANES, env.action_count), np.float32)

    def step() -> int:
        rng.random(out=noise, dtype=np.float32)
        env.step(np.multiply(noise, arrays.mask, out=noise).argmax(1), arrays)
        return LANES

    return measured(step)


def openspiel(name: str) -> float:
    import pyspiel

    game = pyspiel.load_game(name)
    sees = game.get_type().provides_observation_tensor
    chance = random.Random(1)

    def step() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes())
                state.apply_action(chance.choices(outcomes, weights)[0])
                continue
            player = state.current_player()
            state.observation_tensor(player) if sees else state.information_state_tensor(player)
            state.apply_action(chance.choice(state.legal_actions()))
            decisions += 1
        return decisions

    return measured(step)


def rlcard(name: str) -> float:
    import rlcard as library

    env = library.make(name)
    chance = random.Random(1)

    def step() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(chance.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return measured(step)


def pettingzoo(name: str) -> float:
    import importlib

    env = importlib.import_module(f"pettingzoo.classic.{name}").env()
    rng = np.random.default_rng(1)

    def step() -> int:
        env.reset(seed=int(rng.integers(1 << 30)))
        decisions = 0
        for agent in env.agent_iter():
            seen, _, over, truncated, _ = env.last()
            if over or truncated:
                env.step(None)
                continue
            env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            decisions += 1
        return decisions

    return measured(step)


def pgx(name: str) -> float:
    import jax
    import jax.numpy as jnp
    import pgx as library

    env = library.make(name)
    init, play = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))

    @jax.jit
    def turn(state: Any, key: Any) -> Any:
        key, drawn, anew = jax.random.split(key, 3)
        noise = jax.random.uniform(drawn, state.legal_action_mask.shape)
        state = play(state, jnp.argmax(noise * state.legal_action_mask, 1))
        fresh = init(jax.random.split(anew, LANES))
        over = state.terminated | state.truncated

        def merged(one: Any, other: Any) -> Any:
            return jnp.where(over.reshape((-1,) + (1,) * (one.ndim - 1)), one, other)

        return jax.tree_util.tree_map(merged, fresh, state), key

    state = init(jax.random.split(jax.random.PRNGKey(1), LANES))
    key = jax.random.PRNGKey(2)

    def step() -> int:
        nonlocal state, key
        state, key = turn(state, key)
        jax.block_until_ready(state.observation)
        return LANES

    return measured(step)


SHARED: list[tuple[str, list[tuple[str, Callable[[str], float], str]]]] = [
    ("kuhn-poker", [("OpenSpiel", openspiel, "kuhn_poker"), ("pgx", pgx, "kuhn_poker")]),
    (
        "leduc-poker",
        [
            ("OpenSpiel", openspiel, "leduc_poker"),
            ("RLCard", rlcard, "leduc-holdem"),
            ("PettingZoo", pettingzoo, "leduc_holdem_v4"),
            ("pgx", pgx, "leduc_holdem"),
        ],
    ),
    ("crazy-eights", [("OpenSpiel", openspiel, "crazy_eights")]),
    (
        "gin-rummy",
        [
            ("OpenSpiel", openspiel, "gin_rummy"),
            ("RLCard", rlcard, "gin-rummy"),
            ("PettingZoo", pettingzoo, "gin_rummy_v4"),
        ],
    ),
    ("dou-dizhu", [("OpenSpiel", openspiel, "dou_dizhu"), ("RLCard", rlcard, "doudizhu")]),
    ("hearts", [("OpenSpiel", openspiel, "hearts")]),
    ("goofspiel", [("OpenSpiel", openspiel, "turn_based_simultaneous_game(game=goofspiel(imp_info=True))")]),
]


def call_overhead() -> float:
    """Seconds of a call that gives a number."""
    position = fuda.load("kuhn-poker").new(1)
    count = 200_000
    started = time.perf_counter()
    for _ in range(count):
        position.count
    return (time.perf_counter() - started) / count


def main() -> None:
    print(f"{'game':14} {'library':12} {'decisions/s':>14} {'fuda is':>9}")
    for name, others in SHARED:
        own = ours(name)
        print(f"{name:14} {'fuda':12} {own:14,.0f}", flush=True)
        for library, run, theirs in others:
            try:
                found = run(theirs)
            except Exception as error:  # noqa: BLE001: a library that is not there or cannot do it is said so
                print(f"{name:14} {library:12} {type(error).__name__:>14} {str(error)[:50]}")
                continue
            print(f"{name:14} {library:12} {found:14,.0f} {own / found:8.1f}x", flush=True)
    print(f"a call that gives a number: {call_overhead() * 1e9:.0f} ns")


if __name__ == "__main__":
    main()
