"""Trains a network of five layers of 1024 for Duel Masters with PyTorch, on CUDA, MPS or the processor.

Self-play is in Rust, on all cores; gradients are PyTorch's. The result plays as `net:FILE`:

    python train_duel_masters.py --minutes 60 --out duel.safetensors
    fuda play duel-masters --players person,net:duel.safetensors

Any other game is learned the same way: `--game crazy-eights --hidden 128,64`.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch

import fuda
import fuda.torch as nets


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="duel-masters")
    parser.add_argument("--decks", default="", help="names with commas, one for each seat")
    parser.add_argument("--out", default="network.safetensors")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--hidden", default="1024,1024,1024,1024,1024")
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--lanes", type=int, default=256, help="games at once")
    parser.add_argument("--steps", type=int, default=64, help="decisions of each between two updates")
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


class Collected:
    """Decisions of many games, with what came of them."""

    def __init__(self) -> None:
        self.batches: list[nets.Batch] = []
        self.chosen: list[torch.Tensor] = []
        self.logs: list[torch.Tensor] = []
        self.values: list[torch.Tensor] = []
        self.seats: list[np.ndarray] = []
        self.rewards: list[np.ndarray] = []
        self.done: list[np.ndarray] = []


def drawn(logs: torch.Tensor, owner: torch.Tensor, size: int) -> torch.Tensor:
    """A choice for each position, by its probabilities: the largest of noisy scores (Gumbel)."""
    noise = -torch.log(-torch.log(torch.rand_like(logs).clamp(1e-9, 1 - 1e-9)))
    noisy = logs + noise
    best = torch.full((size,), -torch.inf, device=logs.device)
    best = best.scatter_reduce(0, owner, noisy, "amax", include_self=True)
    return torch.nonzero(noisy == best[owner]).squeeze(1)[:size]


def collect(env: fuda.Vec, arrays: fuda.Arrays, network: nets.Network, steps: int, device: torch.device) -> Collected:
    collected = Collected()
    for _ in range(steps):
        batch = nets.batch_of_arrays(arrays).to(device)
        with torch.no_grad():
            values, scores = network(batch)
            logs = nets.log_probabilities(scores, batch.owner, batch.size)
            chosen = drawn(logs, batch.owner, batch.size)
        first = torch.from_numpy(np.concatenate([[0], np.cumsum(arrays.count)[:-1]])).to(device)
        collected.batches.append(batch)
        collected.chosen.append(chosen)
        collected.logs.append(logs[chosen])
        # The first value is of the seat that chooses: the logarithm of its odds to win.
        collected.values.append(torch.tanh(values[:, 0] / 2))
        collected.seats.append(arrays.seat.copy())
        env.step((chosen - first).cpu().numpy(), arrays)
        collected.rewards.append(arrays.reward.copy())
        collected.done.append(arrays.done | arrays.truncated)
    return collected


def targets(collected: Collected) -> list[torch.Tensor]:
    """For each decision what its seat got in the end; what the network hoped for where a game is not over."""
    steps, lanes = len(collected.seats), len(collected.seats[0])
    hoped = [values.cpu().numpy() for values in collected.values]
    seats = collected.rewards[0].shape[1]
    result = np.zeros((steps, lanes), np.float32)
    ahead = np.zeros((lanes, seats), np.float32)
    every = np.arange(lanes)
    for seat in range(seats):
        own = collected.seats[-1] == seat
        ahead[own, seat] = hoped[-1][own]
        if seats == 2:
            ahead[~own, seat] = -hoped[-1][~own]
    for step in reversed(range(steps)):
        ended = collected.done[step]
        ahead[ended] = collected.rewards[step][ended]
        result[step] = ahead[every, collected.seats[step]]
    return list(torch.from_numpy(result))


def learn(network: nets.Network, optimizer: torch.optim.Optimizer, collected: Collected, given: argparse.Namespace) -> float:
    """PPO on the decisions that were collected; the mean loss."""
    device = next(network.parameters()).device
    goals = targets(collected)
    losses = []
    for _ in range(given.epochs):
        for number in torch.randperm(len(goals)).tolist():
            batch = collected.batches[number]
            goal = goals[number].to(device)
            values, scores = network(batch)
            logs = nets.log_probabilities(scores, batch.owner, batch.size)
            hoped = torch.tanh(values[:, 0] / 2)
            gain = goal - collected.values[number]
            gain = (gain - gain.mean()) / (gain.std() + 1e-6)
            ratio = torch.exp(logs[collected.chosen[number]] - collected.logs[number])
            clipped = ratio.clamp(1 - given.clip, 1 + given.clip)
            policy = -torch.min(ratio * gain, clipped * gain).mean()
            entropy = -(logs.exp() * logs).sum() / batch.size
            loss = policy + 0.5 * (hoped - goal).square().mean() - given.entropy * entropy
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            losses.append(float(loss.detach()))
    return float(np.mean(losses))


def main() -> None:
    given = arguments()
    torch.manual_seed(given.seed)
    device = nets.device()
    game = fuda.load(given.game, decks=[deck for deck in given.decks.split(",") if deck])
    hidden = [int(width) for width in given.hidden.split(",")]
    network = nets.new(game, hidden=hidden, width=given.width, choice_width=64).to(device)
    optimizer = torch.optim.Adam(network.parameters(), given.rate)
    env = fuda.vec(
        game,
        given.lanes,
        seed=given.seed,
        threads=given.threads,
        observations="sparse",
        actions="features",
        factors=True,
        features=network.features(),
        reward="wins",
    )
    arrays = env.arrays()
    env.reset(arrays)
    print(f"{game.name} on {device}: {sum(p.numel() for p in network.parameters()):,} parameters")
    ends = time.monotonic() + given.minutes * 60
    while time.monotonic() < ends:
        collected = collect(env, arrays, network, given.steps, device)
        loss = learn(network, optimizer, collected, given)
        network.games += int(sum(done.sum() for done in collected.done))
        network.decisions += given.lanes * given.steps
        print(f"{network.games:9,} games {network.decisions:11,} decisions  loss {loss:+.4f}", flush=True)
    nets.save(network, given.out)
    result = fuda.arena(game, [f"net:{given.out},sims=0,draw=yes", "random"], 200, seed=1)
    rate = result.players[0]["win_rate"]
    print(f"{given.out} wins {rate:.1%} of 200 games against random")


if __name__ == "__main__":
    main()
