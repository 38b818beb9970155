"""A deal at a table: its positions and plays, and the events that tell of it.

Everything is asked of the deals and matches of the game; no rule is written here.
"""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Literal

from basra import engine, game
from basra import match as matches
from basra.cards import Card, Play, card_set
from basra.engine import NOBODY
from basra.game import Deal, Sheet
from basra.match import Match
from basra.position import Position, advance
from basra.rules import Rules
from basra.shuffle import commitment
from basra.table.events import Dealt, Packet, Played, Scored, SheetRow, Standing

Entropy = Callable[[], str]
"""Gives a fresh secret text each time, of 128 random bits or more."""

NAMES = tuple(repr(Card(card)) for card in range(52))


def named(cards: int) -> list[str]:
    """Return the texts of a set of cards, in ascending order."""
    found = []
    while cards:
        lowest = cards & -cards
        found.append(NAMES[lowest.bit_length() - 1])
        cards ^= lowest
    return found


def play_of(event: Played) -> Play:
    """Return the play that an event tells of."""
    return Play(event.card, event.captured)


@dataclass
class DealInPlay:
    """A deal that was dealt at a table, with every position that its plays led to."""

    dealt: Dealt
    positions: list[Position]
    plays: list[Played] = field(default_factory=list)
    _ahead: tuple[Position, int, Position] | None = field(default=None, compare=False, repr=False)
    """The position that was looked ahead from, the play, and where it leads; no state."""

    @property
    def position(self) -> Position:
        """Where the deal stands."""
        return self.positions[-1]

    def foresee(self, play: Play, seat: int) -> tuple[game.Played, Position]:
        """Return what a play would do and lead to; raises IllegalPlay and changes nothing."""
        trial = Deal.at(self.position)
        made = trial.play(play, seat)
        self._ahead = (self.position, int(play), trial.position)
        return made, trial.position

    def follow(self, event: Played) -> None:
        """Make the play that an event tells of."""
        before, play = self.position, int(play_of(event))
        ahead = self._ahead
        if ahead is not None and ahead[0] is before and ahead[1] == play:
            after = ahead[2]
        else:
            after = advance(before, play)
        self._ahead = None
        self.positions.append(after)
        self.plays.append(event)

    def take_back(self, plays: int) -> None:
        """Go back to where so many plays had been made."""
        del self.positions[plays + 1 :]
        del self.plays[plays:]

    def as_it_ended(self) -> Deal:
        """Return the deal where it stands, without the way there."""
        return Deal.at(self.position)

    def settle(self) -> None:
        """Forget the way to the end of a deal that is over."""
        self.positions = self.positions[-1:]


def packet_number(packets: Sequence[int], rules: Rules, stock: int) -> int:
    """Return the number of the packet, from 1, that left so many cards undealt."""
    left = rules.pack - 4
    for number, size in enumerate(packets, 1):
        left -= size * rules.seats
        if left <= stock:
            return number
    return len(packets)


def hands_of(position: Position) -> list[list[str]]:
    """Return the cards of all seats."""
    return [named(hand) for hand in position.state.hands[: position.rules.seats]]


def dealt_event(
    deal: Deal,
    packets: Sequence[int],
    number: int,
    salt: str,
    v: int,
    at: int,
    deadline: int | None,
) -> Dealt:
    """Return the event of a new deal."""
    position = deal.position
    state = position.state
    hands = hands_of(position)
    return Dealt(
        v=v,
        at=at,
        deal=number,
        dealer=deal.dealer,
        carried=position.carried,
        commit=commitment(deal.pack, salt),
        pack=[NAMES[card] for card in deal.pack],
        salt=salt,
        floor=[NAMES[card] for card in deal.pack if state.floor >> card & 1],
        buried=[NAMES[card] for card in position.buried],
        bottom=None if position.bottom == NOBODY else NAMES[position.bottom],
        packet=1,
        packets=len(packets),
        hands=hands,
        held=[len(hand) for hand in hands],
        stock=state.stock,
        turn=state.turn,
        deadline=deadline,
    )


def packet_event(
    position: Position, packets: Sequence[int], v: int, at: int, deadline: int | None
) -> Packet:
    """Return the event of new cards."""
    hands = hands_of(position)
    state = position.state
    return Packet(
        v=v,
        at=at,
        packet=packet_number(packets, position.rules, state.stock),
        packets=len(packets),
        hands=hands,
        held=[len(hand) for hand in hands],
        stock=state.stock,
        turn=state.turn,
        deadline=deadline,
    )


def standing_event(rules: Rules, standing: matches.Standing | None) -> Standing:
    """Return a standing as events hold it; without one, that of a match that begins."""
    if standing is None:
        nothing = [0] * rules.sides
        return Standing(
            totals=nothing, carried=0, target=rules.target, wins=nothing, winner=None, over=False
        )
    return Standing(
        totals=list(standing.totals),
        carried=standing.carried,
        target=standing.target,
        wins=list(standing.wins),
        winner=standing.winner,
        over=standing.is_over,
    )


def standing_after(match: Match, final: Position) -> Standing:
    """Return where a match stands once its last deal has come to ``final``."""
    trial = copy(match)
    trial.deals = [*match.deals, Deal.at(final)]
    return standing_event(match.rules, trial.standing)


def scored_event(
    deal: DealInPlay, final: Position, last: Played, standing: Standing, v: int, at: int
) -> Scored:
    """Return the sheet of a deal that is over; ``last`` is the play that ended it."""
    sheet = Deal.at(final).sheet
    rules, carry = final.rules, final.carried
    rows = _rows(final, sheet, [*deal.plays, last])
    return Scored(
        v=v,
        at=at,
        deal=deal.dealt.deal,
        dealer=deal.dealt.dealer,
        rows=rows,
        scores=list(sheet.scores),
        carry=carry,
        tie=_tie(rules, sheet, carry),
        standing=standing,
        pack=deal.dealt.pack,
        salt=deal.dealt.salt,
    )


def _tie(rules: Rules, sheet: Sheet, carry: int) -> Literal["", "all", "carry", "none"]:
    leaders = sheet.cards.count(max(sheet.cards))
    if leaders < 2 or rules.majority + carry == 0:
        return ""
    if any(sheet.majority):
        return "all"
    return "carry" if sheet.carried else "none"


def _rows(final: Position, sheet: Sheet, plays: Sequence[Played]) -> list[SheetRow]:
    rules = final.rules
    rows = []
    worth = [card for card in range(rules.pack) if engine.card_points(1 << card)]
    for rank in dict.fromkeys(card >> 2 for card in worth):
        ranked = card_set(card for card in worth if card >> 2 == rank)
        held = [pile & ranked for pile in final.state.piles[: rules.sides]]
        points = [engine.card_points(cards) for cards in held]
        label = f"sheet.rank.{NAMES[4 * rank][0]}"
        rows.append(SheetRow(label=label, points=points, cards=[*map(named, held)], counts=[]))
    made: list[list[str]] = [[] for _ in range(rules.sides)]
    for play in plays:
        if play.basra:
            made[engine.side_of(rules, play.seat)].append(play.card)
    none: list[list[str]] = [[] for _ in range(rules.sides)]
    rows.append(SheetRow(label="sheet.basras", points=list(sheet.basras), cards=made, counts=[]))
    if rules.majority + final.carried:
        majority, counts = list(sheet.majority), list(sheet.cards)
        rows.append(SheetRow(label="sheet.majority", points=majority, cards=none, counts=counts))
    return rows
