"""The compiled engine against the same functions interpreted, on positions of every variant.

``BASRA_TWINS=50000`` visits that many positions of each.
"""

import os
from random import Random

import pytest

import tables
import twins
from basra import VARIANTS, kernel
from basra.bots.intuition import CAREFUL
from basra.kernel import jit
from basra.kernel.foresight import END, play_deals_at_a_glance
from basra.kernel.searcher import Searcher

POSITIONS = int(os.environ.get("BASRA_TWINS", "3000"))
HANDFUL = 200
"""Positions that are visited with one set of rules."""

pytestmark = pytest.mark.skipif(not kernel.available(), reason="numba is not installed")


@pytest.mark.parametrize("variant", VARIANTS)
def test_compiled_engine_says_what_the_interpreted_one_says(variant: str) -> None:
    visit = jit.entry(twins.visit)
    chance = Random(f"twins {variant}")
    usual = VARIANTS[variant]
    for number in range(POSITIONS // HANDFUL):
        rules = usual.at(*usual.tables[number // 2 % len(usual.tables)])
        if number % 2:
            rules = tables.house_rules(chance, rules)
        compiled, interpreted = jit.room(HANDFUL), [0] * HANDFUL
        deals = visit(jit.plain_rules(rules), number, compiled)
        assert twins.visit(rules, number, interpreted) == deals
        assert list(compiled) == interpreted, rules


@pytest.mark.parametrize("variant", VARIANTS)
def test_compiled_playouts_are_the_interpreted_ones(variant: str) -> None:
    for seats, sides in VARIANTS[variant].tables:
        rules = VARIANTS[variant].at(seats, sides)
        expected = kernel.playouts(rules, 7, 3, interpreted=True)
        assert kernel.playouts(rules, 7, 3) == expected
        assert kernel.playouts(rules, 7, 3, workers=2) == expected


@pytest.mark.parametrize("variant", VARIANTS)
def test_compiled_deals_at_a_glance_are_the_interpreted_ones(variant: str) -> None:
    rules = jit.plain_rules(VARIANTS[variant].at(2, 2))
    found = []
    for interpreted in (False, True):
        space = Searcher(interpreted=interpreted).space
        careful = CAREFUL._replace(net=jit.float_room(1, interpreted=interpreted))
        none, ends = (jit.room(size, interpreted=interpreted) for size in (0, 100))
        play = play_deals_at_a_glance if interpreted else jit.entry(play_deals_at_a_glance)
        number = play(rules, 5, 1, 3, careful, none, space, ends)
        found.append([int(end) for end in ends[:number]])
    assert found[0] == found[1]
    assert END * ((rules.pack - 4) // (2 * rules.packet) - 1) == len(found[0])


def test_playouts_under_the_duty_to_capture() -> None:
    rules = VARIANTS["egyptian"].rules.vary(must_capture=True)
    assert kernel.playouts(rules, 50, 1) == kernel.playouts(rules, 50, 1, interpreted=True)
