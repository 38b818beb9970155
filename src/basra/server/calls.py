"""Calls: who asks, what was sent, and how it is answered; what all routes over HTTP share."""

from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import Final, NamedTuple, Protocol, TypeVar

import msgspec
from fastapi import Request
from starlette.responses import Response

from basra.errors import BasraError
from basra.server import frames
from basra.server.answers import Guest
from basra.server.far import AnyTable
from basra.server.gate import Doors
from basra.server.hub import Hub
from basra.server.page import is_known
from basra.server.quotas import Quota
from basra.server.sessions import Sessions
from basra.server.settings import Settings
from basra.server.store import Store
from basra.server.streams import Streams
from basra.table.events import Occupant
from basra.table.sayings import LONGEST_NAME, clean

T = TypeVar("T")
LONGEST: Final = 8192
"""Bytes of the longest body that is read."""
_LOST: Final = ("error.server.store", "error.server.silent")
"""What is no fault of who asks: the same call may succeed in a moment."""
_encode: Final = msgspec.json.Encoder().encode


class CallError(BasraError):
    """A call that cannot be answered, with the status that says why."""

    def __init__(self, status: int, key: str, **facts: object) -> None:
        super().__init__(key, **facts)
        self.status = status


class Desk(NamedTuple):
    """What the calls need."""

    hub: Hub
    store: Store
    settings: Settings
    guests: Quota
    tables: Quota
    now: Callable[[], int]
    new_id: Callable[[], str]
    doors: Doors
    streams: Streams
    expect_free: Callable[[str, str | None], Awaitable[None]]
    """Raises BasraError where a name is that of somebody else's account, or looks like it."""
    expect_welcome: Callable[[str], Awaitable[None]]
    """Raises BasraError for somebody who may not play for a while."""
    take_name: Callable[[str, str], Awaitable[None]]
    """Notes another name of somebody. Raises BasraError as the former does."""
    sessions: Sessions
    opened: Callable[[Guest, str, str], None]
    """Called with who has opened a public table, with the table, and with its rules."""


def problem(error: BasraError) -> Response:
    """Return the answer that says what was wrong."""
    usual = 503 if error.key in _LOST else 422
    return answer(frames.fact(error), error.status if isinstance(error, CallError) else usual)


def desk_of(request: Request) -> Desk:
    """Return what the calls need."""
    desk: Desk = request.app.state.desk
    return desk


def answer(content: object, status: int = 200) -> Response:
    """Return an answer that is not to be kept."""
    headers = {"cache-control": "no-store"}
    return Response(_encode(content), status, headers, "application/json")


def answer_kept(request: Request, content: object) -> Response:
    """Return what seldom changes; a browser that holds it is told so in few bytes."""
    body = _encode(content)
    etag = f'"{sha256(body).hexdigest()[:20]}"'
    headers = {"etag": etag, "cache-control": "no-cache"}
    if is_known(request.headers, etag):
        return Response(status_code=304, headers=headers)
    return Response(body, 200, headers, "application/json")


async def read_body(request: Request, kind: type[T]) -> T:
    """Return what was sent. Raises CallError for what is no such thing."""
    return await read_sent(request, msgspec.json.Decoder(kind))


async def read_sent(request: Request, decoder: "msgspec.json.Decoder[T]") -> T:
    """Return what was sent, as a decoder reads it. Raises CallError for what is no such thing."""
    body = await read_bytes(request, LONGEST)
    try:
        return decoder.decode(body)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise CallError(400, "error.server.message", reason=str(error)) from None


def token_of(request: Request) -> str:
    """Return the token that was sent, or nothing."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


async def anybody(request: Request) -> Guest:
    """Return who asks, a person or a bot."""
    token = token_of(request)
    guest = await desk_of(request).store.guest(token) if token else None
    if guest is None:
        raise CallError(401, "error.server.token")
    return guest


async def somebody(request: Request) -> Guest | None:
    """Return who asks, if it is anybody that the server knows."""
    token = token_of(request)
    return await desk_of(request).store.guest(token) if token else None


async def guest_of(request: Request) -> Guest:
    """Return the person who asks; the token of a bot is not enough."""
    guest = await anybody(request)
    if guest.bot:
        raise CallError(403, "error.server.scope")
    return guest


async def bot_of(request: Request) -> Occupant:
    """Return the bot that asks; a person has sockets instead."""
    guest = await anybody(request)
    if not guest.bot:
        raise CallError(403, "error.server.bot")
    return Occupant(id=guest.id, name=guest.name, bot=True)


class Named(Protocol):
    """Something that was sent with a name."""

    @property
    def name(self) -> str:
        """The name."""


def name_in(naming: Named) -> str:
    """Return a name that can be shown. Raises CallError if nothing is left of it."""
    name = clean(naming.name, LONGEST_NAME)
    if not name:
        raise CallError(422, "error.server.name")
    return name


async def live_of(request: Request, table: str) -> AnyTable:
    """Return a table. Raises CallError if there is none of that id."""
    live = await desk_of(request).hub.find(table)
    if live is None:
        raise CallError(404, "error.server.table", table=table)
    return live


def address_of(request: Request) -> str:
    """Return where a call comes from."""
    return request.client.host if request.client else ""


async def take(quota: Quota, request: Request, *others: str) -> None:
    """Take one of what an address, and others, may have. Raises CallError if none is left."""
    if not await quota.takes(address_of(request), *others):
        raise CallError(429, "error.server.many")


async def read_bytes(request: Request, most: int) -> bytes:
    """Return the body of a call. Raises CallError as soon as it is longer than ``most`` bytes."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise CallError(413, "error.server.long", most=most)
    return body
