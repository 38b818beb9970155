"""A player over many records: basras, most cards, luck and decisions, variant by variant."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from statistics import fmean
from typing import NamedTuple

from basra.engine import side_of
from basra.game import Deal
from basra.match import Match
from basra.review.dealt import DealReview


class DealFigures(NamedTuple):
    """What one seat did in a deal that is over; the last four are known where it is reviewed."""

    basras: int
    """Basras that the seat made, not its partner."""
    basra_points: int
    majority: float
    """1 where its side had most cards, 0 where not; a tie is shared."""
    margin: float
    """Points more than the other sides on average."""
    luck: float | None = None
    """Points that the cards brought, dealt or turning out."""
    decided: float | None = None
    """Points that decisions brought, its own good ones and the others' bad ones."""
    cost: float | None = None
    """Points that its own plays cost."""
    accuracy: float | None = None


class Reviewed(NamedTuple):
    """A match, and the reviews of its deals from the first on; none where it is not reviewed."""

    match: Match
    reviews: tuple[DealReview, ...] = ()


@dataclass(frozen=True, slots=True)
class Statistics:
    """A player under one variant; means are for a deal, ``None`` where no deal was reviewed."""

    variant: str
    matches: int
    """Matches that are over."""
    won: int
    deals: int
    """Deals that are over."""
    basras: int
    """Basras that the player made, not its partner."""
    basra_points: int
    majority: float | None
    """The share of deals in which its side had most cards; a tie is shared."""
    margin: float | None
    luck: float | None
    """Points a deal that the cards brought, dealt or turning out."""
    decided: float | None
    """Points a deal that decisions brought, its own good ones and the others' bad ones."""
    cost: float | None
    """Points a deal that its own plays cost."""
    accuracy: float | None


def statistics(records: Iterable[Reviewed], name: str) -> list[Statistics]:
    """Return the statistics of the player of that name, a row for each variant, by its key.

    >>> from basra import Match
    >>> from basra.review.stats import Reviewed, statistics
    >>> match = Match("egyptian", seed=7, names=["Amina", "Boaz"])
    >>> while not match.is_over:
    ...     played = match.deal.play(match.deal.legal_plays[0])
    >>> row = statistics([Reviewed(match)], "Boaz")[0]
    >>> row.variant, row.matches, row.won, row.deals
    ('egyptian', 1, 1, 4)
    """
    seats: dict[str, list[tuple[Reviewed, int]]] = {}
    for record in records:
        for seat, named in enumerate(record.match.names):
            if named == name:
                seats.setdefault(record.match.variant, []).append((record, seat))
    return [_row(variant, seats[variant]) for variant in sorted(seats)]


def _row(variant: str, played: Sequence[tuple[Reviewed, int]]) -> Statistics:
    over = [(record.match, seat) for record, seat in played if record.match.is_over]
    won = sum(match.winner == side_of(match.rules, seat) for match, seat in over)
    deals = [figures for record, seat in played for figures in _deals_of(record, seat)]
    return total(variant, len(over), won, deals)


def _deals_of(record: Reviewed, seat: int) -> Iterator[DealFigures]:
    for deal, review in zip_longest(record.match.deals, record.reviews):
        if deal.is_over:
            figures = figures_of(deal, seat)
            yield figures if review is None else _with_review(figures, deal, review, seat)


def figures_of(deal: Deal, seat: int) -> DealFigures:
    """Return what a seat did in a deal that is over, without what a review would tell.

    >>> from basra import Match
    >>> from basra.review.stats import figures_of
    >>> match = Match("egyptian", seed=7)
    >>> while len(match.deals) == 1:
    ...     played = match.deal.play(match.deal.legal_plays[0])
    >>> figures_of(match.deals[0], 0).margin == -figures_of(match.deals[0], 1).margin
    True
    """
    side = side_of(deal.rules, seat)
    made = [played.basra for played in deal.history if played.seat == seat and played.basra]
    cards, scores = deal.sheet.cards, deal.scores
    most = max(cards)
    others = [points for other, points in enumerate(scores) if other != side]
    return DealFigures(
        len(made),
        sum(made),
        1.0 / cards.count(most) if cards[side] == most else 0.0,
        scores[side] - fmean(others),
    )


def _with_review(figures: DealFigures, deal: Deal, review: DealReview, seat: int) -> DealFigures:
    fared = review.sides[side_of(deal.rules, seat)]
    return figures._replace(
        luck=fared.known + (fared.dealt or 0.0),
        decided=fared.decided,
        cost=review.costs[seat],
        accuracy=review.accuracy[seat],
    )


def total(variant: str, matches: int, won: int, deals: Sequence[DealFigures]) -> Statistics:
    """Return the statistics of a player who did this in all deals of a variant.

    >>> from basra.review.stats import DealFigures, total
    >>> total("egyptian", 1, 1, [DealFigures(1, 10, 1.0, 8), DealFigures(0, 0, 0.5, -2)]).majority
    0.75
    """
    return Statistics(
        variant,
        matches,
        won,
        len(deals),
        sum(one.basras for one in deals),
        sum(one.basra_points for one in deals),
        mean(one.majority for one in deals),
        mean(one.margin for one in deals),
        mean(one.luck for one in deals),
        mean(one.decided for one in deals),
        mean(one.cost for one in deals),
        mean(one.accuracy for one in deals),
    )


def mean(values: Iterable[float | None]) -> float | None:
    """Return the mean of what is known.

    >>> from basra.review.stats import mean
    >>> mean([1.0, None, 2.0]), mean([None])
    (1.5, None)
    """
    known = [one for one in values if one is not None]
    return fmean(known) if known else None
