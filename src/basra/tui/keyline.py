"""The line at the bottom: which keys do what here; each can be pressed with the mouse."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.events import Click
from textual.geometry import Size
from textual.widget import Widget

from basra.tui.flow import flow

_KEY = Style(bold=True, reverse=True)


class Key(NamedTuple):
    """A key as it is written, what it does in words, and the action of the screen."""

    key: str
    label: str
    action: str

    @property
    def width(self) -> int:
        """Cells across."""
        return cell_len(self.key) + cell_len(self.label) + 3


class KeyLine(Widget):
    """Keys and what they do, in as many lines as they need."""

    def __init__(self, keys: Sequence[Key] = ()) -> None:
        """Begin with ``keys``."""
        super().__init__(id="keys")
        self.keys = tuple(keys)

    def show(self, keys: Sequence[Key]) -> None:
        """Show other keys."""
        if tuple(keys) != self.keys:
            self.keys = tuple(keys)
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the lines that the keys take."""
        del container, viewport
        spots = flow([key.width for key in self.keys], width, 1)
        return spots[-1].row + 1 if spots else 1

    def render(self) -> Text:
        """Draw the keys."""
        text = Text(no_wrap=True)
        row = at = 0
        spots = flow([key.width for key in self.keys], self.content_size.width, 1)
        for key, spot in zip(self.keys, spots, strict=True):
            if spot.row > row:
                text.append("\n")
                row, at = spot.row, 0
            text.append(" " * (spot.at - at))
            text.append(f" {key.key} ", _KEY)
            text.append(f" {key.label}")
            at = spot.at + key.width
        return text

    async def on_click(self, event: Click) -> None:
        """Do what the key does."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        spots = flow([key.width for key in self.keys], self.content_size.width, 1)
        for key, spot in zip(self.keys, spots, strict=True):
            if spot.row == offset.y and spot.at <= offset.x < spot.at + key.width:
                await self.screen.run_action(key.action)
