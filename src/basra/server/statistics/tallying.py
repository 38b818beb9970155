"""Tallying: what every seat did in the matches of a table that are over, read from its log."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct, json

from basra.match import Match, loads_bgn
from basra.review.stats import DealFigures, figures_of
from basra.review.strengths import edition
from basra.server.replays.reviewing import jobs_of
from basra.table import Table
from basra.table.events import AnyEvent, Began, Ended

EDITION: Final = f"1-{edition()}"
"""What is counted in another way needs another one, so that old tallies are counted again. A tally
names its reviews, which have editions of their own."""
STRENGTHS: Final = ("deep", "usual", "quick")
"""Of the reviews of a deal the first of these counts."""
_read_event: "json.Decoder[AnyEvent]" = json.Decoder(AnyEvent)


class DealTally(Struct, frozen=True, kw_only=True):
    """A deal that is over."""

    seats: list[DealFigures]
    reviews: list[str]
    """The ids that its reviews have, or would have, by strength."""


class MatchTally(Struct, frozen=True, kw_only=True):
    """A match that is over, also one that was given up."""

    match: int
    variant: str
    deals: list[DealTally]


def tally(log: Sequence[str]) -> list[MatchTally]:
    """Return what every seat did in the matches of a log that are over, in order."""
    return [_tally(number, match) for number, match in matches_of(log)]


def matches_of(log: Sequence[str]) -> Iterator[tuple[int, Match]]:
    """Yield the matches of a log that are over, with their numbers at the table."""
    events = [_read_event.decode(one) for one in log]
    table = Table.fold(events[:1])
    number, told = 0, 1
    for at, event in enumerate(events):
        if isinstance(event, Began):
            number = event.match
        elif isinstance(event, Ended):
            table.apply(events[told : at + 1])
            told = at + 1
            if event.reason != "abandoned":
                yield number, loads_bgn(table.record())


def _tally(number: int, match: Match) -> MatchTally:
    ids = {strength: iter(jobs_of(match, strength)) for strength in STRENGTHS}
    deals = []
    for deal in match.deals:
        reviews = [next(ids[strength], "") for strength in STRENGTHS] if deal.history else []
        if deal.is_over:
            seats = [figures_of(deal, seat) for seat in range(match.rules.seats)]
            deals.append(DealTally(seats=seats, reviews=reviews))
    return MatchTally(match=number, variant=match.variant, deals=deals)
