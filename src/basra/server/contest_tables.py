"""The tables of contests in the database."""

from typing import Final

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, String, Table, Text

from basra.server.schema import METADATA

SECRETS: Final = Table(  # made once; whoever has them can foresee packs
    "secrets",
    METADATA,
    Column("name", String(16), primary_key=True),
    Column("value", String(128), nullable=False),
)
CONTESTS: Final = Table(
    "contests",
    METADATA,
    Column("id", String(16), primary_key=True),  # of a deal of the day: the day
    Column("kind", String(8), nullable=False),
    Column("rules", String(300), nullable=False),
    Column("level", String(16), nullable=False),
    Column("deals", Integer, nullable=False),
    Column("ends", BigInteger),
    Column("created", BigInteger, nullable=False),
)
ATTEMPTS: Final = Table(
    "attempts",
    METADATA,
    Column("contest_id", String(16), ForeignKey("contests.id"), primary_key=True),
    Column("guest_id", String(16), ForeignKey("guests.id"), primary_key=True),
    Column("plays", Text, nullable=False),
    Column("margin", Integer),  # once it is over
    Column("begun", BigInteger, nullable=False),
    Column("ended", BigInteger),
)
