"""The computer players: legal, deterministic, and blind to what their seat cannot see."""

import time

import pytest

from basra import (
    BadNotation,
    Deal,
    Generator,
    IllegalPlay,
    Match,
    find_rules,
    kernel,
    sample,
)
from basra.bots import LADDER, Limit, find_bot
from basra.notation import read_view, write_view
from basra.variants import VARIANTS
from basra.view import View

QUICK = Limit(iterations=8)
TABLES = [
    f"{key};seats={seats};sides={sides}"
    for key in VARIANTS
    for seats, sides in ((2, 2), (3, 3), (4, 4), (4, 2))
]


@pytest.mark.parametrize("name", LADDER[:3])
@pytest.mark.parametrize("rules", [*TABLES, "yemeni;must_capture=yes;komi_as_seven=yes"])
def test_every_play_of_a_deal_is_legal(name: str, rules: str) -> None:
    deal = Deal(rules, seed=f"{name}/{rules}", dealer=1)
    bot = find_bot(name, seed=1)
    while not deal.is_over:
        play = bot.choose(deal.view(deal.turn), QUICK)
        assert play in deal.legal_plays
        deal.play(play)


@pytest.mark.parametrize("name", LADDER[3:])
@pytest.mark.parametrize(
    "rules",
    [
        "coffeehouse",
        "lebanese_a",
        "palestinian;seats=3",
        "ethiopian;seats=4;sides=4",
        "syrian_a;seats=4;sides=2",
        "yemeni;must_capture=yes;komi_as_seven=yes",
    ],
)
def test_every_play_of_a_searching_player_is_legal(name: str, rules: str) -> None:
    test_every_play_of_a_deal_is_legal(name, rules)


@pytest.mark.parametrize("name", LADDER)
def test_a_play_depends_on_what_the_seat_sees_and_on_nothing_else(name: str) -> None:
    chance = Generator("worlds")
    deal = Deal("coffeehouse;seats=4", seed=3, dealer=2)
    bot = find_bot(name, seed=5)
    while not deal.is_over:
        view = deal.view(deal.turn)
        play = bot.choose(view, QUICK)
        again = find_bot(name, seed=5)
        assert play == again.choose(sample(view, chance).view(deal.turn), QUICK)
        deal.play(play)


@pytest.mark.parametrize("name", LADDER)
def test_a_contrived_floor_of_thirty_cards_is_answered(name: str) -> None:
    numerals = [rank + suit for rank in "A23456789" for suit in "cdhs"]
    floor = numerals[::6] + numerals[1::6] + numerals[2::6] + numerals[3::6] + numerals[4::6]
    pile = [*numerals[5::6], *(rank + suit for rank in "JQK" for suit in "cdhs")]
    text = f"{''.join(floor)} TcTd/ThTs {''.join(pile)}/- 0/0 a - 0 -"
    deal = Deal.from_bfn("cypriot", text)
    started = time.process_time()  # others may have the processor meanwhile
    play = find_bot(name).choose(deal.view(0), QUICK)
    assert time.process_time() - started < 5
    deal.play(play)


@pytest.mark.skipif(not kernel.available(), reason="numba is not installed")
@pytest.mark.parametrize("name", LADDER)
@pytest.mark.parametrize("crowd", [22, 30])
@pytest.mark.parametrize(("limit", "most"), [(Limit(seconds=0.2), 2), (Limit(), 8)])
def test_a_contrived_floor_is_answered_in_time_where_hands_are_hidden(
    name: str, limit: Limit, most: float, crowd: int
) -> None:
    kernel.warm()
    numerals = [rank + suit for rank in "A23456789" for suit in "cdhs"]
    rest = [rank + suit for suit in "hs" for rank in "TJQK"] + numerals[crowd:]
    hands = f"TcTd{''.join(rest[:2])}/JcJd{''.join(rest[2:4])}"
    pile = ["Qc", "Qd", "Kc", "Kd", *rest[12:]]
    text = f"{''.join(numerals[:crowd])} {hands} {''.join(pile)}/- 0/0 a - 0 {''.join(rest[4:12])}"
    deal = Deal.from_bfn("cypriot", text)
    started = time.process_time()  # others may have the processor meanwhile
    play = find_bot(name).choose(deal.view(0), limit)
    assert time.process_time() - started < most
    deal.play(play)


def test_a_name_that_is_nearly_right_is_suggested() -> None:
    with pytest.raises(BadNotation, match="expected careful"):
        find_bot("carefull")
    with pytest.raises(BadNotation, match="expected random, greedy, careful, sharp"):
        find_bot("xyz")


@pytest.mark.parametrize("name", LADDER)
def test_a_player_refuses_when_it_is_not_its_turn(name: str) -> None:
    deal = Deal("cypriot", seed=1, dealer=0)
    with pytest.raises(IllegalPlay, match="turn"):
        find_bot(name).choose(deal.view(0), QUICK)
    with pytest.raises(IllegalPlay, match="turn"):
        find_bot(name).choose(deal.view(None), QUICK)


def seen(rules: str, floor: str, hands: str, turn: str = "a", stock: str = "") -> View:
    """Return a view of seat a in the middle of a deal; the other cards are piled."""
    table = find_rules(rules)
    own, hidden = hands.split("/")
    named = (floor + own).replace("-", "")
    used = {named[at : at + 2] for at in range(0, len(named), 2)}
    left = int(hidden[1:]) + (int(stock[1:]) if stock else 0)
    pile = [
        card for rank in "KQJT98765432A" for suit in "cdhs" if (card := rank + suit) not in used
    ][: table.pack - len(used) - left]
    text = f"{floor} {hands} {''.join(pile)}/- 0/0 {turn} - 0 {stock or '-'}"
    return read_view(table, text, 0)


def test_greedy_takes_points_before_cards() -> None:
    view = seen("cypriot", "Td3h4s", "Tc7c/?2")
    assert "TcxTd" == str(find_bot("greedy").choose(view, QUICK))


def test_greedy_takes_more_cards_of_equal_points() -> None:
    view = seen("cypriot", "5h3h4sKc", "7cKd/?2")
    assert "7cx3h4s" == str(find_bot("greedy").choose(view, QUICK))


def test_careful_does_not_throw_a_jack_on_an_empty_floor() -> None:
    view = seen("coffeehouse", "-", "9hJs/?2", stock="?8")
    assert "9h" == str(find_bot("careful").choose(view, QUICK))


def test_careful_does_not_leave_a_basra_to_a_hand_it_has_counted() -> None:
    pile = [
        card
        for rank in "A23456789TJQK"
        for suit in "cdhs"
        if (card := rank + suit) not in {"5h", "8s", "5c", "9d"}
    ]
    view = read_view(find_rules("cypriot"), f"- 5h8s/?2 {''.join(pile)}/- 0/0 a a 0 -", 0)
    assert "8s" == str(find_bot("careful").choose(view, QUICK))


def test_careful_weighs_best_first() -> None:
    deal = Deal("egyptian", seed=11, dealer=1)
    bot = find_bot("careful")
    weighed = bot.weigh(deal.view(0), QUICK)  # type: ignore[attr-defined]
    assert sorted((one.points for one in weighed), reverse=True) == [w.points for w in weighed]
    assert sorted(deal.legal_plays) == sorted(one.play for one in weighed)
    assert weighed[0].play == bot.choose(deal.view(0), QUICK)


def test_a_view_written_down_and_read_gives_the_same_play() -> None:
    match = Match("yemeni", seed=4)
    while not match.deal.is_over and len(match.deals) == 1:
        deal = match.deal
        view = deal.view(deal.turn)
        for name in LADDER[:4]:  # those above also read the plays that led there
            read = read_view(view.rules, write_view(view), view.seat, view.carried)
            bot = find_bot(name, seed=2)
            assert bot.choose(view, QUICK) == bot.choose(read, QUICK)
        deal.play(find_bot("greedy").choose(view, QUICK))
