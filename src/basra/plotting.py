"""Files of what matplotlib draws: the only place that imports it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from basra.errors import BasraError

SUFFIXES = (".svg", ".png")


def expect_plot(file: Path) -> None:
    """Raise BasraError without matplotlib, and for a name that does not end in .svg or .png."""
    if file.suffix not in SUFFIXES:
        raise BasraError("error.plot", name=file.name)
    expect_plots()


def expect_plots() -> None:
    """Raise BasraError if matplotlib is not there."""
    try:
        # Only who asks for a picture loads it.
        import matplotlib  # noqa: F401, ICN001, PLC0415
    except ImportError:
        raise BasraError("error.extra", package="matplotlib", extra="plot") from None


@contextmanager
def drawn(file: Path, width: float, height: float, *, dpi: float = 100) -> Iterator[Any]:
    """Give a figure of so many inches, and write what is drawn on it; the same gives the same file.

    Raises BasraError as ``expect_plot`` does.
    """
    expect_plot(file)
    from matplotlib import rc_context  # noqa: PLC0415 - as above
    from matplotlib.figure import Figure  # noqa: PLC0415

    with rc_context({"svg.hashsalt": "basra"}):
        figure = Figure(figsize=(width, height), layout="constrained")
        yield figure
        metadata = {"Date": None} if file.suffix == ".svg" else None
        figure.savefig(file, dpi=dpi, metadata=metadata)
