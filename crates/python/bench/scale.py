"""Games a second with one and with two workers of Ray on this machine, beside the same work without Ray.

    python crates/python/bench/scale.py [GAMES]

The two clusters take turns, so that other work on the machine slows both alike.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager
from typing import Any, Callable, Iterator

import ray
from ray.cluster_utils import Cluster

import fuda
import fuda.ray

GAMES = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
ROUNDS = 3


@contextmanager
def cluster(workers: int) -> Iterator[None]:
    """A cluster of so many nodes with one core each, whose workers have started."""
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    for _ in range(workers):
        made.add_node(num_cpus=1)
    ray.init(address=made.address, logging_level="ERROR", log_to_driver=False)
    fuda.ray.sim("kuhn-poker", 8 * workers, seed=1, part=1)
    try:
        yield
    finally:
        ray.shutdown()
        made.shutdown()


def part() -> int:
    return max(1, GAMES // 40)


WORK: dict[str, tuple[Callable[[], Any], Callable[[], Any]]] = {
    "sim": (
        lambda: fuda.sim("leduc-poker", GAMES, "ismcts:60", seed=1, threads=1),
        lambda: fuda.ray.sim("leduc-poker", GAMES, "ismcts:60", seed=1, part=part()),
    ),
    "arena": (
        lambda: fuda.arena("leduc-poker", "ismcts:100,random", GAMES, seed=1, threads=1),
        lambda: fuda.ray.arena("leduc-poker", "ismcts:100,random", GAMES, seed=1, part=part()),
    ),
}


def timed(work: Callable[[], Any]) -> tuple[float, str]:
    started = time.perf_counter()
    result = work()
    return time.perf_counter() - started, result.checksum


def main() -> None:
    seconds: dict[tuple[str, int], float] = {}
    checksums: dict[str, set[str]] = {name: set() for name in WORK}
    for _ in range(ROUNDS):
        for workers in (0, 1, 2):
            if workers:
                with cluster(workers):
                    found = {name: timed(there) for name, (_, there) in WORK.items()}
            else:
                found = {name: timed(here) for name, (here, _) in WORK.items()}
            for name, (taken, checksum) in found.items():
                seconds[name, workers] = seconds.get((name, workers), 0.0) + taken
                checksums[name].add(checksum)
    print(f"{GAMES} games, {ROUNDS} rounds, {os.cpu_count()} cores, load of the machine {os.getloadavg()[0]:.1f}")
    for name in WORK:
        assert len(checksums[name]) == 1, "the results differ"
        rates = [ROUNDS * GAMES / seconds[name, workers] for workers in (0, 1, 2)]
        print(
            f"{name}: one thread without Ray {rates[0]:,.0f} games/s; 1 worker {rates[1]:,.0f}; "
            f"2 workers {rates[2]:,.0f}, {rates[2] / rates[1]:.2f} times as fast"
        )


if __name__ == "__main__":
    main()
