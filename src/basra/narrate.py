"""Sentences for people about what happens: plays, offers, packets and the sheet of a deal.

Whatever shows a game (line mode, full screen, a page, a screen reader) says it in these words.
No rule is decided here: plays, sheets and points come from the deal.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from basra import engine
from basra.cards import RANKS, SUITS, Card, CardSet, Play
from basra.game import Played, Sheet
from basra.match import Standing
from basra.rules import Rules
from basra.texts import Catalogue, shown_name

SYMBOLS = "♣♦♥♠"


class CardStyle(StrEnum):
    """How cards are written."""

    SYMBOLS = "symbols"
    """``9♦``"""
    LETTERS = "letters"
    """``9d``, for terminals without the symbols."""
    WORDS = "words"
    """``9 of diamonds``, to be read aloud."""


class Telling(NamedTuple):
    """Who is told: the words, the rules, the names by seat, and the seat that is addressed."""

    words: Catalogue
    rules: Rules
    names: tuple[str, ...]
    own: int | None
    style: CardStyle = CardStyle.SYMBOLS

    @property
    def own_side(self) -> int | None:
        """The side of the person who is told."""
        return None if self.own is None else engine.side_of(self.rules, self.own)


# --- cards and names ----------------------------------------------------------------------------


def card_rank(words: Catalogue, card: int) -> str:
    """Return the rank of a card in short: ``A``, ``10`` or the letter of a court card."""
    rank = RANKS[card >> 2]
    return words.say(f"card.letter.{rank}") if rank in "AJQK" else str((card >> 2) + 1)


def card_suit(words: Catalogue, card: int, style: CardStyle) -> str:
    """Return the suit of a card as a symbol or as a letter."""
    if style is CardStyle.LETTERS:
        return words.say(f"card.letter.{SUITS[card & 3]}")
    return SYMBOLS[card & 3]


def card_name(words: Catalogue, card: int, style: CardStyle = CardStyle.SYMBOLS) -> str:
    """Return the name of a card.

    >>> from basra.cards import Card
    >>> from basra.narrate import CardStyle, card_name
    >>> from basra.texts import english
    >>> card_name(english(), Card("Td")), card_name(english(), Card("As"), CardStyle.WORDS)
    ('10♦', 'ace of spades')
    """
    if style is CardStyle.WORDS:
        rank, suit = RANKS[card >> 2], SUITS[card & 3]
        number = str((card >> 2) + 1)
        named = words.say(f"card.name.{rank}") if rank in "AJQK" else number
        return words.say("card.name", rank=named, suit=words.say(f"card.suit.{suit}"))
    return card_rank(words, card) + card_suit(words, card, style)


def card_names(words: Catalogue, cards: Iterable[int], style: CardStyle) -> str:
    """Return the names of cards, in the order given."""
    named = [card_name(words, card, style) for card in cards]
    return joined(words, named) if style is CardStyle.WORDS else " ".join(named)


def joined(words: Catalogue, parts: Sequence[str]) -> str:
    """Return a list of things as a phrase: ``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    head = parts[0]
    for part in parts[1:-1]:
        head = words.say("tell.comma", first=head, second=part)
    return words.say("tell.and", first=head, second=parts[-1])


def seat_names(rules: Rules, seat: int) -> Mapping[int, str]:
    """Return where the other seats sit as seen from ``seat``: keys of the catalogues.

    Seats are numbered in order of play; the way round decides who sits on which hand.
    """
    sits = {2: ("north",), 3: ("west", "east"), 4: ("west", "north", "east")}[rules.seats]
    if rules.direction:
        sits = sits[::-1]
    return {(seat + at) % rules.seats: f"seat.{place}" for at, place in enumerate(sits, 1)}


def telling_of(
    words: Catalogue,
    names: Sequence[str],
    rules: Rules,
    seat: int,
    style: CardStyle = CardStyle.SYMBOLS,
) -> Telling:
    """Return who is told at a table: the names that were given, or where the others sit."""
    named = list(names) or [""] * rules.seats
    for other, key in seat_names(rules, seat).items():
        named[other] = named[other] or words.say(key)
    named[seat] = named[seat] or words.say("tell.you")
    return Telling(words, rules, tuple(named), seat, style)


def seat_name(telling: Telling, seat: int) -> str:
    """Return the name of a seat; the person who is told is ``You``."""
    if seat == telling.own:
        return telling.words.say("tell.you")
    return shown_name(telling.names[seat])


def side_name(telling: Telling, side: int) -> str:
    """Return the name of a side: those who sit there, the person who is told first."""
    rules = telling.rules
    seats = [seat for seat in range(rules.seats) if engine.side_of(rules, seat) == side]
    seats.sort(key=lambda seat: seat != telling.own)
    return joined(telling.words, [seat_name(telling, seat) for seat in seats])


def level_name(words: Catalogue, level: str) -> str:
    """Return how good a computer player is; its own name where no catalogue knows it."""
    try:
        return words.say(f"bot.{level}.title")
    except LookupError:
        return level


def sides_told(telling: Telling) -> list[int]:
    """Return the sides in the order in which they are told, always the person's own first."""
    return sorted(range(telling.rules.sides), key=lambda side: side != telling.own_side)


# --- plays --------------------------------------------------------------------------------------


class Offer(NamedTuple):
    """A legal play and what would come of it."""

    play: Play
    basra: int
    """Points of the basra that it makes."""
    clears: bool
    """Whether it takes the whole floor."""


def tell_play(telling: Telling, played: Played) -> list[str]:
    """Return what a play did: one sentence, and one for the leavings where they were taken.

    >>> from basra import Deal
    >>> from basra.narrate import Telling, tell_play
    >>> from basra.texts import english
    >>> deal = Deal.from_bfn("cypriot", "4c5h 9dKs/3cQd -/- 0/0 a - 0 ?46")
    >>> tell_play(Telling(english(), deal.rules, ("", "North"), 0), deal.play("9d"))
    ['You play 9♦ and capture 4♣ 5♥: basra, 10 points!']
    """
    offer = Offer(played.play, played.basra, played.swept)
    told = [_told(telling, "tell", offer, played.seat)]
    if played.taker is not None and played.leavings:
        told.append(_tell_leavings(telling, played.leavings, played.taker))
    return told


def tell_offer(telling: Telling, offer: Offer) -> str:
    """Return what a play would do."""
    return _told(telling, "offer", offer, None)


def _told(telling: Telling, kind: str, offer: Offer, seat: int | None) -> str:
    words, play = telling.words, offer.play
    own = ".own" if seat is not None and seat == telling.own else ""
    facts = {
        "name": "" if seat is None else seat_name(telling, seat),
        "card": card_name(words, play.card, telling.style),
        "cards": card_names(words, play.captured, telling.style),
    }
    if not play.captured:
        return words.say(f"{kind}.trail{own}", **facts)
    if offer.basra:
        return words.say(f"{kind}.basra{own}", count=offer.basra, **facts)
    return words.say(f"{kind}.{'clear' if offer.clears else 'capture'}{own}", **facts)


def _tell_leavings(telling: Telling, leavings: CardSet, taker: int) -> str:
    words = telling.words
    cards = card_names(words, leavings, telling.style)
    if taker != telling.own_side:
        return words.say("tell.leavings", side=side_name(telling, taker), cards=cards)
    partners = telling.rules.sides < telling.rules.seats
    return words.say("tell.leavings.team" if partners else "tell.leavings.own", cards=cards)


def tell_deal(telling: Telling, number: int, dealer: int) -> str:
    """Return that a deal begins, who deals and who plays first."""
    eldest = engine.next_seat(telling.rules, dealer)
    key = "tell.deal"
    if dealer == telling.own:
        key = "tell.deal.own"
    elif eldest == telling.own:
        key = "tell.deal.first"
    return telling.words.say(
        key,
        number=number,
        dealer=seat_name(telling, dealer),
        first=seat_name(telling, eldest),
    )


def tell_packet(words: Catalogue, number: int, packets: int) -> str:
    """Return that new cards are dealt."""
    return words.say("tell.packet.last" if number == packets else "tell.packet", number=number)


# --- scores -------------------------------------------------------------------------------------


class Row(NamedTuple):
    """A reason for points, with the points of each side and what they come from."""

    label: str
    points: tuple[int, ...]
    reasons: tuple[str, ...]


class SheetTold(NamedTuple):
    """The score of a deal in words: rows of reasons, and sentences on ties and leavings."""

    rows: tuple[Row, ...]
    notes: tuple[str, ...]


def tell_sheet(
    telling: Telling, piles: Sequence[CardSet], history: Sequence[Played], sheet: Sheet, carry: int
) -> SheetTold:
    """Return the reason for every point of a deal; ``carry`` was held over from those before.

    ``piles`` are by side, with the leavings; the rows add up to the scores of the sheet.
    """
    rows = [*_card_rows(telling, piles), _basra_row(telling, history, sheet)]
    if telling.rules.majority + carry:
        counts = [telling.words.say("sheet.cards", count=cards) for cards in sheet.cards]
        rows.append(Row(telling.words.say("sheet.majority"), sheet.majority, tuple(counts)))
    blank = ("",) * len(sheet.scores)
    rows.append(Row(telling.words.say("sheet.deal"), sheet.scores, blank))
    notes = _majority_notes(telling, sheet, carry)
    if history and history[-1].taker is not None and history[-1].leavings:
        notes.append(_tell_leavings(telling, history[-1].leavings, history[-1].taker))
    return SheetTold(tuple(rows), tuple(notes))


def _card_rows(telling: Telling, piles: Sequence[CardSet]) -> list[Row]:
    """Return a row for every rank of which some cards are worth points."""
    rows: list[Row] = []
    worth = [card for card in map(Card, range(telling.rules.pack)) if engine.card_points(1 << card)]
    for rank in dict.fromkeys(card.rank for card in worth):
        ranked = CardSet(card for card in worth if card.rank == rank)
        held = [pile & ranked for pile in piles]
        rows.append(
            Row(
                telling.words.say(f"sheet.rank.{RANKS[rank]}"),
                tuple(engine.card_points(cards) for cards in held),
                tuple(card_names(telling.words, cards, telling.style) for cards in held),
            )
        )
    return rows


def _basra_row(telling: Telling, history: Sequence[Played], sheet: Sheet) -> Row:
    made: list[list[str]] = [[] for _ in sheet.basras]
    for played in history:
        if played.basra:
            card = card_name(telling.words, played.play.card, telling.style)
            reason = telling.words.say("sheet.basra", card=card, count=played.basra)
            made[engine.side_of(telling.rules, played.seat)].append(reason)
    reasons = tuple(", ".join(reasons) for reasons in made)
    return Row(telling.words.say("sheet.basras"), sheet.basras, reasons)


def _majority_notes(telling: Telling, sheet: Sheet, carry: int) -> list[str]:
    words = telling.words
    notes: list[str] = []
    leaders = sheet.cards.count(max(sheet.cards))
    if leaders > 1 and telling.rules.majority + carry:
        if any(sheet.majority):
            notes.append(words.say("sheet.tie.all", count=max(sheet.majority)))
        elif sheet.carried:
            notes.append(words.say("sheet.tie.carry", count=sheet.carried))
        else:
            notes.append(words.say("sheet.tie.none", count=telling.rules.majority))
    elif carry:
        notes.append(words.say("sheet.carry_in", count=carry))
    return notes


def tell_row(telling: Telling, row: Row) -> str:
    """Return a row of a sheet as one sentence, for a reader who hears it."""
    words = telling.words
    parts = []
    for side in sides_told(telling):
        key = "sheet.part.why" if row.reasons[side] else "sheet.part"
        named, points = side_name(telling, side), row.points[side]
        parts.append(words.say(key, side=named, points=points, why=row.reasons[side]))
    return words.say("sheet.row", label=row.label, parts="; ".join(parts))


def tell_result(telling: Telling, standing: Standing) -> str:
    """Return how a match ended, or nothing while it goes on."""
    if not standing.is_over:
        return ""
    words, rules = telling.words, telling.rules
    points = standing.totals if rules.rubber == 1 else standing.wins
    score = " : ".join(words.number(number) for number in points)
    if standing.winner is None:
        return words.say("result.draw", score=score)
    own = ".own" if standing.winner == telling.own_side else ""
    team = ".team" if rules.sides < rules.seats else ""
    side = side_name(telling, standing.winner)
    return words.say(f"result.win{own}{team}", side=side, score=score)
