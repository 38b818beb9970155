"""The application: everything is made and put together here, and taken apart when it ends."""

import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from logging import getLogger
from os import environ
from pathlib import Path
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from basra.errors import BasraError
from basra.server.calls import CallError, Desk, problem
from basra.server.club import ROUTERS, Club
from basra.server.cluster import cluster_at
from basra.server.contests.keeping import Archive
from basra.server.contests.playing import Contests
from basra.server.contests.routes import router as contests_router
from basra.server.duplicates.keeping import Duplicates
from basra.server.duplicates.routes import router as duplicates_router
from basra.server.gate import Doors
from basra.server.hall import Hall
from basra.server.hub import Hub
from basra.server.learning.puzzling import Puzzles
from basra.server.learning.routes import router as learning_router
from basra.server.limits import Limited
from basra.server.live import World
from basra.server.lobby import Lobby
from basra.server.metrics import tell_metrics
from basra.server.notices.reading import read_own
from basra.server.openapi import describe
from basra.server.page import STATIC, Guarded, answer_file, answer_page
from basra.server.quotas import Quota
from basra.server.replays.routes import open_library
from basra.server.replays.routes import router as replays_router
from basra.server.routes import router, status_router
from basra.server.seals import Seals
from basra.server.sessions import Sessions
from basra.server.settings import Settings
from basra.server.sockets import House, serve_lobby, serve_table
from basra.server.statistics.counting import Counter
from basra.server.statistics.keeping import Ledger
from basra.server.statistics.routes import router as statistics_router
from basra.server.store import Store
from basra.server.streams import Streams
from basra.server.thinking import Thinkers
from basra.texts import catalogue, preferred

_log = getLogger("basra.server")
_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""Of an id; none is taken for another."""
_AWAY: Final = 5
"""Seconds after which those who are told to leave should be back."""


def create(
    settings: Settings,
    *,
    static: Path = STATIC,
    now: Callable[[], int] | None = None,
    entropy: Callable[[], str] | None = None,
) -> FastAPI:
    """Return the application of a server; clock and entropy are those of the machine unless given.

    >>> from basra.server.app import create
    >>> from basra.server.settings import Settings
    >>> create(Settings("sqlite+aiosqlite://")).title
    'Basra'
    """
    now = now or _milliseconds
    entropy = entropy or partial(secrets.token_hex, 16)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with (
            cluster_at(settings.ray) as sent,
            _house(settings, now, entropy) as (house, desk, club, duplicates, seals),
        ):
            app.state.house, app.state.desk = house, desk
            app.state.duplicates, app.state.seals = duplicates, seals
            thinkers = house.hub.thinkers
            app.state.puzzles = Puzzles(desk.store.engine, sent(thinkers), now)
            app.state.contests = Contests(
                Archive(desk.store.engine), thinkers, club.notices, now, entropy
            )
            app.state.counter = Counter(Ledger(desk.store.engine), sent(thinkers))
            broker = house.hub.broker
            club.serve(app, broker)
            async with open_library(desk.store, settings, now, broker, sent) as app.state.library:
                yield

    app = FastAPI(
        title="Basra",
        docs_url=None,  # the usual one is loaded from elsewhere
        openapi_url="/api/openapi.json",
        redoc_url=None,
        redirect_slashes=False,
        lifespan=lifespan,
    )
    app.add_middleware(Limited, settings=settings, clock=time.monotonic)
    app.add_middleware(Guarded)
    app.add_exception_handler(BasraError, _tell_problem)
    for lost in (SQLAlchemyError, ConnectionError):
        app.add_exception_handler(lost, _tell_lost)
    app.add_exception_handler(HTTPException, _tell_problem)
    app.add_exception_handler(RequestValidationError, _tell_problem)
    app.include_router(router)
    app.include_router(status_router)
    for one in ROUTERS:
        app.include_router(one)
    app.include_router(contests_router)
    app.include_router(learning_router)
    app.include_router(replays_router)
    app.include_router(statistics_router)
    app.include_router(duplicates_router)
    app.router.routes.append(WebSocketRoute("/ws/tables/{id}", _table_socket))
    app.router.routes.append(WebSocketRoute("/ws/lobby", _lobby_socket))
    words = catalogue(preferred(environ))

    app.router.routes.append(Route("/metrics", _metrics))
    for path, file in (("/api/docs", "docs.html"), ("/api/docs.js", "docs.js")):
        app.router.routes.append(Route(path, partial(_docs, file)))
    usual = app.router.default

    async def page(scope: Scope, receive: Receive, send: Send) -> None:
        """Answer what no route does: with the page, unless a call or a socket was meant."""
        path = scope["path"]
        if scope["type"] != "http" or path.startswith(("/api/", "/ws/")):
            await usual(scope, receive, send)
        elif scope["method"] not in {"GET", "HEAD"}:
            raise HTTPException(405, headers={"allow": "GET, HEAD"})
        else:
            await answer_page(Request(scope), static, words)(scope, receive, send)

    app.router.default = page
    describe(app)
    return app


def say_goodbye(app: FastAPI) -> None:
    """Tell all readers that the server goes down, and take no commands any more."""
    house: House = app.state.house
    desk: Desk = app.state.desk
    house.hub.say_goodbye(_AWAY)
    desk.streams.say_goodbye()


@asynccontextmanager
async def _house(
    settings: Settings, now: Callable[[], int], entropy: Callable[[], str]
) -> AsyncIterator[tuple[House, Desk, Club, Duplicates, Seals]]:
    """Open everything, and close it in the opposite order."""
    store = await Store.open(settings.database)
    thinkers = Thinkers(settings.thinkers)
    rooms: list[Lobby | Hall] = []

    def changed() -> None:
        for room in rooms:
            room.change()

    club = Club(store, settings, now, _new_id, entropy)
    hooks = club.book.over, club.ask_again, club.marks.expect_seat
    hub = Hub(World(store, thinkers, settings, now, entropy, changed, *hooks), _new_id)
    sessions = Sessions(store, hub, settings.sessions)
    lobby = Lobby(hub.rows, hub.people, settings.lobby)
    read = partial(read_own, store.engine, club.notices)
    hall = Hall(hub.places, read, settings.lobby, settings.grace)
    hub.here, hub.stirred = hall.here, hall.stir
    rooms += [lobby, hall]
    doors = Doors(settings.sockets)
    duplicates = Duplicates(club.director, hub)
    club.entered.append(duplicates.over)
    seals = Seals(club.tournaments.sealed, duplicates.sealed)
    house = House(hub, lobby, store, settings, doors, now, seals.may_look, sessions, hall)
    guests = Quota("guests", settings.guests, hub.broker, time.monotonic)
    tables = Quota("tables", settings.tables, hub.broker, time.monotonic)
    async with AsyncExitStack() as closing:  # what fails to close leaves nothing else open
        closing.push_async_callback(store.close)
        closing.callback(thinkers.close)
        for close in (hub.close, club.close, lobby.close, hall.close, sessions.close):
            closing.push_async_callback(close)
        streams = Streams(hub, settings, now)
        await hub.begin()
        await club.begin(hub)
        checks = club.accounts.expect_free, club.marks.expect_welcome, club.accounts.rename
        more = *checks, sessions, club.opened
        yield (
            house,
            Desk(hub, store, settings, guests, tables, now, _new_id, doors, streams, *more),
            club,
            duplicates,
            seals,
        )


def _milliseconds() -> int:
    return time.time_ns() // 1_000_000


def _new_id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(10))


async def _table_socket(socket: WebSocket) -> None:
    await serve_table(socket, socket.app.state.house)


async def _lobby_socket(socket: WebSocket) -> None:
    await serve_lobby(socket, socket.app.state.house)


async def _metrics(request: Request) -> Response:
    house: House = request.app.state.house
    house.hub.count()
    return await tell_metrics(request)


async def _docs(file: str, request: Request) -> Response:
    return answer_file(request, Path(__file__).with_name(file))


def _methods(request: Request) -> set[str]:
    """Return what can be done with a path, by all routes that have it."""
    found: set[str] = set()
    for method in ("DELETE", "GET", "HEAD", "PATCH", "POST", "PUT"):
        scope = {**request.scope, "method": method}
        if any(route.matches(scope)[0] is Match.FULL for route in request.app.router.routes):
            found.add(method)
    return found


async def _tell_lost(_: Request, error: Exception) -> Response:
    """Answer that the database cannot be reached; of what kind the fault is says the log only."""
    _log.warning("the database is lost: %s", type(error).__name__)
    return problem(CallError(503, "error.server.silent"))


async def _tell_problem(request: Request, error: Exception) -> Response:
    """Answer with what was wrong, also where the framework found it."""
    if isinstance(error, BasraError):
        return problem(error)
    if isinstance(error, HTTPException):
        key = "error.server.method" if error.status_code == 405 else "error.server.path"
        answer = problem(CallError(error.status_code, key, path=request.url.path))
        answer.headers.update(error.headers or {})
        if error.status_code == 405 and (methods := _methods(request)):
            answer.headers["allow"] = ", ".join(sorted(methods))
        return answer
    return problem(CallError(422, "error.server.message", reason=str(error)))
