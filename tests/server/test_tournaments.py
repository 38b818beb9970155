"""Tournaments: rounds open as tables by themselves, results come in, standings are live."""

import asyncio
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

from .conftest import serving
from .sitting import Guest, House, Sitting, call, client_of, guest, log_of, play_on, sitting

SHORT = "cypriot;target=1"
PAIRS = "cypriot;seats=4;sides=2;target=1"


async def made(house: House, host: Guest, **more: Any) -> str:  # noqa: ANN401 - any JSON
    body = {"name": "Friday", "rules": SHORT, "clock": None, **more}
    return str((await call(house, "POST", "/api/tournaments", host, json=body))["id"])


async def look(house: House, tournament: str) -> Any:  # noqa: ANN401
    return await call(house, "GET", f"/api/tournaments/{tournament}")


async def enter(house: House, tournament: str, who: Guest, join: str | None = None) -> Any:  # noqa: ANN401
    path = f"/api/tournaments/{tournament}/entrants"
    return await call(house, "POST", path, who, json={"join": join})


def are_over(players: list[Sitting]) -> bool:
    return all(one.over for one in players)


async def play_round(house: House, tournament: str, people: dict[str, Guest]) -> None:
    """Play all tables of the last round."""
    told = await look(house, tournament)
    members = {one["id"]: one["members"] for one in told["standings"]}
    async with AsyncExitStack() as stack:
        tables = []
        for meeting in told["rounds"][-1]:
            if meeting["second"] is None:
                continue
            persons = [*members[meeting["first"]], *members[meeting["second"]]]
            tables.append(
                [
                    await stack.enter_async_context(
                        sitting(house, meeting["table"], people[person])
                    )
                    for person in persons
                ]
            )
        for players in tables:
            await play_on(players, partial(are_over, players))


async def settled(house: House, tournament: str, rounds: int) -> Any:  # noqa: ANN401
    """Return a tournament when so many rounds have been paired, or it is over."""
    async with asyncio.timeout(10):
        while True:
            told = await look(house, tournament)
            if len(told["rounds"]) >= rounds or told["row"]["state"] == "over":
                return told
            await asyncio.sleep(0.05)


async def test_a_swiss_tournament_is_played_from_entry_to_export(tmp_path: Path) -> None:
    with serving(tmp_path) as house:
        people = [await guest(house, name) for name in ("Hani", "Salma", "Umar")]
        by_id = {one.id: one for one in people}
        name = await made(house, people[0], rounds=2, rated=True, duplicate=True)
        for one in people:
            await enter(house, name, one)
        await call(house, "POST", f"/api/tournaments/{name}/start", people[0])
        first = await settled(house, name, 1)
        assert ("running", 1, 2) == tuple(first["row"][key] for key in ("state", "round", "rounds"))
        await play_round(house, name, by_id)
        told = await settled(house, name, 2)
        assert 2 == len(told["rounds"])
        await play_round(house, name, by_id)
        over = await settled(house, name, 3)
        assert "over" == over["row"]["state"]
        assert 3.5 <= sum(one["points"] for one in over["standings"]) <= 4
        async with client_of(house) as client:
            text = (await client.get(f"/api/tournaments/{name}/results.csv")).text
        assert all(one.name in text for one in people)
        assert "seed" not in str(over)
        opened = log_of(house, over["rounds"][0][0]["table"])[0]
        assert opened["policy"]["rated"]


async def test_duplicate_deals_are_the_same_at_all_tables_and_no_salt_is(tmp_path: Path) -> None:
    with serving(tmp_path) as house:
        people = [await guest(house) for _ in range(4)]
        name = await made(house, people[0], kind="robin", duplicate=True)
        for one in people:
            await enter(house, name, one)
        await call(house, "POST", f"/api/tournaments/{name}/start", people[0])
        told = await settled(house, name, 1)
        logs = [log_of(house, meeting["table"]) for meeting in told["rounds"][0]]
        dealt = [next(event for event in log if event["k"] == "dealt") for log in logs]
        assert dealt[0]["pack"] == dealt[1]["pack"]
        assert dealt[0]["salt"] != dealt[1]["salt"]
        began = next(event for event in logs[0] if event["k"] == "began")
        assert began["seed"] not in {one["salt"] for one in dealt}


async def test_pairs_play_a_knock_out(tmp_path: Path) -> None:
    with serving(tmp_path) as house:
        people = [await guest(house, f"P{number}") for number in range(4)]
        name = await made(house, people[0], kind="knockout", pairs=True, rules=PAIRS)
        for at in (0, 1):
            told = await enter(house, name, people[at])
            entrant = next(
                one["id"] for one in told["standings"] if people[at].id in one["members"]
            )
            await enter(house, name, people[at + 2], entrant)
        await call(house, "POST", f"/api/tournaments/{name}/start", people[0])
        await settled(house, name, 1)
        await play_round(house, name, {one.id: one for one in people})
        over = await settled(house, name, 2)
        assert ("over", 1) == (over["row"]["state"], over["standings"][0]["place"])
        assert 2 == len(over["standings"][0]["names"])


async def test_what_the_rules_do_not_allow_is_refused(house: House) -> None:
    host, other = await guest(house), await guest(house)
    async with client_of(house, host) as client:
        wrong = {"name": "Friday", "rules": PAIRS}
        answer = await client.post("/api/tournaments", json=wrong)
        assert (422, "error.tournament.rules") == (answer.status_code, answer.json()["key"])
        answer = await client.get("/api/tournaments/nowhere")
        assert (422, "error.tournament.gone") == (answer.status_code, answer.json()["key"])
    name = await made(house, host)
    await enter(house, name, host)
    async with client_of(house, other) as client:
        path = f"/api/tournaments/{name}"
        answers = [
            await client.post(f"{path}/start"),
            await client.delete(f"{path}/entrants"),
            await client.post(f"{path}/entrants", json={"join": "nobody"}),
        ]
    assert ["error.tournament.host", "error.tournament.absent", "error.tournament.partner"] == [
        answer.json()["key"] for answer in answers
    ]
    rows = await call(house, "GET", "/api/tournaments")
    assert [("Friday", "gathering", 1)] == [
        (row["name"], row["state"], row["entrants"]) for row in rows if row["id"] == name
    ]


async def test_a_name_that_looks_like_a_formula_is_none_in_the_export(house: House) -> None:
    host = await guest(house, "=1+1")
    name = await made(house, host)
    await enter(house, name, host)
    async with client_of(house) as client:
        text = (await client.get(f"/api/tournaments/{name}/results.csv")).text
    assert "'=1+1" in text
