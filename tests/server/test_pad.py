"""The score pad over HTTP: worked out by the library, and by its tables without a network."""

import random
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from basra.notation import SEATS
from basra.pad import Pad
from basra.server.answers import PadAsked, PadDeal, PadTables
from basra.server.pads import told_pad, told_tables
from basra.variants import VARIANTS

from .sitting import House

HOUSES = [
    *VARIANTS,
    "egyptian;seats=3",
    "cypriot;seats=4;sides=4;tie_break=extend;extension=20;target=30",
    "cypriot;tie_break=draw;target=20",
    "egyptian;rubber=3;target=40",
    "lebanese_a;seats=3;rubber=5;target=20;tie_break=draw",
]


@pytest.fixture(scope="module")
def calls(house: House) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=house.http) as client:
        yield client


def letters(numbers: list[int]) -> str:
    most = max(numbers)
    return "".join(SEATS[side] for side, number in enumerate(numbers) if number == most)


class Lookup:
    """What the page does: additions, and answers from the tables."""

    def __init__(self, tables: PadTables) -> None:
        self.tables = tables
        self.worth = {kind.name: kind.points for kind in tables.kinds}
        self.totals = [0] * tables.sides
        self.wins = [0] * tables.sides
        self.carried, self.target = 0, tables.target
        self.winner: int | None = None
        self.over = self.fresh = False

    def add(self, deal: PadDeal) -> None:
        if self.fresh:
            self.totals = [0] * self.tables.sides
            self.carried, self.target = 0, self.tables.target
        leaders = "".join(SEATS[side] for side in sorted(deal.leaders or ()))
        share = self.tables.majority[str(self.carried)][leaders]
        for side, made in enumerate(deal.basras):
            basras = sum(self.worth[kind] * number for kind, number in made.items())
            self.totals[side] += deal.points[side] + basras + share.awards[side]
        ends = self.tables.ends[str(self.target)][letters(self.totals)]
        end = [one for one in ends if one.least <= max(self.totals)][-1]
        assert max(self.totals) <= self.tables.limit
        self.carried, self.target = share.carry, end.target
        step = self.tables.steps["-".join(map(str, self.wins))].get(str(end.outcome))
        self.fresh = step is not None
        if step is not None:
            self.wins, self.winner, self.over = step.wins, step.winner, step.over


def some_deal(tables: PadTables, dice: random.Random) -> PadDeal:
    points = [0] * tables.sides
    for _ in range(tables.points):
        points[dice.randrange(tables.sides)] += 1
    leaders = sorted(dice.sample(range(tables.sides), dice.choice([1, 1, tables.sides])))
    basras = [{dice.choice(tables.kinds).name: dice.randrange(2)} for _ in points]
    if dice.random() < 0.3:
        points, basras = [4] * min(tables.sides, 3) + [0] * (tables.sides - 3), [{}] * tables.sides
    return PadDeal(points=points, leaders=leaders, basras=basras)


@pytest.mark.parametrize("rules", HOUSES)
def test_the_tables_say_what_the_library_says(rules: str) -> None:
    tables, dice = told_tables(rules), random.Random(7)
    for _ in range(20):
        lookup, pad = Lookup(tables), Pad.of(rules)
        deals: list[PadDeal] = []
        while not pad.standing.is_over and len(deals) < 12:
            deals.append(some_deal(tables, dice))
            lookup.add(deals[-1])
            pad = Pad.of(rules)
            for line in told_pad_lines(rules, deals):
                pad = pad.add(line)
            standing = pad.standing
            assert (list(standing.totals), standing.target, list(standing.wins)) == (
                lookup.totals,
                lookup.target,
                lookup.wins,
            )
            assert (standing.is_over, standing.winner) == (lookup.over, lookup.winner)
            assert pad.carried == (0 if lookup.fresh else lookup.carried)


def told_pad_lines(rules: str, deals: list[PadDeal]) -> list[str]:
    text = told_pad(PadAsked(rules=rules, deals=deals)).text
    return [line.removeprefix("deal ") for line in text.splitlines() if line.startswith("deal ")]


def test_a_pad_is_worked_out(calls: httpx.Client) -> None:
    deals = [
        {"points": [7, 6], "leaders": [0, 1], "basras": [{"basra": 2}, {}]},
        {"points": [4, 9], "cards": [20, 32], "basras": [{}, {"J": 1}]},
    ]
    told = calls.post("/api/pad", json={"rules": "egyptian", "deals": deals}).json()
    assert [[27, 6], [4, 89]] == [line["scores"] for line in told["lines"]]
    assert (30, 0) == (told["lines"][1]["carried"], told["carried"])
    assert "rules egyptian\ndeal 7-6 ab 2*basra/-\ndeal 4-9 20-32 -/J\n" == told["text"]


@pytest.mark.parametrize(
    ("body", "status", "key"),
    [
        ({"rules": "egiptian"}, 422, "error.variant.near"),
        ({"rules": "egyptian", "deals": [{"points": [9, 9], "basras": [{}, {}]}]}, 422, "points"),
        ({"rules": "egyptian", "deals": [{"points": [9], "basras": [{}, {}]}]}, 422, "entry"),
        ({"rules": "egyptian", "deals": [{"points": [], "basras": []}]}, 422, "entry"),
        ({"rules": "egyptian", "deals": [{"points": [7, 6], "basras": [{}, {}]}]}, 422, "side"),
        (
            {
                "rules": "egyptian",
                "deals": [{"points": [7, 6], "leaders": [0], "basras": [{"nothing": 1}, {}]}],
            },
            422,
            "kind",
        ),
        ({"rules": "egyptian", "deals": [{"points": [-1, 6], "basras": [{}, {}]}]}, 400, ""),
        ({"rules": "egyptian", "strange": 1}, 400, "message"),
    ],
)
def test_a_pad_that_makes_no_sense_is_refused(
    calls: httpx.Client, body: dict[str, Any], status: int, key: str
) -> None:
    answer = calls.post("/api/pad", json=body)
    assert status == answer.status_code
    assert answer.json()["key"].endswith(key)


def test_tables_are_kept_by_the_browser(calls: httpx.Client) -> None:
    first = calls.get("/api/pad/tables", params={"rules": "palestinian"})
    known = {"If-None-Match": first.headers["etag"]}
    again = calls.get("/api/pad/tables", params={"rules": "palestinian"}, headers=known)
    assert (200, 304) == (first.status_code, again.status_code)
