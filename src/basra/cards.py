"""Cards, sets of cards and plays: whole numbers inside, two-character texts outside.

A card is ``4 * rank + suit``: ranks A 2 … 9 T J Q K are 0 to 12, suits c d h s are 0 to 3. A
set of cards is a 52-bit number with one bit a card. A play is ``card << 52 | captured``.
"""

from collections.abc import Iterable, Iterator
from typing import Self

from basra.errors import BadNotation

RANKS = "A23456789TJQK"
SUITS = "cdhs"
CARDS = 52
JACK = 10
KOMI = 25
"""The seven of diamonds."""

ALL = (1 << CARDS) - 1
NUMERALS = (1 << 40) - 1
JACKS = 0xF << 4 * JACK

_MOST = 1000
"""Cards of the longest list that is read."""
_EXTRA = str.maketrans({"♣": "c", "♦": "d", "♥": "h", "♠": "s"})
_SPACES = str.maketrans(",;\t\n", "    ")


class Card(int):
    """One card of the pack, 0 to 51.

    Reads any case, ``10`` for ``T`` and the suit symbols. Raises BadNotation.

    >>> from basra import Card
    >>> Card("7D"), Card(25), Card("10♠").rank
    (7d, 7d, 9)
    """

    def __new__(cls, card: "str | int") -> Self:
        """Read a card from its text, or take its number."""
        if isinstance(card, str):
            return super().__new__(cls, _read_card(card))
        if not 0 <= card < CARDS:
            raise BadNotation("error.card", text=card)
        return super().__new__(cls, card)

    @property
    def rank(self) -> int:
        """The rank, 0 for an ace to 12 for a king."""
        return self >> 2

    @property
    def suit(self) -> int:
        """The suit, 0 to 3 for clubs, diamonds, hearts, spades."""
        return self & 3

    def __repr__(self) -> str:
        return RANKS[self >> 2] + SUITS[self & 3]

    __str__ = __repr__


class CardSet(int):
    """A set of cards; iterates in ascending order, and the empty set reads ``-``.

    Raises BadNotation for a text that holds no cards or a card twice.

    >>> from basra import CardSet
    >>> cards = CardSet("4D 2c as")
    >>> cards, len(cards), "As" in cards, list(cards)
    (As2c4d, 3, True, [As, 2c, 4d])
    >>> CardSet("") | CardSet("7h"), CardSet("As2c").without(CardSet("2c"))
    (7h, As)
    """

    def __new__(cls, cards: "str | int | Iterable[str | int]" = 0) -> Self:
        """Read a set from its text, from its number or from cards."""
        if isinstance(cards, str):
            cards = read_cards(cards)
        elif isinstance(cards, int):
            if not 0 <= cards <= ALL:
                raise BadNotation("error.set", text=cards)
            return super().__new__(cls, cards)
        number = 0
        for card in cards:
            bit = 1 << Card(card)
            if number & bit:
                raise BadNotation("error.twice", card=Card(card))
            number |= bit
        return super().__new__(cls, number)

    def __iter__(self) -> Iterator[Card]:
        rest = int(self)
        while rest:
            yield Card((rest & -rest).bit_length() - 1)
            rest &= rest - 1

    def __len__(self) -> int:
        return int(self).bit_count()

    def __contains__(self, card: object) -> bool:
        if isinstance(card, str):
            card = Card(card)
        return isinstance(card, int) and 0 <= card < CARDS and int(self) >> card & 1 == 1

    def __or__(self, other: int) -> "CardSet":
        return CardSet(int(self) | int(other))

    def __and__(self, other: int) -> "CardSet":
        return CardSet(int(self) & int(other))

    def without(self, other: int) -> "CardSet":
        """Return the cards that are not in ``other``; ``-`` stays that of numbers."""
        return CardSet(int(self) & ~int(other))

    def __repr__(self) -> str:
        return "".join(map(repr, self)) or "-"

    __str__ = __repr__


class Play(int):
    """A card from a hand and what it captures: ``7c`` trails, ``9dx4c5h`` captures.

    Raises BadNotation.

    >>> from basra import Play
    >>> play = Play("9Dx5h4c")
    >>> play, play.card, play.captured, Play("7c").captured
    (9dx4c5h, 9d, 4c5h, -)
    """

    def __new__(
        cls, play: "str | int", captured: "str | int | Iterable[str | int] | None" = None
    ) -> Self:
        """Read a play from its text, from its number, or from a card and what it captures."""
        if captured is not None:
            return super().__new__(cls, Card(play) << CARDS | CardSet(captured))
        if isinstance(play, str):
            card, _, taken = play.strip().partition("x")
            taken = taken.rstrip("#")
            return super().__new__(cls, Card(card.strip()) << CARDS | CardSet(taken))
        return super().__new__(cls, Card(play >> CARDS) << CARDS | CardSet(play & ALL))

    @property
    def card(self) -> Card:
        """The card played."""
        return Card(int(self) >> CARDS)

    @property
    def captured(self) -> CardSet:
        """The cards captured, without the card played; empty for a trail."""
        return CardSet(int(self) & ALL)

    def __repr__(self) -> str:
        return f"{self.card}x{self.captured}" if self.captured else str(self.card)

    __str__ = __repr__


def read_cards(text: str) -> list[Card]:
    """Read cards in the order of the text; ``-`` and the empty text are no cards.

    Raises BadNotation.

    >>> from basra.cards import read_cards
    >>> read_cards("7d, Ks 10h"), read_cards("-")
    ([7d, Ks, Th], [])
    """
    plain = text.translate(_SPACES).strip()
    if plain == "-":
        return []
    tight = plain.replace(" ", "").replace("10", "T")
    if len(tight) % 2 or len(tight) > 2 * _MOST:
        raise BadNotation("error.cards", text=text)
    return [Card(tight[at : at + 2]) for at in range(0, len(tight), 2)]


def card_set(cards: "str | int | Iterable[str | int]") -> int:
    """Return a plain set number from a text, a number or cards; raises BadNotation."""
    return int(CardSet(cards))


def write_cards(cards: Iterable[int]) -> str:
    """Write cards in the order given.

    >>> from basra.cards import write_cards
    >>> write_cards([25, 0])
    '7dAc'
    """
    return "".join(RANKS[card >> 2] + SUITS[card & 3] for card in cards)


def _read_card(text: str) -> int:
    plain = text.strip().translate(_EXTRA)
    if plain.startswith("10"):
        plain = "T" + plain[2:]
    if len(plain) == 2:
        rank, suit = RANKS.find(plain[0].upper()), SUITS.find(plain[1].lower())
        if rank >= 0 and suit >= 0:
            return 4 * rank + suit
    raise BadNotation("error.card", text=text)
