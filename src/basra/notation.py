"""Texts: plays with their marks, positions and views (BFN), and the lines of a record (BGN).

``docs/notation.md`` describes them. What a text says is checked here as far as it can be without
playing; ``game`` replays a record and compares.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from basra import engine
from basra.cards import CARDS, Card, CardSet, Play, card_set, read_cards, write_cards
from basra.engine import NOBODY, Four, State, four
from basra.errors import BadNotation, BasraError
from basra.position import UNKNOWN, Position
from basra.rules import Bury, Rules
from basra.view import View, is_possible

SEATS = "abcd"

# --- plays --------------------------------------------------------------------------------------


def write_play(play: int, floor: int, points: int, *, sweeps: bool) -> str:
    """Write a play made on ``floor``: ``*`` for the whole floor by a sweeper, ``#`` for a basra.

    >>> from basra.cards import CardSet, Play
    >>> from basra.notation import write_play
    >>> write_play(Play("QhxQs"), CardSet("Qs"), 10, sweeps=False)
    'QhxQs#'
    >>> write_play(Play("Jsx9h2c"), CardSet("2c9h"), 0, sweeps=True)
    'Jsx*'
    """
    made = Play(play)
    text = f"{made.card}x*" if sweeps and made.captured == floor and floor else repr(made)
    return text + ("#" if points else "")


class WrittenPlay(NamedTuple):
    """A play as it was written: what it captures may be left open."""

    card: int
    captured: int | None
    """The cards named, or ``None`` where only the card stands there."""
    basra: bool
    """Whether it is marked as a basra."""


def read_play(text: str, floor: int) -> WrittenPlay:
    """Read a play made on ``floor``; raises BadNotation.

    >>> from basra.notation import read_play
    >>> read_play("9dx4c5h#", 0).basra, read_play("7c", 0).captured
    (True, None)
    """
    plain = text.strip()
    basra = plain.endswith("#")
    card, sign, taken = plain.rstrip("#").partition("x")
    try:
        if not sign:
            return WrittenPlay(Card(card), None, basra)
        return WrittenPlay(Card(card), _read_captured(taken.strip(), floor), basra)
    except BadNotation as reason:
        raise BadNotation("error.play", text=text, reason=reason) from None


def _read_captured(text: str, floor: int) -> int:
    if not text:
        raise BadNotation("error.cards", text=text)
    return floor if text == "*" else card_set(text)


# --- positions and views ------------------------------------------------------------------------


def write_position(position: Position) -> str:
    """Write a position with everything that is hidden in it."""
    state = position.state
    hands = [str(CardSet(hand)) for hand in state.hands[: position.rules.seats]]
    return _write(position, state, hands)


def write_view(view: View) -> str:
    """Write a view: ``?4`` is four unknown cards, behind those that are known."""
    hands = [
        _hidden(CardSet(known), held) for known, held in zip(view.known, view.held, strict=True)
    ]
    return _write(view, view, hands[: view.rules.seats])


def _hidden(known: CardSet, held: int) -> str:
    text = str(known) if known else ""
    return text + (f"?{held - len(known)}" if held > len(known) else "") or "-"


def _write(at: Position | View, state: State | View, hands: Sequence[str]) -> str:
    sides = at.rules.sides
    fields = [
        str(CardSet(state.floor)),
        "/".join(hands),
        "/".join(str(CardSet(pile)) for pile in state.piles[:sides]),
        "/".join(map(str, state.bonus[:sides])),
        SEATS[state.turn],
        "-" if state.last == NOBODY else SEATS[state.last],
        str(state.trails),
        _write_stock(at),
    ]
    if at.rules.must_capture:
        fields.append("/".join(str(CardSet(lack)) for lack in at.lacks[: at.rules.seats]))
    return "  ".join(fields)


def _write_stock(at: Position | View) -> str:
    runs: list[str] = []
    for hidden, run in groupby(at.stock, UNKNOWN.__eq__):
        cards = list(run)
        runs.append(f"?{len(cards)}" if hidden else write_cards(cards))
    text = ",".join(runs) or "-"
    if at.buried:
        text += "+" + write_cards(at.buried)
    if at.bottom != NOBODY:
        text += "^" + repr(Card(at.bottom))
    return text


class _Fields(NamedTuple):
    """The fields of a BFN text, parsed one by one."""

    floor: int
    known: Four
    held: Four
    piles: Four
    bonus: Four
    turn: int
    last: int
    trails: int
    stock: tuple[int, ...]
    buried: tuple[int, ...]
    bottom: int
    lacks: Four


def read_position(rules: Rules, text: str, carried: int = 0) -> Position:
    """Read a position; the stock may be hidden, the hands may not. Raises BadNotation.

    The dealer follows from who has played: each seat in turn holds as many cards as eldest or one
    more.
    """
    fields = _read_fields(rules, text)
    if any(
        held != known.bit_count() for held, known in zip(fields.held, fields.known, strict=True)
    ):
        raise BadNotation("error.bfn.hidden_hand")
    state = State(
        fields.floor,
        fields.known,
        fields.piles,
        fields.bonus,
        fields.turn,
        fields.last,
        fields.trails,
        _dealer(rules, fields),
        len(fields.stock),
    )
    return Position(
        rules, state, fields.stock, fields.buried, fields.bottom, fields.lacks, carried, ()
    )


def read_view(rules: Rules, text: str, seat: int | None, carried: int = 0) -> View:
    """Read what ``seat`` (``None``: a spectator) knows of a position. Raises BadNotation."""
    fields = _read_fields(rules, text)
    if seat is not None and not 0 <= seat < rules.seats:
        raise BadNotation("error.seat", seat=seat, seats=rules.seats)
    if seat is not None and fields.held[seat] != fields.known[seat].bit_count():
        raise BadNotation("error.bfn.own_hand", seat=SEATS[seat])
    view = View(
        rules=rules,
        seat=NOBODY if seat is None else seat,
        floor=fields.floor,
        known=fields.known,
        held=fields.held,
        piles=fields.piles,
        bonus=fields.bonus,
        turn=fields.turn,
        last=fields.last,
        trails=fields.trails,
        dealer=_dealer(rules, fields),
        stock=fields.stock,
        buried=fields.buried,
        bottom=fields.bottom,
        lacks=fields.lacks,
        carried=carried,
        plays=(),
    )
    if not is_possible(view):
        raise BadNotation("error.bfn.impossible")
    return view


def _read_fields(rules: Rules, text: str) -> _Fields:
    parts = text.split()
    expected = 9 if rules.must_capture else 8
    if len(parts) != expected:
        raise BadNotation("error.bfn.fields", found=len(parts), expected=expected)
    floor, hands, piles, bonus, turn, last, trails, stock = parts[:8]
    if trails not in ("0", "1"):
        raise BadNotation("error.bfn.trails", text=trails)
    known, held = _read_hands(hands, rules.seats)
    cards, buried, bottom = _read_stock(stock)
    lacks = (0, 0, 0, 0)
    if rules.must_capture:
        lacks = four([card_set(part) for part in _split(parts[8], rules.seats)])
    fields = _Fields(
        card_set(floor),
        known,
        held,
        four([card_set(part) for part in _split(piles, rules.sides)]),
        four([_number(part) for part in _split(bonus, rules.sides)]),
        read_seat(turn, rules),
        NOBODY if last == "-" else read_seat(last, rules),
        int(trails),
        cards,
        buried,
        bottom,
        lacks,
    )
    _check_pack(rules, fields)
    return fields


def _split(text: str, expected: int) -> list[str]:
    parts = text.split("/")
    if len(parts) != expected:
        raise BadNotation("error.bfn.parts", text=text, found=len(parts), expected=expected)
    return parts


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise BadNotation("error.number", text=text)
    return int(text)


def read_seat(text: str, rules: Rules) -> int:
    """Return the seat of a letter. Raises BadNotation.

    >>> from basra import Rules
    >>> from basra.notation import read_seat
    >>> read_seat("b", Rules())
    1
    """
    seats = SEATS[: rules.seats]
    if len(text) != 1 or text not in seats:
        raise BadNotation("error.seat_letter", text=text, expected=" ".join(seats))
    return seats.index(text)


def _read_hands(text: str, seats: int) -> tuple[Four, Four]:
    known: list[int] = []
    held: list[int] = []
    for part in _split(text, seats):
        cards, sign, hidden = part.partition("?")
        known.append(card_set(cards))
        held.append(known[-1].bit_count() + (_number(hidden) if sign else 0))
    return four(known), four(held)


def _read_stock(text: str) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    rest, _, bottom = text.partition("^")
    rest, _, buried = rest.partition("+")
    cards: list[int] = []
    for run in [] if rest == "-" else rest.split(","):
        if run.startswith("?"):
            hidden = _number(run[1:])
            if hidden > CARDS:
                raise BadNotation("error.number", text=run[1:])
            cards.extend([UNKNOWN] * hidden)
        else:
            cards.extend(read_cards(run))
    return tuple(cards), tuple(read_cards(buried)), Card(bottom) if bottom else NOBODY


def _check_pack(rules: Rules, fields: _Fields) -> None:
    """Check that every card is there once, and that marks name cards that can be meant."""
    places = [fields.floor, *fields.known, *fields.piles]
    places += [1 << card for card in fields.stock if card != UNKNOWN]
    seen = 0
    for cards in places:
        if cards & seen:
            raise BadNotation("error.twice", card=next(iter(CardSet(cards & seen))))
        seen |= cards
    if seen >> rules.pack:
        raise BadNotation("error.bfn.foreign", cards=CardSet(seen >> rules.pack << rules.pack))
    hidden = sum(fields.held) - sum(known.bit_count() for known in fields.known)
    total = seen.bit_count() + hidden + fields.stock.count(UNKNOWN)
    if total != rules.pack:
        raise BadNotation("error.bfn.total", found=total, expected=rules.pack)
    out = fields.floor | fields.piles[0] | fields.piles[1] | fields.piles[2] | fields.piles[3]
    for card in (*fields.buried, *([] if fields.bottom == NOBODY else [fields.bottom])):
        if out >> card & 1 or card >= rules.pack:
            raise BadNotation("error.bfn.marked", card=Card(card))
    _check_buried(rules, fields)


def _check_buried(rules: Rules, fields: _Fields) -> None:
    """Check that what is said to be buried may be barred, and lies where it is put."""
    if any(not engine.barred(rules) >> card & 1 for card in fields.buried):
        raise BadNotation("error.bfn.not_barred", cards=write_cards(fields.buried))
    if len(set(fields.buried)) != len(fields.buried):
        raise BadNotation("error.twice", card=Card(fields.buried[0]))
    tail = fields.stock[len(fields.stock) - len(fields.buried) :]
    if rules.bury == Bury.BOTTOM and len(fields.stock) > rules.seats and fields.buried != tail:
        raise BadNotation("error.bfn.not_bottom", cards=write_cards(fields.buried))


def _dealer(rules: Rules, fields: _Fields) -> int:
    """Return the dealer: eldest is the first of the seats that have played in this round."""
    held = fields.held[: rules.seats]
    most = max(held)
    played = [seat for seat in range(rules.seats) if held[seat] < most]
    eldest = (fields.turn - len(played)) % rules.seats
    expected = [(eldest + at) % rules.seats for at in range(len(played))]
    if sorted(expected) != played or any(held[seat] != most - 1 for seat in played):
        raise BadNotation("error.bfn.turn", turn=SEATS[fields.turn])
    return (eldest - 1) % rules.seats


# --- records ------------------------------------------------------------------------------------


class Line(NamedTuple):
    """A line of a record: its number from 1, and its words behind the keyword."""

    number: int
    words: tuple[str, ...]


class DealRecord(NamedTuple):
    """What a record says of one deal; lines that it lacks are ``None``."""

    dealer: Line
    pack: Line
    commit: Line | None
    salt: Line | None
    packets: tuple[Line, ...]
    leavings: Line | None
    score: Line | None


class Record(NamedTuple):
    """A record, read but not yet replayed."""

    tags: dict[str, tuple[int, str]]
    """Line number and text by the name of the tag."""
    deals: tuple[DealRecord, ...]


class BadRecord(BadNotation):
    """A record that is not well formed or does not replay; names the line."""

    def __init__(self, line: int, reason: BasraError) -> None:
        super().__init__("error.line", line=line, reason=reason)

    def __reduce__(self) -> tuple[object, ...]:
        return BadRecord, (self.facts["line"], self.facts["reason"])


_TAG = re.compile(r'\[([A-Za-z]\w{0,31}) "((?:[^"\\]|\\["\\])*)"\]')
_COMMENT = re.compile(r"\{[^{}]*\}")
_KEYWORDS = ("dealer", "pack", "commit", "salt", "leavings", "score")
LONGEST_RECORD = 4_000_000
"""Characters of the longest record that is read: some thousand deals."""


def read_record(text: str) -> Record:
    """Read the lines of a record. Raises BadRecord with the line.

    >>> from basra.notation import read_record
    >>> read_record('[Rules "egyptian"]').tags
    {'Rules': (1, 'egyptian')}
    """
    if len(text) > LONGEST_RECORD:
        raise BadRecord(1, BadNotation("error.record.long", longest=LONGEST_RECORD))
    tags: dict[str, tuple[int, str]] = {}
    deals: list[dict[str, list[Line]]] = []
    for number, keyword, words in _lines(text):
        line = Line(number, words)
        if keyword == "[":
            name, value = words
            if name in tags or deals:
                raise BadRecord(number, BadNotation("error.record.tag", name=name))
            tags[name] = (number, value)
        elif keyword == "dealer":
            deals.append({keyword: [line]})
        elif not deals:
            raise BadRecord(number, BadNotation("error.record.before", keyword=keyword))
        elif keyword != "plays" and keyword in deals[-1]:
            raise BadRecord(number, BadNotation("error.record.again", keyword=keyword))
        else:
            deals[-1].setdefault(keyword, []).append(line)
    return Record(tags, tuple(map(_deal_record, deals)))


def _lines(text: str) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    for number, written in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        line = written.strip()
        if not line:
            continue
        if line.startswith("["):
            tag = _TAG.fullmatch(line)
            if tag is None:
                raise BadRecord(number, BadNotation("error.record.tag_form", text=line[:60]))
            yield number, "[", (tag[1], re.sub(r"\\(.)", r"\1", tag[2]))
            continue
        first, *words = _COMMENT.sub(" ", line).split() or [""]
        if re.fullmatch(r"\d{1,2}\.", first):
            yield number, "plays", tuple(words)
        elif first in _KEYWORDS:
            yield number, first, tuple(words)
        elif first:
            raise BadRecord(number, BadNotation("error.record.line", text=line[:60]))


def _deal_record(lines: dict[str, list[Line]]) -> DealRecord:
    dealer = lines["dealer"][0]
    if "pack" not in lines:
        raise BadRecord(dealer.number, BadNotation("error.record.no_pack"))

    def one(keyword: str) -> Line | None:
        return lines[keyword][0] if keyword in lines else None

    return DealRecord(
        dealer,
        lines["pack"][0],
        one("commit"),
        one("salt"),
        tuple(lines.get("plays", ())),
        one("leavings"),
        one("score"),
    )


def write_tag(name: str, value: str) -> str:
    r"""Write a tag line; line breaks in the value become spaces.

    >>> from basra.notation import write_tag
    >>> write_tag("A", 'Umm "Hani"')
    '[A "Umm \\"Hani\\""]'
    """
    plain = " ".join(value.split())
    escaped = plain.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'
