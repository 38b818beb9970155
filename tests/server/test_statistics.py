"""Statistics of a player: from finished matches alone, counted once, luck apart when reviewed."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import String

import basra
from basra.review.stats import Reviewed, statistics
from basra.review.strengths import edition
from basra.server.statistics.counting import Counter
from basra.server.statistics.tallying import EDITION, tally
from basra.server.statistics_tables import TALLIES
from basra.server.thinking import Thinkers

from .conftest import serving
from .sitting import Guest, House, Sitting, call, client_of, guest, pair, play_on
from .test_ratings import person

SHORT = "cypriot;target=1"


async def played(house: House, rules: str = SHORT) -> tuple[str, Guest, Guest]:
    """Let two persons play a match, and wait until it is entered."""
    async with pair(house, rules) as (table, first, second):
        await play_on([first, second], lambda: first.over and second.over)
    assert first.who is not None
    assert second.who is not None
    for one in (first.who, second.who):
        await person(house, one)
    return table, first.who, second.who


async def told(house: House, one: Guest) -> dict[str, Any]:
    found: dict[str, Any] = await call(house, "GET", "/api/me/statistics", one)
    return found


async def record_of(house: House, table: str) -> basra.Match:
    async with client_of(house) as client:
        return basra.loads_bgn((await client.get(f"/api/tables/{table}/matches/1/record")).text)


def deals_of(reader: Sitting) -> int:
    return sum(event.get("k") == "scored" for event in reader.events)


def test_the_edition_fits_its_column_and_names_what_was_learnt() -> None:
    kind = TALLIES.c.edition.type
    assert isinstance(kind, String)
    assert kind.length == len(EDITION)
    assert EDITION.endswith(edition())


async def test_both_players_are_told_what_the_library_counts(house: House) -> None:
    table, hani, salma = await played(house)
    match = await record_of(house, table)
    for one in (hani, salma):
        (row,) = (found := await told(house, one))["variants"]
        (counted,) = statistics([Reviewed(match)], one.name)
        assert 0 == found["left"]
        assert {name: getattr(counted, name) for name in counted.__slots__} == {
            name: row[name] for name in counted.__slots__
        }
        (only,) = row["course"]
        assert (table, 1, counted.won == 1) == (only["table"], only["match"], only["won"])
        assert (counted.margin, counted.basras) == (only["margin"], only["basras"])
        assert (0, None, None) == (row["reviewed"], only["luck"], only["decided"])


async def test_who_has_finished_no_match_has_no_statistics(house: House) -> None:
    async with pair(house, "egyptian") as (_, first, second):
        await play_on([first, second], lambda: first.version > 15)
        assert first.who is not None
        assert {"variants": [], "left": 0} == await told(house, first.who)


@pytest.mark.parametrize("path", ["", ".json"])
async def test_statistics_are_told_to_their_owner_alone(house: House, path: str) -> None:
    async with client_of(house) as client:
        assert 401 == (await client.get(f"/api/me/statistics{path}")).status_code
    owner = await guest(house)
    bot = Guest(**await call(house, "POST", "/api/bots/tokens", owner, json={"name": "Robin"}))
    async with client_of(house, bot) as client:
        assert 403 == (await client.get(f"/api/me/statistics{path}")).status_code


async def test_the_export_is_a_file_with_all_matches(house: House) -> None:
    _, hani, _ = await played(house)
    async with client_of(house, hani) as client:
        file = await client.get("/api/me/statistics.json")
    assert 'attachment; filename="basra-statistics.json"' == file.headers["content-disposition"]
    assert await told(house, hani) == file.json()


async def test_a_match_that_was_given_up_counts_with_its_whole_deals(house: House) -> None:
    async with pair(house, "cypriot;target=500") as (_, first, second):
        await play_on([first, second], lambda: deals_of(first) >= 2 and bool(first.offers))
        await first.do("resign")
        deals = deals_of(first)
    assert first.who is not None
    assert second.who is not None
    for who, won in ((first.who, 0), (second.who, 1)):
        await person(house, who)
        (row,) = (await told(house, who))["variants"]
        assert (1, won, deals) == (row["matches"], row["won"], row["deals"])


async def test_a_table_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    ask = Thinkers.ask

    async def counting(self: Thinkers, question: Any, *facts: object) -> Any:  # noqa: ANN401
        asked.append(question)
        return await ask(self, question, *facts)

    monkeypatch.setattr(Thinkers, "ask", counting)
    with serving(tmp_path) as house:
        _, hani, salma = await played(house)
        first, again = await told(house, hani), await told(house, hani)
        await told(house, salma)
    assert first == again
    assert 1 == asked.count(tally)


async def test_a_call_reads_so_many_tables_and_tells_what_is_left() -> None:
    read: list[str] = []

    class Few:
        """A ledger of three matches at tables that nobody has counted."""

        async def finished(self, _: str) -> list[Any]:
            return [SimpleNamespace(table=f"t{one}", match=1) for one in range(3)]

        async def tallies(self, _: str) -> dict[Any, Any]:
            return {}

        async def reviews(self, _: object) -> dict[str, Any]:
            return {}

        async def log(self, table: str) -> list[str]:
            read.append(table)
            return []

    class Nobody:
        async def ask(self, *_: object) -> None:
            return None

    counter = Counter(Few(), Nobody())  # type: ignore[arg-type]
    assert ([], 3) == await counter.counted("somebody", 2)
    assert ["t2", "t1"] == read


# --- luck and decisions -------------------------------------------------------------------------


async def ended(house: House, job: dict[str, Any]) -> dict[str, Any]:
    async with asyncio.timeout(120):
        while job["state"] == "going":
            await asyncio.sleep(0.1)
            job = await call(house, "GET", f"/api/reviews/{job['id']}")
    return job


async def test_luck_and_decisions_are_told_once_a_match_is_reviewed(house: House) -> None:
    _, hani, salma = await played(house)
    job = await call(house, "POST", "/api/me/statistics/reviews", hani)
    assert 0 < job["total"]
    assert "done" == (await ended(house, job))["state"]
    rows = [(await told(house, one))["variants"][0] for one in (hani, salma)]
    for row in rows:
        assert row["deals"] == row["reviewed"]
        assert row["margin"] == pytest.approx(row["luck"] + row["decided"], abs=1e-3)
        assert (row["luck"], row["decided"]) == (
            row["course"][0]["luck"],
            row["course"][0]["decided"],
        )
    assert rows[0]["luck"] == pytest.approx(-rows[1]["luck"], abs=1e-3)
    async with client_of(house, hani) as client:
        answer = await client.post("/api/me/statistics/reviews")
    assert (422, "error.statistics.reviewed") == (answer.status_code, answer.json()["key"])
