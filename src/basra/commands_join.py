"""The command of a guest: join a table of a server from the terminal."""

import sys
from secrets import randbelow
from typing import Annotated

import typer

from basra.console import WORDS, say, write
from basra.errors import BasraError

app = typer.Typer()

LinkText = Annotated[str, typer.Argument(help=say("cli.join.link"))]
Name = Annotated[str, typer.Option(help=say("cli.join.name"))]


@app.command(help=say("cli.join.help"))
def join(link: LinkText, name: Name = "") -> None:
    """Sit down at a table of a server and play there, line by line."""
    try:
        from basra.guest import join as sit_down  # noqa: PLC0415 - an extra
        from basra.guest import read_link  # noqa: PLC0415
    except ImportError as error:
        raise BasraError("error.extra", package=error.name, extra="serve") from None
    # Whoever says no name is called as on the page.
    called = name.strip() or say("web.guest", number=1 + randbelow(999))
    sit_down(WORDS, read_link(link), called, _ask, write)


def _ask(question: str) -> str | None:
    print(question, end=" ", flush=True)  # noqa: T201
    answer = sys.stdin.readline()
    return answer.strip() if answer and answer.strip() not in {"q", "quit"} else None
