"""Computer players: they are given views, and a ladder of them by name."""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import partial
from typing import Final

from basra.bots.bot import PATIENCE, Bot, Limit, Weighed
from basra.bots.careful import Careful
from basra.bots.simple import Greedy, Random
from basra.errors import BadNotation


def _searching(name: str, seed: str) -> Bot:
    # The compiled search is loaded only for those who ask for it.
    from basra.bots.sharp import Sharp  # noqa: PLC0415

    return Sharp(name, seed)


_MAKERS: Final[Mapping[str, Callable[[str], Bot]]] = {
    "random": Random,
    "greedy": Greedy,
    "careful": Careful,
    "sharp": partial(_searching, "sharp"),
    "master": partial(_searching, "master"),
    "grandmaster": partial(_searching, "grandmaster"),
}

LADDER: Final = tuple(_MAKERS)
"""The names of the players, weakest first."""
SEARCHING: Final = LADDER[3:]
"""Those that search, and must be compiled first."""
BELIEVING: Final = LADDER[4:]
"""Those that judge the others' plays, too, which is compiled after the search."""


def find_bot(name: str, seed: int | str = 0) -> Bot:
    """Return the player of that name; ``seed`` fixes its choices among equals.

    Raises BadNotation with the nearest name.

    >>> from basra.bots import find_bot
    >>> find_bot("careful").name
    'careful'
    """
    maker = _MAKERS.get(name.strip().lower())
    if maker is None:
        near = get_close_matches(name, LADDER, n=1)
        expected = near[0] if near else ", ".join(LADDER)
        raise BadNotation("error.bot", name=name, expected=expected)
    return maker(str(seed))


def is_ready(name: str) -> bool:
    """Tell whether a player can think at once; one that cannot is prepared in the background.

    >>> from basra.bots import is_ready
    >>> is_ready("careful")
    True
    """
    if name not in SEARCHING:
        return True
    # The kernel is loaded only for those who ask for it.
    from basra.kernel import Stage, is_warm, warm_in_background  # noqa: PLC0415

    stage = Stage.BELIEFS if name in BELIEVING else Stage.SEARCH
    if not is_warm(stage):
        warm_in_background()
    return is_warm(stage)


__all__ = ["LADDER", "PATIENCE", "SEARCHING", "Bot", "Limit", "Weighed", "find_bot", "is_ready"]
