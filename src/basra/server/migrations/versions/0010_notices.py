"""Step 10: notices, and what people wish about them."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "notices",
        sa.Column("guest_id", sa.String(16), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("about", sa.String(64), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False, index=True),
        sa.Column("read", sa.Boolean, nullable=False),
        sa.Column("named", sa.String(16), index=True),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "preferences",
        sa.Column("guest_id", sa.String(16), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("hidden", sa.Boolean, nullable=False),
        sa.Column("notices", sa.String(8), nullable=False),
    )


def downgrade() -> None:
    """Remove them."""
    op.drop_table("preferences")
    op.drop_table("notices")
