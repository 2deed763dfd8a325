"""Work on the machines of a cluster: tasks as plain data, workers that hold a game ready, and a pool of them."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Mapping, Sequence

import ray
from ray import exceptions

from . import _native
from ._native import Game, __version__
from .errors import FudaError
from .pickled import game as restored

_FILES = ("net:", "cfr:")
"""Players that name a file begin so."""

_LOST = (exceptions.RayActorError, exceptions.ObjectLostError, exceptions.WorkerCrashedError)
"""A worker, its node or its result is gone."""

_COUNTED = 2.0
"""Seconds between two looks at the size of the cluster."""


@dataclass(frozen=True)
class Task:
    """Work of one kind, as plain data: a part of it is a function of this and of the part alone."""

    work: str
    version: str
    spec: dict[str, Any]
    fingerprint: str
    players: tuple[str, ...] = ()
    files: dict[str, str] = field(default_factory=dict)
    """The hash of every file that players name."""
    settings: dict[str, Any] = field(default_factory=dict)

    def head(self) -> str:
        """Everything that the results depend on."""
        return json.dumps(
            [self.version, self.fingerprint, self.players, self.files, self.settings], sort_keys=True
        )


def task_of(
    work: str, version: str, game: Game, players: Sequence[Any], settings: dict[str, Any]
) -> Task:
    """The task of a game with players, which are names."""
    for player in players:
        if not isinstance(player, str):
            raise FudaError(
                f"{player!r} is an object of this program", "name players for work on other machines"
            )
    files = _files(players)
    return Task(work, version, game.spec, game.fingerprint, tuple(players), files, settings)


def _files(players: Sequence[str]) -> dict[str, str]:
    """The files that players name, each with the hash of its contents."""
    found = {}
    for player in players:
        for word in _FILES:
            if player.startswith(word):
                file = player[len(word) :].split(",")[0]
                if file and os.path.exists(file):
                    found[file] = hashlib.sha256(Path(file).read_bytes()).hexdigest()
    return found


def _game(task: Task) -> Game:
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


Work = Callable[..., Any]
"""Does a part of a task."""


def _series(task: Task, players: list[str]) -> _native.Sim:
    settings = task.settings
    game = _game(task)
    return _native.Sim(game, players, settings["games"], settings["seed"], settings["limit"])


def _sim(task: Task, players: list[str]) -> Work:
    series = _series(task, players)
    return lambda first, end: series.play(first, end, 1)[0]


def _records(task: Task, players: list[str]) -> Work:
    series = _series(task, players)

    def play(first: int, end: int) -> str:
        records = series.play(first, end, 1, None, True)[1]
        return json.dumps([record.hex() for record in records])

    return play


def _arena(task: Task, players: list[str]) -> Work:
    settings = task.settings
    game = _game(task)
    contest = _native.Arena(game, players, settings["decks"], settings["seed"], settings["limit"])
    return lambda first, end: contest.play(first, end, 1)


def _judge(task: Task, players: list[str]) -> Work:
    game = _game(task)
    (player,) = players
    return lambda trials: _native.judge(game, task.settings["subject"], player, trials)


def _solve(task: Task, players: list[str]) -> Work:
    game = _game(task)
    return lambda: _native.solve(game, **task.settings)


def _train(task: Task, players: list[str]) -> Work:
    worker = _native.TrainingWorker(_game(task), task.settings["run"])
    return lambda errand, share: worker.play(errand, share)


_WORK: dict[str, Callable[[Task, list[str]], Work]] = {
    "sim": _sim,
    "records": _records,
    "arena": _arena,
    "judge": _judge,
    "solve": _solve,
    "train": _train,
}


class Worker:
    """An actor that holds a game ready to be played, with the networks of its players, and does parts of a task."""

    def __init__(self, task: Task, *files: tuple[str, bytes]) -> None:
        self._task = task
        self._files = dict(files)
        self._work: Work | None = None

    def ready(self) -> None:
        """Makes everything that parts need."""
        self._work = _WORK[self._task.work](self._task, _local(self._task, self._files))

    def do(self, *part: Any) -> Any:
        """Does a part."""
        assert self._work is not None
        return self._work(*part)


class Pool:
    """Workers of one task: as many as the cluster has cores, more when it grows.

    A part whose worker or node is lost goes to another worker. A part counts when its result is here, so nothing is
    counted twice.
    """

    def __init__(self, task: Task) -> None:
        self._actor: Any = ray.remote(num_cpus=1, max_restarts=0)(Worker)
        contents = [(digest, Path(file).read_bytes()) for file, digest in task.files.items()]
        self._given = [ray.put(task), *map(ray.put, contents)]
        self._starting: dict[Any, Any] = {}
        self._idle: list[Any] = []
        self._busy: dict[Any, tuple[Any, int]] = {}
        self._counted = 0.0
        self._cores = 1

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        for actor in [*self._starting.values(), *self._idle, *(actor for actor, _ in self._busy.values())]:
            ray.kill(actor)
        self._starting, self._idle, self._busy = {}, [], {}

    def do(self, parts: Sequence[Sequence[Any]], found: Callable[[int, Any], None]) -> None:
        """Does all parts, wherever there is room, and hands over each result with its number when it comes."""
        waiting = deque(range(len(parts)))
        missing = len(parts)
        while missing:
            self._grow(missing)
            while waiting and self._idle:
                actor, number = self._idle.pop(), waiting.popleft()
                self._busy[actor.do.remote(*parts[number])] = (actor, number)
            ready, _ = ray.wait([*self._starting, *self._busy], num_returns=1, timeout=0.5)
            for one in ready:
                if one in self._starting:
                    self._start(one)
                    continue
                actor, number = self._busy.pop(one)
                try:
                    result = ray.get(one)
                except _LOST:
                    self._lose(actor)
                    waiting.appendleft(number)
                    continue
                self._idle.append(actor)
                missing -= 1
                found(number, result)

    def results(self, parts: Sequence[Sequence[Any]]) -> list[Any]:
        """The results of all parts, in their order."""
        found: dict[int, Any] = {}
        self.do(parts, found.__setitem__)
        return [found[number] for number in range(len(parts))]

    def _grow(self, wanted: int) -> None:
        now = time.monotonic()
        if now - self._counted > _COUNTED:
            self._counted = now
            self._cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
        have = len(self._starting) + len(self._idle) + len(self._busy)
        for _ in range(min(wanted, self._cores) - have):
            actor = self._actor.remote(*self._given)
            self._starting[actor.ready.remote()] = actor

    def _start(self, one: Any) -> None:
        """A worker has begun, or could not."""
        actor = self._starting.pop(one)
        try:
            ray.get(one)
        except _LOST:
            self._lose(actor)
        else:
            self._idle.append(actor)

    def _lose(self, actor: Any) -> None:
        """A worker that may only be out of reach must not go on; the cluster is counted anew."""
        ray.kill(actor)
        self._counted = 0.0


class Kept:
    """The parts that are done, in a file if one was named: work that was stopped goes on from there."""

    def __init__(self, path: str | os.PathLike[str] | None, task: Task) -> None:
        self.path = None if path is None else Path(path)
        self.done: dict[str, str] = {}
        if self.path is None:
            return
        head = task.head()
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
        """Keeps a part."""
        self.done[key] = part
        if self.path is not None:
            with self.path.open("a") as file:
                file.write(json.dumps([key, part]) + "\n")
