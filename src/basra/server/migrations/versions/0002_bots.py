"""Step 2: guests that are programs, and who made them."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the owner of a bot."""
    op.add_column("guests", sa.Column("owner", sa.String(16)))


def downgrade() -> None:
    """Remove the bots, and the column."""
    op.execute("DELETE FROM guests WHERE owner IS NOT NULL")
    with op.batch_alter_table("guests") as guests:
        guests.drop_column("owner")
