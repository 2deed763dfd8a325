"""Games a second with one and with two workers of Ray on this machine."""

from __future__ import annotations

import sys
import time

import ray
from ray.cluster_utils import Cluster

import fuda
import fuda.ray

GAMES = int(sys.argv[1]) if len(sys.argv) > 1 else 4000


def seconds(workers: int) -> tuple[float, str]:
    """The time of a contest with so many workers, and its checksum."""
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    for _ in range(workers):
        cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, logging_level="ERROR", log_to_driver=False)
    fuda.ray.arena("leduc-poker", "ismcts:100,random", 2 * workers, seed=1, part=2)
    started = time.perf_counter()
    result = fuda.ray.arena("leduc-poker", "ismcts:100,random", GAMES, seed=1, part=max(1, GAMES // 40))
    taken = time.perf_counter() - started
    ray.shutdown()
    cluster.shutdown()
    return taken, result.checksum


def main() -> None:
    one, checksum = seconds(1)
    two, same = seconds(2)
    assert checksum == same, "the results differ"
    print(f"1 worker {one:.1f} s, 2 workers {two:.1f} s: {one / two:.2f} times as fast; checksum {checksum}")


if __name__ == "__main__":
    main()
