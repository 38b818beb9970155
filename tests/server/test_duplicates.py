"""Duplicate matches on the server: the same packs at two tables, sealed until both are over."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from .sitting import Guest, House, Sitting, call, client_of, guest, log_of, play_on, sitting
from .test_bot_api import bot_of, listening
from .test_ratings import person

SHORT = "cypriot;target=1"
PAIRS = "cypriot;seats=4;sides=2;target=1"


async def made(house: House, host: Guest, rules: str = SHORT) -> str:
    told = await call(house, "POST", "/api/duplicates", host, json={"rules": rules})
    name: str = told["id"]
    return name


async def take(house: House, name: str, who: Guest, table: int, seat: int) -> dict[str, Any]:
    body = {"table": table, "seat": seat}
    found: dict[str, Any] = await call(
        house, "PUT", f"/api/duplicates/{name}/place", who, json=body
    )
    return found


async def look(house: House, name: str, who: Guest | None = None) -> dict[str, Any]:
    found: dict[str, Any] = await call(house, "GET", f"/api/duplicates/{name}", who)
    return found


async def begun(
    house: House, rules: str = SHORT, seats: int = 2
) -> tuple[str, list[list[Guest]], list[str]]:
    """Return a duplicate match with all who play, by table, and its tables."""
    people = [[await guest(house, f"P{table}{seat}") for seat in range(seats)] for table in (0, 1)]
    name = await made(house, people[0][0], rules)
    for table, players in enumerate(people):
        for seat, one in enumerate(players):
            await take(house, name, one, table, seat)
    tables = [(await look(house, name, players[0]))["table"] for players in people]
    return name, people, tables


@asynccontextmanager
async def at_table(house: House, table: str, players: list[Guest]) -> AsyncIterator[list[Sitting]]:
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(sitting(house, table, player)) for player in players]


async def play_out(house: House, table: str, players: list[Guest], at: int = 0) -> None:
    async with at_table(house, table, players) as readers:
        await play_on(readers, lambda: all(one.over for one in readers), at)


@pytest.mark.parametrize(("rules", "seats"), [(SHORT, 2), (PAIRS, 4)])
async def test_both_tables_play_the_same_packs_and_the_difference_is_told(
    house: House, rules: str, seats: int
) -> None:
    name, people, tables = await begun(house, rules, seats)
    for at, (table, players) in enumerate(zip(tables, people, strict=True)):
        await play_out(house, table, players, at)
    logs = [log_of(house, table) for table in tables]
    dealt = [[one for one in log if one["k"] == "dealt"] for log in logs]
    for first, second in zip(*dealt, strict=False):
        assert (first["pack"], first["dealer"]) == (second["pack"], second["dealer"])
        assert first["salt"] != second["salt"]
    scores = [[one["scores"] for one in log if one["k"] == "scored"] for log in logs]
    told = await look(house, name)
    assert (True, tables) == (told["over"], told["tables"])
    expected = [
        (one[0] - one[1]) + (other[1] - other[0]) for one, other in zip(*scores, strict=False)
    ]
    assert expected == [board["difference"] for board in told["boards"]]
    assert sum(expected) == told["difference"]
    teams = [[place["team"] for place in places] for places in told["places"]]
    assert [[0, 1] * (seats // 2), [1, 0] * (seats // 2)] == teams


async def test_all_is_sealed_until_both_tables_are_over(house: House) -> None:
    name, people, tables = await begun(house)
    await play_out(house, tables[0], people[0])
    told = await look(house, name, people[0][0])
    assert (False, [], []) == (told["over"], told["tables"], told["boards"])
    paths = [
        f"/api/tables/{tables[0]}/record",
        f"/api/tables/{tables[0]}/matches/1/record",
        f"/api/tables/{tables[0]}/matches/1/stream",
    ]
    async with client_of(house, people[0][0]) as client:
        for path in paths:
            assert "error.duplicate.sealed" == (await client.get(path)).json()["key"]
        asked = {"table": tables[0], "match": 1, "strength": "quick"}
        answer = await client.post("/api/reviews", json=asked)
        assert "error.duplicate.sealed" == answer.json()["key"]
        await person(house, people[0][0])
        answer = await client.post("/api/me/statistics/reviews")
        assert "error.statistics.reviewed" == answer.json()["key"]
        await play_out(house, tables[1], people[1])
        for path in paths:
            assert 200 == (await client.get(path)).status_code


async def test_who_does_not_play_there_may_not_look_on(house: House) -> None:
    _, people, tables = await begun(house)
    for stranger in (None, await guest(house, "Spy"), people[1][0]):
        with pytest.raises(ConnectionClosed):
            async with sitting(house, tables[0], stranger):
                pass
    for table, players in zip(tables, people, strict=True):
        async with sitting(house, table, players[0]) as reader:
            assert 0 == reader.seat
        await play_out(house, table, players)
    async with sitting(house, tables[0], people[1][0]) as reader:
        assert None is reader.seat


async def test_a_bot_does_not_look_on_for_its_maker(house: House) -> None:
    _, people, tables = await begun(house)
    robin = await bot_of(house, people[1][0])
    async with listening(house, robin) as bot:
        for table in tables:
            answer = await bot.ask(table, "sync")
            assert (404, "error.server.table") == (answer.status_code, answer.json()["key"])
        for table, players in zip(tables, people, strict=True):
            await play_out(house, table, players)
        assert 200 == (await bot.ask(tables[0], "sync")).status_code


async def test_no_seed_is_told(house: House) -> None:
    name, people, tables = await begun(house)
    seed = next(one for one in log_of(house, tables[0]) if one["k"] == "began")["seed"]
    for who in (None, people[0][0]):
        assert seed not in str(await look(house, name, who))


async def test_a_place_is_given_up_before_the_match_and_not_after(house: House) -> None:
    hani = await guest(house, "Hani")
    name = await made(house, hani)
    assert (await take(house, name, hani, 1, 0))["places"][1][0]["own"]
    told = await call(house, "DELETE", f"/api/duplicates/{name}/place", hani)
    assert {None} == {place["name"] for places in told["places"] for place in places}
    begun_name, people, _ = await begun(house)
    async with client_of(house, people[0][0]) as client:
        answer = await client.delete(f"/api/duplicates/{begun_name}/place")
    assert (422, "error.duplicate.begun") == (answer.status_code, answer.json()["key"])


async def test_what_is_no_duplicate_match_is_refused(house: House) -> None:
    hani = await guest(house)
    async with client_of(house, hani) as client:
        assert 404 == (await client.get("/api/duplicates/nothing")).status_code
        wrong = await client.post("/api/duplicates", json={"rules": "egyptian;seats=3"})
    assert (422, "error.duplicate.sides") == (wrong.status_code, wrong.json()["key"])


async def test_a_person_is_called_by_the_name_of_today(house: House) -> None:
    hani = await guest(house, "Hani")
    name = await made(house, hani)
    await take(house, name, hani, 0, 0)
    await call(house, "PATCH", "/api/me", hani, json={"name": "Abu Hani"})
    assert "Abu Hani" == (await look(house, name))["places"][0][0]["name"]
