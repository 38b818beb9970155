"""Notices: what somebody is told that happened elsewhere, and which of it is wanted and kept."""

from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

Kind = Literal[
    "opened",
    "seeking",
    "round",
    "duplicate_begun",
    "duplicate_over",
    "duel_turn",
    "duel_over",
    "review",
    "rematch",
    "report",
]
"""What happened: somebody followed opened a public table, or waits for players; a round of one's
tournament, or one's duplicate match, began; it is over; one is to play a duel, or it is over; a
review is ready; somebody wants to play again; a report was settled."""
Choice = Literal["all", "mine", "none"]
"""Which notices somebody wants: all, those of what is one's own, or none."""
OF_OTHERS: Final[tuple[Kind, ...]] = ("opened", "seeking")
"""What people do who are followed."""
APART: Final[tuple[Kind, ...]] = (*OF_OTHERS, "rematch")
"""What nobody hears of a person who is blocked, or blocks."""
MOST: Final = 50
"""Notices that are kept of a person."""
KEPT: Final = 30 * 86_400_000
"""Milliseconds for which they are."""
QUIET: Final = 300_000
"""Milliseconds in which the same is not told as new again."""


class Notice(Struct, frozen=True, kw_only=True):
    """Something that happened; a kind and facts, which the page words."""

    kind: Kind
    about: str
    """The id of what it is about: there is one of a kind about the same."""
    at: int
    path: str
    """The page that shows it."""
    facts: dict[str, str | int] = {}
    """What fills the sentence: names, a round, the key of a variant."""
    read: bool = False


def is_wanted(kind: Kind, choice: Choice) -> bool:
    """Tell whether somebody wants notices of a kind.

    >>> from basra.club.notices import is_wanted
    >>> [is_wanted("opened", choice) for choice in ("all", "mine", "none")]
    [True, False, False]
    """
    return choice == "all" or (choice == "mine" and kind not in OF_OTHERS)


def renewed(before: Notice | None, new: Notice) -> Notice:
    """Return what is kept of a notice and the one before about the same.

    Soon after, it leads to the newer page but is not told as new: nobody fills a list by opening
    tables.
    """
    if before is None or new.at - before.at >= QUIET:
        return new
    return replace(new, at=before.at, read=before.read)


def newest(notices: Iterable[Notice], now: int) -> list[Notice]:
    """Return the notices that are kept, the newest first."""
    young = [one for one in notices if now - one.at < KEPT]
    return sorted(young, key=lambda one: (-one.at, one.kind, one.about))[:MOST]
