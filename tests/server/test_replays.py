"""Matches that are over have addresses; records from elsewhere get one, or are refused."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

import basra
from basra.server.replays.reels import reel_of_log, reel_of_record
from basra.server.replays.routes import LONGEST
from basra.table import Table
from basra.table.commands import Bot, Play, Ready, Undo
from basra.table.events import AnyEvent, Occupant, Played, Policy, Takenback

from .conftest import serving
from .sitting import House, Message, call, client_of, in_turn, log_of, pair, play_on

SHORT = "egyptian;target=1"


def played(rules: str = "egyptian", seed: int = 3, deals: int = 99, **tags: str) -> str:
    """Return the record of a match that was played at random."""
    match, chance = basra.Match(rules, seed=seed, names=["Hani", "Salma"]), random.Random(seed)
    while not match.is_over and len(match.deals) <= deals:
        match.deal.play(chance.choice(match.deal.legal_plays))
    return match.bgn(tags)


def shown(reel: Any) -> list[Message]:  # noqa: ANN401 - from a log or a record
    return [json.loads(bytes(event)) for event in reel.events]


async def send(house: House, text: str | bytes) -> Any:  # noqa: ANN401 - any JSON
    async with client_of(house) as client:
        return await client.post("/api/replays", content=text)


async def test_every_match_of_a_table_has_an_address_of_its_own(house: House) -> None:
    async with pair(house, SHORT) as (table, *players):
        await play_on(players, lambda: any(player.over for player in players))
        for player in players:
            await player.do("rematch")
        first = await call(house, "GET", f"/api/tables/{table}/matches/1/stream")
        async with client_of(house) as client:
            record = await client.get(f"/api/tables/{table}/matches/1/record")
            missing = await client.get(f"/api/tables/{table}/matches/9/stream")
            going = await client.get(f"/api/tables/{table}/matches/2/stream")
            nowhere = await client.get("/api/tables/nowhere/matches/1/stream")
    assert basra.loads_bgn(record.text).is_over
    assert ["Hani", "Salma"] == [who["name"] for who in first["first"]["occupants"]]
    kinds = [event.get("k") for event in first["events"]]
    assert ["began", "dealt"] == kinds[:2]
    assert ["scored", "ended"] == kinds[-2:]
    assert [404, 422, 404] == [one.status_code for one in (missing, going, nowhere)]
    assert "error.replay.match" == missing.json()["key"]
    assert "error.table.record" == going.json()["key"]


async def test_a_stream_holds_all_hands_and_nothing_that_people_said(house: House) -> None:
    async with pair(house, SHORT) as (table, *players):
        await (await in_turn(*players)).do("phrase", phrase="phrase.hello")
        await play_on(players, lambda: any(player.over for player in players))
        told = await call(house, "GET", f"/api/tables/{table}/matches/1/stream")
        said = next(event["v"] for event in log_of(house, table) if event["k"] == "phrased")
    events = told["events"]
    versions = [event["v"] for event in events]
    assert list(range(told["first"]["v"] + 1, versions[-1] + 1)) == versions
    assert {"v": said} == next(event for event in events if event["v"] == said)
    for event in events:
        if event.get("k") in {"dealt", "packet"}:
            assert event["held"] == [len(hand) for hand in event["hands"]]
        assert "cause" not in event


def test_what_was_taken_back_is_left_out() -> None:
    hani, log = Occupant(id="u1", name="Hani"), list[AnyEvent]()
    log += Table.open(SHORT, Policy(), hani, 0)
    table = Table.fold(log)
    table.arrive("u1", 0)

    def do(command: Any, seed: str = "0" * 32) -> None:  # noqa: ANN401 - any command
        events = table.decide(hani, command, 5, lambda: seed)
        table.apply(events)
        log.extend(events)

    if table.seat_of("u1") is None:
        from basra.table.commands import Sit  # noqa: PLC0415 - the host may sit already

        do(Sit(id="s", seat=0))
    do(Bot(id="b", seat=1, level="greedy"))
    do(Ready(id="r"))
    undone = False
    for at in range(1000):
        if table.phase != "playing":
            break
        turn = table.bot_turn
        if turn is not None:
            play = basra.Deal.at(table.state.deals[-1].position).legal_plays[0]
            events = table.decide_bot(turn.seat, play, turn.version, 5, lambda: "")
            table.apply(events)
            log.extend(events)
            continue
        offer = table.offers("u1")[0]
        do(Play(id=f"p{at}", card=offer.card, take=offer.take, v=table.version))
        if not undone and table.picture("u1", 5).can_undo:
            undone = True
            do(Undo(id="u"))
    assert "over" == table.phase
    assert any(isinstance(event, Takenback) for event in log)
    reel = reel_of_log(log, 1)
    assert reel is not None
    made = sum(event.get("k") == "played" for event in shown(reel))
    assert 48 == made < sum(isinstance(event, Played) for event in log)
    assert reel.record == table.record()


@pytest.mark.parametrize(
    "rules", ["egyptian", "coffeehouse;seats=4;sides=2", "palestinian;seats=3"]
)
def test_a_record_becomes_the_events_of_a_table(rules: str) -> None:
    match = basra.Match(rules, seed=5)
    while not match.is_over:
        match.deal.play(match.deal.legal_plays[0])
    events = shown(reel_of_record(match.bgn()))
    plays = [event for event in events if event.get("k") == "played"]
    assert sum(len(deal.history) for deal in match.deals) == len(plays)
    assert "ended" == events[-1]["k"]
    assert list(match.standing.totals) == events[-1]["standing"]["totals"]


def test_a_record_that_was_broken_off_ends_where_it_ends() -> None:
    match = basra.Match("egyptian", seed=5)
    match.deal.play(match.deal.legal_plays[0])
    assert ["began", "dealt", "played"] == [
        event["k"] for event in shown(reel_of_record(match.bgn()))
    ]


def test_levels_of_a_record_are_computer_players_again() -> None:
    first = reel_of_record(played(Levels="-/careful")).first
    assert [("Hani", None), ("", "careful")] == [
        (who.name, who.level) for who in first.occupants if who
    ]


async def test_the_same_file_has_the_same_address(house: House) -> None:
    text = played()
    first, second = (
        await send(house, text),
        await send(house, "\ufeff" + text.replace("\n", "\r\n")),
    )
    assert [201, 201] == [first.status_code, second.status_code]
    assert first.json() == second.json()
    name = first.json()["id"]
    told = await call(house, "GET", f"/api/replays/{name}")
    assert name == told["id"]
    async with client_of(house) as client:
        assert text == (await client.get(f"/api/replays/{name}/record")).text


async def test_a_record_outlives_the_server(tmp_path: Path) -> None:
    text = played()
    with serving(tmp_path) as house:
        name = (await send(house, text)).json()["id"]
    with serving(tmp_path) as house:
        assert name == (await call(house, "GET", f"/api/replays/{name}"))["id"]


async def test_what_is_wrong_with_a_record_is_told_with_its_line(house: House) -> None:
    lines = played().splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("1. "))
    lines[at] = lines[at].replace(lines[at].split()[1], "9z", 1)
    wrong = await send(house, "\n".join(lines))
    assert 422 == wrong.status_code
    assert at + 1 == wrong.json()["facts"]["line"]
    assert not wrong.json()["key"].startswith("error.line")


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (b"", 422),
        (b"\xff\xfe\x00", 422),
        (b'[Rules "nowhere"]', 422),
        (b"x" * (LONGEST + 1), 413),
        (("[" * 200_000).encode(), 422),
        (("dealer a\n" * 20_000).encode(), 422),
        (b'[Rules "egyptian"]\ndealer a\npack ' + b"Ac" * 52, 422),
    ],
    ids=["empty", "bytes", "rules", "long", "brackets", "dealers", "pack"],
)
async def test_hostile_records_are_refused(house: House, text: bytes, status: int) -> None:
    answer = await send(house, text)
    assert status == answer.status_code
    assert answer.json()["key"].startswith("error.")
    assert len(answer.content) < 2_000


async def test_an_unknown_replay_is_not_found(house: House) -> None:
    async with client_of(house) as client:
        answer = await client.get("/api/replays/no/record")
    assert 404 == answer.status_code


async def test_an_address_sends_only_so_many_records(tmp_path: Path) -> None:
    with serving(tmp_path, records=2) as house:
        found = [(await send(house, "x")).status_code for _ in range(3)]
    assert [422, 422, 429] == found
