"""The calls over HTTP: guests, the menu, tables; each answer is JSON or says what was wrong."""

import secrets
from contextlib import ExitStack
from functools import partial
from io import BytesIO
from typing import Final

import msgspec
from fastapi import APIRouter, Request
from starlette.responses import Response

from basra.server import answers, menu, pads, words
from basra.server.answers import BotTold, Guest, Health, Naming, NewGuest, NewTable, Opening
from basra.server.calls import (
    CallError,
    address_of,
    answer,
    answer_kept,
    anybody,
    bot_of,
    desk_of,
    guest_of,
    live_of,
    name_in,
    read_body,
    read_sent,
    take,
    token_of,
)
from basra.server.club_answers import Done
from basra.server.messages import Ack
from basra.server.openapi import told
from basra.server.store import hash_of
from basra.server.streams import Lines
from basra.table.commands import AnyCommand
from basra.table.events import Occupant
from basra.table.picture import Row
from basra.texts import languages

_read_command: "Final[msgspec.json.Decoder[AnyCommand]]" = msgspec.json.Decoder(AnyCommand)
_LONGEST_LINK: Final = 2_000
"""Signs that a QR code of this kind surely holds."""
router: Final = APIRouter(prefix="/api")
status_router: Final = APIRouter()


# --- guests -------------------------------------------------------------------------------------


@router.post("/guests", **told(NewGuest, body=Naming, status=201, wrong=(400, 422, 429)))
async def add_guest(request: Request) -> Response:
    """Become a guest; the token is told this once."""
    naming = await read_body(request, Naming)
    desk = desk_of(request)
    name = name_in(naming)
    await desk.expect_free(name, None)
    await take(desk.guests, request)
    token = secrets.token_urlsafe(24)
    guest = Guest(id=desk.new_id(), name=name)
    await desk.store.add_guest(guest, token, desk.now())
    return answer(NewGuest(token=token, id=guest.id, name=guest.name), 201)


@router.get("/me", **told(Guest, guest=True, wrong=(401,)))
async def tell_me(request: Request) -> Response:
    """Tell who one is."""
    return answer(await anybody(request))


@router.patch("/me", **told(Guest, body=Naming, guest=True, wrong=(400, 401, 403, 422)))
async def rename_me(request: Request) -> Response:
    """Take another name."""
    guest = await guest_of(request)
    name, desk = name_in(await read_body(request, Naming)), desk_of(request)
    await desk.take_name(guest.id, name)
    return answer(await desk.store.rename(token_of(request), name))


# --- the menu -----------------------------------------------------------------------------------


@router.get("/variants", **told(list[answers.VariantTold]))
async def variants(request: Request) -> Response:
    """Tell the regional games."""
    return answer_kept(request, menu.told_variants())


@router.get("/options", **told(list[answers.OptionTold], wrong=(422,)))
async def options(request: Request, rules: str = "egyptian") -> Response:
    """Tell the house rules of a table."""
    return answer_kept(request, menu.told_options(_rules(rules)))


@router.get("/rules", **told(answers.RulesTold, wrong=(404, 422)))
async def tell_rules(request: Request, rules: str = "egyptian", language: str = "en") -> Response:
    """Tell the rules of a table in sentences."""
    return answer_kept(request, menu.told_rules(_rules(rules), _language(language)))


@router.get("/bots", **told(list[answers.Level]))
async def bots(request: Request) -> Response:
    """Tell the computer players, weakest first."""
    return answer_kept(request, menu.told_levels())


@router.get("/languages", **told(list[answers.LanguageTold]))
async def tell_languages(request: Request) -> Response:
    """Tell the languages that have a catalogue."""
    return answer_kept(request, words.told_languages())


@router.get("/catalogue/{language}", **told(answers.CatalogueTold, wrong=(404,)))
async def tell_catalogue(request: Request, language: str) -> Response:
    """Tell all words of a language."""
    return answer_kept(request, words.told_catalogue(_language(language)))


# --- the score pad ------------------------------------------------------------------------------


@router.post("/pad", **told(answers.PadTold, body=answers.PadAsked, wrong=(400, 413, 422)))
async def work_out_pad(request: Request) -> Response:
    """Work out a score pad."""
    return answer(pads.told_pad(await read_body(request, answers.PadAsked)))


@router.get("/pad/tables", **told(answers.PadTables, wrong=(422,)))
async def pad_tables(request: Request, rules: str = "egyptian") -> Response:
    """Tell the answers that a score pad needs without a network."""
    return answer_kept(request, pads.told_tables(_rules(rules)))


# --- tables -------------------------------------------------------------------------------------


@router.post(
    "/tables",
    **told(NewTable, body=Opening, status=201, guest=True, wrong=(400, 401, 403, 422, 429)),
)
async def open_table(request: Request) -> Response:
    """Open a table; who asks is its host."""
    guest = await guest_of(request)
    opening = await read_body(request, Opening)
    desk = desk_of(request)
    if desk.hub.is_leaving:
        raise CallError(503, "error.server.leaving")
    await desk.expect_welcome(guest.id)
    await take(desk.tables, request, guest.id)
    name = await desk.hub.open(opening, Occupant(id=guest.id, name=guest.name))
    if opening.policy.public:
        desk.opened(guest, name, opening.rules)
    return answer(NewTable(id=name), 201)


@router.get("/tables", **told(list[Row]))
async def tables(request: Request) -> Response:
    """Tell the public tables."""
    return answer(desk_of(request).hub.rows())


@router.get("/tables/{table}", **told(Row, wrong=(404,)))
async def table_row(request: Request, table: str) -> Response:
    """Tell what there is to know of a table from outside."""
    return answer(await (await live_of(request, table)).tell_row())


@router.get("/tables/{table}/record", **told("text/plain", wrong=(404, 422)))
async def record(request: Request, table: str) -> Response:
    """Tell the record of a match that is over."""
    await request.app.state.seals.expect_open(table)
    text = await (await live_of(request, table)).tell_record()
    headers = {"content-disposition": f'attachment; filename="basra-{table}.bgn"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


@router.get("/tables/{table}/qr.svg", **told("image/svg+xml", wrong=(404, 422)))
async def qr_code(request: Request, table: str) -> Response:
    """Draw the link of a table as a QR code."""
    import segno  # noqa: PLC0415 - seldom needed

    await live_of(request, table)
    link = f"{request.base_url}t/{table}"
    if len(link) > _LONGEST_LINK:
        raise CallError(422, "error.server.long", most=_LONGEST_LINK)
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
    owner = await guest_of(request)
    name = name_in(await read_body(request, Naming))
    desk = desk_of(request)
    await desk.expect_free(name, owner.id)
    await take(desk.guests, request)
    token = secrets.token_urlsafe(24)
    bot = Guest(id=desk.new_id(), name=name, bot=True)
    await desk.store.add_guest(bot, token, desk.now(), owner.id)
    return answer(NewGuest(token=token, id=bot.id, name=bot.name), 201)


@router.get("/bots/tokens", **told(list[BotTold], guest=True, wrong=(401, 403)))
async def tell_bots(request: Request) -> Response:
    """Tell the bots of one's own whose tokens are good, the newest first."""
    owner = await guest_of(request)
    return answer(await desk_of(request).store.bots_of(owner.id))


@router.delete("/bots/tokens/{bot}", **told(Done, guest=True, wrong=(401, 403, 404)))
async def withdraw_bot(request: Request, bot: str) -> Response:
    """Withdraw the token of a bot of one's own, and end its stream."""
    owner = await guest_of(request)
    if not await desk_of(request).store.withdraw(owner.id, bot):
        raise CallError(404, "error.server.no_bot")
    return answer(Done())


@router.get("/bot/stream", **told("application/x-ndjson", guest=True, wrong=(401, 403, 429, 503)))
async def stream(request: Request) -> Response:
    """Tell a bot what happens where it sits, line by line, until it goes."""
    bot = await bot_of(request)
    desk, address = desk_of(request), address_of(request)
    if desk.hub.is_leaving:
        raise CallError(503, "error.server.leaving")
    if not desk.doors.enter(address):
        raise CallError(429, "error.server.many")
    with ExitStack() as leaving:
        leaving.callback(desk.doors.leave, address)
        opened = await desk.streams.open(bot)
        leaving.callback(desk.streams.close, opened)
        end = partial(desk.streams.end, bot.id)
        if not desk.sessions.enter(hash_of(token_of(request)), opened, end):
            end()
        leaving.callback(desk.sessions.leave, opened)
        return Lines(opened, leaving.pop_all().close)


@router.post(
    "/bot/tables/{table}/commands",
    **told(Ack, body=AnyCommand, guest=True, wrong=(400, 401, 403, 404, 409, 429, 503)),
)
async def command(request: Request, table: str) -> Response:
    """Do what a bot asks for at a table; what happens comes by its stream."""
    bot = await bot_of(request)
    asked = await read_sent(request, _read_command)
    desk = desk_of(request)
    if desk.hub.is_leaving:
        raise CallError(503, "error.server.leaving")
    live, seals = await live_of(request, table), request.app.state.seals
    # Who sits there needs no question to the database.
    if await live.seat_of(bot.id) is None and not await seals.may_look(table, bot.id):
        raise CallError(404, "error.server.table", table=table)
    done = await desk.streams.ask(bot, live, asked)
    if isinstance(done, Ack):
        return answer(done)
    raise CallError(409, done.key, **done.facts)


# --- the server itself --------------------------------------------------------------------------


@status_router.get("/health", **told(Health))
async def health() -> Response:
    """Tell that the server lives."""
    return answer(Health(status="ok"))


@status_router.get("/ready", **told(Health, wrong=(503,)))
async def ready(request: Request) -> Response:
    """Tell whether the server takes games."""
    desk = desk_of(request)
    if desk.hub.is_leaving:
        return answer(Health(status="leaving"), 503)
    if not await desk.store.is_there():
        return answer(Health(status="database"), 503)
    # Without the broker the tables of this process are played as ever.
    return answer(Health(status="ok" if desk.hub.post.is_up else "broker"))


# --- parts --------------------------------------------------------------------------------------


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
