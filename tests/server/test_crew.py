"""Heavy questions go to a cluster while it is there, else to processes; deaths change nothing."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, nullcontext
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
from msgspec import json

import chores
from basra.errors import BasraError
from basra.server import cluster
from basra.server.app import create
from basra.server.check import check
from basra.server.cluster import Link, cluster_at
from basra.server.crew import Crew, Processes
from basra.server.replays.reviewing import jobs_of, review
from basra.server.settings import Settings, embedded
from chores import Chore

from .conftest import settings_in
from .test_reviews import short

DEADLY = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
RAY = pytest.mark.skipif(
    sys.platform == "win32" or find_spec("ray") is None,
    reason="RAY IS NOT INSTALLED: pip install basra[cluster]",
)
NOWHERE = "127.0.0.1:9"
PATIENCE = 300.0


class Here:
    """A crew that answers on the spot, and remembers what it was asked."""

    room = 1

    def __init__(self) -> None:
        self.asked: list[object] = []

    async def ask(self, question: Any, *facts: object) -> Any:  # noqa: ANN401 - as a crew does
        self.asked.append(question)
        return question(*facts)

    def close(self) -> None:
        """Have nothing to stop."""


class Nobody:
    """A crew that must not be asked."""

    room = 1

    async def ask(self, question: Any, *facts: object) -> Any:  # noqa: ANN401 - as a crew does
        raise AssertionError(question, facts)

    def close(self) -> None:
        """Have nothing to stop."""


async def until(found: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not found():  # noqa: ASYNC110 - it is none of ours
            await asyncio.sleep(0.02)


# --- processes ----------------------------------------------------------------------------------


@asynccontextmanager
async def processes() -> AsyncIterator[Processes]:
    found = Processes(1, os.getpid)
    yield found
    found.close()


@DEADLY
async def test_a_question_is_asked_again_when_its_process_died(tmp_path: Path) -> None:
    async with processes() as crew:
        assert 49 == await crew.ask(chores.square, Chore(7, str(tmp_path / "died")))
        assert (tmp_path / "died").exists()


@DEADLY
async def test_a_question_that_kills_every_process_has_no_answer() -> None:
    async with processes() as crew:
        assert await crew.ask(chores.die, Chore(7)) is None
        assert 4 == await crew.ask(chores.square, Chore(2))


async def test_what_a_question_raises_is_raised_here() -> None:
    async with processes() as crew:
        with pytest.raises(ValueError, match="7"):
            await crew.ask(chores.complain, Chore(7))


# --- a cluster that is not there ----------------------------------------------------------------


async def test_without_an_address_a_crew_stays_as_it_is() -> None:
    here = Here()
    async with cluster_at(None) as give:
        assert here is give(here)


async def test_jobs_are_done_here_while_a_cluster_cannot_be_reached(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.1)
    monkeypatch.setattr(cluster, "PAUSE", 0.1)
    links: list[Link] = []
    made = Link.__init__

    def count(self: Link, address: str) -> None:
        links.append(self)
        made(self, address)

    monkeypatch.setattr(Link, "__init__", count)
    here = Here()
    async with cluster_at(NOWHERE) as give:
        crew = give(here)
        assert 49 == await crew.ask(chores.square, Chore(7))
        await until(lambda: len(links) > 2)
        assert 9 == await crew.ask(chores.square, Chore(3))
    assert [chores.square, chores.square] == here.asked
    (told,) = [one for one in caplog.records if one.name == "basra.server"]
    assert "cannot be reached" in told.getMessage()
    assert "jobs are done here" in told.getMessage()


async def test_a_check_tells_of_a_cluster_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("basra.server.check._PATIENCE", 0.1)
    _, found, _ = await check(Settings(embedded(tmp_path), ray=NOWHERE), tmp_path)
    assert ("check.cluster.away", True) == (found.key, found.is_right), "a server starts without"


async def test_a_link_that_ends_before_it_was_joined_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster, "hand_on", chores.leave)
    link = Link(NOWHERE)
    with pytest.raises(BasraError, match="cannot be reached: exit"):
        await link.joined(PATIENCE)
    await link.close()


# --- a cluster that is there --------------------------------------------------------------------

Giving = Callable[[Crew], Crew]
ONE_LOOP = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(scope="module")
def quick() -> Iterator[None]:
    """Let a cluster that does not come up on a busy machine be tried again at once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cluster, "PAUSE", 0.1)
        yield


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def give(quick: None) -> AsyncIterator[Giving]:
    del quick
    async with cluster_at("local") as found:
        await joined(found)
        yield found


async def joined(give: Any) -> Link:  # noqa: ANN401 - what makes crews, with what they share
    """Return the link to the cluster, once there is one."""
    await until(lambda: give.args[0].link)
    link: Link = give.args[0].link
    return link


@RAY
@ONE_LOOP
async def test_a_cluster_answers_as_processes_do_whoever_dies(give: Giving, tmp_path: Path) -> None:
    crew = give(Nobody())
    assert 49 == await crew.ask(chores.square, Chore(7, str(tmp_path / "died")))
    assert (tmp_path / "died").exists()
    with pytest.raises(ValueError, match="7"):
        await crew.ask(chores.complain, Chore(7))


@RAY
@ONE_LOOP
async def test_who_asks_no_more_frees_the_workers(give: Giving) -> None:
    crew, processors = give(Nobody()), os.cpu_count() or 1
    resting = [asyncio.create_task(crew.ask(chores.rest, 600.0)) for _ in range(processors)]
    await asyncio.sleep(0)
    for one in resting:
        one.cancel()
    await asyncio.wait(resting)
    async with asyncio.timeout(PATIENCE):
        assert 4 == await crew.ask(chores.square, Chore(2))


@RAY
@ONE_LOOP
async def test_a_server_gives_reviews_to_its_cluster(
    give: Giving, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = short(deals=1, plays=4)
    monkeypatch.setattr("basra.server.app.cluster_at", lambda _: nullcontext(give))
    monkeypatch.setattr(Processes, "ask", Nobody.ask)
    app = create(settings_in(tmp_path, ray="local"))
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://basra") as client,
    ):
        name = (await client.post("/api/replays", content=match.bgn())).json()["id"]
        asked = {"replay": name, "strength": "quick"}
        begun = (await client.post("/api/reviews", json=asked)).json()
        await app.state.library.reviewers.idle()
        told = (await client.get(f"/api/reviews/{begun['id']}")).json()
    assert ("done", 1) == (told["state"], told["done"])
    expected = [review(job) for job in jobs_of(match, "quick").values()]
    assert expected == [json.encode(one).decode() for one in told["deals"]]


@RAY
@ONE_LOOP
async def test_what_a_lost_cluster_had_is_done_here(give: Giving, tmp_path: Path) -> None:
    here, place, link = Here(), tmp_path / "go on", await joined(give)
    crew = give(here)
    pending = asyncio.create_task(crew.ask(chores.wait_for, str(place)))
    assert 1 == await crew.ask(chores.square, Chore(1))
    os.kill(link.pid, signal.SIGKILL)
    await link.gone.wait()
    await asyncio.to_thread(place.touch)
    assert str(place) == await pending
    assert [chores.wait_for] == here.asked
