"""The calls of accounts: claim a name, sign in and out, passkeys, one's own data."""

import time
from typing import Final, NamedTuple

from fastapi import APIRouter, Request
from starlette.responses import Response

from basra.server.answers import Guest
from basra.server.broker import Broker
from basra.server.calls import (
    CallError,
    answer,
    desk_of,
    guest_of,
    name_in,
    read_body,
    take,
    token_of,
)
from basra.server.club_answers import (
    AccountTold,
    Asked,
    Claim,
    Claimed,
    Codes,
    Done,
    Json,
    Leave,
    NewPasskey,
    NewPassword,
    SignedIn,
    SignIn,
)
from basra.server.notices.routes import notices_of
from basra.server.openapi import told
from basra.server.people.accounts import Account, Accounts
from basra.server.people.data import delete_person, export, is_blank
from basra.server.people.passkeys import Passkeys, Place
from basra.server.quotas import Quota
from basra.server.settings import Settings
from basra.table.sayings import clean

LABEL: Final = 80
"""Signs of the longest label."""


class People(NamedTuple):
    """What these calls need."""

    accounts: Accounts
    passkeys: Passkeys
    attempts: Quota
    """To sign in, by address and by account: so that many addresses do not help."""
    exports: Quota
    """Of all that is kept, by address and by person: all logs are gone through for one."""


def people_of(accounts: Accounts, settings: Settings, broker: Broker) -> People:
    """Return what these calls need."""
    attempts = Quota("attempts", settings.attempts, broker, time.monotonic)
    exports = Quota("exports", settings.exports, broker, time.monotonic)
    return People(accounts, Passkeys(accounts), attempts, exports)


router: Final = APIRouter(prefix="/api")


@router.get("/account", **told(AccountTold, guest=True, wrong=(401, 403)))
async def tell_account(request: Request) -> Response:
    """Tell what there is to know of oneself."""
    guest, people = await guest_of(request), _people(request)
    account = await people.accounts.find(guest.id)
    moderators = desk_of(request).settings.moderators
    found = AccountTold(
        id=guest.id,
        name=guest.name,
        claimed=account is not None,
        password=account is not None and account.password is not None,
        codes=await people.accounts.codes_left(guest.id),
        sessions=await people.accounts.sessions(guest.id, token_of(request)),
        passkeys=await people.passkeys.of(guest.id),
        moderator=account is not None and account.id in moderators,
    )
    return answer(found)


@router.post(
    "/account",
    **told(Claimed, body=Claim, status=201, guest=True, wrong=(400, 401, 403, 422, 429)),
)
async def claim(request: Request) -> Response:
    """Claim a name; a new token, which replaces the old one, and the codes are told this once."""
    guest = await guest_of(request)
    wish = await read_body(request, Claim)
    await take(_people(request).attempts, request)
    name = name_in(wish)
    token, codes = await _people(request).accounts.claim(guest.id, name, wish.password)
    return answer(Claimed(name=name, codes=codes, token=token), 201)


@router.put(
    "/account/password",
    **told(Done, body=NewPassword, guest=True, wrong=(400, 401, 403, 422, 429)),
)
async def change_password(request: Request) -> Response:
    """Change the password; all other sessions end."""
    account = await _account(request)
    wish, people = await read_body(request, NewPassword), _people(request)
    await take(people.attempts, request, account.id)
    token = token_of(request)
    await people.accounts.set_password(account, wish.password, wish.current, token)
    return answer(Done())


@router.post("/account/codes", **told(Codes, status=201, guest=True, wrong=(401, 403, 422)))
async def renew_codes(request: Request) -> Response:
    """Make new recovery codes; those before open nothing any more."""
    account = await _account(request)
    codes = await _people(request).accounts.new_codes(account.id)
    return answer(Codes(name=account.name, codes=codes), 201)


@router.get("/account/export", **told(Json, guest=True, wrong=(401, 403, 429)))
async def export_data(request: Request) -> Response:
    """Tell all that is kept of oneself."""
    guest, people = await guest_of(request), _people(request)
    await take(people.exports, request, guest.id)
    return answer(await export(people.accounts, guest.id))


@router.post(
    "/account/deletion", **told(Done, body=Leave, guest=True, wrong=(400, 401, 403, 422, 429))
)
async def delete_data(request: Request) -> Response:
    """Delete all that is kept of oneself."""
    guest, people = await guest_of(request), _people(request)
    leave = await read_body(request, Leave)
    account = await people.accounts.find(guest.id)
    if account is not None:
        await take(people.attempts, request, account.id)
        await people.accounts.expect_password(account, leave.password)
    await delete_person(people.accounts, guest.id)
    notices_of(request).stir([guest.id])
    return answer(Done())


# --- sessions -----------------------------------------------------------------------------------


@router.post("/sessions", **told(SignedIn, body=SignIn, status=201, wrong=(400, 422, 429)))
async def sign_in(request: Request) -> Response:
    """Sign in with a password or a recovery code; the token is told this once.

    The token that this is asked with ends, unless it is of a guest who has played with it.
    """
    wish, people = await read_body(request, SignIn), _people(request)
    known = await people.accounts.named(wish.name)
    await take(people.attempts, request, *([] if known is None else [known.id]))
    if wish.password is not None:
        account = await people.accounts.sign_in(wish.name, wish.password)
    else:
        account = await people.accounts.recover(wish.name, wish.code or "")
    return await _begun(request, Guest(id=account.id, name=account.name), wish.label)


@router.delete("/sessions/{session}", **told(Done, guest=True, wrong=(401, 403, 404)))
async def end_session(request: Request, session: str) -> Response:
    """End a session of one's own."""
    guest = await guest_of(request)
    if not await _people(request).accounts.end_session(guest.id, session):
        raise CallError(404, "error.people.session")
    return answer(Done())


# --- passkeys -----------------------------------------------------------------------------------


@router.post("/signin/passkey/new", **told(Asked, guest=True, wrong=(401, 403, 422)))
async def ask_new_passkey(request: Request) -> Response:
    """Tell what a new passkey is to be asked."""
    account = await _account(request)
    guest = Guest(id=account.id, name=account.name)
    return answer(await _people(request).passkeys.ask_new(guest, _place(request)))


@router.post(
    "/passkeys", **told(Done, body=NewPasskey, status=201, guest=True, wrong=(400, 401, 403, 422))
)
async def add_passkey(request: Request) -> Response:
    """Keep a new passkey."""
    account = await _account(request)
    new = await read_body(request, NewPasskey)
    guest = Guest(id=account.id, name=account.name)
    label, place = clean(new.label, LABEL), _place(request)
    await _people(request).passkeys.add(guest, new.id, new.credential, label, place)
    return answer(Done(), 201)


@router.delete("/passkeys/{passkey}", **told(Done, guest=True, wrong=(401, 403, 404)))
async def remove_passkey(request: Request, passkey: str) -> Response:
    """Forget a passkey."""
    guest = await guest_of(request)
    if not await _people(request).passkeys.remove(guest.id, passkey):
        raise CallError(404, "error.people.passkey")
    return answer(Done())


@router.post("/signin/passkey/options", **told(Asked, wrong=(429,)))
async def ask_passkey(request: Request) -> Response:
    """Tell what any passkey of this page is to be asked."""
    await take(_people(request).attempts, request)
    return answer(await _people(request).passkeys.ask(_place(request)))


@router.post(
    "/signin/passkey", **told(SignedIn, body=NewPasskey, status=201, wrong=(400, 422, 429))
)
async def sign_in_by_passkey(request: Request) -> Response:
    """Sign in with a passkey; the token is told this once."""
    new, people = await read_body(request, NewPasskey), _people(request)
    await take(people.attempts, request)
    person = await people.passkeys.sign_in(new.id, new.credential, _place(request))
    guest = await people.accounts.guest(person)
    if guest is None:
        raise CallError(422, "error.people.proof")
    return await _begun(request, guest, new.label)


# --- parts --------------------------------------------------------------------------------------


def _people(request: Request) -> People:
    people: People = request.app.state.people
    return people


async def _account(request: Request) -> Account:
    guest = await guest_of(request)
    account = await _people(request).accounts.find(guest.id)
    if account is None:
        raise CallError(422, "error.people.unclaimed")
    return account


async def _begun(request: Request, guest: Guest, label: str) -> Response:
    """Begin a session instead of the one that this is asked from."""
    accounts, before = _people(request).accounts, token_of(request)
    token = await accounts.begin_session(guest.id, clean(label, LABEL))
    kept = bool(before) and await _is_needed(accounts, before)
    if before and not kept:
        await accounts.end_token(before)
    return answer(SignedIn(token=token, id=guest.id, name=guest.name, kept=kept), 201)


async def _is_needed(accounts: Accounts, token: str) -> bool:
    """Tell whether a token is that of a bot, or of a guest who would lose something with it."""
    guest = await accounts.store.guest(token)
    if guest is None or guest.bot:
        return guest is not None
    return await accounts.find(guest.id) is None and not await is_blank(accounts, guest.id)


def _place(request: Request) -> Place:
    """Return where the page is: as the browser says, if that is here or was named."""
    settings = desk_of(request).settings
    origin = request.headers.get("origin", "").rstrip("/")
    own = f"{request.url.scheme}://{request.headers.get('host', '')}"
    return Place(origin if origin in settings.origins else own)
