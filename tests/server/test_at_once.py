"""What several processes do at the same moment comes out as if one had done it after the other."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from itertools import count, permutations
from pathlib import Path

import pytest
from sqlalchemy import func, select

from basra.club.results import Gift, MatchResult
from basra.errors import BasraError
from basra.server.answers import Guest
from basra.server.club_answers import Reporting, Verdict
from basra.server.club_tables import ACCOUNT_NAMES, GIFTS, REPORTS, SUSPENSIONS
from basra.server.conduct.reports import OPEN, Reports
from basra.server.contests.keeping import Archive, ContestRow
from basra.server.notices.keeping import Notices
from basra.server.people.accounts import Accounts
from basra.server.people.marks import Marks
from basra.server.people.proofs import CODES
from basra.server.ratings.book import Book
from basra.server.store import Store
from basra.table import Table
from basra.table.events import AnyEvent, Occupant, Opened, Policy

from .conftest import database_in

SCALE = "cypriot:4:4"
MATCHES = 8
PEOPLE = ("u1", "u2", "u3", "bot:sharp")


class Process:
    """What a process of a server has of the club."""

    def __init__(self, store: Store, name: str) -> None:
        ids = count()
        self.store = store
        self.book = Book(store)
        self.archive = Archive(store.engine)
        self.accounts = Accounts(store, lambda: 0, lambda: f"{name}{next(ids)}")
        self.notices = Notices(store.engine, lambda: 0)
        self.marks = Marks(self.accounts, self.notices)
        self.reports = Reports(self.accounts, self.marks, self.book, self.notices)


@pytest.fixture
async def processes(tmp_path: Path) -> AsyncIterator[Sequence[Process]]:
    """Two processes of a server that some guests know."""
    found = [Process(await Store.open(database_in(tmp_path)), name) for name in "ab"]
    for name in ("u1", "u2", "u3"):
        await found[0].store.add_guest(Guest(id=name, name=name), f"token of {name}", 0)
    yield found
    for one in found:
        await one.notices.close()
        await one.store.close()


def result(log: Sequence[AnyEvent]) -> list[MatchResult]:
    """Return a match of four in which everybody took what everybody had trailed."""
    assert isinstance(log[0], Opened)
    at = int(log[0].host.name)
    gifts = [
        Gift(giver=giver, taker=taker, cards=1, trails=3, expected=1.0)
        for giver, taker in permutations(range(len(PEOPLE)), 2)
    ]
    return [
        MatchResult(
            match=1,
            scale=SCALE,
            rated=True,
            at=at,
            reason="won",
            sides=4,
            # At every table they sit in another order.
            players=[*PEOPLE[at % 4 :], *PEOPLE[: at % 4]],
            stayed=[True] * 4,
            moved=[True] * 4,
            totals=[3, 2, 1, 0],
            ranks=[0, 1, 2, 3],
            gifts=gifts,
        )
    ]


async def test_every_match_counts_once(
    processes: Sequence[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("basra.server.ratings.book.results", result)
    tables = [f"t{number}" for number in range(MATCHES)]
    for number, table in enumerate(tables):
        host = Occupant(id="u1", name=str(number))
        await processes[0].store.create(table, Table.open("cypriot", Policy(), host, 0))
    await asyncio.gather(
        *(processes[at % 2].book.enter(table) for at, table in enumerate([*tables, *tables]))
    )
    book = processes[0].book
    skills = [await book.skill(one, SCALE) for one in PEOPLE]
    assert [MATCHES] * 4 == [skill.games for skill in skills]
    assert [1] * MATCHES == [len(await book.results(table)) for table in tables]
    async with processes[0].store.engine.connect() as connection:
        gifts = (await connection.execute(select(GIFTS.c.matches, GIFTS.c.given))).all()
    assert [(MATCHES, MATCHES)] * 6 == [tuple(row) for row in gifts]


async def test_a_duel_is_for_two(processes: Sequence[Process]) -> None:
    one, other = (process.archive for process in processes)
    duels = [f"duel {number}" for number in range(MATCHES)]
    for duel in duels:
        await one.add(ContestRow(duel, "duel", "egyptian", "careful", 1, None, 0))
        await one.begin(duel, "u1", 2, 0)
    asked = [
        process.begin(duel, who, 2, 0)
        for duel in duels
        for process, who in ((one, "u2"), (other, "u3"))
    ]
    begun = await asyncio.gather(*asked)
    assert [1] * MATCHES == [sum(begun[at : at + 2]) for at in range(0, len(begun), 2)]
    assert [2] * MATCHES == [len(await one.attempts(duel)) for duel in duels]


async def test_a_person_has_one_name_and_one_set_of_codes(processes: Sequence[Process]) -> None:
    first = processes[0].accounts
    await first.claim("u1", "Hani", None)
    names = [f"Hani the {number}th" for number in range(MATCHES)]
    async with asyncio.TaskGroup() as group:
        for at, name in enumerate(names):
            group.create_task(processes[at % 2].accounts.rename("u1", name))
            group.create_task(processes[at % 2].accounts.new_codes("u1"))
    guest = await first.guest("u1")
    assert guest is not None
    assert names == [one for one in names if one == guest.name or await first.is_free(one)]
    assert CODES == await first.codes_left("u1")
    async with processes[0].store.engine.connect() as connection:
        looks = select(func.count()).select_from(ACCOUNT_NAMES)
        assert 2 == (await connection.execute(looks)).scalar()


async def test_who_is_marked_or_suspended_twice_is_so_once(processes: Sequence[Process]) -> None:
    async with asyncio.TaskGroup() as group:
        for at in range(MATCHES):
            group.create_task(processes[at % 2].marks.put("u1", "u2", "follow"))
    assert [("u2", "follow")] == await processes[0].marks.of("u1")
    for number in range(MATCHES):
        report = Reporting(person="u3", reason="talk", text=str(number))
        await processes[0].reports.add("u1", report)
    told = await processes[0].reports.open()
    verdict = Verdict(verdict="suspend", days=1)
    async with asyncio.TaskGroup() as group:
        for at, one in enumerate(told):
            group.create_task(processes[at % 2].reports.decide(one.id, verdict))
    async with processes[0].store.engine.connect() as connection:
        assert ["u3"] == list((await connection.execute(select(SUSPENSIONS.c.guest_id))).scalars())


async def test_a_report_is_settled_once(processes: Sequence[Process]) -> None:
    await processes[0].reports.add("u1", Reporting(person="u3", reason="talk"))
    (report,) = await processes[0].reports.open()
    verdicts = (Verdict(verdict="nothing"), Verdict(verdict="suspend"))
    deciding = [
        process.reports.decide(report.id, verdict)
        for process, verdict in zip(processes, verdicts, strict=True)
    ]
    found = await asyncio.gather(*deciding, return_exceptions=True)
    assert 1 == sum(one is None for one in found)


async def test_a_person_has_so_many_open_reports(processes: Sequence[Process]) -> None:
    report = Reporting(person="u2", reason="talk")
    adding = [processes[at % 2].reports.add("u1", report) for at in range(2 * OPEN)]
    found = await asyncio.gather(*adding, return_exceptions=True)
    assert OPEN == sum(isinstance(one, BasraError) for one in found)
    async with processes[0].store.engine.connect() as connection:
        kept = select(func.count()).select_from(REPORTS)
        assert OPEN == (await connection.execute(kept)).scalar()
