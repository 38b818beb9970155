"""Tables that another process plays, and readers that sit at another process.

A reader here of a table there is known by a number; there an envoy stands for it. Whatever makes
the way between two processes unsure closes such readers with "come back at once": they return with
their version and are told what they missed from the log.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from basra.errors import BasraError
from basra.server import frames
from basra.server.jobs import Asked, Came, Job, Reader, Went
from basra.server.letters import AnyLetter, Join, Left, Part, Question, Reply, Told, Wish
from basra.server.live import RESTART, LiveTable
from basra.table.events import Occupant
from basra.table.picture import Row

if TYPE_CHECKING:
    from basra.server.post import Post

AGAIN: Final = 1013
_PATIENCE: Final = 5.0
"""Seconds that the answer to a question may take."""


class FarTable:
    """A table that another process plays."""

    version = -1
    """It is known there only."""

    def __init__(self, name: str, process: str, abroad: "Abroad") -> None:
        self.name = name
        self.process = process
        self.moved: LiveTable | FarTable | None = None
        """Where it went while the first reader waited for the welcome."""
        self._abroad = abroad

    def post(self, job: Job) -> None:
        """Pass on what comes from a reader."""
        self._abroad.pass_on(self, job)

    async def tell_row(self) -> Row:
        """Return what the lobby shows of it. Raises BasraError."""
        reply = await self._abroad.ask(self, "row")
        if reply.row is None:
            raise BasraError("error.server.silent")
        return reply.row

    async def tell_record(self) -> str:
        """Return the record. Raises BasraError."""
        reply = await self._abroad.ask(self, "record")
        if reply.text is None:
            raise BasraError("error.server.silent")
        return reply.text

    async def seat_of(self, person: str) -> int | None:
        """Return the seat of a person. Raises BasraError."""
        return (await self._abroad.ask(self, "seat", person)).seat


AnyTable = LiveTable | FarTable
"""A table, wherever it is played."""


class Envoy:
    """Stands at a table for a reader of another process."""

    def __init__(self, abroad: "Abroad", home: str, number: int, person: Occupant | None) -> None:
        self.person = person
        self.home = home
        self.number = number
        self._abroad = abroad

    def tell(self, text: str) -> None:
        """Send a message to the reader."""
        self._abroad.post.tell(self.home, self.number, text)

    def leave(self, code: int) -> None:
        """Close the reader."""
        self._abroad.dismiss(self, code)


@dataclass(slots=True)
class _Away:
    """A reader here of a table there."""

    reader: Reader
    table: FarTable
    number: int
    came: Came | None
    """How it came, until it is welcome or asks for something."""
    is_moving: bool = False


class Abroad:
    """What this process has in common with the others."""

    def __init__(
        self,
        here: Callable[[str], LiveTable | None],
        find: Callable[[str], Awaitable[AnyTable | None]],
    ) -> None:
        """``here`` returns a table in memory, ``find`` any."""
        self.post: Post
        """Set once it is there."""
        self._here = here
        self._find = find
        self._numbers = count(1)
        self._away: dict[int, _Away] = {}
        self._number_of: dict[Reader, int] = {}
        self._envoys: dict[tuple[str, int], tuple[Envoy, LiveTable]] = {}
        self._questions: dict[int, tuple[str, asyncio.Future[Reply]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        """Return how many readers here have their table elsewhere."""
        return len(self._number_of)

    # --- readers here ---------------------------------------------------------------------------

    def pass_on(self, table: FarTable, job: Job) -> None:
        """Tell the process of a table what a reader here does."""
        match job:
            case Went(reader) if reader in self._number_of:
                gone = self._number_of.pop(reader)
                del self._away[gone]
                self.post.send(table.process, Part(table=table.name, reader=gone))
            case _ if table.moved is not None:
                table.moved.post(job)
            case Came(reader, since):
                if not self.post.is_up:
                    reader.leave(AGAIN)
                    return
                number = self._enter(reader, table, job)
                join = Join(table=table.name, reader=number, person=reader.person, since=since)
                self.post.send(table.process, join)
            case Asked(reader, command):
                number = self._number_of.get(reader) or self._enter(reader, table)
                self._away[number].came = None  # were it moved, nobody would answer
                wish = Wish(table=table.name, reader=number, person=reader.person, command=command)
                self.post.send(table.process, wish)
            case Went():
                pass  # it was closed from there
            case _:
                raise TypeError(job)

    def _enter(self, reader: Reader, table: FarTable, came: Came | None = None) -> int:
        number = next(self._numbers)
        self._away[number] = _Away(reader, table, number, came)
        self._number_of[reader] = number
        return number

    async def ask(self, table: FarTable, what: str, person: str = "") -> Reply:
        """Ask the process of a table something. Raises BasraError."""
        number = next(self._numbers)
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._questions[number] = (table.process, answer)
        question = Question(number=number, table=table.name, what=what, person=person)
        self.post.send(table.process, question)
        try:
            async with asyncio.timeout(_PATIENCE):
                reply = await answer
        except TimeoutError:
            raise BasraError("error.server.silent") from None
        finally:
            del self._questions[number]
        if reply.wrong is not None:
            raise BasraError(reply.wrong.key, **reply.wrong.facts)
        return reply

    # --- envoys ---------------------------------------------------------------------------------

    def dismiss(self, envoy: Envoy, code: int) -> None:
        """Let the reader of an envoy be closed."""
        self._envoys.pop((envoy.home, envoy.number), None)
        self.post.send(envoy.home, Left(reader=envoy.number, code=code))

    # --- letters --------------------------------------------------------------------------------

    def hear(self, sender: str, letter: AnyLetter) -> None:
        """Do what a letter says."""
        match letter:
            case Told() | Left() | Reply():
                self._hear_of_table(letter)
            case Join() | Part() | Wish() | Question():
                self._hear_of_reader(sender, letter)
            case _:
                raise TypeError(letter)

    def _hear_of_table(self, letter: Told | Left | Reply) -> None:
        """Take what comes from the process of a table to one of a reader."""
        match letter:
            case Told(readers=readers, text=text):
                for number in readers:
                    if (away := self._away.get(number)) is not None:
                        away.came = None
                        away.reader.tell(text)
            case Left(reader=number, code=code):
                self._leave(number, code)
            case Reply(number=number):
                asked = self._questions.get(number)
                if asked is not None and not asked[1].done():
                    asked[1].set_result(letter)

    def _hear_of_reader(self, sender: str, letter: Join | Part | Wish | Question) -> None:
        """Take what comes from the process of a reader to one of a table."""
        match letter:
            case Wish():
                self._wish(sender, letter)
            case Join():
                self._join(sender, letter)
            case Part(reader=number):
                self._part(sender, number)
            case Question():
                self._begin(self._answer(sender, letter))

    def _wish(self, sender: str, letter: Wish) -> None:
        live = self._here(letter.table)
        known = self._envoys.get((sender, letter.reader))
        envoy = known[0] if known else Envoy(self, sender, letter.reader, letter.person)
        if live is None:
            self.dismiss(envoy, RESTART)
        else:
            live.post(Asked(envoy, letter.command))

    def _join(self, sender: str, letter: Join) -> None:
        envoy = Envoy(self, sender, letter.reader, letter.person)
        live = self._here(letter.table)
        if live is not None:
            self._envoys[sender, letter.reader] = (envoy, live)
            live.post(Came(envoy, letter.since))
        else:
            self._begin(self._fetch(envoy, letter.table))

    async def _fetch(self, envoy: Envoy, table: str) -> None:
        """Get a table into memory before the reader comes again."""
        with suppress(BasraError):
            await self._find(table)
        self.dismiss(envoy, RESTART)

    def _part(self, home: str, number: int) -> None:
        known = self._envoys.pop((home, number), None)
        if known is not None:
            envoy, live = known
            live.post(Went(envoy))

    def _leave(self, number: int, code: int) -> None:
        away = self._away.pop(number, None)
        if away is not None:
            self._number_of.pop(away.reader, None)
            away.reader.leave(code)

    async def _move(self, away: _Away) -> None:
        """Let a reader that waits for its welcome have it from whoever plays the table now."""
        live = None
        with suppress(BasraError):
            live = await self._find(away.table.name)
        if away.number not in self._away:
            return  # the reader went meanwhile
        if live is None or away.came is None:
            self._leave(away.number, AGAIN if live is None else RESTART)
            return
        del self._away[away.number], self._number_of[away.reader]
        away.table.moved = live
        live.post(away.came)

    async def _answer(self, sender: str, question: Question) -> None:
        reply = Reply(number=question.number)
        try:
            live = await self._find(question.table)
            if isinstance(live, LiveTable):
                reply = await _reply(live, question)
        except BasraError as error:
            reply = Reply(number=question.number, wrong=frames.fact(error))
        self.post.send(sender, reply)

    # --- when it is unsure what arrived ---------------------------------------------------------

    def peers(self) -> set[str]:
        """Return the processes with which there is something in common."""
        owners = {away.table.process for away in self._away.values()}
        asked = {process for process, _ in self._questions.values()}
        return owners | asked | {home for home, _ in self._envoys}

    def sever(self, process: str | None = None) -> None:
        """Have nothing in common any more with a process, or with all."""
        for away in list(self._away.values()):
            if away.is_moving or process not in {None, away.table.process}:
                continue
            if away.came is None or not self.post.is_up:
                self._leave(away.number, RESTART)
                continue
            away.is_moving = True
            self._begin(self._move(away))
        for home, number in list(self._envoys):
            if process in {None, home}:
                self._part(home, number)
        for asked, answer in self._questions.values():
            if process in {None, asked} and not answer.done():
                answer.set_exception(BasraError("error.server.silent"))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _reply(live: LiveTable, question: Question) -> Reply:
    match question.what:
        case "row":
            return Reply(number=question.number, row=live.row())
        case "record":
            return Reply(number=question.number, text=await live.tell_record())
        case _:
            return Reply(number=question.number, seat=await live.seat_of(question.person))
