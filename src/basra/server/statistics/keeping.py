"""The ledger: matches of a player, their tallies and the reviews of their deals, as kept."""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from msgspec import Struct, json
from sqlalchemy import and_, delete, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from basra.club.results import MatchResult
from basra.review.stats import DealFigures
from basra.server.club_tables import PLAYERS, RESULTS
from basra.server.replay_tables import DEAL_REVIEWS
from basra.server.schema import EVENTS
from basra.server.statistics.tallying import EDITION, MatchTally
from basra.server.statistics_tables import TALLIES

REMEMBERED: Final = 20_000
"""Reviews whose figures are kept in memory."""
_MOST: Final = 50
"""Reviews, which are long, in one question to the database."""


class Finished(NamedTuple):
    """A seat of a player in a match that is over."""

    table: str
    match: int
    seat: int
    result: MatchResult


class _Side(Struct, frozen=True):
    """What is read of the review of a side."""

    known: float
    decided: float
    dealt: float | None


class Reviewed(Struct, frozen=True):
    """What is read of the review of a deal."""

    sides: list[_Side]
    costs: list[float]
    accuracy: list[float | None]

    def told_of(self, figures: DealFigures, seat: int, side: int) -> DealFigures:
        """Return figures of a seat with what the review tells."""
        fared = self.sides[side]
        return figures._replace(
            luck=fared.known + (fared.dealt or 0.0),
            decided=fared.decided,
            cost=self.costs[seat],
            accuracy=self.accuracy[seat],
        )


_read_review: "json.Decoder[Reviewed]" = json.Decoder(Reviewed)
_read_tally: "json.Decoder[MatchTally]" = json.Decoder(MatchTally)
_read_result: "json.Decoder[MatchResult]" = json.Decoder(MatchResult)


class Ledger:
    """The tables of the database that statistics are drawn from."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._reviews: OrderedDict[str, Reviewed] = OrderedDict()

    async def finished(self, person: str) -> list[Finished]:
        """Return the matches of a person that are over, the oldest first."""
        same = and_(PLAYERS.c.table_id == RESULTS.c.table_id, PLAYERS.c.match == RESULTS.c.match)
        query = (
            select(PLAYERS.c.table_id, PLAYERS.c.match, PLAYERS.c.seat, RESULTS.c.data)
            .join(RESULTS, same)
            .where(PLAYERS.c.guest_id == person)
            .order_by(RESULTS.c.at, PLAYERS.c.table_id, PLAYERS.c.match)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [Finished(*row[:3], _read_result.decode(row[3])) for row in rows]

    async def tallies(self, person: str) -> dict[tuple[str, int], MatchTally]:
        """Return those tallies of the matches of a person that are there, by table and match."""
        same = and_(PLAYERS.c.table_id == TALLIES.c.table_id, PLAYERS.c.match == TALLIES.c.match)
        query = (
            select(TALLIES.c.table_id, TALLIES.c.match, TALLIES.c.data)
            .join(PLAYERS, same)
            .where(PLAYERS.c.guest_id == person, TALLIES.c.edition == EDITION)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return {(row[0], row[1]): _read_tally.decode(row[2]) for row in rows}

    async def add(self, table: str, tallies: Iterable[MatchTally]) -> None:
        """Keep the tallies of a table in the place of older ones."""
        rows = [
            {
                "table_id": table,
                "match": one.match,
                "edition": EDITION,
                "data": json.encode(one).decode(),
            }
            for one in tallies
        ]
        if not rows:
            return
        try:
            async with self._engine.begin() as connection:
                await connection.execute(delete(TALLIES).where(TALLIES.c.table_id == table))
                await connection.execute(insert(TALLIES), rows)
        except IntegrityError:
            return  # another process was quicker, and found the same

    async def log(self, table: str) -> list[str]:
        """Return the events of a table as they are kept, which another process reads."""
        query = select(EVENTS.c.data).where(EVENTS.c.table_id == table).order_by(EVENTS.c.v)
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def reviews(self, wanted: Sequence[str]) -> dict[str, Reviewed]:
        """Return by id those of the reviews that are there."""
        unknown = [one for one in wanted if one not in self._reviews]
        found = {one: self._reviews[one] for one in wanted if one in self._reviews}
        for at in range(0, len(unknown), _MOST):
            some = DEAL_REVIEWS.c.id.in_(unknown[at : at + _MOST])
            query = select(DEAL_REVIEWS.c.id, DEAL_REVIEWS.c.data).where(some)
            async with self._engine.connect() as connection:
                rows = (await connection.execute(query)).all()
            found |= {row[0]: _read_review.decode(row[1]) for row in rows}
        self._reviews |= found
        while len(self._reviews) > REMEMBERED:
            self._reviews.popitem(last=False)
        return found
