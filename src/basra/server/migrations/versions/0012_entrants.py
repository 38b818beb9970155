"""Step 12: those who have entered a tournament are kept by their ids alone."""

import sqlalchemy as sa
from alembic import op
from msgspec import json

revision = "0012"
down_revision = "0011"

_TOURNAMENTS = sa.table("tournaments", sa.column("id"), sa.column("data"))


def upgrade() -> None:
    """Forget their names, which stayed when an account was deleted."""
    connection = op.get_bind()
    for name, before in connection.execute(sa.select(_TOURNAMENTS)).all():
        tournament = json.decode(before)
        for entrant in tournament["entrants"]:
            entrant.pop("names", None)
        # What a server that still runs has written meanwhile is not written over.
        same = (_TOURNAMENTS.c.id == name) & (_TOURNAMENTS.c.data == before)
        data = json.encode(tournament).decode()
        connection.execute(sa.update(_TOURNAMENTS).where(same).values(data=data))


def downgrade() -> None:
    """Put a sign where the names were."""
    connection = op.get_bind()
    for name, before in connection.execute(sa.select(_TOURNAMENTS)).all():
        tournament = json.decode(before)
        for entrant in tournament["entrants"]:
            entrant["names"] = ["—"] * len(entrant["members"])
        data = json.encode(tournament).decode()
        one = _TOURNAMENTS.c.id == name
        connection.execute(sa.update(_TOURNAMENTS).where(one).values(data=data))
