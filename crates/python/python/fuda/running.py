"""Many games, contests, solutions and training: what the program `fuda` does, as functions."""

from __future__ import annotations

import json
import os
import sys
import time
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Mapping, Sequence, Union

from . import _native
from ._native import Game
from .loading import _text, load
from .player import Player
from .records import Record
from .results import (
    ArenaResult,
    BalanceResult,
    EvolveResult,
    MetaResult,
    OddsResult,
    SimResult,
    SolveResult,
    TrainResult,
)

Progress = Union[bool, Callable[[int, int], None], None]
Players = Union[str, Player, type, Sequence[Union[str, Player, type]]]


@contextmanager
def told(progress: Progress, total: int, unit: str) -> Iterator[Callable[[int], None] | None]:
    """A function that is told how much is done: a bar where somebody looks, or the caller's own."""
    if callable(progress):
        call = progress
        yield lambda done: call(done, total)
        return
    shows = sys.stderr.isatty() or "ipykernel" in sys.modules if progress is None else progress
    if not shows:
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        with _plain_bar(total, unit) as tell:
            yield tell
        return
    with tqdm(total=total, unit=f" {unit}", leave=False) as bar:

        def update(done: int) -> None:
            bar.update(done - bar.n)

        yield update


@contextmanager
def _plain_bar(total: int, unit: str) -> Iterator[Callable[[int], None]]:
    """A line on standard error, where there is no tqdm."""
    shown = False

    def tell(done: int) -> None:
        nonlocal shown
        shown = True
        print(f"\r{done:,} of {total:,} {unit}", end="", file=sys.stderr, flush=True)

    try:
        yield tell
    finally:
        if shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def loaded(game: Game | str) -> Game:
    """A game, loaded if it is a name, a path or a text."""
    return game if isinstance(game, Game) else load(game)


def several(decks: Sequence[str] | str) -> list[str]:
    """Decks one by one: names of deck lists, or files."""
    return [decks] if isinstance(decks, str) else [os.fspath(deck) for deck in decks]


def listed(players: Players) -> list[Any]:
    """Players one by one; a text may name several, separated by commas."""
    if isinstance(players, str):
        return _native.player_names(players)
    if isinstance(players, Sequence):
        return list(players)
    return [players]


def sim(
    game: Game | str,
    games: int = 1000,
    players: Players = "random",
    seed: int | None = None,
    threads: int | None = None,
    limit: int = 100_000,
    records: bool = False,
    progress: Progress = None,
) -> SimResult:
    """Plays many games, and counts wins, scores and decisions.

    The same game, seed, players and number of games give the same result and the same checksum, on every machine and
    with any number of threads; the program `fuda sim` gives it too.

    >>> import fuda
    >>> result = fuda.sim("kuhn-poker", games=1000, seed=1)
    >>> result.games, result.wins[0] + result.wins[1]
    (1000, 1000)
    """
    made = loaded(game)
    series = _native.Sim(made, listed(players), games, seed, limit)
    started = time.perf_counter()
    with told(progress, games, "games") as tell:
        part, kept = series.play(0, games, threads, tell, records)
    seconds = time.perf_counter() - started
    result = SimResult(series.summary([part], seconds))
    result.records = [Record.of_bytes(made, record) for record in kept]
    return result


def arena(
    game: Game | str,
    players: Players,
    games: int = 1000,
    decks: Sequence[str] | str = (),
    seed: int | None = None,
    threads: int | None = None,
    limit: int = 100_000,
    progress: Progress = None,
) -> ArenaResult:
    """Lets players or decks compete: win rates, Elo and scores, with how sure they are.

    >>> import fuda
    >>> result = fuda.arena("leduc-poker", "greedy:20,random", games=40, seed=1)
    >>> [entry["name"] for entry in result.players]
    ['greedy:20', 'random']
    """
    contest = _native.Arena(loaded(game), listed(players), several(decks), seed, limit)
    started = time.perf_counter()
    with told(progress, games, "games") as tell:
        part = contest.play(0, games, threads, tell)
    return ArenaResult(contest.summary([part], time.perf_counter() - started))


def solve(
    game: Game | str,
    method: str = "cfr+",
    iterations: int | None = None,
    payoff: str = "scores",
    nodes: int = 20_000_000,
    seed: int = 1,
    save: str | os.PathLike[str] | None = None,
    exploit: str | None = None,
    progress: Progress = None,
) -> SolveResult:
    """Works out how to play a small game: by `cfr+`, `cfr`, `mccfr` or `exact`; or how far a player can be exploited.

    >>> import fuda
    >>> round(fuda.solve("kuhn-poker", iterations=2000).values[0], 3)
    -0.056
    """
    usual = 100_000 if method == "mccfr" else 1_000
    file = None if save is None else os.fspath(save)
    with told(progress, iterations or usual, "iterations") as tell:
        found = _native.solve(
            loaded(game), method, iterations, payoff, nodes, seed, file, exploit, tell
        )
    return SolveResult(found)


def odds(game: Game | str, expression: str, hand: int = 5, most: int = 5_000_000) -> OddsResult:
    """Counts exactly how often an opening hand is as wanted.

    >>> import fuda
    >>> odds = fuda.odds("crazy-eights", "count(hand where card.rank == 8) >= 1")
    >>> odds.fraction.numerator, round(odds.share, 4)
    (18472, 0.3412)
    """
    return OddsResult(_native.odds(loaded(game), expression, hand, most))


def meta(
    game: Game | str,
    player: str = "greedy:30",
    games: int = 2000,
    decks: Sequence[str] | str = (),
    seed: int = 1,
    uniform: bool = False,
    threads: int | None = None,
    progress: Progress = None,
) -> MetaResult:
    """Weighs the decks of a trading-card game: who beats whom, the stable mix, cycles; all decks if none is named.

    >>> import fuda
    >>> field = fuda.meta("duel-masters", "random", games=60, decks=["rush", "dragons"], seed=1)
    >>> sorted(deck["name"] for deck in field.decks)
    ['dragons', 'rush']
    """
    named = several(decks)
    with told(progress, games, "games") as tell:
        found = _native.meta(loaded(game), player, games, named, seed, uniform, threads, tell)
    return MetaResult(found)


def balance(
    game: Game | str,
    player: str = "greedy:30",
    games: int = 1000,
    decks: Sequence[str] | str = (),
    change: Sequence[str] | str = (),
    params: Mapping[str, Any] | None = None,
    ban: Sequence[str] | str = (),
    together: bool = False,
    target: str | None = None,
    match: Sequence[str] = (),
    tolerance: float = 2.0,
    swap_deals: int = 4,
    coverage_games: int = 20,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress = None,
) -> BalanceResult:
    """Measures the balance of seats, decks and cards, and what a change would do.

    `change=["card.cost=4"]`, `params={"hand_size": "5..9"}` and `ban=["card"]` are compared with the game as it is, in the
    same deals; `target="50%"` looks for the smallest edit that makes a `match` of two decks even, or the seats of a game
    without decks.

    >>> import fuda
    >>> result = fuda.balance("crazy-eights", "random", games=40, params={"hand_size": 7}, seed=1)
    >>> len(result.seats), len(result.comparisons)
    (2, 1)
    """
    parameters = [(name, _text(value)) for name, value in (params or {}).items()]
    with told(progress, games, "games") as tell:
        found = _native.balance(
            loaded(game),
            player,
            games,
            several(decks),
            several(change),
            parameters,
            several(ban),
            together,
            target,
            list(match),
            tolerance,
            swap_deals,
            coverage_games,
            seed,
            threads,
            tell,
        )
    return BalanceResult(found)


def evolution(
    game: Game,
    out: str | os.PathLike[str],
    player: str,
    decks: Sequence[str] | str,
    start: Sequence[str] | str,
    seed: int,
    settings: Mapping[str, Any] | None,
    resume: bool,
) -> _native.Evolution:
    """A run that breeds decks: begun in its folder, or resumed from there."""
    folder = os.fspath(out)
    if resume:
        return _native.Evolution.resume(game, folder)
    given = json.dumps(dict(settings or {}))
    return _native.Evolution(game, folder, player, several(decks), several(start), seed, given)


def evolve(
    game: Game | str,
    out: str | os.PathLike[str],
    player: str = "greedy:30",
    decks: Sequence[str] | str = (),
    start: Sequence[str] | str = ("random", "decks"),
    seed: int = 1,
    settings: Mapping[str, Any] | None = None,
    resume: bool = False,
    threads: int | None = None,
    progress: Progress = None,
) -> EvolveResult:
    """Breeds decks, generation by generation; `out` is the folder of the run.

    `settings` are those of `fuda evolve`, such as `{"rounds": 2, "generations": 8, "matchmaking": "league"}`. The same seed
    gives the same run with any number of threads. Ctrl-C keeps what was bred, and `resume=True` goes on with it.
    """
    run = evolution(loaded(game), out, player, decks, start, seed, settings, resume)
    return bred(run, out, lambda: run.step(threads), lambda: run.finish(threads), progress)


def bred(
    run: _native.Evolution,
    out: str | os.PathLike[str],
    step: Callable[[], None],
    finish: Callable[[], None],
    progress: Progress,
) -> EvolveResult:
    """Breeds step by step to the end, or until Ctrl-C."""
    stopped = False
    with told(progress, run.generations[1], "generations") as tell:
        try:
            while not run.is_over:
                step()
                if tell is not None:
                    tell(run.generations[0])
            finish()
        except KeyboardInterrupt:
            stopped = True
    return EvolveResult(os.fspath(out), run.result(), stopped)


def training(
    game: Game,
    out: str | os.PathLike[str],
    games: int | None,
    minutes: float | None,
    settings: Mapping[str, Any] | None,
    config: str | os.PathLike[str] | None,
    resume: bool,
    threads: int | None,
) -> _native.Training:
    """A training run: begun in its folder, or resumed from there."""
    given = [(name, _setting(value)) for name, value in (settings or {}).items()]
    file = None if config is None else os.fspath(config)
    return _native.Training(game, os.fspath(out), games, minutes, given, file, resume, threads)


def train(
    game: Game | str,
    out: str | os.PathLike[str],
    games: int | None = None,
    minutes: float | None = None,
    settings: Mapping[str, Any] | None = None,
    config: str | os.PathLike[str] | None = None,
    resume: bool = False,
    threads: int | None = None,
    progress: Progress = None,
) -> TrainResult:
    """Lets a network learn a game by playing against itself; `out` is the folder of the run.

    `settings` are those of `fuda train`, such as `{"simulations": 32}`. Ctrl-C keeps what was learned, and
    `resume=True` goes on with it.
    """
    run = training(loaded(game), out, games, minutes, settings, config, resume, threads)
    return learned(run, out, run.step, progress)


def learned(
    run: _native.Training,
    out: str | os.PathLike[str],
    step: Callable[[], Any],
    progress: Progress,
) -> TrainResult:
    """Learns step by step to the end, or until Ctrl-C."""
    stopped = False
    with told(progress, 1000, "of a thousand") as tell:
        try:
            while not run.is_over:
                step()
                if tell is not None:
                    tell(int(run.progress * 1000))
        except KeyboardInterrupt:
            stopped = True
    run.save()
    return TrainResult(os.fspath(out), run.metrics(), stopped)


def _setting(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    return _text(value)
