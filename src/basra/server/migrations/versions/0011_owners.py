"""Step 11: the bots of a person are found."""

from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make the index."""
    op.create_index("ix_guests_owner", "guests", ["owner"])


def downgrade() -> None:
    """Remove it."""
    op.drop_index("ix_guests_owner", "guests")
