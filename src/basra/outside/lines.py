"""The lines of the protocol between a table and a bot outside: written, and read with suspicion."""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from basra.bots import Limit, Weighed
from basra.bots.bot import legal_plays
from basra.cards import ALL, CARDS, Play
from basra.engine import basra_points
from basra.errors import BadNotation, BasraError
from basra.notation import SEATS, read_play, read_view, write_view
from basra.rules import Rules
from basra.view import View, plays_last

VERSION: Final = 1
LONGEST: Final = 65_536
"""Bytes of the longest line, its end included; a real deal needs some thousand at most."""
_LONGEST_NAME = 50
_MOST_SECONDS = 1e6
_MOST_ITERATIONS = 10**12


class BotError(BasraError):
    """A bot outside that ended, was silent, or said what the protocol does not know."""


class Answer(NamedTuple):
    """What a bot answered to ``go``."""

    play: Play
    """What it plays; whether it is legal is for the referee to say."""
    weighed: tuple[Weighed, ...]
    """What it said of plays, in its order."""


def shown(command: str) -> str:
    """Return a command for a sentence; of a long one the end, which tells it from others.

    >>> from basra.outside.lines import shown
    >>> shown("./mybot.py --level 3")
    './mybot.py --level 3'
    """
    return command if len(command) <= _LONGEST_NAME else "…" + command[-_LONGEST_NAME:]


def write_question(view: View) -> list[str]:
    """Return the lines that tell a bot where it stands: all that its seat may know.

    >>> import basra
    >>> from basra.outside.lines import write_question
    >>> view = basra.Deal.from_bfn("cypriot", "7h 2c7s/3c4d -/- 0/0 a - 0 ?47").view(0)
    >>> for line in write_question(view):
    ...     print(line)
    position a 0 7h  2c7s/?2  -/-  0/0  a  -  0  ?47
    plays
    legal 2c 7sx7h#
    """
    plays = [repr(Play(play)) for play in view.plays]
    legal = [_marked(view, play) for play in sorted(legal_plays(view))]
    return [
        f"position {SEATS[view.seat]} {view.carried} {write_view(view)}",
        " ".join(["plays", *plays]),
        " ".join(["legal", *legal]),
    ]


def _marked(view: View, play: int) -> str:
    card, captured = play >> CARDS, play & ALL
    last = plays_last(view)
    earns = captured and basra_points(view.rules, view.floor, card, captured, view.trails, last)
    return f"{Play(play)!r}{'#' if earns else ''}"


def write_go(limit: Limit, *, weighs: bool = False) -> str:
    """Return the line that asks for a play.

    >>> from basra.bots import Limit
    >>> from basra.outside.lines import write_go
    >>> write_go(Limit(2.5, 100)), write_go(Limit(), weighs=True)
    ('go seconds 2.5 iterations 100', 'go info')
    """
    words = ["go"]
    if limit.seconds is not None:
        words += ["seconds", f"{limit.seconds:g}"]
    if limit.iterations is not None:
        words += ["iterations", str(limit.iterations)]
    return " ".join([*words, "info"] if weighs else words)


def read_go(words: Sequence[str]) -> tuple[Limit, bool]:
    """Read the words behind ``go``: how long to think, and whether plays shall be weighed.

    Raises BadNotation.
    """
    seconds: float | None = None
    iterations: int | None = None
    rest = list(words)
    weighs = "info" in rest
    if weighs:
        rest.remove("info")
    for name, value in zip(rest[::2], [*rest[1::2], ""], strict=False):
        if name == "seconds":
            seconds = _number(value, _MOST_SECONDS)
        elif name == "iterations":
            iterations = int(_number(value, _MOST_ITERATIONS))
        else:
            raise BadNotation("error.outside.word", text=name)
    return Limit(seconds, iterations), weighs


def read_position(rules: Rules, words: Sequence[str], plays: Sequence[str]) -> View:
    """Read the words behind ``position`` and ``plays``. Raises BadNotation."""
    if len(words) < 2 or words[0] not in list(SEATS) or not words[1].isdecimal():
        raise BadNotation("error.outside.position")
    carried = int(_number(words[1], _MOST_SECONDS))
    view = read_view(rules, " ".join(words[2:]), SEATS.index(words[0]), carried)
    return view._replace(plays=tuple(Play(play) for play in plays))


def write_info(weighed: Weighed) -> str:
    """Return a line that tells what a play is worth.

    >>> from basra import Play
    >>> from basra.bots import Weighed
    >>> from basra.outside.lines import write_info
    >>> write_info(Weighed(Play("7c"), 1.25, None))
    'info points 1.25 play 7c'
    """
    error = "" if weighed.error is None else f" error {weighed.error:.6g}"
    return f"info points {weighed.points:.6g}{error} play {weighed.play!r}"


def read_info(words: Sequence[str]) -> Weighed | None:
    """Read the words behind ``info``; what tells of no play is ``None``.

    >>> from basra.outside.lines import read_info
    >>> read_info("points 1.5 error 0.2 play 7c".split())
    Weighed(play=7c, points=1.5, error=0.2)
    >>> read_info(["thinking"])
    """
    told = dict(zip(words[::2], words[1::2], strict=False))
    if "play" not in told or "points" not in told:
        return None
    try:
        error = float(told["error"]) if "error" in told else None
        points = float(told["points"])
        play = Play(told["play"])
    except ValueError:
        return None
    return Weighed(play, points, error) if math.isfinite(points) else None


def read_bestplay(words: Sequence[str], view: View) -> Play:
    """Read the words behind ``bestplay``; marks of a basra may be there. Raises BadNotation."""
    if len(words) != 1:
        raise BadNotation("error.outside.bestplay", text=" ".join(words))
    written = read_play(words[0], view.floor)
    return Play(written.card, written.captured or 0)


def _number(text: str, most: float) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= most:
        raise BadNotation("error.number", text=text)
    return number
