"""Step 4: the processes of a server, and which of them plays which table."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "processes",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("beats", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("process", sa.String(16), nullable=False),
    )


def downgrade() -> None:
    """Remove them."""
    for name in ("leases", "processes"):
        op.drop_table(name)
