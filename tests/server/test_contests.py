"""The deal of the day and duels: once each, the same for all, sealed until they are over."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

import basra
from basra.contest import rules_of
from basra.server.app import create
from housing import Chance

from .conftest import settings_in

DAY = 86_400_000
NOON = int(datetime(2026, 3, 1, 12, tzinfo=UTC).timestamp() * 1000)


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> int:
        return self.now


class Club:
    """A server in this process, with its clock."""

    def __init__(self, client: httpx.AsyncClient, clock: Clock) -> None:
        self.client = client
        self.clock = clock

    async def guest(self, name: str) -> str:
        told = await self.client.post("/api/guests", json={"name": name})
        return str(told.json()["token"])

    async def call(
        self, method: str, path: str, token: str | None = None, body: object = None
    ) -> httpx.Response:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        return await self.client.request(method, f"/api{path}", headers=headers, json=body)

    async def told(self, path: str, token: str | None = None) -> dict[str, Any]:
        found: dict[str, Any] = (await self.call("GET", path, token)).json()
        return found

    async def play_out(self, contest: str, token: str, pick: int = 0) -> dict[str, Any]:
        """Play a contest to its end, always the offer of that number."""
        answer = await self.call("POST", f"/contests/{contest}/attempt", token)
        while not (told := answer.json())["attempt"]["over"]:
            offers = told["attempt"]["board"]["offers"]
            offer = offers[pick % len(offers)]
            body = {
                "card": offer["card"],
                "take": offer["take"],
                "plays": told["attempt"]["plays"],
            }
            answer = await self.call("POST", f"/contests/{contest}/plays", token, body)
            assert 200 == answer.status_code, answer.text
        whole: dict[str, Any] = told
        return whole


@pytest.fixture
async def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Club]:
    async def quick(_: object) -> bool:
        return False

    # Whether the searching player is awake in time must not decide over a test.
    monkeypatch.setattr("basra.server.contests.playing.Contests._searches", quick)
    clock = Clock()
    app = create(settings_in(tmp_path), now=clock, entropy=Chance("contests"))
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://basra") as client:
            yield Club(client, clock)


async def test_the_deal_of_the_day_is_the_same_for_all(club: Club) -> None:
    first, second = await club.guest("Hani"), await club.guest("Salma")
    day = (await club.told("/daily"))["id"]
    assert ("2026-03-01", rules_of(datetime(2026, 3, 1, tzinfo=UTC).date())) == (
        day,
        (await club.told("/daily"))["rules"],
    )
    one, other = [await club.play_out(day, token) for token in (first, second)]
    assert one["attempt"]["margin"] == other["attempt"]["margin"]
    assert [1, 1] == [row["place"] for row in other["results"]]
    assert [False, True] == sorted(row["own"] for row in other["results"])


async def test_nobody_sees_results_before_having_played(club: Club) -> None:
    first, second = await club.guest("Hani"), await club.guest("Salma")
    await club.play_out("2026-03-01", first)
    for token in (None, second):
        told = await club.told("/daily", token)
        assert (None, 1) == (told["results"], told["finished"])


async def test_the_deal_of_the_day_is_played_once(club: Club) -> None:
    token = await club.guest("Hani")
    whole = await club.play_out("2026-03-01", token)
    await club.call("PATCH", "/me", token, {"name": "Somebody else"})
    again = (await club.call("POST", "/contests/2026-03-01/attempt", token)).json()
    assert whole["attempt"] == again["attempt"]
    offer = {"card": "7d", "take": [], "plays": 0}
    refused = await club.call("POST", "/contests/2026-03-01/plays", token, offer)
    assert (409, "error.contest.stale") == (refused.status_code, refused.json()["key"])


async def test_cards_are_revealed_when_the_day_is_over(club: Club) -> None:
    token = await club.guest("Hani")
    whole = await club.play_out("2026-03-01", token)
    early = await club.call("GET", "/contests/2026-03-01/record", token)
    assert (422, "error.contest.running") == (early.status_code, early.json()["key"])
    club.clock.now += DAY
    record = await club.call("GET", "/contests/2026-03-01/record", token)
    match = basra.loads_bgn(record.text)
    assert whole["attempt"]["scores"] == [list(match.deals[0].scores)]
    told = await club.told("/contests/2026-03-01")
    assert (True, 1) == (told["over"], len(told["results"]))


async def test_a_day_that_is_over_is_not_played_any_more(club: Club) -> None:
    token = await club.guest("Hani")
    begun = (await club.call("POST", "/contests/2026-03-01/attempt", token)).json()
    if (await club.told("/daily"))["id"] == "2026-03-01":
        club.clock.now += DAY
    offer = begun["attempt"]["board"]["offers"][0]
    body = {"card": offer["card"], "take": offer["take"], "plays": begun["attempt"]["plays"]}
    for path, sent in (("plays", body), ("attempt", None)):
        late = await club.call("POST", f"/contests/2026-03-01/{path}", token, sent)
        assert (422, "error.contest.over") == (late.status_code, late.json()["key"])


async def test_days_that_were_not_or_are_to_come_are_unknown(club: Club) -> None:
    for day in ("2026-02-28", "2026-03-02", "never", "x" * 99):
        assert 404 == (await club.call("GET", f"/contests/{day}")).status_code


async def test_tomorrow_is_another_deal(club: Club) -> None:
    token = await club.guest("Hani")
    today = await club.play_out("2026-03-01", token)
    club.clock.now += DAY
    tomorrow = await club.told("/daily", token)
    assert (None, "2026-03-02") == (tomorrow["attempt"], tomorrow["id"])
    assert today["rules"] != tomorrow["rules"]


async def test_a_person_sees_its_own_cards_alone(club: Club) -> None:
    token = await club.guest("Hani")
    told = (await club.call("POST", "/contests/2026-03-01/attempt", token)).json()
    board = told["attempt"]["board"]
    assert board["held"][0] == len(board["hand"])
    assert set(board) == {
        *("hand", "floor", "held", "piles", "scores", "stock", "turn", "offers", "recent"),
    }


async def test_of_two_plays_at_once_one_is_refused(club: Club) -> None:
    token = await club.guest("Hani")
    told = (await club.call("POST", "/contests/2026-03-01/attempt", token)).json()
    plays = [
        {"card": one["card"], "take": one["take"], "plays": told["attempt"]["plays"]}
        for one in told["attempt"]["board"]["offers"][:2]
    ]
    path = "/contests/2026-03-01/plays"
    answers = await asyncio.gather(*(club.call("POST", path, token, play) for play in plays))
    assert [200, 409] == sorted(answer.status_code for answer in answers)


async def test_what_is_not_legal_changes_nothing(club: Club) -> None:
    token = await club.guest("Hani")
    told = (await club.call("POST", "/contests/2026-03-01/attempt", token)).json()
    board, plays = told["attempt"]["board"], told["attempt"]["plays"]
    strange = next(card for card in ("2c", "3c", "4c", "5c", "6c") if card not in board["hand"])
    for card in (strange, "zz"):
        body = {"card": card, "take": [], "plays": plays}
        refused = await club.call("POST", "/contests/2026-03-01/plays", token, body)
        assert 422 == refused.status_code
    assert told["attempt"] == (await club.told("/daily", token))["attempt"]


async def test_a_duel_is_sealed_until_both_have_played(club: Club) -> None:
    first, second, third = [await club.guest(name) for name in ("Hani", "Salma", "Third")]
    wish = {"rules": "egyptian", "deals": 2}
    duel = (await club.call("POST", "/contests", first, wish)).json()["id"]
    one = await club.play_out(duel, first)
    assert (None, False, 2) == (one["results"], one["over"], len(one["attempt"]["scores"]))
    assert 422 == (await club.call("GET", f"/contests/{duel}/record", first)).status_code
    other = await club.play_out(duel, second, 1)
    assert other["over"]
    margins = {row["margin"] for row in other["results"]}
    assert {one["attempt"]["margin"], other["attempt"]["margin"]} == margins
    late = await club.call("POST", f"/contests/{duel}/attempt", third)
    assert 422 == late.status_code
    assert "egyptian" in (await club.call("GET", f"/contests/{duel}/record", first)).text


async def test_a_duel_has_room_for_two(club: Club) -> None:
    people = [await club.guest(name) for name in ("Hani", "Salma", "Third")]
    duel = (await club.call("POST", "/contests", people[0], {"rules": "yemeni"})).json()["id"]
    answers = [await club.call("POST", f"/contests/{duel}/attempt", one) for one in people]
    assert [200, 200, 422] == [answer.status_code for answer in answers]
    assert "error.contest.full" == answers[2].json()["key"]


async def test_a_duel_of_other_tables_is_refused(club: Club) -> None:
    token = await club.guest("Hani")
    for rules in ("egyptian;seats=4", "egiptian"):
        assert 422 == (await club.call("POST", "/contests", token, {"rules": rules})).status_code


async def test_a_lesson_is_for_one(club: Club) -> None:
    pupil, other = await club.guest("Hani"), await club.guest("Salma")
    wish = {"rules": "ethiopian", "deals": 1}
    lesson = (await club.call("POST", "/lessons", pupil, wish)).json()["id"]
    whole = await club.play_out(lesson, pupil)
    assert ("lesson", True) == (whole["kind"], whole["over"])
    assert 422 == (await club.call("POST", f"/contests/{lesson}/attempt", other)).status_code
