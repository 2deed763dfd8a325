"""Many games at once: what is written, whom the arrays belong to, threads, and bad input."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import fuda

DECIDED = [name for name in fuda.games() if name not in ("war", "high-card")]


def legal(arrays: fuda.Arrays, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """A legal action for each game, by chance."""
    assert arrays.mask is not None
    drawn = rng.random(arrays.mask.shape) * arrays.mask
    return drawn.argmax(1)


def played(threads: int, steps: int, **options: Any) -> list[bytes]:
    """All arrays after each of so many steps."""
    env = fuda.vec("crazy-eights", 37, seed=5, threads=threads, **options)
    arrays = env.arrays()
    rng = np.random.default_rng(0)
    env.reset(arrays)
    seen = []
    for _ in range(steps):
        env.step(legal(arrays, rng), arrays)
        seen.append(b"".join(np.ascontiguousarray(array).tobytes() for array in written(arrays)))
    return seen


def written(arrays: fuda.Arrays) -> list[npt.NDArray[Any]]:
    found: list[npt.NDArray[Any]] = [arrays.seat, arrays.count, arrays.reward, arrays.done]
    if arrays.observation is not None:
        found.append(arrays.observation)
    if arrays.mask is not None:
        found.append(arrays.mask)
    if arrays.offsets is not None and arrays.rows is not None and arrays.weights is not None:
        end = int(arrays.offsets[-1])
        found += [arrays.offsets, arrays.rows[:end], arrays.weights[:end]]
    return found


@pytest.mark.parametrize("observations", ["dense", "sparse"])
def test_threads_change_nothing(observations: str) -> None:
    alone = played(1, 40, observations=observations)
    assert alone == played(2, 40, observations=observations)
    assert alone == played(7, 40, observations=observations)


@pytest.mark.parametrize("name", DECIDED)
def test_every_game_runs_in_batches(name: str) -> None:
    game = fuda.load(name)
    env = fuda.vec(game, 3, seed=2)
    arrays = env.arrays()
    rng = np.random.default_rng(1)
    env.reset(arrays)
    for _ in range(60):
        assert arrays.mask is not None and arrays.observation is not None
        assert (arrays.mask.sum(1) == arrays.count).all()
        assert (arrays.seat >= 0).all() and (arrays.seat < game.seats).all()
        assert arrays.observation.any(1).all()
        env.step(legal(arrays, rng), arrays)


@pytest.mark.parametrize("encoding", ["view", "features"])
@pytest.mark.parametrize("name", ["crazy-eights", "duel-masters", "klondike"])
def test_observations_are_those_of_the_seat(name: str, encoding: str) -> None:
    """Dense, sparse and single observations are the same, and hidden cards do not change them."""
    game = fuda.load(name)
    features = fuda.Features(game)
    dense = fuda.vec(game, 8, seed=3, encoding=encoding)
    sparse = fuda.vec(game, 8, seed=3, observations="sparse", encoding=encoding)
    one, other = dense.arrays(), sparse.arrays()
    rng = np.random.default_rng(2)
    dense.reset(one)
    sparse.reset(other)
    for _ in range(50):
        assert one.observation is not None and other.offsets is not None
        assert other.rows is not None and other.weights is not None
        for lane in range(8):
            begin, end = other.offsets[lane], other.offsets[lane + 1]
            row = np.zeros(dense.observation_length, np.float32)
            np.add.at(row, other.rows[begin:end], other.weights[begin:end])
            assert np.allclose(row, one.observation[lane])
        actions = legal(one, rng)
        dense.step(actions, one)
        sparse.step(actions, other)
    position = game.new(4)
    seat = position.seat or 0
    world = position.redeal(seat, 3)
    assert (world.observation(seat) == position.observation(seat)).all()
    for found, expected in zip(features.observe(world, seat), features.observe(position, seat)):
        assert (found == expected).all()


def test_a_view_is_the_observation_of_the_position(eights: fuda.Game) -> None:
    """A batch writes what `Position.observation` gives, and another seat sees something else."""
    position = eights.new(4)
    for _ in range(20):
        seat = position.seat
        assert seat is not None
        mine = position.observation(seat)
        assert mine.shape == (eights.observation_length,) and mine.dtype == np.float32
        assert (mine != position.observation(1 - seat)).any()
        position.play(0)
    env = fuda.vec(eights, 2, seed=3)
    assert env.observation_length == eights.observation_length
    with pytest.raises(IndexError):
        position.observation(7)


def test_encodings_that_do_not_fit_are_refused(leduc: fuda.Game) -> None:
    with pytest.raises(fuda.FudaError, match="not made of factors"):
        fuda.vec(leduc, 2, encoding="view", factors=True)
    with pytest.raises(fuda.FudaError, match="encoding"):
        fuda.vec(leduc, 2, encoding="rows")


def test_the_arrays_are_the_callers(leduc: fuda.Game) -> None:
    """Nothing is copied: the memory that is written is the memory that was lent."""
    env = fuda.vec(leduc, 16)
    arrays = env.arrays()
    assert arrays.observation is not None and arrays.mask is not None
    addresses = [array.ctypes.data for array in written(arrays)]
    whole = np.zeros((32, env.observation_length), np.float32)
    env.reset(arrays)
    assert arrays.observation.any()
    env.step(legal(arrays, np.random.default_rng(1)), arrays)
    assert [array.ctypes.data for array in written(arrays)] == addresses
    arrays.observation = whole[16:]
    env.observe(arrays)
    assert whole[16:].any() and not whole[:16].any()


def test_arrays_with_old_contents_are_overwritten(leduc: fuda.Game) -> None:
    env = fuda.vec(leduc, 4)
    clean, dirty = env.arrays(), env.arrays()
    assert dirty.observation is not None and dirty.mask is not None
    dirty.observation[:] = 7
    dirty.mask[:] = True
    env.reset(clean)
    env.reset(dirty)
    for one, other in zip(written(clean), written(dirty)):
        assert (one == other).all()
    rng = np.random.default_rng(3)
    now = dirty
    for arrays in [clean, dirty, clean, dirty]:
        env.step(legal(now, rng), arrays)
        now = arrays
        again = env.arrays()
        env.observe(again)
        assert again.observation is not None and arrays.observation is not None
        assert (again.observation == arrays.observation).all()


def test_games_begin_anew_and_pay(kuhn: fuda.Game) -> None:
    env = fuda.vec(kuhn, 64, seed=9)
    arrays = env.arrays()
    rng = np.random.default_rng(5)
    env.reset(arrays)
    ended = 0
    for _ in range(30):
        env.step(legal(arrays, rng), arrays)
        assert (arrays.reward.sum(1) == 0).all()
        assert (arrays.reward[~arrays.done] == 0).all()
        assert (np.abs(arrays.reward[arrays.done]) >= 1).all()
        ended += int(arrays.done.sum())
    assert ended > 200 and not arrays.truncated.any()


def test_without_auto_reset_games_stay_over(kuhn: fuda.Game) -> None:
    env = fuda.vec(kuhn, 4, auto_reset=False)
    arrays = env.arrays()
    env.reset(arrays)
    for _ in range(4):
        assert arrays.mask is not None
        env.step(arrays.mask.argmax(1), arrays)
    assert (arrays.seat == -1).all() and (arrays.count == 0).all()
    env.reset_lanes([1, 3], arrays)
    assert (arrays.seat >= 0).tolist() == [False, True, False, True]


def test_long_games_are_broken_off(eights: fuda.Game) -> None:
    env = fuda.vec(eights, 2, limit=5)
    arrays = env.arrays()
    env.reset(arrays)
    for _ in range(5):
        env.step(legal(arrays, np.random.default_rng(1)), arrays)
    assert arrays.truncated.all() and not arrays.reward.any()


def test_choices_have_features(leduc: fuda.Game) -> None:
    features = fuda.Features(leduc)
    env = fuda.vec(leduc, 8, observations="sparse", actions="features", factors=True)
    arrays = env.arrays(room=1)
    env.reset(arrays)
    rng = np.random.default_rng(1)
    for _ in range(40):
        total = int(arrays.count.sum())
        assert arrays.choice_offsets is not None and arrays.choice_rows is not None
        offsets = arrays.choice_offsets[: total + 1]
        assert (np.diff(offsets) > 0).all()
        assert arrays.choice_rows[: offsets[-1]].max() < len(features.choice_keys)
        env.step((rng.random(8) * arrays.count).astype(np.int64), arrays)


def test_the_same_seed_gives_the_same_games_again(eights: fuda.Game) -> None:
    env = fuda.vec(eights, 4, seed=1)
    arrays = env.arrays()
    env.reset(arrays)
    assert arrays.observation is not None
    first = arrays.observation.copy()
    env.reset(arrays, seed=2)
    assert (arrays.observation != first).any()
    env.reset(arrays, seed=1)
    assert (arrays.observation == first).all()


def bad(name: str, array: Any, error: type[Exception], words: str) -> None:
    env = fuda.vec("kuhn-poker", 4)
    arrays = env.arrays()
    setattr(arrays, name, array)
    with pytest.raises(error, match=words):
        env.reset(arrays)
    env.reset(env.arrays())


def test_arrays_that_do_not_fit_are_refused() -> None:
    width = fuda.vec("kuhn-poker", 4).observation_length
    bad("observation", np.zeros((4, width), np.float64), TypeError, "observation.*float64")
    bad("observation", np.zeros((3, width), np.float32), ValueError, "shape")
    bad("observation", np.zeros(4 * width, np.float32), TypeError, "dimensions")
    bad("observation", np.zeros((4, width * 2), np.float32)[:, ::2], ValueError, "contiguous")
    bad("seat", [0, 0, 0, 0], TypeError, "no numpy array")
    bad("done", np.zeros(4, np.uint8), TypeError, "done")
    read_only = np.zeros((4, width), np.float32)
    read_only.flags.writeable = False
    bad("observation", read_only, ValueError, "cannot be written")
    twice = np.zeros(4, np.int32)
    env = fuda.vec("kuhn-poker", 4)
    arrays = env.arrays()
    arrays.seat = arrays.count = twice
    with pytest.raises(ValueError, match="cannot be written"):
        env.reset(arrays)


def test_illegal_actions_are_refused_and_nothing_is_played(kuhn: fuda.Game) -> None:
    env = fuda.vec(kuhn, 2)
    arrays = env.arrays()
    env.reset(arrays)
    assert arrays.mask is not None
    before = arrays.mask.copy()
    good = arrays.mask.argmax(1)
    wrong = int(np.flatnonzero(~arrays.mask[1])[0])
    for actions in [[good[0], wrong], [good[0], -1], [good[0], 10**9]]:
        with pytest.raises(fuda.IllegalChoice, match="lane 1"):
            env.step(np.array(actions), arrays)
    for actions, error in [
        (np.zeros(3, np.int64), ValueError),
        (np.zeros(2, np.float32), TypeError),
        (np.zeros((2, 1), np.int64), TypeError),
        ([0, 0], TypeError),
    ]:
        with pytest.raises(error):
            env.step(actions, arrays)  # type: ignore[arg-type]
    env.observe(arrays)
    assert (arrays.mask == before).all()


def test_a_closed_environment_is_refused(kuhn: fuda.Game) -> None:
    env = fuda.vec(kuhn, 2)
    arrays = env.arrays()
    env.close()
    with pytest.raises(fuda.FudaError, match="closed"):
        env.reset(arrays)


def test_impossible_environments_are_refused() -> None:
    for options in [{"n": 0}, {"n": 2, "threads": 0}, {"n": 2, "reward": "money"}]:
        with pytest.raises(fuda.FudaError):
            fuda.vec("kuhn-poker", **options)  # type: ignore[arg-type]
    with pytest.raises(fuda.FudaError, match="nobody ever chooses"):
        fuda.vec("war", 2)
    with pytest.raises(fuda.FudaError, match="dense"):
        fuda.vec("kuhn-poker", 2, observations="thick")


@pytest.mark.parametrize("name", DECIDED)
def test_an_index_tells_nothing_hidden(name: str) -> None:
    """Where a seat could just as well be in another position, it has the same actions there."""
    game = fuda.load(name)
    position = game.new(3)
    for step in range(25):
        if position.seat is None:
            break
        actions = position.actions()
        assert len(set(actions)) == position.count
        for seed in range(2):
            assert position.redeal(position.seat, seed).actions() == actions
        position.play(step % position.count)


def test_an_environment_in_two_threads_raises_or_works_but_never_aborts() -> None:
    import threading

    env = fuda.vec("crazy-eights", 512, actions="choices")
    shared: list[BaseException] = []

    def work() -> None:
        arrays = env.arrays()
        for _ in range(60):
            try:
                env.step(np.zeros(512, np.int64), arrays)
            except fuda.FudaError as error:
                shared.append(error)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all("another thread" in str(error) for error in shared)
    arrays = env.arrays()
    env.observe(arrays)
    assert (arrays.count > 0).all()
