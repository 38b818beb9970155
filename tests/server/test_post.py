"""Letters come in order; what is lost is noticed, and noticed once."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

import msgspec
import pytest

from basra.server import broker as brokers
from basra.server.broker import BrokerError, Hear, Turned, Valkey, Within
from basra.server.letters import AnyLetter, Left, Told
from basra.server.post import Post


class Leaky:
    """A broker that can lose what it carries."""

    is_up = True
    is_shared = True

    def __init__(self, inner: Within) -> None:
        self.inner = inner
        self.loses = False
        self.fails = False

    async def send(self, topic: str, parcel: bytes) -> None:
        if self.fails:
            raise BrokerError("error.server.broker", reason="test")
        if not self.loses:
            await self.inner.send(topic, parcel)

    async def take(self, keys: Sequence[str], an_hour: float) -> bool:
        return await self.inner.take(keys, an_hour)

    async def listen(self, topics: Sequence[str], hear: Hear, turned: Turned) -> None:
        await self.inner.listen(topics, hear, turned)

    async def close(self) -> None:
        await self.inner.close()


class Ends:
    """Two processes, and what the second hears."""

    def __init__(self) -> None:
        self.letters: list[AnyLetter] = []
        self.severed: list[str | None] = []
        self.lost: list[str | None] = []
        inner = Within(is_shared=True)
        self.broker = Leaky(inner)
        self.here = Post("here", self.broker, lambda *_: None, self.lost.append)
        self.there = Post(
            "there", inner, lambda _, letter: self.letters.append(letter), self.severed.append
        )

    async def begin(self) -> None:
        await self.there.open(lambda _: None)

    async def say(self, *codes: int) -> None:
        for code in codes:
            self.here.send("there", Left(reader=1, code=code))
        await asyncio.sleep(0.01)

    async def close(self) -> None:
        await self.here.close()
        await self.there.close()


async def ends() -> Ends:
    found = Ends()
    await found.begin()
    return found


async def test_letters_come_in_order() -> None:
    both = await ends()
    await both.say(1, 2)
    await both.say(3)
    assert [1, 2, 3] == [one.code for one in both.letters if isinstance(one, Left)]
    assert [] == both.severed
    await both.close()


async def test_a_text_for_many_goes_once() -> None:
    both = await ends()
    text = "told"
    for reader in (1, 2, 3):
        both.here.tell("there", reader, text)
    await both.say(7)
    assert [Told(readers=[1, 2, 3], text=text), Left(reader=1, code=7)] == both.letters
    await both.close()


async def test_a_gap_is_noticed_before_the_next_letter_is_read() -> None:
    both = await ends()
    await both.say(1)
    both.broker.loses = True
    await both.say(2)
    both.broker.loses = False
    await both.say(3)
    assert ["here"] == both.severed
    await both.say(4)
    assert ["here"] == both.severed
    await both.close()


async def test_what_was_lost_before_all_began_anew_is_not_missed() -> None:
    both = await ends()
    await both.say(1)
    both.broker.loses = True
    await both.say(2)
    both.broker.loses = False
    both.here.renew()
    await both.say(3)
    assert [] == both.severed
    await both.close()


async def test_who_cannot_send_is_told() -> None:
    both = await ends()
    both.broker.fails = True
    await both.say(1)
    assert ["there"] == both.lost
    await both.close()


async def test_a_parcel_that_cannot_be_read_is_noticed_once_and_the_next_one_heard() -> None:
    both = await ends()
    await both.say(1)
    letter = {"t": "waved", "reader": 1}  # of a later version
    strange = {"sender": "here", "epoch": 1, "number": 2, "letters": [letter]}
    await both.broker.send("there", msgspec.msgpack.encode(strange))
    assert ["here"] == both.severed
    both.here._sent["there"] = (1, 2)  # noqa: SLF001 - as if it had sent that
    await both.say(3)
    assert [1, 3] == [one.code for one in both.letters if isinstance(one, Left)]
    assert ["here"] == both.severed
    await both.broker.send("there", b"nonsense")
    assert ["here", None] == both.severed
    await both.close()


async def test_a_letter_that_cannot_be_sent_silences_nobody() -> None:
    both = await ends()
    both.here.send("there", Told(readers=[1], text="\ud800"))
    await both.say(1)
    await both.say(2)
    assert (["there"], 2) == (both.lost, both.letters[-1].code)  # type: ignore[union-attr]
    await both.close()


async def test_whatever_befalls_who_listens_the_broker_is_heard_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(brokers, "_PAUSE", 0.0)
    turns: list[bool] = []
    faults = [ValueError("a letter"), ConnectionError("the line")]
    heard = asyncio.Event()

    async def hear(_: Valkey, __: Sequence[str], ___: Hear, turn: Turned) -> None:
        turn(True)  # noqa: FBT003 - all that it is told
        if faults:
            raise faults.pop()
        heard.set()
        await asyncio.get_running_loop().create_future()

    monkeypatch.setattr(Valkey, "_hear", hear)
    broker = Valkey("valkey://localhost:1/0")
    await broker.listen(("here",), lambda _: None, turns.append)
    async with asyncio.timeout(10):
        await heard.wait()
    assert ([True, False, True, False, True], True) == (turns, broker.is_up)
    await broker.close()


class Stubborn(Leaky):
    """A broker that loses a cancellation, as a client of Valkey may."""

    def __init__(self, inner: Within) -> None:
        super().__init__(inner)
        self.is_sending = asyncio.Event()

    async def send(self, topic: str, parcel: bytes) -> None:
        if not self.is_sending.is_set():
            self.is_sending.set()
            with suppress(asyncio.CancelledError):
                await asyncio.get_running_loop().create_future()
        await super().send(topic, parcel)


async def test_a_post_closes_though_its_broker_does_not_hear_that_it_shall_stop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("basra.server.tasks.PATIENCE", 0.1)
    broker = Stubborn(Within(is_shared=True))
    post = Post("here", broker, lambda *_: None, lambda _: None)
    post.send("there", Left(reader=1, code=1))
    async with asyncio.timeout(10):
        await broker.is_sending.wait()
        await post.close()
