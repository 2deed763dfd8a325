"""Networks in PyTorch: they say the same, and are written back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import fuda
from fuda import _native

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.heavy

import fuda.torch as nets


def positions(game: fuda.Game, count: int) -> list[fuda.Position]:
    found: list[fuda.Position] = []
    seed = 0
    while len(found) < count:
        position = game.new(seed)
        for step in range(12):
            if position.is_over:
                break
            found.append(position.clone())
            position.play((seed + step) % position.count)
        seed += 1
    return found[:count]


def compare(network: nets.Network, data: bytes, game: fuda.Game) -> None:
    ours = _native.Network(game, data)
    features = fuda.Features(game, data)
    for position in positions(game, 40):
        with torch.no_grad():
            values, scores = network(nets.batch_of_position(features, position))
        expected_values, expected_scores = ours.evaluate(position)
        assert np.abs(values[0].numpy() - expected_values).max() < 1e-5 * max(1, np.abs(expected_values).max())
        assert np.abs(scores.numpy() - expected_scores).max() < 1e-5 * max(1, np.abs(expected_scores).max())


@pytest.mark.parametrize("name", ["kuhn-poker", "crazy-eights", "duel-masters"])
def test_a_new_network_says_the_same_in_both(name: str) -> None:
    game = fuda.load(name)
    torch.manual_seed(1)
    network = nets.new(game, hidden=[32, 16], width=32, choice_width=16)
    compare(network, nets.to_bytes(network), game)


def shipped() -> list[str]:
    return [name for name in fuda.games() if _native.shipped_network(fuda.load(name)) is not None]


@pytest.mark.parametrize("name", shipped())
def test_shipped_networks_say_the_same_in_both(name: str) -> None:
    game = fuda.load(name)
    data = _native.shipped_network(game)
    assert data is not None
    compare(nets.load(data, game), data, game)


def test_a_network_is_written_back_and_plays(tmp_path: Path) -> None:
    game = fuda.load("leduc-poker")
    network = nets.new(game)
    file = tmp_path / "network.safetensors"
    nets.save(network, file)
    again = nets.load(file, game)
    for one, other in zip(network.parameters(), again.parameters()):
        assert torch.equal(one, other)
    result = fuda.arena(game, [f"net:{file},sims=0", "random"], 20, seed=1)
    assert result.games == 20


def test_batches_of_the_environment_are_read(tmp_path: Path) -> None:
    game = fuda.load("crazy-eights")
    network = nets.new(game)
    env = fuda.vec(game, 16, observations="sparse", actions="features", factors=True,
                   features=network.features())
    arrays = env.arrays()
    env.reset(arrays)
    batch = nets.batch_of_arrays(arrays)
    values, scores = network(batch)
    assert values.shape == (16, 4) and len(scores) == int(arrays.count.sum())
    logs = nets.log_probabilities(scores, batch.owner, batch.size)
    sums = torch.zeros(16).index_add(0, batch.owner, logs.exp())
    assert torch.allclose(sums, torch.ones(16), atol=1e-5)
    (values.sum() + logs.sum()).backward()
    assert network.input.weight.grad is not None


def test_networks_of_other_games_are_refused() -> None:
    network = nets.new(fuda.load("leduc-poker"))
    with pytest.raises(fuda.FudaError, match="plays"):
        nets.load(nets.to_bytes(network), fuda.load("kuhn-poker"))
    with pytest.raises(fuda.FudaError):
        nets.load(b"nothing", fuda.load("kuhn-poker"))
