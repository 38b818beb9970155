"""Step 5: contests, which are the deals of the day and duels, and the attempts at them."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("value", sa.String(128), nullable=False),
    )
    op.create_table(
        "contests",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("rules", sa.String(300), nullable=False),
        sa.Column("level", sa.String(16), nullable=False),
        sa.Column("deals", sa.Integer, nullable=False),
        sa.Column("ends", sa.BigInteger),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "attempts",
        sa.Column("contest_id", sa.String(16), sa.ForeignKey("contests.id"), primary_key=True),
        sa.Column("guest_id", sa.String(16), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("plays", sa.Text, nullable=False),
        sa.Column("margin", sa.Integer),
        sa.Column("begun", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger),
    )


def downgrade() -> None:
    """Remove them."""
    for name in ("attempts", "contests", "secrets"):
        op.drop_table(name)
