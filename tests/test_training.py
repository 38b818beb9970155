"""Networks are made anew from a seed: the same lessons everywhere, and something is learnt."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from basra import VARIANTS
from basra.bots.intuition import TABLES, UNITS
from basra.bots.sharp import Strength
from basra.kernel.intuition import INPUTS, NETWORK, TABLE
from basra.training import COURSES, Lesson, Network, exam, examine, fit, lessons
from basra.training import floors as floors_of
from basra.training.floors import Sums, columns_of, fitted, learn
from basra.training.lessons import PORTION, Task
from basra.variants import find_rules
from test_cli import basra

MODULE = sys.modules[lessons.__module__]
"""A function of its package has its name."""


def toy(decisions: int, seed: int) -> Lesson:
    """Return decisions whose worth is in the first two inputs."""
    chance = np.random.default_rng(seed)
    choices = chance.integers(2, 6, decisions).astype(np.int32)
    seen = chance.normal(size=(int(choices.sum()), INPUTS)).astype(np.float32)
    return Lesson(seen, 3 * seen[:, 0] - 2 * np.abs(seen[:, 1]), choices)


@pytest.fixture(scope="module")
def known() -> Network:
    """A network that has learnt what the first two inputs say."""
    return fit([toy(6000, 1), toy(6000, 2)], seed=1, rounds=20)


def test_what_can_be_learnt_is_learnt(known: Network) -> None:
    network, figures = examine(known, [toy(1000, 3), toy(500, 4)])
    assert 1500 == figures.decisions
    assert figures.blindly < -0.9
    assert figures.foretells > -0.5
    assert figures.agrees > 0.8
    assert 0.0 < figures.costs < 0.3
    fresh = toy(1000, 5)
    assert np.corrcoef(network.leanings(fresh.seen), fresh.worths)[0, 1] > 0.9


def test_a_network_is_made_as_sharp_as_what_it_foretells() -> None:
    network = fit([toy(3000, 1)], seed=1, rounds=10)
    chance = np.random.default_rng(1)
    clear = toy(4000, 2)
    # One that decides by more than what is seen is harder to foretell.
    noise = chance.normal(0, 2, len(clear.worths)).astype(np.float32)
    vague = clear._replace(worths=clear.worths + noise)
    (sure, well), (unsure, badly) = examine(network, [clear]), examine(network, [vague])
    assert sure.sharpness > unsure.sharpness
    assert well.foretells > badly.foretells > badly.blindly


def test_one_seed_makes_one_network() -> None:
    one, other = (fit([toy(700, 1)], seed=5, rounds=2).text({}) for _ in range(2))
    assert one == other
    assert fit([toy(700, 1)], seed=6, rounds=2).text({}) != one


def test_what_was_learnt_can_be_learnt_on(known: Network) -> None:
    row = [float(number) for number in known.row()]
    assert NETWORK == len(row)
    again = Network.of(row)
    fresh = toy(500, 4)
    assert np.array_equal(known.leanings(fresh.seen), again.leanings(fresh.seen))
    further = fit([toy(500, 2)], seed=1, rounds=1, start=again, rate=1e-6)
    _, figures = examine(further, [fresh])
    assert figures.agrees > 0.8


@pytest.mark.parametrize("name", COURSES)
def test_the_games_of_a_course_can_be_played(name: str) -> None:
    assert set(VARIANTS) == set(COURSES[name].games)
    for key in COURSES[name].games:
        for table in COURSES[name].tables:
            rules = find_rules(key + table)
            assert name == TABLES[rules.seats, rules.sides]


def test_lessons_do_not_depend_on_the_number_of_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MODULE, "PORTION", 3)
    alone = list(lessons(COURSES["two"], 8, "t", workers=1))
    again = list(lessons(COURSES["two"], 8, "t", workers=2))
    assert 3 == len(alone)
    for one, other in zip(alone, again, strict=True):
        assert np.array_equal(one.seen, other.seen)
        assert np.array_equal(one.worths, other.worths)
        assert np.array_equal(one.choices, other.choices)
    assert (len(alone[0].worths), INPUTS) == alone[0].seen.shape


def test_lessons_are_of_as_many_deals_as_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MODULE, "PORTION", 3)
    asked: list[Task] = []

    def hand_out(_: object, tasks: Sequence[Task], **__: object) -> Iterator[Lesson]:
        asked.extend(tasks)
        return iter(())

    monkeypatch.setattr(MODULE, "run", hand_out)
    assert [] == list(lessons(COURSES["two"], 8, "t"))
    assert [(0, 3), (3, 6), (6, 8)] == [(task.first, task.end) for task in asked]


def test_the_exam_is_of_other_deals_by_sharp_itself() -> None:
    course = COURSES["two"]._replace(exam=4, teacher=Strength(worlds=8))
    (asked,) = exam(course, "t", workers=1)
    (again,) = exam(COURSES["two"]._replace(exam=4), "t", workers=1)
    (taught,) = lessons(COURSES["two"], 4, "t", workers=1)
    assert np.array_equal(asked.worths, again.worths)
    assert not np.array_equal(asked.worths, taught.worths)


def test_nothing_is_learnt_where_all_hands_are_known() -> None:
    (lesson,) = lessons(COURSES["two"], PORTION, "t", workers=1)
    held_of_what_is_unseen = lesson.seen[:, TABLE + 7]
    assert held_of_what_is_unseen.min() > 0.0
    assert held_of_what_is_unseen.max() < 1.0


def test_the_command_writes_a_network_whatever_the_number_of_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []
    for threads in "12":
        monkeypatch.setenv("OPENBLAS_NUM_THREADS", threads)
        file = tmp_path / f"{threads}.json"
        words = ("--deals", str(PORTION), "--rounds", "2", "--workers", "1")
        told = basra("train", "two", str(file), *words)
        assert str(file) in told.stdout
        made.append(file.read_text("utf-8"))
    assert made[0] == made[1]
    found = json.loads(made[0])
    assert ("two", PORTION, 2, 1) == tuple(
        found[key] for key in ("table", "deals", "rounds", "seed")
    )
    assert NETWORK == len(found["weights"])
    assert all(isinstance(weight, int) and abs(weight) < 100 * UNITS for weight in found["weights"])
    assert found["foretells"] < 0 < found["agrees"]


def test_what_floors_are_worth_is_found_again() -> None:
    chance = np.random.default_rng(1)
    drawn = [chance.choice(52, size=number % 6, replace=False) for number in range(5000)]
    floors = np.array([sum(1 << int(card) for card in cards) for cards in drawn], np.int64)
    columns = columns_of(floors)
    true = np.round(chance.normal(0, 3, columns.shape[1]), 2)
    told = columns @ true
    halves = [
        Sums(len(part), columns[part].T @ columns[part], columns[part].T @ told[part])
        for part in np.array_split(np.arange(len(told)), 2)
    ]
    learnt = fitted("a game", halves)
    values = [number / 100 for numbers in learnt.floors for number in numbers]
    assert true.tolist() == pytest.approx(values)
    assert len(floors) == learnt.ends
    assert np.std(told) == pytest.approx(learnt.tells, abs=0.01)


def test_what_is_learnt_of_floors_does_not_depend_on_the_number_of_workers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(floors_of, "PORTION", 150)
    names = ["coffeehouse;seats=2", "ethiopian;seats=4"]
    alone = list(learn(names, 400, 1, workers=1))
    assert alone == list(learn(names, 400, 1, workers=2))
    assert names == [one.game for one in alone]
    assert all(one.tells > 0.5 for one in alone)


def test_the_command_writes_what_floors_are_worth(tmp_path: Path) -> None:
    file = tmp_path / "floors.json"
    told = basra("train", "floors", str(file), "--deals", "20", "--workers", "1")
    assert str(file) in told.stdout
    found = json.loads(file.read_text("utf-8"))
    assert (20, 1) == (found["deals"], found["seed"])
    assert floors_of.games() == list(found["games"])


def test_floors_are_not_learnt_in_rounds(tmp_path: Path) -> None:
    file = tmp_path / "floors.json"
    told = basra("train", "floors", str(file), "--rounds", "3")
    assert "floors knows no rounds: leave out --rounds" in told.stderr
    assert told.returncode
    assert not file.exists()
