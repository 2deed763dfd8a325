"""How many games a second other engines play: random play, one thread, dealing included.

    python3 bench/peers/peers.py install                  make bench/.venv, once, with a network
    python3 bench/peers/peers.py measure [ENGINE [GAME]]  one JSON line for each engine and game
    python3 bench/peers/peers.py serve                    the same for requests on standard input

A request is a line {"engine": …, "game": …, "seconds": …}. An answer is a line {"engine", "game",
"games_per_second", "games", "seconds"}, or {"engine", "game", "error"}. With a "bot" in it, "mcts" or
"ismcts", the bot of OpenSpiel thinks, and games are simulations.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV = HERE.parent / ".venv"
PYTHON = VENV / "bin" / "python"
SECONDS = 1.0

GAMES = {
    "open_spiel": [
        "kuhn_poker",
        "leduc_poker",
        "blackjack",
        "euchre",
        "goofspiel",
        "oh_hell(players=3)",
        "spades",
        "go_fish",
        "hearts",
        "crazy_eights(players=2)",
        "solitaire(depth_limit=150)",
        "gin_rummy",
        "dou_dizhu",
    ],
    "rlcard": ["blackjack", "leduc-holdem", "gin-rummy", "uno", "doudizhu"],
}


def main(words):
    match words:
        case ["install"]:
            install()
        case ["measure", *which] if len(which) <= 2:
            run_inside()
            for engine in which[:1] or GAMES:
                for game in which[1:] or GAMES[engine]:
                    answer({"engine": engine, "game": game, "seconds": SECONDS})
        case ["serve"]:
            run_inside()
            for line in sys.stdin:
                answer(json.loads(line))
        case _:
            sys.exit(__doc__)


def install():
    """Makes the virtual environment, or nothing. What pip says goes to standard error."""
    requirements = str(HERE / "requirements.txt")
    made = run([sys.executable, "-m", "venv", str(VENV)])
    if not (made and run([str(PYTHON), "-m", "pip", "install", "--quiet", "-r", requirements])):
        shutil.rmtree(VENV, ignore_errors=True)
        sys.exit("the other engines need Python's venv and pip, and a network to install them")


def run(command):
    return subprocess.run(command, stdout=sys.stderr).returncode == 0


def run_inside():
    """Goes on in the virtual environment, if this is another Python."""
    if Path(sys.prefix).resolve() == VENV.resolve():
        return
    if not PYTHON.exists():
        sys.exit("the other engines are not installed: python3 bench/peers/peers.py install")
    os.execv(PYTHON, [str(PYTHON), __file__, *sys.argv[1:]])


def answer(request):
    """Measures and prints one line. An engine that cannot do it must not stop the others."""
    engine, game = request["engine"], request["game"]
    try:
        games, seconds = measure(engine, game, request["seconds"], request.get("bot"))
        said = {"games_per_second": games / seconds, "games": games, "seconds": seconds}
    except Exception as error:
        said = {"error": f"{type(error).__name__}: {error}".splitlines()[0]}
    print(json.dumps({"engine": engine, "game": game, **said}), flush=True)


def measure(engine, game, seconds, bot):
    match engine:
        case "open_spiel" if bot:
            import open_spiel_search

            return open_spiel_search.measure(bot, game, seconds)
        case "open_spiel":
            import open_spiel_rollouts

            return open_spiel_rollouts.measure(game, seconds)
        case "rlcard":
            import rlcard_games

            return rlcard_games.measure(game, seconds)
        case _:
            raise ValueError(f"there is no engine `{engine}`")


if __name__ == "__main__":
    main(sys.argv[1:])
