"""A deal as a person handles it: play, take back, look, score; and questions without a deal.

A Deal wraps a position and remembers those before it. It holds no rule: it asks the engine.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from basra import engine, notation
from basra.cards import CARDS, Card, CardSet, Play, card_set, read_cards
from basra.engine import WORK, Four, State, four
from basra.errors import AmbiguousPlay, BadNotation, IllegalPlay, TooManyCaptures
from basra.notation import SEATS
from basra.position import Position, advance, full_pack, is_legal, set_out
from basra.rules import Rules
from basra.shuffle import Chance, shuffled
from basra.variants import find_rules
from basra.view import View, imagine, look

Cards = str | int | Iterable[str | int]
"""Whatever is read as a set of cards."""

# --- questions without a deal -------------------------------------------------------------------


def captures(rules: Rules | str, floor: Cards, card: Card | str | int) -> list[CardSet]:
    """Return the sets that ``card`` may capture from ``floor``, in ascending order of cards.

    The list is empty if the card would trail. Raises BadNotation, BadRules, and TooManyCaptures
    (with their number) for floors that no deal can reach and that offer more than 1,024.

    >>> import basra
    >>> basra.captures("egyptian", floor="2c As 5h 4d", card="7s")
    [As2c4d, 2c5h]
    >>> basra.captures("egyptian", floor="Kh", card="Qs")
    []
    """
    number, played = _apart(floor, card)
    work = engine.buffer(WORK)
    found = engine.captures(find_rules(rules), number, played, work)
    if found > engine.ROOM:
        raise TooManyCaptures("error.captures", card=Card(played), found=found, most=engine.ROOM)
    return sorted(map(CardSet, work[:found]), key=tuple)


def basra_points(
    rules: Rules | str,
    floor: Cards,
    card: Card | str | int,
    captured: Cards,
    *,
    trails: bool = False,
    is_last: bool = False,
) -> int:
    """Return the points of the basra that a capture makes, 0 if it makes none.

    ``trails`` tells that the play before trailed a card on a lone card (Lebanon A asks for it),
    ``is_last`` that this is the last card of the deal. Raises IllegalPlay for a capture that the
    rules do not allow.

    >>> import basra
    >>> basra.basra_points("cypriot", floor="3h 2s", card="5c", captured="3h 2s")
    10
    """
    number, played = _apart(floor, card)
    table = find_rules(rules)
    taken = card_set(captured)
    play = played << CARDS | taken
    if not engine.is_legal(table, number, 1 << played, play, engine.buffer(WORK)):
        raise _refusal(table, number, 1 << played, Play(play))
    return engine.basra_points(table, number, played, taken, int(trails), is_last)


def _apart(floor: Cards, card: Card | str | int) -> tuple[int, int]:
    number, played = card_set(floor), int(Card(card))
    if number >> played & 1:
        raise BadNotation("error.on_floor", card=Card(played))
    return number, played


class Sheet(NamedTuple):
    """The score of a deal with the reason for every point; tuples by side."""

    cards: tuple[int, ...]
    """How many cards each side captured."""
    card_points: tuple[int, ...]
    basras: tuple[int, ...]
    """Points of basras."""
    majority: tuple[int, ...]
    scores: tuple[int, ...]
    carried: int
    """Majority points held over to the next deal."""


def margin_of(scores: Sequence[int], side: int) -> float:
    """Return the points of a side less the mean of the others.

    >>> from basra.game import margin_of
    >>> margin_of((30, 10, 20), 0)
    15.0
    """
    others = sum(scores) - scores[side]
    return scores[side] - others / (len(scores) - 1)


def score(
    rules: Rules | str, piles: Sequence[Cards], basras: Sequence[int] = (), carried: int = 0
) -> Sheet:
    """Score piles of captured cards, leavings included, as at the end of a deal.

    ``piles`` and ``basras`` (points) are by side; ``carried`` was held over from the deals before.
    Raises BadNotation if their number is not that of the sides or a card is there twice.

    >>> import basra
    >>> basra.score("palestinian", ["As 2c 3h", "Td Jc"], basras=[14, 0]).scores
    (20, 4)
    """
    table = find_rules(rules)
    sides = table.sides
    points = tuple(basras) or (0,) * sides
    for given in (piles, points):
        if len(given) != sides:
            raise BadNotation("error.sides_given", found=len(given), expected=sides)
    sets = [card_set(pile) for pile in piles]
    CardSet(card for pile in sets for card in CardSet(pile))  # raises if a card is there twice
    return _sheet(table, four(sets), four(points), carried)


def _sheet(rules: Rules, piles: Four, bonus: Four, carried: int) -> Sheet:
    sides = rules.sides
    counts = four([engine.count(pile) for pile in piles])
    awards, _ = engine.majority(rules, counts, carried)
    scores, carry = engine.score(rules, piles, bonus, carried)
    return Sheet(
        counts[:sides],
        tuple(map(engine.card_points, piles))[:sides],
        bonus[:sides],
        awards[:sides],
        scores[:sides],
        carry,
    )


def packets(rules: Rules | str) -> tuple[list[int], int]:
    """Return the sizes of the packets of a deal, and how many cards cannot be dealt equally.

    >>> import basra
    >>> basra.packets("lebanese_a;seats=3"), basra.packets("palestinian;seats=3")
    (([6, 6, 4], 0), ([4, 4, 4, 1], 1))
    """
    table = find_rules(rules)
    stock = table.pack - 4
    sizes: list[int] = []
    while size := engine.packet_size(table, stock):
        sizes.append(size)
        stock -= size * table.seats
    return sizes, stock


# --- deals --------------------------------------------------------------------------------------


class Played(NamedTuple):
    """What a play did."""

    seat: int
    play: Play
    floor: CardSet
    """The floor before the play."""
    basra: int
    """Points of the basra, 0 if it was none."""
    leavings: CardSet
    """What was taken after the last play of a deal, with cards that could not be dealt."""
    taker: int | None
    """The side that took the leavings, if this was the last play."""

    @property
    def swept(self) -> bool:
        """Whether the floor was cleared by a capture."""
        return bool(self.play.captured) and self.play.captured == self.floor


class Deal:
    """One deal, from the shuffled pack to the scores.

    Raises BadRules and BadNotation.

    >>> import basra
    >>> deal = basra.Deal("egyptian", seed=7, dealer=1)
    >>> deal.turn, len(deal.legal_plays), deal.is_over
    (0, 4, False)
    >>> played = deal.play(deal.legal_plays[0])
    >>> deal.undo()
    >>> deal == basra.Deal.from_bfn("egyptian", deal.bfn())
    True
    """

    def __init__(
        self,
        rules: Rules | str,
        pack: str | Sequence[int | str] | None = None,
        dealer: int = 0,
        *,
        seed: int | str | None = None,
        carried: int = 0,
    ) -> None:
        """Shuffle by ``seed``, or deal a ``pack`` in order from the top."""
        table = find_rules(rules)
        if (pack is None) == (seed is None):
            raise BadNotation("error.pack_or_seed")
        if pack is None:
            cards = shuffled(full_pack(table), "deal", str(seed))
        else:
            cards = [
                int(card)
                for card in (read_cards(pack) if isinstance(pack, str) else map(Card, pack))
            ]
        self.pack: tuple[Card, ...] = tuple(map(Card, cards))
        """The pack as it was shuffled; empty for a deal that was set up from a position."""
        self._begin(set_out(table, cards, dealer, carried))

    @classmethod
    def at(cls, position: Position) -> "Deal":
        """Return a deal that goes on from ``position``."""
        deal = cls.__new__(cls)
        deal.pack = ()
        deal._begin(position)  # noqa: SLF001 - it is its own
        return deal

    def _begin(self, position: Position) -> None:
        self._before: list[Position] = []
        self._position = position

    @classmethod
    def from_bfn(cls, rules: Rules | str, text: str, carried: int = 0) -> "Deal":
        """Read a position; raises BadNotation.

        >>> import basra
        >>> text = "2c4s5d5h 3h8sThKc/As3c4d9h -/- 0/0 a - 0 ?40"
        >>> basra.Deal.from_bfn("egyptian", text).legal_plays
        [3h, 8s, Thx5d5h, Kc]
        """
        return cls.at(notation.read_position(find_rules(rules), text, carried))

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self._position.rules

    @property
    def position(self) -> Position:
        """Everything on the table, the hidden cards included."""
        return self._position

    @property
    def state(self) -> State:
        """The position without the stock, as the engine holds it."""
        return self._position.state

    @property
    def turn(self) -> int | None:
        """The seat to play, or ``None`` when the deal is over."""
        return None if self.is_over else self.state.turn

    @property
    def dealer(self) -> int:
        """The seat that deals."""
        return self.state.dealer

    @property
    def floor(self) -> CardSet:
        """The cards face up in the middle."""
        return CardSet(self.state.floor)

    @property
    def is_over(self) -> bool:
        """Whether the last card has been played and the leavings are taken."""
        return self._position.is_over

    def hand(self, seat: int) -> CardSet:
        """Return the cards that ``seat`` holds."""
        return CardSet(self.state.hands[seat_of(self.rules, seat)])

    def pile(self, side: int) -> CardSet:
        """Return what ``side`` has captured."""
        if not 0 <= side < self.rules.sides:
            raise BadNotation("error.side", side=side, sides=self.rules.sides)
        return CardSet(self.state.piles[side])

    @property
    def legal_plays(self) -> list[Play]:
        """The plays of the seat in turn, by card; none when the deal is over.

        Raises TooManyCaptures on floors that no deal can reach and that offer more than 1,024.
        """
        if self.is_over:
            return []
        state = self.state
        plays = engine.buffer(engine.ROOM)
        hand = state.hands[state.turn]
        found = engine.legal_plays(self.rules, state.floor, hand, plays, engine.buffer(WORK))
        if found > engine.ROOM:
            raise TooManyCaptures("error.plays", found=found, most=engine.ROOM)
        return sorted(map(Play, plays[:found]), key=lambda play: (play.card, tuple(play.captured)))

    def play(self, play: Play | Card | str | int, seat: int | None = None) -> Played:
        """Make a play, named by its text, its card alone where that leaves no choice, or a Play.

        With ``seat``, checks that it is that seat's turn. Raises BadNotation, IllegalPlay and
        AmbiguousPlay, and changes nothing then.

        >>> import basra
        >>> deal = basra.Deal.from_bfn("cypriot", "7h 2c7s/3c4d -/- 0/0 a - 0 ?47")
        >>> deal.play("7s").basra
        10
        """
        if self.is_over:
            raise IllegalPlay("error.play.over")
        if seat is not None and seat != self.state.turn:
            raise IllegalPlay(
                "error.play.turn", seat=_letter(self.rules, seat), turn=SEATS[self.state.turn]
            )
        chosen = self._chosen(play)
        before = self._position
        after = advance(before, chosen)
        self._before.append(before)
        self._position = after
        return _played(before, after)

    def _chosen(self, play: Play | Card | str | int) -> Play:
        state = self.state
        hand = state.hands[state.turn]
        if isinstance(play, str):
            written = notation.read_play(play, state.floor)
            if written.captured is None:
                return self._only_play(written.card)
            chosen = Play(written.card, written.captured)
        elif isinstance(play, Play) or play > CARDS:
            chosen = Play(play)
        else:
            return self._only_play(Card(play))
        if not is_legal(self._position, chosen):
            raise _refusal(self.rules, state.floor, hand, chosen)
        return chosen

    def _only_play(self, card: int) -> Play:
        """Return the one play that a card allows."""
        state = self.state
        hand = state.hands[state.turn]
        work = engine.buffer(WORK)
        found = engine.captures(self.rules, state.floor, card, work)
        chosen = Play(card, work[0] if found else 0)
        if engine.playable(self.rules, state.floor, hand) >> card & 1 == 0:
            raise _refusal(self.rules, state.floor, hand, chosen)
        if found > 1:
            raise AmbiguousPlay(
                "error.play.ambiguous", card=Card(card), expected=_offered(card, found, work)
            )
        return chosen

    def undo(self) -> None:
        """Take the last play back. Raises IllegalPlay if there is none."""
        if not self._before:
            raise IllegalPlay("error.play.undo")
        self._position = self._before.pop()

    @property
    def history(self) -> list[Played]:
        """What each play did, from the first."""
        positions = [*self._before, self._position]
        return [_played(*pair) for pair in pairwise(positions)]

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by side so far; the majority is added when the deal is over."""
        if self.is_over:
            return self.sheet.scores
        state = self.state
        return tuple(
            engine.card_points(pile) + bonus
            for pile, bonus in zip(state.piles, state.bonus, strict=True)
        )[: self.rules.sides]

    @property
    def sheet(self) -> Sheet:
        """The score with its reasons, of what lies in the piles; nobody is given the floor."""
        state = self.state
        return _sheet(self.rules, state.piles, state.bonus, self._position.carried)

    def view(self, seat: int | None = None) -> View:
        """Return what ``seat`` knows; without a seat, what a spectator knows."""
        return look(self._position, None if seat is None else seat_of(self.rules, seat))

    def bfn(self) -> str:
        """Return the position as a text, the hidden cards included."""
        return notation.write_position(self._position)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deal):
            return NotImplemented
        return self.rules == other.rules and self.bfn() == other.bfn()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return self.bfn()

    def _repr_svg_(self) -> str:
        """Return a picture with all hands open, which notebooks show."""
        # Only who looks at a picture loads what draws it.
        from basra import svg  # noqa: PLC0415

        return svg.table(self.view()._replace(known=self.state.hands))


def view(deal: Deal, seat: int | None = None) -> View:
    """Return what ``seat`` knows of a deal; ``None`` is a spectator."""
    return deal.view(seat)


def sample(view: View, rng: Chance) -> Deal:
    """Return a deal that the reader of ``view`` cannot tell from the true one.

    Uniform among the deals that agree with everything the reader knows. ``rng`` is a
    ``basra.Generator`` (the same on every platform) or a ``random.Random``.

    >>> import basra
    >>> view = basra.Deal("coffeehouse", seed=7).view(1)
    >>> basra.sample(view, basra.Generator("dice")).view(1) == view
    True
    """
    return Deal.at(imagine(view, rng))


def seat_of(rules: Rules, seat: int) -> int:
    """Return a seat of the table; raises BadNotation for a number that is none."""
    if not 0 <= seat < rules.seats:
        raise BadNotation("error.seat", seat=seat, seats=rules.seats)
    return seat


def _letter(rules: Rules, seat: int) -> str:
    return SEATS[seat_of(rules, seat)]


def _played(before: Position, after: Position) -> Played:
    rules, state = before.rules, before.state
    play = Play(after.plays[-1])
    side = engine.side_of(rules, state.turn)
    leavings = CardSet(0)
    taker = None
    if after.is_over:
        taker = engine.taker_of(rules, after.state.last, after.state.dealer)
        floor = engine.apply(rules, state, play).floor
        leavings = CardSet(floor) | sum(1 << card for card in before.stock if card >= 0)
    basra = after.state.bonus[side] - state.bonus[side]
    return Played(state.turn, play, CardSet(state.floor), basra, leavings, taker)


def _offered(card: int, found: int, work: Sequence[int]) -> str:
    shown = [repr(Play(card, taken)) for taken in work[: min(found, 6)]]
    return ", ".join(shown) + (", …" if found > len(shown) else "")


def _refusal(rules: Rules, floor: int, hand: int, play: Play) -> IllegalPlay:
    """Return the reason why ``hand`` may not make ``play``."""
    card = play.card
    if not hand >> card & 1:
        return IllegalPlay("error.play.hand", card=card, hand=CardSet(hand))
    if not engine.playable(rules, floor, hand) >> card & 1:
        able = CardSet(engine.capturing(rules, floor, hand))
        return IllegalPlay("error.play.duty", card=card, expected=able)
    work = engine.buffer(WORK)
    found = engine.captures(rules, floor, card, work)
    if not found:
        return IllegalPlay("error.play.nothing", card=card, floor=CardSet(floor))
    expected = _offered(card, found, work)
    if not play.captured:
        return IllegalPlay("error.play.must", card=card, expected=expected)
    return IllegalPlay("error.play.capture", play=play, expected=expected)
