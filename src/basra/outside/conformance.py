"""Whether a program keeps the protocol: every check in a sentence of its own."""

from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import Final, NamedTuple

from basra.bots import PATIENCE, Limit
from basra.errors import BasraError
from basra.game import Deal
from basra.outside.driver import OutsideBot
from basra.outside.lines import BotError, shown
from basra.rules import Rules
from basra.testing import EVERYWHERE, FaultyBotError, check_bot, deal_views, fault, judge
from basra.variants import find_rules

NONSENSE: Final = (
    b"xyzzy",
    b"position",
    b"position z 0 nothing at all",
    b"rules no such game",
    b"gone fishing",
    b"plays 7x7x7",
    b"legal",
    b"\xff\xfe\x00\x81",
    b"x" * 60_000,
)
"""Lines that mean nothing; a bot must live through them."""


PARTING: Final = 2.0
"""Seconds in which a program must end that is not needed any more."""


class Finding(NamedTuple):
    """What a check found: a key of the catalogue with its facts, and the reason if it failed."""

    key: str
    facts: dict[str, object]
    reason: BasraError | None

    @property
    def is_right(self) -> bool:
        """Whether the program did what was expected."""
        return self.reason is None


def check_command(
    command: str,
    rules: Sequence[Rules | str] = EVERYWHERE,
    *,
    deals: int = 1,
    limit: Limit | None = None,
    patience: float = PATIENCE,
    parting: float = PARTING,
) -> Iterator[Finding]:
    """Yield what each check finds; after a failed greeting there are no others.

    Raises BadNotation for a command that names no program.
    """
    with OutsideBot(command, patience=patience) as bot:
        greeting = _found("check.greeting", lambda: _greet(bot))
        yield greeting
        if not greeting.is_right:
            return

        def play() -> dict[str, object]:
            report = check_bot(
                bot, rules, deals=deals, limit=limit, patience=patience + 1, steady=False
            )
            return {"plays": report.plays, "slowest": round(report.slowest, 3)}

        yield _found("check.plays", play)
        if bot.is_steady:
            yield _found("check.steady", lambda: _ask_twice(command, rules, limit, patience))
        yield _found("check.nonsense", lambda: _mumble(bot))
        yield _found("check.quit", lambda: _part(bot, b"quit\n", parting))
        yield _found("check.end", lambda: _part(bot, b"", parting))


def _found(key: str, check: Callable[[], dict[str, object]]) -> Finding:
    try:
        return Finding(key, check(), None)
    except (BotError, FaultyBotError) as reason:
        return Finding(key, {}, reason)


def _greet(bot: OutsideBot) -> dict[str, object]:
    bot.start()
    return {"name": bot.title or bot.name}


def _ask_twice(
    command: str, rules: Sequence[Rules | str], limit: Limit | None, patience: float
) -> dict[str, object]:
    """Ask two processes with one seed, so that it is no memory that makes the plays equal."""
    with OutsideBot(command, "7", patience=patience) as one:
        report = check_bot(one, rules[:1], limit=limit, patience=patience + 1, steady=True)
        with OutsideBot(command, "7", patience=patience) as other:
            for text in rules[:1]:
                for view in deal_views(find_rules(text), 1):
                    asked = limit or Limit()
                    first, second = one.choose(view, asked), other.choose(view, asked)
                    if first != second:
                        raise fault("fault.unsteady", view, first=first, second=second)
    return {"plays": report.plays}


def _mumble(bot: OutsideBot) -> dict[str, object]:
    """Say nonsense, then ask for a play as if nothing had been."""
    child = bot.start()
    for line in NONSENSE:
        child.send(line + b"\n")
    child.tell("ready")
    bot.expect_ok(child)
    view = Deal("cypriot", seed="nonsense", dealer=1).view(0)
    bot.forget_rules()
    judge(view, bot.choose(view, Limit()))
    return {"lines": len(NONSENSE)}


def _part(bot: OutsideBot, word: bytes, seconds: float) -> dict[str, object]:
    """See that the program ends by itself when it is told to, or when nobody speaks any more."""
    child = bot.start()
    begun = monotonic()
    if word:
        child.send(word)
    else:
        child.hush()
    try:
        if not child.wait(seconds):
            raise BotError("error.outside.stays", name=shown(bot.name), seconds=f"{seconds:g}")
    finally:
        bot.kill()
    return {"seconds": round(monotonic() - begun, 2)}
