"""Notices in the database: told once to whom they concern and who wants them, bounded, forgotten.

Whoever makes one does not wait for it: it is written in the background.
"""

import asyncio
from collections.abc import Callable, Collection, Coroutine
from logging import getLogger
from typing import Any, Final

from msgspec import json
from sqlalchemy import (
    ColumnElement,
    Row,
    and_,
    delete,
    func,
    insert,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from basra.club.notices import (
    APART,
    KEPT,
    MOST,
    OF_OTHERS,
    Kind,
    Notice,
    is_wanted,
    newest,
    renewed,
)
from basra.server.club_tables import MARKS
from basra.server.notice_answers import NewPreferences, Preferences
from basra.server.notice_tables import NOTICES, PREFERENCES
from basra.server.schema import GONE, GUESTS

FOLLOWERS: Final = 1_000
"""Of somebody who is followed by more, those who followed last are told."""
USUAL: Final = Preferences(hidden=False, notices="all")
"""What holds for whoever has not chosen."""
_TRIES: Final = 3
_log = getLogger("basra.server")


class Notices:
    """The notices of all persons."""

    def __init__(self, engine: AsyncEngine, now: Callable[[], int]) -> None:
        self._engine = engine
        self._now = now
        self._tasks: set[asyncio.Task[None]] = set()
        self.stir: Callable[[Collection[str]], None] = lambda _: None
        """Called with persons who are to be told something else than before."""

    async def close(self) -> None:
        """Wait for what is being written."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- telling --------------------------------------------------------------------------------

    def tell(
        self,
        people: Collection[str],
        kind: Kind,
        about: str,
        path: str,
        *,
        named: str | None = None,
        **facts: str | int,
    ) -> None:
        """Let people know of something; ``named`` is whose name is among the facts."""
        new = Notice(kind=kind, about=about, at=self._now(), path=path, facts=facts)
        self._begin(self._add(people, new, named))

    def tell_followers(self, person: str, kind: Kind, path: str, **facts: str | int) -> None:
        """Let those know of something who follow a person, unless that one is hidden."""
        new = Notice(kind=kind, about=person, at=self._now(), path=path, facts=facts)
        self._begin(self._add_to_followers(person, new))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _add_to_followers(self, person: str, new: Notice) -> None:
        follow = (MARKS.c.other == person) & (MARKS.c.kind == "follow")
        query = select(MARKS.c.guest_id).where(follow).order_by(MARKS.c.at.desc())
        if (await self.preferences(person)).hidden:
            return
        async with self._engine.connect() as connection:
            found = (await connection.execute(query.limit(FOLLOWERS))).scalars().all()
        await self._add(found, new, person)

    async def _add(self, people: Collection[str], new: Notice, named: str | None) -> None:
        for attempt in range(_TRIES):
            try:
                async with self._engine.begin() as connection:
                    told = await _wanting(connection, people, new.kind, named)
                    if told:
                        await _write(connection, told, new, named)
                break
            except IntegrityError:  # another process has told the same
                if attempt == _TRIES - 1:
                    raise
        self.stir(told)

    # --- questions, and what a person does --------------------------------------------------------

    async def of(self, people: Collection[str]) -> dict[str, list[Notice]]:
        """Return the notices of some persons, the newest first."""
        query = select(NOTICES).where(NOTICES.c.guest_id.in_(people))
        found: dict[str, list[Notice]] = {person: [] for person in people}
        async with self._engine.connect() as connection:
            for row in (await connection.execute(query)).all():
                found[row.guest_id].append(_notice(row))
        now = self._now()
        return {person: newest(notices, now) for person, notices in found.items()}

    async def read(self, person: str, until: int) -> None:
        """Note that somebody has seen the notices up to a time."""
        seen = (NOTICES.c.guest_id == person) & (NOTICES.c.at <= until)
        async with self._engine.begin() as connection:
            await connection.execute(update(NOTICES).where(seen).values(read=True))
        self.stir([person])

    async def drop(self, person: str, kind: str, about: str) -> None:
        """Forget a notice of somebody."""
        one = (NOTICES.c.guest_id == person) & (NOTICES.c.kind == kind) & (NOTICES.c.about == about)
        async with self._engine.begin() as connection:
            await connection.execute(delete(NOTICES).where(one))
        self.stir([person])

    async def part(self, person: str, other: str) -> None:
        """Forget what two persons were told of each other, of whom one blocks the other now."""
        pairs = ((person, other), (other, person))
        mutual = or_(*((NOTICES.c.guest_id == one) & (NOTICES.c.named == of) for one, of in pairs))
        async with self._engine.begin() as connection:
            await connection.execute(delete(NOTICES).where(mutual, NOTICES.c.kind.in_(APART)))
        self.stir([person, other])

    async def preferences(self, person: str) -> Preferences:
        """Return what somebody wishes."""
        query = select(PREFERENCES).where(PREFERENCES.c.guest_id == person)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return USUAL if row is None else Preferences(hidden=row.hidden, notices=row.notices)

    async def prefer(self, person: str, wish: NewPreferences) -> Preferences:
        """Keep what somebody wishes; who hides is named no longer to those who follow."""
        kept = await self.preferences(person)
        new = Preferences(
            hidden=kept.hidden if wish.hidden is None else wish.hidden,
            notices=wish.notices or kept.notices,
        )
        row = {"guest_id": person, "hidden": new.hidden, "notices": new.notices}
        of_one = (NOTICES.c.named == person) & NOTICES.c.kind.in_(OF_OTHERS)
        for _ in range(_TRIES):
            try:
                async with self._engine.begin() as connection:
                    before = delete(PREFERENCES).where(PREFERENCES.c.guest_id == person)
                    await connection.execute(before)
                    await connection.execute(insert(PREFERENCES), [row])
                    if new.hidden:
                        await connection.execute(delete(NOTICES).where(of_one))
                break
            except IntegrityError:  # the same person, at another process
                continue
        self.stir([person])
        return new


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception:  # noqa: BLE001 - what a notice is about has happened all the same
        _log.exception("a notice is lost")


async def _wanting(
    connection: AsyncConnection, people: Collection[str], kind: Kind, named: str | None
) -> list[str]:
    """Return of some persons those who want a notice, and may hear of whom it names."""
    query = (
        select(GUESTS.c.id, PREFERENCES.c.notices)
        .outerjoin(PREFERENCES, PREFERENCES.c.guest_id == GUESTS.c.id)
        .where(GUESTS.c.id.in_(people), GUESTS.c.owner.is_(None), GUESTS.c.name != GONE)
    )
    rows = (await connection.execute(query)).all()
    wanting = [row.id for row in rows if is_wanted(kind, row.notices or USUAL.notices)]
    if named is None or kind not in APART:
        return wanting
    apart = await blocking(connection, named, wanting)
    return [one for one in wanting if one not in apart]


async def blocking(connection: AsyncConnection, person: str, others: Collection[str]) -> set[str]:
    """Return of others those who block a person or are blocked by it."""
    by = select(MARKS.c.guest_id).where(MARKS.c.other == person, MARKS.c.guest_id.in_(others))
    of = select(MARKS.c.other).where(MARKS.c.guest_id == person, MARKS.c.other.in_(others))
    query = by.where(MARKS.c.kind == "block").union(of.where(MARKS.c.kind == "block"))
    return set((await connection.execute(query)).scalars())


async def _write(
    connection: AsyncConnection, people: Collection[str], new: Notice, named: str | None
) -> None:
    """Write a notice of several persons, in the place of the one before, and forget old ones."""
    same = and_(
        NOTICES.c.guest_id.in_(people), NOTICES.c.kind == new.kind, NOTICES.c.about == new.about
    )
    rows = (await connection.execute(select(NOTICES).where(same))).all()
    before = {row.guest_id: _notice(row) for row in rows}
    old = delete(NOTICES).where(or_(same, NOTICES.c.at <= new.at - KEPT))
    await connection.execute(old)
    kept = ((person, renewed(before.get(person), new)) for person in people)
    await connection.execute(insert(NOTICES), [_row(person, one, named) for person, one in kept])
    await connection.execute(delete(NOTICES).where(_too_many(people)))


def _too_many(people: Collection[str]) -> ColumnElement[bool]:
    """Return what is true of the notices of some persons beyond the newest."""
    key = (NOTICES.c.guest_id, NOTICES.c.kind, NOTICES.c.about)
    order = (NOTICES.c.at.desc(), NOTICES.c.kind, NOTICES.c.about)
    place = func.row_number().over(partition_by=NOTICES.c.guest_id, order_by=order)
    placed = select(*key, place.label("place")).where(NOTICES.c.guest_id.in_(people)).subquery()
    return tuple_(*key).in_(
        select(placed.c.guest_id, placed.c.kind, placed.c.about).where(placed.c.place > MOST)
    )


def _row(person: str, one: Notice, named: str | None) -> dict[str, object]:
    data = json.encode({"path": one.path, "facts": one.facts}).decode()
    row = {"guest_id": person, "kind": one.kind, "about": one.about, "at": one.at}
    return {**row, "read": one.read, "named": named, "data": data}


def _notice(row: "Row[Any]") -> Notice:
    content = json.decode(row.data)
    return Notice(kind=row.kind, about=row.about, at=row.at, read=row.read, **content)
