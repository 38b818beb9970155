"""What seats make of plays at a glance: compiled as interpreted, and better than a guess."""

from math import exp
from random import Random

import pytest

import tables
from basra import VARIANTS, Deal, kernel
from basra.bots import Limit, find_bot
from basra.bots.intuition import CAREFUL, TABLES, intuition_of, load
from basra.engine import count
from basra.kernel import jit
from basra.kernel.chance import seeded, stepped
from basra.kernel.intuition import NETWORK, Intuition, best_of, cards_of, drawn, glance, lean
from basra.kernel.searcher import Searcher
from basra.training import Network
from basra.training.lessons import seen_of
from basra.view import View, state_of


def glanced(view: View, net: list[float], *, interpreted: bool) -> tuple[list[int], list[float]]:
    """Return the plays of a view and what they are worth at a glance."""
    space = Searcher(interpreted=interpreted).space
    weights = jit.float_room(len(net), interpreted=interpreted)
    for at, weight in enumerate(net):
        weights[at] = weight
    found = (glance if interpreted else jit.entry(glance))(
        jit.plain_rules(view.rules),
        jit.plain_state(state_of(view)),
        int(view.hand),
        view.held,
        view.carried,
        weights,
        space,
    )
    return [int(play) for play in space.plays[:found]], [float(one) for one in space.worths[:found]]


def views(variant: str, number: int) -> list[View]:
    """Return what seats see in random deals at the tables of a variant, where there is a choice."""
    chance = Random(f"glance {variant}")
    usual = VARIANTS[variant]
    found = []
    for at in range(number):
        rules = tables.house_rules(chance, usual.at(*usual.tables[at % len(usual.tables)]))
        deal = Deal(rules, seed=f"glance/{at}", dealer=0)
        while not deal.is_over:
            if len(deal.legal_plays) > 1:
                found.append(deal.view(deal.turn))
            deal.play(chance.choice(deal.legal_plays))
    return found


@pytest.mark.skipif(not kernel.available(), reason="numba is not installed")
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_compiled_glance_is_the_interpreted_one(variant: str) -> None:
    for number, view in enumerate(views(variant, 4)):
        intuition = intuition_of(view.rules) if number % 2 else CAREFUL
        net = [float(weight) for weight in intuition.net]
        compiled = glanced(view, net, interpreted=False)
        interpreted = glanced(view, net, interpreted=True)
        assert interpreted[0] == compiled[0]
        assert pytest.approx(interpreted[1], abs=1e-9) == compiled[1]


def test_what_is_worth_more_is_likelier_and_nothing_is_impossible() -> None:
    worths = [1.0, 3.0, 3.0, -90.0]
    lean(worths, 4, Intuition([], sharpness=0.5, slip=0.04))
    one, two, three, never = worths
    assert pytest.approx(1.0) == sum(worths)
    assert pytest.approx(0.01) == never
    assert two == three
    assert pytest.approx(exp(-1.0)) == (one - 0.01) / (two - 0.01)


def test_plays_are_drawn_as_often_as_they_are_likely() -> None:
    likely, chance = [0.5, 0.125, 0.375], seeded(1, 1)
    often = [0, 0, 0]
    for _ in range(4000):
        chance = stepped(chance)
        often[drawn(likely, 3, chance)] += 1
    assert likely == pytest.approx([one / 4000 for one in often], abs=0.02)


def test_every_card_is_of_one_kind() -> None:
    kinds = [cards_of(kind) for kind in range(16)]
    assert 52 == sum(count(cards) for cards in kinds)
    assert (1 << 52) - 1 == sum(kinds)


@pytest.mark.parametrize("name", sorted(set(TABLES.values())))
def test_the_networks_that_come_with_the_program_fit_it(name: str) -> None:
    assert NETWORK == len(load(name).net)


def test_a_network_was_learnt_for_every_table() -> None:
    for variant in VARIANTS.values():
        for seats, sides in variant.tables:
            assert load(TABLES[seats, sides]) is intuition_of(variant.at(seats, sides))


@pytest.mark.parametrize(("seats", "sides"), TABLES)
def test_a_network_makes_of_plays_what_it_has_learnt(seats: int, sides: int) -> None:
    name = TABLES[seats, sides]
    weights = [float(weight) for weight in load(name).net]
    learnt = Network.of(weights)
    for variant in ("coffeehouse", "cypriot"):
        view = Deal(f"{variant};seats={seats};sides={sides}", seed=name, dealer=0).view(1)
        plays, worths = glanced(view, weights, interpreted=not kernel.available())
        expected = learnt.leanings(seen_of(view, plays))
        assert pytest.approx(expected, abs=1e-3) == worths


@pytest.mark.parametrize(
    ("rules", "least"),
    [
        ("coffeehouse", 0.75),
        ("coffeehouse;seats=4", 0.7),
        ("egyptian;seats=3", 0.65),
        ("cypriot;seats=4;sides=4", 0.65),
    ],
)
def test_the_best_play_at_a_glance_is_mostly_that_of_a_search(rules: str, least: float) -> None:
    sharp = find_bot("sharp", 1)
    agreed = []
    for seed in range(2 if "seats" in rules else 8):
        deal = Deal(rules, seed=f"agree/{seed}", dealer=0)
        net = [float(weight) for weight in intuition_of(deal.rules).net]
        while not deal.is_over:
            view = deal.view(deal.turn)
            play = sharp.choose(view, Limit())
            if len(deal.legal_plays) > 1 and view.stock:
                plays, worths = glanced(view, net, interpreted=not kernel.available())
                agreed.append(plays[best_of(worths, len(plays))] == play)
            deal.play(play)
    assert least < sum(agreed) / len(agreed)
