"""The command line: play, and everything that answers in text."""

import codecs
import os
import sys
from collections.abc import Mapping
from errno import EADDRINUSE
from importlib.util import find_spec
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from basra import __version__
from basra.commands_arena import app as measuring
from basra.commands_data import app as studying
from basra.commands_join import app as joining
from basra.commands_review import app as reviewing
from basra.commands_score import app as scoring
from basra.commands_server import app as serving
from basra.commands_server import serve_page
from basra.commands_train import app as training
from basra.console import WORDS, data_folder, read_text, say, write
from basra.errors import BasraError

if TYPE_CHECKING:
    from collections.abc import Callable

    from basra.match import Match

app = typer.Typer(
    name="basra",
    help=say("cli.help"),
    no_args_is_help=False,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> NoReturn:
    """Run the command line; what is wrong with an input is said in one line, status 1."""
    # A sign that a terminal cannot show, or a byte that is no text, must not end a game.
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        app()
    except BasraError as error:
        _fail(error.said(WORDS))
    except UnicodeEncodeError as error:
        _fail(say("error.record.encoding", file=repr(error.object[error.start : error.end])))
    except OSError as error:
        _fail(say("cli.file", name=error.filename or "-", reason=error.strerror or error))
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(0)


def _fail(sentence: str) -> NoReturn:
    print(f"basra: {sentence}", file=sys.stderr)  # noqa: T201
    sys.exit(1)


app.add_typer(measuring)
app.add_typer(serving)
app.add_typer(reviewing)
app.add_typer(joining)
app.add_typer(scoring)
app.add_typer(training)
app.add_typer(studying)  # last: its `stats` hands those of a player on to the reviews

RulesText = Annotated[str | None, typer.Option("--rules", "-r", help=say("cli.rules.option"))]
Seed = Annotated[str | None, typer.Option(help=say("cli.seed"))]
File = Annotated[Path, typer.Argument(help=say("cli.record"))]


def _tell_version(wanted: bool) -> None:  # noqa: FBT001 - typer calls it so
    if wanted:
        write(f"basra {__version__}")
        raise typer.Exit


Version = Annotated[
    bool,
    typer.Option("--version", callback=_tell_version, is_eager=True, help=say("cli.version")),
]
Opponent = Annotated[str | None, typer.Option(help=say("cli.play.opponent"))]
Terminal = Annotated[bool, typer.Option("--terminal", help=say("cli.play.terminal"))]
Plain = Annotated[bool, typer.Option("--plain", help=say("cli.play.plain"))]
Resume = Annotated[bool, typer.Option("--resume", help=say("cli.play.resume"))]
Fast = Annotated[bool, typer.Option("--fast", help=say("cli.play.fast"))]


@app.callback(invoke_without_command=True)
def _default(
    context: typer.Context,
    rules: RulesText = None,
    seed: Seed = None,
    opponent: Opponent = None,
    *,
    terminal: Terminal = False,
    plain: Plain = False,
    resume: Resume = False,
    fast: Fast = False,
    version: Version = False,  # noqa: ARG001 - it is told before anything else
) -> None:
    if context.invoked_subcommand is not None:
        if rules or seed or opponent or terminal or plain or resume or fast:
            raise BasraError("error.cli.before", command=context.invoked_subcommand)
    else:
        play(rules, seed, opponent, terminal=terminal, plain=plain, resume=resume, fast=fast)


@app.command(help=say("cli.play.help"))
def play(
    rules: RulesText = None,
    seed: Seed = None,
    opponent: Opponent = None,
    *,
    terminal: Terminal = False,
    plain: Plain = False,
    resume: Resume = False,
    fast: Fast = False,
) -> None:
    """Open the game in the browser, or in the terminal if it or anything only it knows is asked."""
    wants_terminal = terminal or plain or resume or fast or rules or seed or opponent
    if wants_terminal or find_spec("uvicorn") is None:  # an extra
        _play_here(rules, seed, opponent, plain=plain, resume=resume, fast=fast)
    else:
        _play_in_browser()


def _play_here(
    rules: str | None,
    seed: str | None,
    opponent: str | None,
    *,
    plain: bool,
    resume: bool,
    fast: bool,
) -> None:
    """Play full screen on a terminal, line by line elsewhere."""
    from secrets import token_hex  # noqa: PLC0415

    game: Callable[..., None]
    shows_boxes = codecs.lookup(sys.stdout.encoding or "ascii").name.startswith("utf")
    if plain or not shows_boxes or not (sys.stdin.isatty() and sys.stdout.isatty()):
        from basra.plain import run as game  # noqa: PLC0415
    else:
        from basra.tui import run as game  # noqa: PLC0415
    game(
        WORDS,
        rules=rules,
        opponent=opponent,
        seed=token_hex(8) if seed is None else seed,
        folder=data_folder(),
        resume=resume,
        fast=fast,
    )


_PORT = 7752
"""The usual port of a game at home: a browser keeps name and settings by address and port."""


def _play_in_browser() -> None:
    """Serve at home, on the usual port or a free one; open the page where there is a screen."""
    opens = shows_windows(os.environ, sys.platform)
    try:
        serve_page("127.0.0.1", _PORT, opens=opens)
    except OSError as error:
        if error.errno != EADDRINUSE:
            raise
        address = f"http://127.0.0.1:{_PORT}/"
        if not _serves_basra(address):
            serve_page("127.0.0.1", 0, opens=opens)
            return
        write(say("cli.serve.listening", address=address))
        if opens:
            typer.launch(address)


def _serves_basra(address: str) -> bool:
    """Tell whether a game at home is served already: two would share one file of matches."""
    from http.client import HTTPException  # noqa: PLC0415
    from urllib.request import urlopen  # noqa: PLC0415

    try:
        with urlopen(f"{address}api/variants", timeout=2) as answer:  # noqa: S310 - http, at home
            return b"variant.cypriot" in answer.read()
    except (OSError, HTTPException):
        return False


def shows_windows(environment: Mapping[str, str], platform: str) -> bool:
    """Tell whether a browser opened from here would be seen by the person who asked.

    >>> from basra.cli import shows_windows
    >>> shows_windows({"DISPLAY": ":0"}, "linux"), shows_windows({}, "linux")
    (True, False)
    """
    if "SSH_CONNECTION" in environment or "SSH_TTY" in environment:
        return False
    if platform in {"darwin", "win32"}:
        return True
    return any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"))


@app.command("rules", help=say("cli.rules.help"))
def rules_command(
    variant: Annotated[str, typer.Argument(help=say("cli.rules.variant"))] = "cypriot",
    *,
    markdown: Annotated[bool, typer.Option("--markdown", help=say("cli.markdown"))] = False,
) -> None:
    """Print the rules of a table, generated from what the engine plays."""
    from basra.explain import markdown_page, plain_page  # noqa: PLC0415
    from basra.variants import find_rules  # noqa: PLC0415

    if markdown:
        write(markdown_page(WORDS).rstrip())
    else:
        write(plain_page(find_rules(variant), WORDS, _width()).rstrip())


def _width() -> int:
    from shutil import get_terminal_size  # noqa: PLC0415

    return max(30, min(get_terminal_size().columns, 100) - 1)


@app.command(help=say("cli.variants.help"))
def variants() -> None:
    """Print the table of variants."""
    from basra.explain import plain_table  # noqa: PLC0415

    write(plain_table(WORDS, _width()).rstrip())


@app.command(help=say("cli.bots.help"))
def bots() -> None:
    """Print the computer players, weakest first."""
    from basra.bots import LADDER  # noqa: PLC0415

    for name in LADDER:
        write(f"{name:12} {say(f'bot.{name}.about')}")


@app.command(help=say("cli.show.help"))
def show(file: File) -> None:
    """Print a record as a person reads it."""
    from basra.chronicle import tell_match  # noqa: PLC0415
    from basra.match import loads_bgn  # noqa: PLC0415

    for number, text in enumerate(_records(file)):
        if number:
            write()
        for line in tell_match(WORDS, loads_bgn(text)):
            write(line)


@app.command(help=say("cli.verify.help"))
def verify(file: File) -> None:
    """Replay the records of a file; say that they are right, or the line and the reason."""
    from basra.match import loads_bgn  # noqa: PLC0415

    for text in _records(file):
        _tell_right(loads_bgn(text))


def _records(file: Path) -> "list[str]":
    """Return the records of a file; one of none is read as a record, which says what is wrong."""
    from basra.data import split_records  # noqa: PLC0415

    text = read_text(file)
    return split_records(text) or [text]


def _tell_right(match: "Match") -> None:
    plays = sum(len(deal.history) for deal in match.deals)
    write(say("cli.verify.right", count=len(match.deals), plays=plays))
    if match.commitments:
        write(say("cli.verify.committed", count=match.commitments))
    standing = match.standing
    result = "-".join(map(WORDS.number, standing.totals))
    write(say("cli.verify.over" if standing.is_over else "cli.verify.open", result=result))
