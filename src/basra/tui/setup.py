"""The first screen: which game, how many play, against whom; Enter starts at once."""

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import OptionList, Static

from basra.bots import LADDER
from basra.narrate import CardStyle, level_name, seat_names
from basra.rules import problems
from basra.texts import Catalogue
from basra.tui.dials import Dial, Dials
from basra.tui.house import HouseScreen
from basra.tui.keyline import Key, KeyLine
from basra.tui.pointlist import PointList
from basra.tui.reading import RulesScreen
from basra.variants import VARIANTS, find_variant
from basra.wishes import SPEEDS, Wishes, offered

_Value = TypeVar("_Value")
_NARROW = 72
"""Below this many cells there is no room for two columns."""


def stepped(values: Sequence[_Value], now: _Value, step: int) -> _Value:
    """Return the value after (or before) ``now``, round and round."""
    at = values.index(now) if now in values else 0
    return values[(at + step) % len(values)]


class SetupScreen(Screen[Wishes]):
    """Choose a match; the result is what was wished for."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "start", show=False),
        Binding("tab,shift+tab", "other", show=False, priority=True),
        Binding("right", "dials", show=False),
        Binding("left", "list", show=False),
        Binding("r", "house", show=False),
        Binding("question_mark,f1", "rules", show=False),
        Binding("q,escape", "app.quit", show=False),
    ]

    AUTO_FOCUS = ""

    def __init__(self, words: Catalogue, wishes: Wishes) -> None:
        """Begin with what was wished for last time."""
        super().__init__()
        self._words = words
        self.wishes = wishes

    def compose(self) -> ComposeResult:
        """Lay the screen out."""
        say = self._words.say
        yield Static(Text(say("ui.setup.title"), no_wrap=True), id="head")
        with Horizontal(id="columns"):
            titles = [(key, Text(say(f"variant.{key}.title"))) for key in VARIANTS]
            yield PointList(titles, name="variants")
            with Vertical(id="table"):
                yield Static(id="about")
                with VerticalScroll(id="dialbox", can_focus=False):
                    yield Dials("dials")
                yield Static(id="wrong")
        yield KeyLine()

    def _keys(self) -> list[Key]:
        say = self._words.say
        other = [] if self.is_narrow else [Key("Tab", say("ui.setup.other"), "other")]
        return [
            Key(say("key.enter"), say("ui.setup.start"), "start"),
            Key("↑↓", say("ui.setup.choose"), "list"),
            *other,
            Key("←→", say("ui.setup.turn"), "dials"),
            Key("R", say("ui.setup.house"), "house"),
            Key("?", say("ui.key.rules"), "rules"),
            Key("Q", say("ui.end.quit"), "app.quit"),
        ]

    def on_mount(self) -> None:
        """Point at the game of last time."""
        self._show()
        self.action_dials() if self.is_narrow else self.action_list()

    def on_resize(self, event: Resize) -> None:
        """Show the list of games only where there is room beside the settings."""
        del event
        self._show()
        if self.is_narrow:
            self.action_dials()

    @property
    def is_narrow(self) -> bool:
        """Whether the games are one of the settings, for want of room."""
        return self.app.size.width < _NARROW

    def _show(self) -> None:
        words, wishes = self._words, self.wishes
        self.query_one("#variants").display = not self.is_narrow
        title, region, note = (
            words.say(f"variant.{wishes.variant}.{part}") for part in ("title", "region", "note")
        )
        about = Text.assemble((f"{title}\n", "bold"), f"{region}: {note}")
        self.query_one("#about", Static).update(about)
        self.query_one(Dials).show(_dials(words, wishes, narrow=self.is_narrow))
        self.query_one(KeyLine).show(self._keys())
        wrong = problems(wishes.rules, words)
        self.query_one("#wrong", Static).update(Text("\n".join(wrong)))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Choose the game that is pointed at."""
        key = event.option_id
        is_late = self.is_narrow or event.option_index != event.option_list.highlighted
        if key and key != self.wishes.variant and not is_late:
            self.wishes = self.wishes.with_variant(key)
            self._show()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Start, where Enter was pressed on the list."""
        event.stop()
        self.action_start()

    def on_dials_turned(self, event: Dials.Turned) -> None:
        """Change a setting."""
        wishes = self.wishes
        if event.key == "table":
            tables = find_variant(wishes.variant).tables
            now = (wishes.rules.seats, wishes.rules.sides)
            self.wishes = wishes.with_table(*stepped(tables, now, event.step))
        elif event.key == "variant":
            self.wishes = wishes.with_variant(stepped(list(VARIANTS), wishes.variant, event.step))
        elif event.key == "target":
            targets = sorted(offered(wishes, "target"))
            target = stepped(targets, wishes.rules.target, event.step)
            self.wishes = wishes.with_option("target", target)
        elif event.key == "speed":
            self.wishes = wishes._replace(speed=stepped(SPEEDS, wishes.speed, event.step))
        elif event.key == "style":
            styles = [CardStyle.SYMBOLS, CardStyle.LETTERS]
            self.wishes = wishes._replace(style=stepped(styles, wishes.style, event.step))
        else:
            other = int(event.key)
            level = stepped(LADDER, wishes.levels[other], event.step)
            self.wishes = wishes.with_level(other, level)
        self._show()

    def on_dials_entered(self, event: Dials.Entered) -> None:
        """Start, or go to the house rules."""
        if event.opens:
            self.action_house()
        else:
            self.action_start()

    def action_other(self) -> None:
        """Go from the games to the settings or back."""
        if self.query_one(Dials).has_focus and not self.is_narrow:
            self.action_list()
        else:
            self.action_dials()

    def action_dials(self) -> None:
        """Go to the settings."""
        self.query_one(Dials).focus()

    def action_list(self) -> None:
        """Go to the games."""
        if not self.is_narrow:
            variants = self.query_one("#variants", OptionList)
            variants.highlighted = list(VARIANTS).index(self.wishes.variant)
            variants.focus()

    def action_house(self) -> None:
        """Open the house rules."""

        def chosen(wishes: Wishes | None) -> None:
            if wishes is not None:
                self.wishes = wishes
            self._show()

        self.app.push_screen(HouseScreen(self._words, self.wishes), chosen)

    def action_rules(self) -> None:
        """Read the rules of the game that is chosen."""
        if not problems(self.wishes.rules):
            self.app.push_screen(RulesScreen(self._words, self.wishes.rules))

    def action_start(self) -> None:
        """Start, unless no table can play so."""
        if problems(self.wishes.rules):
            self.app.bell()
        else:
            self.dismiss(self.wishes)


def _dials(words: Catalogue, wishes: Wishes, *, narrow: bool) -> list[Dial]:
    say, rules = words.say, wishes.rules
    partners = rules.sides < rules.seats
    players = say("ui.setup.partners") if partners else say("ui.setup.players", count=rules.seats)
    title = say(f"variant.{wishes.variant}.title")
    dials = [Dial("variant", say("ui.setup.game"), title)] if narrow else []
    dials.append(Dial("table", say("ui.setup.table"), players))
    for at, key in enumerate(seat_names(rules, 0).values()):
        name = say(key)
        if partners and at == 1:
            name = say("ui.setup.partner", name=name)
        dials.append(Dial(str(at), name, level_name(words, wishes.levels[at])))
    dials.append(Dial("target", say("option.target.label"), words.number(rules.target)))
    changed = len(wishes.changed())
    kept = say("ui.setup.changed", count=changed) if changed else say("ui.setup.usual")
    dials.append(Dial("house", say("ui.setup.house"), kept, opens=True))
    dials.append(Dial("speed", say("ui.setup.speed"), say(f"ui.speed.{wishes.speed}")))
    dials.append(Dial("style", say("ui.setup.style"), say(f"ui.style.{wishes.style}")))
    return dials
