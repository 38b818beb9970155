"""What was told to anybody survives the death of the server, and it leaves politely when told."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from basra.server.store import Store, StoreError

from . import engines
from .conftest import serving
from .sitting import House, Sitting, call, closing_code, in_turn, log_of, pair, play_on, sitting


@contextmanager
def process(folder: Path) -> Iterator[tuple[House, subprocess.Popen[str]]]:
    """Run the server as a command."""
    words = ["serve", "--port", "0", "--pace", "0"]
    if found := engines.chosen():
        words += ["--database", engines.database_at(found[0], folder), "--broker", found[1]]
    environment = {**os.environ, "BASRA_HOME": str(folder), "BASRA_LANGUAGE": "en"}
    with subprocess.Popen(
        [sys.executable, "-c", "from basra.cli import main; main()", *words],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    ) as running:
        assert running.stdout is not None
        line = running.stdout.readline()
        try:
            yield House(int(line.rstrip("/\n").rpartition(":")[2]), folder), running
        finally:
            running.kill()


async def test_nothing_is_lost_when_the_server_is_killed_in_mid_deal(tmp_path: Path) -> None:
    with process(tmp_path) as (house, running):  # SERVER-024
        async with pair(house, "egyptian;target=21") as (table, first, second):
            await play_on([first, second], lambda: first.version > 15)
            player = await in_turn(first, second)
            hand = sorted(offer["card"] for offer in player.offers)
            running.send_signal(signal.SIGKILL)
            running.wait(5)
            told = max(first.version, second.version)
    assert told <= log_of(house, table)[-1]["v"]
    with process(tmp_path) as (house, _):
        async with (
            sitting(house, table, first.who, since=first.version) as one,
            sitting(house, table, second.who) as two,
        ):
            again = await in_turn(one, two)
            assert player.who == again.who
            assert hand == sorted(offer["card"] for offer in again.offers)
            await play_on([one, two], lambda: one.over and two.over)


async def test_it_says_goodbye_and_exits_with_success_in_time(tmp_path: Path) -> None:
    with process(tmp_path) as (house, running):
        async with pair(house) as (_, first, second):
            await in_turn(first, second)
            began = time.monotonic()
            running.send_signal(signal.SIGTERM)
            assert 5 == (await first.until(lambda one: one["t"] == "leaving"))["seconds"]
            assert 0 == await asyncio.to_thread(running.wait, 5)
            assert time.monotonic() - began < 3


async def test_what_cannot_be_kept_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path) as house:
        async with pair(house) as (table, first, second):
            player = await in_turn(first, second)
            other = second if player is first else first
            kept, version = log_of(house, table), player.version

            async def fail(*_: object) -> None:
                raise StoreError("error.server.store", reason="full")

            with monkeypatch.context() as broken:
                broken.setattr(Store, "append", fail)
                offer = player.offers[0]
                await player.say("play", card=offer["card"], take=offer["take"], v=version)
                assert 1012 == await _closed(player)
                assert 1012 == await _closed(other)
            assert kept == log_of(house, table)
            async with sitting(house, table, player.who, since=version) as again:
                assert version == again.version
                assert "ack" == (await again.play())["t"]


async def test_a_table_is_read_from_the_log_after_nobody_was_there(tmp_path: Path) -> None:
    with serving(tmp_path, idle=0.0) as house:
        async with pair(house) as (table, first, second):
            await play_on([first, second], lambda: first.version > 12)
        version = log_of(house, table)[-1]["v"]
    with serving(tmp_path) as house:
        assert "playing" == (await call(house, "GET", f"/api/tables/{table}"))["phase"]
        async with sitting(house, table, first.who) as again:
            assert again.picture is not None
            assert version == again.picture["v"]


async def _closed(reader: Sitting) -> int | None:
    assert not any(event.get("k") == "played" for event in reader.events)
    code = await closing_code(reader.socket)
    assert not any('"played"' in text for text in reader.frames)
    return code
