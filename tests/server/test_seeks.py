"""Quick pairing: two that wait for one game find each other at a table that has begun."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from basra.club.seeking import Seek
from basra.server.answers import Guest as Known
from basra.server.seeks.waiting import WaitingRoom
from basra.server.store import Store, StoreError

from .conftest import serving
from .sitting import Guest, House, call, client_of, guest, log_of, sitting

SHORT = "cypriot;target=1"


async def come(house: House, who: Guest, **more: Any) -> Any:  # noqa: ANN401 - any JSON
    return await call(house, "POST", "/api/seeks", who, json={"rules": SHORT, **more})


async def look(house: House, who: Guest, seek: str) -> Any:  # noqa: ANN401
    return await call(house, "GET", f"/api/seeks/{seek}", who)


async def test_two_that_wait_are_paired_and_their_match_begins(tmp_path: Path) -> None:
    with serving(tmp_path) as house:
        hani, salma = await guest(house, "Hani"), await guest(house, "Salma")
        first = await come(house, hani, rated=True, clock=30)
        assert (None, False) == (first["table"], first["bots"])
        (row,) = await call(house, "GET", "/api/seeks")
        assert ("Hani", "cypriot", True) == (row["name"], row["variant"], row["rated"])
        second = await come(house, salma, rated=True, clock=30)
        table = second["table"]
        assert table == (await look(house, hani, first["id"]))["table"]
        assert [] == await call(house, "GET", "/api/seeks")
        async with sitting(house, table, hani) as one, sitting(house, table, salma) as other:
            assert {0, 1} == {one.seat, other.seat}
            assert one.offers or other.offers
        opened, *_ = log_of(house, table)
        assert (True, 30) == (opened["policy"]["rated"], opened["policy"]["clock"])


async def test_who_has_left_or_blocks_the_other_is_not_paired(tmp_path: Path) -> None:
    with serving(tmp_path) as house:
        hani, salma, umar = [await guest(house, name) for name in ("Hani", "Salma", "Umar")]
        seek = (await come(house, hani))["id"]
        await call(house, "DELETE", f"/api/seeks/{seek}", hani)
        assert None is (await come(house, salma))["table"]
        await call(house, "PUT", f"/api/marks/block/{umar.id}", salma)
        assert None is (await come(house, umar))["table"]
        assert (await come(house, hani))["table"] is not None


async def test_who_leaves_at_the_last_moment_leaves_no_table_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path) as house:
        hani, salma = await guest(house, "Hani"), await guest(house, "Salma")
        seek = (await come(house, hani))["id"]
        waiting = WaitingRoom.waiting

        async def waited(room: WaitingRoom) -> list[Seek]:
            found = await waiting(room)
            await room.leave(Known(id=hani.id, name=hani.name), seek)
            return found

        created: list[object] = []

        async def create(*given: object) -> None:
            created.append(given)

        monkeypatch.setattr(WaitingRoom, "waiting", waited)
        monkeypatch.setattr(Store, "create", create)
        assert None is (await come(house, salma))["table"]
        assert [] == created


async def test_a_table_that_cannot_be_kept_lets_those_who_wait_wait_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise StoreError("error.server.store", reason="test")

    with serving(tmp_path) as house:
        hani, salma = await guest(house, "Hani"), await guest(house, "Salma")
        seek = (await come(house, hani))["id"]
        with monkeypatch.context() as broken:
            broken.setattr(Store, "create", fail)
            with pytest.raises(AssertionError, match=r"error\.server\.store"):
                await come(house, salma)
        waiting = await call(house, "GET", "/api/seeks")
        assert [hani.id, salma.id] == [one["person"] for one in waiting]
        table = (await look(house, hani, seek))["table"]
        async with sitting(house, table, hani) as one:
            assert one.seat is not None


async def test_a_table_is_told_of_once_it_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path) as house:
        hani, salma = await guest(house, "Hani"), await guest(house, "Salma")
        seek = (await come(house, hani))["id"]
        begun, may_go_on = threading.Event(), threading.Event()
        create = Store.create

        async def created(*given: Any) -> None:  # noqa: ANN401 - what is passed on
            begun.set()
            await asyncio.to_thread(may_go_on.wait)
            await create(*given)

        monkeypatch.setattr(Store, "create", created)
        coming = asyncio.create_task(come(house, salma))
        await asyncio.to_thread(begun.wait)
        looking = asyncio.create_task(look(house, hani, seek))
        done, _ = await asyncio.wait({looking}, timeout=0.2)
        may_go_on.set()
        assert set() == done
        assert (await coming)["table"] == (await looking)["table"]


async def test_bots_are_taken_instead_and_labelled(tmp_path: Path) -> None:
    with serving(tmp_path) as house:
        hani = await guest(house)
        seek = (await come(house, hani))["id"]
        table = (await call(house, "POST", f"/api/seeks/{seek}/bots", hani))["table"]
        levels = [
            event["who"].get("level") for event in log_of(house, table) if event["k"] == "seated"
        ]
        assert {None, "careful"} == set(levels)
        assert "began" in [event["k"] for event in log_of(house, table)]
        again = (await call(house, "POST", f"/api/seeks/{seek}/bots", hani))["table"]
        assert table == again


async def test_a_seek_of_somebody_else_or_nonsense_is_refused(house: House) -> None:
    hani, salma = await guest(house), await guest(house)
    seek = (await come(house, hani, clock=37))["id"]
    async with client_of(house, salma) as client:
        answer = await client.get(f"/api/seeks/{seek}")
        assert (422, "error.seek.gone") == (answer.status_code, answer.json()["key"])
        for wish in ({"rules": "nonsense"}, {"rules": SHORT, "clock": 1}, {}):
            assert (await client.post("/api/seeks", json=wish)).status_code in {400, 422}
    await call(house, "DELETE", f"/api/seeks/{seek}", hani)
