"""Step 3: accounts, results and ratings, seeks, tournaments, conduct."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
_NAMES = (
    "challenges",
    "gifts",
    "players",
    "ratings",
    "tournaments",
    "account_names",
    "accounts",
    "marks",
    "passkeys",
    "recovery_codes",
    "reports",
    "results",
    "seeks",
    "sessions",
    "suspensions",
)


def _person(
    name: str = "guest_id", *, primary_key: bool = False, index: bool = False
) -> "sa.Column[str]":
    return sa.Column(
        name,
        sa.String(16),
        sa.ForeignKey("guests.id"),
        primary_key=primary_key,
        index=index,
        nullable=False,
    )


def upgrade() -> None:
    """Make the tables."""
    _make_people()
    _make_matches()
    _make_meetings()
    _make_conduct()


def _make_people() -> None:
    op.create_table(
        "accounts",
        _person(primary_key=True),
        sa.Column("password", sa.String(200)),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "account_names",
        sa.Column("look", sa.String(200), primary_key=True),
        _person(index=True),
    )
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(16), unique=True, nullable=False),
        _person(index=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("label", sa.String(80), nullable=False),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("code_hash", sa.String(64), primary_key=True),
        _person(index=True),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        _person(index=True),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("label", sa.String(80), nullable=False),
    )
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("challenge", sa.String(128), nullable=False),
        sa.Column("guest_id", sa.String(16)),
        sa.Column("expires", sa.BigInteger, index=True, nullable=False),
    )


def _make_matches() -> None:
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("scale", sa.String(64), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "players",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guest_id", sa.String(16), index=True, nullable=False),
        sa.Column("stayed", sa.Boolean, nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("who", sa.String(40), primary_key=True),
        sa.Column("scale", sa.String(64), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "gifts",
        sa.Column("scale", sa.String(64), primary_key=True),
        sa.Column("giver", sa.String(16), primary_key=True),
        sa.Column("taker", sa.String(16), primary_key=True),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("trails", sa.Integer, nullable=False),
        sa.Column("given", sa.Integer, nullable=False),
        sa.Column("expected", sa.Float, nullable=False),
    )


def _make_meetings() -> None:
    op.create_table(
        "seeks",
        sa.Column("id", sa.String(16), primary_key=True),
        _person(index=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("table_id", sa.String(16)),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, index=True, nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )


def _make_conduct() -> None:
    op.create_table(
        "marks",
        _person(primary_key=True),
        _person("other", primary_key=True, index=True),
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(16), primary_key=True),
        _person("reporter", index=True),
        _person("reported", index=True),
        sa.Column("table_id", sa.String(16)),
        sa.Column("reason", sa.String(24), nullable=False),
        sa.Column("text", sa.String(280), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("closed", sa.BigInteger),
        sa.Column("verdict", sa.String(12)),
    )
    op.create_table(
        "suspensions",
        _person(primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Remove them."""
    for name in reversed(_NAMES):
        op.drop_table(name)
