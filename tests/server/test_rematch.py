"""A rematch over the network: seats move on, and all hear, keep and show it alike."""

import asyncio

import basra

from .sitting import (
    PATIENCE,
    Guest,
    House,
    Sitting,
    call,
    client_of,
    guest,
    log_of,
    open_table,
    pair,
    play_on,
    sitting,
)
from .test_bot_api import bot_of, listening
from .test_ratings import person

SHORT = "cypriot;target=1"


async def rematch(*players: Sitting) -> None:
    """Let all ask for a rematch and hear that it has begun."""
    for player in players:
        await player.do("rematch")
    for player in players:
        while not _has_begun(player):
            await player.hear()
        player.over = False


def _has_begun(player: Sitting) -> bool:
    return any(one.get("k") == "dealt" for one in player.events[-1:])


async def played_again(*players: Sitting) -> None:
    """Play a match to its end, begin another one and play that, too."""
    await play_on([*players], lambda: any(player.over for player in players))
    for player in players:
        while not player.over:
            await player.hear()
    await rematch(*players)
    await play_on([*players], lambda: any(player.over for player in players))


async def test_seats_move_and_both_matches_are_kept_with_who_sat_where(house: House) -> None:
    async with pair(house, SHORT) as (table, first, second):
        await played_again(first, second)
        assert (1, 0) == (first.seat, second.seat)
        records = []
        async with client_of(house) as client:
            for number in (1, 2):
                answer = await client.get(f"/api/tables/{table}/matches/{number}/record")
                records.append(basra.loads_bgn(answer.text).names)
        assert [("Hani", "Salma"), ("Salma", "Hani")] == records
        again = await call(house, "GET", f"/api/tables/{table}/matches/2/stream")
        assert {"k": "began", "match": 2, "shift": 1}.items() <= again["events"][0].items()
    dealers = [one["dealer"] for one in log_of(house, table) if one["k"] == "dealt"]
    assert dealers[0] == dealers[-1], "the seats were swapped, so the other person deals first"


async def test_whoever_comes_back_after_seats_moved_gets_the_whole_picture(house: House) -> None:
    async with pair(house, SHORT) as (table, first, second):
        before = first.version
        hands = [one["hands"] for one in second.events if one.get("k") == "dealt"]
        await first.do("resign")
        while not second.over:
            await second.hear()
        old = first.version
        await rematch(first, second)
        for since in (before, old):
            async with sitting(house, table, first.who, since=since) as again:
                assert again.picture is not None
                assert (1, []) == (again.seat, again.events)
                assert str(hands[0][1]) not in str(again.frames)
        async with sitting(house, table, first.who, since=first.version) as same:
            assert (None, 1, first.offers) == (same.picture, same.seat, same.offers)


async def test_one_who_looks_on_and_one_who_comes_anew_see_the_same_seats(house: House) -> None:
    async with pair(house, SHORT) as (table, first, second), sitting(house, table) as watcher:
        await first.do("resign")
        await rematch(first, second)
        began = await watcher.event("began")
        assert 1 == began["shift"]
        async with sitting(house, table) as anew:
            assert anew.picture is not None
            names = [who["name"] for who in anew.picture["occupants"]]
            assert (["Salma", "Hani"], None) == (names, anew.seat)


async def test_a_rated_rematch_counts_for_whoever_sat_there(house: House) -> None:
    async with pair(house, SHORT, policy={"rated": True}) as (_, first, second):
        await first.do("resign")
        await rematch(first, second)
        await first.do("resign")
        assert first.who is not None
        assert second.who is not None
        loser, winner = [await points(house, one) for one in (first.who, second.who)]
    assert loser < winner


async def points(house: House, one: Guest) -> int:
    """Return the rating of somebody once two matches count."""
    async with asyncio.timeout(PATIENCE):
        while True:
            told = await person(house, one, 2, rated=True)
            if told["ratings"][0]["games"] == 2:
                found: int = told["ratings"][0]["points"]
                return found


async def test_a_bot_from_outside_moves_along_and_gets_its_own_hand(house: House) -> None:
    host = await guest(house)
    bot, table = await bot_of(house, host), await open_table(house, host, SHORT, sit=0)
    async with sitting(house, table, host) as person, listening(house, bot) as robin:
        await robin.ask(table, "sit", seat=1)
        await robin.ask(table, "ready")
        await person.do("ready")
        await robin.event("dealt")
        await person.do("resign")
        await person.do("rematch")
        await robin.ask(table, "rematch")
        dealt = await robin.event("dealt")
        assert [4, 0] == [len(hand) for hand in dealt["hands"]]
        robin.heard.clear()
        await robin.ask(table, "sync")
        welcome = await robin.hear("welcome")
        assert (0, dealt["hands"][0]) == (welcome["seat"], welcome["picture"]["deal"]["hand"])
