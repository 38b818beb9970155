"""Views: what one seat, or a spectator, knows of a deal; and worlds that it cannot tell apart.

Everything that acts for a seat is given a View. It is built field by field from what the seat may
know, so a field that is not named here does not leave the table. Known are one's own hand, the
floor, what everybody captured, the plays, how many cards the others and the stock hold; the
cards that were put back in public; the bottom card for the dealer who peeks.
"""

from bisect import bisect
from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from basra import engine
from basra.cards import Play
from basra.engine import NOBODY, Four, State, four
from basra.position import UNKNOWN, Position
from basra.rules import Bury, Rules
from basra.shuffle import Chance, shuffle


class View(NamedTuple):
    """What a seat knows. Tuples by seat or side have four places; sets are 52-bit numbers."""

    rules: Rules
    seat: int
    """The seat that looks, or ``NOBODY`` for a spectator."""
    floor: int
    known: Four
    """By seat, the cards that the reader knows it to hold."""
    held: Four
    """By seat, how many cards it holds."""
    piles: Four
    bonus: Four
    turn: int
    last: int
    trails: int
    dealer: int
    stock: tuple[int, ...]
    """The undealt cards from the top, ``UNKNOWN`` where hidden."""
    buried: tuple[int, ...]
    """Barred cards put back in public and not played yet."""
    bottom: int
    """The bottom card, if the reader saw it and it is not played yet; else ``NOBODY``."""
    lacks: Four
    """By seat, cards that it has shown not to hold, where capturing is a duty."""
    carried: int
    plays: tuple[int, ...]

    @property
    def hand(self) -> int:
        """The cards of the seat that looks; none for a spectator."""
        return 0 if self.seat == NOBODY else self.known[self.seat]

    @property
    def hidden(self) -> Four:
        """By seat, how many of its cards the reader does not know."""
        known, held = self.known, self.held
        one, two, three, four = (held[seat] - engine.count(known[seat]) for seat in range(4))
        return one, two, three, four

    @property
    def is_over(self) -> bool:
        """Whether the last card of the deal has been played."""
        return self.held == (0, 0, 0, 0) and not self.stock

    @property
    def is_first_packet(self) -> bool:
        """Whether the first packet is being played."""
        rules = self.rules
        return len(self.stock) == rules.pack - rules.seats * rules.packet - 4

    @property
    def unseen(self) -> int:
        """The cards whose place the reader does not know."""
        seen = self.floor | _union(self.known) | _union(self.piles)
        seen |= _union(1 << card for card in self.stock if card != UNKNOWN)
        return ((1 << self.rules.pack) - 1) & ~seen

    def _repr_svg_(self) -> str:
        """Return a picture, which notebooks show."""
        # Only who looks at a picture loads what draws it.
        from basra import svg  # noqa: PLC0415

        return svg.table(self)


def state_of(view: View) -> State:
    """Return the state of a view, with the cards that the reader knows as hands."""
    return State(
        view.floor,
        view.known,
        view.piles,
        view.bonus,
        view.turn,
        view.last,
        view.trails,
        view.dealer,
        len(view.stock),
    )


def plays_last(view: View) -> bool:
    """Tell whether the seat in turn plays the last card of the deal."""
    return sum(view.held) == 1 and engine.packet_size(view.rules, len(view.stock)) == 0


def floor_before(floor: int, play: int) -> int:
    """Return the floor on which ``play`` was made, from the floor it left."""
    made = Play(play)
    return floor | made.captured if made.captured else floor & ~(1 << made.card)


def look(position: Position, seat: int | None) -> View:
    """Return what ``seat`` knows of a position; ``None`` is a spectator."""
    rules, state, stock, buried, bottom, lacks, carried, plays = position
    reader = NOBODY if seat is None else seat
    peeks = bottom != NOBODY and reader == state.dealer
    public = _union(1 << card for card in buried) if rules.bury == Bury.BOTTOM else 0
    if peeks:
        public |= 1 << bottom
    known = four([hand & public for hand in state.hands])
    if seat is not None:
        known = engine.put(known, seat, state.hands[seat])
    return View(
        rules=rules,
        seat=reader,
        floor=state.floor,
        known=known,
        held=four([engine.count(hand) for hand in state.hands]),
        piles=state.piles,
        bonus=state.bonus,
        turn=state.turn,
        last=state.last,
        trails=state.trails,
        dealer=state.dealer,
        stock=tuple(card if card >= 0 and public >> card & 1 else UNKNOWN for card in stock),
        buried=buried,
        bottom=bottom if peeks else NOBODY,
        lacks=lacks,
        carried=carried,
        plays=plays,
    )


def imagine(view: View, chance: Chance) -> Position:
    """Return a position that the reader cannot tell from the true one: ``look`` gives ``view``.

    Each way to place the unseen cards is as likely as the others, among those that agree with
    what is known: barred cards put back in the stock are in no hand of the first packet, and not
    at the bottom where the dealer saw it; a seat holds nothing that it has shown to lack.
    """
    cards = list(_cards(view.unseen))
    shuffle(cards, chance)
    no_hand, not_last = _constraints(view)
    places = _places(view)
    if any((*no_hand, not_last)):
        forbidden = (*no_hand, not_last)
        dealt, rest = _deal_within(cards, places, forbidden, chance)
    else:
        dealt, rest = [], cards
        for size in places:
            dealt.append(rest[:size])
            rest = rest[size:]
    hands = view.known
    for seat in range(4):
        hands = engine.put(hands, seat, hands[seat] | _union(1 << card for card in dealt[seat]))
    hidden = rest + dealt[4]
    at = iter(hidden)
    stock = tuple(next(at) if card == UNKNOWN else card for card in view.stock)
    state = state_of(view)._replace(hands=hands)
    bottom = view.bottom if view.seat == view.dealer else _imagined_bottom(view, stock)
    return Position(
        view.rules, state, stock, view.buried, bottom, view.lacks, view.carried, view.plays
    )


def is_possible(view: View) -> bool:
    """Tell whether the unseen cards can be placed so that all that is known of them holds."""
    no_hand, not_last = _constraints(view)
    forbidden = (*no_hand, not_last)
    if not any(forbidden):
        return True
    kinds = sorted(_signature(card, forbidden) for card in _cards(view.unseen))
    return _ways(tuple(kinds), _places(view)) > 0


def _places(view: View) -> tuple[int, ...]:
    """Return how many unseen cards are in each hand, and at the bottom of the stock."""
    last_is_open = bool(view.stock) and view.stock[-1] == UNKNOWN
    return (*view.hidden, 1 if last_is_open else 0)


def _constraints(view: View) -> tuple[Four, int]:
    """Return the cards that are not in each hand, and those that are not at the bottom."""
    rules = view.rules
    hidden = _union(1 << card for card in view.buried) if rules.bury == Bury.STOCK else 0
    absent = hidden if view.is_first_packet else 0
    no_hand = four([lack | absent for lack in view.lacks])
    return no_hand, hidden & view.unseen if rules.peek and view.stock else 0


def _imagined_bottom(view: View, stock: tuple[int, ...]) -> int:
    """Return what the dealer of an imagined deal saw at the bottom, while it is in the stock."""
    if not view.rules.peek or not stock:
        return NOBODY
    above = (c for c in reversed(stock) if view.rules.bury == Bury.STOCK or c not in view.buried)
    return next(above, NOBODY)


def _deal_within(
    cards: list[int], places: tuple[int, ...], forbidden: tuple[int, ...], chance: Chance
) -> tuple[list[list[int]], list[int]]:
    """Deal shuffled cards to places that forbid some, each way as likely; return the rest too.

    Cards are placed one after the other, each choice weighted by the ways to place those to come.
    """
    dealt: list[list[int]] = [[] for _ in places]
    rest: list[int] = []
    cards = sorted(cards, key=lambda card: _signature(card, forbidden))  # stable: still shuffled
    kinds = tuple(_signature(card, forbidden) for card in cards)
    for at, card in enumerate(cards):
        later = kinds[at + 1 :]
        choices = [(-1, places)] + [
            (place, _one_less(places, place))
            for place, size in enumerate(places)
            if size and not kinds[at] >> place & 1
        ]
        bounds = list(accumulate(_ways(later, left) for _, left in choices))
        place, places = choices[bisect(bounds, chance.randrange(bounds[-1]))]
        (rest if place < 0 else dealt[place]).append(card)
    shuffle(rest, chance)
    return dealt, rest


def _signature(card: int, forbidden: tuple[int, ...]) -> int:
    """Return the places that forbid a card, one bit a place."""
    return sum((cards >> card & 1) << place for place, cards in enumerate(forbidden))


def _one_less(places: tuple[int, ...], place: int) -> tuple[int, ...]:
    return (*places[:place], places[place] - 1, *places[place + 1 :])


@lru_cache(maxsize=1 << 16)
def _ways(kinds: tuple[int, ...], places: tuple[int, ...]) -> int:
    """Return the ways to fill ``places`` from cards of these kinds; the rest is the stock."""
    if not any(places):
        return 1
    if sum(places) > len(kinds):
        return 0
    later = kinds[1:]
    return _ways(later, places) + sum(
        _ways(later, _one_less(places, place))
        for place, size in enumerate(places)
        if size and not kinds[0] >> place & 1
    )


def _union(sets: Iterable[int]) -> int:
    union = 0
    for cards in sets:
        union |= cards
    return union


def _cards(cards: int) -> Iterable[int]:
    while cards:
        yield engine.lowest(cards)
        cards &= cards - 1
