"""Answers about the statistics of a player: what goes over HTTP."""

from msgspec import Struct


class MatchFigures(Struct, frozen=True, kw_only=True):
    """What a player did in a match that is over; means are for a deal."""

    table: str
    match: int
    at: int
    """When it was over."""
    won: bool
    deals: int
    reviewed: int
    basras: int
    majority: float | None
    margin: float | None
    luck: float | None
    decided: float | None


class VariantFigures(Struct, frozen=True, kw_only=True):
    """A player under one variant; see ``basra.review.stats``."""

    variant: str
    matches: int
    won: int
    deals: int
    reviewed: int
    """Deals that are reviewed; luck, decisions, cost and accuracy are known of these."""
    basras: int
    basra_points: int
    majority: float | None
    margin: float | None
    luck: float | None
    decided: float | None
    cost: float | None
    accuracy: float | None
    course: list[MatchFigures]
    """Match by match, the oldest first: the newest hundred, in the export all."""


class StatisticsTold(Struct, frozen=True, kw_only=True):
    """The statistics of a player, variant by variant."""

    variants: list[VariantFigures]
    left: int
    """Matches that are not counted yet; they are at the next call, or at the one after it."""


TOLD = (StatisticsTold,)
