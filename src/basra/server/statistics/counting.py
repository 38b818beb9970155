"""Counting: the statistics of a player from tallies and reviews; a table is read once."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from basra.review.stats import DealFigures, mean, total
from basra.server.crew import Crew
from basra.server.statistics.keeping import Finished, Ledger, Reviewed
from basra.server.statistics.tallying import DealTally, MatchTally, tally
from basra.server.statistics_answers import MatchFigures, StatisticsTold, VariantFigures


class Counted(NamedTuple):
    """A match of a player, and what is known of it."""

    finished: Finished
    variant: str
    deals: list[DealFigures]


class Counter:
    """Who counts: tables that are not counted yet are read where the players think, or behind."""

    def __init__(self, ledger: Ledger, crew: Crew) -> None:
        self.ledger = ledger
        self._crew = crew
        self._turn = asyncio.Lock()

    async def counted(self, person: str, most: int | None) -> tuple[list[Counted], int]:
        """Return the counted matches of a person, the oldest first, and how many are left.

        At most so many tables are read for the first time, the newest first.
        """
        finished = await self.ledger.finished(person)
        tallies = await self.ledger.tallies(person)
        new = {one.table: None for one in reversed(finished) if _key(one) not in tallies}
        for table in list(new)[:most]:
            await self._read(table)
        if new:
            tallies = await self.ledger.tallies(person)
        there = [(one, tallies[_key(one)]) for one in finished if _key(one) in tallies]
        ids = [name for _, found in there for deal in found.deals for name in deal.reviews]
        reviews = await self.ledger.reviews(ids)
        matches = [_counted(one, found, reviews) for one, found in there]
        return matches, len(finished) - len(there)

    async def _read(self, table: str) -> None:
        """Count the matches of a table; one at a time, since players think there, too."""
        async with self._turn:
            log = await self.ledger.log(table)
            found = await self._crew.ask(tally, log)
            if found is not None:
                await self.ledger.add(table, found)


def _key(one: Finished) -> tuple[str, int]:
    return one.table, one.match


def _counted(one: Finished, found: MatchTally, reviews: dict[str, Reviewed]) -> Counted:
    side = one.result.side(one.seat)
    deals = [_with_review(deal, one.seat, side, reviews) for deal in found.deals]
    return Counted(one, found.variant, deals)


def _with_review(
    deal: DealTally, seat: int, side: int, reviews: dict[str, Reviewed]
) -> DealFigures:
    figures = deal.seats[seat]
    review = next((reviews[name] for name in deal.reviews if name in reviews), None)
    return figures if review is None else review.told_of(figures, seat, side)


def told(matches: Sequence[Counted], left: int, newest: int | None) -> StatisticsTold:
    """Return statistics as they are sent, with the ``newest`` matches of each variant."""
    variants = sorted({one.variant for one in matches})
    rows = [_variant(name, [one for one in matches if one.variant == name]) for name in variants]
    if newest is not None:
        rows = [_shortened(row, newest) for row in rows]
    return StatisticsTold(variants=rows, left=left)


def _shortened(row: VariantFigures, newest: int) -> VariantFigures:
    return replace(row, course=row.course[-newest:])


def _variant(variant: str, matches: Sequence[Counted]) -> VariantFigures:
    deals = [deal for one in matches for deal in one.deals]
    won = sum(_has_won(one) for one in matches)
    found = total(variant, len(matches), won, deals)
    return VariantFigures(
        variant=variant,
        matches=found.matches,
        won=found.won,
        deals=found.deals,
        reviewed=_reviewed(deals),
        basras=found.basras,
        basra_points=found.basra_points,
        majority=found.majority,
        margin=found.margin,
        luck=found.luck,
        decided=found.decided,
        cost=found.cost,
        accuracy=found.accuracy,
        course=[_match(one) for one in matches],
    )


def _match(one: Counted) -> MatchFigures:
    deals = one.deals
    return MatchFigures(
        table=one.finished.table,
        match=one.finished.match,
        at=one.finished.result.at,
        won=_has_won(one),
        deals=len(deals),
        reviewed=_reviewed(deals),
        basras=sum(deal.basras for deal in deals),
        majority=mean(deal.majority for deal in deals),
        margin=mean(deal.margin for deal in deals),
        luck=mean(deal.luck for deal in deals),
        decided=mean(deal.decided for deal in deals),
    )


def _reviewed(deals: Sequence[DealFigures]) -> int:
    return sum(deal.decided is not None for deal in deals)


def _has_won(one: Counted) -> bool:
    """Tell whether a match was won: it was not if all are first, as after a draw."""
    result = one.finished.result
    side = result.side(one.finished.seat)
    return result.ranks[side] == 0 and result.ranks.count(0) == 1


def unreviewed(matches: Sequence[Counted], most: int) -> Iterator[tuple[str, int]]:
    """Yield the newest matches that no review tells of, until they have so many deals."""
    deals = 0
    for one in reversed(matches):
        open_deals = len(one.deals) - _reviewed(one.deals)
        if open_deals and (deals == 0 or deals + open_deals <= most):
            deals += open_deals
            yield one.finished.table, one.finished.match
