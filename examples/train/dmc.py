"""Trains a small network by Deep Monte Carlo until it beats `greedy`; PyTorch is all it needs.

    pip install 'basra[rl,fast,plot]' torch
    python examples/train/dmc.py --minutes 10

Both seats are played by one network, which says what a play is worth to a seat that sees what it
sees: the margin of the deal to which such plays led in self-play. All deals have equally many
plays, so those side by side begin and end together: a round is one deal in every row, then one pass
over all that was seen.
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
from basra.cards import CARDS
from basra.encode import SIZE, actions_of, encode
from basra.rl.vector import VectorDeals
from basra.view import View

ROWS = 256
BATCH = 512
SCALE = 30.0
"""Points that are one unit of the network."""
EXPLORING = 0.08
"""How often a random play is made instead of the best."""
WEIGHTS = Path(os.environ.get("BASRA_DMC", "build/dmc.pt"))


class Network(nn.Module):
    """The worth of plays from what a seat sees and what each would do."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = nn.Linear(SIZE, 256)
        self.play = nn.Linear(3 * CARDS, 256, bias=False)
        self.worth = nn.Sequential(nn.ReLU(), nn.Linear(256, 128), nn.ReLU(), nn.Linear(128, 1))

    def forward(self, seen: torch.Tensor, of: torch.Tensor, plays: torch.Tensor) -> torch.Tensor:
        """Return the worth of each play, ``of`` being the row of what is seen before it."""
        worth: torch.Tensor = self.worth(self.seen(seen)[of] + self.play(plays))
        return worth[:, 0]


def numbers(seen: NDArray[np.int8]) -> torch.Tensor:
    """Return observations as the network takes them: counts and points as small as the cards."""
    inputs = torch.from_numpy(seen).float()
    return torch.where(inputs > 1, inputs / CARDS, inputs)


def effects(plays: NDArray[np.int64], seen: NDArray[np.int8]) -> torch.Tensor:
    """Return the card played, the cards captured and the floor that is left, as planes."""
    cards = plays >> CARDS
    played = np.arange(CARDS) == cards[:, None]
    captured = (plays[:, None] >> np.arange(CARDS) & 1).astype(np.bool_)
    trails = ~captured.any(axis=1, keepdims=True)
    floor = seen[:, CARDS : 2 * CARDS].astype(np.bool_) & ~captured | played & trails
    return torch.from_numpy(np.concatenate((played, captured, floor), axis=1)).float()


class Trained:
    """The trained network as a computer player: ``basra match dmc:Trained greedy``."""

    name = "dmc"

    def __init__(self, seed: str) -> None:
        """Load the weights; there is nothing to draw."""
        del seed
        self._network = Network()
        self._network.load_state_dict(torch.load(WEIGHTS, weights_only=True))

    @torch.inference_mode()
    def choose(self, view: View, limit: Limit) -> Play:
        """Return the legal play that is worth most."""
        del limit
        legal = np.array(list(actions_of(view).values()), np.int64)
        seen = encode(view)[None]
        of = np.zeros(len(legal), np.int64)
        worth = self._network(numbers(seen), torch.from_numpy(of), effects(legal, seen[of]))
        return Play(int(legal[int(worth.argmax())]))


class Round(NamedTuple):
    """What was seen and done in one deal of every row."""

    seen: NDArray[np.int8]
    plays: NDArray[np.int64]
    margins: NDArray[np.float32]


@torch.inference_mode()
def play_round(deals: VectorDeals, model: Network, chance: np.random.Generator) -> Round:
    """Play one deal in every row, mostly by the network."""
    seen, made, turns = [], [], []
    rows = np.arange(deals.count)
    dones = np.zeros(deals.count, np.bool_)
    while not dones.all():
        seen.append(deals.observations.copy())
        turns.append(deals.turns)
        of, actions, plays = deals.legal()
        worth = model(numbers(seen[-1]), torch.from_numpy(of), effects(plays, seen[-1][of])).numpy()
        # An exploring row takes one of its plays at random: all are given a worth by chance.
        explores = chance.random(deals.count) < EXPLORING
        worth = np.where(explores[of], chance.random(len(of)), worth)
        order = np.lexsort((worth, of))
        best = order[np.append(of[1:] != of[:-1], True)]
        made.append(plays[best])
        _, rewards, dones, _ = deals.step(actions[best])
    margins = np.concatenate([rewards[rows, seats] for seats in turns])
    return Round(np.concatenate(seen), np.concatenate(made), margins)


def learn(
    played: Round, model: Network, steps: torch.optim.Optimizer, chance: np.random.Generator
) -> None:
    """Bring the worth of the plays made closer to what they led to."""
    places = chance.permutation(len(played.plays))
    for batch in np.array_split(places, max(1, len(places) // BATCH)):
        seen = played.seen[batch]
        worth = model(numbers(seen), torch.arange(len(batch)), effects(played.plays[batch], seen))
        loss = nn.functional.mse_loss(worth, torch.from_numpy(played.margins[batch] / SCALE))
        steps.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # PyTorch has not all types
        steps.step()


def measure(rules: str, model: Network, deals: int) -> Result:
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
    model = Network()
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
