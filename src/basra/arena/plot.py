"""Draws a ladder with its intervals; the only place that imports matplotlib."""

from collections.abc import Sequence
from pathlib import Path

from basra.arena.tournament import Rung
from basra.errors import BasraError


def draw_ladder(rungs: Sequence[Rung], title: str, axis: str, file: Path) -> None:
    """Write a picture of a ladder; the name of ``file`` ends in .svg or .png.

    Raises BasraError if matplotlib is not there or the name ends otherwise.
    """
    if file.suffix not in {".svg", ".png"}:
        raise BasraError("error.plot", name=file.name)
    try:
        # Only who asks for a picture loads it.
        from matplotlib import rc_context  # noqa: PLC0415
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError:
        raise BasraError("error.extra", package="matplotlib", extra="plot") from None
    # The same ladder gives the same file.
    with rc_context({"svg.hashsalt": "basra"}):
        figure = Figure(figsize=(7, 1.4 + 0.42 * len(rungs)), layout="constrained")
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
        metadata = {"Date": None} if file.suffix == ".svg" else None
        figure.savefig(file, metadata=metadata)
