"""The full-screen game: from the first screen to the last sheet, and from one match to the next."""

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from basra.bots import find_bot
from basra.errors import BasraError
from basra.narrate import CardStyle, telling_of
from basra.solo import LAST, Phase, Solo, seeds_from
from basra.texts import Catalogue
from basra.tui.asking import AskScreen
from basra.tui.setup import SetupScreen
from basra.tui.table import TableScreen
from basra.variants import find_rules, key_of, rules_text
from basra.wishes import PAUSES, SAVED, SPEEDS, WISHES, Wishes, load_wishes, save_wishes


class BasraApp(App[None]):
    """Basra in a terminal."""

    CSS_PATH = "basra.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "quit", show=False, priority=True),
    ]

    def __init__(
        self,
        words: Catalogue,
        seeds: Iterator[str],
        folder: Path,
        *,
        wishes: Wishes,
        ask_setup: bool = True,
        resume: bool = False,
        names: Sequence[str] = (),
        pause: float | None = None,
    ) -> None:
        """Prepare the game.

        ``seeds`` gives the seed of each match. ``ask_setup`` shows the first screen, ``resume``
        goes on with a saved match without asking. ``names`` are the players by seat. ``pause``
        is how many seconds a capture stays in sight; without it, the speed that was wished for.
        """
        super().__init__()
        self.title = words.say("ui.title")
        self._words = words
        self._seeds = seeds
        self._folder = folder
        self.wishes = wishes
        self._ask_setup = ask_setup
        self._resume = resume
        self._names = tuple(names)
        self._pause = pause
        self.is_kept = False
        """Whether a match has ended, and is kept beside the one to go on with."""

    def on_mount(self) -> None:
        """Begin."""
        self.run_worker(self._matches(), exit_on_error=True)

    async def _matches(self) -> None:
        """Play one match after the other until the person has enough."""
        solo = await self._saved()
        while True:
            if solo is None:
                if self._ask_setup:
                    screen = SetupScreen(self._words, self.wishes)
                    self.wishes = await self.push_screen_wait(screen)
                    self._keep(lambda: save_wishes(self._folder / WISHES, self.wishes))
                self._ask_setup = True
                solo = self._begin()
            answer = await self.push_screen_wait(self._table(solo))
            self.is_kept |= solo.phase is Phase.OVER
            if answer == "quit":
                self.exit()
                return
            solo = self._begin(solo) if answer == "again" else None

    def _begin(self, former: Solo | None = None) -> Solo:
        """Begin a match as wished, or with the rules and players of the former one."""
        rules = self.wishes.rules if former is None else former.rules
        variant = self.wishes.variant if former is None else former.match.variant
        levels = self.wishes.levels if former is None else former.levels
        names = self._names if len(self._names) == rules.seats else ()
        text = rules_text(rules, variant)
        solo = Solo.begin(text, seed=next(self._seeds), levels=levels, names=names)
        self._keep(lambda: solo.save(self._folder / SAVED))
        return solo

    def _keep(self, write: Callable[[], None]) -> None:
        """Write a file; where that cannot be done the game goes on, and the person is told."""
        try:
            write()
        except OSError as reason:
            told = self._words.say("ui.unsaved", reason=reason.strerror or reason)
            self.notify(told, severity="warning", markup=False)

    def _table(self, solo: Solo) -> TableScreen:
        telling = telling_of(
            self._words, solo.match.names, solo.rules, solo.seat, self.wishes.style
        )
        pause = PAUSES[self.wishes.speed] if self._pause is None else self._pause
        return TableScreen(telling, solo, pause=pause, save=self._save)

    def _save(self, solo: Solo) -> None:
        self._keep(lambda: solo.save(self._folder / SAVED))

    async def _saved(self) -> Solo | None:
        """Return the match that was saved, if there is one and the person goes on with it."""
        try:
            solo = Solo.saved(self._folder / SAVED)
        except BasraError as reason:
            self.notify(reason.said(self._words), severity="warning", markup=False)
            return None
        if solo is None or self._resume:
            return solo
        say = self._words.say
        answers = [("resume", say("ui.resume.yes")), ("new", say("ui.resume.no"))]
        score = " : ".join(map(self._words.number, solo.totals))
        question = say("ui.resume", number=solo.deal_number, score=score)
        answer = await self.push_screen_wait(AskScreen(question, answers))
        return None if answer == "new" else solo


def run(
    words: Catalogue,
    *,
    folder: Path,
    rules: str | None = None,
    opponent: str | None = None,
    seed: str | None = None,
    resume: bool = False,
    fast: bool = False,
    letters: bool = False,
    names: Sequence[str] = (),
) -> None:
    """Open the full-screen game.

    ``rules`` such as ``egyptian;target=121`` open the table at once; ``opponent`` is the level of
    the others. The match is saved to ``folder`` after every play, the choices beside it. Raises
    BadRules and BadNotation before the screen opens.
    """
    wishes = load_wishes(folder / WISHES)
    if rules is not None:
        table = find_rules(rules)
        wishes = wishes._replace(variant=key_of(rules), rules=table)
    if opponent is not None:
        wishes = wishes._replace(levels=(find_bot(opponent).name,) * len(wishes.levels))
    if fast:
        wishes = wishes._replace(speed=SPEEDS[-1])
    if letters:
        wishes = wishes._replace(style=CardStyle.LETTERS)
    app = BasraApp(
        words,
        seeds_from(seed),
        folder,
        wishes=wishes,
        ask_setup=rules is None,
        resume=resume,
        names=names,
    )
    app.run()
    if app.is_kept:
        sys.stdout.write(words.say("ui.kept", file=folder / LAST) + "\n")
    saved = (folder / SAVED).exists()
    sys.stdout.write(words.say("plain.saved" if saved else "plain.bye") + "\n")
