"""Means and shares, each with its 95 % interval."""

from math import inf, sqrt
from typing import Final, NamedTuple

WIDTH: Final = 1.96
"""Standard errors on each side of a 95 % interval."""


class Mean(NamedTuple):
    """The mean of values that were added one by one."""

    cases: int = 0
    total: float = 0.0
    squares: float = 0.0

    def plus(self, value: float) -> "Mean":
        """Return the mean with one value more."""
        return Mean(self.cases + 1, self.total + value, self.squares + value * value)

    def joined(self, other: "Mean") -> "Mean":
        """Return the mean of the values of both."""
        return Mean(
            self.cases + other.cases, self.total + other.total, self.squares + other.squares
        )

    @property
    def value(self) -> float:
        """The mean; 0 of nothing."""
        return self.total / self.cases if self.cases else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval; infinite below two values.

        >>> from basra.data import Mean
        >>> Mean().plus(1.0).plus(3.0).interval
        (0.04, 3.96)
        """
        if self.cases < 2:
            return -inf, inf
        variance = max(0.0, self.squares - self.total * self.value) / (self.cases - 1)
        half = WIDTH * sqrt(variance / self.cases)
        return round(self.value - half, 6), round(self.value + half, 6)


class Share(NamedTuple):
    """How often something happened."""

    cases: int = 0
    hits: int = 0

    def plus(self, value: float) -> "Share":
        """Return the share with one case more, 1 for a hit."""
        return Share(self.cases + 1, self.hits + int(value))

    def joined(self, other: "Share") -> "Share":
        """Return the share of the cases of both."""
        return Share(self.cases + other.cases, self.hits + other.hits)

    @property
    def value(self) -> float:
        """The share; 0 of nothing."""
        return self.hits / self.cases if self.cases else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of Wilson, which is right for small numbers too.

        >>> from basra.data import Share
        >>> Share(10, 0).interval
        (0.0, 0.27754)
        """
        if not self.cases:
            return 0.0, 1.0
        square = WIDTH * WIDTH
        centre = (self.hits + square / 2) / (self.cases + square)
        spread = self.hits * (self.cases - self.hits) / self.cases + square / 4
        half = WIDTH * sqrt(spread) / (self.cases + square)
        return round(max(0.0, centre - half), 6), round(min(1.0, centre + half), 6)
