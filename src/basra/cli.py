"""The command line: play, and everything that answers in text."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from basra.commands_arena import app as measuring
from basra.errors import BasraError
from basra.texts import Catalogue, catalogue, preferred

if TYPE_CHECKING:
    from collections.abc import Callable

_WORDS: Catalogue = catalogue(preferred(os.environ))
_say = _WORDS.say

app = typer.Typer(
    name="basra",
    help=_say("cli.help"),
    no_args_is_help=False,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> NoReturn:
    """Run the command line; what is wrong with an input is said in one line, status 1."""
    try:
        app()
    except BasraError as error:
        _fail(error.said(_WORDS))
    except OSError as error:
        _fail(_say("cli.file", name=error.filename or "-", reason=error.strerror or error))
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(0)


def _fail(sentence: str) -> NoReturn:
    print(f"basra: {sentence}", file=sys.stderr)  # noqa: T201
    sys.exit(1)


def _print(text: str = "") -> None:
    print(text)  # noqa: T201 - the output of a command


app.add_typer(measuring)

RulesText = Annotated[str | None, typer.Option("--rules", "-r", help=_say("cli.rules.option"))]
Seed = Annotated[str | None, typer.Option(help=_say("cli.seed"))]
File = Annotated[Path, typer.Argument(help=_say("cli.record"))]


Opponent = Annotated[str | None, typer.Option(help=_say("cli.play.opponent"))]
Plain = Annotated[bool, typer.Option("--plain", help=_say("cli.play.plain"))]
Resume = Annotated[bool, typer.Option("--resume", help=_say("cli.play.resume"))]
Fast = Annotated[bool, typer.Option("--fast", help=_say("cli.play.fast"))]


@app.callback(invoke_without_command=True)
def _default(
    context: typer.Context,
    rules: RulesText = None,
    seed: Seed = None,
    opponent: Opponent = None,
    *,
    plain: Plain = False,
    resume: Resume = False,
    fast: Fast = False,
) -> None:
    if context.invoked_subcommand is None:
        play(rules, seed, opponent, plain=plain, resume=resume, fast=fast)


@app.command(help=_say("cli.play.help"))
def play(
    rules: RulesText = None,
    seed: Seed = None,
    opponent: Opponent = None,
    *,
    plain: Plain = False,
    resume: Resume = False,
    fast: Fast = False,
) -> None:
    """Open the game: full screen on a terminal, line by line elsewhere."""
    from secrets import token_hex  # noqa: PLC0415

    game: Callable[..., None]
    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        from basra.plain import run as game  # noqa: PLC0415
    else:
        from basra.tui import run as game  # noqa: PLC0415
    game(
        _WORDS,
        rules=rules,
        opponent=opponent,
        seed=token_hex(8) if seed is None else seed,
        folder=_folder(),
        resume=resume,
        fast=fast,
    )


def _folder() -> Path:
    """Return the folder of saved games, which may not be there yet."""
    from platformdirs import user_data_path  # noqa: PLC0415

    named = os.environ.get("BASRA_HOME")
    return Path(named) if named else user_data_path("basra", appauthor=False)


@app.command("rules", help=_say("cli.rules.help"))
def rules_command(
    variant: Annotated[str, typer.Argument(help=_say("cli.rules.variant"))] = "cypriot",
    *,
    markdown: Annotated[bool, typer.Option("--markdown", help=_say("cli.markdown"))] = False,
) -> None:
    """Print the rules of a table, generated from what the engine plays."""
    from basra.explain import markdown_page, plain_page  # noqa: PLC0415
    from basra.variants import find_rules  # noqa: PLC0415

    if markdown:
        _print(markdown_page(_WORDS).rstrip())
    else:
        _print(plain_page(find_rules(variant), _WORDS, _width()).rstrip())


def _width() -> int:
    from shutil import get_terminal_size  # noqa: PLC0415

    return max(30, min(get_terminal_size().columns, 100) - 1)


@app.command(help=_say("cli.variants.help"))
def variants() -> None:
    """Print the table of variants."""
    from basra.explain import plain_table  # noqa: PLC0415

    _print(plain_table(_WORDS, _width()).rstrip())


@app.command(help=_say("cli.bots.help"))
def bots() -> None:
    """Print the computer players, weakest first."""
    from basra.bots import LADDER  # noqa: PLC0415

    for name in LADDER:
        _print(f"{name:12} {_say(f'bot.{name}.about')}")


@app.command(help=_say("cli.show.help"))
def show(file: File) -> None:
    """Print a record as a person reads it."""
    from basra.chronicle import tell_match  # noqa: PLC0415
    from basra.match import loads_bgn  # noqa: PLC0415

    for line in tell_match(_WORDS, loads_bgn(_read(file))):
        _print(line)


@app.command(help=_say("cli.verify.help"))
def verify(file: File) -> None:
    """Replay a record; say that it is right, or the line and the reason."""
    from basra.match import loads_bgn  # noqa: PLC0415

    match = loads_bgn(_read(file))
    plays = sum(len(deal.history) for deal in match.deals)
    _print(_say("cli.verify.right", count=len(match.deals), plays=plays))
    if match.commitments:
        _print(_say("cli.verify.committed", count=match.commitments))
    standing = match.standing
    result = "-".join(map(str, standing.totals))
    _print(_say("cli.verify.over" if standing.is_over else "cli.verify.open", result=result))


def _read(file: Path) -> str:
    """Return a text file, or standard input for ``-``."""
    from basra.errors import BadNotation  # noqa: PLC0415

    try:
        return sys.stdin.read() if str(file) == "-" else file.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise BadNotation("error.record.encoding", file=file.name) from None
