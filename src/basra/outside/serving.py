"""The other end of the protocol: a bot in Python as a program of its own."""

from collections.abc import Callable, Iterable
from typing import Final

from basra.bots import Bot, Limit
from basra.cards import Play
from basra.errors import BadNotation, BasraError
from basra.outside.lines import (
    LONGEST,
    VERSION,
    read_go,
    read_position,
    write_info,
)
from basra.variants import find_rules
from basra.view import View


class Conversation:
    """What a bot answers to each line, without any input or output.

    A line that is wrong is answered with ``error`` and a sentence, and changes nothing.

    >>> from basra.bots.simple import Greedy
    >>> from basra.outside import Conversation
    >>> talk = Conversation(Greedy, steady=True)
    >>> talk.answers("basra 1")
    ['id name greedy', 'id steady yes', 'ok']
    >>> talk.answers("rules cypriot"), talk.answers("position a 0 7h 2c7s/?2 -/- 0/0 a - 0 ?47")
    ([], [])
    >>> talk.answers("go")
    ['bestplay 7sx7h']
    """

    def __init__(self, maker: Callable[[str], Bot], *, steady: bool = False) -> None:
        """Take what makes a bot of a seed; ``steady``: the same view gives the same play."""
        self._maker = maker
        self._bot = maker("0")
        self._steady = steady
        self._rules = find_rules("cypriot")
        self._position: list[str] = []
        self._plays: list[str] = []
        self.is_over = False

    def answers(self, line: str) -> list[str]:
        """Return the lines that answer ``line``."""
        word, *words = line.split() or [""]
        if not word:
            return []
        said = _WORDS.get(word)
        if said is None:
            return _error(BadNotation("error.outside.word", text=word))
        try:
            return said(self, words)
        except BasraError as reason:
            return _error(reason)

    def _greet(self, words: list[str]) -> list[str]:
        if str(VERSION) not in words:
            return [f"no {BadNotation('error.outside.version', version=VERSION)}"]
        steady = ["id steady yes"] if self._steady else []
        return [f"id name {self._bot.name}", *steady, "ok"]

    def _take_seed(self, words: list[str]) -> list[str]:
        self._bot = self._maker(" ".join(words))
        return []

    def _take_rules(self, words: list[str]) -> list[str]:
        self._rules = find_rules(" ".join(words))
        return []

    def _take_position(self, words: list[str]) -> list[str]:
        self._position, self._plays = words, []
        return []

    def _take_plays(self, words: list[str]) -> list[str]:
        self._plays = words
        return []

    def _choose(self, words: list[str]) -> list[str]:
        limit, weighs = read_go(words)
        view = read_position(self._rules, self._position, self._plays)
        info: list[str] = []
        weigh = getattr(self._bot, "weigh", None)
        if weighs and weigh is not None:
            info = [write_info(one) for one in weigh(view, limit)]
        return [*info, f"bestplay {self._chosen(view, limit)!r}"]

    def _chosen(self, view: View, limit: Limit) -> Play:
        return Play(self._bot.choose(view, limit))

    def _ready(self, words: list[str]) -> list[str]:
        del words
        return ["ok"]

    def _ignore(self, words: list[str]) -> list[str]:
        # A bot in Python asks the engine for its legal plays.
        del words
        return []

    def _quit(self, words: list[str]) -> list[str]:
        del words
        self.is_over = True
        return []


_WORDS: Final[dict[str, Callable[[Conversation, list[str]], list[str]]]] = {
    "basra": Conversation._greet,  # noqa: SLF001 - its own
    "seed": Conversation._take_seed,  # noqa: SLF001
    "rules": Conversation._take_rules,  # noqa: SLF001
    "ready": Conversation._ready,  # noqa: SLF001
    "position": Conversation._take_position,  # noqa: SLF001
    "plays": Conversation._take_plays,  # noqa: SLF001
    "legal": Conversation._ignore,  # noqa: SLF001
    "go": Conversation._choose,  # noqa: SLF001
    "quit": Conversation._quit,  # noqa: SLF001
}


def _error(reason: BasraError) -> list[str]:
    return [f"error {' '.join(str(reason).split())}"]


def serve(talk: Conversation, lines: Iterable[bytes], say: Callable[[str], None]) -> None:
    """Answer lines until one says ``quit`` or there are no more."""
    for data in lines:
        if len(data) > LONGEST:
            answers = _error(BadNotation("error.outside.line", longest=LONGEST))
        else:
            answers = talk.answers(data.decode("utf-8", "replace"))
        if answers:
            say("".join(f"{answer}\n" for answer in answers))
        if talk.is_over:
            return
