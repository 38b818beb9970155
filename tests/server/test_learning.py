"""Drills and puzzles over HTTP: the rule is quoted, the first answer counts."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import httpx
import pytest

import basra
from basra.review.puzzles import puzzle_of
from basra.server.app import create
from basra.server.learning.puzzling import Puzzles
from housing import Chance

from .conftest import settings_in

if TYPE_CHECKING:
    from basra.server.thinking import Thinkers

NOON = int(datetime(2026, 3, 1, 12, tzinfo=UTC).timestamp() * 1000)
PUZZLE = "2026-03-01.egyptian"


class Direct:
    """Answers on the spot what a process would answer."""

    async def ask(self, question: Any, *facts: object) -> Any:  # noqa: ANN401
        return question(*facts)


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    app = create(settings_in(tmp_path), now=lambda: NOON, entropy=Chance("learning"))
    async with app.router.lifespan_context(app):
        engine = app.state.desk.store.engine
        app.state.puzzles = Puzzles(engine, cast("Thinkers", Direct()), lambda: NOON)
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://basra") as found:
            yield found


async def token(client: httpx.AsyncClient) -> dict[str, str]:
    told = (await client.post("/api/guests", json={"name": "Hani"})).json()
    return {"Authorization": f"Bearer {told['token']}"}


@pytest.mark.parametrize("rules", ["egyptian", "lebanese_a", "syrian_b;seats=4"])
async def test_drills_tell_answer_and_rule(client: httpx.AsyncClient, rules: str) -> None:
    for seed in range(4):
        asked = (await client.get("/api/drills", params={"rules": rules, "seed": seed})).json()
        assert 5 == len(asked)
        for one in asked:
            assert one["rule"]
            floor = "".join(one["floor"])
            answers = basra.captures(rules, floor=floor, card=one["card"])
            assert sorted(map(sorted, one["answers"])) == sorted(
                sorted(map(str, cards)) for cards in answers
            )


async def test_drills_are_the_same_for_a_seed_and_speak_the_language(
    client: httpx.AsyncClient,
) -> None:
    asked = {"rules": "egyptian", "seed": "7"}
    first, again = [(await client.get("/api/drills", params=asked)).json() for _ in range(2)]
    assert first == again
    arabic = (await client.get("/api/drills", params={**asked, "language": "ar"})).json()
    assert [one["card"] for one in first] == [one["card"] for one in arabic]
    assert first[0]["rule"] != arabic[0]["rule"]


async def test_wrong_rules_are_refused(client: httpx.AsyncClient) -> None:
    assert 422 == (await client.get("/api/drills", params={"rules": "egiptian"})).status_code
    assert 422 == (await client.get("/api/puzzles", params={"variant": "x"})).status_code


async def test_a_puzzle_keeps_its_solution_until_it_is_answered(client: httpx.AsyncClient) -> None:
    who = await token(client)
    told = (await client.get(f"/api/puzzles/{PUZZLE}", headers=who)).json()
    assert (None, 0, 0) == (told["answer"], told["tried"], told["solved"])
    best = puzzle_of("egyptian", date(2026, 3, 1), "quick").best
    wrong = next(one for one in told["offers"] if one["card"] != str(best.card))
    choice = {"card": wrong["card"], "take": wrong["take"]}
    path = f"/api/puzzles/{PUZZLE}/answer"
    answered = (await client.post(path, json=choice, headers=who)).json()
    assert (False, 1, 0) == (
        answered["answer"]["right"],
        answered["tried"],
        answered["solved"],
    )
    assert str(best.card) == answered["answer"]["best"]["card"]
    better = {
        "card": answered["answer"]["best"]["card"],
        "take": answered["answer"]["best"]["take"],
    }
    again = (await client.post(path, json=better, headers=who)).json()
    assert (False, 1, 0) == (again["answer"]["right"], again["tried"], again["solved"])
    other = await token(client)
    solved = (await client.post(path, json=better, headers=other)).json()
    assert (True, 2, 1) == (solved["answer"]["right"], solved["tried"], solved["solved"])
    rows = (await client.get("/api/puzzles", headers=who)).json()
    assert [(2, 1, False), (0, 0, None)] == [
        (row["tried"], row["solved"], row["own"]) for row in rows[:2]
    ]


@pytest.mark.parametrize(
    "name", ["2026-03-02.egyptian", "2026-01-01.egyptian", "x", "2026-03-01.x"]
)
async def test_other_puzzles_are_not_told(client: httpx.AsyncClient, name: str) -> None:
    assert 404 == (await client.get(f"/api/puzzles/{name}")).status_code


async def test_what_cannot_be_played_is_no_answer(client: httpx.AsyncClient) -> None:
    who = await token(client)
    told = (await client.get(f"/api/puzzles/{PUZZLE}", headers=who)).json()
    strange = next(card for card in ("2c", "3c", "4c", "5c", "6c") if card not in told["hand"])
    answer = await client.post(
        f"/api/puzzles/{PUZZLE}/answer", json={"card": strange, "take": []}, headers=who
    )
    assert (422, "error.puzzle.play") == (answer.status_code, answer.json()["key"])
