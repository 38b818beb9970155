"""The screen of house rules: every option of the game that is chosen, and what is wrong."""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from basra.rules import OPTIONS, Rules, TieBreak, is_switch, problems
from basra.texts import Catalogue
from basra.tui.dials import Dial, Dials
from basra.tui.keyline import Key, KeyLine
from basra.variants import find_variant
from basra.wishes import Wishes, offered

_FIRST = ("target", "packet", "majority", "tie", "jack_basra", "must_capture", "largest")
_ELSEWHERE = ("seats", "sides")


def shown_options(rules: Rules, changed: Sequence[str] = ()) -> list[str]:
    """Return the options that make a difference at a table or were changed, the commonest first."""
    order = [*_FIRST, *(name for name in OPTIONS if name not in (*_FIRST, *_ELSEWHERE))]
    return [name for name in order if name in changed or not _is_idle(rules, name)]


def _is_idle(rules: Rules, name: str) -> bool:
    """Tell whether an option speaks of what these rules do not have."""
    if name == "extension":
        return rules.tie_break != TieBreak.EXTEND
    if name in {"queen_value", "king_value"}:
        return rules.basra_points != 0 or rules.pack == 44
    if name == "komi_sum":
        return not rules.komi
    return (
        name.startswith("komi_")
        and name != "komi_alone"
        and not rules.komi
        and not getattr(rules, name)
    )


def value_text(words: Catalogue, name: str, value: int) -> str:
    """Return the value of an option in words."""
    if is_switch(name):
        return words.say("option.yes" if value else "option.no")
    word = OPTIONS[name].write(value)
    if word.isdigit():
        return words.number(value)
    return words.say(f"option.{name}.{word}")


class HouseScreen(Screen[Wishes | None]):
    """Change house rules; Escape leaves them as they were."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", show=False),
        Binding("enter", "keep", show=False),
        Binding("u,backspace", "usual", show=False),
    ]

    def __init__(self, words: Catalogue, wishes: Wishes) -> None:
        """Begin with the house rules as they are."""
        super().__init__()
        self._words = words
        self.wishes = wishes

    def compose(self) -> ComposeResult:
        """Lay the screen out."""
        say = self._words.say
        title = say("ui.house.title", variant=say(f"variant.{self.wishes.variant}.title"))
        yield Static(Text(title, no_wrap=True), id="head")
        with VerticalScroll(id="dialbox", can_focus=False):
            yield Dials("options")
        yield Static(id="wrong")
        yield KeyLine(
            [
                Key(say("key.enter"), say("ui.house.keep"), "keep"),
                Key("↑↓", say("ui.setup.choose"), "keep_still"),
                Key("←→", say("ui.setup.turn"), "keep_still"),
                Key("U", say("ui.house.usual"), "usual"),
                Key("Esc", say("ui.house.leave"), "leave"),
            ]
        )

    def on_mount(self) -> None:
        """Show the options."""
        self.query_one(Dials).focus()
        self._show()

    def _show(self) -> None:
        words, rules = self._words, self.wishes.rules
        changed = self.wishes.changed()
        dials = []
        for name in shown_options(rules, changed):
            mark = words.say("ui.house.changed") if name in changed else ""
            value = value_text(words, name, int(getattr(rules, name)))
            dials.append(Dial(name, words.say(f"option.{name}.label"), f"{value}{mark}"))
        self.query_one(Dials).show(dials)
        self.query_one("#wrong", Static).update(Text("\n".join(problems(rules, words))))

    def on_dials_turned(self, event: Dials.Turned) -> None:
        """Change an option."""
        values = offered(self.wishes, event.key)
        at = values.index(int(getattr(self.wishes.rules, event.key)))
        value = values[(at + event.step) % len(values)]
        self.wishes = self.wishes.with_option(event.key, value)
        self._show()

    def on_dials_entered(self, event: Dials.Entered) -> None:
        """Go back with the house rules as they stand."""
        event.stop()
        self.action_keep()

    def action_keep(self) -> None:
        """Go back with the house rules as they stand, unless no table can play so."""
        if problems(self.wishes.rules):
            self.app.bell()
        else:
            self.dismiss(self.wishes)

    def action_keep_still(self) -> None:
        """Stay: the arrow keys are for the list."""
        self.query_one(Dials).focus()

    def action_usual(self) -> None:
        """Return to what the variant usually plays."""
        rules = find_variant(self.wishes.variant).at(
            self.wishes.rules.seats, self.wishes.rules.sides
        )
        self.wishes = self.wishes._replace(rules=rules)
        self._show()

    def action_leave(self) -> None:
        """Go back without a change."""
        self.dismiss(None)
