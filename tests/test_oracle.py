"""The engine against brute force, on random positions of every variant with house rules.

``BASRA_POSITIONS=100000`` tries that many positions of each variant.
"""

import os
from collections.abc import Iterator
from random import Random

import pytest

import oracle
import tables
from basra import VARIANTS, Rules, engine
from basra.cards import ALL

POSITIONS = int(os.environ.get("BASRA_POSITIONS", "3000"))


def positions(variant: str, count: int) -> Iterator[tuple[Rules, int, int, Random]]:
    """Yield rules, a floor of up to ten cards and a hand; half of the rules are the variant's."""
    chance = Random(f"oracle {variant}")
    usual = VARIANTS[variant].rules
    for number in range(count):
        rules = tables.house_rules(chance, usual) if number % 2 else usual
        pack = list(range(rules.pack))
        if number % 4 > 1:
            pack = [card for card in pack if card < chance.choice((20, 28, 40))]
        size = chance.choice((0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 10))
        drawn = chance.sample(pack, size + chance.choice((1, 2, 4)))
        floor = sum(1 << card for card in drawn[:size])
        yield rules, floor, sum(1 << card for card in drawn[size:]), chance


@pytest.mark.parametrize("variant", VARIANTS)
def test_captures_are_those_of_brute_force(variant: str) -> None:
    work = engine.buffer(engine.WORK)
    for rules, floor, hand, _ in positions(variant, POSITIONS):
        for card in oracle.members(hand):
            expected = oracle.captures(rules, floor, card)
            found = engine.captures(rules, floor, card, work)
            assert sorted(expected) == sorted(work[:found]), (rules, floor, card)
            assert bool(expected) == engine.can_capture(rules, floor, card)


@pytest.mark.parametrize("variant", VARIANTS)
def test_legal_plays_are_those_of_brute_force(variant: str) -> None:
    work, plays = engine.buffer(engine.WORK), engine.buffer(engine.ROOM)
    for rules, floor, hand, chance in positions(variant, POSITIONS // 3):
        expected = {
            card << 52 | captured
            for card in oracle.playable(rules, floor, hand)
            for captured in oracle.captures(rules, floor, card) or {0}
        }
        found = engine.legal_plays(rules, floor, hand, plays, work)
        assert sorted(expected) == sorted(plays[:found]), (rules, floor, hand)
        for card in oracle.members(hand):
            tried = {floor & chance.getrandbits(52) for _ in range(4)}
            tried |= {0, floor, *(play & ALL for play in expected)}
            for captured in tried:
                play = card << 52 | captured
                legal = engine.is_legal(rules, floor, hand, play, work)
                assert (play in expected) == legal, (rules, floor, hand, play)


@pytest.mark.parametrize("variant", VARIANTS)
def test_basra_points_are_those_of_brute_force(variant: str) -> None:
    sweeps = 0
    for rules, floor, hand, chance in positions(variant, POSITIONS):
        for card in oracle.members(hand):
            for captured in oracle.captures(rules, floor, card) or {0}:
                trails, is_last = chance.random() < 0.5, chance.random() < 0.2
                expected = oracle.basra_points(
                    rules, floor, card, captured, trails=trails, is_last=is_last
                )
                found = engine.basra_points(rules, floor, card, captured, int(trails), is_last)
                assert expected == found, (rules, floor, card, captured, trails, is_last)
                sweeps += captured == floor != 0
    assert sweeps > POSITIONS // 20


def test_every_kind_of_komi_basra_is_that_of_brute_force() -> None:
    chance = Random("komi")
    earned = dict.fromkeys(("egyptian", "yemeni", "ethiopian"), 0)
    for _ in range(POSITIONS):
        size = chance.randrange(1, 9)
        pack = [card for card in range(chance.choice((20, 40, 52))) if card != oracle.KOMI]
        floor = sum(1 << card for card in chance.sample(pack, size))
        for variant in earned:
            rules = VARIANTS[variant].rules
            expected = oracle.basra_points(
                rules, floor, oracle.KOMI, floor, trails=False, is_last=False
            )
            found = engine.basra_points(rules, floor, oracle.KOMI, floor, 0, False)  # noqa: FBT003
            assert expected == found, (variant, floor)
            earned[variant] += expected > 0
    assert min(earned.values()) > POSITIONS // 20


def test_single_and_chain_ask_for_a_match_or_the_card_just_trailed() -> None:
    for basra in (1, 2):
        rules = Rules(basra=basra, komi=True, komi_high=True)
        for floor in (sum({1 << one, 1 << two}) for one in range(52) for two in range(52)):
            for card in (3, 10, 17, 25, 26, 38, 42, 50):
                if floor >> card & 1:
                    continue
                for trails in (0, 1):
                    expected = oracle.basra_points(
                        rules, floor, card, floor, trails=bool(trails), is_last=False
                    )
                    legal = floor in oracle.captures(rules, floor, card)
                    found = engine.basra_points(rules, floor, card, floor, trails, False)  # noqa: FBT003
                    assert not legal or expected == found, (basra, floor, card, trails)
