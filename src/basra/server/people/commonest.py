"""Commonest: passwords that everybody tries first, and nobody may choose."""

import asyncio
from functools import cache

from basra.errors import BasraError


async def expect_uncommon(password: str) -> None:
    """Raise BasraError for a password that is among the commonest, in whatever letters."""
    if password.casefold() in await asyncio.to_thread(commonest):
        raise BasraError("error.people.common")


@cache
def commonest() -> frozenset[str]:
    """Return the thirty thousand passwords that were found most often in leaks, in small letters.

    >>> from basra.server.people.commonest import commonest
    >>> "password1" in commonest(), "open sesame" in commonest()
    (True, False)
    """
    from zxcvbn.frequency_lists import FREQUENCY_LISTS  # noqa: PLC0415 - 10 MB, seldom needed

    return frozenset(FREQUENCY_LISTS["passwords"])
