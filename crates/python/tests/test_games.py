"""Loading games: by name, path and text, and the problems they may have."""

from __future__ import annotations

import doctest
import importlib
import pickle
from pathlib import Path

import pytest

import fuda

HIGH_CARD = """\
cgml_version: "1.4"
meta:
  name: Drawn
  players: { min: 2, max: 2 }
imports:
  - !include std/zones.yaml
components:
  zones:
    - { name: stock, type: draw_pil }
"""


@pytest.mark.parametrize("name", fuda.games())
def test_every_shipped_game_is_loaded_and_played(name: str) -> None:
    from conftest import play_out

    game = fuda.load(name)
    position = play_out(game.new(5), 5)
    assert position.fault is None
    assert game.replay(position.record_bytes()) == position


def test_a_path_is_loaded(tmp_path: Path) -> None:
    text = "cgml_version: '1.4'\nmeta: { name: Here, players: { min: 1, max: 1 } }\n"
    file = tmp_path / "game.cgml"
    file.write_text(text)
    with pytest.raises(fuda.DiagnosticsError) as raised:
        fuda.load(file)
    assert all(found.file == str(file) for found in raised.value.diagnostics if found.file)


def test_every_problem_of_a_text_is_told_with_code_place_and_hint() -> None:
    with pytest.raises(fuda.DiagnosticsError) as raised:
        fuda.load(HIGH_CARD)
    errors = [found for found in raised.value.diagnostics if found.severity == "error"]
    assert errors
    wrong = next(found for found in errors if "draw_pil" in found.message)
    assert (wrong.file, wrong.line) == ("game.cgml", 9)
    assert wrong.code.startswith("E") and wrong.column
    assert wrong.code in raised.value._repr_html_()
    assert "draw_pil" in str(raised.value)
    again = pickle.loads(pickle.dumps(raised.value))
    assert again.diagnostics == raised.value.diagnostics


def test_what_a_game_does_not_take_is_refused_with_a_hint() -> None:
    with pytest.raises(fuda.FudaError, match="did you mean `hearts`"):
        fuda.load("heart")
    with pytest.raises(fuda.FudaError, match="seats"):
        fuda.load("kuhn-poker", seats=5)
    with pytest.raises(fuda.FudaError, match="params"):
        fuda.load("kuhn-poker", params={"antee": 2})
    with pytest.raises(fuda.FudaError, match="decks"):
        fuda.load("duel-masters", decks=["no such deck"])
    with pytest.raises((TypeError, OverflowError)):
        fuda.load("kuhn-poker", seats=-1)


def test_parameters_and_decks_make_another_game() -> None:
    plain = fuda.load("kuhn-poker")
    dear = fuda.load("kuhn-poker", params={"ante": 2})
    assert plain.fingerprint != dear.fingerprint
    assert "ante" in plain.parameters
    assert "rush" in fuda.load("duel-masters").deck_names


@pytest.mark.parametrize("source", ["goofspiel", "duel-masters"])
def test_a_game_survives_pickling(source: str) -> None:
    game = fuda.load(source)
    again = pickle.loads(pickle.dumps(game))
    assert (again.fingerprint, again.seats) == (game.fingerprint, game.seats)


MODULES = ["fuda", "fuda.batch", "fuda.choice", "fuda.errors", "fuda.loading", "fuda.openspiel", "fuda.player", "fuda.records", "fuda.running", "fuda.serving"]


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_the_documentation_run(module: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(module))
    assert failed == 0 and (tried > 0 or module.endswith("errors"))


def test_the_cells_of_the_notebook_run() -> None:
    """All but the last, which trains for minutes."""
    import json

    file = Path(__file__).parent.parent / "examples" / "first_steps.ipynb"
    cells = [cell for cell in json.loads(file.read_text())["cells"] if cell["cell_type"] == "code"]
    names: dict[str, object] = {}
    for cell in cells[:-1]:
        exec("".join(cell["source"]), names)
    assert "fuda.train" in "".join(cells[-1]["source"])


def test_the_lines_of_the_readme_play_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    readme = Path(__file__).parent.parent.parent.parent / "README.md"
    text = readme.read_text().split("```python\n")[1].split("```")[0]
    exec(text, {})
    assert capsys.readouterr().out.startswith("[")
