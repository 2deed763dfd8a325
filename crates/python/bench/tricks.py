"""Share of each trick of self-play in what a network learns with a given number of evaluations.

    tricks.py [EVALUATIONS [GAME [FOLDER]]]

A network learns GAME (koi-koi) by self-play with search until it has made EVALUATIONS (1,000,000) of positions: with all
tricks, with each of them left out, and with none (a fixed number of 64 simulations by upper bounds at every decision, as plain
search-and-learn does). The one with none gets four times as many, too. Each of the others then meets the first one, policy
against policy. Needs `target/release/fuda` (or FUDA); runs in FOLDER are continued.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
FUDA = os.environ.get("FUDA", str(ROOT / "target/release/fuda"))
CONTEST_GAMES = 2000

ALL = {"gate": "0", "warm-up": "1024", "soft-target": "0.2", "past-share": "0.2", "ahead-weight": "0.25", "held-weight": "1"}
PLAIN = {
    "gate": "0",
    "search": "puct",
    "first-simulations": "64",
    "simulations": "64",
    "full-share": "1",
    "surprise-share": "0",
    "golden-share": "0",
    "soft-target": "0",
    "past-share": "0",
    "ahead-weight": "0",
    "held-weight": "0",
    "warm-up": "0",
    "value-mix": "0",
}
LEFT_OUT = {
    "progressive simulations": {"first-simulations": "16"},
    "playout cap": {"full-share": "1"},
    "surprise": {"surprise-share": "0"},
    "golden games": {"golden-share": "0"},
    "soft target": {"soft-target": "0"},
    "past opponents": {"past-share": "0"},
    "value ahead": {"ahead-weight": "0"},
    "cards that others hold": {"held-weight": "0"},
    "warm-up": {"warm-up": "0"},
    "values of the search": {"value-mix": "0"},
    "gumbel root": {"search": "puct"},
    "taking every network over": {"gate": "0.55"},
}


def fuda(*arguments: str) -> str:
    done = subprocess.run([FUDA, *arguments], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return done.stdout


def evaluations(out: Path) -> tuple[int, int]:
    """Evaluations and games of a run so far."""
    lines = (out / "metrics.jsonl").read_text(encoding="utf-8").splitlines()
    last = json.loads(lines[-1])
    return last["evaluations"], last["games"]


def train(game: str, out: Path, settings: dict[str, str], wanted: int) -> str:
    """Trains until a run has made so many evaluations; the player."""
    flags = [part for name, value in settings.items() for part in (f"--{name}", value)]
    if not (out / "run.json").exists():
        start = ["--teacher", "gumbel", "--games", "512", "--measure-every", "100000", *flags]
        fuda("train", game, "--out", str(out), *start)
    made, games = evaluations(out)
    while made < wanted:
        share = min(2.0, max(1.05, wanted / made))
        fuda("train", "--resume", str(out), "--games", str(math.ceil(games * share)))
        made, games = evaluations(out)
    return f"net:{out / 'best.safetensors'},sims=0"


def contest(game: str, players: list[str]) -> tuple[float, float]:
    """Share of points of the first player and half of its interval."""
    arguments = ["--players", ",".join(players), "--games", str(CONTEST_GAMES), "--format", "json"]
    share = json.loads(fuda("arena", game, *arguments))["players"][0]["win_rate"]
    return share, 1.96 * math.sqrt(share * (1 - share) / CONTEST_GAMES)


def main() -> None:
    budget = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    game = sys.argv[2] if len(sys.argv) > 2 else "koi-koi"
    folder = Path(sys.argv[3]) if len(sys.argv) > 3 else Path(tempfile.mkdtemp())
    everything = train(game, folder / "all", ALL, budget)
    share, half = contest(game, [everything, "random"])
    print(f"all tricks, {budget:,} evaluations: {100 * share:.1f} ± {100 * half:.1f} % against chance")
    runs = [(f"without {name}", {**ALL, **without}, 1) for name, without in LEFT_OUT.items()]
    runs += [("without any", PLAIN, 1), ("without any, four times the evaluations", PLAIN, 4)]
    for name, settings, times in runs:
        folder_name = f"{name.replace(' ', '_').replace(',', '')}"
        player = train(game, folder / folder_name, settings, times * budget)
        share, half = contest(game, [player, everything])
        print(f"{name}: {100 * share:.1f} ± {100 * half:.1f} % against all tricks", flush=True)


if __name__ == "__main__":
    main()
