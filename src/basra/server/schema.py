"""The tables of the database; what changes here needs a migration."""

from typing import Final

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, MetaData, String, Table, Text

METADATA: Final = MetaData()
GONE: Final = "—"
"""What stands for the name of somebody whose data were deleted."""

GUESTS: Final = Table(
    "guests",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("name", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("owner", String(16), index=True),  # of a bot: the guest who made it
)
TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("closed", BigInteger),
)
EVENTS: Final = Table(
    "events",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("v", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
)
PROCESSES: Final = Table(
    "processes",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("beats", BigInteger, nullable=False),
)
LEASES: Final = Table(
    "leases",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("process", String(16), nullable=False),  # a lease ends with its process
)
