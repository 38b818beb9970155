"""The table of who has tried which puzzle."""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, String, Table

from basra.server.schema import METADATA

PUZZLE_TRIES: Final = Table(  # the first answer of everybody
    "puzzle_tries",
    METADATA,
    Column("puzzle", String(48), primary_key=True),
    Column("guest_id", String(16), ForeignKey("guests.id"), primary_key=True),
    Column("solved", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
)
