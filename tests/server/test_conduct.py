"""Conduct: marks, reports, what moderators see and do, and gifts at tables of four alone."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from basra.server.people.marks import Marks

from .conftest import serving
from .sitting import (
    PATIENCE,
    Guest,
    House,
    call,
    client_of,
    guest,
    open_table,
    pair,
    play_on,
    sitting,
)
from .test_bot_api import bot_of, listening
from .test_people import claimed

FOUR = "cypriot;seats=4;target=1"


@asynccontextmanager
async def judged(folder: Path) -> AsyncIterator[tuple[House, Guest]]:
    """Run a server with a moderator."""
    moderators: list[str] = []
    with serving(folder, moderators=moderators) as house:
        judge, _ = await claimed(house, "Judge")
        moderators.append(judge.id)
        yield house, judge


async def reported(house: House, judge: Guest) -> tuple[Guest, Guest, Any]:
    """Return who reports, who is reported, and the report as the moderator reads it."""
    hani, rude = await guest(house, "Hani"), await guest(house, "Rude")
    wish = {"person": rude.id, "reason": "talk"}
    await call(house, "POST", "/api/reports", hani, json=wish)
    (report,) = await call(house, "GET", "/api/moderation/reports", judge)
    return hani, rude, report


async def test_marks_are_listed_and_taken_away(house: House) -> None:
    hani, salma = await guest(house, "Hani"), await guest(house, "Salma")
    for kind in ("block", "mute", "follow"):
        for _ in range(2):
            await call(house, "PUT", f"/api/marks/{kind}/{salma.id}", hani)
    told = await call(house, "GET", "/api/marks", hani)
    assert {(salma.id, "Salma", kind) for kind in ("block", "mute", "follow")} == {
        (one["id"], one["name"], one["kind"]) for one in told
    }
    await call(house, "DELETE", f"/api/marks/mute/{salma.id}", hani)
    assert 2 == len(await call(house, "GET", "/api/marks", hani))
    assert [] == await call(house, "GET", "/api/marks", salma)


async def test_nobody_marks_or_reports_oneself_or_nobody(house: House) -> None:
    hani = await guest(house)
    async with client_of(house, hani) as client:
        for other in (hani.id, "nobody"):
            assert 422 == (await client.put(f"/api/marks/block/{other}")).status_code
            wish = {"person": other, "reason": "talk"}
            assert 422 == (await client.post("/api/reports", json=wish)).status_code
        assert 422 == (await client.put(f"/api/marks/love/{hani.id}")).status_code


async def test_a_report_comes_to_moderators_alone_and_may_suspend(tmp_path: Path) -> None:
    async with judged(tmp_path) as (house, judge):
        hani, rude = await guest(house, "Hani"), await guest(house, "Rude")
        wish = {"person": rude.id, "reason": "talk", "text": "shouts"}
        await call(house, "POST", "/api/reports", hani, json=wish)
        async with client_of(house, hani) as client:
            for path in ("/api/moderation/reports", "/api/moderation/gifts"):
                assert 403 == (await client.get(path)).status_code
            answer = await client.post("/api/moderation/reports/any", json={"verdict": "nothing"})
            assert 403 == answer.status_code
        (report,) = await call(house, "GET", "/api/moderation/reports", judge)
        assert ("Hani", "Rude", "talk", "shouts", 0) == tuple(
            report[key] for key in ("reporter", "reported", "reason", "text", "others")
        )
        verdict = {"verdict": "suspend", "days": 2}
        path = f"/api/moderation/reports/{report['id']}"
        await call(house, "POST", path, judge, json=verdict)
        assert [] == await call(house, "GET", "/api/moderation/reports", judge)
        async with client_of(house, rude) as client:
            for path, body in (
                ("/api/tables", {"rules": "egyptian"}),
                ("/api/seeks", {"rules": "egyptian"}),
                ("/api/tournaments", {"name": "x", "rules": "egyptian"}),
            ):
                answer = await client.post(path, json=body)
                assert (422, "error.people.suspended") == (
                    answer.status_code,
                    answer.json()["key"],
                )
        async with client_of(house, judge) as client:
            again = await client.post(f"/api/moderation/reports/{report['id']}", json=verdict)
        assert (422, "error.report.gone") == (again.status_code, again.json()["key"])


async def test_who_takes_the_name_of_a_moderator_is_none(tmp_path: Path) -> None:
    async with judged(tmp_path) as (house, judge):
        await call(house, "PATCH", "/api/me", judge, json={"name": "Justice"})
        impostor, _ = await claimed(house, "Judge")
        for who, status in ((judge, 200), (impostor, 403)):
            async with client_of(house, who) as client:
                assert status == (await client.get("/api/moderation/reports")).status_code
                told = (await client.get("/api/account")).json()
                assert (status == 200) == told["moderator"]


async def test_a_moderator_whom_no_account_is_is_told_at_the_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(tmp_path, moderators=("Judge",)):
        pass
    assert "'Judge'" in caplog.text


async def test_a_report_stays_open_where_nobody_could_be_suspended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(*_: object) -> None:
        raise ConnectionError

    async with judged(tmp_path) as (house, judge):
        _, rude, report = await reported(house, judge)
        path = f"/api/moderation/reports/{report['id']}"
        verdict = {"verdict": "suspend", "days": 2}
        async with client_of(house, judge) as client:
            with monkeypatch.context() as patch:
                patch.setattr(Marks, "suspend", lost)
                assert 503 == (await client.post(path, json=verdict)).status_code
            assert [report] == (await client.get("/api/moderation/reports")).json()
            assert 200 == (await client.post(path, json=verdict)).status_code
        async with client_of(house, rude) as client:
            answer = await client.post("/api/tables", json={"rules": "egyptian"})
        assert "error.people.suspended" == answer.json()["key"]


async def test_who_is_suspended_waits_for_no_game_any_more(tmp_path: Path) -> None:
    async with judged(tmp_path) as (house, judge):
        rude, other = await guest(house, "Rude"), await guest(house, "Other")
        await call(house, "POST", "/api/seeks", rude, json={"rules": "egyptian"})
        await suspend(house, judge, rude)
        assert [] == await call(house, "GET", "/api/seeks")
        seek = await call(house, "POST", "/api/seeks", other, json={"rules": "egyptian"})
        assert seek["table"] is None


async def test_gifts_of_four_alone_are_summed_over_matches(tmp_path: Path) -> None:
    async with judged(tmp_path) as (house, judge):
        people = [await guest(house, f"P{number}") for number in range(4)]
        table = await open_table(house, people[0], FOUR, sit=0)
        async with AsyncExitStack() as stack:
            players = [
                await stack.enter_async_context(sitting(house, table, one)) for one in people
            ]
            for seat, player in enumerate(players):
                if seat:
                    await player.do("sit", seat=seat)
                await player.do("ready")
            for number in range(3):
                if number:
                    for player in players:
                        player.over = False
                        await player.do("rematch")
                await play_on(players, lambda: all(one.over for one in players))
        told: list[Any] = []
        async with asyncio.timeout(PATIENCE):
            while not told:
                told = await call(house, "GET", "/api/moderation/gifts", judge)
                await asyncio.sleep(0.05)
        assert {3} == {one["matches"] for one in told}
        assert sorted((one["excess"] for one in told), reverse=True) == [
            one["excess"] for one in told
        ]
        for one in told:
            assert one["giver"] != one["taker"]
            assert one["given"] <= one["trails"]


# --- who sits with whom -------------------------------------------------------------------------


@pytest.mark.parametrize("who", [0, 1], ids=["blocks", "is blocked"])
async def test_who_is_apart_does_not_sit_down_together_at_a_public_table(
    house: House, who: int
) -> None:
    people = [await guest(house, "Hani"), await guest(house, "Salma")]
    table = await open_table(house, people[0], FOUR, policy={"public": True}, sit=0)
    async with sitting(house, table, people[1]) as reader:
        await call(house, "PUT", f"/api/marks/block/{people[1 - who].id}", people[who])
        answer = await reader.do("sit", seat=1)
        assert {"key": "error.people.apart", "facts": {}} == answer["error"]
        assert "ack" == (await reader.do("phrase", phrase="phrase.hello"))["t"]
        await call(house, "DELETE", f"/api/marks/block/{people[1 - who].id}", people[who])
        assert "ack" == (await reader.do("sit", seat=1))["t"]


async def test_friends_sit_down_by_a_link_whomever_they_block(house: House) -> None:
    hani, salma = await guest(house, "Hani"), await guest(house, "Salma")
    await call(house, "PUT", f"/api/marks/block/{salma.id}", hani)
    table = await open_table(house, hani, sit=0)
    async with sitting(house, table, salma) as reader:
        assert "ack" == (await reader.do("sit", seat=1))["t"]


async def test_a_block_moves_nobody_who_sits_already(house: House) -> None:
    hani, salma = await guest(house, "Hani"), await guest(house, "Salma")
    table = await open_table(house, hani, FOUR, policy={"public": True}, sit=0)
    async with sitting(house, table, salma) as reader:
        await reader.do("sit", seat=1)
        await call(house, "PUT", f"/api/marks/block/{salma.id}", hani)
        assert "ack" == (await reader.do("sit", seat=2))["t"]
        assert "ack" == (await reader.do("ready"))["t"]


async def test_a_bot_does_not_sit_where_its_maker_may_not(house: House) -> None:
    hani, salma = await guest(house, "Hani"), await guest(house, "Salma")
    robin = await bot_of(house, salma)
    await call(house, "PUT", f"/api/marks/block/{salma.id}", hani)
    table = await open_table(house, hani, FOUR, policy={"public": True}, sit=0)
    async with listening(house, robin) as bot:
        answer = await bot.ask(table, "sit", seat=1)
        assert (409, "error.people.apart") == (answer.status_code, answer.json()["key"])
    own = await open_table(house, salma, FOUR, policy={"public": True}, sit=0)
    async with listening(house, robin) as bot, sitting(house, own, hani) as reader:
        assert 200 == (await bot.ask(own, "sit", seat=1)).status_code
        assert "error.people.apart" == (await reader.do("sit", seat=2))["error"]["key"]


async def suspend(house: House, judge: Guest, other: Guest) -> None:
    """Let a moderator suspend somebody."""
    report = {"person": other.id, "reason": "talk"}
    await call(house, "POST", "/api/reports", await guest(house), json=report)
    (found,) = await call(house, "GET", "/api/moderation/reports", judge)
    verdict = {"verdict": "suspend", "days": 1}
    await call(house, "POST", f"/api/moderation/reports/{found['id']}", judge, json=verdict)


async def test_who_is_suspended_ends_the_match_and_begins_no_other(tmp_path: Path) -> None:
    async with judged(tmp_path) as (house, judge):
        async with pair(house, "egyptian;target=1") as (_, first, second):
            assert first.who is not None
            await suspend(house, judge, first.who)
            await play_on([first, second], lambda: first.over and second.over)
            assert "error.people.suspended" == (await first.do("rematch"))["error"]["key"]
            assert "ack" == (await second.do("rematch"))["t"]
            assert "ack" == (await first.do("stand"))["t"]
            assert "error.people.suspended" == (await first.do("sit", seat=0))["error"]["key"]
        by_link = await open_table(house, await guest(house), sit=0)
        async with sitting(house, by_link, first.who) as reader:
            assert "error.people.suspended" == (await reader.do("sit", seat=1))["error"]["key"]


async def test_who_is_suspended_before_a_match_is_not_ready_and_may_leave(tmp_path: Path) -> None:
    async with judged(tmp_path) as (house, judge):
        rude = await guest(house, "Rude")
        robin = await bot_of(house, rude)
        table = await open_table(house, await guest(house), FOUR, sit=0)
        async with sitting(house, table, rude) as reader, listening(house, robin) as bot:
            await reader.do("sit", seat=1)
            await reader.do("ready")
            await suspend(house, judge, rude)
            answers = [await reader.do("ready", ready=ready) for ready in (False, True)]
            assert ["ack", "refused"] == [answer["t"] for answer in answers]
            assert "ack" == (await reader.do("stand"))["t"]
            answer = await bot.ask(table, "sit", seat=1)
            assert (409, "error.people.suspended") == (answer.status_code, answer.json()["key"])
