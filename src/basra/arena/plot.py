"""Draws a ladder with its intervals."""

from collections.abc import Sequence
from pathlib import Path

from basra.arena.tournament import Rung
from basra.plotting import drawn


def draw_ladder(rungs: Sequence[Rung], title: str, axis: str, file: Path) -> None:
    """Write a picture of a ladder; the name of ``file`` ends in .svg or .png.

    Raises BasraError if matplotlib is not there or the name ends otherwise.
    """
    with drawn(file, 7, 1.4 + 0.42 * len(rungs)) as figure:
        axes = figure.subplots()
        places = range(len(rungs))
        axes.errorbar(
            [rung.elo for rung in rungs],
            places,
            xerr=[
                [rung.elo - rung.low for rung in rungs],
                [rung.high - rung.elo for rung in rungs],
            ],
            fmt="o",
            capsize=4,
            color="#7b2d26",
        )
        for place, rung in zip(places, rungs, strict=True):
            axes.annotate(
                f"{rung.elo:+.0f}",
                (rung.elo, place),
                xytext=(0, 7),
                textcoords="offset points",
                ha="center",
                fontsize=8,
            )
        axes.set_yticks(list(places), [rung.bot for rung in rungs])
        axes.set_ylim(len(rungs) - 0.5, -0.7)
        axes.grid(axis="x", alpha=0.3)
        axes.set_xlabel(axis)
        axes.set_title(title, fontsize=10)
