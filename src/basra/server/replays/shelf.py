"""The shelf: records that were sent in, reviews of deals, and how far review jobs are."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import json
from sqlalchemy import Table, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from basra.server.replay_tables import DEAL_REVIEWS, REPLAYS, REVIEW_JOBS

KEPT = 86_400_000
"""Milliseconds after which a job that nobody works on is forgotten."""
MOST = 500
"""Ids in one question to the database."""


class JobRow(NamedTuple):
    """A job of a review: the ids of its deals, and when somebody last worked on it."""

    state: str
    beats: int
    deals: list[str]


class Shelf:
    """The tables of the database for what comes after the cards."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def add_record(self, replay: str, record: str, now: int) -> None:
        """Keep a record under the hash of its text."""
        await self._add(REPLAYS, {"id": replay, "created": now, "record": record})

    async def record(self, replay: str) -> str | None:
        """Return a record."""
        return await self._one(REPLAYS, replay, "record")

    async def add_review(self, review: str, data: str, now: int) -> None:
        """Keep the review of a deal."""
        await self._add(DEAL_REVIEWS, {"id": review, "created": now, "data": data})

    async def reviews(self, wanted: Sequence[str]) -> dict[str, str]:
        """Return by id those of the reviews that are there."""
        query = select(DEAL_REVIEWS.c.id, DEAL_REVIEWS.c.data)
        asked = query.where(DEAL_REVIEWS.c.id.in_(wanted[:MOST]))
        async with self._engine.connect() as connection:
            return {row[0]: row[1] for row in (await connection.execute(asked)).all()}

    async def has_review(self, review: str) -> bool:
        """Tell whether a deal has been reviewed."""
        return await self._one(DEAL_REVIEWS, review, "id") is not None

    async def begin_job(self, job: str, deals: Sequence[str], now: int) -> None:
        """Keep a new job, and forget those that are long over."""
        old = delete(REVIEW_JOBS).where(REVIEW_JOBS.c.beats < now - KEPT)
        async with self._engine.begin() as connection:
            await connection.execute(old)
            row = {"id": job, "beats": now, "state": "going", "deals": json.encode(deals).decode()}
            await connection.execute(insert(REVIEW_JOBS).values(row))

    async def job(self, job: str) -> JobRow | None:
        """Return how a job stands."""
        query = select(REVIEW_JOBS.c.state, REVIEW_JOBS.c.beats, REVIEW_JOBS.c.deals)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query.where(REVIEW_JOBS.c.id == job))).first()
        return None if row is None else JobRow(row[0], row[1], json.decode(row[2], type=list[str]))

    async def beat(self, job: str, now: int) -> bool:
        """Note that a job is worked on, and tell whether it is still wanted."""
        going = (REVIEW_JOBS.c.id == job) & (REVIEW_JOBS.c.state == "going")
        async with self._engine.begin() as connection:
            done = await connection.execute(update(REVIEW_JOBS).where(going).values(beats=now))
        return bool(done.rowcount)

    async def end_job(self, job: str, state: str) -> None:
        """Note how a job ended, unless it has ended before."""
        going = (REVIEW_JOBS.c.id == job) & (REVIEW_JOBS.c.state == "going")
        async with self._engine.begin() as connection:
            await connection.execute(update(REVIEW_JOBS).where(going).values(state=state))

    async def _add(self, table: Table, row: dict[str, object]) -> None:
        """Keep a row whose id tells its content, so that what is there already is the same."""
        if await self._one(table, str(row["id"]), "id") is not None:
            return
        try:
            async with self._engine.begin() as connection:
                await connection.execute(insert(table).values(row))
        except IntegrityError:
            return  # somebody else was quicker

    async def _one(self, table: Table, key: str, column: str) -> str | None:
        query = select(table.c[column]).where(table.c.id == key)
        async with self._engine.connect() as connection:
            found: str | None = (await connection.execute(query)).scalar()
        return found
