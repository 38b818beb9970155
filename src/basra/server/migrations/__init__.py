"""The steps from an empty database to the tables of today, in the order of their numbers."""

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, text

HERE: Final = Path(__file__).parent
NEWEST: Final = max(path.name.split("_")[0] for path in HERE.glob("versions/[0-9]*.py"))

_LOCK: Final = 0x6261737261
"""The word basra as a number."""


def migrate(connection: Connection, step: str = NEWEST) -> None:
    """Bring a database to a step; nothing heavy is loaded if it is there already."""
    if connection.dialect.name == "postgresql":  # of several processes that start, one does it
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    if inspect(connection).has_table("alembic_version"):
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        if found == step:
            return
    from alembic import command  # noqa: PLC0415 - half a second, needed once in a while
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, step)
