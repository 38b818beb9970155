"""Score pads over HTTP: a pad worked out, and tables of answers for a pad without a network.

The page holds no rule. For a text of rules it gets what the library answers to all that can be
asked in a match, and only looks it up; what is in no table is asked here.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Final

from basra import engine
from basra.engine import DRAWN, NOBODY
from basra.match import at_first, followed
from basra.notation import SEATS
from basra.pad import Entry, Pad, kinds, pack_points
from basra.rules import Rules, TieBreak
from basra.server.answers import (
    PadAsked,
    PadDeal,
    PadEnd,
    PadKind,
    PadLine,
    PadShare,
    PadStep,
    PadTables,
    PadTold,
)
from basra.table.dealing import standing_event
from basra.variants import find_rules, key_of, rules_text

_TIES: Final = 12
"""Ties in a row that the tables know of."""
_PAST: Final = 300
"""Points past the target that the tables know of."""


def told_pad(asked: PadAsked) -> PadTold:
    """Return a pad worked out. Raises BadRules and BadNotation.

    >>> from basra.server.answers import PadAsked, PadDeal
    >>> from basra.server.pads import told_pad
    >>> deal = PadDeal(points=[7, 6], leaders=[0], basras=[{"basra": 2}, {"J": 1}])
    >>> told_pad(PadAsked(rules="egyptian", deals=[deal])).standing.totals
    [57, 26]
    """
    pad = Pad.of(asked.rules)
    for deal in asked.deals:
        pad = pad.add(_entry(deal))
    lines = [
        PadLine(
            points=list(line.entry.points),
            basras=list(line.basras),
            majority=list(line.majority),
            scores=list(line.scores),
            carried=line.carried,
            standing=standing_event(pad.rules, line.standing),
        )
        for line in pad.lines
    ]
    standing = standing_event(pad.rules, pad.standing)
    return PadTold(lines=lines, standing=standing, carried=pad.carried, text=pad.dumps())


def _entry(deal: PadDeal) -> Entry:
    made = tuple(
        tuple(name for name, number in basras.items() for _ in range(number))
        for basras in deal.basras
    )
    cards = None if deal.cards is None else tuple(deal.cards)
    leaders = None if deal.leaders is None else tuple(deal.leaders)
    return Entry(tuple(deal.points), cards, leaders, made)


def told_tables(text: str) -> PadTables:
    """Return the answers that a pad may need under some rules. Raises BadRules.

    >>> from basra.server.pads import told_tables
    >>> tables = told_tables("egyptian")
    >>> tables.majority["30"]["a"].awards, tables.majority["30"]["ab"].carry
    ([60, 0], 60)
    >>> [(end.least, end.outcome) for end in tables.ends["101"]["b"]]
    [(0, -1), (101, 1)]
    """
    rules = find_rules(text)
    targets = list(_targets(rules))
    limit = rules.target + _PAST
    return PadTables(
        rules=rules_text(rules, key_of(text)),
        sides=rules.sides,
        seats=rules.seats,
        pack=rules.pack,
        points=pack_points(rules),
        target=rules.target,
        kinds=[PadKind(name=kind.name, points=kind.points) for kind in kinds(rules)],
        majority={str(carried): _shares(rules, carried) for carried in _carries(rules)},
        ends={
            str(target): {
                _letters(who): list(_ends(rules, who, target, limit)) for who in _leaders(rules)
            }
            for target in targets
        },
        limit=limit,
        steps=_steps(rules),
    )


def _leaders(rules: Rules) -> Iterator[tuple[int, ...]]:
    """Yield all the sides that may be ahead together."""
    for number in range(1, rules.sides + 1):
        yield from combinations(range(rules.sides), number)


def _letters(who: Sequence[int]) -> str:
    return "".join(SEATS[side] for side in who)


def _at(rules: Rules, who: Sequence[int], points: int) -> engine.Four:
    """Return totals or counts with these sides ahead."""
    behind = max(points - 1, 0)
    return engine.four([points if side in who else behind for side in range(rules.sides)])


def _carries(rules: Rules) -> list[int]:
    """Return what may be carried into a deal."""
    found = [0]
    everybody = range(rules.sides)
    for _ in range(_TIES):
        carried = engine.majority(rules, _at(rules, everybody, 1), found[-1])[1]
        if carried in found:
            break
        found.append(carried)
    return found


def _shares(rules: Rules, carried: int) -> dict[str, PadShare]:
    shares = {}
    for who in _leaders(rules):
        awards, carry = engine.majority(rules, _at(rules, who, 1), carried)
        shares[_letters(who)] = PadShare(awards=list(awards[: rules.sides]), carry=carry)
    return shares


def _targets(rules: Rules) -> Iterator[int]:
    """Yield the targets that a match may come to."""
    target = rules.target
    while target <= rules.target + _PAST:
        yield target
        if rules.tie_break != TieBreak.EXTEND:
            break
        target = engine.next_target(rules, _at(rules, range(rules.sides), target), target)


def _ends(rules: Rules, who: Sequence[int], target: int, limit: int) -> Iterator[PadEnd]:
    """Yield what follows from each greatest total, where it is something else than before."""
    before = None
    least = 0 if len(who) == rules.sides else 1
    for points in range(least, limit + 1):
        totals = _at(rules, who, points)
        outcome = engine.winner(rules, totals, target)
        raised = engine.next_target(rules, totals, target) if outcome == NOBODY else target
        if (outcome, raised) != before:
            yield PadEnd(least=0 if before is None else points, outcome=outcome, target=raised)
        before = outcome, raised


def _steps(rules: Rules) -> dict[str, dict[str, PadStep]]:
    """Return what each end of a match means, by the matches that were won before."""
    enough = rules.rubber // 2 + 1
    return {
        "-".join(map(str, wins)): {
            str(outcome): _step(rules, wins, outcome) for outcome in _outcomes(rules)
        }
        for wins in product(range(enough), repeat=rules.sides)
    }


def _outcomes(rules: Rules) -> list[int]:
    drawn = [DRAWN] if rules.tie_break == TieBreak.DRAW else []
    return [*range(rules.sides), *drawn]


def _step(rules: Rules, wins: tuple[int, ...], outcome: int) -> PadStep:
    who = range(rules.sides) if outcome == DRAWN else (outcome,)
    scores = _at(rules, who, rules.target)[: rules.sides]
    after = followed(rules, at_first(rules)._replace(wins=wins), scores, 0)
    return PadStep(wins=list(after.wins), winner=after.winner, over=after.is_over)
