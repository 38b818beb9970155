"""Conduct: marks, reports, what moderators see and do, and gifts at tables of four alone."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from .conftest import serving
from .sitting import PATIENCE, House, call, client_of, guest, open_table, play_on, sitting
from .test_people import claimed

FOUR = "cypriot;seats=4;target=1"


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
    with serving(tmp_path, moderators=("Judge",)) as house:
        judge, _ = await claimed(house, "Judge")
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


async def test_gifts_of_four_alone_are_summed_over_matches(tmp_path: Path) -> None:
    with serving(tmp_path, moderators=("Judge",)) as house:
        judge, _ = await claimed(house, "Judge")
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
