"""Step 6: records that were sent in, reviews of deals, and how far review jobs are."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "replays",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
    )
    op.create_table(
        "deal_reviews",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("created", sa.BigInteger, nullable=False, index=True),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "review_jobs",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("beats", sa.BigInteger, nullable=False, index=True),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("deals", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Remove them."""
    for name in ("review_jobs", "deal_reviews", "replays"):
        op.drop_table(name)
