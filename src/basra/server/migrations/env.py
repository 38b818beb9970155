"""Runs the steps on the connection that ``migrate`` hands over; Alembic loads it by its name."""

from alembic import context

from basra.server import (  # noqa: F401 - they add their tables
    club_tables,
    contest_tables,
    duplicate_tables,
    learning_tables,
    notice_tables,
    replay_tables,
    statistics_tables,
)
from basra.server.schema import METADATA

config = getattr(context, "config", None)
if config is not None:  # nothing is to be done where it is only looked at
    context.configure(
        connection=config.attributes["connection"],
        target_metadata=METADATA,
        render_as_batch=True,
    )
    with context.begin_transaction():
        context.run_migrations()
