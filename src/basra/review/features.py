"""What a play does to a table, as its seat sees it; every figure is asked of the engine."""

from functools import cached_property

from basra import engine
from basra.cards import CARDS, Play
from basra.engine import NOBODY, Effect
from basra.valuation import lead_of
from basra.view import View, plays_last


class Features:
    """A legal play in a view, and what can be told of the table after it."""

    def __init__(self, view: View, play: int) -> None:
        self.view = view
        self.play = Play(play)

    @cached_property
    def effect(self) -> Effect:
        """What the play changes."""
        view, play = self.view, self.play
        last = plays_last(view)
        captured = int(play.captured)
        return engine.effect_of(view.rules, view.floor, int(play.card), captured, view.trails, last)

    @property
    def captures(self) -> bool:
        """Whether the play captures."""
        return self.effect.taken != 0

    @property
    def hand(self) -> int:
        """What the seat holds after the play."""
        return self.view.hand & ~(1 << self.play.card)

    @property
    def sweeps(self) -> bool:
        """Whether the card is one that takes any floor."""
        return engine.is_sweeper(self.view.rules, self.play.card)

    @property
    def is_answered(self) -> bool:
        """Whether anybody else still plays in this deal."""
        view = self.view
        others = sum(view.held) - view.held[view.seat]
        return others > 0 or engine.packet_size(view.rules, len(view.stock)) > 0

    @cached_property
    def basra_cards(self) -> int:
        """The cards that the seat does not see and that would make a basra of what is left."""
        view, made = self.view, self.effect
        if not made.floor or not self.is_answered:
            return 0
        after = engine.next_seat(view.rules, view.seat)
        others = (view.unseen | view.known[after]) & ~view.lacks[after]
        return _basras(view, made, others)

    @property
    def catching(self) -> int:
        """The cards kept that could capture on the floor left behind, sweepers left out."""
        able = engine.capturing(self.view.rules, self.effect.floor, self.hand)
        return _ordinary(self.view, able)

    @property
    def takes_the_leavings(self) -> bool:
        """Whether the own side would take the leavings if nobody captured after this."""
        view = self.view
        last = view.seat if self.captures else view.last
        side = engine.side_of(view.rules, view.seat)
        return last != NOBODY and engine.side_of(view.rules, last) == side


def race_is_open(view: View) -> bool:
    """Tell whether most cards are worth points and can still be won or lost."""
    side = engine.side_of(view.rules, view.seat)
    left = sum(view.held) + len(view.stock) + engine.count(view.floor)
    stake = view.rules.majority + view.carried
    return stake > 0 and abs(lead_of(view.rules, view.piles, side)) <= left


def _basras(view: View, made: Effect, cards: int) -> int:
    """Return those of ``cards`` that may take the whole floor and earn a basra by it."""
    rules, floor = view.rules, made.floor
    work = engine.buffer(engine.WORK)
    found, rest = 0, cards
    while rest:
        card = engine.lowest(rest)
        rest &= rest - 1
        points = engine.basra_points(rules, floor, card, floor, made.trails, False)  # noqa: FBT003
        play = card << CARDS | floor
        if points and engine.is_legal(rules, floor, 1 << card, play, work):
            found |= 1 << card
    return found


def _ordinary(view: View, cards: int) -> int:
    """Return cards without those that take any floor."""
    kept, rest = 0, cards
    while rest:
        card = engine.lowest(rest)
        rest &= rest - 1
        if not engine.is_sweeper(view.rules, card):
            kept |= 1 << card
    return kept
