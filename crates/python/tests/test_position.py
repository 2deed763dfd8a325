"""Positions: choices, views, records, copies, and what they refuse."""

from __future__ import annotations

import copy
import pickle
import threading

import pytest

import fuda
from conftest import play_out


def test_choices_say_what_they_are(eights: fuda.Game) -> None:
    position = eights.new(1)
    choices = position.choices()
    assert len(choices) == position.count
    assert [choice.index for choice in choices] == list(range(position.count))
    assert all(choice.kind and choice.id and str(choice) for choice in choices)
    assert pickle.loads(pickle.dumps(choices)) == choices
    position.play(choices[-1])
    assert position.record().choices == [position.record().choices[0]]


def test_the_same_seed_gives_the_same_game(eights: fuda.Game) -> None:
    one, other = (play_out(eights.new(11), 3) for _ in range(2))
    assert one.hash() == other.hash() and one == other
    assert eights.new(11) != eights.new(12)


def test_a_view_hides_what_a_seat_may_not_know(eights: fuda.Game) -> None:
    position = eights.new(4)
    seat = position.seat
    assert seat is not None
    world = position.redeal(seat, seed=9)
    assert world.view(seat) == position.view(seat)
    assert world.open_view() != position.open_view()
    other = 1 - seat
    assert world.view(other) != position.view(other)


def test_a_position_that_was_dealt_anew_has_no_record(eights: fuda.Game) -> None:
    position = eights.new(4)
    world = position.redeal(0, seed=9)
    with pytest.raises(fuda.FudaError, match="dealt anew"):
        world.record()
    assert pickle.loads(pickle.dumps(world)) == world
    assert eights.restore(world.save()) == world


def test_copies_go_their_own_way(eights: fuda.Game) -> None:
    position = eights.new(2)
    before = position.hash()
    copies = [position.clone(), copy.copy(position), copy.deepcopy(position)]
    copies.append(pickle.loads(pickle.dumps(position)))
    for other in copies:
        assert other == position
        other.play(0)
        assert other != position
    assert position.hash() == before


def test_a_record_leads_to_the_same_positions(eights: fuda.Game) -> None:
    position = play_out(eights.new(6), 6)
    record = position.record()
    steps = list(record.positions())
    assert steps[0] == eights.new(6)
    assert steps[-1] == position
    assert len(steps) == len(record.choices) + 1
    assert record.end() == position
    assert pickle.loads(pickle.dumps(record)) == record


def test_records_of_other_games_and_damaged_ones_are_refused(
    eights: fuda.Game, kuhn: fuda.Game
) -> None:
    record = eights.new(1).record_bytes()
    with pytest.raises(fuda.FudaError, match="record is of"):
        kuhn.replay(record)
    with pytest.raises(fuda.FudaError, match="cannot be read"):
        eights.replay(record[:-1])
    with pytest.raises(fuda.FudaError):
        eights.restore(b"nothing")


def test_illegal_choices_are_refused(kuhn: fuda.Game) -> None:
    position = kuhn.new(1)
    for number in [2, -1, 10**30]:
        with pytest.raises(fuda.IllegalChoice, match="legal choices"):
            position.play(number)
    for nothing in ["bet", None, 1.5]:
        with pytest.raises(TypeError):
            position.play(nothing)  # type: ignore[arg-type]
    with pytest.raises((IndexError, OverflowError)):
        position.view(7)
    while not position.is_over:
        position.play(0)
    with pytest.raises(fuda.IllegalChoice, match="over"):
        position.play(0)
    assert (position.seat, position.count, position.choices()) == (None, 0, [])
    assert sum(position.scores) == 0


def test_positions_may_be_used_by_several_threads(eights: fuda.Game) -> None:
    found: list[int] = []

    def work() -> None:
        found.append(play_out(eights.new(8), 8).hash())

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and len(set(found)) == 1


def test_positions_and_records_show_in_notebooks(eights: fuda.Game) -> None:
    position = eights.new(3)
    html = position._repr_html_()
    assert "<table>" in html and "<ol" in html
    known = position.view(position.seat or 0)
    backs = sum(
        card.get("face") is None
        for zone in known["zones"]
        for pile in zone["piles"]
        for card in pile["cards"][:40]
    )
    assert html.count(">?</span>") == backs > 0
    shown = play_out(position, 1).record()._repr_html_()
    assert "type='range'" in shown and "</script>" in shown
