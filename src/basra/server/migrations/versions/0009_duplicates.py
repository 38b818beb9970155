"""Step 9: duplicate matches."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "duplicates",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("first", sa.String(16), index=True),
        sa.Column("second", sa.String(16), index=True),
        sa.Column("ended", sa.BigInteger),
        sa.Column("data", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Remove it."""
    op.drop_table("duplicates")
