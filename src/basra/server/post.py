"""The post of a process: letters to other processes, in order; a gap in what comes is noticed."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from logging import getLogger
from typing import Final

import msgspec

from basra.server.broker import Broker, BrokerError
from basra.server.letters import AnyLetter, Parcel, Told
from basra.server.tasks import end

ALL: Final = "all"
_encode: Final = msgspec.msgpack.Encoder().encode
_read: Final = msgspec.msgpack.Decoder(Parcel)
_log = getLogger("basra.server")


class _Head(msgspec.Struct):
    """Who sent a parcel, and its number, whatever it holds."""

    sender: str
    epoch: int
    number: int


class Post:
    """Sends what has gathered for a process in one parcel, while the one before is under way."""

    def __init__(
        self,
        me: str,
        broker: Broker,
        heard: Callable[[str, AnyLetter], None],
        severed: Callable[[str | None], None],
    ) -> None:
        """``severed`` is told with whom nothing is sure any more; ``None`` is everybody."""
        self.me = me
        self._broker = broker
        self._heard = heard
        self._severed = severed
        self._out: dict[str, list[AnyLetter]] = {}
        self._epochs = count(1)
        self._sent: dict[str, tuple[int, int]] = {}
        self._received: dict[str, tuple[int, int]] = {}
        self._full = asyncio.Event()
        self._task = asyncio.create_task(self._carry(), name="basra-post")

    @property
    def is_up(self) -> bool:
        """Whether letters arrive."""
        return self._broker.is_up

    @property
    def is_shared(self) -> bool:
        """Whether there is anybody to write to."""
        return self._broker.is_shared

    async def open(self, turned: Callable[[bool], None]) -> None:
        """Receive letters from now on. Raises BrokerError."""
        await self._broker.listen((self.me, ALL), self._receive, turned)

    async def close(self) -> None:
        """Send what waits, and no more."""
        try:
            await end(self._task)
        finally:
            await self._send_all()
            await self._broker.close()

    def send(self, process: str, letter: AnyLetter) -> None:
        """Send a letter to a process, or to ``ALL`` of them, without waiting for it."""
        self._out.setdefault(process, []).append(letter)
        self._full.set()

    def tell(self, process: str, reader: int, text: str) -> None:
        """Send a message to a reader; the next one may share it."""
        waiting = self._out.setdefault(process, [])
        last = waiting[-1] if waiting else None
        if isinstance(last, Told) and last.text is text:
            last.readers.append(reader)
        else:
            waiting.append(Told(readers=[reader], text=text))
        self._full.set()

    def renew(self, process: str | None = None) -> None:
        """Number anew what goes to a process, or to all: what was lost is not missed."""
        for one in list(self._sent) if process is None else [process]:
            self._sent[one] = (next(self._epochs), 0)

    async def ping(self) -> None:
        """Let the broker be heard: silence is taken for the loss of it."""
        with suppress(BrokerError):
            await self._broker.send(self.me, b"")

    def forget(self, process: str) -> None:
        """Forget a process that is dead."""
        for known in (self._out, self._sent, self._received):
            known.pop(process, None)

    async def _carry(self) -> None:
        while True:
            await self._full.wait()
            self._full.clear()
            await self._send_all()

    async def _send_all(self) -> None:
        out, self._out = self._out, {}
        for process, letters in out.items():
            epoch, number = 0, 0
            if process != ALL:
                epoch, number = self._sent.get(process) or (next(self._epochs), 0)
                number += 1
                self._sent[process] = (epoch, number)
            parcel = Parcel(sender=self.me, epoch=epoch, number=number, letters=letters)
            try:
                await self._broker.send(process, _encode(parcel))
            except Exception as error:  # noqa: BLE001 - the next one is to be sent all the same
                unknown = None if isinstance(error, BrokerError) else error
                _log.warning("a parcel is lost: %s", error, exc_info=unknown)
                self._severed(None if process == ALL else process)

    def _receive(self, content: bytes) -> None:
        if not content:
            return
        try:
            parcel = _read.decode(content)
        except msgspec.MsgspecError as error:  # another version may write what this cannot read
            _log.warning("a parcel cannot be read: %s", error)
            self._severed(self._missed(content))
            return
        sender = parcel.sender
        if sender == self.me:
            return
        if parcel.number:
            epoch, number = self._received.get(sender, (0, 0))
            if parcel.number != (number + 1 if epoch == parcel.epoch else 1):
                self._severed(sender)
            self._received[sender] = (parcel.epoch, parcel.number)
        for letter in parcel.letters:
            self._heard(sender, letter)

    def _missed(self, content: bytes) -> str | None:
        """Return who sent a parcel that cannot be read; that it was missed is noticed once."""
        with suppress(msgspec.MsgspecError):
            head = msgspec.msgpack.decode(content, type=_Head)
            if head.number:
                self._received[head.sender] = (head.epoch, head.number)
            return head.sender
        return None
