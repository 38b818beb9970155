"""The calls over HTTP: guests, the menu, tables; each answer is JSON or says what was wrong."""

import secrets
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from typing import Final, NamedTuple, TypeVar

import msgspec
from fastapi import APIRouter, Request
from starlette.responses import Response

from basra.errors import BasraError
from basra.server import answers, frames, menu, pads, words
from basra.server.answers import Guest, Health, Naming, NewGuest, NewTable, Opening
from basra.server.gate import Allowance, Doors
from basra.server.hub import Hub
from basra.server.live import LiveTable
from basra.server.messages import Ack
from basra.server.openapi import told
from basra.server.page import is_known
from basra.server.settings import Settings
from basra.server.store import Store
from basra.server.streams import Lines, Streams
from basra.table.commands import AnyCommand
from basra.table.events import Occupant
from basra.table.picture import Row
from basra.table.sayings import LONGEST_NAME, clean
from basra.texts import languages

T = TypeVar("T")
LONGEST: Final = 8192
"""Bytes of the longest body that is read."""
_encode: Final = msgspec.json.Encoder().encode
_read_command: "Final[msgspec.json.Decoder[AnyCommand]]" = msgspec.json.Decoder(AnyCommand)


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
    guests: Allowance
    tables: Allowance
    now: Callable[[], int]
    new_id: Callable[[], str]
    doors: Doors
    streams: Streams


router: Final = APIRouter(prefix="/api")
status_router: Final = APIRouter()


def problem(error: BasraError) -> Response:
    """Return the answer that says what was wrong."""
    status = error.status if isinstance(error, CallError) else 422
    return _answer(frames.fact(error), status)


# --- guests -------------------------------------------------------------------------------------


@router.post("/guests", **told(NewGuest, body=Naming, status=201, wrong=(400, 422, 429)))
async def add_guest(request: Request) -> Response:
    """Become a guest; the token is told this once."""
    naming = await _body(request, Naming)
    desk = _desk(request)
    name = _name(naming)
    _take(desk.guests, request)
    token = secrets.token_urlsafe(24)
    guest = Guest(id=desk.new_id(), name=name)
    await desk.store.add_guest(guest, token, desk.now())
    return _answer(NewGuest(token=token, id=guest.id, name=guest.name), 201)


@router.get("/me", **told(Guest, guest=True, wrong=(401,)))
async def tell_me(request: Request) -> Response:
    """Tell who one is."""
    return _answer(await _anybody(request))


@router.patch("/me", **told(Guest, body=Naming, guest=True, wrong=(400, 401, 403, 422)))
async def rename_me(request: Request) -> Response:
    """Take another name."""
    await _guest(request)
    naming = await _body(request, Naming)
    return _answer(await _desk(request).store.rename(_token(request), _name(naming)))


# --- the menu -----------------------------------------------------------------------------------


@router.get("/variants", **told(list[answers.VariantTold]))
async def variants(request: Request) -> Response:
    """Tell the regional games."""
    return _kept(request, menu.told_variants())


@router.get("/options", **told(list[answers.OptionTold], wrong=(422,)))
async def options(request: Request, rules: str = "egyptian") -> Response:
    """Tell the house rules of a table."""
    return _kept(request, menu.told_options(_rules(rules)))


@router.get("/rules", **told(answers.RulesTold, wrong=(404, 422)))
async def tell_rules(request: Request, rules: str = "egyptian", language: str = "en") -> Response:
    """Tell the rules of a table in sentences."""
    return _kept(request, menu.told_rules(_rules(rules), _language(language)))


@router.get("/bots", **told(list[answers.Level]))
async def bots(request: Request) -> Response:
    """Tell the computer players, weakest first."""
    return _kept(request, menu.told_levels())


@router.get("/languages", **told(list[answers.LanguageTold]))
async def tell_languages(request: Request) -> Response:
    """Tell the languages that have a catalogue."""
    return _kept(request, words.told_languages())


@router.get("/catalogue/{language}", **told(answers.CatalogueTold, wrong=(404,)))
async def tell_catalogue(request: Request, language: str) -> Response:
    """Tell all words of a language."""
    return _kept(request, words.told_catalogue(_language(language)))


# --- the score pad ------------------------------------------------------------------------------


@router.post("/pad", **told(answers.PadTold, body=answers.PadAsked, wrong=(400, 413, 422)))
async def work_out_pad(request: Request) -> Response:
    """Work out a score pad."""
    return _answer(pads.told_pad(await _body(request, answers.PadAsked)))


@router.get("/pad/tables", **told(answers.PadTables, wrong=(422,)))
async def pad_tables(request: Request, rules: str = "egyptian") -> Response:
    """Tell the answers that a score pad needs without a network."""
    return _kept(request, pads.told_tables(_rules(rules)))


# --- tables -------------------------------------------------------------------------------------


@router.post(
    "/tables",
    **told(NewTable, body=Opening, status=201, guest=True, wrong=(400, 401, 403, 422, 429)),
)
async def open_table(request: Request) -> Response:
    """Open a table; who asks is its host."""
    guest = await _guest(request)
    opening = await _body(request, Opening)
    desk = _desk(request)
    if desk.hub.is_leaving:
        raise CallError(503, "error.server.leaving")
    _take(desk.tables, request)
    name = await desk.hub.open(opening, Occupant(id=guest.id, name=guest.name))
    return _answer(NewTable(id=name), 201)


@router.get("/tables", **told(list[Row]))
async def tables(request: Request) -> Response:
    """Tell the public tables."""
    return _answer(_desk(request).hub.rows())


@router.get("/tables/{table}", **told(Row, wrong=(404,)))
async def table_row(request: Request, table: str) -> Response:
    """Tell what there is to know of a table from outside."""
    return _answer((await _live(request, table)).row())


@router.get("/tables/{table}/record", **told("text/plain", wrong=(404, 422)))
async def record(request: Request, table: str) -> Response:
    """Tell the record of a match that is over."""
    text = (await _live(request, table)).table.record()
    headers = {"content-disposition": f'attachment; filename="basra-{table}.bgn"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


@router.get("/tables/{table}/qr.svg", **told("image/svg+xml", wrong=(404,)))
async def qr_code(request: Request, table: str) -> Response:
    """Draw the link of a table as a QR code."""
    import segno  # noqa: PLC0415 - seldom needed

    await _live(request, table)
    link = f"{request.base_url}t/{table}"
    drawn = BytesIO()
    segno.make(link, error="m", micro=False).save(drawn, kind="svg", scale=8, border=2)
    return Response(drawn.getvalue(), media_type="image/svg+xml")


# --- bots from outside --------------------------------------------------------------------------


@router.post(
    "/bots/tokens",
    **told(NewGuest, body=Naming, status=201, guest=True, wrong=(400, 401, 403, 422, 429)),
)
async def add_bot(request: Request) -> Response:
    """Make a bot of one's own; its token opens the two calls of bots and nothing else."""
    owner = await _guest(request)
    name = _name(await _body(request, Naming))
    desk = _desk(request)
    _take(desk.guests, request)
    token = secrets.token_urlsafe(24)
    bot = Guest(id=desk.new_id(), name=name, bot=True)
    await desk.store.add_guest(bot, token, desk.now(), owner.id)
    return _answer(NewGuest(token=token, id=bot.id, name=bot.name), 201)


@router.get("/bot/stream", **told("application/x-ndjson", guest=True, wrong=(401, 403, 429, 503)))
async def stream(request: Request) -> Response:
    """Tell a bot what happens where it sits, line by line, until it goes."""
    bot = await _bot(request)
    desk, address = _desk(request), _address(request)
    if desk.hub.is_leaving:
        raise CallError(503, "error.server.leaving")
    if not desk.doors.enter(address):
        raise CallError(429, "error.server.many")
    opened = await desk.streams.open(bot)

    def done() -> None:
        desk.streams.close(opened)
        desk.doors.leave(address)

    return Lines(opened, done)


@router.post(
    "/bot/tables/{table}/commands",
    **told(Ack, body=AnyCommand, guest=True, wrong=(400, 401, 403, 404, 409, 429, 503)),
)
async def command(request: Request, table: str) -> Response:
    """Do what a bot asks for at a table; what happens comes by its stream."""
    bot = await _bot(request)
    asked = await _sent(request, _read_command)
    desk = _desk(request)
    if desk.hub.is_leaving:
        raise CallError(503, "error.server.leaving")
    answer = await desk.streams.ask(bot, await _live(request, table), asked)
    if isinstance(answer, Ack):
        return _answer(answer)
    raise CallError(409, answer.key, **answer.facts)


# --- the server itself --------------------------------------------------------------------------


@status_router.get("/health", **told(Health))
async def health() -> Response:
    """Tell that the server lives."""
    return _answer(Health(status="ok"))


@status_router.get("/ready", **told(Health, wrong=(503,)))
async def ready(request: Request) -> Response:
    """Tell whether the server takes games."""
    if _desk(request).hub.is_leaving:
        return _answer(Health(status="leaving"), 503)
    return _answer(Health(status="ok"))


# --- parts --------------------------------------------------------------------------------------


def _desk(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


def _answer(content: object, status: int = 200) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(_encode(content), status, headers, "application/json")


def _kept(request: Request, content: object) -> Response:
    """Return what seldom changes; a browser that holds it is told so in few bytes."""
    body = _encode(content)
    etag = f'"{sha256(body).hexdigest()[:20]}"'
    headers = {"etag": etag, "cache-control": "no-cache"}
    if is_known(request.headers, etag):
        return Response(status_code=304, headers=headers)
    return Response(body, 200, headers, "application/json")


async def _body(request: Request, kind: type[T]) -> T:
    """Return what was sent. Raises CallError for what is no such thing."""
    return await _sent(request, msgspec.json.Decoder(kind))


async def _sent(request: Request, decoder: "msgspec.json.Decoder[T]") -> T:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LONGEST:
            raise CallError(413, "error.server.long", most=LONGEST)
    try:
        return decoder.decode(body)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise CallError(400, "error.server.message", reason=str(error)) from None


def _token(request: Request) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


async def _anybody(request: Request) -> Guest:
    """Return who asks, a person or a bot."""
    token = _token(request)
    guest = await _desk(request).store.guest(token) if token else None
    if guest is None:
        raise CallError(401, "error.server.token")
    return guest


async def _guest(request: Request) -> Guest:
    """Return the person who asks; the token of a bot is not enough."""
    guest = await _anybody(request)
    if guest.bot:
        raise CallError(403, "error.server.scope")
    return guest


async def _bot(request: Request) -> Occupant:
    """Return the bot that asks; a person has sockets instead."""
    guest = await _anybody(request)
    if not guest.bot:
        raise CallError(403, "error.server.bot")
    return Occupant(id=guest.id, name=guest.name, bot=True)


def _name(naming: Naming) -> str:
    name = clean(naming.name, LONGEST_NAME)
    if not name:
        raise CallError(422, "error.server.name")
    return name


async def _live(request: Request, table: str) -> LiveTable:
    live = await _desk(request).hub.find(table)
    if live is None:
        raise CallError(404, "error.server.table", table=table)
    return live


def _rules(text: str) -> str:
    if len(text) > 300:
        raise CallError(422, "error.server.long", most=300)
    return text


def _language(code: str) -> str:
    if code not in languages():
        raise CallError(
            404, "error.server.language", language=code, expected=", ".join(languages())
        )
    return code


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _take(allowance: Allowance, request: Request) -> None:
    if not allowance.takes(_address(request)):
        raise CallError(429, "error.server.many")
