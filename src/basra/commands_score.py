"""The command for real cards: a score pad, line by line."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from basra.console import WORDS, read_text, say, write
from basra.errors import BasraError
from basra.files import write_whole

if TYPE_CHECKING:
    from basra.pad import Line, Pad

app = typer.Typer()

RulesText = Annotated[str, typer.Option("--rules", "-r", help=say("cli.rules.option"))]
Names = Annotated[list[str] | None, typer.Option("--side", help=say("cli.score.side"))]
File = Annotated[Path | None, typer.Argument(help=say("cli.score.file"))]


@app.command(help=say("cli.score.help"))
def score(file: File = None, rules: RulesText = "cypriot", side: Names = None) -> None:
    """Keep the score of a match with real cards; a file keeps it from one day to the next."""
    from basra.pad import Pad, loads_pad  # noqa: PLC0415

    is_kept = file is not None and file.exists()
    pad = loads_pad(read_text(file)) if file and is_kept else Pad.of(rules, side or ())
    write(say("pad.about", kinds=_kinds(pad)))
    for line in pad.lines:
        _tell(pad, line)
    _tell_standing(pad)
    while (text := _ask()) is not None:
        try:
            pad = _after(pad, text)
        except BasraError as error:
            write(error.said(WORDS))
            continue
        if file is not None:
            write_whole(file, pad.dumps())


def _ask() -> str | None:
    """Return what the person writes, ``None`` if it is enough."""
    try:
        text = input("> " if sys.stdin.isatty() else "").strip()
    except EOFError:
        return None
    return None if text in {"q", "quit"} else text


def _after(pad: "Pad", text: str) -> "Pad":
    """Return the pad after what was written, and tell of it. Raises BadNotation."""
    if text in {"u", "undo"}:
        pad = pad.undo()
    elif text:
        pad = pad.add(text)
        _tell(pad, pad.lines[-1])
    _tell_standing(pad)
    return pad


def _kinds(pad: "Pad") -> str:
    from basra.pad import kinds  # noqa: PLC0415

    return ", ".join(f"{kind.name} ({WORDS.number(kind.points)})" for kind in kinds(pad.rules))


def _tell(pad: "Pad", line: "Line") -> None:
    for side, points in enumerate(line.scores):
        parts = (line.entry.points, line.basras, line.majority)
        cards, basras, majority = (part[side] for part in parts)
        facts = {"cards": cards, "basras": basras, "majority": majority, "points": points}
        write(say("pad.line", side=_side(pad, side), **facts))


def _tell_standing(pad: "Pad") -> None:
    standing = pad.standing
    for side, points in enumerate(standing.totals):
        write(say("pad.total", side=_side(pad, side), points=_points(points)))
    if standing.winner is not None:
        write(say("pad.won", side=_side(pad, standing.winner)))
    elif standing.is_over:
        write(say("pad.drawn"))
    else:
        write(say("pad.target", points=_points(standing.target)))
    if pad.rules.rubber > 1:
        write(say("pad.wins", wins="-".join(map(WORDS.number, standing.wins))))
    if pad.carried:
        write(say("pad.carried", points=_points(pad.carried)))


def _points(count: int) -> str:
    return say("score.points", count=count)


def _side(pad: "Pad", side: int) -> str:
    return pad.names[side] if pad.names else say("pad.side", letter="ABCD"[side])
