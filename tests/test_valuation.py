"""What a play is worth at a glance, against counting all hands one by one."""

from itertools import combinations
from random import Random
from statistics import fmean

import pytest

from basra import CardSet, find_rules
from basra.engine import WORK, buffer
from basra.valuation import best_gain, expected_reply, majority_value, worth_of_card


@pytest.mark.parametrize("rules", ["coffeehouse", "ethiopian", "palestinian", "lebanese_a"])
def test_the_expected_reply_is_the_mean_over_all_hands(rules: str) -> None:
    table = find_rules(rules)
    chance = Random(rules)
    work = buffer(WORK)
    for _ in range(30):
        cards = chance.sample(range(table.pack), 14)
        floor, pool, known = CardSet(cards[:4]), cards[4:12], cards[12 : 12 + chance.randrange(2)]
        best = {card: best_gain(table, floor, card, 0, 1.5, work) for card in (*pool, *known)}
        mean = fmean(
            max(0.0, *(best[card] for card in (*hand, *known))) for hand in combinations(pool, 3)
        )
        found = expected_reply(
            table, int(floor), 0, int(CardSet(known)), int(CardSet(pool)), 3, 1.5, [0.0] * 52, work
        )
        assert found == pytest.approx(mean)


def test_a_lead_is_worth_more_the_fewer_cards_are_left() -> None:
    rules = find_rules("egyptian")
    values = [majority_value(rules, 30, 6, left) for left in (48, 32, 16, 8)]
    assert values == sorted(values)
    assert [30, -30, 0] == [majority_value(rules, 30, lead, 0) for lead in (1, -1, 0)]


def test_a_lead_of_one_side_is_the_lag_of_the_other() -> None:
    rules = find_rules("egyptian")
    assert majority_value(rules, 30, 5, 24) == -majority_value(rules, 30, -5, 24)
    assert worth_of_card(rules, 30, 5, 24) == pytest.approx(worth_of_card(rules, 30, -5, 24))


def test_of_three_sides_one_wins_the_majority_or_none_of_it() -> None:
    rules = find_rules("cypriot;seats=3")
    assert [3.0, 0.0] == [majority_value(rules, 3, lead, 0) for lead in (2, -2)]
