"""The book of results: a match that is over is entered once, and rated if that was agreed."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from logging import getLogger
from typing import Any, NamedTuple

from msgspec import json
from sqlalchemy import Row, Table, func, insert, or_, select, tuple_, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from basra.club.ratings import Skill, rate
from basra.club.results import MatchResult, results
from basra.server.club_tables import ACCOUNTS, GIFTS, PLAYERS, RATINGS, RESULTS
from basra.server.schema import GUESTS
from basra.server.store import Store

_TRIES = 3
_log = getLogger("basra.server")


class Line(NamedTuple):
    """A line of a leaderboard."""

    who: str
    name: str
    skill: Skill


class Reliability(NamedTuple):
    """How many matches somebody began, and how many of them to the end."""

    begun: int
    stayed: int


class Book:
    """The results of all tables."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self.entered: Callable[[str], Awaitable[None]] | None = None
        """Called with a table whose results have just been entered."""

    def over(self, table: str) -> None:
        """Enter the matches of a table in the background."""
        task = asyncio.get_running_loop().create_task(self._enter_soon(table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Wait for what is being entered."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _enter_soon(self, table: str) -> None:
        try:
            async with self._turn:
                new = await self.enter(table)
            if new and self.entered is not None:
                await self.entered(table)
        except Exception:  # noqa: BLE001 - the table goes on; the next look at it enters it again
            _log.exception("the results of table %s are not entered yet", table)

    async def enter(self, table: str, tries: int = _TRIES) -> int:
        """Enter the matches of a table that have not been, and return how many these were."""
        async with self._store.engine.connect() as connection:
            query = select(RESULTS.c.match).where(RESULTS.c.table_id == table)
            known = set((await connection.execute(query)).scalars())
        new = [one for one in results(await self._store.log(table)) if one.match not in known]
        try:
            for result in new:
                async with self._store.engine.begin() as connection:
                    await _enter(connection, table, result)
        except IntegrityError:
            # Another process was as quick: with the same result, or with the first rating of
            # somebody, or of a bot, who plays here, too. What it wrote is there now.
            if tries == 1:
                raise
            await self.enter(table, tries - 1)
        return len(new)

    # --- questions ------------------------------------------------------------------------------

    async def results(self, table: str) -> list[MatchResult]:
        """Return the matches of a table, in order."""
        query = select(RESULTS.c.data).where(RESULTS.c.table_id == table).order_by(RESULTS.c.match)
        async with self._store.engine.connect() as connection:
            rows = (await connection.execute(query)).scalars()
        return [json.decode(row, type=MatchResult) for row in rows]

    async def skill(self, who: str, scale: str) -> Skill:
        """Return the skill of a person, or of ``bot:LEVEL``."""
        query = select(RATINGS).where(RATINGS.c.who == who, RATINGS.c.scale == scale)
        async with self._store.engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return Skill() if row is None else Skill(row.mu, row.sigma, row.games)

    async def skills(self, who: str) -> dict[str, Skill]:
        """Return the skills of somebody by scale."""
        query = select(RATINGS).where(RATINGS.c.who == who).order_by(RATINGS.c.games.desc())
        async with self._store.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return {row.scale: Skill(row.mu, row.sigma, row.games) for row in rows}

    async def scales(self) -> list[str]:
        """Return the scales on which somebody is rated, the most played first."""
        total = func.sum(RATINGS.c.games)
        query = select(RATINGS.c.scale).group_by(RATINGS.c.scale).order_by(total.desc())
        async with self._store.engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def leaderboard(self, scale: str, most: int) -> list[Line]:
        """Return the bots and those with an account on a scale, the strongest first."""
        shown = or_(ACCOUNTS.c.guest_id.is_not(None), RATINGS.c.who.startswith("bot:"))
        query = (
            select(RATINGS, GUESTS.c.name)
            .outerjoin(ACCOUNTS, ACCOUNTS.c.guest_id == RATINGS.c.who)
            .outerjoin(GUESTS, GUESTS.c.id == ACCOUNTS.c.guest_id)
            .where(RATINGS.c.scale == scale, shown)
            .order_by(RATINGS.c.mu.desc(), RATINGS.c.who)
            .limit(most)
        )
        async with self._store.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [Line(row.who, row.name or "", Skill(row.mu, row.sigma, row.games)) for row in rows]

    async def reliability(self, who: str) -> Reliability:
        """Return how reliable somebody is."""
        query = select(PLAYERS.c.stayed).where(PLAYERS.c.guest_id == who)
        async with self._store.engine.connect() as connection:
            found = list((await connection.execute(query)).scalars())
        return Reliability(len(found), sum(map(bool, found)))


async def _enter(connection: AsyncConnection, table: str, result: MatchResult) -> None:
    row = {
        "table_id": table,
        "match": result.match,
        "scale": result.scale,
        "rated": result.rated,
        "at": result.at,
        "data": json.encode(result).decode(),
    }
    await connection.execute(insert(RESULTS), [row])
    persons = [
        {
            "table_id": table,
            "match": result.match,
            "seat": seat,
            "guest_id": player,
            "stayed": result.stayed[seat],
        }
        for seat, player in enumerate(result.players)
        if player and ":" not in player
    ]
    if persons:
        await connection.execute(insert(PLAYERS), persons)
    if result.gifts:
        await _enter_gifts(connection, result)
    if result.rated:
        await _rate(connection, result)


async def _rate(connection: AsyncConnection, result: MatchResult) -> None:
    """Change the skills of all who played; who plays twice, like a bot, has the last word."""
    query = select(RATINGS).where(
        RATINGS.c.scale == result.scale, RATINGS.c.who.in_(set(result.players))
    )
    locked = query.order_by(RATINGS.c.who).with_for_update()
    rows = (await connection.execute(locked)).all()
    skills = {row.who: Skill(row.mu, row.sigma, row.games) for row in rows}
    sides: list[list[str]] = [[] for _ in range(result.sides)]
    for seat, player in enumerate(result.players):
        sides[result.side(seat)].append(player)
    before = [[skills.get(player, Skill()) for player in side] for side in sides]
    after = rate(before, result.ranks)
    new = {
        player: skill
        for side, rated in zip(sides, after, strict=True)
        for player, skill in zip(side, rated, strict=True)
    }
    changed = [
        {
            "who": player,
            "scale": result.scale,
            "mu": skill.mu,
            "sigma": skill.sigma,
            "games": skill.games,
            "at": result.at,
        }
        for player, skill in new.items()
    ]
    await _write(connection, RATINGS, rows, changed)


async def _enter_gifts(connection: AsyncConnection, result: MatchResult) -> None:
    names = result.players
    gifts = {
        (names[one.giver], names[one.taker]): one
        for one in result.gifts
        if not any(":" in names[seat] or not names[seat] for seat in (one.giver, one.taker))
    }
    query = select(GIFTS).where(
        GIFTS.c.scale == result.scale, tuple_(GIFTS.c.giver, GIFTS.c.taker).in_(gifts)
    )
    locked = query.order_by(GIFTS.c.giver, GIFTS.c.taker).with_for_update()
    rows = (await connection.execute(locked)).all()
    known = {(row.giver, row.taker): row for row in rows}
    changed = []
    for pair, gift in gifts.items():
        row = known.get(pair)
        changed.append(
            {
                "scale": result.scale,
                "giver": pair[0],
                "taker": pair[1],
                "matches": 1 + (row.matches if row else 0),
                "trails": gift.trails + (row.trails if row else 0),
                "given": gift.cards + (row.given if row else 0),
                "expected": gift.expected + (row.expected if row else 0.0),
            }
        )
    await _write(connection, GIFTS, rows, changed)


async def _write(
    connection: AsyncConnection,
    table: Table,
    before: Sequence[Row[Any]],
    rows: Iterable[dict[str, Any]],
) -> None:
    """Write rows in the place of those found, and locked, before; the others for the first time.

    Who waits for one that is locked would find it gone if it were replaced, so it is changed. One
    that has come since is not written over but refused: what it says was not reckoned with.
    """
    keys = [column.name for column in table.primary_key]
    found = {tuple(getattr(row, key) for key in keys) for row in before}
    by_key = {tuple(row[key] for key in keys): row for row in rows}
    # New ones go first, in order, so that two who wait do not wait for each other.
    for key, row in sorted(by_key.items(), key=lambda one: (one[0] in found, one[0])):
        if key in found:
            same = tuple_(*table.primary_key) == key
            await connection.execute(update(table).where(same).values(row))
        else:
            await connection.execute(insert(table).values(row))
