"""Draws the tables of a tally with their intervals, a picture a table."""

from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Any

from basra.data.figures import Mean, Share
from basra.data.tally import Tally
from basra.errors import BadNotation
from basra.plotting import drawn, expect_plots

FORMATS = ("svg", "png")
_COLOUR = "#7b2d26"


def expect_format(kind: str) -> None:
    """Raise BasraError where pictures of a kind cannot be drawn."""
    if kind not in FORMATS:
        raise BadNotation("error.data.format", text=kind, expected=" ".join(FORMATS))
    expect_plots()


def draw_tally(
    tally: Tally, rules: str, titles: Mapping[str, str], folder: Path, kind: str = "svg"
) -> list[Path]:
    """Write a picture for each table and for luck into ``folder``, which is made; return them.

    Raises BasraError if matplotlib is not there, BadNotation for a kind of picture that is none.
    """
    expect_format(kind)
    folder.mkdir(parents=True, exist_ok=True)
    stem = "".join(letter if letter.isalnum() else "_" for letter in rules)
    written: list[Path] = []
    for name, table in tally.tables.items():
        if not table:
            continue
        file = folder / f"{stem}-{name}.{kind}"
        with drawn(file, 1.6 + 0.42 * max(len(table), 9), 3.2, dpi=150) as figure:
            _draw(figure.subplots(), table, f"{titles[name]}\n{rules}")
        written.append(file)
    if lucks := [pair.luck for pair in tally.mirrors.pairs]:
        file = folder / f"{stem}-luck.{kind}"
        with drawn(file, 5.4, 3.2, dpi=150) as figure:
            _draw_luck(figure.subplots(), lucks, f"{titles['luck']}\n{rules}")
        written.append(file)
    return written


def _draw(axes: Any, table: Mapping[str, Mean] | Mapping[str, Share], title: str) -> None:  # noqa: ANN401 - matplotlib may not be there
    figures: list[Mean | Share] = list(table.values())
    values = [figure.value for figure in figures]
    below, above = zip(*map(_halves, figures), strict=True)
    places = range(len(figures))
    axes.errorbar(places, values, yerr=[below, above], fmt="o", capsize=4, color=_COLOUR)
    axes.set_xticks(list(places), list(table))
    axes.axhline(0, color="#999999", linewidth=0.8)
    if isinstance(figures[0], Share):
        axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.grid(axis="y", alpha=0.3)
    axes.set_title(title, fontsize=9)


def _draw_luck(axes: Any, lucks: Sequence[float], title: str) -> None:  # noqa: ANN401 - as above
    axes.hist(lucks, bins="auto", color=_COLOUR, edgecolor="white")
    axes.axvline(0, color="#999999", linewidth=0.8)
    axes.yaxis.get_major_locator().set_params(integer=True)
    axes.grid(axis="y", alpha=0.3)
    axes.set_title(title, fontsize=9)


def _halves(figure: Mean | Share) -> tuple[float, float]:
    """Return the halves of an interval below and above the value; none if it is open."""
    low, high = figure.interval
    if not isfinite(low):
        return 0.0, 0.0
    return max(0.0, figure.value - low), max(0.0, high - figure.value)
