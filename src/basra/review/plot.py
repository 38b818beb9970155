"""Draws the expected margin through deals, luck and decisions apart."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from basra.plotting import drawn
from basra.review.curve import Point

if TYPE_CHECKING:
    from basra.review.dealt import DealReview

_COLOURS = {"expected": "#2b2b2b", "luck": "#2a6f97", "decided": "#b5442e"}


def draw_reviews(
    reviews: "Sequence[tuple[str, DealReview]]", side: int, labels: Mapping[str, str], file: Path
) -> None:
    """Write a picture of the curves of a side, a row for each deal with its title.

    ``labels`` name ``expected``, ``luck``, ``decided``, ``plays`` and ``margin``; the name of
    ``file`` ends in .svg or .png. Raises BasraError if matplotlib is not there or it does not.
    """
    with drawn(file, 8, 0.8 + 2.8 * len(reviews)) as figure:
        rows = figure.subplots(len(reviews), 1, squeeze=False)
        for axes, (title, review) in zip(rows[:, 0], reviews, strict=True):
            _draw(axes, review.sides[side].curve, labels)
            axes.set_title(title, fontsize=10, loc="left")
        rows[0, 0].legend(fontsize=8, loc="best", frameon=False)
        rows[-1, 0].set_xlabel(labels["plays"])


def _draw(axes: Any, curve: Sequence[Point], labels: Mapping[str, str]) -> None:  # noqa: ANN401
    """Draw the margin and what it comes from as lines, and each decision as a bar."""
    plays = [point.plays for point in curve]
    luck = [point.dealt + point.known for point in curve]
    decided = [point.decided for point in curve]
    moved = [after - before for before, after in zip([0.0, *decided], decided, strict=False)]
    axes.bar(plays, moved, width=0.9, color=_COLOURS["decided"], alpha=0.35)
    for name, values, style in (
        ("luck", luck, "--"),
        ("decided", decided, "-"),
        ("expected", [point.expected for point in curve], "-"),
    ):
        width = 2.0 if name == "expected" else 1.4
        axes.plot(plays, values, style, color=_COLOURS[name], linewidth=width, label=labels[name])
    axes.axhline(0, color="#888888", linewidth=0.8)
    axes.set_xlim(0, max(1, plays[-1]))
    axes.set_ylabel(labels["margin"])
    axes.grid(alpha=0.25)
