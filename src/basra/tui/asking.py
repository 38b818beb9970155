"""Small dialogs: a question with two answers, and the choice between captures."""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static

from basra.cards import Play
from basra.narrate import Offer, Telling, tell_offer
from basra.tui.faces import Face, Size, picture
from basra.tui.keyline import Key, KeyLine
from basra.tui.pointlist import PointList

_ROOMY = 3
"""With more sets than this to choose from, each is drawn in one line."""


class AskScreen(ModalScreen[str | None]):
    """A question; Enter gives the first answer, Escape gives none."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "answer('')", show=False),
    ]

    def __init__(self, question: str, answers: Sequence[tuple[str, str]]) -> None:
        """Ask ``question``; answers are their names and texts, the usual one first."""
        super().__init__()
        self._question = question
        self._answers = tuple(answers)

    def compose(self) -> ComposeResult:
        """Lay the dialog out."""
        with Vertical(id="dialog"):
            yield Static(Text(self._question), id="question")
            choices = [(name, Text(text)) for name, text in self._answers]
            yield PointList(choices, name="answers")

    def on_mount(self) -> None:
        """Point at the usual answer."""
        answers = self.query_one("#answers", OptionList)
        answers.highlighted = 0
        answers.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Give the answer that was chosen."""
        event.stop()
        self.dismiss(event.option_id)

    def action_answer(self, answer: str) -> None:
        """Give an answer, or none."""
        self.dismiss(answer or None)


class ChoiceScreen(ModalScreen[Play | None]):
    """Which set a card captures, each with its cards and whether it is a basra."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,backspace", "cancel", show=False),
        *(Binding(str(digit), f"take({digit - 1})", show=False) for digit in range(1, 10)),
    ]

    def __init__(self, telling: Telling, offers: Sequence[Offer]) -> None:
        """Offer these plays of one card."""
        super().__init__()
        self._telling = telling
        self._offers = tuple(offers)

    def compose(self) -> ComposeResult:
        """Lay the dialog out."""
        say = self._telling.words.say
        with Vertical(id="dialog"):
            yield Static(Text(say("ui.choice.title")), id="question")
            prompts = [self._prompt(at, offer) for at, offer in enumerate(self._offers)]
            yield PointList([(None, prompt) for prompt in prompts], name="answers")
            yield KeyLine(
                [
                    Key(say("key.enter"), say("ui.choice.take"), "take_highlighted"),
                    Key("Esc", say("ui.choice.cancel"), "cancel"),
                ]
            )

    def _prompt(self, at: int, offer: Offer) -> Text:
        telling = self._telling
        number = f"{at + 1} " if at < 9 else "  "
        text = Text(number + tell_offer(telling, offer), no_wrap=False)
        if len(self._offers) > _ROOMY or self.app.size.height < 20:
            return text
        faces = [Face(card) for card in offer.play.captured]
        pictures = [picture(face, Size.SMALL, telling.words, telling.style) for face in faces]
        for line in zip(*pictures, strict=True):
            text.append("\n    ")
            text.append_text(Text(" ").join(line))
        return text

    def on_mount(self) -> None:
        """Point at the first."""
        answers = self.query_one("#answers", OptionList)
        answers.highlighted = 0
        answers.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take what was chosen."""
        event.stop()
        self.action_take(event.option_index)

    def action_take(self, index: int) -> None:
        """Take the set of that number."""
        if index < len(self._offers):
            self.dismiss(self._offers[index].play)

    def action_take_highlighted(self) -> None:
        """Take the set that is pointed at."""
        highlighted = self.query_one("#answers", OptionList).highlighted
        self.action_take(highlighted or 0)

    def action_cancel(self) -> None:
        """Play nothing."""
        self.dismiss(None)
