"""The table of duplicate matches in the database."""

from typing import Final

from sqlalchemy import BigInteger, Column, Integer, String, Table, Text

from basra.server.schema import METADATA

DUPLICATES: Final = Table(
    "duplicates",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("first", String(16), index=True),  # the tables, once it has begun
    Column("second", String(16), index=True),
    Column("ended", BigInteger),  # when both tables were over; until then all is sealed
    Column("data", Text, nullable=False),
)
