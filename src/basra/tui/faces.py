"""Pictures of cards: boxes of characters, or a single line where room is scarce."""

from enum import Enum
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from basra.narrate import CardStyle, card_rank, card_suit
from basra.texts import Catalogue

_PAPER = "#f6f2e6"
_INKS = ("#0b6b2c", "#1450b8", "#c01828", "#16161c")
"""Clubs green, diamonds blue, hearts red, spades black."""
_EDGE = "#8a8577"
_LIGHT = "#ffd75f"
_BACK = "#7a5a9a"


class Size(Enum):
    """How large a card is drawn: width and height in cells."""

    LARGE = (7, 5)
    SMALL = (5, 3)
    LINE = (8, 1)

    @property
    def width(self) -> int:
        """Cells across."""
        return self.value[0]

    @property
    def height(self) -> int:
        """Cells down."""
        return self.value[1]


class Face(NamedTuple):
    """A card as it lies there; every state has a mark besides its colour."""

    card: int | None
    """``None`` is an empty place."""
    mark: str = ""
    """Up to three characters in the lower edge: its key, or why it is marked."""
    sign: str = ""
    """One character in the upper edge."""
    strong: bool = False
    """Chosen, or among the cards captured: a heavy edge."""
    dim: bool = False
    """Not to be played now."""


def picture(face: Face, size: Size, words: Catalogue, style: CardStyle) -> list[Text]:
    """Return the lines of a card, each exactly as wide as ``size``."""
    width, height = size.value
    if face.card is None:
        return [Text(" " * width) for _ in range(height)]
    rank, suit = card_rank(words, face.card), card_suit(words, face.card, style)
    ink = Style(color=_INKS[face.card & 3], bgcolor=_PAPER, bold=not face.dim)
    edge = Style(color=_EDGE, bgcolor=_PAPER)
    if face.strong:
        edge = Style(color="#101010", bgcolor=_LIGHT, bold=True)
        ink += Style(bgcolor=_LIGHT)
    if size is Size.LINE:
        return [_line(face, rank + suit, ink, edge)]
    left, across, right, down, low_left, low_right = "┏━┓┃┗┛" if face.strong else "╭─╮│╰╯"
    inner = width - 2
    lines = [_edged(left, _middle(face.sign, inner, across), right, face.sign, edge)]
    rows = [_middle(rank + suit, inner, " ")]
    if height > 3:
        spare = " " * (inner - cell_len(rank))
        rows = [rank + spare, _middle(suit, inner, " "), spare + rank]
    lines.extend(Text.assemble((down, edge), (row, ink), (down, edge)) for row in rows)
    lines.append(_edged(low_left, _middle(face.mark, inner, across), low_right, face.mark, edge))
    return lines


def _edged(left: str, inner: str, right: str, mark: str, edge: Style) -> Text:
    """Return an edge in which the mark stands out."""
    text = Text(left + inner + right, edge)
    at = text.plain.find(mark) if mark else -1
    if at >= 0:
        text.stylize(Style(color="#101010", bold=True), at, at + len(mark))
    return text


def _line(face: Face, name: str, ink: Style, edge: Style) -> Text:
    opening, closing = "[]" if face.strong else "  "
    return Text.assemble(
        (_right(face.mark, 2), Style(bold=True)),
        (opening, edge),
        (_right(name, 3), ink),
        (closing, edge),
        (set_cell_size(face.sign, 1), Style(bold=True)),
    )


def _right(text: str, room: int) -> str:
    return " " * (room - cell_len(text)) + set_cell_size(text, min(room, cell_len(text)))


def _middle(text: str, room: int, fill: str) -> str:
    spare = max(0, room - cell_len(text))
    return fill * (spare // 2) + set_cell_size(text, room - spare) + fill * (spare - spare // 2)


def back(cards: int) -> str:
    """Return the backs of hidden cards: as many as are held, and nothing else about them."""
    return "▒ " * cards


def back_style() -> Style:
    """Return how the back of a card is coloured."""
    return Style(color=_BACK, bold=True)
