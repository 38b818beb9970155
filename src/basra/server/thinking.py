"""Thinking: computer players choose here; those that search do it in processes of their own.

The others take a fraction of a millisecond, which is less than a process would need to hear the
question, so they are asked on the spot. Where the searching ones are not awake yet, a quick one
stands in. A process that dies is replaced and the question asked again.
"""

from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar, cast

from basra.bots import SEARCHING, Limit, find_bot, is_ready
from basra.cards import Play
from basra.review import Reason, reason_of
from basra.server.crew import Processes
from basra.view import View

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from basra.bots.bot import Weigher
    from basra.review.reasons import Judged

T = TypeVar("T")
STAND_IN: Final = "careful"
HINTER: Final = "sharp"
THOUGHT: Final = Limit(seconds=1.0)
HINT: Final = Limit(seconds=0.3)


class Worth(NamedTuple):
    """A play, the points of margin to be expected from it, and why it is better or worse."""

    play: Play
    points: float
    reason: Reason | None = None


class Thinkers:
    """The processes, which start when a player that needs them sits down or is asked."""

    def __init__(self, workers: int) -> None:
        self.room = workers
        self._processes = Processes(workers, partial(is_ready, HINTER))

    async def choose(self, level: str, view: View, seed: str) -> Play:
        """Return the play of a level."""
        if level not in SEARCHING:
            return find_bot(level, seed).choose(view, THOUGHT)
        found = await self._ask(level, view, seed, weighs=False)
        return found[0].play

    async def weigh(self, view: View, seed: str) -> list[Worth]:
        """Return the legal plays, best first."""
        return await self._ask(HINTER, view, seed, weighs=True)

    def wake(self) -> None:
        """Start the first process, so that it is ready when it is asked."""
        self._processes.wake()

    async def _ask(self, level: str, view: View, seed: str, *, weighs: bool) -> list[Worth]:
        found = await self.ask(think, level, view, seed, weighs)
        return think(STAND_IN, view, seed, weighs) if found is None else found

    async def ask(self, question: "Callable[..., T]", *facts: object) -> "T | None":
        """Return what a process answers; ``None`` if processes die of the question."""
        return await self._processes.ask(question, *facts)

    def close(self) -> None:
        """Stop the processes, whatever they think about."""
        self._processes.close()


def think(level: str, view: View, seed: str, weighs: bool) -> list[Worth]:  # noqa: FBT001
    """Return the play of a level, or all plays, best first, if they are to be weighed.

    >>> import basra
    >>> from basra.server.thinking import think
    >>> deal = basra.Deal("egyptian", seed=1, dealer=1)
    >>> think("careful", deal.view(deal.turn), "1", False)[0].play in deal.legal_plays
    True
    """
    bot = find_bot(level if is_ready(level) else STAND_IN, seed)
    if not weighs:
        return [Worth(bot.choose(view, THOUGHT), 0.0)]
    found = cast("Weigher", bot).weigh(view, HINT)
    return [Worth(one.play, one.points, _reason(view, one, found)) for one in found]


def _reason(view: View, one: "Judged", others: "Sequence[Judged]") -> Reason | None:
    """Return why a play is better or worse, unless it is neither."""
    reason = reason_of(view, one.play, others)
    return reason if reason is None or reason.facts.get("points") != 0 else None
