"""Readers of a table that another process plays: who goes is gone, wherever the table goes."""

import asyncio
from typing import TYPE_CHECKING, Any, cast

from basra.server.far import Abroad, FarTable
from basra.server.jobs import Asked, Came, Job, Went
from basra.server.letters import Told
from basra.server.live import RESTART
from basra.table.commands import Sync
from basra.table.events import Occupant

if TYPE_CHECKING:
    from basra.server.post import Post


class Reader:
    """A reader that keeps what it is told, and how it is closed."""

    person: Occupant | None = None

    def __init__(self) -> None:
        self.told: list[str] = []
        self.codes: list[int] = []

    def tell(self, text: str) -> None:
        self.told.append(text)

    def leave(self, code: int) -> None:
        self.codes.append(code)


class Heir:
    """The table once this process plays it."""

    def __init__(self) -> None:
        self.jobs: list[Job] = []

    def post(self, job: Job) -> None:
        self.jobs.append(job)


class Silent:
    """A post whose letters nobody answers."""

    is_up = True

    def __init__(self) -> None:
        self.letters: list[object] = []

    def send(self, _: str, letter: object) -> None:
        self.letters.append(letter)


class Moving:
    """A table whose process has died, and who plays it now."""

    def __init__(self) -> None:
        self.heir = Heir()
        self._found = asyncio.Semaphore(0)
        self.abroad = Abroad(lambda _: None, self._find)
        self.abroad.post = cast("Post", Silent())
        self.table = FarTable("t1", "dead", self.abroad)

    async def _find(self, _: str) -> Any:  # noqa: ANN401 - stands for a table
        await self._found.acquire()
        return self.heir

    def come(self) -> tuple[Reader, Came]:
        reader = Reader()
        came = Came(reader, None)
        self.table.post(came)
        return reader, came

    async def arrive(self) -> None:
        """Let the next reader find the table."""
        self._found.release()
        for _ in range(5):
            await asyncio.sleep(0)


async def test_who_waits_for_a_welcome_has_it_from_the_next_process() -> None:
    moving = Moving()
    reader, came = moving.come()
    for _ in range(3):  # whoever is dead is found dead at every beat
        moving.abroad.sever("dead")
    await moving.arrive()
    moving.table.post(Went(reader))
    assert [came, Went(reader)] == moving.heir.jobs
    assert ([], 0) == (reader.codes, len(moving.abroad))


async def test_who_went_on_the_way_never_comes() -> None:
    moving = Moving()
    one, _ = moving.come()
    moving.abroad.sever("dead")
    moving.table.post(Went(one))
    await moving.arrive()
    assert ([], 0) == (moving.heir.jobs, len(moving.abroad))


async def test_who_went_after_another_had_arrived_never_comes() -> None:
    moving = Moving()
    (_, came), (slow, _) = moving.come(), moving.come()
    moving.abroad.sever("dead")
    await moving.arrive()
    moving.table.post(Went(slow))
    await moving.arrive()
    assert ([came], 0) == (moving.heir.jobs, len(moving.abroad))


async def test_who_asked_for_something_on_the_way_comes_back_and_asks_again() -> None:
    moving = Moving()
    reader, _ = moving.come()
    moving.abroad.sever("dead")
    moving.table.post(Asked(reader, Sync(id="1")))
    await moving.arrive()
    assert ([RESTART], [], 0) == (reader.codes, moving.heir.jobs, len(moving.abroad))


async def test_who_is_welcome_comes_back_when_the_process_dies() -> None:
    moving = Moving()
    reader, _ = moving.come()
    moving.abroad.hear("dead", Told(readers=[1], text="welcome"))
    moving.abroad.sever("dead")
    await moving.arrive()
    assert (["welcome"], [RESTART], []) == (reader.told, reader.codes, moving.heir.jobs)
