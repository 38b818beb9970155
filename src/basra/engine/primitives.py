"""What the rules are made of: operations on sets of cards and on four numbers.

``count``, ``lowest``, ``buffer`` and ``way`` are the only functions of the engine that are given
a native body when it is compiled.
"""

from collections.abc import MutableSequence, Sequence

from basra.cards import JACK, JACKS, KOMI, NUMERALS
from basra.rules import Rules
from basra.sums import WAYS

Four = tuple[int, int, int, int]
"""A number for each of four seats or sides; places that are not used hold 0."""

NOBODY = -1
"""Stands for a seat or a side where there is none."""
KOMI_BIT = 1 << KOMI


def count(cards: int) -> int:
    """Return how many cards a set holds."""
    return cards.bit_count()


def lowest(cards: int) -> int:
    """Return the lowest card of a set that is not empty."""
    return (cards & -cards).bit_length() - 1


def buffer(size: int) -> MutableSequence[int]:
    """Return room for ``size`` numbers."""
    return [0] * size


def way(index: int) -> int:
    """Return a way to make a sum, from the table of ``sums``."""
    return WAYS[index]


def pick(four: Four, place: int) -> int:
    """Return one of four numbers."""
    first = four[0] if place == 0 else four[1]
    second = four[2] if place == 2 else four[3]
    return first if place < 2 else second


def put(four: Four, place: int, value: int) -> Four:
    """Return four numbers with one replaced."""
    return (
        value if place == 0 else four[0],
        value if place == 1 else four[1],
        value if place == 2 else four[2],
        value if place == 3 else four[3],
    )


def four(values: Sequence[int]) -> Four:
    """Return up to four numbers with 0 for those that are missing."""
    first = values[0] if len(values) > 0 else 0
    second = values[1] if len(values) > 1 else 0
    third = values[2] if len(values) > 2 else 0
    fourth = values[3] if len(values) > 3 else 0
    return first, second, third, fourth


def side_of(rules: Rules, seat: int) -> int:
    """Return the side of a seat: partners sit opposite."""
    return seat if seat < rules.sides else seat - rules.sides


def next_seat(rules: Rules, seat: int) -> int:
    """Return the seat that plays after ``seat``."""
    return seat + 1 if seat + 1 < rules.seats else 0


def rank_mates(card: int) -> int:
    """Return the four cards of the rank of ``card``."""
    return 15 << (card & ~3)


def is_sweeper(rules: Rules, card: int) -> bool:
    """Tell whether ``card`` takes the whole floor: jacks, and the komi where it has power."""
    return card >> 2 == JACK or (rules.komi and card == KOMI)


def barred(rules: Rules) -> int:
    """Return the cards that may not lie on the first floor."""
    return JACKS | KOMI_BIT if rules.komi else JACKS


def sum_of(cards: int) -> int:
    """Return the sum of the numerals of a set; court cards count nothing."""
    total = 0
    rest = cards & NUMERALS
    while rest:
        total += (lowest(rest) >> 2) + 1
        rest &= rest - 1
    return total
