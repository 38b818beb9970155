"""The luck of the packets: how much better the cards dealt are than others from the same stock.

At each packet the luck is what perfect play with open cards makes of it, less the mean of that
over packets drawn at random from the same stock. Given all that went before, a packet is one of
those, so luck is 0 on average whoever plays and however; taking it off a margin leaves the mean as
it is and makes its error smaller.

What the draw must leave in place: barred cards that lie under the pack, and the bottom card that
the dealer has peeked at. The first floor is no packet, and its luck is not taken off.
"""

from collections.abc import Sequence
from typing import Final

from basra import engine, kernel
from basra.engine import NOBODY, State
from basra.errors import BadRules
from basra.position import Position
from basra.rules import Bury, Rules
from basra.shuffle import Generator, joined, shuffle
from basra.valuation import majority_value

DRAWS: Final = 20
"""Packets drawn at random to compare one with."""
LARGEST: Final = 12
"""Cards of a packet up to which it is solved in no time."""


class Luck:
    """Adds up the luck of the packets of a deal, in points of side 0 over side 1."""

    def __init__(self, rules: Rules, draws: int = DRAWS) -> None:
        """Raise BadRules where packets are too large to be solved, or there are more sides."""
        if rules.sides != 2 or rules.seats * rules.packet > LARGEST:
            raise BadRules("error.luck", most=LARGEST)
        self._rules = rules
        self._draws = draws
        self._solver = kernel.Solver()
        self._boundaries: dict[tuple[int, int], kernel.Boundary] = {}
        self._seed = ""
        self._packet = 0
        self.total = 0.0
        """The luck so far."""

    def begin(self, seed: str, start: Position, *, counts_first: bool = True) -> None:
        """Begin a deal; ``seed`` fixes the draws. The first packet counts if asked for."""
        self._seed = seed
        self._packet = 0
        self.total = 0.0
        if counts_first:
            self._count_first(start)

    def __call__(self, before: Position, play: int, after: Position) -> None:
        """Look at a play; if a packet was dealt after it, count its luck."""
        if after.is_over or len(after.stock) == len(before.stock):
            return
        empty = engine.apply(self._rules, before.state, play)
        fixed = _fixed(self._rules, before)
        free = [at for at, card in enumerate(before.stock) if card not in fixed]
        cards = [before.stock[at] for at in free]

        def drawn(chance: Generator) -> Sequence[int]:
            shuffle(cards, chance)
            stock = list(before.stock)
            for at, card in zip(free, cards, strict=True):
                stock[at] = card
            return stock

        actual = self._value(empty, before.stock, before.carried)
        chance = self._chance()
        others = [self._value(empty, drawn(chance), before.carried) for _ in range(self._draws)]
        self.total += actual - sum(others) / self._draws

    def _count_first(self, start: Position) -> None:
        """Count the luck of the first hands: the floor and the barred cards stay as they are."""
        rules, state = self._rules, start.state
        fixed = {*start.buried, start.bottom}
        pack = [
            card for card in range(rules.pack) if not state.floor >> card & 1 and card not in fixed
        ]
        held = rules.packet * rules.seats
        none = (0, 0, 0, 0)
        empty = state._replace(hands=none, stock=state.stock + held)
        rest = list(start.stock)
        chance = self._chance()
        others = []
        for _ in range(self._draws):
            shuffle(pack, chance)
            others.append(self._value(empty, [*pack[:held], *rest], start.carried))
        actual = self._solved(state, (), start.carried)
        self.total += actual - sum(others) / self._draws

    def _chance(self) -> Generator:
        self._packet += 1
        return Generator(joined("luck", self._seed, str(self._packet)))

    def _value(self, empty: State, stock: Sequence[int], carried: int) -> float:
        """Return what the next packet from ``stock`` is worth to side 0."""
        state = engine.deal_packet(self._rules, empty, stock)
        return self._solved(state, stock[len(stock) - state.stock :], carried)

    def _solved(self, state: State, rest: Sequence[int], carried: int) -> float:
        rules = self._rules
        if engine.packet_size(rules, state.stock):
            boundary = self._boundary(rules.majority + carried, state.stock)
            solution = self._solver.solve(rules, state, boundary=boundary)
        else:
            solution = self._solver.solve(rules, state, rest, carried)
        return solution.margin if engine.side_of(rules, state.turn) == 0 else -solution.margin

    def _boundary(self, stake: int, left: int) -> kernel.Boundary:
        """Return what leads of cards are worth when that many cards are left."""
        found = self._boundaries.get((stake, left))
        if found is None:
            found = self._solver.boundary_of(
                lambda lead: majority_value(self._rules, stake, lead, left)
            )
            self._boundaries[stake, left] = found
        return found


def _fixed(rules: Rules, position: Position) -> set[int]:
    """Return the cards of the stock whose place is known to somebody."""
    fixed = set(position.buried) if rules.bury == Bury.BOTTOM else set()
    if position.bottom != NOBODY:
        fixed.add(position.bottom)
    return fixed
