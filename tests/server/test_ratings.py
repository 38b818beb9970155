"""Ratings: matches count once and by agreement; bots stand on the same scale."""

import asyncio
from pathlib import Path
from typing import Any

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
from .test_people import PASSWORD

SHORT = "cypriot;target=1"
SCALE = "cypriot:2:2"


async def person(
    house: House, one: Guest, matches: int = 1, *, rated: bool = False
) -> dict[str, Any]:
    """Return what is known of a person once so many matches are entered, and ``rated``."""
    async with asyncio.timeout(PATIENCE):
        while True:
            told: dict[str, Any] = await call(house, "GET", f"/api/people/{one.id}")
            if told["begun"] >= matches and (told["ratings"] or not rated):
                return told
            await asyncio.sleep(0.02)


async def ranks(house: House) -> dict[str, Any]:
    """Return the ratings of a leaderboard by name or level."""
    told = await call(house, "GET", f"/api/ranks?scale={SCALE}")
    return {line["level"] or line["name"]: line["rating"] for line in told["lines"]}


async def test_a_rated_match_counts_for_both_when_it_is_over(tmp_path: Path) -> None:
    with serving(tmp_path) as house:
        async with pair(house, SHORT, policy={"rated": True}) as (_, first, second):
            await play_on([first, second], lambda: first.over and second.over)
            ended = next(event for event in first.events if event.get("k") == "ended")
        for who in (first.who, second.who):
            assert who is not None
            told = await person(house, who, rated=True)
            assert (1, 1) == (told["begun"], told["stayed"])
            (rating,) = told["ratings"]
            assert (SCALE, 1, True) == (rating["scale"], rating["games"], rating["provisional"])
            assert rating["spread"] < 333
            assert f"{who.name} {who.id}" not in await ranks(house)  # guests are not listed
            claim = {"name": f"{who.name} {who.id}", "password": PASSWORD}
            await call(house, "POST", "/api/account", who, json=claim)
        found = await ranks(house)
        order = [name.split()[0] for name in found]
        winner = ended["winner"]
        assert (["Hani", "Salma"] if winner == 0 else ["Salma", "Hani"]) == order or winner is None


async def test_a_match_without_agreement_counts_for_reliability_alone(house: House) -> None:
    async with pair(house, SHORT) as (_, first, second):
        await play_on([first, second], lambda: first.over and second.over)
    assert first.who is not None
    told = await person(house, first.who)
    assert ([], 1) == (told["ratings"], told["begun"])


async def test_bots_are_rated_and_a_rated_match_has_no_help(tmp_path: Path) -> None:
    with serving(tmp_path) as house:
        hani = await guest(house)
        policy, bots = {"rated": True}, {"1": "greedy"}
        table = await open_table(house, hani, SHORT, sit=0, policy=policy, bots=bots)
        async with sitting(house, table, hani) as reader:
            await reader.do("ready")
            if not reader.offers:
                await reader.until(lambda _: bool(reader.offers))
            for kind in ("hint", "undo"):
                refused = await reader.do(kind)
                assert "error.table.rated" == refused["error"]["key"]
            await play_on([reader], lambda: reader.over)
        told = await person(house, hani, rated=True)
        assert 1 == told["ratings"][0]["games"]
        assert 1 == (await ranks(house))["greedy"]["games"]


async def test_open_hands_and_ratings_do_not_go_together(house: House) -> None:
    hani = await guest(house)
    body = {"rules": SHORT, "policy": {"rated": True, "open_hands": True}}
    async with client_of(house, hani) as client:
        answer = await client.post("/api/tables", json=body)
    assert (422, "error.table.rated_open") == (answer.status_code, answer.json()["key"])


async def test_nobody_is_told_about_who_is_not_there(house: House) -> None:
    async with client_of(house) as client:
        answer = await client.get("/api/people/nobody")
    assert (404, "error.people.nobody") == (answer.status_code, answer.json()["key"])
