"""Networks beside PyTorch: the same weights and batches on one core, in one run.

    cargo xtask bench networks [SECONDS]

The Rust side (`crates/nets/examples/speed.rs`) writes networks, batches and what it says of them to a folder; here the same
is worked out with PyTorch, compared, and measured.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Callable

os.environ.setdefault("OMP_NUM_THREADS", "1")

import torch
from safetensors.torch import load_file

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
ROOT = Path(__file__).resolve().parents[3]
BARS = {"seed inference 256": 1.2, "seed training 256": 1.2, "small inference 1": 5.0, "small inference 256": 2.0}


class Network(torch.nn.Module):
    """Both kinds of networks: sums of table rows, dense layers, values, and a score for each choice."""

    def __init__(self, tensors: dict[str, torch.Tensor]) -> None:
        super().__init__()
        weights = {name.replace(".", "_"): torch.nn.Parameter(tensor) for name, tensor in tensors.items()}
        self.weights = torch.nn.ParameterDict(weights)
        self.layers = sum(name.startswith("dense") for name in weights) // 2
        self.is_linear = self.weights["state_bias"].numel() == 0

    def forward(self, rows: torch.Tensor, choices: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        its, relu = self.weights, torch.relu
        bag = torch.nn.functional.embedding_bag
        hidden = relu(bag(rows, its["input_table"], mode="sum") + its["input_bias"])
        for number in range(self.layers):
            hidden = relu(torch.addmm(its[f"dense_{number}_bias"], hidden, its[f"dense_{number}_weight"]))
        values = torch.addmm(its["value_bias"], hidden, its["value_weight"])
        summed = bag(choices, its["choice_table"], mode="sum").view(len(rows), -1, its["choice_table"].shape[1])
        if self.is_linear:
            state = torch.cat([hidden, torch.ones(len(rows), 1)], 1)
            return values, torch.einsum("nd,ncd->nc", state, summed)
        state = torch.addmm(its["state_bias"], hidden, its["state_weight"])
        return values, relu(summed + state[:, None]) @ its["choice_score"]


def repeated(work: Callable[[], None]) -> float:
    """Repetitions a second, the best of three stretches."""
    work()
    best = 0.0
    for _ in range(3):
        began, count = time.perf_counter(), 0
        while time.perf_counter() - began < SECONDS / 3:
            work()
            count += 1
        best = max(best, count / (time.perf_counter() - began))
    return best


def measured(case: str, tensors: dict[str, torch.Tensor]) -> float:
    values, scores = tensors.pop("values"), tensors.pop("scores")
    rows, choices = (tensors.pop(name).long() for name in ("rows", "choice_rows"))
    network = Network(tensors)
    with torch.no_grad():
        found = network(rows, choices)
    for ours, theirs in zip((values, scores), found):
        assert torch.allclose(ours, theirs, rtol=1e-3, atol=1e-3), f"{case}: the outputs differ"
    if "training" not in case:
        with torch.inference_mode():
            return len(rows) * repeated(lambda: network(rows, choices) and None)
    adam = torch.optim.Adam(network.parameters(), lr=1e-4)

    def step() -> None:
        adam.zero_grad()
        values, scores = network(rows, choices)
        (0.5 * (values.square().sum() + scores.square().sum())).backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        adam.step()

    return len(rows) * repeated(step)


def main() -> None:
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as folder:
        build = "cargo run --quiet --release -p nets --example speed --"
        run = subprocess.run([*build.split(), folder, str(SECONDS)], cwd=ROOT, capture_output=True, text=True, check=True)
        ours: list[dict[str, Any]] = [json.loads(line) for line in run.stdout.splitlines()]
        print(f"| network | fuda | PyTorch {torch.__version__} | ratio | bar |\n|---|---:|---:|---:|---:|")
        for line in ours:
            case = line["case"]
            theirs = measured(case, load_file(Path(folder) / f"{case.replace(' ', '_')}.safetensors"))
            ratio = line["samples_a_second"] / theirs
            print(f"| {case} | {line['samples_a_second']:,.0f} | {theirs:,.0f} | {ratio:.2f} | {BARS[case]} |", flush=True)


if __name__ == "__main__":
    main()
