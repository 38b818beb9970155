"""Accounts: names of one's own, passwords, recovery codes and sessions, in the database."""

import secrets
from collections.abc import Callable, Iterable
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from basra.club.names import looks_of
from basra.errors import BasraError
from basra.server.answers import Guest
from basra.server.club_answers import SessionTold
from basra.server.club_tables import (
    ACCOUNT_NAMES,
    ACCOUNTS,
    PASSKEYS,
    RECOVERY_CODES,
    SESSIONS,
)
from basra.server.people.commonest import expect_uncommon
from basra.server.people.proofs import CODES, hash_code, hash_password, is_password, new_code
from basra.server.schema import GUESTS
from basra.server.store import ENDED, Store, end_first, hash_of

FIRST = "first"
"""The id of the session that a guest began with."""


class Account(NamedTuple):
    """A guest who has claimed a name."""

    id: str
    name: str
    password: str | None


class Accounts:
    """All accounts."""

    def __init__(self, store: Store, now: Callable[[], int], new_id: Callable[[], str]) -> None:
        self.store = store
        self.now = now
        self.new_id = new_id

    @property
    def engine(self) -> AsyncEngine:
        """The database."""
        return self.store.engine

    # --- names ----------------------------------------------------------------------------------

    async def is_free(self, name: str, person: str | None = None) -> bool:
        """Tell whether nobody else has claimed a name, or one that looks like it."""
        query = select(ACCOUNT_NAMES.c.guest_id).where(ACCOUNT_NAMES.c.look.in_(looks_of(name)))
        async with self.engine.connect() as connection:
            owners = set((await connection.execute(query)).scalars())
        return owners <= {person}

    async def expect_free(self, name: str, person: str | None = None) -> None:
        """Raise BasraError if somebody else has claimed a name, or one that looks like it."""
        if not all(looks_of(name)):
            raise BasraError("error.server.name")
        if not await self.is_free(name, person):
            raise BasraError("error.people.taken", name=name)

    async def rename(self, person: str, name: str) -> None:
        """Note another name of somebody, if it is an account. Raises BasraError if it is taken."""
        await self.expect_free(name, person)
        if await self.find(person) is not None:
            async with self.engine.begin() as connection:
                await self._take_name(connection, person, name)

    async def _take_name(self, connection: AsyncConnection, person: str, name: str) -> None:
        await hold(connection, person)
        mine = ACCOUNT_NAMES.c.guest_id == person
        await connection.execute(delete(ACCOUNT_NAMES).where(mine))
        looks = [{"look": look, "guest_id": person} for look in sorted(looks_of(name))]
        try:
            await connection.execute(insert(ACCOUNT_NAMES), looks)
        except IntegrityError:  # somebody was quicker
            raise BasraError("error.people.taken", name=name) from None
        renamed = update(GUESTS).where(GUESTS.c.id == person).values(name=name)
        await connection.execute(renamed)

    # --- accounts -------------------------------------------------------------------------------

    async def claim(self, person: str, name: str, password: str | None) -> tuple[str, list[str]]:
        """Make an account of a guest, and return its new token and recovery codes.

        Raises BasraError. The token of the guest ends: who else may have it has no account now.
        """
        if await self.find(person) is not None:
            raise BasraError("error.people.claimed")
        await self.expect_free(name)
        kept = None if password is None else await self._hash_of_new(password)
        row = {"guest_id": person, "password": kept, "created": self.now()}
        token = secrets.token_urlsafe(24)
        renewed = update(GUESTS).where(GUESTS.c.id == person).values(token_hash=hash_of(token))
        async with self.engine.begin() as connection:
            try:
                await connection.execute(insert(ACCOUNTS), [row])
            except IntegrityError:
                raise BasraError("error.people.claimed") from None
            await self._take_name(connection, person, name)
            codes = await self._new_codes(connection, person)
            ended = await end_first(connection, GUESTS.c.id == person)
            await connection.execute(renewed)
        self.store.end(ended)
        return token, codes

    async def find(self, person: str) -> Account | None:
        """Return the account of a guest."""
        return await self._first(ACCOUNTS.c.guest_id == person)

    async def named(self, name: str) -> Account | None:
        """Return the account of a name, also of one that looks like it."""
        looks = select(ACCOUNT_NAMES.c.guest_id).where(ACCOUNT_NAMES.c.look.in_(looks_of(name)))
        return await self._first(ACCOUNTS.c.guest_id.in_(looks))

    async def _first(self, condition: ColumnElement[bool]) -> Account | None:
        query = select(ACCOUNTS.c.guest_id, GUESTS.c.name, ACCOUNTS.c.password)
        query = query.join(GUESTS, GUESTS.c.id == ACCOUNTS.c.guest_id).where(condition)
        async with self.engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else Account(row[0], row[1], row[2])

    async def set_password(
        self, account: Account, password: str, current: str | None, token: str
    ) -> None:
        """Change a password, and end all sessions but that of a token.

        Raises BasraError if the one before is wrong, or the new one is common.
        """
        await self.expect_password(account, current)
        kept = await self._hash_of_new(password)
        changed = update(ACCOUNTS).where(ACCOUNTS.c.guest_id == account.id).values(password=kept)
        async with self.engine.begin() as connection:
            await connection.execute(changed)
            ended = await _end_sessions(connection, account.id, hash_of(token))
        self.store.end(ended)

    async def _hash_of_new(self, password: str) -> str:
        await expect_uncommon(password)
        return await hash_password(password)

    async def expect_password(self, account: Account, password: str | None) -> None:
        """Raise BasraError unless a password is that of an account, or it has none."""
        if account.password is None:
            return
        if password is None or not await is_password(account.password, password):
            raise BasraError("error.people.proof")

    # --- recovery codes -------------------------------------------------------------------------

    async def new_codes(self, person: str) -> list[str]:
        """Return new recovery codes; those before open nothing any more."""
        async with self.engine.begin() as connection:
            return await self._new_codes(connection, person)

    async def _new_codes(self, connection: AsyncConnection, person: str) -> list[str]:
        codes = [new_code() for _ in range(CODES)]
        await hold(connection, person)
        await connection.execute(delete(RECOVERY_CODES).where(RECOVERY_CODES.c.guest_id == person))
        rows = [{"code_hash": hash_code(code), "guest_id": person} for code in codes]
        await connection.execute(insert(RECOVERY_CODES), rows)
        return codes

    async def codes_left(self, person: str) -> int:
        """Return how many recovery codes are left."""
        mine = RECOVERY_CODES.c.guest_id == person
        query = select(func.count()).select_from(RECOVERY_CODES).where(mine)
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).scalar_one()

    # --- sessions -------------------------------------------------------------------------------

    async def sign_in(self, name: str, password: str) -> Account:
        """Return the account that a password opens. Raises BasraError."""
        account = await self.named(name)
        kept = None if account is None else account.password
        if not await is_password(kept, password) or account is None:
            raise BasraError("error.people.proof")
        return account

    async def recover(self, name: str, code: str) -> Account:
        """Return the account that a code opens, for this once. Raises BasraError."""
        account = await self.named(name)
        if account is None:
            raise BasraError("error.people.proof")
        used = delete(RECOVERY_CODES).where(
            RECOVERY_CODES.c.guest_id == account.id, RECOVERY_CODES.c.code_hash == hash_code(code)
        )
        async with self.engine.begin() as connection:
            if not (await connection.execute(used)).rowcount:
                raise BasraError("error.people.proof")
        return account

    async def begin_session(self, person: str, label: str) -> str:
        """Return the token of a new session."""
        token = secrets.token_urlsafe(24)
        row = {
            "token_hash": hash_of(token),
            "id": self.new_id(),
            "guest_id": person,
            "created": self.now(),
            "label": label,
        }
        async with self.engine.begin() as connection:
            await connection.execute(insert(SESSIONS), [row])
        return token

    async def sessions(self, person: str, token: str) -> list[SessionTold]:
        """Return where somebody is signed in, the newest first."""
        key = hash_of(token)
        first = select(GUESTS.c.token_hash, GUESTS.c.created).where(GUESTS.c.id == person)
        later = select(SESSIONS).where(SESSIONS.c.guest_id == person)
        async with self.engine.connect() as connection:
            began = (await connection.execute(first)).first()
            rows = (await connection.execute(later.order_by(SESSIONS.c.created.desc()))).all()
        found = [
            SessionTold(
                id=row.id, label=row.label, created=row.created, current=row.token_hash == key
            )
            for row in rows
        ]
        if began is not None and not began[0].startswith(ENDED):
            current = began[0] == key
            found.append(SessionTold(id=FIRST, label="", created=began[1], current=current))
        return found

    async def end_session(self, person: str, session: str) -> bool:
        """End a session; tell whether there was one."""
        one = (SESSIONS.c.guest_id == person) & (SESSIONS.c.id == session)
        async with self.engine.begin() as connection:
            if session == FIRST:
                ended = await end_first(connection, GUESTS.c.id == person)
            else:
                ended = await _end_later(connection, one)
        self.store.end(ended)
        return bool(ended)

    async def end_token(self, token: str) -> None:
        """End the session of a token."""
        key = hash_of(token)
        async with self.engine.begin() as connection:
            ended = await _end_later(connection, SESSIONS.c.token_hash == key)
            ended += await end_first(connection, GUESTS.c.token_hash == key)
        self.store.end(ended)

    async def guest(self, person: str) -> Guest | None:
        """Return a guest by the id."""
        found = await self.guests([person])
        return found.get(person)

    async def guests(self, persons: Iterable[str]) -> dict[str, Guest]:
        """Return guests by their ids."""
        query = select(GUESTS.c.id, GUESTS.c.name).where(GUESTS.c.id.in_(set(persons)))
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return {row[0]: Guest(id=row[0], name=row[1]) for row in rows}

    async def delete_account(self, connection: AsyncConnection, person: str) -> list[str]:
        """Remove what makes an account; the guest stays without a way in, and so do its bots.

        Returns the hashes of the tokens that ended, which are to be told when it is done.
        """
        for table in (ACCOUNT_NAMES, RECOVERY_CODES, PASSKEYS, ACCOUNTS):
            await connection.execute(delete(table).where(table.c.guest_id == person))
        bots = await end_first(connection, GUESTS.c.owner == person)
        return bots + await _end_sessions(connection, person)


async def hold(connection: AsyncConnection, person: str) -> None:
    """Let no other transaction change what is a person's before this one is over."""
    mine = select(GUESTS.c.id).where(GUESTS.c.id == person)
    await connection.execute(mine.with_for_update(key_share=True))


async def _end_sessions(connection: AsyncConnection, person: str, but: str = "") -> list[str]:
    """End the sessions of somebody but one, and return the hashes of their tokens."""
    others = (SESSIONS.c.guest_id == person) & (SESSIONS.c.token_hash != but)
    first = (GUESTS.c.id == person) & (GUESTS.c.token_hash != but)
    return await _end_later(connection, others) + await end_first(connection, first)


async def _end_later(connection: AsyncConnection, which: ColumnElement[bool]) -> list[str]:
    """End sessions after the first, and return the hashes of their tokens."""
    gone = delete(SESSIONS).where(which).returning(SESSIONS.c.token_hash)
    return list((await connection.execute(gone)).scalars())
