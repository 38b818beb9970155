"""The searching players: exact where all is known, believing where others have played."""

from math import isclose

import pytest

from basra import Deal, find_rules
from basra.bots import SEARCHING, Limit, find_bot
from basra.bots.beliefs import set_boundary
from basra.bots.floors import values_of
from basra.bots.intuition import CAREFUL, intuition_of
from basra.bots.sharp import Sharp, Strength
from basra.engine import apply
from basra.kernel import Solver, jit
from basra.kernel.searcher import Searcher
from basra.kernel.worlds import WORLD
from basra.variants import VARIANTS
from basra.view import state_of


def last_packet(rules: str, seed: int) -> Deal:
    """Return a deal at the beginning of its last packet."""
    deal = Deal(rules, seed=f"last/{seed}", dealer=seed % 2)
    greedy = find_bot("greedy")
    while deal.position.stock:
        deal.play(greedy.choose(deal.view(deal.turn), Limit()))
    return deal


@pytest.mark.parametrize("name", SEARCHING)
@pytest.mark.parametrize("key", VARIANTS)
def test_a_last_packet_of_two_is_played_without_a_mistake(key: str, name: str) -> None:
    solver = Solver()
    bot = find_bot(name, seed=1)
    for seed in range(3):
        deal = last_packet(key, seed)
        rules = deal.rules
        while not deal.is_over:
            state = deal.state
            best = solver.solve(rules, state).margin
            play = bot.choose(deal.view(deal.turn), Limit())
            after = apply(rules, state, play)
            assert isclose(best, -solver.solve(rules, after).margin, abs_tol=1e-9)
            deal.play(play)


def test_the_worth_of_a_known_position_has_no_error() -> None:
    deal = last_packet("egyptian", 1)
    weighed = Sharp("sharp", "1").weigh(deal.view(deal.turn), Limit())
    assert {0.0} == {one.error for one in weighed}
    best = Solver().solve(deal.rules, deal.state).margin
    assert best == pytest.approx(weighed[0].points)


def test_more_worlds_leave_less_error() -> None:
    view = Deal("coffeehouse", seed=4, dealer=1).view(0)
    few, many = (Sharp("sharp", "1", Strength(worlds)).weigh(view, Limit()) for worlds in (25, 400))
    error = {one.play: one.error or 0.0 for one in few}
    assert all(one.error is not None and one.error < error[one.play] for one in many)


@pytest.mark.parametrize(("rules", "worlds"), [("coffeehouse", 16), ("coffeehouse;seats=4", 32)])
def test_more_worlds_are_weighed_where_more_than_one_hand_is_hidden(
    rules: str, worlds: int
) -> None:
    deal = Deal(rules, seed=4, dealer=1)
    view = deal.view(deal.turn)
    expected = Sharp("sharp", "1", Strength(worlds)).weigh(view, Limit())
    assert expected == Sharp("sharp", "1", Strength(16, hidden=2)).weigh(view, Limit())


def test_the_last_packet_is_searched_by_those_that_play_others_out() -> None:
    ends = last_packet("coffeehouse;seats=4", 1)
    for deal, alike in ((Deal(ends.rules, seed=1, dealer=1), False), (ends, True)):
        view = deal.view(deal.turn)
        searched, played = (
            Sharp("sharp", "1", Strength(20, played_out=share)).weigh(view, Limit())
            for share in (0.0, 1.0)
        )
        assert alike == (searched == played)


def test_a_long_packet_is_played_out_until_few_cards_are_left() -> None:
    deal = Deal("coffeehouse;seats=4", seed=6, dealer=0)
    for left in (16, 8):
        while sum(deal.view(0).held) > left or len(deal.legal_plays) < 2:
            deal.play(deal.legal_plays[0])
        view = deal.view(deal.turn)
        all_, half, late = (
            Sharp("sharp", "1", strength).weigh(view, Limit())
            for strength in (
                Strength(20, played_out=1.0),
                Strength(20, played_out=0.5),
                Strength(20, played_out=0.5, searched=8),
            )
        )
        assert all_ != half
        assert late == (half if left == 8 else all_)


@pytest.mark.parametrize("name", SEARCHING)
def test_iterations_are_worlds_and_fix_the_result(name: str) -> None:
    view = Deal("yemeni", seed=9, dealer=1).view(0)
    one, other = (Sharp(name, "5") for _ in range(2))
    assert one.weigh(view, Limit(iterations=30)) == other.weigh(view, Limit(iterations=30))


@pytest.mark.parametrize("believes", [False, True])
def test_a_world_with_a_card_each_is_played_out_as_it_is_solved(*, believes: bool) -> None:
    deal = Deal("coffeehouse", seed=3, dealer=1)
    while sum(deal.view(0).held) > 2:
        deal.play(deal.legal_plays[0])
    assert deal.position.stock
    search, view = Searcher(), deal.view(deal.turn)
    set_boundary(search, view, values_of(view.rules))
    world, plays = jit.room(WORLD), jit.room(len(deal.legal_plays))
    for seat, hand in enumerate(deal.state.hands):
        world[seat] = int(hand)
    for at, play in enumerate(deal.legal_plays):
        plays[at] = int(play)
    intuition = intuition_of(deal.rules) if believes else CAREFUL
    rules, state = jit.plain_rules(deal.rules), jit.plain_state(state_of(view))
    found = []
    for searched in (True, False):
        values = jit.room(len(plays))
        search.weigh(rules, state, world, plays, 0, intuition, 1, values, searched=searched)
        found.append(list(values))
    assert found[0] == found[1]


def test_a_seat_that_plays_at_a_glance_does_not_see_the_hand_of_the_other() -> None:
    # Who does not see a hand plays less well against it, so the plays of the hand are worth more.
    view = Deal("coffeehouse", seed=4, dealer=1).view(0)
    seen = Sharp("sharp", "1", Strength(100)).weigh(view, Limit())
    unseen = Sharp("sharp", "1", Strength(100, believes=True, played_out=1.0)).weigh(view, Limit())
    assert sorted(one.play for one in seen) == sorted(one.play for one in unseen)
    assert sum(one.points for one in seen) < sum(one.points for one in unseen)


def test_what_others_have_played_changes_what_they_are_believed_to_hold() -> None:
    floor, own, other = "Ac2cTdKc", "6h8c2h3h", "9h5hQcQd"
    stock = "JdJs8d3s4s7s7h5s"
    named = floor + own + other + stock
    used = {named[at : at + 2] for at in range(0, len(named), 2)}
    pile = "".join(r + s for r in "A23456789TJQK" for s in "cdhs" if r + s not in used)
    deal = Deal.from_bfn("coffeehouse", f"{floor} {other}/{own} {pile}/- 0/0 a - 0 {stock}")
    deal.play("Qd")  # a jack or the komi would have swept a rich floor
    view = deal.view(1)
    plain = Sharp("sharp", "1", Strength(200)).weigh(view, Limit())
    believing = Sharp("master", "1", Strength(200, believes=True)).weigh(view, Limit())
    assert sorted(one.play for one in plain) == sorted(one.play for one in believing)
    assert [one.points for one in plain] != [one.points for one in believing]


@pytest.mark.parametrize("rules", ["coffeehouse;seats=4", "cypriot;seats=3", "lebanese_a"])
def test_a_limit_of_time_is_kept_roughly(rules: str) -> None:
    view = Deal(rules, seed=2, dealer=0).view(1)
    bot = Sharp("grandmaster", "1", Strength(100_000, believes=True, played_out=0.5))
    weighed = bot.weigh(view, Limit(seconds=0.2))
    assert sorted(Deal(rules, seed=2, dealer=0).legal_plays) == sorted(one.play for one in weighed)


def test_a_card_that_is_known_to_be_left_over_is_counted_as_such() -> None:
    rules = find_rules("palestinian;seats=3")
    view = Deal.from_bfn(
        rules,
        "Ad3s4s5s8s9d 9s/-/Th As8c9c/Ah2c2d3d4c4d4h6d7c7d7s8d8hJdJs/"
        "Ac2h2s3c3h5c5d5h6c6h6s7h9hTcTdTsJc 0/0/0 c c 0 Jh+Jh",
    ).view(2)
    bot = Sharp("sharp", "0")
    for before in ("egyptian", "coffeehouse"):
        # Whatever a search has looked at before.
        deal = last_packet(before, 1)
        bot.weigh(deal.view(deal.turn), Limit())
        assert [5.5, 5.5] == [one.points for one in bot.weigh(view, Limit())]
