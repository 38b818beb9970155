"""The luck of the packets: 0 on average, whoever plays; without it a margin has less error."""

from math import sqrt
from statistics import fmean, stdev

import pytest

from basra import Deal, find_rules
from basra.arena.duel import Job, play
from basra.arena.luck import Luck
from basra.arena.players import find_player
from basra.arena.referee import play_out
from basra.bots import Limit
from basra.errors import BadRules

DEALS = 120


def lucks(text: str, deals: int = DEALS) -> list[float]:
    rules = find_rules(text)
    luck = Luck(rules, draws=4)
    found = []
    for number in range(deals):
        bots = [find_player(name, "luck") for name in ("greedy", "random")]
        deal = Deal(rules, seed=f"luck {number}", dealer=number % 2)
        luck.begin(f"{number}", deal.position)
        play_out(deal, bots, Limit(), watcher=luck)
        found.append(luck.total)
    return found


@pytest.mark.parametrize("text", ["egyptian", "coffeehouse", "egyptian;bury=stock;peek=yes"])
def test_the_luck_is_0_on_average(text: str) -> None:
    found = lucks(text)
    error = stdev(found) / sqrt(DEALS)
    assert stdev(found) > 10
    assert abs(fmean(found)) < 2.6 * error


def test_the_same_deal_has_the_same_luck() -> None:
    assert lucks("egyptian", 3) == lucks("egyptian", 3)


def test_on_mirrored_deals_the_first_packet_cancels_out() -> None:
    rules = find_rules("egyptian")
    totals = []
    for counts in (False, True):
        luck = Luck(rules, draws=4)
        luck.begin("first", Deal(rules, seed="first").position, counts_first=counts)
        totals.append(luck.total)
    assert 0.0 == totals[0] != totals[1]


def test_a_margin_without_luck_spreads_less() -> None:
    job = Job("egyptian", "careful", "careful", "luck", 0, 100, mirrored=False, adjusted=True)
    outcomes = play(job)
    adjusted = [one.adjusted for one in outcomes if one.adjusted is not None]
    assert len(outcomes) == len(adjusted)
    assert stdev(adjusted) < 0.8 * stdev([one.margin for one in outcomes])


@pytest.mark.parametrize("text", ["egyptian;seats=3", "egyptian;seats=4;sides=2"])
def test_where_it_is_not_known_it_is_refused(text: str) -> None:
    with pytest.raises(BadRules, match="two sides"):
        Luck(find_rules(text))
