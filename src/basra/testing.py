"""Checks for whoever writes a computer player: whether it is legal everywhere, steady, in time.

They work for any ``Bot``, also for one that is a program of its own (``basra.outside``).
"""

from collections.abc import Iterator, Sequence
from threading import TIMEOUT_MAX, Thread
from time import perf_counter
from typing import Final, NamedTuple

from basra import engine
from basra.bots import PATIENCE, Bot, Limit
from basra.bots.bot import legal_plays
from basra.cards import CARDS, CardSet, Play
from basra.errors import BasraError
from basra.game import Deal, sample
from basra.notation import SEATS, read_view, write_view
from basra.rules import Rules
from basra.shuffle import Generator, joined, shuffled
from basra.variants import VARIANTS, find_rules, rules_text
from basra.view import View

FLOORS: Final = (0, 1, 2, 3, 4, 6, 8, 11, 14, 18)
"""Sizes of the contrived floors."""
EVERYWHERE: Final = (
    *VARIANTS,
    "egyptian;seats=3",
    "palestinian;seats=4",
    "yemeni;seats=4;sides=2",
    "lebanese_a;seats=4;sides=2",
    "cypriot;must_capture=yes",
    "cypriot;largest=yes",
)
"""The rules of every variant, and of tables that differ in kind."""
_SHOWN = 80


class FaultyBotError(BasraError):
    """Something that a player did wrong: where, and what was expected."""


class Report(NamedTuple):
    """What was seen of a player that did nothing wrong."""

    plays: int
    """How many plays it made."""
    slowest: float
    """Seconds of the longest thought."""


def check_bot(
    bot: Bot,
    rules: Sequence[Rules | str] = EVERYWHERE,
    *,
    deals: int = 1,
    limit: Limit | None = None,
    patience: float = PATIENCE,
    steady: bool = True,
) -> Report:
    """Let a player play whole deals and contrived floors by all of ``rules``.

    ``steady`` asks that the same view gives the same play, whatever the cards are that it does not
    show and whatever was asked before. Raises FaultyBotError at the first thing that is wrong.

    >>> from basra.bots import find_bot
    >>> from basra.testing import check_bot
    >>> check_bot(find_bot("greedy"), ["egyptian"]).plays > 50
    True
    """
    watched = _Watched(bot, limit or Limit(), patience)
    for text in rules:
        table = find_rules(text)
        for view in deal_views(table, deals, watched):
            watched.choose(view)
        for view in floor_views(table):
            watched.choose(view)
        if steady:
            _check_steady(watched, table)
    return Report(watched.plays, watched.slowest)


class _Watched:
    """A player whose every play is judged."""

    def __init__(self, bot: Bot, limit: Limit, patience: float) -> None:
        self._bot, self._limit, self._patience = bot, limit, patience
        self.plays = 0
        self.slowest = 0.0

    def choose(self, view: View) -> Play:
        """Return a play that is legal and in time. Raises FaultyBotError."""
        begun = perf_counter()
        found = self._answer(view)
        self.slowest = max(self.slowest, perf_counter() - begun)
        self.plays += 1
        return judge(view, found)

    def _answer(self, view: View) -> object:
        """Ask in a thread, so that one who never answers does not stop the check."""
        answers: list[object] = []
        failures: list[BaseException] = []

        def ask() -> None:
            try:
                answers.append(self._bot.choose(view, self._limit))
            except BaseException as error:  # noqa: BLE001 - whatever a player does wrong
                failures.append(error)

        thread = Thread(target=ask, daemon=True)
        thread.start()
        thread.join(min(self._patience, TIMEOUT_MAX))
        if failures:
            said = f"{type(failures[0]).__name__}: {failures[0]}"
            raise fault("fault.raised", view, text=said) from failures[0]
        if not answers:
            raise fault("fault.slow", view, seconds=f"{self._patience:g}")
        return answers[0]


def judge(view: View, play: object) -> Play:
    """Return what a player played if it is a legal play. Raises FaultyBotError."""
    if (
        isinstance(play, int)
        and 0 <= play >> CARDS < CARDS
        and engine.is_legal(view.rules, view.floor, view.hand, play, engine.buffer(engine.WORK))
    ):
        return Play(play)
    raise fault("fault.illegal", view, text=repr(play)[:_SHOWN])


def fault(key: str, view: View, **facts: object) -> FaultyBotError:
    """Return what is wrong with a play, and where."""
    where = f"{rules_text(view.rules)}: {write_view(view)}"
    return FaultyBotError(key, seat=SEATS[view.seat], view=where, **facts)


def deal_views(rules: Rules, deals: int, player: "_Watched | None" = None) -> Iterator[View]:
    """Yield the views of the seats in turn of whole deals.

    What is played is one of the legal plays, drawn, so that the player sees more than the floors
    it would leave itself; in every second deal it is the player's own.
    """
    for number in range(deals):
        for own in (False, True):
            if own and player is None:
                continue
            deal = Deal(rules, seed=f"check/{number}", dealer=number % rules.seats)
            dice = Generator(joined("check", rules_text(rules), str(number)))
            while not deal.is_over:
                view = deal.view(deal.turn)
                if own and player is not None:
                    deal.play(player.choose(view))
                    continue
                yield view
                plays = legal_plays(view)
                deal.play(Play(plays[dice.randrange(len(plays))]))


def floor_views(rules: Rules) -> Iterator[View]:
    """Yield views of contrived floors, from none to many cards, the first seat in turn.

    >>> from basra import find_rules
    >>> from basra.testing import floor_views
    >>> [view.floor.bit_count() for view in floor_views(find_rules("cypriot"))][:5]
    [0, 1, 2, 3, 4]
    """
    for size in FLOORS:
        view = _floor_view(rules, size)
        if len(legal_plays(view)) < engine.ROOM:
            yield view


def _floor_view(rules: Rules, size: int) -> View:
    """Return a view with a floor of that size; most of the others' cards are piled."""
    pack = shuffled(tuple(range(rules.pack)), "floor", f"{rules_text(rules)}/{size}")
    floor, pack = pack[:size], pack[size:]
    hand, pack = pack[: rules.packet], pack[rules.packet :]
    hidden = rules.packet * (rules.seats - 1)
    packets = (len(pack) - hidden) // (rules.packet * rules.seats)
    stock = min(packets, 1) * rules.packet * rules.seats
    pile = pack[hidden + stock :]
    hands = [str(CardSet(hand)), *[f"?{rules.packet}"] * (rules.seats - 1)]
    piles = [str(CardSet(pile)), *["-"] * (rules.sides - 1)]
    fields = [
        str(CardSet(floor)),
        "/".join(hands),
        "/".join(piles),
        "/".join(["0"] * rules.sides),
        "a",
        "a" if pile else "-",
        "0",
        f"?{stock}" if stock else "-",
        *(["/".join(["-"] * rules.seats)] if rules.must_capture else []),
    ]
    return read_view(rules, " ".join(fields), 0)


def _check_steady(watched: _Watched, rules: Rules) -> None:
    """Ask again in worlds that the seat cannot tell from the first, the last view first."""
    views = list(deal_views(rules, 1))[::3]
    first = [watched.choose(view) for view in views]
    dice = Generator(joined("steady", rules_text(rules)))
    for view, before in reversed(list(zip(views, first, strict=True))):
        again = watched.choose(sample(view, dice).view(view.seat))
        if again != before:
            raise fault("fault.unsteady", view, first=before, second=again)
