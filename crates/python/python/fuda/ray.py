"""fuda on more than one machine, with Ray; needs `fuda[ray]`.

Work is plain data: how the game was loaded with its fingerprint, settings, a range of numbers of games, and networks by
their hash in the object store. Workers are actors that hold the compiled game. A part is a function of that data alone, so
that a part whose worker or node is lost is done again elsewhere, parts are merged in their order, and the result is that
of one machine, bit for bit.

    python -m fuda.ray sim crazy-eights --games 1000000 --address auto
"""

from __future__ import annotations

import json
import logging
import os
import time
from typing import Any, Callable, Mapping, Sequence

import ray

from . import _native
from ._cluster import Kept, Pool, Task, task_of
from ._native import Game, __version__
from .errors import FudaError
from .results import ArenaResult, EvolveResult, SimResult, SolveResult, TrainResult
from .running import Players, Progress, bred, evolution, learned, listed, loaded, several, told, training


def connect(address: str | None) -> None:
    """Connects to a cluster, or starts one on this machine, unless that was done."""
    if not ray.is_initialized():
        ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False)


def _task(work: str, game: Game, players: Sequence[Any], settings: dict[str, Any]) -> Task:
    return task_of(work, __version__, game, players, settings)


def _ranges(games: int, part: int) -> list[tuple[int, int]]:
    return [(first, min(first + part, games)) for first in range(0, games, part)]


def _run(
    task: Task,
    games: int,
    part: int,
    state: str | os.PathLike[str] | None,
    progress: Progress,
) -> list[str]:
    """Does all parts, wherever there is room, and gives them in their order."""
    if part < 1:
        raise FudaError(f"a part cannot have {part} games", "`part` is 1 or more")
    kept = Kept(state, task)
    ranges = _ranges(games, part)
    missing = [(first, end) for first, end in ranges if f"{first}-{end}" not in kept.done]
    done = games - sum(end - first for first, end in missing)
    with told(progress, games, "games") as tell, Pool(task) as pool:

        def keep(number: int, part: str) -> None:
            nonlocal done
            first, end = missing[number]
            kept.add(f"{first}-{end}", part)
            done += end - first
            if tell is not None:
                tell(done)

        pool.do(missing, keep)
    return [kept.done[f"{first}-{end}"] for first, end in ranges]


def _played(
    count: Callable[[Any], int],
    task: Task,
    part: int,
    state: str | os.PathLike[str] | None,
    progress: Progress,
) -> tuple[list[str], float]:
    """The parts of a series or contest that count, and the seconds that they took."""
    games = task.settings["games"]
    started = time.perf_counter()
    parts = _run(task, games, part, state, progress)
    counted = _until_stopped(parts, _ranges(games, part), lambda text: count(json.loads(text)))
    return counted, time.perf_counter() - started


def _until_stopped(parts: list[str], ranges: list[tuple[int, int]], played: Callable[[str], int]) -> list[str]:
    """The parts up to the one in which a game was stopped: what comes after it does not count."""
    counted = []
    for part, (first, end) in zip(parts, ranges):
        counted.append(part)
        if played(part) < end - first:
            break
    return counted


def sim(
    game: Game | str,
    games: int = 1000,
    players: Players = "random",
    seed: int | None = None,
    limit: int = 100_000,
    part: int = 1000,
    state: str | os.PathLike[str] | None = None,
    address: str | None = None,
    progress: Progress = None,
) -> SimResult:
    """As `fuda.sim`, on the machines of a cluster; `part` games are played at a time, `state` keeps what is done."""
    connect(address)
    made = loaded(game)
    named = listed(players)
    task = _task("sim", made, named, {"games": games, "seed": seed, "limit": limit})
    parts = _played(lambda tally: int(tally["games"]), task, part, state, progress)
    return SimResult(_native.Sim(made, named, games, seed, limit).summary(*parts))


def arena(
    game: Game | str,
    players: Players,
    games: int = 1000,
    decks: Sequence[str] | str = (),
    seed: int | None = None,
    limit: int = 100_000,
    part: int = 64,
    state: str | os.PathLike[str] | None = None,
    address: str | None = None,
    progress: Progress = None,
) -> ArenaResult:
    """As `fuda.arena`, on the machines of a cluster."""
    connect(address)
    made = loaded(game)
    named = listed(players)
    meeting = several(decks)
    settings = {"games": games, "decks": meeting, "seed": seed, "limit": limit}
    task = _task("arena", made, named, settings)
    parts = _played(len, task, part, state, progress)
    return ArenaResult(_native.Arena(made, named, meeting, seed, limit).summary(*parts))


def selfplay(
    game: Game | str,
    player: str,
    games: int = 1000,
    seed: int | None = None,
    limit: int = 100_000,
    part: int = 64,
    state: str | os.PathLike[str] | None = None,
    address: str | None = None,
    progress: Progress = None,
) -> list[bytes]:
    """Records of games that a player, such as `net:FILE,draw=yes`, plays against itself, in their order."""
    connect(address)
    made = loaded(game)
    task = _task("records", made, [player], {"games": games, "seed": seed, "limit": limit})
    parts = _run(task, games, part, state, progress)
    return [bytes.fromhex(record) for text in parts for record in json.loads(text)]


def solve(game: Game | str, address: str | None = None, **settings: Any) -> SolveResult:
    """As `fuda.solve`, on one machine of a cluster."""
    connect(address)
    with Pool(_task("solve", loaded(game), [], settings)) as pool:
        (found,) = pool.results([()])
    return SolveResult(found)


def train(
    game: Game | str,
    out: str | os.PathLike[str],
    games: int | None = 20_000,
    settings: Mapping[str, Any] | None = None,
    resume: bool = False,
    threads: int | None = None,
    address: str | None = None,
    progress: Progress = None,
) -> TrainResult:
    """As `fuda.train`, on the machines of a cluster: games are played there, and the network learns here.

    Every iteration's games are dealt out in shares, each a function of the network and of its number alone; the network is
    that of `fuda.train` with the same settings, bit for bit. The run is kept in `out`, and `resume=True` goes on with it,
    here or with `fuda.train`. `threads` are those of this machine.
    """
    connect(address)
    made = loaded(game)
    run = training(made, out, games, None, settings, None, resume, threads)
    with Pool(_task("train", made, [], {"run": run.settings})) as pool:

        def step() -> None:
            errand, shares = run.errand()
            sent = ray.put(errand)
            run.step_with(pool.results([(sent, share) for share in range(shares)]))

        return learned(run, out, step, progress)


def evolve(
    game: Game | str,
    out: str | os.PathLike[str],
    player: str = "greedy:30",
    decks: Sequence[str] | str = (),
    start: Sequence[str] | str = ("random", "decks"),
    seed: int = 1,
    settings: Mapping[str, Any] | None = None,
    resume: bool = False,
    part: int = 32,
    address: str | None = None,
    progress: Progress = None,
) -> EvolveResult:
    """As `fuda.evolve`, on the machines of a cluster: decks are bred here, and tried there, `part` deals at a time.

    The run is kept in `out` after every step. Games are not written down one by one.
    """
    connect(address)
    made = loaded(game)
    given = {**(settings or {}), "logs": "none"}
    run = evolution(made, out, player, decks, start, seed, given, resume)
    task = _task("judge", made, [run.player], {"subject": run.subject})
    with Pool(task) as pool:

        def step() -> None:
            run.step_elsewhere(lambda trials: pool.results([(one,) for one in trials]), part)

        return bred(run, out, step, run.finish, progress)


def main(arguments: Sequence[str] | None = None) -> None:
    """`python -m fuda.ray sim|arena|train|evolve|solve GAME …`: prints the result as JSON."""
    import argparse

    parser = argparse.ArgumentParser(prog="python -m fuda.ray", description=__doc__)
    parser.add_argument("work", choices=["sim", "arena", "train", "evolve", "solve"])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--players", default="random")
    parser.add_argument("--decks", default="", help="names with commas; `all` for all of the game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--param", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--part", type=int, help="games or deals that are played at a time")
    parser.add_argument("--state", help="keeps what is done in this file, and goes on from there")
    parser.add_argument("--out", help="the folder of a run of `train` or `evolve`")
    parser.add_argument("--resume", action="store_true", help="goes on with the run in that folder")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a setting of `train` or `evolve`; may be given several times",
    )
    parser.add_argument("--iterations", type=int)
    parser.add_argument("--method", default="cfr+")
    parser.add_argument("--address", help="`auto` for the cluster that this machine belongs to")
    given = parser.parse_args(arguments)
    from .loading import load

    decks = [deck for deck in given.decks.split(",") if deck]
    params = dict(pair.split("=", 1) for pair in given.param)
    meets = given.work in ("arena", "evolve")
    game = load(given.game, seats=given.seats, decks=[] if meets else decks, params=params)
    result = _asked(given, game, decks)
    print(json.dumps(result.data))


def _asked(given: Any, game: Game, decks: list[str]) -> Any:
    """The result of the work that a command asks for."""
    chosen = dict(pair.split("=", 1) for pair in given.set)
    part = {} if given.part is None else {"part": given.part}
    spread = {**part, "state": given.state, "address": given.address}
    if given.work == "sim":
        return sim(game, given.games, given.players, given.seed, **spread)
    if given.work == "arena":
        return arena(game, given.players, given.games, decks, given.seed, **spread)
    if given.work in ("train", "evolve") and not given.out:
        raise SystemExit(f"`{given.work}` needs `--out DIR`")
    if given.work == "train":
        return train(game, given.out, given.games, chosen, given.resume, address=given.address)
    if given.work == "evolve":
        return evolve(
            game,
            given.out,
            given.players,
            decks,
            seed=given.seed or 1,
            settings={name: _plain(value) for name, value in chosen.items()},
            resume=given.resume,
            address=given.address,
            **part,
        )
    return solve(
        game, given.address, method=given.method, iterations=given.iterations, seed=given.seed or 1
    )


def _plain(text: str) -> Any:
    """A number, or the text."""
    try:
        return json.loads(text)
    except ValueError:
        return text


if __name__ == "__main__":
    main()
