"""fuda on more than one machine, with Ray; needs `fuda[ray]`.

Work is plain data: how the game was loaded with its fingerprint, settings, a range of numbers of games, and networks by
their hash in the object store. A part is a function of that data alone, so that a part whose worker or node is lost is
done again elsewhere, parts are merged in their order, and the result is that of one machine, bit for bit.

    python -m fuda.ray sim crazy-eights --games 1000000 --address auto
"""

from __future__ import annotations

import hashlib
import io
import json
import logging
import os
import tarfile
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Mapping, Sequence

import ray

from . import _native
from ._native import Game, __version__
from .errors import FudaError
from .pickled import game as restored
from .results import ArenaResult, EvolveResult, SimResult, SolveResult, TrainResult
from .running import Players, Progress, _setting, evolution, listed, loaded, several, told

_NETWORK = "net:"
_STRATEGY = "cfr:"


@dataclass(frozen=True)
class Task:
    """A part of the work, as plain data."""

    version: str
    spec: dict[str, Any]
    fingerprint: str
    players: tuple[str, ...] = ()
    files: dict[str, str] = field(default_factory=dict)
    """The hash of every file that players name."""
    settings: dict[str, Any] = field(default_factory=dict)


def _check_version(task: Task) -> Game:
    """The game of a task; another version of fuda or of the game is refused."""
    if task.version != __version__:
        raise FudaError(
            f"this machine has fuda {__version__}, and the work is of {task.version}",
            "install the same version on every machine",
        )
    return restored(task.spec, task.fingerprint)


def _local(task: Task, contents: Mapping[str, bytes]) -> list[str]:
    """The players of a task, with the files that they name written where this machine can read them."""
    folder = Path(tempfile.gettempdir()) / "fuda-files"
    folder.mkdir(exist_ok=True)
    names = []
    for player in task.players:
        for file, digest in task.files.items():
            if file and file in player:
                path = folder / digest
                if not path.exists():
                    written = path.with_suffix(f".{os.getpid()}")
                    written.write_bytes(contents[digest])
                    written.replace(path)
                player = player.replace(file, str(path))
        names.append(player)
    return names


def _series(task: Task, files: tuple[tuple[str, bytes], ...]) -> _native.Sim:
    """The series of games that a task is about."""
    settings = task.settings
    return _native.Sim(
        _check_version(task),
        _local(task, dict(files)),
        settings["games"],
        settings["seed"],
        settings["limit"],
    )


def _sim_part(task: Task, first: int, end: int, *files: tuple[str, bytes]) -> str:
    return _series(task, files).play(first, end, 1)[0]


def _arena_part(task: Task, first: int, end: int, *files: tuple[str, bytes]) -> str:
    game = _check_version(task)
    settings = task.settings
    players = _local(task, dict(files))
    contest = _native.Arena(game, players, settings["decks"], settings["seed"], settings["limit"])
    return contest.play(first, end, 1)


def _records_part(task: Task, first: int, end: int, *files: tuple[str, bytes]) -> str:
    records = _series(task, files).play(first, end, 1, None, True)[1]
    return json.dumps([record.hex() for record in records])


def _judge_task(task: Task, trials: str, *files: tuple[str, bytes]) -> str:
    """The verdicts on some decks of a run."""
    (player,) = _local(task, dict(files))
    return _native.judge(_check_version(task), task.settings["subject"], player, trials)


def _solve_task(task: Task) -> dict[str, Any]:
    return _native.solve(_check_version(task), **task.settings)


def _train_task(task: Task, state: bytes | None, steps: int) -> tuple[bytes, bool, float]:
    """Some iterations of a run: its folder before them, and after them."""
    game = _check_version(task)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "run"
        if state is not None:
            _unpack(state, folder)
        settings = task.settings
        run = _native.Training(
            game,
            str(folder),
            settings["games"],
            None,
            settings["given"],
            None,
            state is not None,
            settings["threads"],
        )
        for _ in range(steps):
            if run.is_over:
                break
            run.step()
        run.save()
        over, progress = run.is_over, run.progress
        del run
        return _pack(folder), over, progress


def _pack(folder: Path) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        archive.add(folder, arcname=".")
    return packed.getvalue()


def _unpack(state: bytes, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(fileobj=io.BytesIO(state)) as archive:
        for member in archive.getmembers():
            if member.isfile() and not member.name.endswith(".lock"):
                target = folder / member.name
                target.parent.mkdir(parents=True, exist_ok=True)
                content = archive.extractfile(member)
                assert content is not None
                target.write_bytes(content.read())


def _remote(function: Callable[..., Any]) -> Any:
    """A function as a task of Ray: done again, as often as it takes, where its worker or node is lost."""
    return ray.remote(num_cpus=1, max_retries=-1)(function)


def connect(address: str | None) -> None:
    """Connects to a cluster, or starts one on this machine, unless that was done."""
    if not ray.is_initialized():
        ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False)


def _files(players: Sequence[str]) -> dict[str, str]:
    """The files that players name, each with the hash of its contents."""
    found = {}
    for player in players:
        for word in (_NETWORK, _STRATEGY):
            if player.startswith(word):
                file = player[len(word) :].split(",")[0]
                if file and os.path.exists(file):
                    found[file] = hashlib.sha256(Path(file).read_bytes()).hexdigest()
    return found


def _task(game: Game, players: Sequence[Any], settings: dict[str, Any]) -> Task:
    for player in players:
        if not isinstance(player, str):
            raise FudaError(
                f"{player!r} is an object of this program", "name players for work on other machines"
            )
    return Task(
        __version__, game.spec, game.fingerprint, tuple(players), _files(players), settings
    )


class _Kept:
    """The parts that are done, in a file if one was named: work that was stopped goes on from there."""

    def __init__(self, path: str | os.PathLike[str] | None, task: Task) -> None:
        self.path = None if path is None else Path(path)
        self.done: dict[str, str] = {}
        head = json.dumps(
            [task.version, task.fingerprint, task.players, task.files, task.settings], sort_keys=True
        )
        if self.path is None:
            return
        lines = self.path.read_text().splitlines() if self.path.exists() else []
        if lines and lines[0] != head:
            raise FudaError(
                f"`{self.path}` is of other work", "name another file, or remove it"
            )
        for line in lines[1:]:
            try:
                key, part = json.loads(line)
            except ValueError:
                # The line that was being written when the program was killed.
                continue
            self.done[key] = part
        if not lines:
            self.path.write_text(head + "\n")

    def add(self, key: str, part: str) -> None:
        self.done[key] = part
        if self.path is not None:
            with self.path.open("a") as file:
                file.write(json.dumps([key, part]) + "\n")


def _ranges(games: int, part: int) -> list[tuple[int, int]]:
    return [(first, min(first + part, games)) for first in range(0, games, part)]


def _run(
    function: Callable[..., str],
    task: Task,
    games: int,
    part: int,
    state: str | os.PathLike[str] | None,
    progress: Progress,
) -> list[str]:
    """Does all parts, wherever there is room, and gives them in their order."""
    if part < 1:
        raise FudaError(f"a part cannot have {part} games", "`part` is 1 or more")
    kept = _Kept(state, task)
    send = _sender(function, task)
    ranges = _ranges(games, part)
    waiting = {}
    for first, end in ranges:
        if f"{first}-{end}" not in kept.done:
            waiting[send(first, end)] = (first, end)
    done = games - sum(end - first for first, end in waiting.values())
    with told(progress, games, "games") as tell:

        def keep(which: tuple[int, int], part: str) -> None:
            nonlocal done
            first, end = which
            kept.add(f"{first}-{end}", part)
            done += end - first
            if tell is not None:
                tell(done)

        _await_all(waiting, keep)
    return [kept.done[f"{first}-{end}"] for first, end in ranges]


def _sender(function: Callable[..., Any], task: Task) -> Callable[..., Any]:
    """Sends parts of a task to the cluster; the task and the files that its players name go there once."""
    remote = _remote(function)
    wanted = ray.put(task)
    contents = [
        ray.put((digest, Path(file).read_bytes())) for file, digest in task.files.items()
    ]
    return lambda *part: remote.remote(wanted, *part, *contents)


def _await_all(waiting: dict[Any, Any], found: Callable[[Any, Any], None]) -> None:
    """Hands over each result when it comes; cancels what is open if somebody stops it."""
    try:
        while waiting:
            ready, _ = ray.wait(list(waiting), num_returns=1, timeout=0.5)
            for one in ready:
                found(waiting.pop(one), ray.get(one))
    except BaseException:
        for pending in waiting:
            ray.cancel(pending, force=True)
        raise


def _results(waiting: Sequence[Any]) -> list[Any]:
    """All results, in their order."""
    found: dict[int, Any] = {}
    _await_all({one: number for number, one in enumerate(waiting)}, found.__setitem__)
    return [found[number] for number in range(len(waiting))]


def _played(
    function: Callable[..., str],
    count: Callable[[Any], int],
    task: Task,
    part: int,
    state: str | os.PathLike[str] | None,
    progress: Progress,
) -> tuple[list[str], float]:
    """The parts of a series or contest that count, and the seconds that they took."""
    games = task.settings["games"]
    started = time.perf_counter()
    parts = _run(function, task, games, part, state, progress)
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
    task = _task(made, named, {"games": games, "seed": seed, "limit": limit})
    parts = _played(_sim_part, lambda tally: int(tally["games"]), task, part, state, progress)
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
    task = _task(made, named, {"games": games, "decks": meeting, "seed": seed, "limit": limit})
    parts = _played(_arena_part, len, task, part, state, progress)
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
    task = _task(made, [player], {"games": games, "seed": seed, "limit": limit})
    parts = _run(_records_part, task, games, part, state, progress)
    return [bytes.fromhex(record) for text in parts for record in json.loads(text)]


def solve(game: Game | str, address: str | None = None, **settings: Any) -> SolveResult:
    """As `fuda.solve`, on one machine of a cluster."""
    connect(address)
    task = _task(loaded(game), [], settings)
    (found,) = _results([_remote(_solve_task).remote(task)])
    return SolveResult(found)


def train(
    game: Game | str,
    out: str | os.PathLike[str],
    games: int = 20_000,
    settings: Mapping[str, Any] | None = None,
    threads: int = 1,
    steps: int = 4,
    address: str | None = None,
    progress: Progress = None,
) -> TrainResult:
    """As `fuda.train`, on machines of a cluster: some iterations at a time, wherever there is room.

    The state of the run travels with the work, and is kept in `out` after every `steps` iterations. A machine that is
    lost costs these; a run that was stopped goes on from there.
    """
    connect(address)
    made = loaded(game)
    given = [(name, _setting(value)) for name, value in (settings or {}).items()]
    task = _task(made, [], {"games": games, "given": given, "threads": threads})
    folder = Path(out)
    state = _pack(folder) if (folder / "run.json").exists() or any(folder.glob("*.safetensors")) else None
    remote = _remote(_train_task)
    over = False
    with told(progress, 1000, "of a thousand") as tell:
        while not over:
            ((state, over, share),) = _results([remote.remote(task, state, steps)])
            assert state is not None
            _unpack(state, folder)
            if tell is not None:
                tell(int(share * 1000))
    run = _native.Training(made, os.fspath(folder), games, None, given, None, True, threads)
    return TrainResult(os.fspath(folder), run.metrics(), False)


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
    task = _task(made, [run.player], {"subject": run.subject})
    send = _sender(_judge_task, task)
    with told(progress, run.generations[1], "generations") as tell:
        while not run.is_over:
            run.step_elsewhere(lambda trials: _results([send(one) for one in trials]), part)
            if tell is not None:
                tell(run.generations[0])
    run.finish()
    return EvolveResult(os.fspath(out), run.result())


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
        return train(game, given.out, given.games, chosen, address=given.address)
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
