"""Computer players at a table: they play, keep their pace, hint, and survive their processes."""

import asyncio
import multiprocessing
import os
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import basra
from basra.server.thinking import Thinkers

from .conftest import serving
from .sitting import House, guest, log_of, open_table, play_on, sitting

ENDED = 60.0
"""Seconds in which a process has ended: it is idle work, and the machine runs other tests."""


async def test_a_person_plays_a_match_against_bots(house: House) -> None:
    host = await guest(house)
    bots = {"1": "greedy", "2": "careful", "3": "random"}
    table = await open_table(house, host, "egyptian;seats=4;target=21", sit=0, bots=bots)
    async with sitting(house, table, host) as player:
        assert "ack" == (await player.do("ready"))["t"]
        await play_on([player], lambda: player.over)
    played = [event for event in log_of(house, table) if event["k"] == "played"]
    assert {"person", "bot"} == {event.get("by", "person") for event in played}
    assert all((event["seat"] != 0) == (event.get("by") == "bot") for event in played)


async def test_a_bot_takes_its_time(tmp_path: Path) -> None:
    with serving(tmp_path, pace=0.3) as house:
        host = await guest(house)
        table = await open_table(house, host, sit=0, bots={"1": "random"})
        async with sitting(house, table, host) as player:
            await player.do("ready")
            while not player.offers:
                await player.hear()
            await player.play()
            began = time.monotonic()
            while not player.offers:
                await player.hear()
            assert 0.25 < time.monotonic() - began < 2


async def test_bots_wait_while_nobody_is_there(house: House) -> None:  # SERVER-015
    host = await guest(house)
    more = {"bots": {"1": "greedy", "2": "greedy"}, "policy": {"absent": 1}}
    table = await open_table(house, host, "egyptian;seats=3", sit=0, **more)
    async with sitting(house, table, host) as player:
        await player.do("ready")
        while not player.offers:
            await player.hear()
    before = log_of(house, table)
    await asyncio.sleep(1.6)
    assert before == log_of(house, table)


async def test_a_hint_names_offers_best_first_and_changes_nothing(house: House) -> None:
    host = await guest(house)
    table = await open_table(house, host, sit=0, bots={"1": "greedy"})
    async with sitting(house, table, host) as player:
        await player.do("ready")
        while not player.offers:
            await player.hear()
        version = player.version
        assert "ack" == (await player.do("hint"))["t"]
        hinted = next(one for one in player.messages if one["t"] == "hinted")
        assert sorted(map(str, hinted["offers"])) == sorted(map(str, player.offers))
        assert hinted["points"] == sorted(hinted["points"], reverse=True)
        assert version == player.version


async def test_plays_taken_back_are_followed_by_a_fresh_picture(house: House) -> None:
    host = await guest(house)  # SERVER-029
    table = await open_table(house, host, sit=0, bots={"1": "greedy"})
    async with sitting(house, table, host) as player:
        await player.do("ready")
        while not player.offers:
            await player.hear()
        await player.do("sync")
        assert player.picture is not None
        before = player.picture["deal"]
        await player.play()
        while not player.offers:
            await player.hear()
        version = player.version
        assert "ack" == (await player.do("undo"))["t"]
        again = player.picture["deal"]
        for name in ("floor", "hand", "held", "piles", "scores", "turn", "stock"):
            assert before[name] == again[name], name
        assert len(player.offers) > 0
        async with sitting(house, table, host, since=version) as late:
            assert late.picture is not None


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    found = Thinkers(1)
    yield found
    found.close()


async def test_a_searching_player_is_stood_in_for_and_survives_its_process(
    thinkers: Thinkers,
) -> None:
    deal = basra.Deal("egyptian", seed=1, dealer=1)
    view = deal.view(deal.turn)
    legal = list(deal.legal_plays)
    others = multiprocessing.active_children()
    assert await thinkers.choose("sharp", view, "1") in legal
    (child,) = set(multiprocessing.active_children()) - set(others)
    assert child.pid is not None
    os.kill(child.pid, signal.SIGKILL)
    child.join(ENDED)
    assert await thinkers.choose("sharp", view, "1") in legal
    worths = await thinkers.weigh(view, "1")
    assert sorted(legal) == sorted(one.play for one in worths)


async def test_the_processes_end_with_the_server() -> None:
    others = multiprocessing.active_children()
    thinkers = Thinkers(1)
    view = basra.Deal("egyptian", seed=1, dealer=1).view(0)
    await thinkers.choose("sharp", view, "1")
    (child,) = set(multiprocessing.active_children()) - set(others)
    thinkers.close()
    child.join(ENDED)
    assert child.exitcode is not None
