"""A list of settings, each turned with the left and right keys or the mouse."""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message
from textual.widget import Widget

_CHOSEN = Style(bold=True, reverse=True)
_WIDEST_LABEL = 0.55


class Dial(NamedTuple):
    """A setting: its key, what it is called and what it stands at."""

    key: str
    label: str
    value: str
    opens: bool = False
    """Whether it leads to another screen instead of being turned."""


class Dials(Widget, can_focus=True):
    """Settings below each other; ``Turned`` asks for the next or the former value of one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("left", "turn(-1)", show=False),
        Binding("right,space", "turn(1)", show=False),
        Binding("home", "move(-99)", show=False),
        Binding("end", "move(99)", show=False),
        Binding("enter", "enter", show=False),
    ]

    class Turned(Message):
        """A setting was turned, forward (1) or back (-1)."""

        def __init__(self, key: str, step: int) -> None:
            """Tell which one, and which way."""
            super().__init__()
            self.key = key
            self.step = step

    class Entered(Message):
        """Enter was pressed on a setting, or one was pressed that opens."""

        def __init__(self, key: str, *, opens: bool) -> None:
            """Tell which one, and whether it leads to another screen."""
            super().__init__()
            self.key = key
            self.opens = opens

    def __init__(self, name: str) -> None:
        """Begin with no settings; ``name`` is the identifier on the screen."""
        super().__init__(id=name)
        self.dials: tuple[Dial, ...] = ()
        self.at = 0

    def show(self, dials: Sequence[Dial]) -> None:
        """Show other settings or values; the one that is chosen stays so."""
        before = self.dials[self.at].key if self.dials else ""
        self.dials = tuple(dials)
        keys = [dial.key for dial in self.dials]
        self.at = keys.index(before) if before in keys else min(self.at, max(0, len(keys) - 1))
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return a line for each setting."""
        del container, viewport, width
        return max(1, len(self.dials))

    def render(self) -> Text:
        """Draw the settings."""
        room = self.content_size.width
        widest = max((cell_len(dial.label) for dial in self.dials), default=0)
        left = min(widest, int(room * _WIDEST_LABEL))
        lines = []
        for at, dial in enumerate(self.dials):
            chosen = at == self.at and self.has_focus
            opening, closing = ("  ", " ▸") if dial.opens else ("◂ ", " ▸")
            pointer = "▶ " if chosen else "  "
            line = Text(pointer + set_cell_size(dial.label, left) + "  ", no_wrap=True)
            value = set_cell_size(dial.value, min(cell_len(dial.value), max(4, room - left - 8)))
            line.append(opening + value + closing, _CHOSEN if chosen else Style(bold=True))
            lines.append(line)
        return Text("\n", no_wrap=True).join(lines)

    def on_focus(self) -> None:
        """Show which one is chosen."""
        self.refresh()

    def on_blur(self) -> None:
        """Show that none is chosen."""
        self.refresh()

    def action_move(self, step: int) -> None:
        """Choose the setting below or above."""
        self.at = min(max(0, self.at + step), max(0, len(self.dials) - 1))
        if isinstance(self.parent, VerticalScroll):
            self.parent.scroll_to_region(Region(0, self.at, 1, 1), animate=False)
        self.refresh()

    def action_turn(self, step: int) -> None:
        """Turn the chosen setting."""
        if not self.dials:
            return
        dial = self.dials[self.at]
        if dial.opens:
            if step > 0:
                self.post_message(self.Entered(dial.key, opens=True))
            return
        self.post_message(self.Turned(dial.key, step))

    def action_enter(self) -> None:
        """Tell that Enter was pressed."""
        if self.dials:
            dial = self.dials[self.at]
            self.post_message(self.Entered(dial.key, opens=dial.opens))

    def on_click(self, event: Click) -> None:
        """Choose and turn what was pressed: back on its left sign, forward on its value."""
        offset = event.get_content_offset(self)
        if offset is None or offset.y >= len(self.dials):
            return
        self.at = offset.y
        widest = max(cell_len(dial.label) for dial in self.dials)
        start = 4 + min(widest, int(self.content_size.width * _WIDEST_LABEL))
        if offset.x >= start:
            back = offset.x < start + 2 and not self.dials[self.at].opens
            self.action_turn(-1 if back else 1)
        self.refresh()
