"""The tables of the database for what comes after the cards: records sent in, and reviews."""

from typing import Final

from sqlalchemy import BigInteger, Column, String, Table, Text

from basra.server.schema import METADATA

REPLAYS: Final = Table(
    "replays",
    METADATA,
    Column("id", String(32), primary_key=True),  # the hash of the text
    Column("created", BigInteger, nullable=False),
    Column("record", Text, nullable=False),
)
DEAL_REVIEWS: Final = Table(
    "deal_reviews",
    METADATA,
    Column("id", String(64), primary_key=True),  # the hash of the deal and the strength
    Column("created", BigInteger, nullable=False, index=True),
    Column("data", Text, nullable=False),
)
REVIEW_JOBS: Final = Table(
    "review_jobs",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("beats", BigInteger, nullable=False, index=True),  # when somebody last worked on it
    Column("state", String(12), nullable=False),
    Column("deals", Text, nullable=False),  # the ids of the reviews, in order
)
