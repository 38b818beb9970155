"""Puzzles: positions of self-played deals in which one play is better by a clear, proven margin."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import count, islice
from typing import Final

from basra.bots import Limit, find_bot
from basra.cards import Play
from basra.game import Deal
from basra.notation import read_view, write_view
from basra.review.reasons import Reason, reason_of
from basra.review.strengths import Depth, find_depth
from basra.review.weighing import Choice, weigh
from basra.rules import Rules
from basra.shuffle import Generator, joined
from basra.variants import find_rules, rules_text
from basra.view import View

CLEAR: Final = 2.0
"""Points by which the best play of a puzzle is better than the next."""
PROVEN: Final = 4.0
"""Standard errors that this is, at the least."""
_PROOF: Final = 3
"""How many times as many worlds prove a puzzle as find it."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """What would you play? A view as a text, the answer and how sure it is."""

    rules: str
    view: str
    """What the seat sees (BFN)."""
    seat: int
    carried: int
    best: Play
    second: Play
    margin: float
    """Points between the two."""
    error: float
    """The standard error of that; 0 where it is exact."""
    choices: tuple[Choice, ...]
    reason: Reason | None
    """Why the best is better than the second."""

    @property
    def exact(self) -> bool:
        """Whether no world that was looked at says otherwise."""
        return self.error == 0.0

    def seen(self) -> View:
        """Return what the seat sees."""
        return read_view(find_rules(self.rules), self.view, self.seat, self.carried)


def puzzles(rules: Rules | str, seed: int | str, depth: str = "usual") -> Iterator[Puzzle]:
    """Yield puzzles without end, at most one from a deal; the same for the same seed.

    Deals are played by computer players of middling strength. A position that seems clear is
    weighed again, longer and in other worlds, before it becomes a puzzle. Raises BadRules, and
    BadNotation for a strength that there is not.

    >>> from basra.review.puzzles import puzzles
    >>> puzzle = next(puzzles("egyptian", seed=7, depth="quick"))
    >>> puzzle.margin > 2, puzzle.choices[0].play == puzzle.best
    (True, True)
    """
    return _puzzles(find_rules(rules), str(seed), find_depth(depth))


def puzzle_of(rules: Rules | str, day: date, depth: str = "usual") -> Puzzle:
    """Return the puzzle of a day, which is the same for everybody.

    >>> from datetime import date
    >>> from basra.review.puzzles import puzzle_of
    >>> puzzle_of("egyptian", date(2026, 3, 1), depth="quick").rules
    'egyptian'
    """
    return next(puzzles(rules, f"day/{day.isoformat()}", depth))


def some_puzzles(rules: Rules | str, seed: int | str, number: int, depth: str) -> list[Puzzle]:
    """Return the first puzzles of a seed."""
    return list(islice(puzzles(rules, seed, depth), number))


def _puzzles(rules: Rules, seed: str, depth: Depth) -> Iterator[Puzzle]:
    for number in count():
        chance = Generator(joined("puzzle", rules_text(rules), seed, str(number)))
        found = _from_deal(rules, chance, depth)
        if found is not None:
            yield found


def _from_deal(rules: Rules, chance: Generator, depth: Depth) -> Puzzle | None:
    """Return the puzzle that comes up at some moment of a new deal, if one does."""
    seed = str(chance.randrange(1 << 60))
    deal = Deal(rules, seed=seed, dealer=chance.randrange(rules.seats))
    bot = find_bot("careful", seed)
    for _ in range(chance.randrange(rules.pack - 8)):
        if deal.turn is not None:
            deal.play(bot.choose(deal.view(deal.turn), Limit()))
    while deal.turn is not None:
        found = _from_view(deal.view(deal.turn), depth)
        if found is not None:
            return found
        deal.play(bot.choose(deal.view(deal.turn), Limit()))
    return None


def _from_view(view: View, depth: Depth) -> Puzzle | None:
    # What cannot be written in the puzzle must not count in its answer: plays are not in a BFN.
    text = write_view(view)
    seen = read_view(view.rules, text, view.seat, view.carried)
    quick = weigh(seen, depth, "puzzle")
    if not is_clear(quick):
        return None
    proof = weigh(seen, depth._replace(parts=_PROOF * depth.parts), "proof")
    if not is_clear(proof) or proof[0].play != quick[0].play or _is_plain(proof):
        return None
    best, second = proof[:2]
    return Puzzle(
        rules_text(view.rules),
        text,
        view.seat,
        view.carried,
        best.play,
        second.play,
        second.behind,
        second.behind_error,
        proof,
        reason_of(seen, best.play, proof),
    )


def is_clear(choices: tuple[Choice, ...]) -> bool:
    """Tell whether the best play is better than the next by a clear and proven margin."""
    if len(choices) < 2:
        return False
    second = choices[1]
    return second.behind > CLEAR and second.behind > PROVEN * second.behind_error


def _is_plain(choices: tuple[Choice, ...]) -> bool:
    """Tell whether there is nothing to find: only one play captures at all, and it is best."""
    capturing = [one.play for one in choices if one.play.captured]
    return capturing == [choices[0].play]
