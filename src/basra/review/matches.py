"""The review of a match: one job for each deal, here, in processes or on a cluster."""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from basra.arena.workers import run
from basra.cards import Play
from basra.errors import BadNotation
from basra.match import Match
from basra.review.course import course_of
from basra.review.dealt import DealReview, Job, review_deal
from basra.review.strengths import USUAL, find_depth


def review_match(
    match: Match,
    depth: str = USUAL,
    *,
    deals: tuple[int, ...] = (),
    workers: int | None = 1,
    ray: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[tuple[int, DealReview]]:
    """Yield the number (from 1) and the review of each deal, or of those asked for, in order.

    Who stops taking from the iterator stops the review. ``progress`` is told how many are done.
    Raises BadNotation for a deal or a strength that is not there.

    >>> from basra import Match
    >>> from basra.review import review_match
    >>> [number for number, review in review_match(Match("egyptian", seed=7), "quick")]
    [1]
    """
    find_depth(depth)
    numbers = deals or tuple(range(1, len(match.deals) + 1))
    for number in numbers:
        if not 1 <= number <= len(match.deals):
            raise BadNotation("error.review.deal", number=number, deals=len(match.deals))
    jobs = [Job(course_of(match.deals[number - 1]), depth) for number in numbers]
    return _reviewed(numbers, jobs, workers, ray, progress)


def _reviewed(
    numbers: tuple[int, ...],
    jobs: list[Job],
    workers: int | None,
    ray: str | None,
    progress: Callable[[int, int], None] | None,
) -> Iterator[tuple[int, DealReview]]:
    # A process takes a second to start, so a deal alone is reviewed here.
    hands = 1 if len(jobs) == 1 else workers
    for done, review in enumerate(run(review_deal, jobs, workers=hands, ray=ray), 1):
        if progress is not None:
            progress(done, len(jobs))
        yield numbers[done - 1], review


def as_data(value: object) -> Any:  # noqa: ANN401 - whatever JSON can hold
    """Return a review as JSON can hold it: plays and cards as texts.

    >>> from basra import Play
    >>> from basra.review import Choice, as_data
    >>> as_data(Choice(Play("9dx4c5h"), 12.0, 0.5, 0.0, 0.0))["play"]
    '9dx4c5h'
    """
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: as_data(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, dict):
        return {name: as_data(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [as_data(one) for one in value]
    return str(value) if isinstance(value, Play) else value
