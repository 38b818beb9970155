"""Plays deals to their end, whatever the players do: who fails forfeits the deal.

A player forfeits when it raises, returns what is no legal play, or thinks longer than its patience
allows. A bell rings where signals can (the main thread of a process, not on Windows); elsewhere,
and inside compiled code, it is noticed when the player returns.
"""

import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter
from types import FrameType
from typing import Final, NamedTuple, Protocol

from basra.bots import PATIENCE, Bot, Limit
from basra.cards import CARDS, Play
from basra.game import Deal
from basra.position import Position, is_legal

FORFEIT: Final = 50.0
"""Points by which a forfeited deal, or match, is lost."""
_AGAIN = 0.5
"""Seconds after which the bell rings again for a player that does not hear."""
_LONGEST = 200
"""Characters that are kept of what a player said when it failed."""


class Forfeit(NamedTuple):
    """Why a player lost a deal without playing it to its end."""

    player: str
    """Its name."""
    reason: str
    """``error``, ``illegal`` or ``slow``."""
    detail: str
    """What it raised or returned, or the seconds it was given."""


class Ended(NamedTuple):
    """How a deal ended."""

    scores: tuple[int, ...]
    """By side; as they stood if the deal was forfeited."""
    seat: int | None
    """The seat that forfeited."""
    reason: str = ""
    detail: str = ""


class Watcher(Protocol):
    """Whoever is told of each play, as the positions before and after it."""

    def __call__(self, before: Position, play: int, after: Position) -> None:
        """Look at a play."""
        ...


class TimeUp(BaseException):
    """The bell; no ``except Exception`` of a player catches it."""


def play_out(
    deal: Deal,
    bots: Sequence[Bot],
    limit: Limit,
    patience: float = PATIENCE,
    watcher: Watcher | None = None,
) -> Ended:
    """Play a deal to its end, a player by seat."""
    while not deal.is_over:
        before = deal.position
        seat = before.state.turn
        try:
            play = _chosen(bots[seat], deal, seat, limit, patience)
        except TimeUp:
            return Ended(deal.scores, seat, "slow", f"{patience:g}")
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a player does wrong
            said = f"{type(error).__name__}: {error}"
            return Ended(deal.scores, seat, "error", said[:_LONGEST])
        if not _can_be_made(before, play):
            return Ended(deal.scores, seat, "illegal", repr(play)[:_LONGEST])
        deal.play(play)
        if watcher is not None:
            watcher(before, play, deal.position)
    return Ended(deal.scores, None)


def _chosen(bot: Bot, deal: Deal, seat: int, limit: Limit, patience: float) -> Play:
    view = deal.view(seat)
    begun = perf_counter()
    with _bell(patience):
        play = bot.choose(view, limit)
    if perf_counter() - begun > patience:
        raise TimeUp
    return play


def _can_be_made(position: Position, play: object) -> bool:
    """Tell whether what a player returned is a legal play."""
    if not isinstance(play, int) or not 0 <= play >> CARDS < CARDS:
        return False
    return is_legal(position, play)


def _ring(_signum: int, _frame: FrameType | None) -> None:
    raise TimeUp


@contextmanager
def _bell(seconds: float) -> Iterator[None]:
    """Raise TimeUp in what is done here once the seconds are over."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(
        signal, "setitimer"
    ):
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, min(seconds, threading.TIMEOUT_MAX), _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)
