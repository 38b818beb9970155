"""What a figure is: one line of the results, and of the page that is made from them."""

import statistics
from collections.abc import Sequence
from typing import NamedTuple


class Figure(NamedTuple):
    """Something measured, or not: then there is no value, and the note says why."""

    part: str
    """Under which heading it stands."""
    what: str
    value: float | None
    unit: str
    note: str = ""


def rounded(value: float) -> float:
    """Return a value with four digits that count; more are noise."""
    short = float(f"{value:.4g}")
    return int(short) if short >= 1000 else short


def median(
    part: str, what: str, values: Sequence[float], unit: str = "plays/s", note: str = ""
) -> Figure:
    """Return the median of what several rounds gave."""
    return Figure(part, what, rounded(statistics.median(values)), unit, note)


def missing(part: str, what: str, why: str) -> Figure:
    """Return a figure that could not be measured here."""
    return Figure(part, what, None, "", why)
