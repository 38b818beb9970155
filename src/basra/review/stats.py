"""A player over many records: basras, most cards, luck and decisions, variant by variant."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import NamedTuple

from basra.engine import side_of
from basra.game import Deal
from basra.match import Match
from basra.review.dealt import DealReview


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
    rows: dict[str, _Row] = {}
    for record in records:
        for seat, named in enumerate(record.match.names):
            if named == name:
                rows.setdefault(record.match.variant, _Row()).add(record, seat)
    return [rows[variant].total(variant) for variant in sorted(rows)]


class _Row:
    """What is added up for one variant."""

    def __init__(self) -> None:
        self._matches = self._won = self._basras = self._points = 0
        self._majority: list[float] = []
        self._margins: list[float] = []
        self._luck: list[float] = []
        self._decided: list[float] = []
        self._costs: list[float] = []
        self._accuracy: list[float] = []

    def add(self, record: Reviewed, seat: int) -> None:
        """Add a match in which the player sat at ``seat``."""
        match = record.match
        side = side_of(match.rules, seat)
        self._matches += match.is_over
        self._won += match.is_over and match.winner == side
        for deal in match.deals:
            if deal.is_over:
                self._add_deal(deal, seat, side)
        for review in record.reviews:
            if review.scores:
                self._add_review(review, seat, side)

    def _add_deal(self, deal: Deal, seat: int, side: int) -> None:
        made = [played.basra for played in deal.history if played.seat == seat and played.basra]
        self._basras += len(made)
        self._points += sum(made)
        cards, scores = deal.sheet.cards, deal.scores
        most = max(cards)
        self._majority.append(1.0 / cards.count(most) if cards[side] == most else 0.0)
        others = [points for other, points in enumerate(scores) if other != side]
        self._margins.append(scores[side] - fmean(others))

    def _add_review(self, review: DealReview, seat: int, side: int) -> None:
        fared = review.sides[side]
        self._luck.append(fared.known + (fared.dealt or 0.0))
        self._decided.append(fared.decided)
        self._costs.append(review.costs[seat])
        accuracy = review.accuracy[seat]
        if accuracy is not None:
            self._accuracy.append(accuracy)

    def total(self, variant: str) -> Statistics:
        """Return the row."""
        return Statistics(
            variant,
            self._matches,
            self._won,
            len(self._margins),
            self._basras,
            self._points,
            _mean(self._majority),
            _mean(self._margins),
            _mean(self._luck),
            _mean(self._decided),
            _mean(self._costs),
            _mean(self._accuracy),
        )


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None
