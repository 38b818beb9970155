"""What a computer player is: something that chooses a play from a view."""

from typing import Final, NamedTuple, Protocol

from basra import engine
from basra.cards import Play
from basra.errors import IllegalPlay
from basra.rules import Bury
from basra.view import View

PATIENCE: Final = 60.0
"""Seconds that a player may take for an answer before it is given up, unless told otherwise."""


class Limit(NamedTuple):
    """How long a player may think; ``None`` leaves it open."""

    seconds: float | None = None
    iterations: int | None = None


class Weighed(NamedTuple):
    """A legal play and what it is worth: expected points of margin, and their standard error."""

    play: Play
    points: float
    error: float | None


class Bot(Protocol):
    """A computer player. The same view, seed and iterations give the same play."""

    @property
    def name(self) -> str:
        """The name by which it is found."""
        ...

    def choose(self, view: View, limit: Limit) -> Play:
        """Return a legal play of the seat that looks, whose turn it is."""
        ...


class Weigher(Bot, Protocol):
    """A player that can say what each legal play is worth."""

    def weigh(self, view: View, limit: Limit) -> list[Weighed]:
        """Return the legal plays, best first."""
        ...


def legal_plays(view: View) -> list[int]:
    """Return the legal plays of the seat that looks; of very many, some for every card.

    Raises IllegalPlay if it is not its turn or it holds no card.
    """
    if view.seat != view.turn or not view.hand:
        raise IllegalPlay("error.play.not_now")
    plays = engine.buffer(engine.ROOM)
    work = engine.buffer(engine.WORK)
    found = engine.legal_plays(view.rules, view.floor, view.hand, plays, work)
    return list(plays[: min(found, engine.ROOM)])


def pool_of(view: View, seat: int) -> int:
    """Return the unseen cards that ``seat`` may hold."""
    pool = view.unseen & ~view.lacks[seat]
    if view.rules.bury == Bury.STOCK and view.is_first_packet:
        for card in view.buried:
            pool &= ~(1 << card)
    return pool


def knows_all_hands(view: View) -> bool:
    """Tell whether the one seat that holds unknown cards, if any, must hold all that are unseen."""
    return max(view.hidden) == sum(view.hidden) == view.unseen.bit_count()
