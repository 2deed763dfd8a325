"""Simulation, contests, solutions, odds and training; players in Python; Ctrl-C."""

from __future__ import annotations

import os
import pickle
import signal
import threading
import time
from pathlib import Path
from typing import Any, Iterator, Sequence

import pytest

import fuda


def test_threads_change_nothing(eights: fuda.Game) -> None:
    one = fuda.sim(eights, 400, seed=3, threads=1)
    assert one == fuda.sim(eights, 400, seed=3, threads=4)
    assert one != fuda.sim(eights, 400, seed=4, threads=1)
    assert sum(one.wins) + one.draws == 400
    assert pickle.loads(pickle.dumps(one)) == one


def test_records_of_a_series_lead_to_its_games(eights: fuda.Game) -> None:
    result = fuda.sim(eights, 5, seed=3, records=True)
    assert len(result.records) == 5
    assert sum(len(record.choices) for record in result.records) == result.decisions
    assert all(record.end().is_over for record in result.records)
    plain = fuda.sim(eights, 5, seed=3)
    assert plain.checksum == result.checksum


def test_an_arena_is_fair_and_shows_as_a_table(leduc: fuda.Game) -> None:
    result = fuda.arena(leduc, ["greedy:30", "random"], 120, seed=1, threads=2)
    assert result == fuda.arena(leduc, "greedy:30,random", 120, seed=1, threads=1)
    first, second = result.players
    assert first["games"] == second["games"] == 120
    assert first["mean_score"] > 0
    html = result._repr_html_()
    assert "greedy:30" in html and "<table>" in html
    frame = pytest.importorskip("pandas") and result.to_pandas()
    assert list(frame["name"]) == ["greedy:30", "random"]


def test_decks_compete() -> None:
    result = fuda.arena("duel-masters", "random", 8, decks=["rush", "dragons"], seed=1)
    assert [entry["name"] for entry in result.decks] == ["rush", "dragons"]


def test_known_values_are_found() -> None:
    solved = fuda.solve("kuhn-poker", iterations=3000)
    assert abs(solved.values[0] + 1 / 18) < 1e-3
    assert solved.exploitability < 2e-3
    assert solved.rows()[0]["iterations"] == 0
    with pytest.raises(fuda.FudaError, match="too large"):
        fuda.solve("hearts", nodes=1000)
    with pytest.raises(fuda.FudaError, match="no method"):
        fuda.solve("kuhn-poker", method="magic")


def test_a_strategy_is_saved_and_plays(kuhn: fuda.Game, tmp_path: Path) -> None:
    file = tmp_path / "kuhn.strategy"
    fuda.solve(kuhn, iterations=500, save=file)
    result = fuda.arena(kuhn, [f"cfr:{file}", "random"], 400, seed=1)
    assert result.players[0]["mean_score"] > 0


def test_odds_are_exact() -> None:
    odds = fuda.odds("crazy-eights", "count(hand where card.rank == 8) >= 1", hand=1)
    assert odds.fraction == fuda.results.Fraction(1, 13)
    with pytest.raises(fuda.DiagnosticsError):
        fuda.odds("crazy-eights", "count(hand where")
    with pytest.raises(fuda.FudaError, match="hand"):
        fuda.odds("kuhn-poker", "count(hand) == 9", hand=9)


def test_a_network_is_trained_and_plays(tmp_path: Path) -> None:
    out = tmp_path / "run"
    small = {"teacher": "gradient", "width": 8, "hidden": [8], "choice_width": 8, "first_decisions": 256,
             "gradient_decisions": 256, "iteration_games": 16}
    told: list[int] = []
    run = fuda.train("kuhn-poker", out, games=400, settings=small, threads=1,
                     progress=lambda done, total: told.append(done))
    assert (out / "best.safetensors").exists() and told[-1] == 1000 and not run.stopped
    result = fuda.arena("kuhn-poker", [run.network + ",sims=0", "random"], 20, seed=1)
    assert result.games == 20
    with pytest.raises(fuda.FudaError, match="resume"):
        fuda.train("kuhn-poker", out, games=400)
    with pytest.raises(fuda.FudaError, match="did you mean"):
        fuda.train("kuhn-poker", tmp_path / "other", games=10, settings={"widht": 8})


class Last:
    """Takes the last choice; one for each table."""

    def __init__(self) -> None:
        self.begun = 0

    def begin(self, seed: int) -> None:
        self.begun += 1

    def choose(self, question: fuda.Question) -> fuda.Choice:
        assert question.view()["seat"] == question.seat
        return question.choices()[-1]


class Seeded:
    def choose(self, question: fuda.Question) -> int:
        return question.seed % question.count


def test_players_in_python_sit_beside_named_ones(eights: fuda.Game) -> None:
    result = fuda.sim(eights, 40, players=[Last, "random"], seed=2, threads=3)
    assert result.players == ["Last", "random"]
    assert result == fuda.sim(eights, 40, players=[Last, "random"], seed=2, threads=1)
    contest = fuda.arena(eights, [Seeded(), Last, "random"], 30, seed=1, threads=2)
    assert [entry["name"] for entry in contest.players] == ["Seeded", "Last", "random"]
    assert contest == fuda.arena(eights, [Seeded(), Last, "random"], 30, seed=1, threads=1)


class Many(fuda.BatchPlayer):
    batch = 4

    def __init__(self) -> None:
        super().__init__()
        self.sizes: list[int] = []

    def choose_many(self, questions: Sequence[fuda.Question]) -> list[int]:
        self.sizes.append(len(questions))
        return [question.seed % question.count for question in questions]


def test_players_may_answer_in_batches(eights: fuda.Game) -> None:
    many = Many()
    result = fuda.sim(eights, 60, players=many, seed=2, threads=8)
    alone = fuda.sim(eights, 60, players=Seeded(), seed=2, threads=1)
    assert result.checksum == alone.checksum
    assert max(many.sizes) > 1 and sum(many.sizes) == result.decisions


def test_a_world_hides_what_the_seat_may_not_know(eights: fuda.Game) -> None:
    class Looks:
        def choose(self, question: fuda.Question) -> int:
            world = question.world(3)
            assert world.view(question.seat) == question.view()
            assert not hasattr(question, "position")
            return 0

    fuda.sim(eights, 3, players=[Looks(), "random"], seed=1)


def raising(answer: Any, error: type[Exception], words: str) -> None:
    class Bad:
        def choose(self, question: fuda.Question) -> int:
            if isinstance(answer, Exception):
                raise answer
            return answer  # type: ignore[no-any-return]

    for run in (
        lambda: fuda.sim("leduc-poker", 2000, players=[Bad(), "random"], threads=2),
        lambda: fuda.arena("leduc-poker", [Bad(), "random"], 2000, threads=2),
    ):
        with pytest.raises(error, match=words):
            run()


def test_a_player_that_fails_ends_the_work_with_its_exception() -> None:
    raising(RuntimeError("lost"), RuntimeError, "lost")
    raising(99, fuda.IllegalChoice, "99")
    raising(-1, fuda.IllegalChoice, "-1")
    raising("bet", TypeError, "int")

    class Never:
        def __init__(self) -> None:
            raise ValueError("never made")

        def choose(self, question: fuda.Question) -> int:
            return 0

    with pytest.raises(ValueError, match="never made"):
        fuda.sim("kuhn-poker", 10, players=[Never, "random"])


def test_players_that_are_none_are_refused() -> None:
    with pytest.raises(fuda.FudaError, match="no player"):
        fuda.sim("kuhn-poker", 10, players=[3, "random"])  # type: ignore[list-item]
    with pytest.raises(fuda.FudaError, match="seats"):
        fuda.sim("kuhn-poker", 10, players=["random"] * 3)
    with pytest.raises(fuda.FudaError):
        fuda.sim("kuhn-poker", 10, players="oracle")
    with pytest.raises(fuda.FudaError, match="network"):
        fuda.sim("kuhn-poker", 10, players="net:nowhere.safetensors")
    with pytest.raises(fuda.FudaError, match="compete"):
        fuda.arena("kuhn-poker", "random", 10)
    assert "ismcts" in fuda.players()


def test_progress_is_told_and_may_end_the_work(eights: fuda.Game) -> None:
    class Enough(Exception):
        pass

    def stop(done: int, total: int) -> None:
        raise Enough(f"{done} of {total}")

    with pytest.raises(Enough):
        fuda.sim(eights, 50_000_000, seed=1, progress=stop)


@pytest.fixture
def hears_ctrl_c() -> Iterator[None]:
    """Programs in the background ignore Ctrl-C, and what they start does, too."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("hears_ctrl_c")
@pytest.mark.parametrize("work", ["sim", "arena", "solve"])
def test_ctrl_c_ends_long_work(work: str, eights: fuda.Game) -> None:
    runs = {
        "sim": lambda: fuda.sim(eights, 50_000_000),
        "arena": lambda: fuda.arena(eights, "random,random", 50_000_000),
        "solve": lambda: fuda.solve("leduc-poker", iterations=50_000_000),
    }
    timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    started = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        runs[work]()
    assert time.perf_counter() - started < 20


def test_the_interpreter_is_free_meanwhile(eights: fuda.Game) -> None:
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    fuda.sim(eights, 20_000, seed=1, threads=1)
    done.set()
    thread.join()
    assert counted > 10


def test_work_goes_on_after_a_fork(eights: fuda.Game) -> None:
    expected = fuda.sim(eights, 50, seed=1, threads=2).checksum
    child = os.fork()
    if child == 0:
        same = fuda.sim(eights, 50, seed=1, threads=2).checksum == expected
        os._exit(0 if same else 1)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
