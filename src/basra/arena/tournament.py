"""Every player meets every other: duels, kept as they are played, and the ladder of all."""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations
from math import isfinite
from statistics import fmean
from typing import NamedTuple

from basra import kernel
from basra.arena.duel import Job, Outcome, elo_of, first_forfeits, jobs, play, summary
from basra.arena.players import find_player, is_compiled
from basra.arena.ratings import Meeting, ratings
from basra.arena.results import Results
from basra.arena.sequential import Question, Verdict, verdict
from basra.arena.workers import run
from basra.variants import find_rules

Progress = Callable[[int, int], None]
"""What is told the deals that are done, and of how many."""


class Duel(NamedTuple):
    """Two players and what their deals brought."""

    job: Job
    outcomes: list[Outcome]
    verdict: Verdict | None
    """How the sequential test ended, if one was asked for."""


class Rung(NamedTuple):
    """A player on the ladder."""

    bot: str
    elo: float
    low: float
    """The lower end of the 95 % interval."""
    high: float
    """The upper end."""
    win_rate: float
    """The mean share won against the others; with more sides, when alone against one kind."""


def pairings(bots: Sequence[str], job: Job) -> list[Job]:
    """Return the jobs of a round robin: each pair of players, all else as in ``job``.

    With more than two sides each of a pair is once alone against others of the second kind.
    """
    ways = combinations if find_rules(job.rules).sides == 2 else permutations
    return [job._replace(first=first, second=second) for first, second in ways(bots, 2)]


def hold(
    whole: Sequence[Job],
    *,
    workers: int | None = None,
    ray: str | None = None,
    results: Results | None = None,
    question: Question | None = None,
    progress: Progress | None = None,
) -> list[Duel]:
    """Play duels, one after the other, and return them.

    What ``results`` hold is not played again. With a ``question`` a duel ends when the test is
    decided, which is asked after each batch in the order of deals: workers do not change it.
    """
    _warm(whole)
    course = _Course(whole, results or Results(None), question, progress)
    course.stream = run(play, course.wanted(), workers=workers, ray=ray)
    return [course.play(number) for number in range(len(whole))]


def _warm(whole: Sequence[Job]) -> None:
    """Compile what the jobs need, so that workers load it and no player is slow for that."""
    players = {name for job in whole for name in (job.first, job.second)}
    if any(job.adjusted for job in whole) or any(
        is_compiled(find_player(name)) for name in players
    ):
        kernel.warm()


class _Course:
    """A tournament in play."""

    stream: Iterator[list[Outcome]]
    """What the jobs bring that were handed out, in that order."""

    def __init__(
        self,
        whole: Sequence[Job],
        kept: Results,
        question: Question | None,
        progress: Progress | None,
    ) -> None:
        self._whole = whole
        self._kept = kept
        self._question = question
        self._progress = progress
        self._ended = 0
        """Duels that are over; they are played in order."""
        self._handed_out: deque[Job] = deque()
        self._total = sum(job.stop - job.start for job in whole)
        self._done = 0

    def wanted(self) -> Iterator[Job]:
        """Yield the jobs that are still to be done; those of a decided duel are left out."""
        for number, job in enumerate(self._whole):
            for part in jobs(job):
                if number < self._ended:
                    break
                if self._kept.find(part) is None:
                    self._handed_out.append(part)
                    yield part

    def play(self, number: int) -> Duel:
        """Play a duel until it is decided, or all its deals are played."""
        job, question = self._whole[number], self._question
        outcomes: list[Outcome] = []
        standing = None if question is None else Verdict(0.0, None)
        for part in jobs(job):
            found = self._outcomes(part)
            outcomes.extend(found)
            self._tell(len(found))
            if question is not None:
                standing = verdict(question, _margins(outcomes))
                if standing.accepted:
                    break
        self._ended = number + 1
        self._total -= job.stop - job.start - len(outcomes)
        self._tell(0)
        return Duel(job, outcomes, standing)

    def _outcomes(self, part: Job) -> list[Outcome]:
        """Return what a job brings; jobs of a duel that was decided come before, unused."""
        found = self._kept.find(part)
        while found is None:
            brought = next(self.stream)
            if self._handed_out.popleft() == part:
                self._kept.keep(part, brought)
                found = brought
        return found

    def _tell(self, more: int) -> None:
        self._done += more
        if self._progress is not None:
            self._progress(self._done, self._total)


def _margins(outcomes: Sequence[Outcome]) -> list[float]:
    """Return the margins that are surest."""
    return [one.margin if one.adjusted is None else one.adjusted for one in outcomes]


def ladder(bots: Sequence[str], duels: Sequence[Duel]) -> list[Rung]:
    """Return the players of a round robin, the strongest first."""
    sides = find_rules(duels[0].job.rules).sides
    meetings = [
        Meeting(
            bots.index(duel.job.first),
            bots.index(duel.job.second),
            [one.won for one in duel.outcomes],
        )
        for duel in duels
    ]
    rungs = [
        Rung(
            bot,
            round(rating.elo, 1),
            round(rating.elo - rating.ci95, 1),
            round(rating.elo + rating.ci95, 1),
            round(_share(number, meetings, sides), 4),
        )
        for number, (bot, rating) in enumerate(
            zip(bots, ratings(len(bots), meetings, sides), strict=True)
        )
    ]
    return sorted(rungs, key=lambda rung: (-rung.elo, rung.bot))


def _share(player: int, meetings: Sequence[Meeting], sides: int) -> float:
    """Return the mean share of a player; of two sides, what one does not win is the other's."""
    shares = [fmean(one.shares) for one in meetings if one.first == player]
    if sides == 2:
        shares += [1.0 - fmean(one.shares) for one in meetings if one.second == player]
    return fmean(shares)


def figures(duel: Duel) -> dict[str, object]:
    """Return the figures of a duel for programs; what is not finite is ``None``."""
    result = summary(duel.outcomes)
    sides = find_rules(duel.job.rules).sides
    rate, error = result.win_rate, result.win_rate_ci95
    told: dict[str, object] = {
        "first": duel.job.first,
        "second": duel.job.second,
        **result._asdict(),
        "elo": elo_of(rate, sides),
        "elo_low": elo_of(rate - error, sides),
        "elo_high": elo_of(rate + error, sides),
    }
    if result.adjusted is None:
        del told["adjusted"], told["adjusted_ci95"]
    if reasons := first_forfeits(duel.outcomes):
        told["reasons"] = [one._asdict() for one in reasons]
    if duel.verdict is not None:
        told["sprt"] = duel.verdict._asdict()
    return {
        name: (round(value, 6) if isfinite(value) else None) if isinstance(value, float) else value
        for name, value in told.items()
    }


def forfeits(duels: Sequence[Duel]) -> dict[str, int]:
    """Return how many deals each player forfeited, by name."""
    counts: Counter[str] = Counter()
    for duel in duels:
        counts.update(summary(duel.outcomes).forfeits)
    return dict(sorted(counts.items()))
