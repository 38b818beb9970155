"""Whose seat it is, is a matter of the session; a name or a number in a message changes nothing."""

import asyncio

from .sitting import House, guest, in_turn, open_table, pair, sitting


async def test_the_last_seat_goes_to_one_of_those_who_want_it(house: House) -> None:
    host = await guest(house, "Host")  # SERVER-035
    table = await open_table(house, host, "egyptian", sit=0)
    rivals = [await guest(house, f"Rival {number}") for number in range(6)]

    async def want(number: int) -> str:
        async with sitting(house, table, rivals[number]) as reader:
            return str((await reader.do("sit", seat=1))["t"])

    answers = await asyncio.gather(*map(want, range(6)))
    assert ["ack"] + ["refused"] * 5 == sorted(answers)


async def test_one_more_than_the_seats_looks_on(house: House) -> None:  # SERVER-010
    async with pair(house) as (table, _, __):
        third = await guest(house, "Third")
        async with sitting(house, table, third) as reader:
            assert (None, []) == (reader.seat, reader.offers)
            answer = await reader.do("sit", seat=0)
            assert "refused" == answer["t"]


async def test_the_same_session_has_its_old_seat(house: House) -> None:  # SERVER-011
    async with pair(house) as (table, _, second), sitting(house, table, second.who) as again:
        assert 1 == again.seat


async def test_the_same_name_takes_no_seat(house: House) -> None:  # SERVER-012, 040
    async with pair(house) as (table, first, second):
        assert first.who is not None
        other = await guest(house, first.who.name)
        async with sitting(house, table, other) as reader:
            assert reader.seat is None
            assert first.who.id != other.id
            offer = (await in_turn(first, second)).offers[0]
            answer = await reader.do("play", **_play(offer, reader.version))
            assert "refused" == answer["t"]


async def test_a_play_for_another_seat_is_refused(house: House) -> None:  # SERVER-017, 019
    async with pair(house) as (_, first, second):
        player = await in_turn(first, second)
        other = second if player is first else first
        offer = player.offers[0]
        answer = await other.do("play", **_play(offer, other.version))
        assert ("refused", "error.table.turn") == (answer["t"], answer["error"]["key"])
        forged = await other.do("play", **_play(offer, other.version), seat=player.seat)
        assert ("refused", "error.server.message") == (forged["t"], forged["error"]["key"])
        assert "ack" == (await player.play())["t"]


async def test_one_without_a_token_may_look_and_no_more(house: House) -> None:
    host = await guest(house)
    table = await open_table(house, host)
    async with sitting(house, table) as reader:
        answer = await reader.do("sit", seat=0)
        assert ("refused", "error.table.guest") == (answer["t"], answer["error"]["key"])


async def test_a_seat_taken_left_and_taken_again_is_one_seat(house: House) -> None:  # SERVER-046
    host = await guest(house)
    table = await open_table(house, host, sit=0)
    async with sitting(house, table, host) as reader:
        assert "ack" == (await reader.do("stand"))["t"]
        assert "ack" == (await reader.do("sit", seat=1))["t"]
        async with sitting(house, table) as looker:
            assert looker.picture is not None
            ids = [one and one["id"] for one in looker.picture["occupants"]]
            assert [None, host.id] == ids


async def test_presence_is_told_and_a_short_absence_is_not(house: House) -> None:  # SERVER-033
    async with pair(house) as (table, first, second):
        await first.do("sync")
        assert second.who is not None
        heard = len(first.messages)
        await second.socket.close()
        async with sitting(house, table, second.who):
            await asyncio.sleep(0.4)
            await first.do("sync")
            told = [one for one in first.messages[heard:] if one["t"] == "presence"]
            assert [] == told
        gone = await first.until(lambda one: one["t"] == "presence")
        assert [True, False] == gone["present"]


async def test_a_bot_plays_for_an_absent_person_who_gets_the_seat_back(house: House) -> None:
    async with pair(house, policy={"absent": 1}) as (table, first, second):  # SERVER-016, 036
        player = await in_turn(first, second)
        other = second if player is first else first
        await player.socket.close()
        assert player.seat == (await other.event("absent"))["seat"]
        played = await other.event("played")
        assert (player.seat, "bot") == (played["seat"], played["by"])
        async with sitting(house, table, player.who, since=player.version) as again:
            assert player.seat == again.seat
            await again.event("returned")
            assert "ack" == (await other.play())["t"]
            while not again.offers:
                await again.hear()
            assert "ack" == (await again.play())["t"]
            assert "person" == again.events[-1].get("by", "person")


def _play(offer: dict[str, object], version: int) -> dict[str, object]:
    return {"card": offer["card"], "take": offer["take"], "v": version}
