"""Reading: what the hall tells people, for many at once, so that it costs few questions."""

from collections import defaultdict
from collections.abc import Collection
from typing import Final

from sqlalchemy import and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncEngine

from basra.server.club_tables import MARKS
from basra.server.hall import Own
from basra.server.notice_tables import PREFERENCES
from basra.server.notices.keeping import Notices

FOLLOWED: Final = 200
"""Of more whom somebody follows, those marked last are shown."""
AT_ONCE: Final = 500
"""Persons in one question to the database."""
_BLOCKS: Final = MARKS.alias("blocks")


async def read_own(
    engine: AsyncEngine, notices: Notices, people: Collection[str]
) -> dict[str, Own]:
    """Return what concerns some persons."""
    everybody = sorted(people)
    found: dict[str, Own] = {}
    for at in range(0, len(everybody), AT_ONCE):
        some = everybody[at : at + AT_ONCE]
        kept = await notices.of(some)
        follows = await _follows(engine, some)
        for person in some:
            seen = follows[person]
            shown = frozenset(other for other, is_shown in seen.items() if is_shown)
            found[person] = Own(kept[person], frozenset(seen), shown)
    return found


async def _follows(
    engine: AsyncEngine, people: Collection[str]
) -> defaultdict[str, dict[str, bool]]:
    """Return whom persons follow, and whether they may know where these are.

    They may not where one blocks the other, or where whom they follow is hidden.
    """
    place = func.row_number().over(partition_by=MARKS.c.guest_id, order_by=MARKS.c.at.desc())
    follows = (
        select(MARKS.c.guest_id, MARKS.c.other, place.label("place"))
        .where(MARKS.c.kind == "follow", MARKS.c.guest_id.in_(people))
        .subquery()
    )
    one, other = follows.c.guest_id, follows.c.other
    apart = or_(
        and_(_BLOCKS.c.guest_id == one, _BLOCKS.c.other == other),
        and_(_BLOCKS.c.guest_id == other, _BLOCKS.c.other == one),
    )
    query = (
        select(one, other, PREFERENCES.c.hidden, _BLOCKS.c.kind.label("block"))
        .outerjoin(PREFERENCES, PREFERENCES.c.guest_id == other)
        .outerjoin(_BLOCKS, and_(apart, _BLOCKS.c.kind == "block"))
        .where(follows.c.place <= FOLLOWED)
    )
    found: defaultdict[str, dict[str, bool]] = defaultdict(dict)
    async with engine.connect() as connection:
        for row in (await connection.execute(query)).all():
            found[row.guest_id][row.other] = not row.hidden and row.block is None
    return found
