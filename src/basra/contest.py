"""A contest: the same packs for everybody, each against the same computer player; luck cancels.

Everything follows from a seed and the plays that were made. The seed is told to nobody before the
contest is over, since whoever has it knows all cards.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import Final

from basra.bots import Limit, find_bot
from basra.cards import Play
from basra.errors import BadNotation
from basra.game import Deal
from basra.match import Match
from basra.rules import Rules
from basra.shuffle import joined
from basra.variants import VARIANTS, find_rules
from basra.view import View

PERSON: Final = 0
"""The seat of the person, in every deal."""
QUICK: Final = "careful"
"""The level that plays where those that search cannot."""
WORLDS: Final = 100
"""Worlds that a searching player looks at: their number, not the time, makes a play the same."""


def rules_of(day: date) -> str:
    """Return the rules of a day: the regional games take turns.

    >>> from datetime import date
    >>> from basra.contest import rules_of
    >>> rules_of(date(2026, 3, 1)) != rules_of(date(2026, 3, 2))
    True
    """
    return list(VARIANTS)[day.toordinal() % len(VARIANTS)]


def seed_of(secret: str, name: str) -> str:
    """Return the seed of a contest; it tells nothing of the secret or of another contest."""
    return sha256(joined(secret, "contest", name).encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Contest:
    """What everybody plays."""

    rules: Rules
    seed: str
    deals: int = 1

    def match(self, number: int, names: tuple[str, ...] = ()) -> Match:
        """Return deal ``number``, from 0, as the beginning of a match of its own."""
        return Match(self.rules, f"{self.seed}.{number}", names=names)


class Attempt:
    """One person's way through a contest.

    >>> import basra
    >>> from basra.contest import Attempt, Contest
    >>> attempt = Attempt(Contest(basra.find_rules("egyptian"), "7"))
    >>> while not attempt.is_over:
    ...     attempt.play(rival_play("careful", attempt.view(), "7"))
    >>> attempt.margin == Attempt(attempt.contest, attempt.plays).margin
    True
    """

    def __init__(self, contest: Contest, plays: Iterable[str] = ()) -> None:
        """Take up an attempt where its plays have led. Raises BasraError if they are none."""
        self.contest = contest
        self.deals: list[Deal] = [contest.match(0).deal]
        self.plays: list[str] = []
        for play in plays:
            self.play(play)

    @property
    def deal(self) -> Deal:
        """The deal in play, or the last one."""
        return self.deals[-1]

    @property
    def is_over(self) -> bool:
        """Whether the last card of the last deal has been played."""
        return self.deal.is_over and len(self.deals) == self.contest.deals

    @property
    def is_own_turn(self) -> bool:
        """Whether the person is to play."""
        return not self.is_over and self.deal.turn == PERSON

    def view(self) -> View:
        """Return what the seat in turn sees. Raises BadNotation if it is over."""
        if self.deal.turn is None:
            raise BadNotation("error.contest.over")
        return self.deal.view(self.deal.turn)

    def play(self, play: Play | str) -> None:
        """Play a card of the seat in turn. Raises BasraError; then nothing has changed."""
        if self.is_over:
            raise BadNotation("error.contest.over")
        made = self.deal.play(play)
        self.plays.append(str(made.play))
        if self.deal.is_over and len(self.deals) < self.contest.deals:
            self.deals.append(self.contest.match(len(self.deals)).deal)

    @property
    def scores(self) -> list[tuple[int, ...]]:
        """Points by side of the deals that are over."""
        return [deal.scores for deal in self.deals if deal.is_over]

    @property
    def margin(self) -> int:
        """Points by which the person is ahead in the deals that are over."""
        return sum(scores[PERSON] - max(scores[1:]) for scores in self.scores)

    def record(self, number: int, names: tuple[str, ...]) -> str:
        """Return the record of a deal, which holds all its cards."""
        match = self.contest.match(number, names)
        match.deals = [self.deals[number]]
        return match.bgn()


def rival_play(level: str, view: View, seed: str) -> Play:
    """Return the play of the computer player: the same for the same view and seed."""
    limit = Limit(iterations=WORLDS)
    return find_bot(level, joined(seed, str(len(view.plays)))).choose(view, limit)


def contest_of(text: str, seed: str, deals: int = 1) -> Contest:
    """Return a contest for two under some rules. Raises BadRules for those of more seats."""
    rules = find_rules(text)
    if rules.seats != 2:
        raise BadNotation("error.contest.seats", seats=rules.seats)
    return Contest(rules, seed, deals)
