"""The tables of the club in the database: accounts, ratings, seeks, tournaments, conduct."""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Integer, String, Table, Text

from basra.server.schema import METADATA


def _person(
    name: str = "guest_id", *, primary_key: bool = False, index: bool = False
) -> Column[str]:
    return Column(
        name,
        String(16),
        ForeignKey("guests.id"),
        primary_key=primary_key,
        index=index,
        nullable=False,
    )


# --- accounts -----------------------------------------------------------------------------------

ACCOUNTS: Final = Table(
    "accounts",
    METADATA,
    _person(primary_key=True),
    Column("password", String(200)),  # as argon2id writes it; null where passkeys are enough
    Column("created", BigInteger, nullable=False),
)
ACCOUNT_NAMES: Final = Table(  # what a name looks like; a name has one look or two
    "account_names",
    METADATA,
    Column("look", String(200), primary_key=True),
    _person(index=True),
)
SESSIONS: Final = Table(  # those after the first, whose token the guest has
    "sessions",
    METADATA,
    Column("token_hash", String(64), primary_key=True),
    Column("id", String(16), nullable=False, unique=True),
    _person(index=True),
    Column("created", BigInteger, nullable=False),
    Column("label", String(80), nullable=False),
)
RECOVERY_CODES: Final = Table(
    "recovery_codes",
    METADATA,
    Column("code_hash", String(64), primary_key=True),
    _person(index=True),
)
PASSKEYS: Final = Table(
    "passkeys",
    METADATA,
    Column("id", String(1400), primary_key=True),
    _person(index=True),
    Column("public_key", Text, nullable=False),
    Column("uses", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("label", String(80), nullable=False),
)
CHALLENGES: Final = Table(
    "challenges",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("challenge", String(128), nullable=False),
    Column("guest_id", String(16)),
    Column("expires", BigInteger, nullable=False, index=True),
)

# --- matches and ratings ------------------------------------------------------------------------

RESULTS: Final = Table(
    "results",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("scale", String(64), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
)
PLAYERS: Final = Table(
    "players",
    METADATA,
    Column("table_id", String(16), primary_key=True),
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest_id", String(16), nullable=False, index=True),
    Column("stayed", Boolean, nullable=False),
)
RATINGS: Final = Table(
    "ratings",
    METADATA,
    Column("who", String(40), primary_key=True),  # a guest, or bot:LEVEL
    Column("scale", String(64), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)
GIFTS: Final = Table(
    "gifts",
    METADATA,
    Column("scale", String(64), primary_key=True),
    Column("giver", String(16), primary_key=True),
    Column("taker", String(16), primary_key=True),
    Column("matches", Integer, nullable=False),
    Column("trails", Integer, nullable=False),
    Column("given", Integer, nullable=False),
    Column("expected", Float, nullable=False),
)

# --- seeks and tournaments ----------------------------------------------------------------------

SEEKS: Final = Table(
    "seeks",
    METADATA,
    Column("id", String(16), primary_key=True),
    _person(index=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("table_id", String(16)),  # where it was paired
    Column("data", Text, nullable=False),
)
TOURNAMENTS: Final = Table(
    "tournaments",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("created", BigInteger, nullable=False, index=True),
    Column("state", String(12), nullable=False),
    Column("data", Text, nullable=False),
)

# --- conduct ------------------------------------------------------------------------------------

MARKS: Final = Table(  # whom a person blocks, mutes or follows
    "marks",
    METADATA,
    _person(primary_key=True),
    Column("other", String(16), ForeignKey("guests.id"), primary_key=True, index=True),
    Column("kind", String(8), primary_key=True),
    Column("at", BigInteger, nullable=False),
)
REPORTS: Final = Table(
    "reports",
    METADATA,
    Column("id", String(16), primary_key=True),
    _person("reporter", index=True),
    _person("reported", index=True),
    Column("table_id", String(16)),
    Column("reason", String(24), nullable=False),
    Column("text", String(280), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("closed", BigInteger),
    Column("verdict", String(12)),
)
SUSPENSIONS: Final = Table(
    "suspensions",
    METADATA,
    _person(primary_key=True),
    Column("until", BigInteger, nullable=False),
)
