"""Speed of self-play with search, and where its time goes.

    selfplay.py [GAMES [GAME]]

Plays GAMES (1024) games of GAME (duel-masters) with the usual network and 16 simulations a decision on two threads, and
prints games a second. Where Linux `perf` may be used, it also prints shares of the time by the crate of the function
that was running: game, network, features, search, memory. Preparing the game (compiling it) is left out. Needs
`target/release/fuda` (or FUDA).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
FUDA = os.environ.get("FUDA", str(ROOT / "target/release/fuda"))

# By the beginnings of symbols, the first that fits. Machine code of games is called `run`.
PARTS = [
    ("preparing", ("cranelift", "regalloc", "compile::", "cgml::", "native::", "engine::program", "learn::run", "bumpalo")),
    ("network", ("nets::", "pulp", "gemm", "faer", "learn::teach")),
    ("features", ("learn::features", "<learn::features", "engine::knowledge::view_hasher", "<engine::knowledge::view_hasher")),
    ("search", ("learn::", "<learn::")),
    ("game", ("engine::", "<engine::", "players::", "<players::", "run", "0x", "[unknown]")),
    ("memory", ("malloc", "_int_", "cfree", "free", "unlink_chunk", "__memmove", "__memset", "__memcpy", "realloc", "alloc::", "__rust")),
]


def part_of(symbol: str) -> str:
    found = (part for part, begins in PARTS if symbol.startswith(begins))
    return next(found, "other")


def shares(recorded: Path) -> dict[str, float]:
    arguments = ["perf", "report", "-i", str(recorded), "--no-children", "--sort", "symbol", "--stdio", "-g", "none"]
    report = subprocess.run(arguments, check=True, capture_output=True, text=True).stdout
    sums: dict[str, float] = {}
    for line in report.splitlines():
        words = line.split(maxsplit=2)
        if len(words) == 3 and words[0].endswith("%") and words[1] in ("[.]", "[k]"):
            part = part_of(words[2].strip()) if words[1] == "[.]" else "system"
            sums[part] = sums.get(part, 0.0) + float(words[0][:-1])
    sums.pop("preparing", None)
    whole = sum(sums.values())
    return {part: share / whole for part, share in sums.items()}


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1024
    game = sys.argv[2] if len(sys.argv) > 2 else "duel-masters"
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run"
        settings = ["--teacher", "gumbel", "--simulations", "16", "--first-simulations", "16", "--full-share", "1"]
        settings += ["--warm-up", "0", "--gate", "0", "--measure-every", "100000", "--threads", "2", "--matchups", "1"]
        train = [FUDA, "train", game, "--out", str(out), "--games", str(games), *settings]
        recorded = Path(folder) / "perf.data"
        probe = ["perf", "record", "-o", str(recorded), "-F", "499", "true"]
        has_perf = shutil.which("perf") and subprocess.run(probe, capture_output=True).returncode == 0
        perf = ["perf", "record", "-o", str(recorded), "-F", "499"] if has_perf else []
        subprocess.run([*perf, *train], check=True, capture_output=True)
        lines = [json.loads(line) for line in (out / "metrics.jsonl").read_text().splitlines()]
        played = [0, *(line["games"] for line in lines)]
        rates = sorted((to - before) / line["seconds"]["playing"] for before, to, line in zip(played, played[1:], lines))
        print(f"{game}: {rates[len(rates) // 2]:.0f} games a second (median of {len(rates)} iterations), 16 simulations, 2 threads")
        if has_perf:
            for part, share in sorted(shares(recorded).items(), key=lambda it: -it[1]):
                print(f"  {part:10} {100 * share:5.1f} %")
        else:
            print("shares of the time need `perf`")


if __name__ == "__main__":
    main()
