"""Work on several machines: equal to one machine bit for bit, also when a machine is lost."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any, Iterator

import pytest

import fuda

ray = pytest.importorskip("ray")
pytestmark = pytest.mark.heavy

import fuda.ray


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    made.add_node(num_cpus=1)
    ray.init(address=made.address, logging_level="ERROR", log_to_driver=False)
    yield made
    ray.shutdown()
    made.shutdown()


@pytest.fixture
def lost(cluster: Any) -> Iterator[threading.Thread]:
    """A second machine that is lost while the work goes on."""
    node = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()

    def lose() -> None:
        time.sleep(1.5)
        cluster.remove_node(node, allow_graceful=False)

    thread = threading.Thread(target=lose)
    yield thread
    if thread.is_alive():
        thread.join()


def test_a_series_equals_that_of_one_machine(cluster: Any, lost: threading.Thread) -> None:
    alone = fuda.sim("crazy-eights", 400, players="greedy:3,random", seed=4)
    lost.start()
    assert fuda.ray.sim("crazy-eights", 400, "greedy:3,random", seed=4, part=20) == alone


def test_a_contest_equals_that_of_one_machine(cluster: Any, lost: threading.Thread) -> None:
    alone = fuda.arena("leduc-poker", "ismcts:60,random", 300, seed=2)
    lost.start()
    assert fuda.ray.arena("leduc-poker", "ismcts:60,random", 300, seed=2, part=12) == alone


def test_selfplay_equals_that_of_one_machine(cluster: Any, lost: threading.Thread) -> None:
    alone = fuda.sim("leduc-poker", 200, players="ismcts:40", seed=3, records=True)
    lost.start()
    records = fuda.ray.selfplay("leduc-poker", "ismcts:40", 200, seed=3, part=10)
    assert records == [record.binary for record in alone.records]


def test_solving_equals_that_of_one_machine(cluster: Any) -> None:
    assert fuda.ray.solve("kuhn-poker", iterations=200) == fuda.solve("kuhn-poker", iterations=200)


SMALL = {"width": 8, "hidden": [8], "choice_width": 8, "measure_every": 1000}
TEACHERS: dict[str, dict[str, Any]] = {
    "gradient": {**SMALL, "teacher": "gradient", "first_decisions": 2048, "gradient_decisions": 2048},
    "gumbel": {**SMALL, "teacher": "gumbel", "iteration_games": 64, "first_simulations": 4, "simulations": 8,
               "warm_up": 64, "gate_games": 20},
    "expert": {**SMALL, "teacher": "gradient", "iteration_games": 64, "expert_share": 0.5, "expert": "ismcts:20",
               "first_decisions": 512, "gradient_decisions": 512},
}


@pytest.mark.parametrize("teacher", TEACHERS)
def test_training_equals_that_of_one_machine(
    cluster: Any, lost: threading.Thread, tmp_path: Path, teacher: str
) -> None:
    """Games of a run are played on two machines, one of which is lost: the network is the same to the last bit."""
    games = {"gradient": 12_000, "gumbel": 512, "expert": 512}[teacher]
    here, there = tmp_path / "here", tmp_path / "there"
    alone = fuda.train("leduc-poker", here, games, settings=TEACHERS[teacher], threads=1)
    lost.start()
    spread = fuda.ray.train("leduc-poker", there, games, settings=TEACHERS[teacher], threads=1)
    assert (here / "best.safetensors").read_bytes() == (there / "best.safetensors").read_bytes()
    assert (here / "state.bin").read_bytes() == (there / "state.bin").read_bytes()
    assert [line["games"] for line in alone.metrics] == [line["games"] for line in spread.metrics]


def test_training_goes_on_elsewhere(cluster: Any, tmp_path: Path) -> None:
    """A run that was begun on a cluster goes on here, and ends as one that was never stopped."""
    whole, halved = tmp_path / "whole", tmp_path / "halved"
    fuda.train("kuhn-poker", whole, 600, settings=TEACHERS["gradient"], threads=1)
    fuda.ray.train("kuhn-poker", halved, 600, settings=TEACHERS["gradient"], threads=1, progress=stop_early)
    fuda.train("kuhn-poker", halved, 600, resume=True, threads=1)
    assert (whole / "best.safetensors").read_bytes() == (halved / "best.safetensors").read_bytes()


def stop_early(done: int, total: int) -> None:
    """Ctrl-C, as soon as something is done."""
    if 0 < done < total:
        raise KeyboardInterrupt


def test_breeding_equals_that_of_one_machine(cluster: Any, lost: threading.Thread, tmp_path: Path) -> None:
    small = {"rounds": 1, "generations": 3, "population": 3, "children": 4, "deals": 8, "swap_deals": 2,
             "matrix_deals": 8, "confirm_deals": 20, "random_decks": 2, "logs": "none"}
    two = ["rush", "dragons"]
    alone = fuda.evolve("duel-masters", tmp_path / "here", "greedy:2", two, settings=small)
    lost.start()
    there = tmp_path / "there"
    assert fuda.ray.evolve("duel-masters", there, "greedy:2", two, settings=small, part=4) == alone
    assert (tmp_path / "here/state.bin").read_bytes() == (there / "state.bin").read_bytes()


def test_what_is_done_is_kept(cluster: Any, tmp_path: Path) -> None:
    state = tmp_path / "state"
    whole = fuda.ray.sim("kuhn-poker", 300, seed=1, part=50, state=state)
    lines = state.read_text().splitlines()
    state.write_text("\n".join(lines[:3]) + "\n" + lines[4][:20])
    assert fuda.ray.sim("kuhn-poker", 300, seed=1, part=50, state=state) == whole
    with pytest.raises(fuda.FudaError, match="other work"):
        fuda.ray.sim("kuhn-poker", 300, seed=2, part=50, state=state)


def test_other_versions_are_refused(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuda.ray, "__version__", "0.0.1")
    with pytest.raises(fuda.FudaError, match="0.0.1"):
        fuda.ray.sim("kuhn-poker", 10)
    with pytest.raises(fuda.FudaError, match="object of this program"):
        fuda.ray.sim("kuhn-poker", 10, players=object())  # type: ignore[arg-type]


def test_the_command_prints_the_result(
    cluster: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    import json

    fuda.ray.main(["sim", "kuhn-poker", "--games", "100", "--seed", "1", "--part", "30"])
    printed = json.loads(capsys.readouterr().out)
    assert printed["checksum"] == fuda.sim("kuhn-poker", 100, seed=1).checksum
    fuda.ray.main(["evolve", "duel-masters", "--players", "random", "--decks", "rush,dragons", "--out", str(tmp_path),
                   *(f"--set={name}=1" for name in ("rounds", "generations", "population", "deals")),
                   "--set=confirm_deals=2", "--set=matrix_deals=2"])
    assert len(json.loads(capsys.readouterr().out)["champions"]) == 1
    with pytest.raises(SystemExit, match="--out"):
        fuda.ray.main(["evolve", "duel-masters"])
