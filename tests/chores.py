"""Jobs for workers, such as kill their worker the first time."""

import os
import signal
import time
from pathlib import Path
from typing import NamedTuple

from basra.arena.duel import Job, Outcome, play


class Chore(NamedTuple):
    """A job that fails once, if it has a place to remember that it did."""

    number: int
    once: str = ""


class Deadly(NamedTuple):
    """Deals in the middle of which the worker is killed, once."""

    job: Job
    once: str = ""


def square(chore: Chore) -> int:
    _die_once(chore.once)
    return chore.number**2


def rest(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def wait_for(place: str) -> str:
    while not Path(place).exists():
        time.sleep(0.02)
    return place


def leave(*_: object) -> None:
    """Do nothing, and be gone."""


def complain(chore: Chore) -> int:
    raise ValueError(chore.number)


def die(chore: Chore) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return chore.number


def play_deadly(deadly: Deadly) -> list[Outcome]:
    half = deadly.job._replace(stop=(deadly.job.start + deadly.job.stop) // 2)
    play(half)
    _die_once(deadly.once)
    return play(deadly.job)


def _die_once(once: str) -> None:
    if once and not Path(once).exists():
        Path(once).touch()
        os.kill(os.getpid(), signal.SIGKILL)
