"""The tables of the database for notices, and for what people wish about them."""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, String, Table, Text

from basra.server.schema import METADATA

NOTICES: Final = Table(
    "notices",
    METADATA,
    Column("guest_id", String(16), ForeignKey("guests.id"), primary_key=True),
    Column("kind", String(16), primary_key=True),
    Column("about", String(64), primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("read", Boolean, nullable=False),
    Column("named", String(16), index=True),  # whose name is among the facts
    Column("data", Text, nullable=False),
)
PREFERENCES: Final = Table(  # of those who have chosen
    "preferences",
    METADATA,
    Column("guest_id", String(16), ForeignKey("guests.id"), primary_key=True),
    Column("hidden", Boolean, nullable=False),
    Column("notices", String(8), nullable=False),
)
