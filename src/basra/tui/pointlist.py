"""A list that points at what is chosen with a sign, so that it can be seen without colour."""

from collections.abc import Sequence

from rich.text import Text
from textual.widgets import OptionList
from textual.widgets.option_list import Option

_POINTER, _SPACE = "▶ ", "  "


class PointList(OptionList):
    """Texts below each other, one of them pointed at."""

    def __init__(self, choices: Sequence[tuple[str | None, Text]], *, name: str) -> None:
        """List ``choices``: identifiers and texts; ``name`` is the identifier on the screen."""
        super().__init__(
            *(Option(Text(_SPACE) + text, id=key) for key, text in choices), id=name, markup=False
        )
        self._texts = [text for _, text in choices]
        self._pointed: int | None = None

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Move the sign."""
        at = event.option_index
        if self._pointed is not None and self._pointed != at:
            self.replace_option_prompt_at_index(self._pointed, self._prompt(self._pointed, _SPACE))
        self._pointed = at
        self.replace_option_prompt_at_index(at, self._prompt(at, _POINTER))

    def _prompt(self, at: int, sign: str) -> Text:
        return Text(sign) + self._texts[at]
