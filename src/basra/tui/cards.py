"""A row of cards on the screen that can be pressed."""

from collections.abc import Sequence

from rich.text import Text
from textual.events import Click
from textual.geometry import Size as Area
from textual.message import Message
from textual.widget import Widget

from basra.narrate import CardStyle
from basra.texts import Catalogue
from basra.tui.faces import Face, Size, picture
from basra.tui.flow import flow

GAP = 1


class Cards(Widget):
    """Cards side by side, in as many rows as they need, in the middle."""

    class Pressed(Message):
        """A card was pressed with the mouse."""

        def __init__(self, cards: "Cards", index: int) -> None:
            """Tell which of the cards."""
            super().__init__()
            self.cards = cards
            self.index = index

        @property
        def control(self) -> "Cards":
            """The row that was pressed."""
            return self.cards

    def __init__(self, words: Catalogue, style: CardStyle, *, name: str) -> None:
        """Begin with no cards; ``name`` is the identifier on the screen."""
        super().__init__(id=name)
        self._words = words
        self._style = style
        self.faces: tuple[Face, ...] = ()
        self.card_size = Size.SMALL

    def show(self, faces: Sequence[Face], size: Size) -> None:
        """Show other cards, or the same in another state."""
        self.faces = tuple(faces)
        self.card_size = size
        self.refresh(layout=True)

    def get_content_width(self, container: Area, viewport: Area) -> int:
        """Take the whole width, so that the rows can stand in the middle of it."""
        del viewport
        return container.width

    def get_content_height(self, container: Area, viewport: Area, width: int) -> int:
        """Return the lines that the rows take."""
        del container, viewport
        rows = self._rows(width)
        return max(1, len(rows)) * self.card_size.height

    def _rows(self, room: int) -> list[range]:
        spots = flow([self.card_size.width] * len(self.faces), room, GAP)
        ends: dict[int, int] = {}
        for index, spot in enumerate(spots):
            ends[spot.row] = index + 1
        starts = [0, *ends.values()]
        return [range(start, end) for start, end in zip(starts, ends.values(), strict=False)]

    def _indent(self, rows: Sequence[range], room: int) -> int:
        """Return where all rows begin, so that cards stand below each other."""
        longest = max(map(len, rows), default=0)
        return max(0, (room - longest * (self.card_size.width + GAP) + GAP) // 2)

    def render(self) -> Text:
        """Draw the rows."""
        room = self.content_size.width
        lines: list[Text] = []
        rows = self._rows(room)
        indent = Text(" " * self._indent(rows, room))
        for row in rows:
            pictures = [
                picture(self.faces[index], self.card_size, self._words, self._style)
                for index in row
            ]
            lines.extend(
                indent + Text(" " * GAP).join(line) for line in zip(*pictures, strict=True)
            )
        return Text("\n", no_wrap=True, end="").join(lines)

    def on_click(self, event: Click) -> None:
        """Tell which card was pressed."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        room = self.content_size.width
        rows = self._rows(room)
        at = offset.x - self._indent(rows, room)
        for number, row in enumerate(rows):
            index, within = divmod(at, self.card_size.width + GAP)
            here = offset.y // self.card_size.height == number
            if here and 0 <= index < len(row) and within < self.card_size.width:
                self.post_message(self.Pressed(self, row[index]))
