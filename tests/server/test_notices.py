"""Notices: they come live on one socket, are kept while one is away, and tell nothing secret."""

import asyncio
import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from basra.club.notices import MOST
from basra.server.notices.keeping import Notices
from basra.server.store import Store

from .conftest import serving, settings_in
from .hearing import Hearing, hearing
from .sitting import Guest, House, call, client_of, guest, open_table, pair, play_on, sitting
from .test_conduct import judged, reported
from .test_duplicates import begun, play_out
from .test_tournaments import enter, made

PUBLIC = {"public": True}


async def follow(house: House, who: Guest, other: Guest, kind: str = "follow") -> None:
    await call(house, "PUT", f"/api/marks/{kind}/{other.id}", who)


async def following(house: House) -> tuple[Guest, Guest]:
    """Return somebody, and who follows that one."""
    hani, salma = await guest(house, "Hani"), await guest(house, "Salma")
    await follow(house, salma, hani)
    return hani, salma


async def kept(house: House, who: Guest) -> list[dict[str, Any]]:
    """Return the notices of somebody that are kept."""
    found: list[dict[str, Any]] = await call(house, "GET", "/api/notices", who)
    return found


async def sees_nothing_before(house: House, reader: Hearing, who: Guest, other: Guest) -> None:
    """Wait until a reader heard of somebody else; then it has heard what was told before."""
    await follow(house, who, other)
    await open_table(house, other, policy=PUBLIC)
    await reader.until(lambda: any(one["about"] == other.id for one in reader.notices))


# --- what is told ---------------------------------------------------------------------------------


async def test_who_follows_hears_of_a_public_table_and_of_a_seek(house: House) -> None:
    hani, salma = await following(house)
    async with hearing(house, salma) as reader:
        assert [] == reader.notices
        table = await open_table(house, hani, "egyptian;target=21", policy=PUBLIC)
        notice = await reader.notice("opened")
        expected = {"name": "Hani", "variant": "egyptian"}
        assert (hani.id, f"/t/{table}", expected, False) == tuple(
            notice[key] for key in ("about", "path", "facts", "read")
        )
        await call(house, "POST", "/api/seeks", hani, json={"rules": "syrian_b"})
        notice = await reader.notice("seeking")
        assert {"name": "Hani", "variant": "syrian_b"} == notice["facts"]
    assert ["seeking", "opened"] == [one["kind"] for one in await kept(house, salma)]


async def test_nobody_hears_of_a_table_by_link(house: House) -> None:
    hani, salma = await following(house)
    async with hearing(house, salma) as reader:
        table = await open_table(house, hani)
        await sees_nothing_before(house, reader, salma, await guest(house, "Umar"))
        assert not any(table in text or hani.id in text for text in reader.frames)


async def test_many_tables_of_one_person_are_one_notice(house: House) -> None:
    hani, salma = await following(house)
    async with hearing(house, salma) as reader:
        await open_table(house, hani, policy=PUBLIC)
        first = await reader.notice("opened")
        await call(house, "POST", "/api/notices/read", salma, json={"until": first["at"]})
        last = await open_table(house, hani, policy=PUBLIC)
        await reader.until(lambda: reader.notices[0]["path"] == f"/t/{last}")
        (notice,) = reader.notices
        assert (first["at"], True) == (notice["at"], notice["read"])


async def test_a_round_of_a_tournament_leads_to_the_own_table(house: House) -> None:
    people = [await guest(house, name) for name in ("Hani", "Salma")]
    name = await made(house, people[0])
    for one in people:
        await enter(house, name, one)
    async with hearing(house, people[1]) as reader:
        told = await call(house, "POST", f"/api/tournaments/{name}/start", people[0])
        table = told["rounds"][0][0]["table"]
        notice = await reader.notice("round")
    assert (f"/t/{table}", {"name": "Friday", "round": 1}) == (notice["path"], notice["facts"])
    assert ["round"] == [one["kind"] for one in await kept(house, people[0])]


async def test_a_duplicate_match_tells_its_beginning_and_its_end_to_all_four(house: House) -> None:
    name, people, tables = await begun(house)
    async with hearing(house, people[0][0]) as reader:
        assert f"/duplicate/{name}" == (await reader.notice("duplicate_begun"))["path"]
        await play_out(house, tables[0], people[0])
        await play_out(house, tables[1], people[1])
        # Nobody looks at it: the end of the last table is enough.
        assert {} == (await reader.notice("duplicate_over"))["facts"]
    for players in people:
        for one in players:
            found = [notice["kind"] for notice in await kept(house, one)]
            assert sorted(found) == ["duplicate_begun", "duplicate_over"]


async def play_duel(house: House, who: Guest, duel: str) -> dict[str, Any]:
    told: dict[str, Any] = await call(house, "POST", f"/api/contests/{duel}/attempt", who)
    while not told["attempt"]["over"]:
        offer = told["attempt"]["board"]["offers"][0]
        body = {key: offer[key] for key in ("card", "take")}
        body["plays"] = told["attempt"]["plays"]
        told = await call(house, "POST", f"/api/contests/{duel}/plays", who, json=body)
    return told


async def test_a_duel_tells_whose_turn_it_is_without_a_name_and_the_end_with_it(
    house: House,
) -> None:
    hani, salma = await guest(house, "Zaynab"), await guest(house, "Salma")
    wish = {"rules": "egyptian", "deals": 1}
    duel = (await call(house, "POST", "/api/contests", hani, json=wish))["id"]
    await call(house, "POST", f"/api/contests/{duel}/attempt", salma)
    async with hearing(house, salma) as reader:
        await play_duel(house, hani, duel)
        notice = await reader.notice("duel_turn")
        assert (f"/duel/{duel}", {}) == (notice["path"], notice["facts"])
        assert not any("Zaynab" in text for text in reader.frames)
    async with hearing(house, hani) as reader:
        assert [] == reader.notices
        await play_duel(house, salma, duel)
        assert {"name": "Salma"} == (await reader.notice("duel_over"))["facts"]
    assert ["duel_turn"] == [one["kind"] for one in await kept(house, salma)]


async def test_a_review_tells_whoever_asked_for_it(house: House) -> None:
    async with pair(house, "cypriot;target=1") as (table, first, second):
        await play_on([first, second], lambda: first.over and second.over)
        hani = first.who
    assert hani is not None
    async with hearing(house, hani) as reader:
        body = {"table": table, "match": 1, "strength": "quick"}
        review = await call(house, "POST", "/api/reviews", hani, json=body)
        await call(house, "POST", "/api/reviews", json=body)
        notice = await reader.notice("review", 60)  # a process has to start first
    assert (review["id"], f"/t/{table}/1?review=quick") == (notice["about"], notice["path"])
    again = await call(house, "POST", "/api/reviews", hani, json=body)
    assert "done" == again["state"]
    async with hearing(house, hani) as reader:
        await sees_nothing_before(house, reader, hani, await guest(house, "Umar"))
        assert ["opened", "review"] == reader.kinds  # what is there at once is no news


async def test_a_rematch_tells_who_has_left_the_table(house: House) -> None:
    async with pair(house, "cypriot;target=1") as (table, first, second):
        await play_on([first, second], lambda: first.over and second.over)
        hani, salma = first.who, second.who
        assert hani is not None
        assert salma is not None
        await second.socket.close()
        async with hearing(house, salma) as reader:
            await first.until(lambda one: one["t"] == "presence" and not all(one["present"]))
            await first.do("rematch")
            notice = await reader.notice("rematch")
    assert (f"/t/{table}", {"name": "Hani"}) == (notice["path"], notice["facts"])
    assert [] == await kept(house, hani)


async def test_a_report_that_is_settled_tells_its_writer_and_no_verdict(tmp_path: Path) -> None:
    async with judged(tmp_path) as (house, judge):
        hani, rude, report = await reported(house, judge)
        path = f"/api/moderation/reports/{report['id']}"
        async with hearing(house, hani) as reader:
            await call(house, "POST", path, judge, json={"verdict": "suspend", "days": 2})
            notice = await reader.notice("report")
            assert {"name": "Rude"} == notice["facts"]
            assert "suspend" not in reader.frames[-1]
        assert [] == await kept(house, rude)


# --- what is not told -----------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["followed", "follower"])
async def test_who_blocks_and_who_is_blocked_hear_nothing_of_each_other(
    house: House, who: str
) -> None:
    hani, salma = await following(house)
    one, other = (hani, salma) if who == "followed" else (salma, hani)
    async with hearing(house, salma) as reader:
        await open_table(house, hani, policy=PUBLIC)
        await reader.notice("opened")
        await follow(house, one, other, "block")
        await reader.until(lambda: reader.notices == [])  # what was told before is gone, too
        await open_table(house, hani, policy=PUBLIC)
        await sees_nothing_before(house, reader, salma, await guest(house, "Umar"))
        assert hani.id not in {notice["about"] for notice in reader.notices}
        await call(house, "DELETE", f"/api/marks/block/{other.id}", one)
        await open_table(house, hani, policy=PUBLIC)
        await reader.until(lambda: hani.id in {notice["about"] for notice in reader.notices})


async def test_who_is_hidden_is_not_told_of_and_what_was_told_is_gone(house: House) -> None:
    hani, salma = await following(house)
    async with hearing(house, salma) as reader:
        await open_table(house, hani, policy=PUBLIC)
        await reader.notice("opened")
        await call(house, "PATCH", "/api/me/preferences", hani, json={"hidden": True})
        await reader.until(lambda: reader.notices == [])
        await open_table(house, hani, policy=PUBLIC)
        await sees_nothing_before(house, reader, salma, await guest(house, "Umar"))
        assert hani.id not in {notice["about"] for notice in reader.notices}


async def test_kinds_that_are_not_wanted_do_not_come(house: House) -> None:
    people = [await guest(house, name) for name in ("Hani", "Salma", "Umar")]
    hani, mine, none = people
    for who, choice in ((mine, "mine"), (none, "none")):
        await follow(house, who, hani)
        told = await call(house, "PATCH", "/api/me/preferences", who, json={"notices": choice})
        assert {"hidden": False, "notices": choice} == told
    name = await made(house, hani)
    for one in people:
        await enter(house, name, one)
    async with hearing(house, hani) as reader:
        await open_table(house, hani, policy=PUBLIC)
        await call(house, "POST", f"/api/tournaments/{name}/start", hani)
        await reader.until(lambda: reader.kinds == ["round"] or len(reader.notices) > 1)
    await until_kept(house, mine, ["round"])
    assert [] == await kept(house, none)


def is_read(reader: Hearing) -> bool:
    return bool(reader.notices[0]["read"])


def has_none(reader: Hearing) -> bool:
    return reader.notices == []


async def until_kept(house: House, who: Guest, kinds: list[str]) -> None:
    async with asyncio.timeout(10):
        while kinds != [one["kind"] for one in await kept(house, who)]:  # noqa: ASYNC110 - no event
            await asyncio.sleep(0.05)


async def test_nobody_reads_or_drops_the_notices_of_others(house: House) -> None:
    hani, salma = await following(house)
    async with hearing(house, salma) as reader:
        await open_table(house, hani, policy=PUBLIC)
        notice = await reader.notice("opened")
    assert [] == await kept(house, hani)
    await call(house, "DELETE", f"/api/notices/opened/{hani.id}", hani)
    await call(house, "POST", "/api/notices/read", hani, json={"until": notice["at"]})
    assert [notice] == await kept(house, salma)
    async with client_of(house) as client:
        for method, path in (("GET", ""), ("POST", "/read"), ("DELETE", "/opened/u1")):
            assert 401 == (await client.request(method, f"/api/notices{path}")).status_code
        assert 401 == (await client.get("/api/me/preferences")).status_code


async def test_hostile_words_about_notices_change_nothing(house: House) -> None:
    hani = await guest(house)
    async with client_of(house, hani) as client:
        wrong: list[object] = [{"hidden": "yes"}, {"notices": "some"}, {"other": 1}, []]
        for body in wrong:
            answer = await client.patch("/api/me/preferences", json=body)
            assert 400 == answer.status_code, body
        for until in (-1, "x", None):
            answer = await client.post("/api/notices/read", json={"until": until})
            assert 400 == answer.status_code
        assert 422 == (await client.delete("/api/notices/other/x")).status_code
        assert 200 == (await client.delete(f"/api/notices/opened/{'x' * 400}")).status_code
    assert {"hidden": False, "notices": "all"} == await call(
        house, "GET", "/api/me/preferences", hani
    )


# --- kept, seen, deleted --------------------------------------------------------------------------


async def test_what_was_missed_is_there_and_is_read_in_all_tabs(house: House) -> None:
    hani, salma = await following(house)
    await open_table(house, hani, policy=PUBLIC)
    await until_kept(house, salma, ["opened"])
    async with hearing(house, salma) as one, hearing(house, salma) as other:
        (notice,) = one.notices
        assert not notice["read"]
        await call(house, "POST", "/api/notices/read", salma, json={"until": notice["at"] - 1})
        await one.until(lambda: len([text for text in one.frames if "notices" in text]) > 1)
        assert not one.notices[0]["read"]
        await call(house, "POST", "/api/notices/read", salma, json={"until": notice["at"]})
        for reader in (one, other):
            await reader.until(partial(is_read, reader))
        await call(house, "DELETE", f"/api/notices/opened/{hani.id}", salma)
        for reader in (one, other):
            await reader.until(partial(has_none, reader))


async def test_the_export_has_them_and_deletion_takes_them_and_the_name_elsewhere(
    tmp_path: Path,
) -> None:
    with serving(tmp_path) as house:
        hani, salma = await following(house)
        await follow(house, hani, salma)
        await open_table(house, hani, policy=PUBLIC)
        await open_table(house, salma, policy=PUBLIC)
        await call(house, "PATCH", "/api/me/preferences", hani, json={"notices": "all"})
        for who in (hani, salma):
            await until_kept(house, who, ["opened"])
        told = await call(house, "GET", "/api/account/export", hani)
        (notice,) = told["notices"]
        assert "Salma" == json.loads(notice["data"])["facts"]["name"]
        assert [{"guest_id": hani.id, "hidden": False, "notices": "all"}] == told["preferences"]
        async with hearing(house, salma) as reader:
            assert ["opened"] == reader.kinds
            await call(house, "POST", "/api/account/deletion", hani, json={})
            await reader.until(lambda: reader.notices == [])
        store = await Store.open(settings_in(tmp_path).database)
        found = await Notices(store.engine, lambda: 0).of([hani.id, salma.id])
        assert {hani.id: [], salma.id: []} == found
        await store.close()


async def test_so_many_are_kept_the_newest_and_none_for_the_gone_or_for_bots(
    tmp_path: Path,
) -> None:
    with serving(tmp_path) as house:
        hani, gone = await guest(house, "Hani"), await guest(house, "Gone")
        bot = Guest(**await call(house, "POST", "/api/bots/tokens", hani, json={"name": "Robin"}))
        await call(house, "POST", "/api/account/deletion", gone, json={})
    store = await Store.open(settings_in(tmp_path).database)
    times = iter(range(1, 1_000))
    notices = Notices(store.engine, lambda: next(times))
    people = [hani.id, gone.id, bot.id, "nobody"]
    for number in range(MOST + 5):
        notices.tell(people, "review", f"r{number}", "/me")
        await notices.close()
    found = await notices.of(people)
    assert [f"r{number}" for number in range(MOST + 4, 4, -1)] == [
        one.about for one in found.pop(hani.id)
    ]
    assert {gone.id: [], bot.id: [], "nobody": []} == found
    async with store.engine.connect() as connection:
        rows = (await connection.exec_driver_sql("SELECT count(*) FROM notices")).scalar()
    assert MOST == rows
    await store.close()


async def test_the_same_told_at_once_by_two_processes_is_one_notice(tmp_path: Path) -> None:
    with serving(tmp_path) as house:
        people = [await guest(house, f"P{number}") for number in range(5)]
    stores = [await Store.open(settings_in(tmp_path).database) for _ in range(2)]
    stirred: list[set[str]] = []
    both = [Notices(store.engine, lambda: 7) for store in stores]
    for one in both:
        one.stir = lambda found: stirred.append(set(found))
        one.tell([one.id for one in people], "round", "t1", "/t/t1", name="Friday", round=1)
    for one in both:
        await one.close()
    found = await both[0].of([one.id for one in people])
    assert [1] * 5 == [len(notices) for notices in found.values()]
    assert [{one.id for one in people}] * 2 == stirred
    for store in stores:
        await store.close()


async def test_a_stranger_and_a_table_hear_no_notices(house: House) -> None:
    hani, salma = await following(house)
    table = await open_table(house, salma)
    async with (
        hearing(house) as stranger,
        sitting(house, table, salma) as reader,
        hearing(house, salma) as told,
    ):
        await open_table(house, hani, policy=PUBLIC)
        await told.notice("opened")
        await stranger.settle()
        await reader.do("sync")
        assert {"lobby", "pong"} == stranger.told.keys()
        assert {"welcome", "ack"} >= {one["t"] for one in reader.messages} - {"presence"}


async def test_the_list_of_tables_is_told_to_whoever_wants_it(house: House) -> None:
    hani = await guest(house)
    async with hearing(house, hani) as reader:
        await reader.socket.send('{"t":"look","tables":false}')
        await reader.settle()
        before = sum('"t":"lobby"' in text for text in reader.frames)
        table = await open_table(house, await guest(house), policy=PUBLIC)
        await sees_nothing_before(house, reader, hani, await guest(house, "Umar"))
        assert before == sum('"t":"lobby"' in text for text in reader.frames)
        await reader.socket.send('{"t":"look","tables":true}')
        await reader.until(lambda: table in {row["id"] for row in reader.told["lobby"]["tables"]})
