"""A generator for playouts: one number of 63 bits, the same compiled and interpreted.

It is a xorshift whose triple of shifts has the full period of 2**63 - 1. The numbers stay below
2**63, so that CPython and 64-bit registers agree. It is fast and not secret: hands are never
dealt to players with it (``basra.shuffle`` does that).
"""

from collections.abc import MutableSequence

MASK = (1 << 63) - 1
_WORD = 0xFFFFFFFF
_MIX = 0x45D9F3B


def seeded(seed: int, number: int) -> int:
    """Return the chance of deal ``number`` of a seed; both are not negative."""
    low = _mixed(number & _WORD ^ _mixed(seed & _WORD))
    high = _mixed(number >> 32 ^ _mixed(seed >> 32 ^ low))
    return high >> 1 << 32 | low | 1 << 62


def _mixed(word: int) -> int:
    """Return a word of 32 bits in which each bit depends on each of ``word``."""
    # Products stay below 2**63: compiled code takes it that sums and products never overflow.
    word = (word ^ word >> 16) * _MIX & _WORD
    word = (word ^ word >> 16) * _MIX & _WORD
    return word ^ word >> 16


def stepped(chance: int) -> int:
    """Return the next state of the generator."""
    chance ^= chance << 12 & MASK
    chance ^= chance >> 7
    return chance ^ (chance << 15 & MASK)


def high_below(chance: int, stop: int) -> int:
    """Return a number below ``stop`` from the upper 31 bits of the state."""
    return (chance >> 32) * stop >> 31


def low_below(chance: int, stop: int) -> int:
    """Return a number below ``stop`` from the lower 32 bits of the state."""
    return (chance & 0xFFFFFFFF) * stop >> 32


def shuffle(cards: MutableSequence[int], size: int, chance: int) -> int:
    """Shuffle the first ``size`` cards, and return the state of the generator."""
    last = size - 1
    while last > 1:
        chance = stepped(chance)
        other = high_below(chance, last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card
        other = low_below(chance, last)
        card = cards[last - 1]
        cards[last - 1] = cards[other]
        cards[other] = card
        last -= 2
    if last == 1:
        chance = stepped(chance)
        other = high_below(chance, 2)
        card = cards[1]
        cards[1] = cards[other]
        cards[other] = card
    return chance


def nth(cards: int, place: int) -> int:
    """Return the card at ``place`` from the lowest, as a set; of six cards at most."""
    # Five steps whatever the place: how many are needed cannot be foretold, a select can be.
    for step in range(5):
        cards = cards & (cards - 1) if step < place else cards
    return cards & -cards
