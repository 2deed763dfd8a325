"""Networks of fuda as modules of PyTorch; needs `fuda[torch]`.

`load` reads a network that `fuda train` wrote; `new` makes one for a game. Both read batches that
`fuda.vec(..., observations="sparse", actions="features", factors=True)` wrote, and `save` writes a file that plays as
`net:FILE`.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Sequence

import numpy as np
import torch
from safetensors import safe_open
from safetensors.numpy import save as write_tensors
from torch import Tensor, nn

from . import _native
from ._native import Features, Game, Position
from .batch import Arrays
from .errors import FudaError


@dataclass
class Batch:
    """Observations and choices of several positions, as lists of weighted factors."""

    offsets: Tensor
    rows: Tensor
    weights: Tensor
    choice_offsets: Tensor
    choice_rows: Tensor
    choice_weights: Tensor
    owner: Tensor
    """The position that each choice belongs to."""

    @property
    def size(self) -> int:
        """The number of positions."""
        return len(self.offsets)

    def to(self, device: Any) -> Batch:
        """The batch on a device."""
        return Batch(*(getattr(self, name).to(device) for name in self.__dataclass_fields__))


def batch_of_arrays(arrays: Arrays) -> Batch:
    """A copy of what an environment wrote last."""
    if arrays.offsets is None or arrays.choice_offsets is None:
        raise FudaError(
            "the arrays hold no lists", 'make the environment with observations="sparse", actions="features"'
        )
    assert arrays.rows is not None and arrays.weights is not None
    assert arrays.choice_rows is not None and arrays.choice_weights is not None
    choices = int(arrays.count.sum())
    return _batch(
        (arrays.offsets, arrays.rows, arrays.weights),
        (arrays.choice_offsets[: choices + 1], arrays.choice_rows, arrays.choice_weights),
        np.repeat(np.arange(len(arrays.count)), arrays.count),
    )


def batch_of_position(features: Features, position: Position) -> Batch:
    """One position as a batch."""
    return _batch(features.observe(position), features.offered(position), np.zeros(position.count, np.int64))


def _batch(observed: Any, offered: Any, owner: Any) -> Batch:
    def lists(offsets: Any, rows: Any, weights: Any) -> tuple[Tensor, Tensor, Tensor]:
        end = int(offsets[-1])
        return (
            torch.from_numpy(np.array(offsets[:-1], np.int64)),
            torch.from_numpy(np.array(rows[:end], np.int64)),
            torch.from_numpy(np.array(weights[:end], np.float32)),
        )

    return Batch(*lists(*observed), *lists(*offered), torch.from_numpy(np.array(owner, np.int64)))


class Network(nn.Module):  # type: ignore[misc]
    """A network: tables of factors, dense layers, two values for each seat, and a score for each choice.

    The first value of a seat is how likely it is to win, as a logit; the second what its score is worth. Seats are
    counted from the one that must choose.
    """

    def __init__(
        self,
        game: Game,
        input_keys: Any,
        choice_keys: Any,
        width: int,
        hidden: Sequence[int],
        choice_width: int,
        outputs: int,
    ) -> None:
        super().__init__()
        self.game = game
        self.input_keys = np.array(input_keys, np.uint64)
        self.choice_keys = np.array(choice_keys, np.uint64)
        self.games = self.decisions = 0
        self.input = nn.EmbeddingBag(max(1, len(self.input_keys)), width, mode="sum")
        self.input_bias = nn.Parameter(torch.zeros(width))
        sizes = [width, *hidden]
        self.dense = nn.ModuleList(nn.Linear(before, after) for before, after in zip(sizes, sizes[1:]))
        self.value = nn.Linear(sizes[-1], outputs)
        self.state = nn.Linear(sizes[-1], choice_width)
        self.choice = nn.EmbeddingBag(max(1, len(self.choice_keys)), choice_width, mode="sum")
        self.score = nn.Parameter(torch.zeros(choice_width))
        with torch.no_grad():
            self.input.weight.uniform_(-0.1, 0.1)
            self.choice.weight.uniform_(-0.1, 0.1)
            bound = 0.3 / choice_width**0.5
            self.score.uniform_(-bound, bound)

    @property
    def sizes(self) -> dict[str, Any]:
        """Widths of the layers."""
        dense: list[Any] = list(self.dense)
        return {
            "width": int(self.input_bias.shape[0]),
            "hidden": [layer.out_features for layer in dense],
            "choice_width": int(self.score.shape[0]),
        }

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """Values of each position, and the score of each choice."""
        layer = self.input(batch.rows, batch.offsets, per_sample_weights=batch.weights)
        layer = torch.relu(layer + self.input_bias)
        for dense in self.dense:
            layer = torch.relu(dense(layer))
        offered = self.choice(
            batch.choice_rows, batch.choice_offsets, per_sample_weights=batch.choice_weights
        )
        met = torch.relu(self.state(layer)[batch.owner] + offered)
        return self.value(layer), met @ self.score

    def features(self) -> Features:
        """The features of the game, made of the factors that the network has."""
        return Features(self.game, to_bytes(self))


def log_probabilities(scores: Tensor, owner: Tensor, size: int) -> Tensor:
    """The logarithm of the probability of each choice, within its position."""
    most = torch.full((size,), -torch.inf, device=scores.device)
    most = most.scatter_reduce(0, owner, scores, "amax", include_self=True).detach()
    shifted = scores - most[owner]
    total = torch.zeros(size, device=scores.device).index_add(0, owner, shifted.exp())
    return shifted - total.log()[owner]


def new(
    game: Game, hidden: Sequence[int] = (64, 32), width: int = 64, choice_width: int = 32
) -> Network:
    """A network for a game that has learned nothing yet."""
    features = Features(game)
    _, outputs = _native.describe(game, width, list(hidden), choice_width)
    return Network(
        game, features.input_keys, features.choice_keys, width, hidden, choice_width, outputs
    )


def load(source: str | os.PathLike[str] | bytes, game: Game) -> Network:
    """Reads a network: a file or its bytes, and the game it plays."""
    data = source if isinstance(source, bytes) else _read(source)
    about = _native.described(data)
    _native.Network(game, data)
    tensors = _tensors(data)
    sizes = about["sizes"]
    if sizes.get("scoring", "joint") != "joint":
        raise ValueError(
            "this network has an output for every index (profile `seed`), which this module does not; "
            "play it with `net:FILE`, or train one with the profile `small`"
        )
    network = Network(
        game,
        tensors["input.keys"],
        tensors["choice.keys"],
        sizes["width"],
        sizes["hidden"],
        sizes["choice_width"],
        tensors["value.bias"].shape[0],
    )
    network.games = about["training"]["games"]
    network.decisions = about["training"]["decisions"]
    with torch.no_grad():
        for parameter, name, turned in _named(network):
            values = torch.from_numpy(np.array(tensors[name], np.float32))
            parameter.copy_(values.T if turned else values)
    return network


def to_bytes(network: Network) -> bytes:
    """The file of a network as bytes."""
    sizes = network.sizes
    about, _ = _native.describe(
        network.game,
        sizes["width"],
        sizes["hidden"],
        sizes["choice_width"],
        network.games,
        network.decisions,
    )
    tensors: dict[str, Any] = {}
    for parameter, name, turned in _named(network):
        values = parameter.detach().cpu().float()
        tensors[name] = np.ascontiguousarray((values.T if turned else values).numpy())
    tensors["input.keys"] = network.input_keys
    tensors["choice.keys"] = network.choice_keys
    written: bytes = write_tensors(tensors, {"fuda": about})
    return written


def save(network: Network, path: str | os.PathLike[str]) -> None:
    """Writes a network; it plays as `net:PATH`."""
    with open(path, "wb") as file:
        file.write(to_bytes(network))


def device() -> torch.device:
    """The fastest device there is: CUDA, MPS or the processor."""
    if torch.cuda.is_available():
        return torch.device("cuda")
    if torch.backends.mps.is_available():
        return torch.device("mps")
    return torch.device("cpu")


def _named(network: Network) -> list[tuple[Tensor, str, bool]]:
    """Every parameter with its name in the file, and whether it lies transposed there."""
    dense: list[Any] = list(network.dense)
    named: list[tuple[Tensor, str, bool]] = [
        (network.input.weight, "input.table", False),
        (network.input_bias, "input.bias", False),
    ]
    for number, layer in enumerate(dense):
        named += [
            (layer.weight, f"dense.{number}.weight", True),
            (layer.bias, f"dense.{number}.bias", False),
        ]
    for layer, name in [(network.value, "value"), (network.state, "state")]:
        named += [(layer.weight, f"{name}.weight", True), (layer.bias, f"{name}.bias", False)]
    named += [(network.choice.weight, "choice.table", False), (network.score, "choice.score", False)]
    return named


def _read(path: str | os.PathLike[str]) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _tensors(data: bytes) -> dict[str, Any]:
    import tempfile

    with tempfile.NamedTemporaryFile(suffix=".safetensors") as file:
        file.write(data)
        file.flush()
        with safe_open(file.name, framework="numpy") as opened:
            return {name: opened.get_tensor(name) for name in opened.keys()}
