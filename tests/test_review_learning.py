"""Drills and puzzles: right by the engine, quoted from the rules, proven by longer search."""

from datetime import date
from itertools import islice

import pytest

from basra import basra_points, captures, find_rules
from basra.cards import Play
from basra.errors import BadNotation
from basra.explain import explain
from basra.review import find_depth, weigh
from basra.review.drills import BASRA, KINDS, TAKES, Question, questions, quoted
from basra.review.puzzles import CLEAR, PROVEN, Puzzle, is_clear, puzzle_of, some_puzzles
from basra.review.weighing import Choice
from basra.texts import english
from basra.variants import VARIANTS

HOUSE = [
    "jordanian_a;seats=3",
    "lebanese_a;komi=yes;komi_as_seven=yes",
    "egyptian;komi_alone=yes",
    "palestinian;komi_alone=yes;last_card=no",
]


def asked(rules: str, kind: str, number: int = 12) -> list[Question]:
    return list(islice(questions(rules, "test", kind), number))


@pytest.mark.parametrize("rules", [*VARIANTS, *HOUSE])
def test_the_answers_are_those_of_the_engine(rules: str) -> None:
    for one in asked(rules, TAKES):
        assert captures(rules, one.floor, one.card) == list(one.answers)
        assert all(one.is_right(str(answer)) for answer in one.answers)
        assert (not one.answers) == one.is_right("-")
    for one in asked(rules, BASRA):
        facts = {"trails": one.trails, "is_last": one.is_last}
        points = basra_points(rules, one.floor, one.card, one.captured, **facts)
        assert (points, points > 0) == (one.points, one.is_right("y"))
        assert one.is_right("Y") != one.is_right("n")


@pytest.mark.parametrize("rules", [*VARIANTS, *HOUSE])
def test_what_is_quoted_stands_in_the_rules(rules: str) -> None:
    sections = explain(find_rules(rules), english())
    written = {sentence for section in sections for sentence in section.sentences}
    for kind in KINDS:
        for one in asked(rules, kind):
            assert one.quotes
            assert set(quoted(one, english())) <= written


def test_there_are_right_answers_of_every_kind() -> None:
    takes = asked("egyptian", TAKES, 60)
    assert {0, 1, 2} <= {len(one.answers) for one in takes}
    sweeps = asked("egyptian", BASRA, 60)
    assert {True, False} == {one.points > 0 for one in sweeps}
    assert {True, False} == {one.captured == one.floor for one in sweeps}


def test_the_same_seed_asks_the_same_questions() -> None:
    one, two = (list(islice(questions("yemeni", seed), 5)) for seed in (1, 1))
    assert one == two
    assert one != list(islice(questions("yemeni", 2), 5))


def test_an_answer_that_is_none_is_refused() -> None:
    (takes,), (sweep,) = (asked("egyptian", kind, 1) for kind in (TAKES, BASRA))
    with pytest.raises(BadNotation):
        takes.is_right("Zz")
    with pytest.raises(BadNotation, match="expected y or n"):
        sweep.is_right("perhaps")
    with pytest.raises(BadNotation, match="expected one of takes, basra"):
        questions("egyptian", 1, "riddle")


def some(rules: str, number: int = 3) -> list[Puzzle]:
    return some_puzzles(rules, "test", number, "quick")


@pytest.mark.parametrize("rules", ["coffeehouse", "cypriot;seats=3", "egyptian;must_capture=yes"])
def test_a_puzzle_is_clear_and_proven(rules: str) -> None:
    for puzzle in some(rules):
        assert puzzle.margin > CLEAR
        assert puzzle.margin > PROVEN * puzzle.error
        assert (puzzle.best, puzzle.second) == tuple(one.play for one in puzzle.choices[:2])
        assert puzzle.reason is not None
        assert str(puzzle.best) == puzzle.reason.facts["better"]


def test_a_puzzle_keeps_its_best_play_when_searched_longer() -> None:
    depth = find_depth("usual")
    kept = [
        weigh(puzzle.seen(), depth._replace(parts=20), "longer")[0].play == puzzle.best
        for puzzle in some("coffeehouse", 10)
    ]
    assert all(kept)


def test_puzzles_come_from_a_seed_and_a_day_has_one() -> None:
    assert some("egyptian", 2) == some("egyptian", 2)
    today, tomorrow = (puzzle_of("egyptian", date(2026, 3, day), "quick") for day in (1, 2))
    assert today == puzzle_of("egyptian", date(2026, 3, 1), "quick")
    assert today.view != tomorrow.view


def test_what_is_close_or_unsure_is_no_puzzle() -> None:
    best = Choice(Play("As"), 9.0, 0.1, 0.0, 0.0)

    def beside(behind: float, error: float) -> tuple[Choice, ...]:
        return best, Choice(best.play, 9.0 - behind, 0.1, behind, error)

    assert is_clear(beside(2.5, 0.6))
    assert not is_clear(beside(1.9, 0.0))
    assert not is_clear(beside(2.5, 0.7))
    assert not is_clear((best,))
