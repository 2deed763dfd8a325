"""Cards that a network has never seen, in Duel Masters.

    new_cards.py [GAMES [FOLDER]]

A fifth of the cards is kept from training. Two networks learn with random decks of the others, with the same settings and
GAMES (100,000): one knows cards by what is printed on them, the other by their names alone. Then they meet with decks
that have only cards neither has seen, and with new decks of known cards for comparison. Needs `target/release/fuda`
(or FUDA); runs in FOLDER are continued.
"""

from __future__ import annotations

import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
FUDA = os.environ.get("FUDA", str(ROOT / "target/release/fuda"))
GAME = "duel-masters"
SEED = 1
TRAINING_DECKS = 16
CONTESTS = 16
GAMES_EACH = 250


def cards() -> dict[str, list[str]]:
    """The cards of one civilization each, by civilization."""
    found: dict[str, list[str]] = {}
    for file in sorted((ROOT / "games" / GAME / "cards").glob("*.yaml")):
        if file.stem != "multicolored":
            found[file.stem] = re.findall(r"^- id: (\w+)", file.read_text(encoding="utf-8"), re.M)
    return found


def write_deck(folder: Path, name: str, pool: dict[str, list[str]], chance: random.Random) -> str:
    """A deck of two civilizations that keeps the regulation: ten cards, four times each."""
    file = folder / f"{name}.yaml"
    while True:
        kinds = [card for civilization in chance.sample(sorted(pool), 2) for card in pool[civilization]]
        chosen = chance.sample(kinds, 10)
        lines = [f"id: {name}", "sections:", "  main:", *(f"    {card}: 4" for card in sorted(chosen))]
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        check = [FUDA, "check", "--deck", str(file), GAME]
        if subprocess.run(check, cwd=ROOT, capture_output=True, check=False).returncode == 0:
            return str(file)


def fuda(*arguments: str) -> str:
    done = subprocess.run([FUDA, *arguments], check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    return done.stdout


def train(out: Path, decks: list[str], games: int, traits: bool) -> str:
    best = out / "best.safetensors"
    if (out / "run.json").exists():
        fuda("train", "--resume", str(out), "--games", str(games))
    else:
        settings = ["--games", str(games), "--traits", str(traits).lower(), "--measure-every", "100000"]
        fuda("train", GAME, "--out", str(out), "--deck", ",".join(decks), *settings)
    return f"net:{best},sims=0"


def contest(players: list[str], decks: list[str]) -> tuple[float, float, int]:
    """Share of points of the first player, half of its interval, and the games."""
    points, games = 0.0, 0
    for deck in decks:
        arguments = ["--deck", deck, "--players", ",".join(players), "--games", str(GAMES_EACH), "--format", "json"]
        first = json.loads(fuda("arena", GAME, *arguments))["players"][0]
        points += first["win_rate"] * first["games"]
        games += first["games"]
    share = points / games
    return share, 1.96 * math.sqrt(share * (1 - share) / games), games


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    chance = random.Random(SEED)
    seen: dict[str, list[str]] = {}
    unseen: dict[str, list[str]] = {}
    for civilization, kinds in cards().items():
        held_out = set(chance.sample(kinds, round(len(kinds) / 5)))
        seen[civilization] = [card for card in kinds if card not in held_out]
        unseen[civilization] = [card for card in kinds if card in held_out]
    decks = [write_deck(folder, f"training_{n}", seen, chance) for n in range(TRAINING_DECKS)]
    new = [write_deck(folder, f"unseen_{n}", unseen, chance) for n in range(CONTESTS)]
    known = [write_deck(folder, f"seen_{n}", seen, chance) for n in range(CONTESTS)]
    players = [train(folder / name, decks, games, name == "traits") for name in ("traits", "names")]
    for text, meet in (("cards that neither has seen", new), ("new decks of known cards", known)):
        share, half, count = contest(players, meet)
        print(f"{text}: printed values against names {100 * share:.1f} ± {100 * half:.1f} % of {count} games")


if __name__ == "__main__":
    main()
