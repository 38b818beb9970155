"""The compiled engine against the same functions interpreted, on positions of every variant.

``BASRA_TWINS=50000`` visits that many positions of each.
"""

import os
from random import Random

import pytest

import tables
import twins
from basra import VARIANTS, kernel
from basra.kernel import jit

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


def test_playouts_under_the_duty_to_capture() -> None:
    rules = VARIANTS["egyptian"].rules.vary(must_capture=True)
    assert kernel.playouts(rules, 50, 1) == kernel.playouts(rules, 50, 1, interpreted=True)
