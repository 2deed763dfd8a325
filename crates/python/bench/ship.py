"""Networks that ship: trained, measured, and described in docs/networks.md.

    ship.py [--folder FOLDER] [--minutes MINUTES] [--responses] [GAME...]

Each game's network learns with the settings of the game (`games/GAME/train.yaml`) and a number of games of its own on one
core. Then earlier networks of the run meet the last one, a best response learns against it for MINUTES (10), and it plays
the contests below. The table of the game in docs/networks.md is written anew, and the network is copied to
`games/GAME/networks`. With `--responses` nothing is trained but a best response to the network that ships, and only that line
of the table is written anew. Needs `target/release/fuda` (or FUDA); runs in FOLDER (`target/networks`) are continued, and parts that are
there already are not made again.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import resource
import shutil
import subprocess
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
FUDA = os.environ.get("FUDA", str(ROOT / "target/release/fuda"))
DOCUMENT = ROOT / "docs/networks.md"
CURVE = 6
CURVE_GAMES = 400
RESPONSE_GAMES = 2000


@dataclass
class Contest:
    """Players that meet, and how often."""

    first: str
    second: str
    games: int
    parameters: list[str] = field(default_factory=list)
    is_with_each_deck: bool = False

    def name(self) -> str:
        return f"{self.first} against {self.second}"


@dataclass
class Recipe:
    """A network that ships."""

    name: str
    seats: int
    games: int
    contests: list[Contest]


def duels(first: str, second: str, games: int) -> Contest:
    """A contest in Duel Masters in which each of the eight decks meets itself."""
    return Contest(first, second, games, is_with_each_deck=True)


RECIPES = {
    "duel-masters": Recipe(
        "Duel Masters",
        2,
        1_000_000,
        [
            duels("net:sims=0", "random", 800),
            duels("net:sims=0", "greedy:100", 400),
            duels("net:sims=0", "ismcts:200", 400),
            duels("net:sims=80,width=3", "ismcts:200", 400),
            duels("net:sims=16", "ismcts:1000", 160),
        ],
    ),
    "furuyoni": Recipe(
        "Furuyoni",
        2,
        10_000,
        [
            Contest("net:sims=0", "random", 200),
            Contest("net:sims=0", "greedy:100", 40),
            Contest("net:sims=0", "ismcts:200", 24),
            Contest("net:sims=16", "ismcts:200", 24),
        ],
    ),
    "crazy-eights": Recipe(
        "Crazy Eights",
        2,
        400_000,
        [
            Contest("net:sims=0", "random", 2000),
            Contest("net:sims=256", "random", 1000),
            Contest("net:sims=0", "greedy:100", 1000),
            Contest("net:sims=64", "ismcts:200", 1000),
        ],
    ),
    "gin-rummy": Recipe(
        "Gin Rummy",
        2,
        120_000,
        [
            Contest("net:sims=0", "random", 1000),
            Contest("net:sims=0", "greedy:100", 400),
            Contest("net", "ismcts:200", 200),
        ],
    ),
    "hearts": Recipe(
        "Hearts",
        4,
        5_000,
        [
            Contest("net:sims=0", "random", 200, ["target=20"]),
            Contest("net:sims=0", "greedy:100", 96, ["target=20"]),
            Contest("net:sims=0", "ismcts:200", 96, ["target=20"]),
        ],
    ),
    "dou-dizhu": Recipe(
        "Dou Dizhu",
        3,
        300_000,
        [
            Contest("net:sims=0", "random", 900),
            Contest("net:sims=0", "greedy:100", 300),
            Contest("net:sims=64,width=6", "ismcts:100", 600),
        ],
    ),
    "koi-koi": Recipe(
        "Koi-Koi",
        2,
        30_000,
        [
            Contest("net:sims=0", "random", 400, ["rounds=3"]),
            Contest("net:sims=0", "greedy:100", 200, ["rounds=3"]),
            Contest("net", "ismcts:200", 200, ["rounds=3"]),
        ],
    ),
    "leduc-poker": Recipe(
        "Leduc poker",
        2,
        500_000,
        [
            Contest("net:sims=0,draw=yes", "random", 8000),
            Contest("net:sims=0,draw=yes", "ismcts:1000", 4000),
        ],
    ),
}
EXACT = ["leduc-poker"]


def fuda(*arguments: str) -> str:
    done = subprocess.run([FUDA, *arguments], check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    return done.stdout


def processor_seconds() -> float:
    """Time of the processor that finished programs have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Kept:
    """Results in a file beside the runs, so that a second start goes on."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.results: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}

    def get(self, name: str, make: Any) -> Any:
        if name not in self.results:
            self.results[name] = make()
            self.file.write_text(json.dumps(self.results, indent=1) + "\n", encoding="utf-8")
        return self.results[name]


def trained(game: str, recipe: Recipe, out: Path) -> float:
    """Lets the network learn; the time of the processor."""
    began = processor_seconds()
    if (out / "run.json").exists():
        fuda("train", "--resume", str(out), "--threads", "1")
    else:
        every = str(max(recipe.games // 10, 1))
        flags = ["--games", str(recipe.games), "--threads", "1", "--checkpoint-games", every]
        fuda("train", game, "--out", str(out), *flags)
    return processor_seconds() - began


def arena(game: str, contest: Contest) -> dict[str, Any]:
    """Points and scores of both players of a contest."""
    flags = [part for parameter in contest.parameters for part in ("--param", parameter)]
    chosen = [["--deck", deck] for deck in decks(game)] if contest.is_with_each_deck else [[]]
    count = max(contest.games // len(chosen), 2)
    players = f"{contest.first},{contest.second}"
    points, scores, seconds = 0.0, [0.0, 0.0], 0.0
    for deck in chosen:
        command = ["arena", game, "--players", players, "--games", str(count), "--format", "json", *flags, *deck]
        result = json.loads(fuda(*command))
        first, second = result["players"]
        won, lost = first["points_against"][1], second["points_against"][0]
        points += won / (won + lost) / len(chosen)
        for number, player in enumerate(result["players"]):
            scores[number] += player["mean_score"] / len(chosen)
        seconds += result["seconds"]
    games = count * len(chosen)
    return {"games": games, "share": points, "half": interval(points, games), "scores": scores, "seconds": seconds}


def interval(share: float, games: int) -> float:
    return 1.96 * math.sqrt(max(share * (1 - share), 0.25 / games) / games)


def decks(game: str) -> list[str]:
    """Names of the deck lists of a game."""
    files = sorted((ROOT / "games" / game / "decks").glob("*.yaml"))
    return [name for file in files for name in re.findall(r"^- id: (\w+)", file.read_text(encoding="utf-8"), re.M)]


def rating(share: float, games: int) -> float:
    """Points of Elo by which the second player is ahead."""
    share = min(max(share, 0.5 / games), 1 - 0.5 / games)
    return 400 * math.log10((1 - share) / share)


def curve(game: str, out: Path) -> list[tuple[int, float]]:
    """Rating of earlier networks below the last one, policy against policy."""
    kept = sorted((out / "checkpoints").glob("*.safetensors"))
    step = max(len(kept) // CURVE, 1)
    points = []
    for file in kept[::step]:
        players = (f"net:{network},sims=0,draw=yes" for network in (file, out / "best.safetensors"))
        share = arena(game, Contest(*players, CURVE_GAMES))["share"]
        points.append((int(file.stem), -rating(share, CURVE_GAMES)))
    return points


def response(game: str, network: Path, learner: Path, minutes: float) -> dict[str, Any]:
    """How a best response that learned for some minutes fares against the policy of a network."""
    policy = f"net:{network},sims=0,draw=yes"
    if not (learner / "best.safetensors").exists():
        flags = ["--rival", policy, "--loose-share", "1", "--minutes", str(minutes), "--threads", "1"]
        fuda("train", game, "--out", str(learner), "--teacher", "gradient", *flags, "--measure-every", "100000")
    return arena(game, Contest(f"net:{learner / 'best.safetensors'},sims=0", policy, RESPONSE_GAMES))


def responded(minutes: float, best: dict[str, Any]) -> str:
    """What a best response won, as a sentence."""
    share = f"{100 * best['share']:.1f} ± {100 * best['half']:.1f} %"
    mine, theirs = best["scores"]
    return (
        f"A best response of {minutes:g} minutes wins {share} of the points against the policy, "
        f"with scores of {mine:+.2f} and {theirs:+.2f} a game."
    )


def exploitability(game: str, out: Path) -> list[float]:
    """Exact figures where a game is small: of the policy, and with 32 simulations."""
    found = []
    for simulations in (0, 32):
        player = f"net:{out / 'best.safetensors'},sims={simulations},draw=yes"
        text = fuda("solve", game, "--exploit", player)
        found.append(float(re.findall(r"exploitability\s+([\d.]+)", text)[0]))
    return found


def learned(out: Path) -> list[tuple[float, int, float]]:
    """Seconds, games, and what the policy alone had of the games against `random` then, at times that double."""
    seconds, points = 0.0, []
    for line in (out / "metrics.jsonl").read_text(encoding="utf-8").splitlines():
        its = json.loads(line)
        seconds += sum(its["seconds"].values())
        for measured in its.get("measured", []):
            if measured["player"] == "random" and (not points or seconds > 2 * points[-1][0]):
                points.append((seconds, its["games"], measured["score"]["mean"]))
    return points


def spoken(contest: Contest, result: dict[str, Any]) -> str:
    """A result as a row of a table."""
    share = f"{100 * result['share']:.1f} ± {100 * result['half']:.1f} %"
    mine, theirs = result["scores"]
    shown = f"{contest.second}, {', '.join(contest.parameters)}" if contest.parameters else contest.second
    return f"| `{contest.first}` | `{shown}` | {result['games']:,} | {share} | {mine:+.2f}, {theirs:+.2f} |"


def card(game: str, recipe: Recipe, kept: Kept, out: Path) -> str:
    """The card of a network as text."""
    its = kept.results
    settings = json.loads((out / "run.json").read_text(encoding="utf-8"))["settings"]
    last = json.loads((out / "metrics.jsonl").read_text(encoding="utf-8").splitlines()[-1])
    size = (out / "shipped.safetensors").stat().st_size
    lines = [
        f"## {recipe.name}",
        "",
        f"`fuda train {game} --out DIR --games {recipe.games} --threads 1`, teacher `{settings['teacher']}`, seed {settings['seed']}.",
        "",
        "| players | games | decisions | processor | size |",
        "|---:|---:|---:|---:|---:|",
        f"| {recipe.seats} | {last['games']:,} | {last['decisions'] / 1e6:.1f} million | {its['processor'] / 60:.1f} minutes "
        f"| {size / 1e3:.0f} KB |",
        "",
        "Rating of earlier networks of the run below the last one, policy against policy: "
        + ", ".join(f"{games:,} games {points:+.0f}" for games, points in its["curve"][:-1])
        + ".",
        "",
        responded(its["response_minutes"], its["response"]),
        "",
    ]
    if "exploitability" in its:
        alone, search = its["exploitability"]
        lines += [f"Exploitability, exactly: {alone:.3f} of the policy, {search:.3f} with 32 simulations.", ""]
    measured = ", ".join(f"{seconds:.0f} s ({games:,} games) {100 * share:.0f} %" for seconds, games, share in learned(out))
    if measured:
        lines += [f"What was played for, against `random` in 200 games of the policy alone, after so much of the run: {measured}.", ""]
    lines += ["| first | second | games | points of the first | scores |", "|---|---|---:|---:|---|"]
    lines += [spoken(contest, its[contest.name()]) for contest in recipe.contests]
    return "\n".join(lines) + "\n"


def with_file(player: str, network: Path) -> str:
    """The player `net`, with the network of a run."""
    settings = player.removeprefix("net").removeprefix(":")
    return ",".join(filter(None, [f"net:{network}", settings]))


def place(game: str, text: str) -> None:
    """Puts a card in its place in the document."""
    before, _, after = parts(game)
    DOCUMENT.write_text(f"{before}{text}{after}", encoding="utf-8")


def parts(game: str) -> tuple[str, str, str]:
    """The document before the card of a game, the card, and the document after it."""
    begin, end = f"<!-- {game} -->\n", f"<!-- end of {game} -->"
    before, rest = DOCUMENT.read_text(encoding="utf-8").split(begin)
    card, after = rest.split(end)
    return f"{before}{begin}", card, f"{end}{after}"


def respond(game: str, folder: Path, minutes: float) -> None:
    """Lets a best response learn against the network that ships, and writes what it won into the card."""
    best = response(game, network_of(game), folder / f"{game}-response", minutes)
    sentence = responded(minutes, best)
    print(game, sentence, flush=True)
    place(game, re.sub(r"A best response .* a game\.", sentence, parts(game)[1]))


def network_of(game: str) -> Path:
    """The network that ships with a game."""
    return ROOT / "games" / game / "networks" / f"{RECIPES[game].seats}.safetensors"


def ship(game: str, folder: Path, minutes: float) -> None:
    recipe, out = RECIPES[game], folder / game
    kept = Kept(folder / f"{game}.json")
    kept.get("processor", lambda: trained(game, recipe, out))
    network = network_of(game)
    network.parent.mkdir(exist_ok=True)
    shutil.copyfile(out / "shipped.safetensors", network)
    kept.get("curve", lambda: curve(game, out))
    for contest in recipe.contests:
        named = replace(contest, first=with_file(contest.first, out / "best.safetensors"))
        result = kept.get(contest.name(), lambda: arena(game, named))
        print(game, contest.name(), f"{100 * result['share']:.1f} ± {100 * result['half']:.1f} %", flush=True)
    kept.get("response_minutes", lambda: minutes)
    kept.get("response", lambda: response(game, out / "best.safetensors", out.with_name(f"{game}-response"), minutes))
    if game in EXACT:
        kept.get("exploitability", lambda: exploitability(game, out))
    place(game, card(game, recipe, kept, out))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=ROOT / "target/networks")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--responses", action="store_true")
    parser.add_argument("games", nargs="*", default=list(RECIPES))
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    make = respond if given.responses else ship
    for game in given.games:
        make(game, given.folder.resolve(), given.minutes)


if __name__ == "__main__":
    main()
