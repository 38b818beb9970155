"""The table of what the seats of matches that are over did, worked out once."""

from typing import Final

from sqlalchemy import Column, ForeignKey, Integer, String, Table, Text

from basra.server.schema import METADATA

TALLIES: Final = Table(
    "tallies",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("edition", String(8), nullable=False),
    Column("data", Text, nullable=False),
)
