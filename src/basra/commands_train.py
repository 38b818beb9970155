"""The command that makes what players have learnt anew."""

import os
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from basra.console import expect_place, progress, say, write
from basra.errors import BasraError

app = typer.Typer()


class What(StrEnum):
    """What is learnt: the network of a table, or what floors are worth in each game."""

    TWO = "two"
    PARTNERS = "partners"
    ALONE = "alone"
    FLOORS = "floors"


@app.command("train", help=say("cli.train.help"))
def train(
    what: Annotated[What, typer.Argument(help=say("cli.train.table"))],
    file: Annotated[Path, typer.Argument(help=say("cli.train.file"))],
    deals: Annotated[int | None, typer.Option(min=20, help=say("cli.train.deals"))] = None,
    rounds: Annotated[int | None, typer.Option(min=1, help=say("cli.train.rounds"))] = None,
    seed: Annotated[int, typer.Option(min=0, help=say("cli.seed"))] = 1,
    workers: Annotated[int | None, typer.Option(min=1, help=say("cli.match.workers"))] = None,
) -> None:
    """Let players play, learn from it, and write what was learnt with its figures."""
    # As many threads as there are cores would add up in another order on each machine. It is read
    # when NumPy is loaded.
    os.environ.update(OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1", OMP_NUM_THREADS="1")
    if find_spec("numpy") is None:
        raise BasraError("error.extra", package="numpy", extra="fast")
    expect_place(file)
    if what is What.FLOORS:
        if rounds is not None:
            raise BasraError("error.train.rounds")
        _learn_floors(file, deals, seed, workers)
    else:
        _learn_network(str(what), file, deals, rounds, seed, workers)


def _learn_floors(file: Path, deals: int | None, seed: int, workers: int | None) -> None:
    from basra.training.floors import DEALS, games, learn, text  # noqa: PLC0415

    wanted, names, found = deals or DEALS, games(), []
    for one in learn(names, wanted, seed, workers):
        found.append(one)
        progress(len(found), len(names))
    file.write_text(text(found, wanted, seed), "utf-8")
    write(say("train.floors.written", file=file, games=len(found)))


def _learn_network(
    table: str, file: Path, deals: int | None, rounds: int | None, seed: int, workers: int | None
) -> None:
    from basra.kernel import warm  # noqa: PLC0415
    from basra.training import COURSES, exam, examine, fit, lessons  # noqa: PLC0415
    from basra.training.lessons import PORTION  # noqa: PLC0415

    course = COURSES[table]
    wanted, often = deals or course.deals, rounds or course.rounds
    warm()
    taught = []
    for lesson in lessons(course, wanted, str(seed), workers):
        taught.append(lesson)
        progress(min(wanted, PORTION * len(taught)), wanted)
    network = fit(taught, seed, often, progress)
    short = course._replace(exam=min(course.exam, wanted))
    network, figures = examine(network, exam(short, str(seed), workers))
    about = {"table": table, "deals": wanted, "rounds": often, "seed": seed}
    file.write_text(network.text({**about, **figures._asdict()}), "utf-8")
    write(say("train.written", file=file, **figures._asdict()))
