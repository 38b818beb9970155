"""What all commands share: the words of the person, lines of output, how far something is."""

import os
import sys
from typing import Final

from basra.texts import Catalogue, catalogue, preferred

WORDS: Final[Catalogue] = catalogue(preferred(os.environ))
"""The catalogue of the language that the environment asks for."""
say = WORDS.say


def write(text: str = "") -> None:
    """Print a line of the output of a command, at once: others may wait for it."""
    print(text, flush=True)  # noqa: T201 - the output of a command


def progress(done: int, total: int) -> None:
    """Show how far a command is, where a person watches."""
    if sys.stderr.isatty():
        end = "\n" if done == total else ""
        text = say("cli.progress", done=done, total=total)
        print(f"\r{text}", end=end, file=sys.stderr, flush=True)  # noqa: T201
