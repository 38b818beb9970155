"""Stops a duel as soon as it is decided: the sequential probability ratio test of a margin."""

from collections.abc import Sequence
from math import log
from statistics import fmean, pvariance
from typing import Final, NamedTuple

from basra.errors import BadNotation

ERROR: Final = 0.05
"""The chance of a wrong decision, either way."""
BOUND: Final = log((1 - ERROR) / ERROR)
LEAST: Final = 30
"""Deals before which nothing is decided: the spread must be known."""


class Question(NamedTuple):
    """Is the margin the lesser or the greater one?"""

    low: float
    """Points a deal under the first hypothesis (H0)."""
    high: float
    """Points a deal under the second (H1)."""


class Verdict(NamedTuple):
    """How a test stands."""

    ratio: float
    """The logarithm of the ratio of the likelihoods, above 0 for the greater margin."""
    accepted: str | None
    """``H0``, ``H1``, or ``None`` while it is open."""


def read_question(text: str) -> Question:
    """Read two margins like ``0,3``; raises BadNotation.

    >>> from basra.arena.sequential import read_question
    >>> read_question("0,3")
    Question(low=0.0, high=3.0)
    """
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise BadNotation("error.sprt", text=text) from None
    if not low < high:
        raise BadNotation("error.sprt", text=text)
    return Question(low, high)


def verdict(question: Question, margins: Sequence[float]) -> Verdict:
    """Return how the test stands after these margins, taken as normal.

    >>> from basra.arena.sequential import Question, verdict
    >>> verdict(Question(0, 3), [2.0, 4.0] * 30).accepted
    'H1'
    """
    if len(margins) < LEAST:
        return Verdict(0.0, None)
    low, high = question
    spread = max(pvariance(margins), 1e-9)
    ratio = (high - low) * len(margins) * (fmean(margins) - (low + high) / 2) / spread
    accepted = "H1" if ratio >= BOUND else "H0" if ratio <= -BOUND else None
    return Verdict(round(ratio, 6), accepted)
