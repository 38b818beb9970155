"""The review of a deal: honest figures, no hidden card in them, luck and decisions that add up."""

import json
import pickle
from math import isclose, sqrt
from statistics import fmean

import pytest

from basra import Deal, Match, Play, find_rules
from basra.bots import Limit, find_bot
from basra.bots.sharp import Strength
from basra.cards import Card
from basra.errors import BadNotation
from basra.kernel import Solver
from basra.notation import read_view
from basra.position import advance
from basra.review import (
    Choice,
    Course,
    DealReview,
    Job,
    Point,
    Weighed,
    as_data,
    course_of,
    find_depth,
    review_deal,
    review_match,
    weigh,
)
from basra.review.curve import Curve
from basra.review.dealt import accuracy_of, dearest
from basra.review.par import par_of
from basra.review.strengths import Depth
from basra.variants import VARIANTS
from basra.view import look

QUICK = find_depth("quick")
TABLES = ["coffeehouse", "egyptian;seats=4;sides=2", "cypriot;seats=3", "yemeni;seats=4"]


def played(rules: str, seed: str, plays: int = 99, dealer: int = 0) -> Deal:
    """Return a deal of which some plays were made, in turn by good players and by bad ones."""
    deal = Deal(rules, seed=seed, dealer=dealer)
    bots = [find_bot(name, seed) for name in ("careful", "greedy", "careful", "random")]
    for _ in range(plays):
        if deal.turn is not None:
            deal.play(bots[deal.turn].choose(deal.view(deal.turn), Limit()))
    return deal


def reviewed(rules: str, seed: str) -> DealReview:
    return review_deal(Job(course_of(played(rules, seed)), "quick"))


def swapped(course: Course, seat: int) -> Course:
    """Return a course in which a card that another holds and one of the stock change places."""
    end = list(course.positions())[-1]
    other = (seat + 1) % course.rules.seats
    held = Card(end.state.hands[other].bit_length() - 1)
    dealt = next(card for card in end.stock if card not in end.buried)
    change = {int(held): dealt, dealt: int(held)}
    return course._replace(pack=tuple(change.get(card, card) for card in course.pack))


@pytest.mark.parametrize("key", VARIANTS)
def test_hidden_cards_change_no_figure(key: str) -> None:
    course = course_of(played(key, "hidden", 5))
    seat = (course.start.state.turn + 1) % course.rules.seats
    other = swapped(course, seat)
    assert other.pack != course.pack
    one, two = (review_deal(Job(each, "quick")).plays for each in (course, other))
    own = [at for at, play in enumerate(one) if play.seat == seat]
    assert len(own) >= 2
    assert [one[at] for at in own] == [two[at] for at in own]


def test_hidden_cards_of_the_stock_change_no_figure_of_anybody() -> None:
    course = course_of(played("coffeehouse", "stock", 20))
    pack = list(course.pack)
    pack[-2], pack[-3] = pack[-3], pack[-2]  # the dealer knows the last one
    one, two = (
        review_deal(Job(each, "quick")).plays
        for each in (course, course._replace(pack=tuple(pack)))
    )
    assert one == two


def test_what_is_known_is_exact() -> None:
    deal = played("egyptian", "exact", 41)
    best = Solver().solve(deal.rules, deal.state).margin
    choices = weigh(deal.view(deal.turn), QUICK)
    assert best == pytest.approx(choices[0].points)
    assert {0.0} == {one.error for one in choices} | {one.behind_error for one in choices}


def test_where_several_hands_are_hidden_one_world_is_not_taken_for_all() -> None:
    rules = find_rules("egyptian;seats=4;sides=2")
    piles = "4s5c6s7d8c8d8s9c9d9sTcTdJcJdJsQsKcKhKs/AcAdAhAs2c2d2h2s3c3h5h6c6h7c7h7sThTsJhQcQdQhKd"
    view = read_view(rules, f"9h  ?2/?2/3d4h6d/?2  {piles}  10/0  c  b  0  -", 2)
    choices = weigh(view, find_depth("usual"))
    assert all(one.error > 0 for one in choices)
    assert weigh(view, find_depth("usual"), "other")[0].play == choices[0].play


@pytest.mark.parametrize("rules", TABLES)
def test_a_forced_play_costs_nothing(rules: str) -> None:
    plays = reviewed(rules, "forced").plays
    forced = [one for one in plays if len(one.choices) == 1]
    assert len(forced) >= 12
    assert {0.0} == {one.cost for one in forced}


def test_the_best_play_costs_nothing_and_none_costs_less() -> None:
    for one in reviewed("coffeehouse", "costs").plays:
        assert 0.0 == one.best.cost == one.best.behind
        assert all(choice.cost in (0.0, choice.behind) for choice in one.choices)
        assert all(choice.behind >= 0.0 for choice in one.choices)


def test_the_errors_are_honest() -> None:
    long = Depth(8, Strength(worlds=400, played_out=0.5))
    off: list[float] = []
    for number in range(12):
        deal = played("coffeehouse", f"error {number}", 2 + 3 * number)
        view = deal.view(deal.turn)
        truth = {one.play: one.points for one in weigh(view, long, "long")}
        few = weigh(view, Depth(8, Strength(worlds=25, played_out=0.5)))
        off += [(one.points - truth[one.play]) / one.error for one in few if one.error]
    assert len(off) > 15
    assert sqrt(fmean(each * each for each in off)) < 1.8


@pytest.mark.parametrize("rules", TABLES)
def test_luck_and_decisions_add_up_to_the_margin(rules: str) -> None:
    review = reviewed(rules, "adds")
    margins = []
    for side in review.sides:
        assert side.margin is not None
        assert isclose(side.margin, (side.dealt or 0.0) + side.known + side.decided, abs_tol=1e-9)
        for point in side.curve:
            total = point.dealt + point.known + point.decided
            assert isclose(point.expected, total, abs_tol=1e-9)
        margins.append(side.margin)
    assert isclose(0.0, sum(margins), abs_tol=1e-9)


def test_two_sides_share_one_curve() -> None:
    review = reviewed("coffeehouse", "mirror")
    one, other = (side.curve for side in review.sides)
    assert [point.expected for point in one] == [-point.expected for point in other]
    assert len(one) == 50


def test_decisions_are_what_the_plays_of_both_sides_cost() -> None:
    review = reviewed("coffeehouse", "decided")
    assert review.costs[1] > 0
    assert review.sides[0].decided == pytest.approx(review.costs[1] - review.costs[0])


def test_a_side_alone_among_three_answers_for_its_own_decisions() -> None:
    review = reviewed("cypriot;seats=3", "three")
    assert [-cost for cost in review.costs] == pytest.approx([one.decided for one in review.sides])
    assert [None] * 3 == [one.dealt for one in review.sides]


def test_a_curve_tells_what_moved_it() -> None:
    curve = Curve()
    curve.learn(0, 4.0, 3.0)
    curve.decide(1, -2.0)
    curve.learn(1, 5.0, 0.0)
    assert Point(1, 5.0, dealt=3.0, known=4.0, decided=-2.0) == curve.points[-1]


def test_par_is_what_perfect_play_comes_to() -> None:
    position = played("egyptian", "par", 0).position
    par = par_of(position)
    assert par is not None
    solver = Solver()
    while not position.is_over:
        play = solver.solve(position.rules, position.state, position.stock).play
        position = advance(position, play)
    end = Deal.at(position).scores
    assert end[0] - end[1] == pytest.approx(par)


@pytest.mark.parametrize("rules", ["cypriot;seats=3", "egyptian;seats=4;sides=2"])
def test_par_is_not_claimed_where_it_is_not_known(rules: str) -> None:
    assert par_of(played(rules, "none", 0).position) is None


def made(cost: float, seat: int = 0, at: int = 0) -> Weighed:
    """Return a play of three, of which the others are 2 and 4 points behind the best."""
    behind = {"As": 0.0, "2s": 2.0, "3s": 4.0}
    choices = tuple(Choice(Play(play), 9 - one, 0.1, one, 0.1) for play, one in behind.items())
    play = next(play for play, one in behind.items() if one == cost)
    return Weighed(at, seat, Play(play), choices, cost, None)


def test_accuracy_is_100_for_the_best_plays_and_0_for_plays_at_random() -> None:
    assert 100.0 == accuracy_of([made(0.0), made(0.0)], 0)
    assert 0.0 == accuracy_of([made(0.0), made(2.0), made(4.0)], 0)
    assert 50.0 == accuracy_of([made(0.0), made(2.0)], 0)
    assert accuracy_of([made(0.0)], 1) is None


def test_the_dearest_plays_come_first() -> None:
    plays = [made(cost, at=at) for at, cost in enumerate([2.0, 0.0, 4.0, 2.0, 4.0])]
    assert (2, 4, 0) == dearest(plays)


def test_a_deal_that_is_not_over_is_reviewed_as_far_as_it_went() -> None:
    review = review_deal(Job(course_of(played("coffeehouse", "open", 7)), "quick"))
    assert 7 == len(review.plays)
    assert (None, (), 7) == (review.sides[0].margin, review.scores, review.sides[0].curve[-1].plays)


def test_a_review_is_the_same_in_processes_and_can_be_written() -> None:
    match = Match("cypriot", seed=3)
    bot = find_bot("careful")
    while len(match.deals) < 3:
        deal = match.deal
        assert deal.turn is not None
        deal.play(bot.choose(deal.view(deal.turn), Limit()))
    told: list[tuple[int, int]] = []
    here = list(review_match(match, "quick", progress=lambda *done: told.append(done)))
    there = list(review_match(match, "quick", workers=2))
    assert here == there == pickle.loads(pickle.dumps(here))  # noqa: S301 - its own
    assert [(1, 3), (2, 3), (3, 3)] == told
    written = json.loads(json.dumps(as_data(here[0][1])))
    assert [str(one.play) for one in here[0][1].plays] == [one["play"] for one in written["plays"]]


def test_what_is_not_there_is_refused() -> None:
    match = Match("cypriot", seed=3)
    with pytest.raises(BadNotation, match="no deal 2: expected 1 to 1"):
        review_match(match, deals=(2,))
    with pytest.raises(BadNotation, match="expected usual"):
        review_match(match, "usal")
    with pytest.raises(BadNotation, match="with its pack"):
        course_of(Deal.at(match.deal.position))


def test_a_view_is_all_that_is_looked_at() -> None:
    deal = played("lebanese_a;seats=4;sides=2", "view", 9)
    view = look(deal.position, deal.turn)
    assert weigh(view, QUICK) == weigh(view, QUICK)
    assert weigh(view, QUICK, "one") != weigh(view, QUICK, "two")
