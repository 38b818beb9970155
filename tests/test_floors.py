"""What floors are worth at the end of a packet: learnt for every game, and told to a search."""

import pytest

from basra import VARIANTS, CardSet, Deal, find_rules
from basra.bots.beliefs import set_boundary
from basra.bots.floors import NOTHING, game_of, learnt, values_of
from basra.bots.intuition import CAREFUL
from basra.kernel import jit
from basra.kernel.alphabeta import BOUNDARY, FLOORS, floor_value
from basra.kernel.rows import GRAIN, special_cards
from basra.kernel.searcher import Searcher
from basra.kernel.worlds import WORLD
from basra.training.floors import games
from basra.view import state_of


def worth(rules: str, floor: str) -> float:
    """Return what a floor is worth to the side that leads, in points."""
    boundary = (*[0] * FLOORS, *values_of(find_rules(rules)))
    return floor_value(boundary, CardSet(floor)) / GRAIN


def test_every_game_between_two_sides_was_learnt() -> None:
    assert set(games()) == set(learnt())
    for key, variant in VARIANTS.items():
        for seats, sides in variant.tables:
            rules = variant.at(seats, sides)
            assert (NOTHING == values_of(rules)) == (sides > 2), key
            assert BOUNDARY - FLOORS == len(values_of(rules))


@pytest.mark.parametrize("variant", VARIANTS)
def test_who_leads_wants_something_to_take(variant: str) -> None:
    nothing, an_ace = worth(variant, ""), worth(variant, "Ac")
    assert nothing < an_ace
    assert nothing < 0.0
    assert worth(variant, "KcKd") < worth(variant, "Ac2d3h4s")


def test_a_floor_is_worth_its_count_its_ranks_and_its_special_cards() -> None:
    found = learnt()["coffeehouse;seats=2"]
    expected = found.counts[3] + sum(found.ranks[rank] for rank in (1, 3, 9, 12)) + found.special[1]
    assert expected / 100 == pytest.approx(worth("coffeehouse", "2d4sTdKc"))
    assert found.counts[0] / 100 == pytest.approx(worth("coffeehouse", ""))


@pytest.mark.parametrize("rules", [*VARIANTS, "coffeehouse;komi=no"])
def test_cards_that_a_search_takes_for_alike_are_worth_the_same(rules: str) -> None:
    found = find_rules(rules)
    special, values = special_cards(found), values_of(found)
    for rank in range(13):
        cards = [card for card in range(4 * rank, 4 * rank + 4) if not special >> card & 1]
        assert 1 == len({values[card] for card in cards}), rank


def test_house_rules_take_what_was_learnt_for_the_nearest_game() -> None:
    house = find_rules("coffeehouse;target=151;must_capture=1")
    assert values_of(find_rules("coffeehouse")) == values_of(house)
    assert "coffeehouse;seats=2" == game_of(house)


@pytest.mark.parametrize("searched", [True, False])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_floor_counts_for_the_side_that_leads_the_next_packet(
    *, seat: int, searched: bool
) -> None:
    deal = Deal("coffeehouse", seed=3, dealer=1 - seat)
    while sum(deal.view(0).held) > 1:
        deal.play(deal.legal_plays[0])
    assert deal.position.stock
    view, plays = deal.view(deal.turn), deal.legal_plays
    assert seat != deal.turn, "who does not lead plays the last card"
    world, roots = jit.room(WORLD), jit.room(len(plays))
    for other, hand in enumerate(deal.state.hands):
        world[other] = int(hand)
    for at, play in enumerate(plays):
        roots[at] = int(play)
    rules, state = jit.plain_rules(deal.rules), jit.plain_state(state_of(view))
    found = []
    for floors in (NOTHING, values_of(view.rules)):
        search, values = Searcher(), jit.room(len(plays))
        set_boundary(search, view, floors)
        search.weigh(rules, state, world, roots, 0, CAREFUL, 1, values, searched=searched)
        found.append([int(value) for value in values])
    boundary = (*[0] * FLOORS, *values_of(view.rules))
    for play, without, with_floors in zip(plays, *found, strict=True):
        after = Deal.at(deal.position)
        after.play(play)
        assert without - floor_value(boundary, after.floor) == with_floors
