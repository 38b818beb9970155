"""Playing contests: who may begin, what is told before and after, the answers of the rival."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Final, Literal

from basra.bots import is_ready
from basra.cards import Card, CardSet, Play
from basra.contest import (
    PERSON,
    QUICK,
    Attempt,
    Contest,
    contest_of,
    rival_play,
    rules_of,
    seed_of,
)
from basra.game import Deal
from basra.server.answers import Guest
from basra.server.calls import CallError
from basra.server.contest_answers import (
    AttemptTold,
    BoardTold,
    ContestPlay,
    ContestTold,
    Duelling,
    PlayTold,
    ResultTold,
)
from basra.server.contests.keeping import Archive, AttemptRow, ContestRow
from basra.server.notices.keeping import Notices
from basra.server.thinking import HINTER, Thinkers
from basra.table.dealing import named
from basra.table.events import SheetRow
from basra.table.seeing import offered
from basra.variants import key_of

DAILY: Final = "daily"
DUEL: Final = "duel"
LESSON: Final = "lesson"
_ROOM: Final = {DUEL: 2, LESSON: 1}
"""People in a contest that is found by its link."""
_KINDS: Final[dict[str, Literal["daily", "duel", "lesson"]]] = {
    DAILY: "daily",
    DUEL: "duel",
    LESSON: "lesson",
}
_DAY: Final = timedelta(days=1)


class Contests:
    """The contests of a server, and what it takes to play them."""

    def __init__(
        self,
        archive: Archive,
        thinkers: Thinkers,
        notices: Notices,
        now: Callable[[], int],
        entropy: Callable[[], str],
        patience: float = 10.0,
    ) -> None:
        """``patience`` is how long, in seconds, the searching player is waited for."""
        self._archive = archive
        self._thinkers = thinkers
        self._notices = notices
        self._now = now
        self._entropy = entropy
        self._patience = patience
        self._secret: str | None = None

    # --- which contests there are ---------------------------------------------------------------

    def today(self) -> date:
        """Return the day, which is the same all over the world."""
        return datetime.fromtimestamp(self._now() / 1000, UTC).date()

    async def daily(self, day: date) -> ContestRow:
        """Return the deal of a day. Raises CallError for a day that has not come."""
        if day > self.today():
            raise CallError(404, "error.contest.none", contest=day.isoformat())
        row = await self._archive.find(day.isoformat())
        if row is not None:
            return row
        if day < self.today():
            raise CallError(404, "error.contest.none", contest=day.isoformat())
        begin = datetime(day.year, day.month, day.day, tzinfo=UTC)
        ends = int((begin + _DAY).timestamp() * 1000)
        level = HINTER if await self._searches() else QUICK
        new = ContestRow(day.isoformat(), DAILY, rules_of(day), level, 1, ends, self._now())
        await self._archive.add(new)
        return await self.find(new.id)

    async def open(self, name: str, kind: str, wish: Duelling) -> None:
        """Make a duel or a lesson. Raises BasraError for rules that it cannot be played under."""
        contest_of(wish.rules, "", wish.deals)
        row = ContestRow(name, kind, wish.rules, QUICK, wish.deals, None, self._now())
        await self._archive.add(row)

    async def find(self, name: str) -> ContestRow:
        """Return a contest. Raises CallError if there is none of that id."""
        row = await self._archive.find(name)
        if row is None:
            raise CallError(404, "error.contest.none", contest=name)
        return row

    # --- what is played -------------------------------------------------------------------------

    async def begin(self, row: ContestRow, guest: Guest) -> None:
        """Begin an attempt, once; the rival plays if it is its turn. Raises CallError."""
        if self._is_over(row, await self._archive.attempts(row.id)):
            raise CallError(422, "error.contest.over")
        room = _ROOM.get(row.kind)
        if not await self._archive.begin(row.id, guest.id, room, self._now()):
            raise CallError(422, "error.contest.full")
        attempt = await self._attempt(row, guest)
        if attempt is not None:
            await self._go_on(row, guest, attempt, list(attempt.plays))

    async def play(self, row: ContestRow, guest: Guest, play: ContestPlay) -> None:
        """Play a card, and let the rival answer. Raises BasraError; then nothing has changed."""
        attempt = await self._attempt(row, guest)
        if attempt is None:
            raise CallError(422, "error.contest.begin")
        if row.ends is not None and self._now() >= row.ends:
            raise CallError(422, "error.contest.over")
        before = list(attempt.plays)
        if play.plays != len(before) or not attempt.is_own_turn:
            raise CallError(409, "error.contest.stale")
        attempt.play(Play(Card(play.card), CardSet(" ".join(play.take))))
        await self._go_on(row, guest, attempt, before)

    async def _go_on(
        self, row: ContestRow, guest: Guest, attempt: Attempt, before: Sequence[str]
    ) -> None:
        """Let the rival play until it is the person's turn again, and write all of it down."""
        while not attempt.is_over and not attempt.is_own_turn:
            attempt.play(await self._answer(row, attempt))
        ended = (attempt.margin, self._now()) if attempt.is_over else None
        if attempt.plays == list(before):
            return
        if not await self._archive.advance(row.id, guest.id, before, attempt.plays, ended):
            raise CallError(409, "error.contest.stale")
        if attempt.is_over and row.kind == DUEL:
            await self._tell_rival(row, guest)

    async def _tell_rival(self, row: ContestRow, guest: Guest) -> None:
        """Let the other of a duel know that it is its turn, or how it ended; no name before."""
        path = f"/duel/{row.id}"
        for other in await self._archive.attempts(row.id):
            if other.guest == guest.id:
                continue
            if other.margin is None:
                self._notices.tell([other.guest], "duel_turn", row.id, path)
            else:
                facts = {"name": guest.name}
                self._notices.tell(
                    [other.guest], "duel_over", row.id, path, named=guest.id, **facts
                )

    async def _answer(self, row: ContestRow, attempt: Attempt) -> Play:
        view, seed = attempt.view(), attempt.contest.seed
        if row.level == QUICK:
            return rival_play(QUICK, view, seed)
        play = None
        if await self._searches():
            play = await self._thinkers.ask(rival_play, row.level, view, seed)
        if play is None:
            raise CallError(503, "error.contest.thinking")
        return play

    async def _searches(self) -> bool:
        """Tell whether the searching player is there, after a while of waiting for it."""
        clock = asyncio.get_running_loop().time
        until = clock() + self._patience
        while not await self._thinkers.ask(is_ready, HINTER):
            if clock() >= until:
                return False
            await asyncio.sleep(0.1)
        return True

    async def _contest(self, row: ContestRow) -> Contest:
        if self._secret is None:
            self._secret = await self._archive.secret(self._entropy() + self._entropy())
        return contest_of(row.rules, seed_of(self._secret, row.id), row.deals)

    async def _attempt(self, row: ContestRow, guest: Guest) -> Attempt | None:
        contest = await self._contest(row)
        for one in await self._archive.attempts(row.id):
            if one.guest == guest.id:
                return Attempt(contest, one.plays)
        return None

    # --- what is told ---------------------------------------------------------------------------

    def _is_over(self, row: ContestRow, attempts: Sequence[AttemptRow]) -> bool:
        if row.ends is not None:
            return self._now() >= row.ends
        return sum(one.margin is not None for one in attempts) >= _ROOM[row.kind]

    async def told(self, row: ContestRow, guest: Guest | None) -> ContestTold:
        """Return a contest as somebody may see it."""
        contest = await self._contest(row)
        attempts = await self._archive.attempts(row.id)
        finished = [one for one in attempts if one.margin is not None]
        own = next((one for one in attempts if guest is not None and one.guest == guest.id), None)
        over = self._is_over(row, attempts)
        has_played = own is not None and own.margin is not None and row.kind == DAILY
        results = _results(contest, finished, own) if over or has_played else None
        return ContestTold(
            id=row.id,
            kind=_KINDS[row.kind],
            rules=row.rules,
            variant=key_of(row.rules),
            level=row.level,
            deals=row.deals,
            ends=row.ends,
            over=over,
            people=len(attempts),
            finished=len(finished),
            attempt=None if own is None else _told_attempt(Attempt(contest, own.plays)),
            results=results,
        )

    async def record(self, row: ContestRow, guest: Guest, number: int) -> str:
        """Return the record of a deal that a guest played. Raises CallError until it is over."""
        if not self._is_over(row, await self._archive.attempts(row.id)):
            raise CallError(422, "error.contest.running")
        attempt = await self._attempt(row, guest)
        if attempt is None or not 1 <= number <= len(attempt.scores):
            raise CallError(404, "error.contest.none", contest=row.id)
        return attempt.record(number - 1, (guest.name, row.level))


def _results(
    contest: Contest, finished: Sequence[AttemptRow], own: AttemptRow | None
) -> list[ResultTold]:
    """Return the table of results, best first; equals share a place."""
    ranked = sorted(finished, key=lambda one: -(one.margin or 0))
    margins = [one.margin or 0 for one in ranked]
    return [
        ResultTold(
            name=one.name,
            own=own is not None and one.guest == own.guest,
            margin=margin,
            scores=[list(scores) for scores in Attempt(contest, one.plays).scores],
            place=1 + sum(other > margin for other in margins),
        )
        for one, margin in zip(ranked[:_MOST], margins, strict=False)
    ]


_MOST: Final = 100
"""Rows of a table of results."""


def _told_attempt(attempt: Attempt) -> AttemptTold:
    over = [deal for deal in attempt.deals if deal.is_over]
    return AttemptTold(
        deal=len(attempt.deals),
        plays=len(attempt.plays),
        board=board_of(attempt.deal),
        scores=[list(scores) for scores in attempt.scores],
        rows=_rows(over[-1]) if over else [],
        margin=attempt.margin,
        over=attempt.is_over,
    )


def board_of(deal: Deal) -> BoardTold:
    """Return a deal as the person sees it: its own cards, and what lies open."""
    view = deal.view(PERSON)
    rules = view.rules
    own = max((at for at, made in enumerate(deal.history) if made.seat == PERSON), default=0)
    return BoardTold(
        hand=named(view.hand),
        floor=named(view.floor),
        held=list(view.held[: rules.seats]),
        piles=[pile.bit_count() for pile in view.piles[: rules.sides]],
        scores=list(deal.scores),
        stock=len(view.stock),
        turn=deal.turn,
        offers=offered(view) if deal.turn == PERSON else [],
        recent=[
            PlayTold(
                seat=made.seat,
                card=str(made.play.card),
                take=named(int(made.play.captured)),
                basra=made.basra,
                clears=made.swept,
            )
            for made in deal.history[own:]
        ],
    )


def _rows(deal: Deal) -> list[SheetRow]:
    sheet = deal.sheet
    none: list[list[str]] = [[] for _ in sheet.scores]
    parts: tuple[tuple[str, Sequence[int], list[int]], ...] = (
        ("sheet.points", sheet.card_points, []),
        ("sheet.basras", sheet.basras, []),
        ("sheet.majority", sheet.majority, list(sheet.cards)),
    )
    return [
        SheetRow(label=label, points=list(points), cards=none, counts=counts)
        for label, points, counts in parts
    ]
