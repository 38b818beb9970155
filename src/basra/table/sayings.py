"""Names and what people say: cleaned of what is not to be read, and the quick phrases."""

from typing import Final
from unicodedata import category

from basra.table.events import Occupant
from basra.table.refusal import Refusal

PHRASES: Final = (
    "phrase.hello",
    "phrase.good_luck",
    "phrase.well_played",
    "phrase.thanks",
    "phrase.oops",
    "phrase.wow",
    "phrase.one_moment",
    "phrase.again",
    "phrase.must_go",
    "phrase.goodbye",
    "phrase.clap",
    "phrase.laugh",
    "phrase.heart",
    "phrase.think",
)
"""The quick phrases, then the reactions, as keys of the catalogues."""
LONGEST_NAME = 24
LONGEST_TEXT = 280
_JOINERS = "\u200c\u200d"
"""Invisible, but part of how words of some scripts are written."""


def clean(text: str, longest: int) -> str:
    r"""Return a text in one line without control and direction characters, of limited length.

    >>> from basra.table.sayings import clean
    >>> clean("  Umm\x00 \n\u202eHani ", 24)
    'Umm Hani'
    """
    shown = "".join(
        sign if sign in _JOINERS or category(sign)[0] not in "CZ" else " " * sign.isspace()
        for sign in text
    )
    return " ".join(shown.split())[:longest].rstrip()


def person_of(given: Occupant) -> Occupant:
    """Return a person as it is shown at a table. Raises Refusal for what calls itself a bot."""
    if given.id == BOT or not given.id:
        raise Refusal("error.table.guest")
    return Occupant(id=given.id, name=clean(given.name, LONGEST_NAME), bot=given.bot)


BOT: Final = "bot"
"""The id of all computer players."""


def bot_of(level: str) -> Occupant:
    """Return a computer player of that level."""
    return Occupant(id=BOT, name="", level=level)
