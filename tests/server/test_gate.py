"""The gate: origins, limits, silence, noise, and readers who are too slow."""

import asyncio
import json
import socket
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from basra.server.sockets import Line

from .conftest import serving
from .sitting import House, closing_code, guest, in_turn, open_table, pair, sitting

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

SAID, TEXT = 400, "x" * 280


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://["]
)
async def test_a_foreign_page_is_refused_before_anything_is_accepted(
    house: House, origin: str
) -> None:
    with pytest.raises(InvalidStatus) as error:
        async with connect(f"{house.ws}/ws/lobby", origin=origin):  # type: ignore[arg-type]
            pass
    assert 403 == error.value.response.status_code


async def test_the_own_page_and_one_that_was_named_are_let_in(tmp_path: Path) -> None:
    with serving(tmp_path, origins=("https://basra.example",)) as house:
        for origin in (house.http, "https://basra.example"):
            async with connect(f"{house.ws}/ws/lobby", origin=origin) as lobby:  # type: ignore[arg-type]
                await lobby.send('{"t":"hello"}')
                assert "lobby" == json.loads(await lobby.recv())["t"]


async def test_a_silent_socket_is_closed(tmp_path: Path) -> None:
    with serving(tmp_path, hello=0.1, silence=0.3) as house:
        async with connect(f"{house.ws}/ws/lobby") as silent:
            assert 1008 == await closing_code(silent)
        async with connect(f"{house.ws}/ws/lobby") as silent:
            await silent.send('{"t":"hello"}')
            assert 1008 == await closing_code(silent)


@pytest.mark.parametrize("first", ["", "[]", '{"t":"ping"}', b"\x00", "{" * 3000])
async def test_who_does_not_greet_is_not_heard(house: House, first: str | bytes) -> None:
    async with connect(f"{house.ws}/ws/lobby") as rude:
        await rude.send(first)
        assert 1008 == await closing_code(rude)


async def test_who_is_not_let_in_is_not_counted(tmp_path: Path) -> None:
    deep = '{"t":"hello","x":' + "[" * 1900 + "]" * 1900 + "}"
    with serving(tmp_path, sockets=1) as house:
        for rude in (deep, '{"t":"hello","token":"nobody"}', b"\x00", deep):
            async with connect(f"{house.ws}/ws/lobby") as lobby:
                await lobby.send(rude)
                assert await closing_code(lobby) in {1008, 4401}
        async with connect(f"{house.ws}/ws/lobby") as lobby:
            await lobby.send('{"t":"hello"}')
            assert "lobby" == json.loads(await lobby.recv())["t"]


async def test_a_token_that_opens_nothing_is_told_apart(house: House) -> None:
    async with connect(f"{house.ws}/ws/lobby") as stranger:
        await stranger.send('{"t":"hello","token":"nobody"}')
        assert 4401 == await closing_code(stranger)


async def test_a_table_that_does_not_exist(house: House) -> None:
    async with connect(f"{house.ws}/ws/tables/nowhere") as lost:
        await lost.send('{"t":"hello"}')
        assert 4404 == await closing_code(lost)


async def test_a_message_that_is_too_long_closes_the_socket(house: House) -> None:
    host = await guest(house)
    async with sitting(house, await open_table(house, host), host) as reader:
        await reader.socket.send('{"t":"ping","n":1' + " " * 5000 + "}")
        assert 1009 == await closing_code(reader.socket)


async def test_noise_is_refused_and_then_closed(tmp_path: Path) -> None:
    with serving(tmp_path, rate=1.0, burst=5) as house:
        host = await guest(house)
        async with sitting(house, await open_table(house, host), host) as reader:
            kinds = []
            for number in range(8):
                await reader.socket.send(json.dumps({"t": "ping", "n": number}))
            for _ in range(8):
                message = await reader.until(lambda one: one["t"] in {"pong", "refused"})
                kinds.append(message["t"])
            assert ["pong"] * 5 + ["refused"] * 3 == kinds
            assert "error.server.rate" == reader.messages[-1]["error"]["key"]
            with suppress(ConnectionClosed):
                for _ in range(500):
                    await reader.socket.send('{"t":"ping"}')
            assert await closing_code(reader.socket) in {1008, 1013}


async def test_one_who_talks_without_end_is_refused_and_may_still_play(tmp_path: Path) -> None:
    with serving(tmp_path, talk=0.01, talk_burst=2) as house:
        async with pair(house) as (_, first, second):
            player = await in_turn(first, second)
            answers = [(await player.do("phrase", phrase="phrase.hello"))["t"] for _ in range(4)]
            assert ["ack", "ack", "refused", "refused"] == answers
            assert "ack" == (await player.play())["t"]


async def test_an_address_has_so_many_sockets_tables_and_guests(tmp_path: Path) -> None:
    with serving(tmp_path, sockets=2, tables=1, guests=1) as house:
        host = await guest(house)
        with pytest.raises(AssertionError, match=r"error\.server\.many"):
            await guest(house)
        table = await open_table(house, host)
        with pytest.raises(AssertionError, match=r"error\.server\.many"):
            await open_table(house, host)
        async with sitting(house, table), sitting(house, table):
            with pytest.raises(InvalidStatus):
                async with connect(f"{house.ws}/ws/tables/{table}"):
                    pass
        async with sitting(house, table):
            pass


async def test_one_dead_reader_stops_nobody(tmp_path: Path) -> None:  # SERVER-033, 034
    with serving(tmp_path, backlog=64) as house:
        async with pair(house, policy={"chat": True}) as (table, first, second):
            deaf = await asyncio.to_thread(_deaf_reader, house, table)
            try:
                ids = [await first.say("say", text=TEXT) for _ in range(SAID)]
                assert "ack" == (await first.answer(ids[-1]))["t"]
                said = [event for event in first.events if event.get("k") == "said"]
                assert SAID == len(said)
                assert "ack" == (await (await in_turn(first, second)).play())["t"]
            finally:
                deaf.close()


class SlowSocket:
    """A socket that takes a message only when it is told to."""

    def __init__(self) -> None:
        self.takes = asyncio.Event()
        self.heard: list[str | int] = []

    async def send_text(self, text: str) -> None:
        await self.takes.wait()
        self.heard.append(text)

    async def close(self, code: int) -> None:
        self.heard.append(code)


async def test_a_reader_who_is_too_slow_is_left_behind() -> None:
    slow = SlowSocket()
    line = Line(cast("WebSocket", slow), None, backlog=3)
    for number in range(10):
        line.tell(str(number))
        await asyncio.sleep(0)
    slow.takes.set()
    await asyncio.wait_for(line.done(), 5)
    assert ["0", 1013] == slow.heard


def _deaf_reader(house: House, table: str) -> socket.socket:
    """Open a socket that greets and never reads."""
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    deaf.connect(("127.0.0.1", house.port))
    head = (
        f"GET /ws/tables/{table} HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    deaf.sendall(head.encode())
    while deaf.recv(1) != b"\r" or deaf.recv(3) != b"\n\r\n":
        pass
    hello = b'{"t":"hello"}'
    deaf.sendall(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
    return deaf


async def test_the_lobby_shows_public_tables_and_what_becomes_of_them(house: House) -> None:
    host = await guest(house, "Host")
    async with connect(f"{house.ws}/ws/lobby") as lobby:
        await lobby.send(json.dumps({"t": "hello"}))
        await open_table(house, host, "cypriot;seats=3")
        table = await open_table(house, host, "egyptian", policy={"public": True}, sit=0)
        while True:
            rows = json.loads(await asyncio.wait_for(lobby.recv(), 5))["tables"]
            if any(row["id"] == table for row in rows):
                break
        assert ["egyptian"] == [row["rules"] for row in rows]
        assert "Host" == rows[-1]["occupants"][0]["name"]
