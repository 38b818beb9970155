"""Who comes back finds what was missed, in order and once; what is sent twice is done once."""

import json

import pytest

from .sitting import House, Sitting, in_turn, pair, play_on, sitting


async def test_a_reader_can_come_back_at_every_version(house: House) -> None:  # SERVER-005, 006
    async with pair(house, "egyptian;target=21") as (table, first, second):
        await play_on([first, second], lambda: first.version > 40)
        heard = {event["v"]: event for event in first.events}
        newest = first.version
        for since in range(newest + 1):
            async with sitting(house, table, first.who, since=since) as again:
                while again.version < newest:
                    await again.hear()
                assert newest == again.version
                assert again.picture is None
                missed = [heard[v] for v in range(since + 1, newest + 1) if v in heard]
                assert missed == [event for event in again.events if event["v"] in heard]


async def test_a_reader_in_turn_finds_the_same_hand_and_the_same_offers(house: House) -> None:
    async with pair(house) as (table, first, second):  # SERVER-005, 045
        player = await in_turn(first, second)
        async with sitting(house, table, player.who) as again:
            assert player.offers == again.offers
            assert again.picture is not None
            hand = again.picture["deal"]["hand"]
            dealt = next(event for event in player.events if event.get("k") == "dealt")
            assert sorted(dealt["hands"][player.seat or 0]) == sorted(hand)


async def test_one_who_knows_too_much_or_too_little_gets_the_whole_picture(house: House) -> None:
    async with pair(house) as (table, first, _):
        async with sitting(house, table, first.who, since=10_000) as future:
            assert future.picture is not None
        async with sitting(house, table, first.who) as anew:
            assert anew.picture is not None


async def test_a_gap_is_mended_by_sync(house: House) -> None:  # SERVER-007
    async with pair(house) as (_, first, second):
        player = await in_turn(first, second)
        other = second if player is first else first
        await player.play()
        other.version -= 1
        with pytest.raises(AssertionError, match="a gap"):
            await other.event("played")
        assert "ack" == (await other.do("sync"))["t"]
        assert player.version == other.version
        assert len(other.offers) > 0


async def test_a_play_sent_twice_is_done_once_and_answered_alike(house: House) -> None:
    async with pair(house) as (table, first, second):  # SERVER-003, 004, 044
        player = await in_turn(first, second)
        offer = player.offers[0]
        play = {"card": offer["card"], "take": offer["take"], "v": player.version}
        command = await player.say("play", **play)
        await player.socket.send(_text(command, play))
        answers = [await player.answer(command) for _ in range(2)]
        assert answers[0] == answers[1]
        async with sitting(house, table, player.who) as again:  # the connection broke before
            await again.socket.send(_text(command, play))
            assert answers[0] == await again.answer(command)
        assert 1 == sum(event.get("k") == "played" for event in player.events)


async def test_a_double_click_plays_one_card(house: House) -> None:  # SERVER-003
    async with pair(house) as (_, first, second):
        player = await in_turn(first, second)
        offer = player.offers[0]
        play = {"card": offer["card"], "take": offer["take"], "v": player.version}
        ids = [await player.say("play", **play) for _ in range(2)]
        assert ["ack", "refused"] == [(await player.answer(one))["t"] for one in ids]
        assert 1 == sum(event.get("k") == "played" for event in player.events)


async def test_a_stale_play_is_refused_after_what_was_missed(house: House) -> None:
    async with pair(house) as (table, first, second):  # SERVER-021
        player = await in_turn(first, second)
        before, offer = player.version, player.offers[0]
        async with sitting(house, table, player.who) as tab:
            await player.play()
            answer = await tab.do("play", card=offer["card"], take=offer["take"], v=before)
            assert ("refused", "error.table.stale") == (answer["t"], answer["error"]["key"])
            assert before < player.version == tab.version == answer["v"]


async def test_two_tabs_of_a_person_are_one_seat(house: House) -> None:  # SERVER-013, 022
    async with pair(house) as (table, first, second):
        player = await in_turn(first, second)
        async with sitting(house, table, player.who) as tab:
            assert player.seat == tab.seat
            await tab.play()
            await player.event("played")
            assert tab.version == player.version
            assert [] == player.offers
            assert 1 == _played(tab) == _played(player)


def _played(reader: Sitting) -> int:
    return sum(event.get("k") == "played" for event in reader.events)


def _text(command: str, play: dict[str, object]) -> str:
    return json.dumps({"t": "play", "id": command, **play})
