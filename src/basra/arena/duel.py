"""One player against another on many deals, the same cards for both where mirrored."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from basra.bots import Bot, Limit, find_bot
from basra.game import Deal
from basra.rules import Rules
from basra.variants import find_rules


class Job(NamedTuple):
    """Deals to be played, as pure data; the same job gives the same outcomes anywhere."""

    rules: str
    first: str
    second: str
    seed: str
    start: int
    stop: int
    mirrored: bool
    limit: Limit


class Outcome(NamedTuple):
    """What one deal brought, as the mean of its seatings."""

    margin: float
    """Points of the first player's side less the mean of the other sides'."""
    won: float
    """Seatings won by the first player, a level one half; as a share."""


class Result(NamedTuple):
    """A duel in figures."""

    pairs: int
    """Deals played, each once in every seating if mirrored."""
    margin: float
    """Mean points a deal by which the first player is ahead."""
    ci95: float
    """Half the width of the 95 % interval of the margin."""
    win_rate: float
    """Share of seatings that the first player's side won, a level one half."""


def seatings(rules: Rules) -> list[tuple[bool, ...]]:
    """Return the ways to seat the first player (True): on each side once, the other elsewhere.

    >>> from basra import find_rules
    >>> from basra.arena.duel import seatings
    >>> seatings(find_rules("egyptian;seats=4;sides=2"))
    [(True, False, True, False), (False, True, False, True)]
    """
    return [
        tuple(seat % rules.sides == side for seat in range(rules.seats))
        for side in range(rules.sides)
    ]


def play_deal(deal: Deal, bots: Sequence[Bot], limit: Limit) -> tuple[int, ...]:
    """Play a deal to its end, a player by seat, and return the scores by side."""
    while not deal.is_over:
        seat = deal.state.turn
        deal.play(bots[seat].choose(deal.view(seat), limit))
    return deal.scores


def play(job: Job) -> list[Outcome]:
    """Play the deals of a job."""
    rules = find_rules(job.rules)
    first, second = find_bot(job.first, job.seed), find_bot(job.second, job.seed)
    ways = seatings(rules)
    outcomes: list[Outcome] = []
    for number in range(job.start, job.stop):
        chosen = ways if job.mirrored else [ways[number % len(ways)]]
        played = []
        for seating in chosen:
            deal = Deal(rules, seed=f"{job.seed}/{number}", dealer=number % rules.seats)
            bots = [first if is_first else second for is_first in seating]
            scores = play_deal(deal, bots, job.limit)
            played.append(_outcome(scores, seating.index(True)))
        outcomes.append(
            Outcome(fmean(one.margin for one in played), fmean(one.won for one in played))
        )
    return outcomes


def _outcome(scores: Sequence[int], side: int) -> Outcome:
    own = scores[side]
    others = [points for other, points in enumerate(scores) if other != side]
    best = max(others)
    return Outcome(own - fmean(others), 1.0 if own > best else 0.5 if own == best else 0.0)


def jobs(job: Job, size: int) -> Iterator[Job]:
    """Split a job into jobs of at most ``size`` deals."""
    for start in range(job.start, job.stop, size):
        yield job._replace(start=start, stop=min(start + size, job.stop))


def duel(job: Job, workers: int = 1) -> Iterator[list[Outcome]]:
    """Play a job, in processes if there is more than one worker; yield outcomes in order."""
    parts = list(jobs(job, 20))
    if workers <= 1:
        yield from map(play, parts)
    else:
        with ProcessPoolExecutor(workers) as pool:
            yield from pool.map(play, parts)


def summary(outcomes: Sequence[Outcome]) -> Result:
    """Return the figures of outcomes; the interval is infinite below two deals.

    >>> from basra.arena.duel import Outcome, summary
    >>> summary([Outcome(4.0, 1.0), Outcome(2.0, 0.5)])
    Result(pairs=2, margin=3.0, ci95=1.96, win_rate=0.75)
    """
    margins = [one.margin for one in outcomes]
    spread = stdev(margins) / sqrt(len(margins)) if len(margins) > 1 else float("inf")
    return Result(
        len(margins), fmean(margins), round(1.96 * spread, 6), fmean(one.won for one in outcomes)
    )
