"""A deal as one immutable value: everything on the table, the hidden cards included.

A deal is its pack and its plays, and a position is the fold of both. Whoever acts for a seat gets
a ``View`` of it instead (``view``).
"""

from collections.abc import Sequence
from typing import NamedTuple

from basra import engine
from basra.cards import ALL, CARDS, write_cards
from basra.engine import Four, State
from basra.errors import BadNotation
from basra.rules import Bury, Rules
from basra.shuffle import Generator, joined

UNKNOWN = -1
"""Stands for a card of the stock that is hidden."""


class Position(NamedTuple):
    """A deal at one moment."""

    rules: Rules
    state: State
    stock: tuple[int, ...]
    """The undealt cards from the top; ``UNKNOWN`` in a position that was written down so."""
    buried: tuple[int, ...]
    """Barred cards that turned up on the first floor and are not played yet, in that order."""
    bottom: int
    """The card that was under the pack after the cut, while it is not played; else ``NOBODY``."""
    lacks: Four
    """By seat, cards that the seat has shown not to hold, where capturing is a duty."""
    carried: int
    """Majority points held over from the deals before."""
    plays: tuple[int, ...]
    """The plays that led here."""

    @property
    def is_over(self) -> bool:
        """Whether the last card has been played (and the leavings taken)."""
        return engine.is_over(self.rules, self.state)


def full_pack(rules: Rules) -> tuple[int, ...]:
    """Return the cards of the pack in ascending order: 52, or 44 without queens and kings."""
    return tuple(range(rules.pack))


def set_out(rules: Rules, pack: Sequence[int], dealer: int, carried: int = 0) -> Position:
    """Return the position in which a deal begins.

    ``pack`` is in shuffled order from the top; it is all the chance there is. Where barred cards
    go to a random place in the stock, the places are drawn from a generator whose key is the text
    of the pack. The dealer who peeks knows what lies at the bottom, so nothing is put below it
    there. Raises BadNotation if ``pack`` is not the whole pack or ``dealer`` no seat.
    """
    if sorted(pack) != list(full_pack(rules)):
        raise BadNotation("error.pack", size=rules.pack, pack=write_cards(pack))
    if not 0 <= dealer < rules.seats:
        raise BadNotation("error.seat", seat=dealer, seats=rules.seats)
    order = [0] * rules.pack
    places = _places(rules, pack)
    buried = engine.arrange(rules, pack, places, order)
    top = rules.packet * rules.seats
    turned = [card for card in pack[top : top + 4 + buried] if card not in order[top : top + 4]]
    state = engine.begin(rules, order, dealer)
    return Position(
        rules,
        state,
        tuple(order[top + 4 :]),
        tuple(turned),
        pack[-1] if rules.peek else engine.NOBODY,
        (0, 0, 0, 0),
        carried,
        (),
    )


def _places(rules: Rules, pack: Sequence[int]) -> list[int]:
    """Draw a place in the stock for each barred card that turns up, each with one card more."""
    turned = engine.barred_turned(rules, pack)
    if rules.bury == Bury.BOTTOM or not turned:
        return []
    chance = Generator(joined("bury", write_cards(pack)))
    return [chance.randrange(engine.places_below(rules, turned, back)) for back in range(turned)]


def is_legal(position: Position, play: int) -> bool:
    """Tell whether the seat in turn may make ``play``."""
    state = position.state
    hand = engine.pick(state.hands, state.turn)
    return engine.is_legal(position.rules, state.floor, hand, play, engine.buffer(engine.WORK))


def advance(position: Position, play: int) -> Position:
    """Return the position after a legal play, with the next packet dealt or the leavings taken."""
    rules, state, stock, buried, bottom, lacks, carried, plays = position
    card = play >> CARDS
    if rules.must_capture and play & ALL == 0:
        lacks = _with_lack(position)
    after = engine.apply(rules, state, play)
    if engine.needs_packet(rules, after):
        if UNKNOWN in stock[: rules.seats * engine.packet_size(rules, len(stock))]:
            raise BadNotation("error.stock_unknown")
        after = engine.deal_packet(rules, after, stock)
        stock = stock[len(stock) - after.stock :]
        lacks = (0, 0, 0, 0)
    elif engine.is_over(rules, after):
        after = engine.collect(
            rules, after, sum(1 << undealt for undealt in stock if undealt != UNKNOWN)
        )
        stock, buried, bottom, lacks = (), (), engine.NOBODY, (0, 0, 0, 0)
    return Position(
        rules,
        after,
        stock,
        tuple(other for other in buried if other != card),
        engine.NOBODY if bottom == card else bottom,
        lacks,
        carried,
        (*plays, int(play)),
    )


def _with_lack(position: Position) -> Four:
    """Return what seats lack once the seat in turn trails although capturing is a duty."""
    state = position.state
    able = engine.capturing(position.rules, state.floor, ALL & ~state.floor)
    shown = engine.pick(position.lacks, state.turn) | able
    return engine.put(position.lacks, state.turn, shown)
