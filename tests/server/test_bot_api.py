"""Bots over the network: a token of their own, a stream of lines, commands over HTTP."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx

from .conftest import serving
from .sitting import (
    PATIENCE,
    Guest,
    House,
    Message,
    call,
    client_of,
    closing_code,
    guest,
    log_of,
    open_table,
    play_on,
    sitting,
)

EXAMPLE = Path(__file__).parents[2] / "examples" / "bots" / "online.py"
_IDS = count()


async def bot_of(house: House, owner: Guest, name: str = "Robin") -> Guest:
    return Guest(**await call(house, "POST", "/api/bots/tokens", owner, json={"name": name}))


class Listening:
    """A bot that reads its stream and sends commands."""

    def __init__(self, client: httpx.AsyncClient, lines: AsyncIterator[str]) -> None:
        self.client = client
        self._lines = lines
        self.heard: list[Message] = []

    async def hear(self, kind: str) -> Message:
        """Return the next message of a kind."""
        async with asyncio.timeout(PATIENCE):
            while True:
                line = await anext(self._lines)
                if line:
                    self.heard.append(json.loads(line))
                    if self.heard[-1]["t"] == kind:
                        return self.heard[-1]

    async def event(self, kind: str) -> Message:
        """Return the next event of a kind."""
        while True:
            for one in (await self.hear("events"))["events"]:
                if one.get("k") == kind:
                    found: Message = one
                    return found

    async def ask(self, table: str, kind: str, **more: Any) -> httpx.Response:  # noqa: ANN401
        command = {"t": kind, "id": f"b{next(_IDS)}", **more}
        return await self.client.post(f"/api/bot/tables/{table}/commands", json=command)


@asynccontextmanager
async def listening(house: House, bot: Guest) -> AsyncIterator[Listening]:
    async with (
        client_of(house, bot) as client,
        client.stream("GET", "/api/bot/stream", timeout=PATIENCE) as answer,
    ):
        assert "application/x-ndjson" == answer.headers["content-type"]
        found = Listening(client, answer.aiter_lines())
        await found.hear("stream")
        yield found


async def test_a_bot_sits_by_a_command_and_is_told_of_the_table_from_then_on(house: House) -> None:
    host = await guest(house)
    bot, table = await bot_of(house, host), await open_table(house, host, sit=0)
    async with sitting(house, table, host) as person, listening(house, bot) as robin:
        answer = await robin.ask(table, "sit", seat=1)
        assert (200, "ack") == (answer.status_code, answer.json()["t"])
        welcome = await robin.hear("welcome")
        assert (table, 1) == (welcome["table"], welcome["seat"])
        seated = await person.event("seated")
        assert {"id": bot.id, "name": "Robin", "bot": True} == seated["who"]


async def test_a_bot_sees_its_own_hand_only_and_is_offered_its_plays(house: House) -> None:
    host = await guest(house)
    bot, table = await bot_of(house, host), await open_table(house, host, sit=0)
    async with sitting(house, table, host) as person, listening(house, bot) as robin:
        await robin.ask(table, "sit", seat=1)
        await robin.ask(table, "ready")
        await person.do("ready")
        dealt = await robin.event("dealt")
        assert [0, 4] == [len(hand) for hand in dealt["hands"]]
        assert not {"pack", "salt"} & set(dealt)
        while not person.offers and not robin.heard[-1].get("offers"):
            await person.hear()
        if person.offers:
            await person.play()
            await robin.event("played")
        offer, version = robin.heard[-1]["offers"][0], robin.heard[-1]["events"][-1]["v"]
        stale = await robin.ask(table, "play", **_cards(offer), v=0)
        assert (409, "error.table.stale") == (stale.status_code, stale.json()["key"])
        assert 200 == (await robin.ask(table, "play", **_cards(offer), v=version)).status_code


def _cards(offer: Message) -> Message:
    return {"card": offer["card"], "take": offer["take"]}


async def test_a_repeated_command_is_answered_as_the_first_time(house: House) -> None:
    host = await guest(house)
    bot, table = await bot_of(house, host), await open_table(house, host, sit=0)
    async with listening(house, bot) as robin:
        command = {"t": "sit", "id": "once", "seat": 1}
        path = f"/api/bot/tables/{table}/commands"
        first = await robin.client.post(path, json=command)
        again = await robin.client.post(path, json=command)
    assert (200, first.json()) == (again.status_code, again.json())
    assert 1 == sum(one["k"] == "seated" and one["seat"] == 1 for one in log_of(house, table))


async def test_a_bot_that_stands_up_hears_no_more(house: House) -> None:
    host = await guest(house)
    bot = await bot_of(house, host)
    one, other = await open_table(house, host, sit=0), await open_table(house, host, sit=0)
    async with sitting(house, one, host) as person, listening(house, bot) as robin:
        await robin.ask(one, "sit", seat=1)
        await robin.ask(one, "stand")
        await robin.event("stood")
        await person.do("ready")
        await robin.ask(other, "sit", seat=1)
        assert other == (await robin.hear("welcome"))["table"]
    assert not any(
        event.get("k") == "readied" for heard in robin.heard for event in heard.get("events", ())
    )


async def test_a_new_stream_tells_where_the_bot_sits_and_ends_the_old_one(house: House) -> None:
    host = await guest(house)
    bot, table = await bot_of(house, host), await open_table(house, host, sit=0)
    async with listening(house, bot) as old:
        await old.ask(table, "sit", seat=1)
        await old.hear("welcome")
        async with listening(house, bot) as new:
            assert table == (await new.hear("welcome"))["table"]
            async with asyncio.timeout(PATIENCE):
                rest = [line async for line in old._lines]  # noqa: SLF001 - until it ends
            assert not any("picture" in line for line in rest)
            assert 200 == (await new.ask(table, "ready")).status_code


async def test_a_bot_that_does_not_listen_is_absent(house: House) -> None:
    host = await guest(house)
    bot, table = await bot_of(house, host), await open_table(house, host, sit=0)
    async with sitting(house, table, host) as person:
        async with listening(house, bot) as robin:
            await robin.ask(table, "sit", seat=1)
            await person.until(lambda one: one.get("present") == [True, True])
        await person.until(lambda one: one.get("present") == [True, False])
    async with client_of(house, bot) as client:
        answer = await client.post(
            f"/api/bot/tables/{table}/commands", json={"t": "ready", "id": "1"}
        )
    assert (409, "error.server.stream") == (answer.status_code, answer.json()["key"])


async def test_the_token_of_a_bot_opens_its_own_calls_only(house: House) -> None:
    host = await guest(house)
    bot, table = await bot_of(house, host), await open_table(house, host)
    async with client_of(house, bot) as client:
        assert {"id": bot.id, "name": "Robin", "bot": True} == (await client.get("/api/me")).json()
        for method, path, body in (
            ("POST", "/api/tables", {"rules": "egyptian"}),
            ("POST", "/api/bots/tokens", {"name": "Child"}),
            ("PATCH", "/api/me", {"name": "Salma"}),
        ):
            answer = await client.request(method, path, json=body)
            assert (403, "error.server.scope") == (answer.status_code, answer.json()["key"])
    async with client_of(house, host) as client:
        answer = await client.get("/api/bot/stream")
        assert (403, "error.server.bot") == (answer.status_code, answer.json()["key"])
    async with connect_as(house, table, bot) as socket:
        assert 1008 == await closing_code(socket)


@asynccontextmanager
async def connect_as(house: House, table: str, who: Guest) -> AsyncIterator[Any]:
    from websockets.asyncio.client import connect  # noqa: PLC0415

    async with connect(f"{house.ws}/ws/tables/{table}") as socket:
        await socket.send(json.dumps({"t": "hello", "token": who.token}))
        yield socket


async def test_what_is_no_command_changes_nothing(house: House) -> None:
    host = await guest(house)
    bot, table = await bot_of(house, host), await open_table(house, host, sit=0)
    before = log_of(house, table)
    async with listening(house, bot) as robin:
        for body in (b"", b"[]", b'{"t":"steal","id":"1"}', b'{"t":"sit","id":"1","seat":9}'):
            answer = await robin.client.post(f"/api/bot/tables/{table}/commands", content=body)
            assert (400, "error.server.message") == (answer.status_code, answer.json()["key"])
        gone = await robin.ask("nowhere", "ready")
        assert (404, "error.server.table") == (gone.status_code, gone.json()["key"])
        taken = await robin.ask(table, "sit", seat=0)
        assert 409 == taken.status_code
    assert before == log_of(house, table)


async def test_too_many_commands_are_refused(tmp_path: Path) -> None:
    with serving(tmp_path, rate=0.01, burst=2) as house:
        host = await guest(house)
        bot, table = await bot_of(house, host), await open_table(house, host, sit=0)
        async with listening(house, bot) as robin:
            answers = [await robin.ask(table, "sync") for _ in range(3)]
    assert [200, 200, 409] == [answer.status_code for answer in answers]
    assert "error.server.rate" == answers[-1].json()["key"]


async def test_a_bot_is_still_a_bot_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as house:
        host = await guest(house)
        bot, table = await bot_of(house, host), await open_table(house, host, sit=0)
        async with listening(house, bot) as robin:
            await robin.ask(table, "sit", seat=1)
    with serving(tmp_path) as house:
        async with listening(house, bot) as robin, sitting(house, table, host) as person:
            assert table == (await robin.hear("welcome"))["table"]
            assert person.picture is not None
            assert person.picture["occupants"][1]["bot"]


async def test_the_example_plays_a_match_to_its_end(house: House) -> None:
    host = await guest(house)
    bot, table = (
        await bot_of(house, host),
        await open_table(house, host, "egyptian;target=21", sit=0),
    )
    words = [sys.executable, str(EXAMPLE), house.http, bot.token, table, "1"]
    async with sitting(house, table, host) as person:
        await person.do("ready")
        example = await asyncio.create_subprocess_exec(*words, stderr=subprocess.PIPE)
        try:
            await play_on([person], lambda: person.over)
            _, said = await asyncio.wait_for(example.communicate(), PATIENCE)
        finally:
            if example.returncode is None:
                example.kill()
    assert (0, b"") == (example.returncode, said)
    assert "stood" == log_of(house, table)[-1]["k"]


def test_the_example_is_short() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) < 60
