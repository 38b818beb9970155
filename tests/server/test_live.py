"""Tables in memory: they close though nobody comes, lose no reader, and weigh a hint once."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, cast

import pytest

from basra.bots import find_bot
from basra.server import hub as hubs
from basra.server.answers import Opening
from basra.server.hub import Hub
from basra.server.jobs import Asked, Came, Went
from basra.server.live import RESTART, LiveTable, World
from basra.server.store import Store, StoreError
from basra.server.thinking import THOUGHT, Thinkers, Worth
from basra.table import Table
from basra.table.commands import Hint, Phrase, Play, Ready
from basra.table.events import Occupant, Policy
from basra.view import View
from housing import Chance

from .conftest import settings_in

HANI, SALMA = Occupant(id="u1", name="Hani"), Occupant(id="u2", name="Salma")
PUBLIC = Opening(rules="egyptian", policy=Policy(public=True))


class Reader:
    """A reader that keeps what it is told, and how it is closed."""

    def __init__(self, person: Occupant) -> None:
        self.person = person
        self.told: list[dict[str, Any]] = []
        self.codes: list[int] = []

    def tell(self, text: str) -> None:
        self.told.append(json.loads(text))

    def leave(self, code: int) -> None:
        self.codes.append(code)

    def kinds(self, *kinds: str) -> list[str]:
        return [one["t"] for one in self.told if one["t"] in kinds]


class Weighers(Thinkers):
    """Computer players that take their time over a hint, until they are told to go on."""

    def __init__(self) -> None:
        super().__init__(1)
        self.weighed = 0
        self.may_go_on = asyncio.Event()

    async def weigh(self, view: View, seed: str) -> list[Worth]:
        self.weighed += 1
        await self.may_go_on.wait()
        return [Worth(find_bot("greedy", seed).choose(view, THOUGHT), 1.0)]


class Kept:
    """A hub, and what its tables are kept by."""

    def __init__(self, store: Store, folder: Path, **more: Any) -> None:  # noqa: ANN401 - any setting
        self.store = store
        self.thinkers = Weighers()
        ids = count()
        settings = settings_in(folder, broker=None, **more)
        world = World(store, self.thinkers, settings, partial(next, ids), Chance("live"), _nothing)
        self.hub = Hub(world, lambda: f"t{next(ids)}")

    async def open(self, opening: Opening = PUBLIC) -> LiveTable:
        return await self.find(await self.hub.open(opening, HANI))

    async def find(self, name: str) -> LiveTable:
        return cast("LiveTable", await self.hub.find(name))


def _nothing() -> None:
    pass


@asynccontextmanager
async def keeping(folder: Path, **more: Any) -> AsyncIterator[Kept]:  # noqa: ANN401
    store = await Store.open(settings_in(folder).database)
    kept = Kept(store, folder, **more)
    await kept.hub.begin()
    yield kept
    await kept.hub.close()
    await store.close()


@pytest.fixture
async def kept(tmp_path: Path) -> AsyncIterator[Kept]:
    async with keeping(tmp_path) as found:
        yield found


async def until(found: Callable[[], object]) -> None:
    async with asyncio.timeout(10):
        while not found():  # noqa: ASYNC110 - what is waited for says nothing
            await asyncio.sleep(0.005)


# --- tables that nobody enters --------------------------------------------------------------------


async def test_a_table_that_nobody_enters_closes_and_leaves_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hubs, "_SWEEP", 0.01)
    monkeypatch.setattr(Table, "fold", partial(Table.fold, patience=1))
    async with keeping(tmp_path, idle=0.0) as kept:
        name = (await kept.open()).name
        await until(lambda: not kept.hub.rows())
        await until(lambda: not kept.hub._tables)  # noqa: SLF001 - what is in memory
        assert ["opened", "closed"] == [_kind(one) for one in await kept.store.log(name)]


async def test_a_table_that_was_only_looked_up_closes_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with keeping(tmp_path) as kept:
        name = (await kept.open()).name
    monkeypatch.setattr(Table, "fold", partial(Table.fold, patience=1))
    async with keeping(tmp_path) as kept:
        live = await kept.find(name)
        await until(lambda: live.table.phase == "closed")


def _kind(event: object) -> str:
    return type(event).__name__.lower()


# --- readers of a table that ends -----------------------------------------------------------------


class Failing:
    """A write that fails, but not at once."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.may_fail = asyncio.Event()

    async def __call__(self, *_: object) -> None:
        self.begun.set()
        await self.may_fail.wait()
        raise StoreError("error.server.store", reason="test")


async def test_who_comes_while_a_table_breaks_is_told_to_come_back(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, failing = await kept.open(), Failing()
    there, asking, coming, late = Reader(HANI), Reader(SALMA), Reader(SALMA), Reader(SALMA)
    live.post(Came(there, None))
    await until(lambda: there.told)
    monkeypatch.setattr(kept.store, "append", failing)
    live.post(Asked(asking, Phrase(id="1", phrase="phrase.hello")))  # a bot asks as no reader
    await failing.begun.wait()
    live.post(Came(coming, None))
    failing.may_fail.set()
    await until(lambda: live.is_broken and there.codes)
    live.post(Came(late, None))
    live.post(Went(there))
    assert [[RESTART]] * 4 == [one.codes for one in (there, asking, coming, late)]
    assert not live.readers


async def test_who_comes_while_a_table_is_put_away_is_told_to_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hubs, "_SWEEP", 0.01)
    monkeypatch.setattr(LiveTable, "is_idle", lambda *_: True)
    async with keeping(tmp_path) as kept:
        live = await kept.open()
        late = Reader(HANI)
        release = kept.hub._leases.release  # noqa: SLF001 - the table has stopped by then

        async def released(table: str) -> None:
            live.post(Came(late, None))
            await release(table)

        monkeypatch.setattr(kept.hub._leases, "release", released)  # noqa: SLF001
        await until(lambda: late.codes)
    assert ([RESTART], []) == (late.codes, late.told)


# --- hints ----------------------------------------------------------------------------------------


async def in_turn(kept: Kept) -> tuple[LiveTable, Reader]:
    """Return a table where Hani is to play against a computer player."""
    live = await kept.open(Opening(rules="egyptian", bots={"1": "greedy"}, sit=0))
    reader = Reader(HANI)
    live.post(Came(reader, None))
    live.post(Asked(reader, Ready(id="ready")))
    await until(lambda: live.table.state.turn == 0)
    return live, reader


async def test_many_who_ask_for_a_hint_are_answered_by_one_weighing(kept: Kept) -> None:
    live, reader = await in_turn(kept)
    for number in range(20):
        live.post(Asked(reader, Hint(id=f"h{number}")))
    live.post(Asked(reader, Phrase(id="said", phrase="phrase.hello")))
    await until(lambda: kept.thinkers.weighed and reader.told[-1].get("id") == "said")
    kept.thinkers.may_go_on.set()
    live.post(Asked(reader, Hint(id="late")))
    await until(lambda: len(reader.kinds("hinted")) == 21)
    assert 1 == kept.thinkers.weighed
    await until(lambda: reader.told[-1].get("id") == "late" and reader.told[-1]["t"] == "ack")


async def test_other_cards_are_weighed_anew(kept: Kept) -> None:
    kept.thinkers.may_go_on.set()
    live, reader = await in_turn(kept)
    live.post(Asked(reader, Hint(id="first")))
    await until(lambda: reader.kinds("hinted"))
    offer, version = live.table.offers(HANI.id)[0], live.version
    live.post(Asked(reader, Play(id="play", card=offer.card, take=offer.take, v=version)))
    await until(lambda: live.version > version and live.table.state.turn == 0)
    live.post(Asked(reader, Hint(id="second")))
    await until(lambda: len(reader.kinds("hinted")) == 2)
    assert 2 == kept.thinkers.weighed
