"""Packs that lead to a given position by given plays: how a world is told as the deal it was."""

from collections.abc import Iterable, Sequence

from basra import engine
from basra.cards import CARDS
from basra.game import packets
from basra.position import UNKNOWN, Position
from basra.rules import Bury, Rules


class Start:
    """How a deal begins: a pack, and where barred cards go that turn up on the first floor."""

    def __init__(self, rules: Rules, pack: Sequence[int], places: Sequence[int] = ()) -> None:
        self.rules = rules
        self.pack = tuple(pack)
        self.places = tuple(places)
        top = rules.packet * rules.seats
        self.face_up = self.pack[top : top + 4 + engine.barred_turned(rules, pack)]
        """The cards turned for the first floor, barred ones included, in order."""
        self.turned = tuple(card for card in self.face_up if engine.barred(rules) >> card & 1)
        """The barred ones."""

    @property
    def bounds(self) -> list[int]:
        """How many places there are for each barred card that is put back by chance."""
        rules = self.rules
        if rules.bury == Bury.BOTTOM:
            return []
        turned = len(self.turned)
        return [engine.places_below(rules, turned, back) for back in range(turned)]

    def position(self, dealer: int) -> Position:
        """Return the position in which the deal begins."""
        rules = self.rules
        order = [0] * rules.pack
        engine.arrange(rules, self.pack, self.places, order)
        state = engine.begin(rules, order, dealer)
        stock = tuple(order[rules.pack - state.stock :])
        bottom = self.pack[-1] if rules.peek else engine.NOBODY
        return Position(rules, state, stock, self.turned, bottom, (0, 0, 0, 0), 0, ())


def start_of(world: Position, true: Start, *, knows_bottom: bool) -> Start:
    """Return a start from which the plays of ``world`` lead to what is seen of it.

    ``true`` is how the deal really began: of it only the cards turned up are used, and the bottom
    card where the reader ``knows_bottom``.
    """
    rules = world.rules
    order = _slots(world, true, knows_bottom=knows_bottom)
    top = rules.packet * rules.seats
    stock = order[top + 4 :]
    places: list[int] = []
    for card in reversed(true.turned):
        places.insert(0, stock.index(card))
        stock.remove(card)
    pack = (*order[:top], *true.face_up, *stock)
    return Start(rules, pack, () if rules.bury == Bury.BOTTOM else places)


def _slots(world: Position, true: Start, *, knows_bottom: bool) -> list[int]:
    """Return the order in which the cards came out; the four of the first floor are left open."""
    rules = world.rules
    order = [UNKNOWN] * rules.pack
    fixed = [true.pack[-1]] if rules.peek and knows_bottom else []
    if rules.bury == Bury.BOTTOM:
        fixed += true.turned
    for place, card in enumerate(fixed):
        order[rules.pack - len(fixed) + place] = card
    order[rules.pack - len(world.stock) :] = world.stock
    first, made = 0, 0
    for number, size in enumerate(packets(rules)[0]):
        if first >= rules.pack - len(world.stock):
            break
        plays = world.plays[made : made + size * rules.seats]
        _fill(order, first, size, _dealt(world, plays, size), true.turned)
        made += size * rules.seats
        first += size * rules.seats + (4 if number == 0 else 0)
    return order


def _dealt(world: Position, plays: Sequence[int], size: int) -> list[int]:
    """Return what each place from eldest on was dealt: what it played since, and still holds."""
    rules, dealer = world.rules, world.state.dealer
    seats = [(dealer + 1 + place) % rules.seats for place in range(rules.seats)]
    unfinished = len(plays) < size * rules.seats
    hands = [world.state.hands[seat] if unfinished else 0 for seat in seats]
    for number, play in enumerate(plays):
        hands[number % rules.seats] |= 1 << (play >> CARDS)
    return hands


def _fill(
    order: list[int], first: int, size: int, hands: Iterable[int], turned: Sequence[int]
) -> None:
    """Lay the cards of a packet into its slots, one at a time to each place."""
    hands = list(hands)
    for place, hand in enumerate(hands):
        slots = range(first + place, first + place + size * len(hands), len(hands))
        laid = {order[slot] for slot in slots}
        cards = [card for card in range(CARDS) if hand >> card & 1 and card not in laid]
        # What was put back in the stock is never its last card where the dealer saw that.
        cards.sort(key=lambda card: card not in turned)
        at = iter(cards)
        for slot in slots:
            if order[slot] == UNKNOWN:
                order[slot] = next(at)
