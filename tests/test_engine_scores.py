"""Piles, majority and the end of a match, as the engine counts them."""

import pytest

from basra import BadNotation, CardSet, Rules, engine, score
from basra.engine import DRAWN, NOBODY


def test_thirteen_points_a_pack() -> None:
    for pack in (52, 44):
        assert 13 == engine.card_points((1 << pack) - 1)
    worth = {"Ac": 1, "Ad": 1, "Ah": 1, "As": 1, "Jc": 1, "Jd": 1, "Jh": 1, "Js": 1}
    worth |= {"2c": 2, "Td": 3}
    for card in CardSet((1 << 52) - 1):
        assert worth.get(str(card), 0) == engine.card_points(1 << card)


@pytest.mark.parametrize(
    ("tie", "counts", "expected"),
    [
        ("all", (20, 20, 12, 0), ((8, 8, 0, 0), 0)),
        ("none", (20, 20, 12, 0), ((0, 0, 0, 0), 0)),
        ("carry", (20, 20, 12, 0), ((0, 0, 0, 0), 8)),
        ("all", (20, 12, 20, 0), ((8, 0, 8, 0), 0)),
        ("carry", (18, 20, 14, 0), ((0, 8, 0, 0), 0)),
        ("none", (18, 17, 17, 0), ((8, 0, 0, 0), 0)),
    ],
)
def test_majority(tie: str, counts: engine.Four, expected: tuple[engine.Four, int]) -> None:
    rules = Rules().vary(seats=3, tie=tie)
    assert expected == engine.majority(rules, counts, 5)


def test_the_end_of_a_match() -> None:
    rules = Rules(target=100)
    assert NOBODY == engine.winner(rules, (99, 98, 0, 0), 100)
    assert [0, 1] == [engine.winner(rules, four, 100) for four in ((100, 9, 0, 0), (9, 100, 0, 0))]
    assert NOBODY == engine.winner(rules, (104, 104, 0, 0), 100)
    assert DRAWN == engine.winner(rules.vary(tie_break="draw"), (104, 104, 0, 0), 100)
    assert 2 == engine.winner(rules.vary(seats=4), (104, 104, 105, 1), 100)


def test_a_tie_raises_the_target_as_often_as_it_takes() -> None:
    rules = Rules().vary(tie_break="extend", extension=20)
    assert 100 == engine.next_target(Rules(), (104, 104, 0, 0), 100)
    assert 100 == engine.next_target(rules, (90, 80, 0, 0), 100)
    assert 120 == engine.next_target(rules, (104, 104, 0, 0), 100)
    assert 140 == engine.next_target(rules, (120, 120, 0, 0), 100)


def test_score_checks_its_sides() -> None:
    with pytest.raises(BadNotation, match="of 1 sides: expected 2"):
        score("cypriot", ["As"])
    with pytest.raises(BadNotation, match="expected 2"):
        score("cypriot", ["As", "2c"], basras=[1, 2, 3])
    with pytest.raises(BadNotation, match="As is there twice"):
        score("cypriot", ["As", "As"])
    assert (4, 0) == score("cypriot", ["As", "-"]).scores
