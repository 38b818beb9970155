"""Proofs: passwords by argon2id, and recovery codes; the database holds hashes of both only."""

import asyncio
import secrets
from hashlib import sha256
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

CODES: Final = 8
"""Recovery codes of an account."""
_SIGNS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
_GROUPS: Final = 4
"""Of four signs each: 79 bits, so that a fast hash is enough."""
_hasher: Final = PasswordHasher()
_NOBODY: Final = _hasher.hash("nobody")
"""Compared with where there is no such account, so that this takes as long."""
_turn = asyncio.Semaphore(2)
"""A hash takes 64 MiB and a core: so many at a time."""


async def hash_password(password: str) -> str:
    """Return what is kept of a password."""
    async with _turn:
        return await asyncio.to_thread(_hasher.hash, password)


async def is_password(kept: str | None, password: str) -> bool:
    """Tell whether a password is the one that is kept."""
    async with _turn:
        return await asyncio.to_thread(_is_password, kept, password)


def _is_password(kept: str | None, password: str) -> bool:
    try:
        return _hasher.verify(kept or _NOBODY, password) and kept is not None
    except (VerificationError, InvalidHashError):
        return False


def new_code() -> str:
    """Return a recovery code.

    >>> from basra.server.people.proofs import new_code
    >>> len(new_code())
    19
    """
    groups = ("".join(secrets.choice(_SIGNS) for _ in range(4)) for _ in range(_GROUPS))
    return "-".join(groups)


def hash_code(code: str) -> str:
    """Return what is kept of a code, however it is written.

    >>> from basra.server.people.proofs import hash_code
    >>> hash_code("ABCD-efgh") == hash_code(" abcd efgh ")
    True
    """
    signs = "".join(sign for sign in code.lower() if sign.isalnum())
    return sha256(signs.encode()).hexdigest()
