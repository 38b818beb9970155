"""Pictures of cards, floors and tables as SVG texts, drawn here: no fonts or files from outside.

Nothing in a picture has an id, so that many of them go on one page.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Protocol

from basra import engine
from basra.cards import RANKS, Card, CardSet, Play, read_cards
from basra.rules import Direction, Rules

WIDTH: Final = 60
HEIGHT: Final = 86
_GAP = 8
_ROW = 8
"""Cards of the floor in one row."""
_SMALL = 0.66
"""Size of the others' cards."""
_EDGE = 14
_LIFT = 12
"""How far the card that is played stands out of the hand."""
_CLUB = (
    "M0-10a4.4 4.4 0 0 1 3.2 7.4A4.4 4.4 0 1 1 1.2 3.6C1.4 6.5 2.2 9 4 10H-4C-2.2 9-1.4 6.5-1.2 3.6"
    "A4.4 4.4 0 1 1-3.2-2.6A4.4 4.4 0 0 1 0-10Z"
)
_DIAMOND = "M0-10 7.5 0 0 10-7.5 0Z"
_HEART = "M0 9C-13 0-10.5-9-4.8-9-2-9 0-7 0-5 0-7 2-9 4.8-9 10.5-9 13 0 0 9Z"
_SPADE = (
    "M0-10C-3-5-9.5-2-9.5 3.2-9.5 7.6-4 8-1.2 4.6-1.2 7-2 9-4 10H4C2 9 1.2 7 1.2 4.6"
    " 4 8 9.5 7.6 9.5 3.2 9.5-2 3-5 0-10Z"
)
_SUITS: Final = (_CLUB, _DIAMOND, _HEART, _SPADE)
"""The outlines of clubs, diamonds, hearts and spades, ten high and low."""
_TWO_COLOURS: Final = ("#16181d", "#c4122f", "#c4122f", "#16181d")
_FOUR_COLOURS: Final = ("#11743a", "#1257b0", "#c4122f", "#16181d")
_FELT = "#2b6049"
_GOLD = "#ffc83d"
_FONT = 'font-family="Georgia,\'Times New Roman\',serif" font-weight="bold"'
_STAR = "M0-7 2-2.2 7-2 3 1.2 4.4 6.2 0 3.4-4.4 6.2-3 1.2-7-2-2-2.2Z"


class Seen(Protocol):
    """What can be drawn as a table: a ``View`` can."""

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        ...

    @property
    def seat(self) -> int:
        """The seat that looks, or ``NOBODY``."""
        ...

    @property
    def floor(self) -> int:
        """The cards of the floor."""
        ...

    @property
    def known(self) -> Sequence[int]:
        """By seat, the cards that are shown."""
        ...

    @property
    def held(self) -> Sequence[int]:
        """By seat, how many cards there are."""
        ...

    @property
    def piles(self) -> Sequence[int]:
        """By side, what was captured."""
        ...

    @property
    def bonus(self) -> Sequence[int]:
        """By side, points of basras."""
        ...

    @property
    def turn(self) -> int:
        """The seat to play."""
        ...

    @property
    def dealer(self) -> int:
        """The seat that deals."""
        ...

    @property
    def stock(self) -> Sequence[int]:
        """The undealt cards."""
        ...


def card(which: Card | str | int, *, four_colours: bool = False) -> str:
    """Return a picture of a card. Raises BadNotation.

    >>> from basra import svg
    >>> svg.card("7d")[:38]
    '<svg xmlns="http://www.w3.org/2000/svg'
    """
    return cards([which], four_colours=four_colours)


def cards(
    which: str | Iterable[str | int], marked: str | int = 0, *, four_colours: bool = False
) -> str:
    """Return a picture of cards in the order given, those of the set ``marked`` in gold.

    Raises BadNotation.

    >>> from basra import svg
    >>> svg.cards("As 2c 4d", marked="2c").count("<title>")
    3
    """
    shown = read_cards(which) if isinstance(which, str) else [Card(one) for one in which]
    gold = CardSet(marked)
    parts = list(_laid(shown, gold, 2, 2, four_colours=four_colours))
    columns = max(1, min(len(shown), _ROW))
    rows = max(1, -(-len(shown) // _ROW))
    width, height = columns * (WIDTH + _GAP) - _GAP + 4, rows * (HEIGHT + _GAP) - _GAP + 4
    return _picture(width, height, parts)


def table(seen: Seen, play: Play | str | int | None = None, *, four_colours: bool = False) -> str:
    """Return a picture of a table as a seat sees it, its own hand below.

    ``play`` is shown in gold: the card in the hand, and what it captures. Beside each seat stand
    the cards its side has captured and, with a star, what its basras earned; beside the floor the
    number of undealt cards. A dot marks the dealer, a gold letter the seat in turn. Raises
    BadNotation.

    >>> import basra
    >>> from basra import svg
    >>> view = basra.Deal("egyptian", seed=7).view(0)
    >>> svg.table(view).count("<title>")
    8
    """
    made = None if play is None else Play(play)
    near = max(seen.seat, 0)
    others = _round_the_table(seen.rules, near)
    floor = list(CardSet(seen.floor))
    columns = max(4, min(len(floor), _ROW))
    middle = columns * (WIDTH + _GAP) + WIDTH + _GAP
    spans = [_span(seen.held[seat], _SMALL) for seat in others]
    between = 3 * _GAP * (len(spans) - 1)
    width = 2 * _EDGE + max(middle, between + sum(spans), _span(seen.held[near], 1.0))
    top = _EDGE
    parts: list[str] = []
    left = (width - sum(spans) - between) / 2
    for seat, span in zip(others, spans, strict=True):
        parts += _hand(seen, seat, made, left, top, _SMALL, four_colours=four_colours)
        left += span + 3 * _GAP
    top += round(HEIGHT * _SMALL) + 2 * _EDGE
    parts += _stock(len(seen.stock), _EDGE, top)
    gold = CardSet(made.captured if made else 0)
    at = _EDGE + WIDTH + 2 * _GAP
    parts += _laid(floor, gold, at, top, four_colours=four_colours)
    top += max(1, -(-len(floor) // _ROW)) * (HEIGHT + _GAP) + _EDGE + _LIFT
    left = (width - _span(seen.held[near], 1.0)) / 2
    parts += _hand(seen, near, made, left, top, 1.0, four_colours=four_colours)
    felt = f'<rect width="{width:g}" height="{top + HEIGHT + _EDGE}" rx="12" fill="{_FELT}"/>'
    return _picture(width, top + HEIGHT + _EDGE, [felt, *parts])


def _round_the_table(rules: Rules, near: int) -> list[int]:
    """Return the other seats from left to right."""
    others = [(near + step) % rules.seats for step in range(1, rules.seats)]
    return others if rules.direction == Direction.CLOCKWISE else others[::-1]


def _picture(width: float, height: float, parts: Iterable[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width:g}" height="{height:g}"'
        f' viewBox="0 0 {width:g} {height:g}">{"".join(parts)}</svg>'
    )


# --- cards --------------------------------------------------------------------------------------


def _laid(
    shown: Sequence[Card], gold: CardSet, left: float, top: float, *, four_colours: bool
) -> Iterator[str]:
    """Yield cards laid in rows."""
    for index, one in enumerate(shown):
        row, column = divmod(index, _ROW)
        place = _at(left + column * (WIDTH + _GAP), top + row * (HEIGHT + _GAP))
        yield f"<g {place}>{_face(one, one in gold, four_colours=four_colours)}</g>"


def _at(left: float, top: float, size: float = 1.0) -> str:
    scale = "" if size == 1.0 else f" scale({size:g})"
    return f'transform="translate({left:g} {top:g}){scale}"'


def _face(one: Card, is_gold: bool, *, four_colours: bool) -> str:  # noqa: FBT001 - of one card
    colour = (_FOUR_COLOURS if four_colours else _TWO_COLOURS)[one.suit]
    rank = "10" if RANKS[one.rank] == "T" else RANKS[one.rank]
    edge = f'stroke="{_GOLD}" stroke-width="4"' if is_gold else 'stroke="#8a8d91"'
    squeezed = ' textLength="24" lengthAdjust="spacingAndGlyphs"' if rank == "10" else ""
    suit = f'<path d="{_SUITS[one.suit]}" fill="{colour}"'
    return (
        f"<title>{one}</title>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="6" fill="#fffef9" {edge}/>'
        f'<text x="17" y="28" text-anchor="middle" {_FONT} font-size="27"'
        f' fill="{colour}"{squeezed}>{rank}</text>'
        f"{suit} {_at(17, 42, 0.8)}/>{suit} {_at(38, 59, 1.75)}/>"
    )


def _back() -> str:
    return (
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="6" fill="#fffef9" stroke="#8a8d91"/>'
        f'<rect x="5" y="5" width="{WIDTH - 10}" height="{HEIGHT - 10}" rx="3" fill="#7b2d26"/>'
        '<path d="M30 13 50 43 30 73 10 43Z" fill="none" stroke="#e9c9a0" stroke-width="2"/>'
        '<path d="M30 27 41 43 30 59 19 43Z" fill="#e9c9a0"/>'
    )


# --- a table ------------------------------------------------------------------------------------


def _step(size: float) -> float:
    """Return how far apart cards of a hand lie; the others' overlap."""
    return (WIDTH + _GAP if size == 1.0 else WIDTH * 0.6) * size


def _span(held: int, size: float) -> float:
    """Return the width of a seat: its badge and its cards."""
    return 70 + max(0, held - 1) * _step(size) + WIDTH * size


def _hand(
    seen: Seen,
    seat: int,
    made: Play | None,
    left: float,
    top: float,
    size: float,
    *,
    four_colours: bool,
) -> Iterator[str]:
    """Yield a seat: its badge, then its cards, those that are hidden last."""
    yield from _badge(seen, seat, left, top + HEIGHT * size / 2)
    left += 70
    shown = list(CardSet(seen.known[seat]))
    played = made.card if made and seat == seen.turn else None
    for index in range(seen.held[seat]):
        is_played = index < len(shown) and shown[index] == played
        place = _at(left + index * _step(size), top - (_LIFT * size if is_played else 0), size)
        drawn = (
            _face(shown[index], is_played, four_colours=four_colours)
            if index < len(shown)
            else _back()
        )
        yield f"<g {place}>{drawn}</g>"


def _badge(seen: Seen, seat: int, left: float, middle: float) -> Iterator[str]:
    """Yield the letter of a seat and what its side has captured and earned."""
    side = engine.side_of(seen.rules, seat)
    colour = _GOLD if seat == seen.turn and any(seen.held) else "#ffffff"
    letter = "abcd"[seat]
    yield (
        f'<text x="{left + 2:g}" y="{middle + 9:g}" {_FONT} font-size="28" fill="{colour}">'
        f"{letter}</text>"
    )
    if seat == seen.dealer:
        yield f'<circle cx="{left + 9:g}" cy="{middle + 20:g}" r="4" fill="#ffffff"/>'
    counts = (engine.count(seen.piles[side]), seen.bonus[side])
    pile = '<rect x="-5" y="-7" width="10" height="14" rx="2" fill="#e9c9a0"/>'
    star = f'<path d="{_STAR}" fill="{_GOLD}"/>'
    for line, (sign, number) in enumerate(zip((pile, star), counts, strict=True)):
        height = middle - 9 + 20 * line
        yield f"<g {_at(left + 30, height)}>{sign}</g>"
        yield (
            f'<text x="{left + 40:g}" y="{height + 5:g}" {_FONT} font-size="15" fill="#ffffff">'
            f"{number}</text>"
        )


def _stock(left: int, x: float, y: float) -> Iterator[str]:
    """Yield the stock with its number of cards."""
    if not left:
        return
    yield f"<g {_at(x, y)}>{_back()}</g>"
    yield (
        f'<rect x="{x + 14:g}" y="{y + 32:g}" width="32" height="22" rx="5" fill="#16181d"/>'
        f'<text x="{x + 30:g}" y="{y + 48:g}" text-anchor="middle" {_FONT} font-size="15"'
        f' fill="#ffffff">{left}</text>'
    )
