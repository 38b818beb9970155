"""The screen at the end of a deal: the reason for every point, and where the match stands."""

from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from basra.narrate import SheetTold, Telling, side_name, sides_told, tell_row, tell_sheet
from basra.solo import Solo
from basra.tui.keyline import Key, KeyLine

_LABEL_CELLS, _SIDE_CELLS = 20, 20
"""With less room than this, the cards behind the points are told below the table."""


def sheet_told(telling: Telling, solo: Solo) -> SheetTold:
    """Return the sheet of the deal that is over, in words."""
    sheet, piles = solo.sheet()
    return tell_sheet(telling, piles, solo.history, sheet, solo.earlier.carried)


def sheet_table(telling: Telling, solo: Solo, *, reasons: bool) -> Table:
    """Return the sheet as a table, a column for each side; ``reasons`` names the cards too."""
    say = telling.words.say
    order = sides_told(telling)
    table = Table(expand=True, show_edge=False, pad_edge=False, header_style="bold")
    table.add_column(say("sheet.reason"))
    for side in order:
        table.add_column(Text(side_name(telling, side), overflow="ellipsis"), justify="right")
    told = sheet_told(telling, solo)
    for at, row in enumerate(told.rows):
        total = at == len(told.rows) - 1
        cells = []
        for side in order:
            reason, points = row.reasons[side] if reasons else "", row.points[side]
            cell = Text(f"{reason}  " if reason else "", style="not bold")
            cell.append(f"{points:>2}", style="bold")
            cells.append(cell)
        style = "bold" if total else ""
        table.add_row(Text(row.label, style=style), *cells, end_section=at >= len(told.rows) - 2)
    earlier, totals = solo.earlier.totals, solo.totals
    table.add_row(say("sheet.before"), *(str(earlier[side]) for side in order))
    table.add_row(
        Text(say("sheet.match", target=solo.earlier.target), style="bold"),
        *(Text(str(totals[side]), style="bold reverse") for side in order),
    )
    if telling.rules.rubber > 1:
        wins = solo.standing.wins
        table.add_row(say("sheet.wins"), *(str(wins[side]) for side in order))
    return table


class SheetScreen(ModalScreen[str]):
    """The sheet of a deal; the result is ``go_on`` or ``undo``."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,escape", "answer('go_on')", show=False),
        Binding("u,f3", "answer('undo')", show=False),
        Binding("q", "app.quit", show=False),
    ]

    def __init__(self, telling: Telling, solo: Solo) -> None:
        """Show the deal that is over."""
        super().__init__()
        self._telling = telling
        self._solo = solo

    def compose(self) -> ComposeResult:
        """Lay the screen out."""
        say = self._telling.words.say
        told = sheet_told(self._telling, self._solo)
        wide = self.app.size.width >= _LABEL_CELLS + _SIDE_CELLS * self._telling.rules.sides
        apart = [] if wide else [tell_row(self._telling, row) for row in told.rows[:-1]]
        with VerticalScroll(id="page"):
            yield Static(Text(say("sheet.title", number=self._solo.deal_number)), id="question")
            yield Static(sheet_table(self._telling, self._solo, reasons=wide), id="sheet")
            yield Static(Text("\n".join([*told.notes, *apart])), id="notes")
        yield KeyLine(
            [
                Key(say("key.enter"), say("ui.key.go_on"), "answer('go_on')"),
                Key("↑↓", say("ui.key.scroll"), "scroll_page"),
                Key("U", say("ui.key.undo"), "answer('undo')"),
                Key("Q", say("ui.key.quit"), "app.quit"),
            ]
        )

    def on_mount(self) -> None:
        """Let the arrow keys scroll."""
        self.query_one("#page").focus()

    def action_scroll_page(self) -> None:
        """Scroll on, where the mouse asks for it."""
        self.query_one("#page").scroll_page_down()

    def action_answer(self, answer: str) -> None:
        """Leave the sheet."""
        self.dismiss(answer)
