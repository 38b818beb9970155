"""Puzzles: one for each regional game and day, the same for everybody; the first answer counts."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from basra.bots import is_ready
from basra.cards import Card, CardSet, Play
from basra.errors import BasraError
from basra.review.puzzles import Puzzle, puzzle_of
from basra.review.telling import tell_reason
from basra.server.answers import Guest
from basra.server.calls import CallError
from basra.server.crew import Crew
from basra.server.learning_answers import PuzzleAnswer, PuzzleChoice, PuzzleRow, PuzzleTold
from basra.server.learning_tables import PUZZLE_TRIES
from basra.server.thinking import HINTER
from basra.table.dealing import named
from basra.table.seeing import offered
from basra.texts import Catalogue
from basra.variants import VARIANTS

SHOWN: Final = 7
"""Days whose puzzles are told."""
_DEPTH: Final = "quick"
_KEPT: Final = 200
"""Puzzles that are remembered; others are found anew."""


class _Try(NamedTuple):
    guest: str
    solved: bool


class Puzzles:
    """The puzzles of a server."""

    def __init__(
        self,
        engine: AsyncEngine,
        crew: Crew,
        now: Callable[[], int],
        patience: float = 20.0,
    ) -> None:
        """``patience`` is how long, in seconds, the searching player is waited for."""
        self._engine = engine
        self._crew = crew
        self._now = now
        self._patience = patience
        self._found: dict[str, Puzzle] = {}

    def days(self) -> list[date]:
        """Return the days whose puzzles are told, today first."""
        today = datetime.fromtimestamp(self._now() / 1000, UTC).date()
        return [today - timedelta(days=back) for back in range(SHOWN)]

    async def rows(self, variant: str, guest: Guest | None) -> list[PuzzleRow]:
        """Return the list of the puzzles of a regional game. Raises CallError."""
        rows = []
        for day in self.days():
            name = f"{day.isoformat()}.{variant}"
            self._read(name)
            tries = await self._tries(name)
            rows.append(
                PuzzleRow(
                    id=name,
                    day=day.isoformat(),
                    tried=len(tries),
                    solved=sum(one.solved for one in tries),
                    own=_own(tries, guest),
                )
            )
        return rows

    async def told(self, name: str, guest: Guest | None, words: Catalogue) -> PuzzleTold:
        """Return a puzzle, with its solution for those who have tried. Raises CallError."""
        puzzle = await self._puzzle(name)
        tries = await self._tries(name)
        own = _own(tries, guest)
        view = puzzle.seen()
        return PuzzleTold(
            id=name,
            rules=puzzle.rules,
            hand=named(view.hand),
            floor=named(view.floor),
            held=list(view.held[: view.rules.seats]),
            piles=[pile.bit_count() for pile in view.piles[: view.rules.sides]],
            stock=len(view.stock),
            offers=offered(view),
            tried=len(tries),
            solved=sum(one.solved for one in tries),
            answer=None if own is None else _answer(puzzle, words, solved=own),
        )

    async def answer(self, name: str, guest: Guest, choice: PuzzleChoice) -> None:
        """Take the first answer of somebody; later ones change nothing. Raises BasraError."""
        puzzle = await self._puzzle(name)
        play = Play(Card(choice.card), CardSet(" ".join(choice.take)))
        if play not in [one.play for one in puzzle.choices]:
            raise CallError(422, "error.puzzle.play", play=str(play))
        solved = play == puzzle.best
        row = {"puzzle": name, "guest_id": guest.id, "solved": solved, "at": self._now()}
        try:
            async with self._engine.begin() as connection:
                await connection.execute(insert(PUZZLE_TRIES).values(row))
        except IntegrityError:  # it was answered before
            return

    def _read(self, name: str) -> tuple[date, str]:
        """Return day and variant of an id. Raises CallError for one that is not told."""
        day, _, variant = name.partition(".")
        known = next((one for one in self.days() if one.isoformat() == day), None)
        if known is None or variant not in VARIANTS:
            raise CallError(404, "error.puzzle.none", puzzle=name[:48])
        return known, variant

    async def _puzzle(self, name: str) -> Puzzle:
        day, variant = self._read(name)
        if name not in self._found:
            found = await self._search(variant, day)
            if found is None:
                raise CallError(503, "error.contest.thinking")
            if len(self._found) >= _KEPT:
                del self._found[next(iter(self._found))]
            self._found[name] = found
        return self._found[name]

    async def _search(self, variant: str, day: date) -> Puzzle | None:
        clock = asyncio.get_running_loop().time
        until = clock() + self._patience
        while (found := await self._crew.ask(puzzle_if_ready, variant, day)) is None:
            if clock() >= until:
                return None
            await asyncio.sleep(0.2)
        return found

    async def _tries(self, name: str) -> list[_Try]:
        query = select(PUZZLE_TRIES.c.guest_id, PUZZLE_TRIES.c.solved).where(
            PUZZLE_TRIES.c.puzzle == name
        )
        async with self._engine.connect() as connection:
            return [_Try(*row) for row in (await connection.execute(query)).all()]


def puzzle_if_ready(variant: str, day: date) -> Puzzle | None:
    """Return a puzzle; ``None`` where the player that searches is not ready yet, but will be."""
    return puzzle_of(variant, day, _DEPTH) if is_ready(HINTER) else None


def _own(tries: Sequence[_Try], guest: Guest | None) -> bool | None:
    if guest is None:
        return None
    return next((one.solved for one in tries if one.guest == guest.id), None)


def _answer(puzzle: Puzzle, words: Catalogue, *, solved: bool) -> PuzzleAnswer:
    offers = {(one.card, tuple(one.take)): one for one in offered(puzzle.seen())}
    best = offers[str(puzzle.best.card), tuple(named(int(puzzle.best.captured)))]
    try:
        reason = None if puzzle.reason is None else tell_reason(words, puzzle.reason)
    except (BasraError, LookupError):
        reason = None
    return PuzzleAnswer(right=solved, best=best, margin=round(puzzle.margin, 1), reason=reason)
