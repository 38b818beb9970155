"""Whereabouts: who follows sees who is here; no private table, and nobody who blocks or hides."""

from .hearing import Hearing, hearing
from .sitting import House, call, guest, open_table, pair, sitting
from .test_notices import follow, following


async def at(reader: Hearing, person: str, state: str | None, table: str | None = None) -> None:
    """Wait until a reader is told that somebody is there."""
    place = None if state is None else {"state": state, **({"table": table} if table else {})}
    await reader.until(lambda: reader.places.get(person) == place)


async def test_who_comes_and_goes_is_here_and_away(house: House) -> None:
    hani, salma = await following(house)
    async with hearing(house, salma) as reader:
        await at(reader, hani.id, None)
        async with hearing(house, hani) as followed:
            await at(reader, hani.id, "here")
            assert {} == followed.places  # following goes one way
        await at(reader, hani.id, None)


async def test_a_public_table_can_be_found_and_a_private_one_cannot(house: House) -> None:
    salma = await guest(house, "Salma")
    async with pair(house, "egyptian;target=21") as (private, hidden, _):
        assert hidden.who is not None
        await follow(house, salma, hidden.who)
        async with hearing(house, salma) as reader:
            await at(reader, hidden.who.id, "playing")
            assert not any(private in text for text in reader.frames)
    async with (
        hearing(house, salma) as reader,
        pair(house, "egyptian;target=21", policy={"public": True}) as (table, first, second),
    ):
        assert first.who is not None
        assert second.who is not None
        await follow(house, salma, first.who)
        await at(reader, first.who.id, "playing", table)
        await first.do("resign")
        await at(reader, first.who.id, "here")
        assert second.who.id not in reader.places


async def test_who_waits_at_a_public_table_can_be_joined(house: House) -> None:
    hani, salma = await following(house)
    table = await open_table(house, hani, sit=0, policy={"public": True})
    async with hearing(house, salma) as reader:
        async with sitting(house, table, hani):
            await at(reader, hani.id, "here", table)
        await at(reader, hani.id, None)


async def test_whoever_looks_on_at_a_table_is_here(house: House) -> None:
    hani, salma = await following(house)
    table = await open_table(house, await guest(house), policy={"public": True})
    async with hearing(house, salma) as reader, sitting(house, table, hani):
        await at(reader, hani.id, "here")


async def test_blocks_and_hiding_are_obeyed_at_once_and_undone(house: House) -> None:
    hani, salma = await following(house)
    async with hearing(house, salma) as reader, hearing(house, hani):
        await at(reader, hani.id, "here")
        for one, other in ((hani, salma), (salma, hani)):
            await follow(house, one, other, "block")
            await at(reader, hani.id, None)
            await call(house, "DELETE", f"/api/marks/block/{other.id}", one)
            await at(reader, hani.id, "here")
        await call(house, "PATCH", "/api/me/preferences", hani, json={"hidden": True})
        await at(reader, hani.id, None)
        await call(house, "PATCH", "/api/me/preferences", hani, json={"hidden": False})
        await at(reader, hani.id, "here")
        await call(house, "DELETE", f"/api/marks/follow/{hani.id}", salma)
        await at(reader, hani.id, None)


async def test_whoever_is_blocked_from_the_beginning_never_hears_anything(house: House) -> None:
    hani, salma = await following(house)
    await follow(house, hani, salma, "block")
    umar = await guest(house, "Umar")
    await follow(house, salma, umar)
    async with (
        hearing(house, salma) as reader,
        pair(house, "egyptian", policy={"public": True}),
        hearing(house, hani),
        hearing(house, umar),
    ):
        await at(reader, umar.id, "here")
        told = [text for text in reader.frames if '"t":"lobby"' not in text]
        assert not any(hani.id in text for text in told)


async def test_who_deletes_the_account_is_seen_no_longer(house: House) -> None:
    hani, salma = await following(house)
    async with hearing(house, salma) as reader, hearing(house, hani):
        await at(reader, hani.id, "here")
        await call(house, "POST", "/api/account/deletion", hani, json={})
        await at(reader, hani.id, None)
