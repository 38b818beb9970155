"""The screen with the rules of this table, to be read."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from basra.explain import explain
from basra.rules import Rules
from basra.texts import Catalogue
from basra.tui.keyline import Key, KeyLine


class RulesScreen(ModalScreen[None]):
    """The rules in sentences; any of the usual keys goes back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,question_mark,f1", "leave", show=False),
    ]

    def __init__(self, words: Catalogue, rules: Rules) -> None:
        """Show ``rules``."""
        super().__init__()
        self._words = words
        self._rules = rules

    def compose(self) -> ComposeResult:
        """Lay the screen out."""
        say = self._words.say
        text = Text()
        for section in explain(self._rules, self._words):
            text.append(f"{section.title}\n", style="bold underline")
            for sentence in section.sentences:
                text.append(f"{sentence}\n")
            text.append("\n")
        with VerticalScroll(id="page"):
            yield Static(text, id="text")
        yield KeyLine(
            [
                Key("↑↓", say("ui.key.scroll"), "scroll_page"),
                Key("Esc", say("ui.key.back"), "leave"),
            ]
        )

    def on_mount(self) -> None:
        """Let the arrow keys scroll."""
        self.query_one("#page").focus()

    def action_scroll_page(self) -> None:
        """Scroll on, where the mouse asks for it."""
        self.query_one("#page").scroll_page_down()

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss(None)
