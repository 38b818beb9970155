"""The review of one deal: every play weighed, what it cost, luck apart from decisions, par."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from basra import engine, kernel
from basra.cards import Play
from basra.review.course import Course, margins
from basra.review.curve import Point, curve_of, lucks
from basra.review.par import par_of
from basra.review.reasons import Reason, reason_of
from basra.review.strengths import find_depth
from basra.review.weighing import Choice, weigh
from basra.rules import Rules
from basra.view import look

DEAREST: Final = 3
"""How many of the dearest plays are named."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A play that was made, beside all that could have been."""

    at: int
    """Its number in the deal, from 0."""
    seat: int
    play: Play
    choices: tuple[Choice, ...]
    """The legal plays, best first, by what the seat could know."""
    cost: float
    """Points that it cost; 0 within the error of the best."""
    reason: Reason | None
    """Why the best play is better, where this one cost something."""

    @property
    def best(self) -> Choice:
        """The play that is worth most."""
        return self.choices[0]

    @property
    def made(self) -> Choice:
        """The play that was made."""
        return next(one for one in self.choices if one.play == self.play)


@dataclass(frozen=True, slots=True)
class SideReview:
    """How a side fared in a deal."""

    margin: float | None
    """Points more than the others on average; ``None`` while the deal is not over."""
    dealt: float | None
    """Luck with the packets; ``None`` where it is not known apart (three or more sides)."""
    known: float
    """Luck with what the others turned out to hold; all luck where ``dealt`` is not known."""
    decided: float
    """What the decisions of both sides changed, or of this one where there are three or more."""
    adjusted: float | None
    """The margin without the luck of the packets, where it is known."""
    curve: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class DealReview:
    """A deal, reviewed."""

    dealer: int
    plays: tuple[Weighed, ...]
    sides: tuple[SideReview, ...]
    par: float | None
    """What side 0 would win by perfect play with all cards open; ``None`` if not known."""
    dearest: tuple[int, ...]
    """The numbers of the plays that cost most, the dearest first."""
    costs: tuple[float, ...]
    """By seat, what its plays cost in all."""
    accuracy: tuple[float | None, ...]
    """By seat, of 100; see ``accuracy_of``."""
    scores: tuple[int, ...]
    """By side, the points of the deal; empty while it is not over."""


class Job(NamedTuple):
    """A deal to be reviewed, as pure data; the same job gives the same review anywhere."""

    course: Course
    depth: str


def review_deal(job: Job) -> DealReview:
    """Weigh every play of a deal. Raises BadNotation for a strength that does not exist.

    >>> from basra import Deal
    >>> from basra.review import Job, course_of, review_deal
    >>> review_deal(Job(course_of(Deal("egyptian", seed=7)), "quick")).plays
    ()
    """
    rules = job.course.rules
    positions = list(job.course.positions())
    depth = find_depth(job.depth)
    plays: list[Weighed] = []
    for at, position in enumerate(positions[:-1]):
        seat = position.state.turn
        view = look(position, seat)
        choices = weigh(view, depth)
        play = Play(job.course.plays[at])
        cost = next(one.cost for one in choices if one.play == play)
        reason = reason_of(view, play, choices) if cost else None
        plays.append(Weighed(at, seat, play, choices, cost, reason))
    last = positions[-1]
    over = margins(rules, last) if last.is_over else None
    # Where nothing is compiled, twenty searches for each packet would take minutes.
    dealt = lucks(rules, positions) if kernel.available() else None
    costs = [sum(one.cost for one in plays if one.seat == seat) for seat in range(rules.seats)]
    scores = engine.score(rules, last.state.piles, last.state.bonus, last.carried)[0]
    return DealReview(
        last.state.dealer,
        tuple(plays),
        tuple(_side(rules, side, plays, dealt, over) for side in range(rules.sides)),
        par_of(positions[0]),
        dearest(plays),
        tuple(costs),
        tuple(accuracy_of(plays, seat) for seat in range(rules.seats)),
        tuple(scores[: rules.sides]) if last.is_over else (),
    )


def _side(
    rules: Rules,
    side: int,
    plays: Sequence[Weighed],
    dealt: Sequence[float] | None,
    over: Sequence[float] | None,
) -> SideReview:
    margin = None if over is None else over[side]
    curve = curve_of(
        rules,
        side,
        [one.seat for one in plays],
        [one.choices for one in plays],
        [one.cost for one in plays],
        dealt,
        margin,
    )
    end = curve[-1]
    return SideReview(
        margin,
        None if dealt is None else end.dealt,
        end.known,
        end.decided,
        None if dealt is None or margin is None else margin - end.dealt,
        curve,
    )


def dearest(plays: Sequence[Weighed], most: int = DEAREST) -> tuple[int, ...]:
    """Return the numbers of the plays that cost most, the dearest first."""
    costly = sorted((one for one in plays if one.cost), key=lambda one: (-one.cost, one.at))
    return tuple(one.at for one in costly[:most])


def accuracy_of(plays: Sequence[Weighed], seat: int) -> float | None:
    """Return how much of what was to be won by choosing well a seat has won, of 100.

    100 is the best play every time, 0 is what plays drawn at random come to on average (and is
    the least). Plays without a choice do not count; ``None`` if there was none to make.
    """
    own = [one for one in plays if one.seat == seat and len(one.choices) > 1]
    at_stake = sum(sum(choice.behind for choice in one.choices) / len(one.choices) for one in own)
    if at_stake <= 0:
        return None
    return max(0.0, 100.0 * (1.0 - sum(one.cost for one in own) / at_stake))
