"""Players that do wrong, for the tests of those who must cope with them."""

from contextlib import suppress
from time import sleep
from typing import cast

from basra.bots import Limit
from basra.cards import Play
from basra.view import View


class Crashing:
    """Raises at once."""

    name = "crashing"

    def __init__(self, seed: str) -> None:
        del seed

    def choose(self, view: View, limit: Limit) -> Play:
        del limit
        raise ZeroDivisionError(view.seat)


class Leaving(Crashing):
    """Tries to end the program."""

    def choose(self, view: View, limit: Limit) -> Play:
        del limit
        raise SystemExit(view.seat)


class Cheating(Crashing):
    """Plays a card of the floor."""

    def choose(self, view: View, limit: Limit) -> Play:
        del limit
        return Play(view.floor.bit_length() - 1, 0)


class Mute(Crashing):
    """Returns nothing."""

    def choose(self, view: View, limit: Limit) -> Play:
        del view, limit
        return cast("Play", None)


class Sleeping(Crashing):
    """Thinks too long, and does not want to be woken."""

    def choose(self, view: View, limit: Limit) -> Play:
        del view, limit
        while True:
            with suppress(Exception):
                sleep(60)


class Told(Crashing):
    """Keeps the seed that it is told."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
