"""Fits a network to lessons: how likely each play is to be made, by what the teacher makes of it.

Two hidden layers and Adam, in a few lines of numpy: nothing else is needed to make a network anew.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from basra.bots.intuition import UNITS
from basra.kernel.intuition import FIRST, INPUTS, SECOND
from basra.training.lessons import Lesson

Numbers = NDArray[np.float32]

SIZES: Final = (INPUTS, FIRST, SECOND, 1)
BATCH: Final = 512
"""Decisions looked at between two steps."""
RATE: Final = 4e-3
"""The greatest length of a step; it grows for a tenth of the time, then falls to nothing."""
DECAY: Final = 0.05
"""How fast weights shrink that nothing needs: with less, odd decisions are learnt by heart."""
TAUGHT: Final = 0.3
"""The points that the teacher leaves to chance."""
TRIED: Final = (0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0)
SLIPS: Final = (0.01, 0.02, 0.03, 0.05)


class Figures(NamedTuple):
    """How well a network does on decisions that it has not seen."""

    decisions: int
    """How many they are."""
    agrees: float
    """How often its best play is the teacher's."""
    costs: float
    """What its best play is worth less than the teacher's, in points."""
    foretells: float
    """The mean log probability that it gives to the teacher's play."""
    blindly: float
    """The same of somebody who knows nothing."""


class Network(NamedTuple):
    """Layers of weights by input, and what is added to each."""

    weights: list[Numbers]
    added: list[Numbers]
    sharpness: float = 1.0
    slip: float = 0.0

    @classmethod
    def of(cls, numbers: Sequence[float]) -> "Network":
        """Return the network whose numbers stand in one row, as players have them."""
        row, at = np.asarray(numbers, np.float32), 0
        weights: list[Numbers] = []
        added: list[Numbers] = []
        for inputs, cells in pairwise(SIZES):
            weights.append(row[at : at + inputs * cells].reshape(inputs, cells).copy())
            at += inputs * cells
            added.append(row[at : at + cells].copy())
            at += cells
        return cls(weights, added)

    def row(self) -> Numbers:
        """Return all numbers in one row: of each layer the weights, then what is added."""
        layers = zip(self.weights, self.added, strict=True)
        return np.concatenate([part.ravel() for layer in layers for part in layer])

    def leanings(self, seen: Numbers) -> Numbers:
        """Return how it leans to plays: how likely each is, as logarithms with a common addend."""
        return self.layers(seen)[-1][:, 0]

    def layers(self, seen: Numbers) -> list[Numbers]:
        """Return what every layer makes of plays, the inputs first."""
        found = [seen]
        for at, (weights, added) in enumerate(zip(self.weights, self.added, strict=True)):
            sums = found[-1] @ weights + added
            found.append(sums if at == len(self.weights) - 1 else np.maximum(sums, 0.0))
        return found

    def text(self, about: dict[str, Any]) -> str:
        """Return the file of a network: how it was made, then its numbers."""
        weights = [round(float(number) * UNITS) for number in self.row()]
        facts = {**about, "sharpness": self.sharpness, "slip": self.slip, "weights": weights}
        return json.dumps(facts, separators=(",", ":"), ensure_ascii=False) + "\n"


def fit(
    taught: Iterable[Lesson],
    seed: int,
    rounds: int,
    progress: Callable[[int, int], None] = lambda _done, _steps: None,
    *,
    start: Network | None = None,
    rate: float = RATE,
) -> Network:
    """Fit a network in some ``rounds`` over all decisions; ``progress`` hears the steps done.

    It begins with what ``start`` knows, or with nothing.
    """
    chance = np.random.default_rng(seed)
    every = _joined(taught)
    number = len(every.choices)
    begins = _begins(every)
    network = start or _begin(chance)
    steps = max(1, rounds * number // BATCH)
    moments = [[np.zeros_like(part) for part in (*network.weights, *network.added)] for _ in "mv"]
    order = np.empty(0, np.int64)
    for step in range(steps):
        if len(order) < min(BATCH, number):
            order = chance.permutation(number)
        chosen, order = order[:BATCH], order[BATCH:]
        _improve(network, _some(every, begins, chosen), moments, rate, step, steps)
        progress(step + 1, steps)
    return network


def _joined(taught: Iterable[Lesson]) -> Lesson:
    portions = list(taught)
    return Lesson(*(np.concatenate(parts) for parts in zip(*portions, strict=True)))


def _some(lesson: Lesson, begins: NDArray[np.int64], chosen: NDArray[np.int64]) -> Lesson:
    """Return some of the decisions."""
    choices = lesson.choices[chosen]
    first = np.repeat(begins[chosen] - np.cumsum(choices) + choices, choices)
    rows = first + np.arange(len(first))
    return Lesson(lesson.seen[rows], lesson.worths[rows], choices)


def _begin(chance: np.random.Generator) -> Network:
    """Return a network that knows nothing."""
    pairs = list(pairwise(SIZES))
    return Network(
        [(chance.uniform(-1, 1, pair) / np.sqrt(pair[0])).astype(np.float32) for pair in pairs],
        [np.zeros(cells, np.float32) for _, cells in pairs],
    )


def _improve(
    network: Network,
    lesson: Lesson,
    moments: list[list[Numbers]],
    most: float,
    step: int,
    steps: int,
) -> None:
    """Take a step of Adam down the slope of the errors of some decisions."""
    layers = network.layers(lesson.seen)
    slope = _slope(layers[-1][:, 0], lesson)[:, None]
    weights: list[Numbers] = []
    added: list[Numbers] = []
    for at in range(len(network.weights) - 1, -1, -1):
        weights.insert(0, layers[at].T @ slope)
        added.insert(0, slope.sum(0))
        slope = (slope @ network.weights[at].T) * (layers[at] > 0)
    done = step / steps
    rate = most * (done / 0.1 if done < 0.1 else (1 + np.cos(np.pi * (done - 0.1) / 0.9)) / 2)
    first, second = moments
    parts = (*network.weights, *network.added)
    for part, by, one, two in zip(parts, (*weights, *added), first, second, strict=True):
        one[...] += 0.1 * (by - one)
        two[...] += 0.001 * (by * by - two)
        scaled = one / (1 - 0.9 ** (step + 1))
        spread = np.sqrt(two / (1 - 0.999 ** (step + 1))) + 1e-8
        part[...] -= (rate * (scaled / spread + DECAY * part)).astype(np.float32)


def _slope(leanings: Numbers, lesson: Lesson) -> Numbers:
    """Return how the error grows with each leaning: as a play is taken to be too likely."""
    off = _chances(leanings, lesson) - _chances(lesson.worths / TAUGHT, lesson)
    return (off / len(lesson.choices)).astype(np.float32)


def _begins(lesson: Lesson) -> NDArray[np.int64]:
    return np.cumsum(lesson.choices) - lesson.choices


def _chances(powers: Numbers, lesson: Lesson) -> Numbers:
    """Return how likely each play of a decision is."""
    best = np.maximum.reduceat(powers, _begins(lesson))
    weights = np.exp(powers - np.repeat(best, lesson.choices))
    total = np.add.reduceat(weights, _begins(lesson))
    chances: Numbers = (weights / np.repeat(total, lesson.choices)).astype(np.float32)
    return chances


def examine(network: Network, asked: Iterable[Lesson]) -> tuple[Network, Figures]:
    """Return the network as sharp as it foretells decisions best, and how well it does."""
    exam = _joined(asked)
    leanings = network.leanings(exam.seen)
    begins = _begins(exam)
    decision = np.repeat(np.arange(len(begins)), exam.choices)
    best = np.maximum.reduceat(exam.worths, begins)[decision]
    made = np.flatnonzero(exam.worths >= best)
    made = made[np.unique(decision[made], return_index=True)[1]]
    blind = 1 / exam.choices
    fits = {
        (sharpness, slip): float(
            np.log(slip * blind + (1 - slip) * _chances(sharpness * leanings, exam)[made]).mean()
        )
        for sharpness in TRIED
        for slip in SLIPS
    }
    sharpness, slip = max(fits, key=fits.__getitem__)
    own = np.flatnonzero(leanings >= np.maximum.reduceat(leanings, begins)[decision])
    costs = best[own] - exam.worths[own]
    figures = Figures(
        len(exam.choices),
        round(float((costs == 0).mean()), 4),
        round(float(costs.mean()), 4),
        round(fits[sharpness, slip], 4),
        round(float(np.log(blind).mean()), 4),
    )
    return network._replace(sharpness=sharpness, slip=slip), figures
