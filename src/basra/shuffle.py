"""Chance: a named generator, the shuffle, and the commitment that lets players verify it.

The generator is SHA-256 in counter mode: block *i* is ``SHA-256(key || i)`` with the key in UTF-8
and *i* as eight bytes, most significant first; its bytes are used in order. A number below *n* is
read from the fewest bytes that can hold it, most significant first: what is not below the greatest
multiple of *n* is passed over (rejection sampling: no bias), the rest is taken modulo *n*. So one
byte is read for each of a pack's numbers. A shuffle is Fisher-Yates from the last place to the
second. One key gives one order on every platform and in every language that has SHA-256.
"""

from collections.abc import Iterable, MutableSequence
from hashlib import sha256
from typing import Protocol

from basra.cards import write_cards


class Chance(Protocol):
    """What can be asked for a random number; ``random.Random`` can."""

    def randrange(self, stop: int, /) -> int:
        """Return a number of 0 to ``stop - 1``, each as likely as the others."""
        ...


class Generator:
    """SHA-256 in counter mode, asked for small numbers.

    >>> from basra.shuffle import Generator
    >>> dice = Generator("7")
    >>> [dice.randrange(6) for _ in range(8)]
    [2, 1, 1, 0, 1, 0, 3, 3]
    """

    def __init__(self, key: str) -> None:
        self._key = key.encode()
        self._block = 0
        self._bytes: list[int] = []

    def _byte(self) -> int:
        if not self._bytes:
            counter = self._block.to_bytes(8, "big")
            self._bytes = list(reversed(sha256(self._key + counter).digest()))
            self._block += 1
        return self._bytes.pop()

    def randrange(self, stop: int, /) -> int:
        """Return a number of 0 to ``stop - 1``, each as likely. Raises ValueError below 1."""
        if stop < 1:
            raise ValueError(stop)
        size = ((stop - 1).bit_length() + 7) // 8
        fair = 256**size // stop * stop
        while True:
            number = int.from_bytes(self._byte() for _ in range(size))
            if number < fair:
                return number % stop


def shuffle(cards: MutableSequence[int], chance: Chance) -> None:
    """Shuffle ``cards`` in place: each order is as likely as the others."""
    for last in range(len(cards) - 1, 0, -1):
        other = chance.randrange(last + 1)
        cards[last], cards[other] = cards[other], cards[last]


def shuffled(cards: Iterable[int], *keys: str) -> list[int]:
    """Return ``cards`` in the order that ``keys`` fix: a seed, or a secret and the players' salts.

    >>> from basra.cards import write_cards
    >>> from basra.shuffle import shuffled
    >>> write_cards(shuffled(range(8), "7", "salt of A", "salt of B"))
    'AhAsAc2sAd2d2h2c'
    """
    order = list(cards)
    shuffle(order, Generator(joined(*keys)))
    return order


def joined(*keys: str) -> str:
    r"""Join keys so that no two lists of keys give the same text.

    >>> from basra.shuffle import joined
    >>> joined("ab", "c"), joined("a", "bc")
    ('2:ab|1:c', '1:a|2:bc')
    """
    return "|".join(f"{len(key)}:{key}" for key in keys)


def commitment(pack: Iterable[int], salt: str) -> str:
    """Return what is published before a deal: SHA-256 of the pack's text, a space and the salt.

    Whoever is told pack and salt after the deal can compute it again.

    >>> from basra.shuffle import commitment
    >>> commitment([25, 0], "coffee")[:16]
    '3e86688860e72c62'
    """
    return sha256(f"{write_cards(pack)} {salt}".encode()).hexdigest()
