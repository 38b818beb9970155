"""Step 7: who has tried which puzzle."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "puzzle_tries",
        sa.Column("puzzle", sa.String(48), primary_key=True),
        sa.Column("guest_id", sa.String(16), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Remove it."""
    op.drop_table("puzzle_tries")
