"""Trains a small network by Deep Monte Carlo until it beats `greedy`; PyTorch is all it needs.

    pip install 'basra[rl,fast,plot]' torch
    python examples/train/dmc.py --minutes 10

Both seats are played by one network, which says what each action is worth: the margin of the deal
to which it led in self-play. All deals have equally many plays, so those side by side begin and end
together: a round is one deal in every row, then one pass over all that was seen.
"""

import argparse
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from basra import Play
from basra.arena.duel import Job, Result, duel, summary
from basra.bots import Limit
from basra.encode import ACTIONS, SIZE, actions_of, encode
from basra.rl.vector import VectorDeals
from basra.view import View

ROWS = 256
BATCH = 1024
SCALE = 30.0
"""Points that are one unit of the network."""
EXPLORING = 0.08
"""How often a random action is made instead of the best."""
WEIGHTS = Path(os.environ.get("BASRA_DMC", "build/dmc.pt"))


def network() -> nn.Sequential:
    """Return a network from what a seat sees to the worth of every action."""
    return nn.Sequential(
        nn.Linear(SIZE, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, ACTIONS)
    )


def numbers(seen: NDArray[np.int8]) -> torch.Tensor:
    """Return observations as the network takes them: counts and points as small as the cards."""
    inputs = torch.from_numpy(seen).float()
    return torch.where(inputs > 1, inputs / 52, inputs)


class Trained:
    """The trained network as a computer player: ``basra match dmc:Trained greedy``."""

    name = "dmc"

    def __init__(self, seed: str) -> None:
        """Load the weights; there is nothing to draw."""
        del seed
        self._network = network()
        self._network.load_state_dict(torch.load(WEIGHTS, weights_only=True))

    @torch.inference_mode()
    def choose(self, view: View, limit: Limit) -> Play:
        """Return the legal play that is worth most."""
        del limit
        legal = actions_of(view)
        worth = self._network(numbers(encode(view)))
        return Play(legal[max(legal, key=lambda action: float(worth[action]))])


class Round(NamedTuple):
    """What was seen and done in one deal of every row."""

    seen: NDArray[np.int8]
    actions: NDArray[np.int64]
    margins: NDArray[np.float32]


@torch.inference_mode()
def play_round(deals: VectorDeals, model: nn.Sequential, chance: np.random.Generator) -> Round:
    """Play one deal in every row, mostly by the network."""
    seen, actions, turns = [], [], []
    rows = np.arange(deals.count)
    dones = np.zeros(deals.count, np.bool_)
    while not dones.all():
        seen.append(deals.observations.copy())
        turns.append(deals.turns)
        worth = model(numbers(deals.observations)).numpy()
        best = np.where(deals.masks == 1, worth, -np.inf).argmax(axis=1)
        explores = chance.random(deals.count) < EXPLORING
        actions.append(np.where(explores, deals.sample(), best))
        _, rewards, dones, _ = deals.step(actions[-1])
    margins = np.concatenate([rewards[rows, seats] for seats in turns])
    return Round(np.concatenate(seen), np.concatenate(actions), margins)


def learn(
    played: Round, model: nn.Sequential, steps: torch.optim.Optimizer, chance: np.random.Generator
) -> float:
    """Bring the worth of the actions made closer to what they led to; return the mean loss."""
    losses = []
    for batch in np.array_split(
        chance.permutation(len(played.actions)), max(1, len(played.actions) // BATCH)
    ):
        worth = model(numbers(played.seen[batch]))
        made = worth.gather(1, torch.from_numpy(played.actions[batch])[:, None])[:, 0]
        loss = nn.functional.smooth_l1_loss(made, torch.from_numpy(played.margins[batch] / SCALE))
        steps.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # PyTorch has not all types
        steps.step()
        losses.append(float(loss.detach()))
    return float(np.mean(losses))


def measure(rules: str, model: nn.Sequential, deals: int) -> Result:
    """Play mirrored deals against `greedy`."""
    WEIGHTS.parent.mkdir(parents=True, exist_ok=True)
    torch.save(model.state_dict(), WEIGHTS)
    job = Job(rules, "dmc:Trained", "greedy", "exam", 0, deals, mirrored=True)
    return summary([outcome for outcomes in duel(job) for outcome in outcomes])


def train(asked: argparse.Namespace) -> Iterator[dict[str, float]]:
    """Train for a time, or a number of rounds, and yield how strong the player is on the way."""
    torch.manual_seed(asked.seed)
    torch.set_num_threads(asked.threads)
    chance = np.random.default_rng(asked.seed)
    model = network()
    steps = torch.optim.Adam(model.parameters(), lr=1e-3)
    deals = VectorDeals(asked.rules, ROWS, asked.seed)
    spent, number, due = 0.0, 0, 0.0
    while True:
        over = number >= asked.rounds if asked.rounds else spent >= 60 * asked.minutes
        if over or (spent >= due and not asked.rounds):
            result = measure(asked.rules, model, 1000 if over else 100)
            yield {
                "minutes": round(spent / 60, 2),
                "deals": number * ROWS,
                "margin": round(result.margin, 2),
                "ci95": round(result.ci95, 2),
            }
            due = spent + 6 * asked.minutes
        if over:
            return
        begun = time.perf_counter()
        for group in steps.param_groups:  # smaller steps towards the end
            group["lr"] = 1e-3 * max(0.1, 1 - 0.9 * spent / (60 * asked.minutes))
        learn(play_round(deals, model, chance), model, steps, chance)
        spent += time.perf_counter() - begun
        number += 1


def draw(curve: list[dict[str, float]], rules: str, path: Path) -> None:
    """Draw the learning curve as a picture."""
    # Only who draws needs it.
    import matplotlib as mpl  # noqa: PLC0415

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "basra"
    from matplotlib import pyplot as plt  # noqa: PLC0415

    figure, axes = plt.subplots(figsize=(7, 4))
    minutes = [point["minutes"] for point in curve]
    margins = [point["margin"] for point in curve]
    axes.errorbar(minutes, margins, [point["ci95"] for point in curve], marker="o", capsize=3)
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set_xlabel("minutes of training")
    axes.set_ylabel("points a deal more than greedy")
    axes.set_title(f"Deep Monte Carlo, {rules}, mirrored deals, 95 % intervals")
    figure.tight_layout()
    metadata: dict[str, Any] = {"Date": None}
    figure.savefig(path, metadata=metadata)


def main() -> None:
    """Read the arguments, train, print the curve and draw it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=0, help="instead of minutes: reproducible")
    parser.add_argument("--rules", default="egyptian;seats=2")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="more than idle cores slow it down")
    parser.add_argument("--picture", type=Path, help="where to draw the learning curve")
    asked = parser.parse_args()
    curve: list[dict[str, float]] = []
    for point in train(asked):
        curve.append(point)
        print(json.dumps(point), flush=True)
    if asked.picture is not None:
        draw(curve, asked.rules, asked.picture)


if __name__ == "__main__":
    main()
