"""Tournaments: rounds open as tables by themselves, results come in, standings are live."""

import asyncio
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec import json
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import create_async_engine
from websockets.exceptions import ConnectionClosed

from basra.club.tournament import Tournament
from basra.server.club_tables import TOURNAMENTS
from basra.server.migrations import migrate
from basra.server.schema import GONE

from .conftest import serving
from .sitting import (
    Guest,
    House,
    Sitting,
    call,
    client_of,
    guest,
    held_by,
    log_of,
    play_on,
    sitting,
)

SHORT = "cypriot;target=1"
PAIRS = "cypriot;seats=4;sides=2;target=1"
OLD = {
    "id": "t1",
    "name": "Friday",
    "host": "u1",
    "kind": "swiss",
    "rules": PAIRS,
    "size": 2,
    "rounds": 5,
    "rated": False,
    "clock": None,
    "duplicate": False,
    "minutes": 60,
    "created": 1,
    "state": "over",
    "entrants": [{"id": "e1", "members": ["u1", "u2"], "names": ["Hani", "Salma"]}],
    "played": [],
}
"""A tournament as it was kept when the names of entrants were."""


async def made(house: House, host: Guest, **more: Any) -> str:  # noqa: ANN401 - any JSON
    body = {"name": "Friday", "rules": SHORT, "clock": None, **more}
    return str((await call(house, "POST", "/api/tournaments", host, json=body))["id"])


async def look(house: House, tournament: str, who: Guest | None = None) -> Any:  # noqa: ANN401
    return await call(house, "GET", f"/api/tournaments/{tournament}", who)


async def enter(house: House, tournament: str, who: Guest, join: str | None = None) -> Any:  # noqa: ANN401
    path = f"/api/tournaments/{tournament}/entrants"
    return await call(house, "POST", path, who, json={"join": join})


def are_over(players: list[Sitting]) -> bool:
    return all(one.over for one in players)


async def begun_duplicate(house: House) -> tuple[str, dict[str, list[Guest]]]:
    """Return the name and the tables of a tournament of duplicate deals that begins."""
    people = [await guest(house, f"P{number}") for number in range(4)]
    name = await made(house, people[0], kind="robin", duplicate=True)
    for one in people:
        await enter(house, name, one)
    await call(house, "POST", f"/api/tournaments/{name}/start", people[0])
    await settled(house, name, 1)
    return name, await tables_of(house, name, {one.id: one for one in people})


async def play_round(house: House, tournament: str, people: dict[str, Guest]) -> None:
    """Play all tables of the last round."""
    for table, players in (await tables_of(house, tournament, people)).items():
        await play_at(house, table, players)


async def tables_of(
    house: House, tournament: str, people: dict[str, Guest]
) -> dict[str, list[Guest]]:
    """Return the tables of the last round with those who play there."""
    told = await look(house, tournament)
    members = {one["id"]: one["members"] for one in told["standings"]}
    found: dict[str, list[Guest]] = {}
    for at, meeting in enumerate(told["rounds"][-1]):
        if meeting["second"] is not None:
            persons = [*members[meeting["first"]], *members[meeting["second"]]]
            own = (await look(house, tournament, people[persons[0]]))["rounds"][-1][at]
            found[own["table"]] = [people[person] for person in persons]
    return found


async def play_at(house: House, table: str, players: list[Guest]) -> None:
    """Play the match of a table."""
    async with AsyncExitStack() as stack:
        readers = [
            await stack.enter_async_context(sitting(house, table, player)) for player in players
        ]
        await play_on(readers, partial(are_over, readers))


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
        _, tables = await begun_duplicate(house)
        logs = [log_of(house, table) for table in tables]
        dealt = [next(event for event in log if event["k"] == "dealt") for log in logs]
        assert dealt[0]["pack"] == dealt[1]["pack"]
        assert dealt[0]["salt"] != dealt[1]["salt"]
        began = next(event for event in logs[0] if event["k"] == "began")
        assert began["seed"] not in {one["salt"] for one in dealt}


async def test_the_tables_of_a_round_with_the_same_deals_are_sealed_until_it_is_over(
    tmp_path: Path,
) -> None:
    with serving(tmp_path) as house:
        name, tables = await begun_duplicate(house)
        (table, own), (other, others) = tables.items()
        assert [] == await call(house, "GET", "/api/tables")
        for stranger in (None, others[0]):
            told = await look(house, name, stranger)
            assert table not in {one["table"] for one in told["rounds"][0]}
            with pytest.raises(ConnectionClosed):
                async with sitting(house, table, stranger):
                    pass
        await play_at(house, table, own)
        paths = [
            f"/api/tables/{table}/record",
            f"/api/tables/{table}/matches/1/record",
            f"/api/tables/{table}/matches/1/stream",
        ]
        asked = {"table": table, "match": 1, "strength": "quick"}
        async with client_of(house, own[0]) as client:
            answers = [await client.get(path) for path in paths]
            answers.append(await client.post("/api/reviews", json=asked))
            assert {(422, "error.duplicate.sealed")} == {
                (answer.status_code, answer.json()["key"]) for answer in answers
            }
            await play_at(house, other, others)
            told = await settled(house, name, 2)
            assert {table, other} == {one["table"] for one in told["rounds"][0]}
            for path in paths:
                assert 200 == (await client.get(path)).status_code
        async with sitting(house, table, others[0]) as reader:
            assert None is reader.seat


async def test_tables_with_deals_of_their_own_are_public(tmp_path: Path) -> None:
    with serving(tmp_path) as house:
        people = [await guest(house) for _ in range(2)]
        name = await made(house, people[0])
        for one in people:
            await enter(house, name, one)
        await call(house, "POST", f"/api/tournaments/{name}/start", people[0])
        told = await settled(house, name, 1)
        (meeting,) = told["rounds"][0]
        (row,) = await call(house, "GET", "/api/tables")
        assert meeting["table"] == row["id"]
        async with sitting(house, meeting["table"]) as reader:
            assert None is reader.seat


async def test_who_has_left_the_house_plays_on_without_a_name(tmp_path: Path) -> None:
    with serving(tmp_path) as house:
        people = [await guest(house, name) for name in ("Hani", "Salma", "Umar")]
        name = await made(house, people[0], kind="robin")
        for one in people:
            await enter(house, name, one)
        assert [name] == (await call(house, "GET", "/api/account/export", people[2]))["tournaments"]
        await call(house, "POST", "/api/account/deletion", people[2], json={})
        await call(house, "POST", f"/api/tournaments/{name}/start", people[0])
        told = await settled(house, name, 1)
        assert {"Hani", "Salma", GONE} == {one["names"][0] for one in told["standings"]}
        async with client_of(house) as client:
            text = (await client.get(f"/api/tournaments/{name}/results.csv")).text
        logs = [log_of(house, one["table"]) for one in told["rounds"][0] if one["table"]]
        assert "Umar" not in f"{text} {logs}"
    assert b"Umar" not in held_by(house)


async def test_names_of_entrants_that_were_kept_at_an_earlier_step_are_gone(
    tmp_path: Path,
) -> None:
    engine = create_async_engine(f"sqlite+aiosqlite:///{tmp_path / 'old.db'}")
    kept = json.encode(OLD).decode()
    async with engine.begin() as connection:
        await connection.run_sync(migrate, "0011")
        row = {"id": "t1", "version": 3, "created": 1, "state": "over", "data": kept}
        await connection.execute(insert(TOURNAMENTS), [row])
        await connection.run_sync(migrate)
        data = (await connection.execute(select(TOURNAMENTS.c.data))).scalar_one()
    await engine.dispose()
    assert "Hani" not in data
    assert ["u1", "u2"] == json.decode(data, type=Tournament).entrants[0].members


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
