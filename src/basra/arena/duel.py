"""One player against another on many deals, the same cards for both where mirrored."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from math import inf, log, sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple

from basra.arena.luck import Luck
from basra.arena.players import find_seated
from basra.arena.referee import FORFEIT, Ended, Forfeit, play_out
from basra.bots import PATIENCE, Bot, Limit
from basra.engine import side_of
from basra.game import Deal, margin_of
from basra.match import Match
from basra.rules import Rules
from basra.variants import find_rules

BATCH: Final = 10
"""Deals of one job."""
LONGEST: Final = 200
"""Deals after which a match that no side has won is drawn."""
ELO: Final = 400 / log(10)
"""Points of the Elo scale for odds greater by the factor e."""


class Job(NamedTuple):
    """Deals to be played, as pure data; the same job gives the same outcomes anywhere."""

    rules: str
    first: str
    second: str
    seed: str
    start: int
    stop: int
    mirrored: bool
    limit: Limit = Limit()
    patience: float = PATIENCE
    """Seconds after which a player forfeits."""
    adjusted: bool = False
    """Whether the luck of the packets is taken off, too."""
    matches: bool = False
    """Whether whole matches are played where else deals are."""

    def __str__(self) -> str:
        """Name the players, the rules and the deals."""
        return f"{self.first} - {self.second}, {self.rules}, {self.start + 1}-{self.stop}"


class Outcome(NamedTuple):
    """What one deal brought, as the mean of its seatings."""

    margin: float
    """Points of the first player's side less the mean of the other sides'."""
    won: float
    """Seatings won by the first player, as a share; the leaders of a level one share it."""
    adjusted: float | None = None
    """The margin without the luck of the packets, if asked for."""
    forfeits: tuple[Forfeit, ...] = ()


class Result(NamedTuple):
    """A duel in figures."""

    pairs: int
    """Deals played, each once in every seating if mirrored."""
    margin: float
    """Mean points a deal by which the first player is ahead."""
    ci95: float
    """Half the width of the 95 % interval of the margin."""
    win_rate: float
    """Share of seatings that the first player's side won, a level one shared."""
    win_rate_ci95: float
    """Half the width of its 95 % interval."""
    adjusted: float | None
    """The margin without the luck of the packets."""
    adjusted_ci95: float | None
    forfeits: dict[str, int]
    """How many deals each player forfeited, by name; who forfeited none is left out."""


def seatings(rules: Rules) -> list[tuple[bool, ...]]:
    """Return the ways to seat the first player (True): on each side once, the other elsewhere.

    >>> from basra import find_rules
    >>> from basra.arena.duel import seatings
    >>> seatings(find_rules("egyptian;seats=4;sides=2"))
    [(True, False, True, False), (False, True, False, True)]
    """
    return [
        tuple(side_of(rules, seat) == side for seat in range(rules.seats))
        for side in range(rules.sides)
    ]


def play(job: Job) -> list[Outcome]:
    """Play the deals of a job."""
    rules = find_rules(job.rules)
    first, second = (find_seated(name, job.seed, job.patience) for name in (job.first, job.second))
    bots = first, second
    ways = seatings(rules)
    luck = Luck(rules) if job.adjusted else None
    outcomes: list[Outcome] = []
    for number in range(job.start, job.stop):
        # The deal goes round the seats, and then the sides change: nobody always deals.
        chosen = ways if job.mirrored else [ways[number // rules.seats % len(ways)]]
        # What players print is not among the figures.
        with redirect_stdout(sys.stderr):
            played = [_seated(job, rules, bots, number, seating, luck) for seating in chosen]
        outcomes.append(_mean(played))
    return outcomes


def _seated(
    job: Job,
    rules: Rules,
    players: tuple[Bot, Bot],
    number: int,
    seating: Sequence[bool],
    luck: Luck | None,
) -> Outcome:
    """Play one deal, or match, in one seating."""
    bots = [players[0] if is_first else players[1] for is_first in seating]
    side = seating.index(True)
    seed, dealer = f"{job.seed}/{number}", number % rules.seats
    if job.matches:
        ended, won = _play_match(job, Match(rules, seed=seed, dealer=dealer), bots, side)
    else:
        deal = Deal(rules, seed=seed, dealer=dealer)
        if luck is not None:
            # On mirrored deals the luck of the first packet cancels out.
            luck.begin(seed, deal.position, counts_first=not job.mirrored)
        ended = play_out(deal, bots, job.limit, job.patience, luck)
        won = _share(ended.scores, side)
    if ended.seat is not None:
        is_first = seating[ended.seat]
        forfeit = Forfeit(job.first if is_first else job.second, ended.reason, ended.detail)
        margin = -FORFEIT if is_first else FORFEIT
        lost = 0.0 if is_first else 1.0
        return Outcome(margin, lost, margin if job.adjusted else None, (forfeit,))
    margin = margin_of(ended.scores, side)
    if luck is None:
        return Outcome(margin, won)
    return Outcome(margin, won, margin - (luck.total if side == 0 else -luck.total))


def _play_match(job: Job, match: Match, bots: Sequence[Bot], side: int) -> tuple[Ended, float]:
    """Play a match to its end; return its totals, and what share of it a side has won."""
    while not match.is_over:
        if len(match.deals) > LONGEST:
            break
        ended = play_out(match.deal, bots, job.limit, job.patience)
        if ended.seat is not None:
            return ended, 0.0
    standing = match.standing
    if standing.winner is None:
        return Ended(standing.totals, None), 1.0 / match.rules.sides
    return Ended(standing.totals, None), 1.0 if standing.winner == side else 0.0


def _share(scores: Sequence[int], side: int) -> float:
    """Return 1 for the one leader, an equal share for each of several, 0 for others."""
    best = max(scores)
    return 1.0 / scores.count(best) if scores[side] == best else 0.0


def _mean(played: Sequence[Outcome]) -> Outcome:
    adjusted = [one.adjusted for one in played if one.adjusted is not None]
    return Outcome(
        fmean(one.margin for one in played),
        fmean(one.won for one in played),
        fmean(adjusted) if adjusted else None,
        tuple(forfeit for one in played for forfeit in one.forfeits),
    )


def jobs(job: Job, size: int = BATCH) -> Iterator[Job]:
    """Split a job into jobs of at most ``size`` deals."""
    for start in range(job.start, job.stop, size):
        yield job._replace(start=start, stop=min(start + size, job.stop))


def summary(outcomes: Sequence[Outcome]) -> Result:
    """Return the figures of outcomes; the intervals are infinite below two deals.

    >>> from basra.arena.duel import Outcome, summary
    >>> summary([Outcome(4.0, 1.0), Outcome(2.0, 0.5)])[:4]
    (2, 3.0, 1.96, 0.75)
    """
    margin, ci95 = _interval([one.margin for one in outcomes])
    win_rate, win_rate_ci95 = _interval([one.won for one in outcomes])
    adjusted = [one.adjusted for one in outcomes if one.adjusted is not None]
    mean, mean_ci95 = _interval(adjusted) if adjusted else (None, None)
    forfeits = Counter(forfeit.player for one in outcomes for forfeit in one.forfeits)
    return Result(
        len(outcomes),
        margin,
        ci95,
        win_rate,
        win_rate_ci95,
        mean,
        mean_ci95,
        dict(sorted(forfeits.items())),
    )


def first_forfeits(outcomes: Sequence[Outcome]) -> list[Forfeit]:
    """Return how each player forfeited first, for each reason.

    >>> from basra.arena.duel import Outcome, first_forfeits
    >>> from basra.arena.referee import Forfeit
    >>> lost = [Forfeit("mine", "error", f"ValueError: {number}") for number in (7, 8)]
    >>> [one.detail for one in first_forfeits([Outcome(-50, 0, None, tuple(lost))])]
    ['ValueError: 7']
    """
    found: dict[tuple[str, str], Forfeit] = {}
    for outcome in outcomes:
        for forfeit in outcome.forfeits:
            found.setdefault((forfeit.player, forfeit.reason), forfeit)
    return list(found.values())


def _interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and half the width of its 95 % interval."""
    spread = stdev(values) / sqrt(len(values)) if len(values) > 1 else inf
    return fmean(values), round(1.96 * spread, 6)


def elo_of(share: float, sides: int = 2) -> float:
    """Return the difference of Elo at which a player among ``sides`` wins that share.

    >>> from basra.arena.duel import elo_of
    >>> round(elo_of(0.75)), round(elo_of(1 / 3, sides=3)), elo_of(1.0)
    (191, 0, inf)
    """
    if share <= 0.0 or share >= 1.0:
        return inf if share >= 1.0 else -inf
    return ELO * (log(share / (1.0 - share)) + log(sides - 1))
