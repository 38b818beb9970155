"""A bot outside as a player like any other: it is given views and asked for plays."""

import shlex
import shutil
import sys
from time import monotonic
from types import TracebackType
from typing import Final, Self

from basra.bots import PATIENCE, Limit, Weighed
from basra.cards import Play
from basra.errors import BadNotation
from basra.outside.child import Child
from basra.outside.lines import (
    VERSION,
    Answer,
    BotError,
    read_bestplay,
    read_info,
    shown,
    write_go,
    write_question,
)
from basra.rules import Rules
from basra.variants import rules_text
from basra.view import View

_SHOWN = 80
"""Characters of a line that are repeated in the reason of a failure."""


class OutsideBot:
    """A program that speaks the protocol; it is started at the first question.

    Whatever it does wrong is a BotError, and it is started anew for the question after that.
    Raises BadNotation for a command that names no program.

    >>> import sys
    >>> from basra import Deal
    >>> from basra.bots import Limit
    >>> from basra.outside import OutsideBot
    >>> serves = "from basra.cli import main; main()"
    >>> with OutsideBot(f"{sys.executable} -c '{serves}' bot greedy") as bot:
    ...     bot.choose(Deal.from_bfn("cypriot", "7h 2c7s/3c4d -/- 0/0 a - 0 ?47").view(0), Limit())
    7sx7h
    """

    def __init__(self, command: str, seed: str = "0", *, patience: float = PATIENCE) -> None:
        """Take the words of a command; ``seed`` is told to the program."""
        self.name = command
        self.title = ""
        """What it calls itself, once it has been started."""
        self.is_steady = False
        """Whether it says that the same view and seed give the same play."""
        try:
            self._words = shlex.split(command, posix=sys.platform != "win32")
        except ValueError as reason:
            raise BadNotation("error.outside.command", text=command, reason=str(reason)) from None
        if not self._words or shutil.which(self._words[0]) is None:
            raise BadNotation("error.outside.missing", text=command)
        self._seed = " ".join(seed.split())
        self._patience = patience
        self._child: Child | None = None
        self._rules: Rules | None = None

    def choose(self, view: View, limit: Limit) -> Play:
        """Return what it plays, legal or not. Raises BotError."""
        return self.ask(view, limit).play

    def weigh(self, view: View, limit: Limit) -> list[Weighed]:
        """Return what it says of plays, in its order; nothing if it does not weigh them."""
        return list(self.ask(view, limit, weighs=True).weighed)

    def ask(self, view: View, limit: Limit, *, weighs: bool = False) -> Answer:
        """Return its answer to a view. Raises BotError, and ends the program then."""
        try:
            child = self.start()
            if view.rules != self._rules:
                self._agree(child, view.rules)
            child.tell(*write_question(view), write_go(limit, weighs=weighs))
            return self._answer(child, view)
        except BaseException:
            # Also when the bell of a referee rings: an answer that comes late must not be taken
            # for one to the next question.
            self.kill()
            raise

    def start(self) -> Child:
        """Return the program, started and greeted."""
        if self._child is not None and self._child.is_running:
            return self._child
        self.kill()
        child = self._child = Child(self._words)
        self._rules = None
        child.tell(f"basra {VERSION}")
        until = monotonic() + self._patience
        while (line := child.hear(until, self._patience)) != "ok":
            word, _, rest = line.partition(" ")
            if word == "no":
                raise BotError("error.outside.refused", name=shown(self.name), reason=rest[:_SHOWN])
            if word != "id":
                raise self._garbage(line)
            field, _, value = rest.partition(" ")
            if field == "name":
                self.title = value.strip()[:_SHOWN]
            elif field == "steady":
                self.is_steady = value.strip() == "yes"
        return child

    def _agree(self, child: Child, rules: Rules) -> None:
        """Tell it the rules, and hear whether it plays them."""
        child.tell(f"seed {self._seed}", f"rules {rules_text(rules)}", "ready")
        self.expect_ok(child)
        self._rules = rules

    def forget_rules(self) -> None:
        """Tell the rules again with the next question."""
        self._rules = None

    def expect_ok(self, child: Child) -> None:
        """Wait until it is ready. Raises BotError."""
        until = monotonic() + self._patience
        while (line := child.hear(until, self._patience)) != "ok":
            word, _, rest = line.partition(" ")
            if word == "no":
                raise BotError("error.outside.refused", name=shown(self.name), reason=rest[:_SHOWN])
            if word != "error":
                raise self._garbage(line)

    def _answer(self, child: Child, view: View) -> Answer:
        weighed: list[Weighed] = []
        until = monotonic() + self._patience
        while True:
            line = child.hear(until, self._patience)
            word, *words = line.split()
            if word == "info":
                told = read_info(words)
                if told is not None and len(weighed) < _MOST_WEIGHED:
                    weighed.append(told)
            elif word == "bestplay":
                try:
                    return Answer(read_bestplay(words, view), tuple(weighed))
                except BadNotation:
                    raise self._garbage(line) from None
            else:
                raise self._garbage(line)

    def _garbage(self, line: str) -> BotError:
        return BotError("error.outside.garbage", name=shown(self.name), text=line[:_SHOWN])

    def close(self) -> None:
        """Tell the program to quit and see that it ends."""
        child, self._child = self._child, None
        if child is not None:
            child.close()

    def kill(self) -> None:
        """End the program at once."""
        child, self._child = self._child, None
        if child is not None:
            child.kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


_MOST_WEIGHED: Final = 2000
"""Lines on plays that are kept of one answer."""
