"""Lessons: what a teacher makes of its plays in deals of its own, as a network would see them."""

import random
from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from basra.arena.workers import run
from basra.bots import Limit, find_bot
from basra.bots.bot import knows_all_hands
from basra.bots.sharp import LEVELS, Sharp, Strength
from basra.engine import ROOM, WORK
from basra.game import Deal
from basra.kernel import jit
from basra.kernel.intuition import INPUTS, SCRATCH, see_all
from basra.variants import VARIANTS
from basra.view import View, state_of

ALONE: Final = (";seats=3;sides=3", ";seats=4;sides=4")
"""Three and four for themselves, in turns."""
OFTEN: Final = ("coffeehouse", "egyptian", "coffeehouse")
"""Games that are taught more often than once in a round of all."""


class Course(NamedTuple):
    """How the network of a kind of table is made."""

    name: str
    tables: tuple[str, ...]
    """What the tables add to the name of a game."""
    teacher: Strength
    deals: int
    rounds: int
    """How often each decision is gone through."""
    exam: int
    """Deals of ``sharp`` that are foretold in the end."""
    games: tuple[str, ...] = (*VARIANTS, *OFTEN)


COURSES: Final = {
    course.name: course
    for course in (
        Course("two", (";seats=2",), Strength(worlds=100), 16000, rounds=20, exam=300),
        # With partners a world takes ten times as long.
        Course("partners", (";seats=4;sides=2",), Strength(worlds=40), 12000, rounds=30, exam=160),
        Course("alone", ALONE, Strength(worlds=100, hidden=2), 8000, rounds=20, exam=160),
    )
}
"""By name; with seed 1 the networks that come with the program are made again."""
CAREFUL, WILD = 0.10, 0.05
"""How often a careful or any play is made instead, so that odd positions are seen, too."""
PORTION: Final = 20
"""Deals that a worker plays at once."""


class Lesson(NamedTuple):
    """Decisions of some deals, side by side."""

    seen: NDArray[np.float32]
    """What is seen of each play: rows of ``INPUTS`` numbers."""
    worths: NDArray[np.float32]
    """What each play is worth, in points."""
    choices: NDArray[np.int32]
    """How many plays each decision has."""


class Task(NamedTuple):
    """A portion of deals, those from ``first`` to before ``end``."""

    course: Course
    first: int
    end: int
    seed: str


def lessons(course: Course, deals: int, seed: str, workers: int | None = None) -> Iterator[Lesson]:
    """Yield what ``deals`` deals teach, portion by portion; the same for any number of workers."""
    tasks = [
        Task(course, first, min(first + PORTION, deals), seed) for first in range(0, deals, PORTION)
    ]
    yield from run(play, tasks, workers=workers)


def exam(
    course: Course, seed: str, workers: int | None = None, level: str = "sharp"
) -> Iterator[Lesson]:
    """Yield decisions of a player, as strong as it plays, in other deals."""
    asked = course._replace(teacher=LEVELS[level])
    return lessons(asked, course.exam, f"{seed}/exam", workers)


def play(task: Task) -> Lesson:
    """Play a portion of deals and note every decision."""
    course, games, tables = task.course, task.course.games, task.course.tables
    found: list[tuple[NDArray[np.float32], list[float]]] = []
    for number in range(task.first, task.end):
        again = number // len(games)
        rules = games[number % len(games)] + tables[again % len(tables)]
        key = f"{task.seed}/{course.name}/{number}"
        deal = Deal(rules, seed=key, dealer=again // len(tables) % 2)
        found.extend(_decisions(deal, course.teacher, key))
    return Lesson(
        np.concatenate([seen for seen, _ in found]),
        np.array([worth for _, worths in found for worth in worths], np.float32),
        np.array([len(worths) for _, worths in found], np.int32),
    )


def _decisions(
    deal: Deal, teacher: Strength, key: str
) -> Iterator[tuple[NDArray[np.float32], list[float]]]:
    """Play a deal and yield what is seen of each play and what the teacher makes of it.

    A seat that knows all hands needs no glance: it searches. Nothing is to be learnt from it.
    """
    bot, careful = Sharp("sharp", key, teacher), find_bot("careful")
    chance = random.Random(key)  # noqa: S311 - dice, no secret
    while not deal.is_over:
        plays = deal.legal_plays
        if len(plays) == 1:
            deal.play(plays[0])
            continue
        view = deal.view(deal.turn)
        weighed = bot.weigh(view, Limit())[:ROOM]
        if not knows_all_hands(view):
            yield seen_of(view, [one.play for one in weighed]), [one.points for one in weighed]
        drawn = chance.random()
        if drawn < WILD:
            deal.play(chance.choice(plays))
        elif drawn < WILD + CAREFUL:
            deal.play(careful.choose(view, Limit()))
        else:
            deal.play(weighed[0].play)


def seen_of(view: View, plays: list[int]) -> NDArray[np.float32]:
    """Return what a network sees of plays: a row of numbers for each."""
    roots = jit.room(len(plays))
    for at, one in enumerate(plays):
        roots[at] = int(one)
    seen = jit.float_room(len(plays) * INPUTS)
    jit.entry(see_all)(
        jit.plain_rules(view.rules),
        jit.plain_state(state_of(view)),
        int(view.hand),
        view.held,
        view.carried,
        roots,
        len(plays),
        jit.float_room(SCRATCH),
        jit.room(WORK),
        seen,
    )
    return np.asarray(seen, np.float32).reshape(len(plays), INPUTS)
