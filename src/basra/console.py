"""What all commands share: the words of the person, lines of output, how far something is."""

import os
import sys
from pathlib import Path
from typing import Final

from basra.errors import BadNotation
from basra.texts import Catalogue, catalogue, preferred

WORDS: Final[Catalogue] = catalogue(preferred(os.environ))
"""The catalogue of the language that the environment asks for."""
say = WORDS.say


def read_text(file: Path) -> str:
    """Return a text file, or standard input for ``-``. Raises BadNotation for what is no text."""
    try:
        return sys.stdin.read() if str(file) == "-" else file.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise BadNotation("error.record.encoding", file=file.name) from None


def expect_place(file: Path) -> None:
    """Raise OSError if a file cannot be written: said before the work, and not after it."""
    is_new = not file.exists()
    with file.open("ab"):
        pass
    if is_new:
        file.unlink()


def data_folder() -> Path:
    """Return the folder of saved games and of the embedded database; it may not be there yet."""
    # Only who plays or serves needs it.
    from platformdirs import user_data_path  # noqa: PLC0415

    named = os.environ.get("BASRA_HOME")
    return Path(named) if named else user_data_path("basra", appauthor=False)


def write(text: str = "") -> None:
    """Print a line of the output of a command, at once: others may wait for it."""
    print(text, flush=True)  # noqa: T201 - the output of a command


def progress(done: int, total: int) -> None:
    """Show how far a command is, where a person watches."""
    if sys.stderr.isatty():
        end = "\n" if done == total else ""
        text = say("cli.progress", done=done, total=total)
        print(f"\r{text}", end=end, file=sys.stderr, flush=True)  # noqa: T201
