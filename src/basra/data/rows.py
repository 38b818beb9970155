"""A row for every play of a record: what its seat saw, could do and did, and what came of it."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from basra import engine
from basra.bots.bot import legal_plays
from basra.cards import Play
from basra.data.reading import Replayed, bonus_of
from basra.game import Deal, margin_of
from basra.notation import SEATS, write_view
from basra.position import Position
from basra.view import look


class Row(NamedTuple):
    """One play; the fields are the columns of the tables that are written."""

    record: str
    rules: str
    deal: int
    """From 1."""
    dealer: str
    number: int
    """Of the play in its deal, from 1."""
    seat: str
    side: int
    """The first is 0."""
    view: str
    """What the seat knew (BFN)."""
    carried: int
    """Majority points held over to this deal."""
    legal: tuple[str, ...]
    play: str
    captured: int
    """How many cards it captured, without its own."""
    card_points: int
    """What the cards taken count."""
    basra: int
    """Points of the basra, 0 if it was none."""
    sweep: bool
    points: int | None
    """What the side scored in the whole deal; ``None`` if the deal was not finished."""
    margin: float | None
    """That less the mean of the other sides: the value of the play as it turned out."""


def rows_of(replayed: Replayed) -> Iterator[Row]:
    """Yield the rows of a match.

    >>> import basra
    >>> from basra.data import read_match, rows_of
    >>> match = basra.Match("egyptian", seed=7)
    >>> played = match.deal.play(match.deal.legal_plays[0])
    >>> [row] = rows_of(read_match(match.bgn()))
    >>> row.number, row.seat, row.play in row.legal, row.points
    (1, 'b', True, None)
    """
    for number, positions in enumerate(replayed.deals, 1):
        last = positions[-1]
        scores = Deal.at(last).sheet.scores if last.is_over else None
        for index, (before, after) in enumerate(pairwise(positions), 1):
            yield _row(replayed, number, index, before, after, scores)


def _row(
    replayed: Replayed,
    deal: int,
    number: int,
    before: Position,
    after: Position,
    scores: tuple[int, ...] | None,
) -> Row:
    state = before.state
    view = look(before, state.turn)
    play = Play(after.plays[-1])
    side = engine.side_of(before.rules, state.turn)
    taken = play.captured | 1 << play.card if play.captured else 0
    return Row(
        replayed.name,
        replayed.rules_text,
        deal,
        SEATS[state.dealer],
        number,
        SEATS[state.turn],
        side,
        write_view(view),
        before.carried,
        tuple(map(_text, sorted(legal_plays(view)))),
        _text(play),
        len(play.captured),
        engine.card_points(taken),
        bonus_of(before, after),
        bool(play.captured) and play.captured == state.floor,
        None if scores is None else scores[side],
        None if scores is None else margin_of(scores, side),
    )


@lru_cache(maxsize=1 << 16)
def _text(play: int) -> str:
    return repr(Play(play))
