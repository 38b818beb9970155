"""Reasons: each holds where it should and not where it should not, by what the engine says."""

import pytest

from basra import Deal, Play
from basra.bots import Limit
from basra.bots.careful import Careful
from basra.cards import ALL, CardSet
from basra.review import find_depth, reason_of, reasons, weigh
from basra.review.reasons import TESTS
from basra.review.telling import tell_reason
from basra.texts import english
from basra.view import View


def view_of(floor: str, hand: str, other: str, rules: str = "egyptian", pile: str = "") -> View:
    """Return what the seat to play sees; the last packet if a pile is given, which gets the rest.

    The pile that is named lies with the seat to play.
    """
    seen = CardSet(floor) | CardSet(hand) | CardSet(other)
    if pile:
        rest = CardSet(ALL).without(seen | CardSet(pile))
        text = f"{floor or '-'} {hand}/{other} {pile}/{rest} 0/0 a b 0 -"
    else:
        text = f"{floor or '-'} {hand}/{other} -/- 0/0 a - 0 ?{52 - len(seen)}"
    return Deal.from_bfn(rules, text).view(0)


def keys(view: View, worse: str, better: str) -> list[str]:
    return [reason.key for reason in reasons(view, Play(worse), Play(better), 1.0)]


KINGS = ("KdKh", "KdKhKs")
HOLDS = [
    # key, floor, hand, the worse play, the better play
    ("reason.basra", "4c5h", "9dKs", "Ks", "9dx4c5h"),
    ("reason.leaves_komi", "5h4d", "AsQs", "As", "Qs"),
    ("reason.leaves_basra", "3h", "4sQs", "4s", "Qs"),
    ("reason.sweeper_lost", "", "JsQs", "Js", "Qs"),
    ("reason.sweeper_lost", "", "7dQs", "7d", "Qs"),
    ("reason.points_card", "3hQd", "TdKs", "Td", "Ks"),
    ("reason.points_card", "3hQd", "2cKs", "2c", "Ks"),
    ("reason.fewer_points", "AhKc8s", "AsKs", "KsxKc", "AsxAh"),
    ("reason.sweeper_spent", "QhKc", "JsQs", "JsxQhKc", "QsxQh"),
    ("reason.pair", "9cKc", "4c4sQs", "Qs", "4c"),
    ("reason.fewer_cards", "2h3d4h8cKc", "9s8h", "8hx8c", "9sx2h3d4h"),
    ("reason.leaves_points", "AhKc8s", "AsKs", "KsxKc", "AsxAh"),
    ("reason.sweeper_kept", "4d8cKc", "JsQs", "Jsx4d8cKc", "Qs"),
    ("reason.no_catch", "3cKc", "5sTs2d", "Ts", "2d"),
    ("reason.leaves_more", "2h3d8cKc", "5s9h", "9h", "5sx2h3d"),
    ("reason.search", "QhKc", "9s8s", "9s", "8s"),
]
FAILS = [
    ("reason.basra", "4c5hQs", "9dKs", "Ks", "9dx4c5h"),  # the queen stays
    ("reason.leaves_komi", "5h4d", "2sQs", "2s", "Qs"),  # a sum of 11
    ("reason.leaves_basra", "3hJc", "4sQs", "4s", "Qs"),  # no sum takes a jack
    ("reason.sweeper_lost", "3h4d", "JsQs", "Jsx3h4d", "Qs"),  # it takes something
    ("reason.sweeper_lost", "", "7hQs", "7h", "Qs"),  # an ordinary seven
    ("reason.points_card", "3hQd", "ThKs", "Th", "Ks"),  # another ten
    ("reason.points_card", "2hQd", "2cKs", "2cx2h", "Ks"),  # it captures
    ("reason.fewer_points", "AhKc8s", "AsKs", "AsxAh", "KsxKc"),
    ("reason.sweeper_spent", "Qh3c5s9d", "JsQs", "Jsx3c5s9dQh", "QsxQh"),  # not so little
    ("reason.pair", "9cKc", "4c5sQs", "Qs", "4c"),  # no pair
    ("reason.fewer_cards", "2h3d4h8cKc", "9s8h", "9sx2h3d4h", "8hx8c"),
    ("reason.leaves_points", "9hKc8s", "9sKs", "KsxKc", "9sx9h"),  # worth nothing
    ("reason.sweeper_kept", "4d8cKc", "3sQs", "3s", "Qs"),
    ("reason.no_catch", "3cKc", "5sTs2d", "2d", "Ts"),
    ("reason.leaves_more", "2h3d8cKc", "5s9h", "5sx2h3d", "9h"),
    ("reason.leavings", "QhKc", "QsAs", "As", "QsxQh"),  # not the last packet
    ("reason.search", "4c5h", "9dKs", "Ks", "9dx4c5h"),
]


def given(floor: str, hand: str, rules: str = "egyptian") -> View:
    return view_of(floor, hand, KINGS[len(CardSet(hand)) - 2].replace("Ks", "Qc"), rules)


@pytest.mark.parametrize(("key", "floor", "hand", "worse", "better"), HOLDS)
def test_a_reason_holds(key: str, floor: str, hand: str, worse: str, better: str) -> None:
    assert key in keys(given(floor, hand), worse, better)


@pytest.mark.parametrize(("key", "floor", "hand", "worse", "better"), FAILS)
def test_a_reason_does_not_hold(key: str, floor: str, hand: str, worse: str, better: str) -> None:
    assert key not in keys(given(floor, hand), worse, better)


def test_the_leavings_are_lost_in_the_last_packet_only() -> None:
    last = view_of("QhKc", "QsAs", "2d3d", pile="2c3c")
    assert "reason.leavings" in keys(last, "As", "QsxQh")
    assert "reason.leavings" not in keys(last, "QsxQh", "As")


def test_the_race_for_most_cards_ends_when_it_is_decided() -> None:
    floor, hand, plays = "2h3d4h8c", "9s8h", ("8hx8c", "9sx2h3d4h")
    assert "reason.fewer_cards" in keys(given(floor, hand), *plays)
    decided = view_of(floor, hand, "KdKh", pile="2c3c")
    assert "reason.fewer_cards" not in keys(decided, *plays)
    worthless = given(floor, hand, rules="egyptian;majority=0")
    assert "reason.fewer_cards" not in keys(worthless, *plays)


def test_every_reason_is_tried() -> None:
    tried = {case[0] for case in HOLDS} | {"reason.leavings"}
    assert {key for key, _ in TESTS} | {"reason.search"} == tried


def test_every_reason_is_a_sentence_that_names_cards_as_people_do() -> None:
    for _, floor, hand, worse, better in HOLDS:
        for reason in reasons(given(floor, hand), Play(worse), Play(better), 1.0):
            told = tell_reason(english(), reason)
            assert any(suit in told for suit in "♣♦♥♠")
            assert "{" not in told


def test_without_the_komi_a_floor_is_left_to_ordinary_cards() -> None:
    assert "reason.leaves_komi" not in keys(given("5h4d", "AsQs", "cypriot"), "As", "Qs")


def test_the_best_play_is_praised_and_another_is_told_what_is_better() -> None:
    view = given("4c5h", "9dKs")
    weighed = Careful("").weigh(view, Limit())
    best, other = weighed[0].play, weighed[-1].play
    for play in (best, other):
        reason = reason_of(view, play, weighed)
        assert reason is not None
        assert ("reason.basra", "9dx4c5h") == (reason.key, reason.facts["better"])
    assert reason_of(view, best, [weighed[0]]) is None


BLUNDERS = [
    ("coffeehouse", "", "JsQs3s", "Js", "reason.sweeper_lost"),
    ("coffeehouse", "5h4d", "AsQs8s", "As", "reason.leaves_komi"),
    ("coffeehouse", "3hQd", "TdKs5s", "Td", "reason.points_card"),
]


@pytest.mark.parametrize(("rules", "floor", "hand", "blunder", "key"), BLUNDERS)
def test_a_planted_blunder_costs_points_and_is_named(
    rules: str, floor: str, hand: str, blunder: str, key: str
) -> None:
    view = given(floor, hand, rules)
    choices = weigh(view, find_depth("usual"))
    made = next(one for one in choices if one.play == Play(blunder))
    assert made.cost > 0.5
    best = choices[0].play
    assert key in keys(view, blunder, str(best))
