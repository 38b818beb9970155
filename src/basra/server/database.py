"""Databases by their addresses."""

import os
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from basra.errors import BasraError


def unusable(error: Exception) -> BasraError:
    """Return the error that tells why a database cannot be used, in its first line."""
    return BasraError("error.database", reason=str(error).partition("\n")[0])


def engine_of(address: str) -> AsyncEngine:
    """Return what speaks to a database; its errors repeat nothing of what was to be written.

    Raises BasraError for what is no address, or without the driver.

    >>> from basra.server.database import engine_of
    >>> engine_of("sqlite+aiosqlite:///:memory:").dialect.name
    'sqlite'
    """
    # A connection that died with the database is replaced before it is used.
    ping = not address.startswith("sqlite")
    try:
        return create_async_engine(address, pool_pre_ping=ping, hide_parameters=True)
    except (SQLAlchemyError, ImportError, ValueError) as error:
        raise unusable(error) from None


def is_to_be_made(address: str) -> bool:
    """Tell whether a database is a file that is not there yet: to look into it would make it.

    Raises BasraError where it cannot be made, and for what is no address.
    """
    try:
        url = make_url(address)
    except SQLAlchemyError as error:
        raise unusable(error) from None
    if url.get_backend_name() != "sqlite" or not url.database:
        return False
    file = Path(url.database)
    if url.database == ":memory:" or file.exists():
        return False
    if not file.parent.is_dir():
        raise unusable(FileNotFoundError(f"no folder {file.parent}"))
    if not os.access(file.parent, os.W_OK):
        raise unusable(PermissionError(f"nothing can be written in {file.parent}"))
    return True
