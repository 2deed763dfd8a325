"""Decks against decks: the field, the balance of a game, and decks that are bred."""

from __future__ import annotations

import json
import os
import pickle
import signal
import threading
from pathlib import Path
from typing import Any, Callable

import pytest

import fuda
from fuda import _native

TWO = ["rush", "dragons"]

SMALL: dict[str, Any] = {
    "rounds": 1,
    "generations": 2,
    "population": 2,
    "children": 2,
    "deals": 2,
    "swap_deals": 0,
    "matrix_deals": 2,
    "confirm_deals": 3,
    "random_decks": 1,
}


@pytest.fixture(scope="module")
def duel() -> fuda.Game:
    return fuda.load("duel-masters")


def test_decks_are_weighed(duel: fuda.Game) -> None:
    field = fuda.meta(duel, "random", games=60, decks=TWO, seed=1, threads=2)
    assert field == fuda.meta(duel, "random", games=60, decks=TWO, seed=1, threads=1)
    assert abs(sum(row["share"] for row in field.rows()) - 1) < 1e-6
    with pytest.raises(fuda.FudaError, match="two decks"):
        fuda.meta(duel, "random", decks=["rush"])
    with pytest.raises(fuda.FudaError, match="bring no decks"):
        fuda.meta("kuhn-poker", "random")


def test_the_balance_of_decks_and_changes_is_measured(duel: fuda.Game) -> None:
    def measured(threads: int) -> fuda.BalanceResult:
        change = ["bronze_arm_tribe.cost=4"]
        return fuda.balance(
            duel, "random", 4, TWO, change, swap_deals=0, coverage_games=0, threads=threads
        )

    result = measured(2)
    assert result == measured(1) and pickle.loads(pickle.dumps(result)) == result
    assert result.games == 4 and [deck["name"] for deck in result.decks] == TWO
    assert [one["change"] for one in result.comparisons] == ["bronze_arm_tribe.cost: 3 → 4"]
    assert {"card", "contribution", "swap_half"} <= set(result.rows()[0])
    assert "<table>" in result._repr_html_()
    pytest.importorskip("pandas")
    frame = result.to_pandas()
    assert list(frame["card"]) == [card["card"] for card in result.cards]
    assert {"contribution", "contribution_half", "swap", "swap_half"} <= set(frame.columns)
    assert frame["contribution"].dtype.kind == "f"


def test_games_without_decks_have_a_balance_too(eights: fuda.Game) -> None:
    told: list[int] = []
    result = fuda.balance(
        eights, "random", 40, params={"hand_size": "4..5"}, progress=lambda done, _: told.append(done)
    )
    assert len(result.comparisons) == 2 and told[-1] == 120
    assert abs(sum(result.seats) - 1) < 1e-9
    pytest.importorskip("pandas")
    assert list(result.to_pandas()["share"]) == result.seats


def test_impossible_questions_about_balance_are_refused(duel: fuda.Game, eights: fuda.Game) -> None:
    for game, asked, words in [
        (duel, {"change": "nobody.cost=4"}, "no card"),
        (duel, {"change": "cheap"}, "no change"),
        (duel, {"target": "50%"}, "match"),
        (duel, {"target": "much"}, "share"),
        (duel, {"decks": ["nothing"]}, "nothing"),
        (eights, {"params": {"size": 3}}, "no parameter"),
        (eights, {"target": "wider"}, "field"),
        (eights, {"player": "oracle"}, "oracle"),
    ]:
        with pytest.raises(fuda.FudaError, match=words):
            fuda.balance(game, **{"player": "random", "games": 4, **asked})  # type: ignore[arg-type]


@pytest.mark.heavy
def test_decks_are_bred_and_threads_change_nothing(duel: fuda.Game, tmp_path: Path) -> None:
    told: list[int] = []
    one = fuda.evolve(
        duel, tmp_path / "one", "random", TWO, settings=SMALL, threads=1,
        progress=lambda done, _: told.append(done),
    )
    two = fuda.evolve(duel, tmp_path / "two", "random", TWO, settings=SMALL, threads=3)
    assert one == two and not one.stopped and told[-1] == 2
    assert (tmp_path / "one/state.bin").read_bytes() == (tmp_path / "two/state.bin").read_bytes()
    assert pickle.loads(pickle.dumps(one)) == one
    kept = json.loads((tmp_path / "one/result.json").read_text())
    assert kept["champions"] == one.champions and (tmp_path / "one/report.html").exists()
    champion = one.rows()[0]
    assert champion["round"] == 1 and champion["deals"] == 3
    contest = fuda.arena(duel, "random", 4, decks=["rush", one.deck(champion["name"])], seed=1)
    assert contest.games == 4
    with pytest.raises(fuda.FudaError, match="resume"):
        fuda.evolve(duel, tmp_path / "one", "random", TWO)
    with pytest.raises(fuda.FudaError, match="another thread|no run"):
        fuda.evolve(duel, tmp_path / "nowhere", resume=True)


def test_a_run_that_was_stopped_goes_on(duel: fuda.Game, tmp_path: Path) -> None:
    """Decks may be judged elsewhere, a few deals at a time, as on a cluster."""
    whole = fuda.evolve(duel, tmp_path / "whole", "random", TWO, settings=SMALL)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        stopped = fuda.evolve(
            duel, tmp_path / "part", "random", TWO, settings=SMALL,
            progress=lambda done, _: os.kill(os.getpid(), signal.SIGINT),
        )
    finally:
        signal.signal(signal.SIGINT, before)
    assert stopped.stopped and not stopped.champions
    run = _native.Evolution.resume(duel, str(tmp_path / "part"))
    about = run.subject, run.player
    while not run.is_over:
        run.step_elsewhere(lambda tasks: [_native.judge(duel, *about, task) for task in tasks], 2)
    run.finish()
    assert fuda.EvolveResult("", run.result()) == whole
    frame = pytest.importorskip("pandas") and whole.to_pandas()
    assert list(frame["name"]) == [champion["name"] for champion in whole.champions]
    assert {"round", "deals", "joined", "changes"} <= set(frame.columns)
    with pytest.raises(ZeroDivisionError):
        _native.Evolution(duel, str(tmp_path / "lost"), "random", TWO, [], 1, "{}").step_elsewhere(
            lambda tasks: [str(1 // 0)], 2
        )


@pytest.mark.parametrize("work", ["meta", "balance", "evolve"])
def test_ctrl_c_ends_long_work(work: str, duel: fuda.Game, tmp_path: Path) -> None:
    def evolve() -> None:
        if fuda.evolve(duel, tmp_path, "random", TWO, settings={"matrix_deals": 900_000}).stopped:
            raise KeyboardInterrupt

    runs: dict[str, Callable[[], object]] = {
        "meta": lambda: fuda.meta(duel, "random", 50_000_000, TWO, uniform=True),
        "balance": lambda: fuda.balance(duel, "random", 50_000_000, TWO),
        "evolve": evolve,
    }
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    try:
        with pytest.raises(KeyboardInterrupt):
            runs[work]()
    finally:
        signal.signal(signal.SIGINT, before)


def test_impossible_runs_are_refused(duel: fuda.Game, tmp_path: Path) -> None:
    for number, (settings, words) in enumerate(
        [
            ({"round": 1}, "unknown field"),
            ({"rounds": 0}, "nothing"),
            ({"guide": "stars"}, "guide"),
            ({"goal": "ftk"}, "for games for 1"),
            ({"neutral": "bronze_arm_trib"}, "did you mean"),
            ({"pool": ["nobody"]}, "nobody"),
        ]
    ):
        with pytest.raises(fuda.FudaError, match=words):
            fuda.evolve(duel, tmp_path / str(number), "random", TWO, settings=settings)
    with pytest.raises(fuda.FudaError, match="bring no decks|deck_rules"):
        fuda.evolve("kuhn-poker", tmp_path / "kuhn", "random")
