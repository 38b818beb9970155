"""Passkeys: WebAuthn, asked and checked by a kept library; challenges live for a few minutes."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from msgspec import json
from sqlalchemy import delete, func, insert, select, update
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from basra.errors import BasraError
from basra.server.answers import Guest
from basra.server.club_answers import Asked, PasskeyTold
from basra.server.club_tables import CHALLENGES, PASSKEYS
from basra.server.people.accounts import Accounts, hold

PATIENCE: Final = 300_000
"""Milliseconds for which a challenge may be answered."""
MOST: Final = 10
"""Passkeys of an account."""


class Place(NamedTuple):
    """Where the page is: a passkey is bound to it."""

    origin: str

    @property
    def host(self) -> str:
        """The name without scheme and port. Raises BasraError if there is none."""
        with suppress(ValueError):
            if host := urlsplit(self.origin).hostname:
                return host
        raise BasraError("error.people.proof")


class Passkeys:
    """All passkeys."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._engine = accounts.engine

    async def of(self, person: str) -> list[PasskeyTold]:
        """Return the passkeys of somebody."""
        query = select(PASSKEYS).where(PASSKEYS.c.guest_id == person).order_by(PASSKEYS.c.created)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [PasskeyTold(id=row.id, label=row.label, created=row.created) for row in rows]

    async def ask_new(self, guest: Guest, place: Place) -> Asked:
        """Return what a new passkey is to be asked."""
        known = await self.of(guest.id)
        if len(known) >= MOST:
            raise BasraError("error.people.passkeys", most=MOST)
        options = generate_registration_options(
            rp_id=place.host,
            rp_name="Basra",
            user_id=guest.id.encode(),
            user_name=guest.name,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=[
                PublicKeyCredentialDescriptor(id=base64url_to_bytes(one.id)) for one in known
            ],
        )
        return await self._asked(options.challenge, options_to_json(options), guest.id)

    async def add(
        self, guest: Guest, asked: str, answer: Mapping[str, Any], label: str, place: Place
    ) -> None:
        """Keep a new passkey. Raises BasraError if its answer is not right."""
        challenge = await self._challenge(asked, guest.id)
        try:
            verified = verify_registration_response(
                credential=dict(answer),
                expected_challenge=challenge,
                expected_rp_id=place.host,
                expected_origin=place.origin,
                require_user_verification=False,
            )
        except (WebAuthnException, ValueError, TypeError, LookupError, AttributeError) as error:
            raise BasraError("error.people.proof") from error
        row = {
            "id": bytes_to_base64url(verified.credential_id),
            "guest_id": guest.id,
            "public_key": bytes_to_base64url(verified.credential_public_key),
            "uses": verified.sign_count,
            "created": self._accounts.now(),
            "label": label,
        }
        known = select(PASSKEYS.c.id).where(PASSKEYS.c.id == row["id"])
        mine = select(func.count()).where(PASSKEYS.c.guest_id == guest.id)
        async with self._engine.begin() as connection:
            await hold(connection, guest.id)
            if (await connection.execute(known)).first() is not None:
                raise BasraError("error.people.proof")
            await connection.execute(insert(PASSKEYS), [row])
            if (await connection.execute(mine)).scalar_one() > MOST:
                raise BasraError("error.people.passkeys", most=MOST)

    async def ask(self, place: Place) -> Asked:
        """Return what any passkey of this place is to be asked."""
        options = generate_authentication_options(
            rp_id=place.host, user_verification=UserVerificationRequirement.PREFERRED
        )
        return await self._asked(options.challenge, options_to_json(options), None)

    async def sign_in(self, asked: str, answer: Mapping[str, Any], place: Place) -> str:
        """Return whose passkey has answered. Raises BasraError if it is not right."""
        challenge = await self._challenge(asked, None)
        query = select(PASSKEYS).where(PASSKEYS.c.id == str(answer.get("id", ""))[:1400])
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            raise BasraError("error.people.proof")
        try:
            verified = verify_authentication_response(
                credential=dict(answer),
                expected_challenge=challenge,
                expected_rp_id=place.host,
                expected_origin=place.origin,
                credential_public_key=base64url_to_bytes(row.public_key),
                credential_current_sign_count=row.uses,
                require_user_verification=False,
            )
        except (WebAuthnException, ValueError, TypeError, LookupError, AttributeError) as error:
            raise BasraError("error.people.proof") from error
        counted = update(PASSKEYS).where(PASSKEYS.c.id == row.id)
        async with self._engine.begin() as connection:
            await connection.execute(counted.values(uses=verified.new_sign_count))
        return str(row.guest_id)

    async def remove(self, person: str, passkey: str) -> bool:
        """Forget a passkey; tell whether there was one."""
        gone = delete(PASSKEYS).where(PASSKEYS.c.guest_id == person, PASSKEYS.c.id == passkey)
        async with self._engine.begin() as connection:
            return bool((await connection.execute(gone)).rowcount)

    async def _asked(self, challenge: bytes, options: str, person: str | None) -> Asked:
        now, key = self._accounts.now(), self._accounts.new_id()
        row: dict[str, object] = {"id": key, "guest_id": person, "expires": now + PATIENCE}
        row["challenge"] = bytes_to_base64url(challenge)
        async with self._engine.begin() as connection:
            await connection.execute(delete(CHALLENGES).where(CHALLENGES.c.expires < now))
            await connection.execute(insert(CHALLENGES), [row])
        return Asked(id=key, options=json.decode(options))

    async def _challenge(self, asked: str, person: str | None) -> bytes:
        """Return a challenge, which can be answered this once. Raises BasraError."""
        one = (CHALLENGES.c.id == asked) & (CHALLENGES.c.expires >= self._accounts.now())
        async with self._engine.begin() as connection:
            row = (await connection.execute(select(CHALLENGES).where(one))).first()
            gone = await connection.execute(delete(CHALLENGES).where(one))
        if row is None or row.guest_id != person or not gone.rowcount:
            raise BasraError("error.people.challenge")
        return base64url_to_bytes(row.challenge)
