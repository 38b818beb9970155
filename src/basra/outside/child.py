"""A program that is spoken to in lines: it cannot make its reader wait for ever, and is reaped."""

import os
import signal
import subprocess
import sys
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import TIMEOUT_MAX, Thread
from time import monotonic
from typing import IO, Final

from basra.outside.lines import LONGEST, BotError, shown

FLOOD: Final = 10_000
"""Lines that a program may say before anybody has listened."""
GRACE: Final = 1.0
"""Seconds in which a program must end that was told to."""
_LAST_WORDS = 300
"""Characters of what it wrote for people that are kept for the reason of a failure."""
_SETTLE = 0.2
"""Seconds that what it wrote for people may come behind its end."""


class Child:
    """A program that was started, with a queue for each of its streams.

    Raises BotError if it cannot be started.
    """

    def __init__(self, words: Sequence[str]) -> None:
        """Start the program; it ends at the latest when this object is forgotten."""
        self.name = shown(" ".join(words))
        try:
            process = subprocess.Popen(  # noqa: S603 - the program that was asked for
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                # Its own children shall end with it.
                start_new_session=sys.platform != "win32",
            )
        except (OSError, ValueError) as reason:
            raise BotError("error.outside.start", name=self.name, reason=str(reason)) from None
        assert process.stdin and process.stdout and process.stderr  # noqa: S101, PT018 - piped
        self._process = process
        self._to_it: SimpleQueue[bytes | None] = SimpleQueue()
        self._from_it: SimpleQueue[bytes | None] = SimpleQueue()
        self._errors: deque[bytes] = deque(maxlen=20)
        # A thread for each stream, which closes it: none of them knows this object, so that it
        # can be forgotten.
        self._listener = _begin(_read_errors, process.stderr, self._errors)
        _begin(_read, process.stdout, self._from_it)
        _begin(_write, process.stdin, self._to_it)
        self._end = weakref.finalize(self, _stop, process, self._to_it, GRACE)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether it has not ended yet."""
        return self._process.poll() is None

    def tell(self, *lines: str) -> None:
        """Send lines; never waits."""
        self.send("".join(f"{line}\n" for line in lines).encode())

    def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        self._to_it.put(data)

    def hear(self, until: float, patience: float) -> str:
        """Return the next line that is not empty; ``until`` is a time of ``monotonic``.

        Raises BotError if it ended, is silent or said no text; ``patience`` is for the reason.
        """
        while True:
            try:
                wait = min(max(0.0, until - monotonic()), TIMEOUT_MAX)
                line = self._from_it.get(timeout=wait)
            except Empty:
                reason = "error.outside.silent"
                raise BotError(reason, name=self.name, seconds=f"{patience:g}") from None
            if line is None:
                raise self._ended()
            if len(line) >= LONGEST:
                raise BotError("error.outside.long", name=self.name, longest=LONGEST)
            if self._from_it.qsize() >= FLOOD:
                raise BotError("error.outside.flood", name=self.name, most=FLOOD)
            try:
                text = line.decode().strip()
            except UnicodeDecodeError:
                raise BotError("error.outside.text", name=self.name) from None
            if text:
                return text

    def _ended(self) -> BotError:
        """Return the reason of a program that said all it will ever say."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_SETTLE)
        self._listener.join(_SETTLE)
        facts = {"name": self.name, "status": self._process.poll()}
        said = self.last_words
        return BotError("error.outside.said" if said else "error.outside.ended", **facts, said=said)

    @property
    def last_words(self) -> str:
        """The end of what it wrote to its error stream."""
        text = b"".join(self._errors).decode("utf-8", "replace")
        return " ".join(text.split())[-_LAST_WORDS:]

    def wait(self, seconds: float) -> bool:
        """Tell whether it ends by itself within some seconds."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def hush(self) -> None:
        """Close what it reads from."""
        self._to_it.put(None)

    def close(self) -> None:
        """Tell it to quit and end it if it does not."""
        self._end()

    def kill(self) -> None:
        """End it at once."""
        if self._end.detach():
            _stop(self._process, self._to_it, 0.0)


def _begin(work: object, stream: IO[bytes], queue: object) -> Thread:
    assert callable(work)  # noqa: S101 - one of the three below
    thread = Thread(target=work, args=(stream, queue), daemon=True)
    thread.start()
    return thread


def _read(stream: IO[bytes], queue: "SimpleQueue[bytes | None]") -> None:
    """Pass lines on, up to one that is too long or too many of them."""
    with stream, suppress(OSError, ValueError):
        while line := stream.readline(LONGEST):
            queue.put(line)
            if len(line) >= LONGEST or queue.qsize() > FLOOD:
                break
    queue.put(None)


def _read_errors(stream: IO[bytes], kept: "deque[bytes]") -> None:
    with stream, suppress(OSError, ValueError):
        while some := stream.readline(_LAST_WORDS):
            kept.append(some)


def _write(stream: IO[bytes], queue: "SimpleQueue[bytes | None]") -> None:
    with suppress(OSError, ValueError):
        while (data := queue.get()) is not None:
            stream.write(data)
            stream.flush()
    with suppress(OSError):
        stream.close()


def _stop(
    process: "subprocess.Popen[bytes]", to_it: "SimpleQueue[bytes | None]", grace: float
) -> None:
    """End a program, its own children too, and take its status."""
    if grace:
        to_it.put(b"quit\n")
    to_it.put(None)
    if grace:
        with suppress(subprocess.TimeoutExpired):
            process.wait(grace)
    with suppress(OSError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
