"""Whoever ends a task is sure that it has ended, and hears what it has failed of."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import select

from basra.server import hub, tasks
from basra.server.app import create
from basra.server.hub import Hub
from basra.server.live import LiveTable
from basra.server.lobby import Lobby
from basra.server.post import Post
from basra.server.schema import PROCESSES
from basra.server.store import Store
from basra.server.tasks import end

from .conftest import serving, settings_in
from .sitting import PATIENCE, pair


class Work:
    """What tasks do, and what has happened to them."""

    def __init__(self) -> None:
        self.happened: list[str] = []

    async def begin(self, *kinds: Callable[[], Awaitable[None]]) -> list[asyncio.Task[None]]:
        """Return tasks that are in the middle of it."""
        begun = [asyncio.create_task(self._go_on(kind)) for kind in kinds]
        await asyncio.sleep(0)
        return begun

    async def _go_on(self, told: Callable[[], Awaitable[None]]) -> None:
        try:
            await asyncio.get_running_loop().create_future()
        except asyncio.CancelledError:
            await told()
            raise

    async def hears(self) -> None:
        """End at once."""
        self.happened.append("heard")

    async def clears_up(self) -> None:
        """End after a while."""
        self.happened.append("heard")
        await asyncio.sleep(0.05)
        self.happened.append("cleared")

    async def is_deaf(self) -> None:
        """Lose the first cancellation."""
        self.happened.append("lost")
        await asyncio.get_running_loop().create_future()

    async def fails(self) -> None:
        """Fail instead of ending."""
        raise LookupError("failed")


@pytest.fixture
def work() -> Work:
    return Work()


async def test_all_are_asked_before_one_has_ended(work: Work) -> None:
    begun = await work.begin(work.clears_up, work.clears_up)
    await end(*begun)
    assert ["heard", "heard", "cleared", "cleared"] == work.happened
    assert all(task.cancelled() for task in begun)


async def test_who_loses_a_cancellation_is_asked_again(
    work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "PATIENCE", 0.01)
    begun = await work.begin(work.is_deaf, work.hears)
    async with asyncio.timeout(10):
        await end(*begun)
    assert ["lost", "heard"] == work.happened
    assert all(task.cancelled() for task in begun)


async def test_what_a_task_fails_of_is_raised_when_all_have_ended(work: Work) -> None:
    begun = await work.begin(work.fails, work.clears_up)
    with pytest.raises(LookupError, match="failed"):
        await end(*begun)
    assert ["heard", "cleared"] == work.happened


async def test_what_a_task_has_failed_of_before_is_raised(work: Work) -> None:
    begun = asyncio.create_task(work.fails())
    await asyncio.wait([begun])
    with pytest.raises(LookupError, match="failed"):
        await end(begun)


async def test_what_has_ended_by_itself_is_no_failure(work: Work) -> None:
    begun = asyncio.create_task(work.hears())
    await asyncio.wait([begun])
    await end(begun)
    await end()
    assert ["heard"] == work.happened


async def test_whoever_waits_can_be_cancelled_too(work: Work) -> None:
    begun = await work.begin(work.clears_up)
    ending = asyncio.create_task(end(*begun))
    await asyncio.sleep(0.01)
    ending.cancel()
    await asyncio.wait([ending])
    assert ending.cancelled()
    await asyncio.wait(begun)
    assert ["heard", "cleared"] == work.happened


@pytest.mark.parametrize(("whose", "task"), [(Lobby, "_tell"), (Hub, "_sweep"), (Post, "_carry")])
async def test_a_server_whose_task_has_failed_closes_all_the_same_and_tells_it(
    whose: type, task: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_: object) -> None:
        raise LookupError(task)

    closed: list[Store] = []

    async def close(store: Store) -> None:
        closed.append(store)
        await usual(store)

    usual = Store.close
    monkeypatch.setattr(Store, "close", close)
    monkeypatch.setattr(whose, task, fail)
    settings = settings_in(tmp_path)
    app = create(settings)
    with pytest.raises(LookupError, match=task):
        async with app.router.lifespan_context(app):
            store = app.state.desk.store
    assert [store] == closed
    store = await Store.open(settings.database)
    async with store.engine.connect() as connection:
        assert [] == (await connection.execute(select(PROCESSES.c.id))).all()
    await store.close()


async def test_a_table_that_is_being_put_away_is_so_before_the_server_has_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    happened: list[str] = []
    going = threading.Event()

    async def stop(live: LiveTable) -> None:
        happened.append("begun")
        going.set()
        await asyncio.sleep(0.3)
        await usual(live)
        happened.append("done")

    usual = LiveTable.stop
    monkeypatch.setattr(LiveTable, "stop", stop)
    monkeypatch.setattr(hub, "_SWEEP", 0.05)
    with serving(tmp_path, idle=0.0) as house:
        async with pair(house):
            pass  # they begin, and leave
        assert await asyncio.to_thread(going.wait, PATIENCE)
    assert ["begun", "done"] == happened
