"""Decisions a second with random actions chosen by numpy: fuda's batched environment beside other libraries.

    cargo xtask bench python [SECONDS]

Every library plays the same game in one process on one core. They take turns of a quarter of a second, so that other
work on the machine slows all of them alike; what counts are the ratios. OpenSpiel is driven by its Python loop, PettingZoo
and RLCard as their documents do it, pgx in a batch of 1024. Libraries that are not installed are told and left out;
`crates/python/bench/requirements.txt` lists them.
"""

from __future__ import annotations

import os
import random
import sys
import time
import timeit
from typing import Any, Callable, NamedTuple

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "XLA_FLAGS"):
    usual = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    os.environ.setdefault(variable, usual if variable == "XLA_FLAGS" else "1")

import numpy as np

import fuda

LANES = 1024
SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0


TURN = 0.25
"""Seconds of a turn."""

Step = Callable[[], int]
"""Plays on, and gives the number of decisions."""


def side_by_side(steps: dict[str, Step]) -> dict[str, float]:
    """Decisions a second of each; the first steps are not counted."""
    decisions = dict.fromkeys(steps, 0)
    seconds = dict.fromkeys(steps, 0.0)
    for step in steps.values():
        step()
    while min(seconds.values()) < SECONDS:
        for name, step in steps.items():
            started = time.perf_counter()
            while time.perf_counter() - started < TURN:
                decisions[name] += step()
            seconds[name] += time.perf_counter() - started
    return {name: decisions[name] / seconds[name] for name in steps}


def ours(name: str) -> Step:
    env = fuda.vec(name, LANES, seed=1)
    arrays = env.arrays()
    env.reset(arrays)
    rng = np.random.default_rng(1)
    noise = np.empty((LANES, env.action_count), np.float32)

    def step() -> int:
        rng.random(out=noise, dtype=np.float32)
        env.step(np.multiply(noise, arrays.mask, out=noise).argmax(1), arrays)
        return LANES

    return step


def openspiel(name: str) -> Step:
    import pyspiel

    game = pyspiel.load_game(name)
    kind = game.get_type()
    sees, knows = kind.provides_observation_tensor, kind.provides_information_state_tensor
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
            if sees:
                state.observation_tensor(player)
            elif knows:
                state.information_state_tensor(player)
            state.apply_action(chance.choice(state.legal_actions()))
            decisions += 1
        return decisions

    return step


def rlcard(name: str) -> Step:
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

    return step


def pettingzoo(name: str) -> Step:
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

    return step


def pgx(name: str) -> Step:
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

    return step


class Library(NamedTuple):
    """Another library, and how many times as fast fuda should be."""

    name: str
    make: Callable[[str], Step]
    wanted: float


OPENSPIEL = Library("OpenSpiel", openspiel, 20)
RLCARD = Library("RLCard", rlcard, 5)
PETTINGZOO = Library("PettingZoo", pettingzoo, 5)
PGX = Library("pgx", pgx, 1)

SHARED: dict[str, list[tuple[Library, str]]] = {
    "kuhn-poker": [(OPENSPIEL, "kuhn_poker"), (PGX, "kuhn_poker")],
    "leduc-poker": [
        (OPENSPIEL, "leduc_poker"),
        (RLCARD, "leduc-holdem"),
        (PETTINGZOO, "leduc_holdem_v4"),
        (PGX, "leduc_holdem"),
    ],
    "crazy-eights": [(OPENSPIEL, "crazy_eights")],
    "blackjack": [(OPENSPIEL, "blackjack"), (RLCARD, "blackjack")],
    "cribbage": [(OPENSPIEL, "cribbage")],
    "dou-dizhu": [(OPENSPIEL, "dou_dizhu"), (RLCARD, "doudizhu")],
    "euchre": [(OPENSPIEL, "euchre")],
    "gin-rummy": [(OPENSPIEL, "gin_rummy"), (RLCARD, "gin-rummy")],
    "go-fish": [(OPENSPIEL, "go_fish")],
    "goofspiel": [(OPENSPIEL, "turn_based_simultaneous_game(game=goofspiel(imp_info=True))")],
    "hearts": [(OPENSPIEL, "hearts")],
    "klondike": [(OPENSPIEL, "solitaire")],
    "oh-hell": [(OPENSPIEL, "oh_hell")],
    "spades": [(OPENSPIEL, "spades")],
}
"""Games that others have too, with their names there."""


def call_overhead() -> float:
    """Seconds of a call that gives a number."""
    position = fuda.load("kuhn-poker").new(1)
    return min(timeit.repeat(lambda: position.count, number=20_000, repeat=20)) / 20_000


def main() -> None:
    load = f"; load of the machine {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    print(f"batch {LANES}, one core{load}")
    print(f"{'game':14} {'library':12} {'decisions/s':>14} {'fuda is':>9} {'wanted':>7}")
    for game, others in SHARED.items():
        steps = {"fuda": ours(game)}
        for library, theirs in others:
            try:
                step = library.make(theirs)
                step()
                steps[library.name] = step
            except Exception as error:  # noqa: BLE001: a library that is not there or cannot do it is said so
                print(f"{game:14} {library.name:12} {type(error).__name__:>14} {str(error)[:50]}")
        found = side_by_side(steps)
        print(f"{game:14} {'fuda':12} {found['fuda']:14,.0f}", flush=True)
        for library, _ in others:
            if library.name in found:
                times = found["fuda"] / found[library.name]
                print(
                    f"{game:14} {library.name:12} {found[library.name]:14,.0f} {times:8.1f}x "
                    f"{library.wanted:6.0f}x{'' if times >= library.wanted else '  short'}",
                    flush=True,
                )
    print(f"a call that gives a number: {call_overhead() * 1e9:.0f} ns")


if __name__ == "__main__":
    main()
