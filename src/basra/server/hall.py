"""The hall: who is at this process, and what each is told of those they follow and of their own.

Nothing is asked again and again: whoever changes something stirs the persons concerned, and what
these are told is read for all of them at once, at most so often.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from functools import partial
from logging import getLogger
from typing import NamedTuple

from basra.club.notices import Notice
from basra.club.whereabouts import Place, moved
from basra.server import frames
from basra.server.jobs import Reader
from basra.server.messages import Notices, Whereabouts
from basra.server.tasks import end

_log = getLogger("basra.server")


class Own(NamedTuple):
    """What concerns a person."""

    notices: list[Notice]
    follows: frozenset[str]
    sees: frozenset[str]
    """Those of them who let the person see where they are."""


_NOTHING = Own([], frozenset(), frozenset())


class Hall:
    """The people who are at a process."""

    def __init__(
        self,
        places: Callable[[], dict[str, Place]],
        read: Callable[[Collection[str]], Awaitable[Mapping[str, Own]]],
        pause: float,
        grace: float,
    ) -> None:
        """``places`` returns where everybody is, ``read`` what concerns some persons."""
        self._read_places = places
        self._read = read
        self._pause = pause
        self._grace = grace
        self._sockets: Counter[str] = Counter()
        self._listeners: dict[str, dict[Reader, None]] = {}
        self._own: dict[str, Own] = {}
        self._followers: defaultdict[str, set[str]] = defaultdict(set)
        self._places: dict[str, Place] = {}
        self._stirred: set[str] = set()
        self._change = asyncio.Event()
        self._task = asyncio.create_task(self._run(), name="basra-hall")

    def here(self) -> Collection[str]:
        """Return who is here, also who went a moment ago and may come back."""
        return self._sockets.keys()

    def enter(self, reader: Reader) -> None:
        """Note that a socket is open."""
        if reader.person is not None:
            self._sockets[reader.person.id] += 1
            self._change.set()

    def leave(self, reader: Reader) -> None:
        """Note that a socket is closed."""
        if reader.person is not None:
            person = reader.person.id
            self._sockets[person] -= 1
            if not self._sockets[person]:
                loop = asyncio.get_running_loop()
                loop.call_later(self._grace, partial(self._forget, person))

    def _forget(self, person: str) -> None:
        if not self._sockets[person]:
            del self._sockets[person]
            self._change.set()

    def listen(self, reader: Reader) -> None:
        """Tell a reader what concerns its person, now and when it changes."""
        if reader.person is not None:
            self._listeners.setdefault(reader.person.id, {})[reader] = None
            self.stir([reader.person.id])

    def ignore(self, reader: Reader) -> None:
        """Tell it no longer."""
        person = "" if reader.person is None else reader.person.id
        readers = self._listeners.get(person, {})
        readers.pop(reader, None)
        if not readers:
            self._listeners.pop(person, None)
            self._note(person, _NOTHING)
            self._own.pop(person, None)

    def stir(self, people: Collection[str] | None) -> None:
        """Look again at what these, or all, and those who follow them are told."""
        self._stirred |= self._listeners.keys() if people is None else set(people)
        self._change.set()

    def change(self) -> None:
        """Note that people may be elsewhere."""
        self._change.set()

    async def close(self) -> None:
        """Tell nobody any more."""
        await end(self._task)

    async def _run(self) -> None:
        while True:
            await self._change.wait()
            self._change.clear()
            stirred, self._stirred = self._stirred, set()
            try:
                await self._tell(self._concerned(stirred))
            except Exception:  # noqa: BLE001 - the database may be lost; it may be back soon
                _log.exception("people in the hall wait for what they are told")
                self.stir(stirred)
            await asyncio.sleep(self._pause)

    def _concerned(self, stirred: Iterable[str]) -> set[str]:
        """Return of those who listen whom something concerns that changed with some persons."""
        people = set(stirred)
        for person in stirred:
            people |= self._followers.get(person, set())
        return people & self._listeners.keys()

    async def _tell(self, people: set[str]) -> None:
        """Tell what has changed: notices to some persons, whereabouts to whom they concern."""
        own = await self._read(people) if people else {}
        for person in people & self._listeners.keys():  # who has left meanwhile hears nothing
            self._note(person, own.get(person, _NOTHING))
            self._send(person, frames.frame(Notices(notices=self._own[person].notices)))
        before, self._places = self._places, self._read_places()
        for person in moved(before, self._places):
            people |= self._followers.get(person, set())
        for person in people & self._listeners.keys():
            self._send(person, frames.frame(self._seen_by(person)))

    def _note(self, person: str, own: Own) -> None:
        before = self._own.get(person, _NOTHING)
        for other in before.follows - own.follows:
            self._followers[other].discard(person)
            if not self._followers[other]:
                del self._followers[other]
        for other in own.follows:
            self._followers[other].add(person)
        self._own[person] = own

    def _seen_by(self, person: str) -> Whereabouts:
        sees = self._own[person].sees
        return Whereabouts(
            people={one: self._places[one] for one in sorted(sees) if one in self._places}
        )

    def _send(self, person: str, text: str) -> None:
        for reader in self._listeners[person]:
            reader.tell(text)
