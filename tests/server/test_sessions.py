"""What is open with a token is closed when the token ends, however it ends."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from websockets.asyncio.client import ClientConnection, connect

from basra.server import answers
from basra.server.app import create
from basra.server.sockets import serve_table
from basra.server.store import hash_of
from basra.table.events import Occupant
from housing import Chance

from .conftest import settings_in
from .sitting import (
    PATIENCE,
    Guest,
    House,
    call,
    client_of,
    closing_code,
    guest,
    log_of,
    open_table,
    pair,
    sitting,
)
from .test_bot_api import bot_of, listening
from .test_people import PASSWORD, claimed

NO_TOKEN = 4401


@asynccontextmanager
async def lobby(house: House, who: Guest) -> AsyncIterator[ClientConnection]:
    """Stand in the lobby."""
    async with connect(f"{house.ws}/ws/lobby", compression=None) as socket:
        await socket.send(json.dumps({"t": "hello", "token": who.token}))
        async with asyncio.timeout(PATIENCE):
            while json.loads(await socket.recv())["t"] != "lobby":
                pass
        yield socket


async def signed_in(house: House, who: Guest, **more: Any) -> Guest:  # noqa: ANN401 - any JSON
    proof = {"name": who.name, "password": PASSWORD, **more}
    told = await call(house, "POST", "/api/sessions", json=proof)
    return who._replace(token=told["token"])


async def is_known(house: House, who: Guest) -> bool:
    async with client_of(house, who) as client:
        return (await client.get("/api/me")).status_code == 200


async def end_by_itself(house: House, who: Guest) -> None:
    told = await call(house, "GET", "/api/account", who)
    (here,) = [one["id"] for one in told["sessions"] if one["current"]]
    await call(house, "DELETE", f"/api/sessions/{here}", who)


async def end_from_elsewhere(house: House, who: Guest) -> None:
    other = await signed_in(house, who)
    told = await call(house, "GET", "/api/account", who)
    (here,) = [one["id"] for one in told["sessions"] if one["current"]]
    await call(house, "DELETE", f"/api/sessions/{here}", other)


async def end_by_another_password(house: House, who: Guest) -> None:
    wish = {"password": "quite another one", "current": PASSWORD}
    other = await signed_in(house, who)
    await call(house, "PUT", "/api/account/password", other, json=wish)
    assert await is_known(house, other)


async def end_by_deletion(house: House, who: Guest) -> None:
    other = await signed_in(house, who)
    await call(house, "POST", "/api/account/deletion", other, json={"password": PASSWORD})


async def end_by_signing_in_again(house: House, who: Guest) -> None:
    proof = {"name": who.name, "password": PASSWORD}
    await call(house, "POST", "/api/sessions", who, json=proof)


ENDS: list[Callable[[House, Guest], Awaitable[None]]] = [
    end_by_itself,
    end_from_elsewhere,
    end_by_another_password,
    end_by_deletion,
    end_by_signing_in_again,
]


@pytest.mark.parametrize("later", [False, True], ids=["first", "later"])
@pytest.mark.parametrize("end", ENDS)
async def test_a_session_that_ends_closes_its_sockets(
    house: House, end: Callable[[House, Guest], Awaitable[None]], *, later: bool
) -> None:
    owner, _ = await claimed(house, f"Nadia {ENDS.index(end)} {later}")
    nadia = await signed_in(house, owner) if later else owner
    table = await open_table(house, nadia, sit=0)
    async with lobby(house, nadia) as first, sitting(house, table, nadia) as second:
        await end(house, nadia)
        assert [NO_TOKEN] * 2 == [await closing_code(one) for one in (first, second.socket)]
    assert not await is_known(house, nadia)


async def test_the_other_sessions_stay_open(house: House) -> None:
    owner, _ = await claimed(house, "Widad")
    phone = await signed_in(house, owner)
    table = await open_table(house, owner, sit=0)
    async with sitting(house, table, owner) as here, sitting(house, table, phone) as there:
        await end_by_itself(house, phone)
        assert NO_TOKEN == await closing_code(there.socket)
        assert "ack" == (await here.do("sync"))["t"]


async def test_a_claimed_name_has_a_new_token_and_the_seat_stays(house: House) -> None:
    async with pair(house) as (table, first, _):
        before = first.who
        assert before is not None
        wish = {"name": "Rabab", "password": PASSWORD}
        told = await call(house, "POST", "/api/account", before, json=wish)
        assert NO_TOKEN == await closing_code(first.socket)
        assert not await is_known(house, before)
        after = before._replace(token=told["token"])
        async with sitting(house, table, after) as again:
            assert 0 == again.seat
    sessions = (await call(house, "GET", "/api/account", after))["sessions"]
    assert [("first", True)] == [(one["id"], one["current"]) for one in sessions]


class Deaf:
    """A socket that takes nothing of what it is sent, and so never hears that it is closed."""

    client = None
    headers: dict[str, str] = {}  # noqa: RUF012 - there are none
    query_params: dict[str, str] = {}  # noqa: RUF012

    def __init__(self, table: str) -> None:
        self.path_params = {"id": table}
        self.said: asyncio.Queue[str] = asyncio.Queue()

    async def accept(self) -> None:
        pass

    async def receive_text(self) -> str:
        return await self.said.get()

    async def send_text(self, _: str) -> None:
        await asyncio.get_running_loop().create_future()

    async def close(self, code: int) -> None:
        raise AssertionError(code)


async def test_what_is_said_after_the_token_has_ended_is_not_done(tmp_path: Path) -> None:
    app = create(settings_in(tmp_path), entropy=Chance("deaf"))
    async with app.router.lifespan_context(app):
        hub, store = app.state.house.hub, app.state.house.store
        await store.add_guest(answers.Guest(id="suad", name="Suad"), "token", 0)
        table = await hub.open(answers.Opening(rules="egyptian"), Occupant(id="host", name="Host"))
        live, socket = await hub.find(table), Deaf(table)
        serving = asyncio.create_task(serve_table(cast("Any", socket), app.state.house))
        socket.said.put_nowait('{"t":"hello","token":"token"}')
        for seat in (0, 1):
            socket.said.put_nowait(f'{{"t":"sit","id":"{seat}","seat":{seat}}}')
            async with asyncio.timeout(PATIENCE):
                while seat == 0 and live.table.occupants[0] is None:  # noqa: ASYNC110 - a table
                    await asyncio.sleep(0.01)
            store.end([hash_of("token")])
        await asyncio.wait_for(serving, PATIENCE)
        assert [True, False] == [one is not None for one in live.table.occupants]


async def test_a_bot_that_is_withdrawn_hears_no_more_and_opens_nothing(house: House) -> None:
    owner, stranger = await guest(house), await guest(house)
    robin, other = await bot_of(house, owner), await bot_of(house, owner, "Wren")
    table = await open_table(house, owner, sit=0)
    told = await call(house, "GET", "/api/bots/tokens", owner)
    assert {(robin.id, "Robin"), (other.id, "Wren")} == {(one["id"], one["name"]) for one in told}
    assert [] == await call(house, "GET", "/api/bots/tokens", stranger)
    async with listening(house, robin) as bot, sitting(house, table, owner) as person:
        await bot.ask(table, "sit", seat=1)
        await person.until(lambda one: one.get("present") == [True, True])
        async with client_of(house, stranger) as client:
            answer = await client.delete(f"/api/bots/tokens/{robin.id}")
            assert (404, "error.server.no_bot") == (answer.status_code, answer.json()["key"])
        await call(house, "DELETE", f"/api/bots/tokens/{robin.id}", owner)
        async with asyncio.timeout(PATIENCE):
            assert not [line async for line in bot._lines if "stream" in line]  # noqa: SLF001
        await person.until(lambda one: one.get("present") == [True, False])
        assert 401 == (await bot.ask(table, "ready")).status_code
    assert not await is_known(house, robin)
    left = await call(house, "GET", "/api/bots/tokens", owner)
    assert [other.id] == [one["id"] for one in left]
    async with client_of(house, owner) as client:
        assert 404 == (await client.delete(f"/api/bots/tokens/{robin.id}")).status_code
        assert 404 == (await client.delete(f"/api/bots/tokens/{stranger.id}")).status_code


async def test_who_goes_for_good_takes_the_bots_along(house: House) -> None:
    owner, _ = await claimed(house, "Thuraya")
    robin, wren = await bot_of(house, owner, "Robin of Thuraya"), await bot_of(house, owner, "Wren")
    table = await open_table(house, owner)
    async with listening(house, robin) as bot:
        assert 200 == (await bot.ask(table, "sit", seat=1)).status_code
        await call(house, "POST", "/api/account/deletion", owner, json={"password": PASSWORD})
        async with asyncio.timeout(PATIENCE):
            assert not [line async for line in bot._lines if "stream" in line]  # noqa: SLF001
    assert [False, False] == [await is_known(house, one) for one in (robin, wren)]
    assert "Thuraya" not in str(log_of(house, table))
