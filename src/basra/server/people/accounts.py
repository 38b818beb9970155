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
from basra.server.people.proofs import CODES, hash_code, hash_password, is_password, new_code
from basra.server.schema import GUESTS
from basra.server.store import Store, hash_of

FIRST = "first"
"""The id of the session that a guest began with."""
_ENDED = "ended"


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

    async def claim(self, person: str, name: str, password: str | None) -> list[str]:
        """Make an account of a guest, and return its recovery codes. Raises BasraError."""
        if await self.find(person) is not None:
            raise BasraError("error.people.claimed")
        await self.expect_free(name)
        kept = None if password is None else await hash_password(password)
        row = {"guest_id": person, "password": kept, "created": self.now()}
        async with self.engine.begin() as connection:
            try:
                await connection.execute(insert(ACCOUNTS), [row])
            except IntegrityError:
                raise BasraError("error.people.claimed") from None
            await self._take_name(connection, person, name)
            codes = await self._new_codes(connection, person)
        self.store.forget(person)
        return codes

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

    async def set_password(self, account: Account, password: str, current: str | None) -> None:
        """Change a password. Raises BasraError if the one before is wrong."""
        await self.expect_password(account, current)
        kept = await hash_password(password)
        changed = update(ACCOUNTS).where(ACCOUNTS.c.guest_id == account.id).values(password=kept)
        async with self.engine.begin() as connection:
            await connection.execute(changed)

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
        if began is not None and not began[0].startswith(_ENDED):
            current = began[0] == key
            found.append(SessionTold(id=FIRST, label="", created=began[1], current=current))
        return found

    async def end_session(self, person: str, session: str) -> bool:
        """End a session; tell whether there was one."""
        if session == FIRST:
            mine = (GUESTS.c.id == person) & ~GUESTS.c.token_hash.startswith(_ENDED)
            statement: object = update(GUESTS).where(mine).values(token_hash=_no_token())
        else:
            statement = delete(SESSIONS).where(
                SESSIONS.c.guest_id == person, SESSIONS.c.id == session
            )
        async with self.engine.begin() as connection:
            ended = (await connection.execute(statement)).rowcount  # type: ignore[call-overload]
        self.store.forget(person)
        return bool(ended)

    async def end_all(self, connection: AsyncConnection, person: str) -> None:
        """End all sessions of somebody."""
        await connection.execute(delete(SESSIONS).where(SESSIONS.c.guest_id == person))
        ended = update(GUESTS).where(GUESTS.c.id == person).values(token_hash=_no_token())
        await connection.execute(ended)

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

    async def delete_account(self, connection: AsyncConnection, person: str) -> None:
        """Remove what makes an account; the guest stays without a way in."""
        for table in (ACCOUNT_NAMES, RECOVERY_CODES, PASSKEYS, ACCOUNTS):
            await connection.execute(delete(table).where(table.c.guest_id == person))
        await self.end_all(connection, person)


def _no_token() -> str:
    """Return what stands for the hash of a token that is none."""
    return _ENDED + secrets.token_hex(20)
