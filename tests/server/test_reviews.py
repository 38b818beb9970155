"""Reviews: jobs with progress, kept by content, stopped at will; hints with reasons."""

import asyncio
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

import basra
from basra.bots import is_ready
from basra.bots.sharp import Strength
from basra.review import Job, course_of, strengths
from basra.review.strengths import Depth, edition
from basra.server.crew import Crew
from basra.server.replay_answers import DealTold
from basra.server.replays.reviewing import Reviewers, jobs_of, numbers_done, review
from basra.server.replays.shelf import Shelf
from basra.server.store import Store
from basra.server.thinking import think

from .conftest import serving
from .sitting import PATIENCE, House, Message, call, client_of


def short(deals: int = 1, plays: int = 6, seed: int = 3) -> basra.Match:
    """Return a match whose last deal has only begun, so that its review is quick."""
    match, chance = basra.Match("egyptian", seed=seed), random.Random(seed)
    while len(match.deals) < deals or len(match.deals[-1].history) < plays:
        match.deal.play(chance.choice(match.deal.legal_plays))
    return match


async def sent(house: House, match: basra.Match) -> str:
    told = await call(house, "POST", "/api/replays", content=match.bgn())
    name: str = told["id"]
    return name


async def ended(house: House, job: Message) -> Message:
    async with asyncio.timeout(120):
        while job["state"] == "going":
            await asyncio.sleep(0.1)
            job = await call(house, "GET", f"/api/reviews/{job['id']}")
    return job


async def test_a_match_is_reviewed_and_the_review_is_kept(house: House) -> None:
    match = short()
    asked = {"replay": await sent(house, match), "strength": "quick"}
    job = await call(house, "POST", "/api/reviews", json=asked)
    assert 1 == job["total"]
    job = await ended(house, job)
    assert ("done", 1) == (job["state"], job["done"])
    deal = msgspec.convert(job["deals"][0], DealTold)
    assert [str(one.play) for one in match.deal.history] == [one.play for one in deal.plays]
    again = await call(house, "POST", "/api/reviews", json=asked)
    assert ("done", job["deals"]) == (again["state"], again["deals"])
    later = await call(house, "GET", f"/api/reviews/{again['id']}", params={"since": 1})
    assert (1, []) == (later["since"], later["deals"])


def test_the_review_that_is_sent_is_that_of_the_library() -> None:
    job = Job(course_of(short().deal), "quick")
    told = msgspec.json.decode(review(job), type=DealTold)
    found = basra.review.review_deal(job)
    assert [round(one.cost, 4) for one in found.plays] == [one.cost for one in told.plays]
    assert [len(one.curve) for one in found.sides] == [len(one.curve) for one in told.sides]


def test_a_deal_has_one_review_for_each_strength() -> None:
    match = short()
    quick, usual = (list(jobs_of(match, strength)) for strength in ("quick", "usual"))
    assert quick == list(jobs_of(short(), "quick"))
    assert quick != usual
    assert quick != list(jobs_of(short(plays=7), "quick"))


@pytest.mark.parametrize("changed", ["fingerprint", "find_depth"])
def test_what_is_weighed_in_another_way_is_reviewed_anew(
    changed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = list(jobs_of(short(), "quick"))
    other = Depth(1, Strength(worlds=1)) if changed == "find_depth" else "another"
    with monkeypatch.context() as patched:
        patched.setattr(strengths, changed, lambda *_: other)
        edition.cache_clear()
        after = list(jobs_of(short(), "quick"))
    edition.cache_clear()
    assert before != after
    assert before == list(jobs_of(short(), "quick"))


def test_deals_are_told_in_order_and_none_is_left_out() -> None:
    assert ["1"] == numbers_done(["a", "b", "c"], {"a": "1", "c": "3"})


class Gated:
    """A crew that begins to weigh and waits until it may go on."""

    def __init__(self, room: int = 1) -> None:
        self.room = room
        self.weighed: list[Job] = []
        self.asked, self.going = asyncio.Event(), asyncio.Event()
        self.is_closed = False

    async def ask(self, question: Any, *facts: Any) -> Any:  # noqa: ANN401 - as a crew does
        assert review is question
        self.weighed += facts
        self.asked.set()
        await self.going.wait()
        return "{}"

    def close(self) -> None:
        """Have nothing to stop."""
        self.is_closed = True


class Interrupted(Gated):
    """A crew that fails when it is interrupted."""

    async def ask(self, question: Any, *facts: Any) -> Any:  # noqa: ANN401 - as a crew does
        try:
            return await super().ask(question, *facts)
        except asyncio.CancelledError:
            raise RuntimeError("interrupted") from None


class Failing(Gated):
    """A crew that cannot weigh anything, or whose processes die of it."""

    def __init__(self, error: Exception | None) -> None:
        super().__init__()
        self._error = error

    async def ask(self, question: Any, *facts: Any) -> Any:  # noqa: ANN401 - as a crew does
        del question, facts
        if self._error is not None:
            raise self._error


async def begun(folder: Path, crew: Crew, deals: int) -> tuple[Store, Shelf, Reviewers]:
    """Return what reviews a match of some deals."""
    store = await Store.open(f"sqlite+aiosqlite:///{folder / 'server.db'}")
    shelf = Shelf(store.engine)
    reviewers = Reviewers(shelf, lambda: 7, crew)
    jobs = jobs_of(short(deals=deals), "quick")
    await shelf.begin_job("job", list(jobs), 7)
    reviewers.begin("job", jobs)
    return store, shelf, reviewers


async def state_of(shelf: Shelf) -> str:
    job = await shelf.job("job")
    assert job is not None
    return job.state


async def test_a_job_that_is_given_up_stops(tmp_path: Path) -> None:
    crew = Gated()
    store, shelf, reviewers = await begun(tmp_path, crew, deals=3)
    await crew.asked.wait()
    await shelf.end_job("job", "cancelled")
    crew.going.set()
    await reviewers.idle()
    assert (1, "cancelled") == (len(crew.weighed), await state_of(shelf))
    await reviewers.close()
    await store.close()


async def test_the_crew_is_closed_also_if_a_job_fails_while_it_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise LookupError("shelf")

    crew = Interrupted()
    store, shelf, reviewers = await begun(tmp_path, crew, deals=1)
    await crew.asked.wait()
    monkeypatch.setattr(shelf, "end_job", fail)
    with pytest.raises(LookupError, match="shelf"):
        await reviewers.close()
    assert crew.is_closed
    await store.close()


async def test_so_many_deals_are_weighed_at_once_as_there_is_room_for(tmp_path: Path) -> None:
    crew = Gated(room=2)
    store, shelf, reviewers = await begun(tmp_path, crew, deals=3)
    async with asyncio.timeout(PATIENCE):
        while len(crew.weighed) < 2:  # noqa: ASYNC110 - it is none of ours
            await asyncio.sleep(0.01)
    await shelf.end_job("job", "cancelled")
    crew.going.set()
    await reviewers.idle()
    assert 2 == len(crew.weighed)
    await reviewers.close()
    await store.close()


async def test_deals_that_are_weighed_side_by_side_are_all_weighed(tmp_path: Path) -> None:
    crew = Gated(room=3)
    crew.going.set()
    store, shelf, reviewers = await begun(tmp_path, crew, deals=3)
    await reviewers.idle()
    assert "done" == await state_of(shelf)
    assert list(jobs_of(short(deals=3), "quick").values()) == sorted(
        crew.weighed, key=[*jobs_of(short(deals=3), "quick").values()].index
    )
    await reviewers.close()
    await store.close()


@pytest.mark.parametrize("error", [ValueError("wrong"), None])
async def test_a_review_that_fails_says_so(tmp_path: Path, error: Exception | None) -> None:
    store, shelf, reviewers = await begun(tmp_path, Failing(error), deals=1)
    await reviewers.idle()
    assert "failed" == await state_of(shelf)
    await reviewers.close()
    await store.close()


async def test_a_job_that_nobody_works_on_has_failed(house: House) -> None:
    with closing(sqlite3.connect(house.folder / "server.db")) as database:
        database.execute("INSERT INTO review_jobs VALUES ('lost', 1000, 'going', '[\"nothing\"]')")
        database.commit()
    assert "failed" == (await call(house, "GET", "/api/reviews/lost"))["state"]


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({}, 422),
        ({"table": "nowhere"}, 422),
        ({"table": "nowhere", "match": 1}, 404),
        ({"replay": "nothing"}, 404),
        ({"replay": "nothing", "table": "x", "match": 1}, 422),
        ({"replay": "nothing", "strength": "divine"}, 400),
    ],
)
async def test_a_review_of_nothing_is_refused(
    house: House, asked: dict[str, Any], status: int
) -> None:
    async with client_of(house) as client:
        answer = await client.post("/api/reviews", json=asked)
        missing = await client.get("/api/reviews/nothing")
    assert (status, 404) == (answer.status_code, missing.status_code)


async def test_an_address_begins_only_so_many_reviews(tmp_path: Path) -> None:
    with serving(tmp_path, reviews=1) as house:
        asked = {"replay": await sent(house, basra.Match("egyptian", seed=1))}
        async with client_of(house) as client:
            found = [(await client.post("/api/reviews", json=asked)).status_code for _ in range(2)]
    assert [201, 429] == found


def test_a_hint_says_why() -> None:
    is_ready("sharp")
    view = basra.Deal.from_bfn("cypriot", "4c5h 9dKs/3cQd -/- 0/0 a - 0 ?46").view(0)
    best, *rest = think("careful", view, "1", True)  # noqa: FBT003 - that they are weighed
    assert best.reason is not None
    assert "reason.basra" == best.reason.key
    assert all(one.reason is not None for one in rest)
