"""The course of a deal as pure data: what a review is made from, wherever it is made."""

from collections.abc import Iterator
from typing import NamedTuple

from basra import engine
from basra.errors import BadNotation
from basra.game import Deal
from basra.position import Position, advance, set_out
from basra.rules import Rules


class Course(NamedTuple):
    """A deal by its pack and its plays."""

    rules: Rules
    pack: tuple[int, ...]
    dealer: int
    carried: int
    plays: tuple[int, ...]

    @property
    def start(self) -> Position:
        """The position before the first play."""
        return set_out(self.rules, self.pack, self.dealer, self.carried)

    def positions(self) -> Iterator[Position]:
        """Yield the positions before each play, and the one after the last."""
        position = self.start
        yield position
        for play in self.plays:
            position = advance(position, play)
            yield position


def course_of(deal: Deal) -> Course:
    """Return the course of a deal. Raises BadNotation for one that was set up from a position.

    >>> from basra import Deal
    >>> from basra.review.course import course_of
    >>> len(list(course_of(Deal("egyptian", seed=7)).positions()))
    1
    """
    if not deal.pack:
        raise BadNotation("error.review.pack")
    position = deal.position
    # What is carried out of a deal stands in its sheet; what was carried in stands here.
    return Course(
        deal.rules, tuple(map(int, deal.pack)), deal.dealer, position.carried, position.plays
    )


def margins(rules: Rules, position: Position) -> tuple[float, ...]:
    """Return by side what it has made more than the others on average, at the end of a deal."""
    scores, _ = engine.score(rules, position.state.piles, position.state.bonus, position.carried)
    own = scores[: rules.sides]
    return tuple((points * rules.sides - sum(own)) / (rules.sides - 1) for points in own)
