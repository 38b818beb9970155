"""Captures by the engine: the sentences of the rules, and floors that no deal can reach."""

import sys
import time
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, prod
from random import Random

import pytest

from basra import (
    VARIANTS,
    Card,
    CardSet,
    Deal,
    IllegalPlay,
    Rules,
    TooManyCaptures,
    captures,
    engine,
    find_rules,
)
from basra.cards import CARDS, NUMERALS

BASE = Rules()
Counts = tuple[int, ...]


def counted(cards: int, value: int) -> Counts:
    """Return how many numerals of each rank below ``value`` a set holds."""
    return tuple((cards >> 4 * rank & 15).bit_count() for rank in range(value - 1))


@cache
def groups(value: int) -> list[Counts]:
    """Return the ways to make ``value`` of two or more numerals, as counts by rank."""
    found: list[Counts] = []
    for size in range(2, value + 1):
        found += [
            tuple(parts.count(part) for part in range(1, value))
            for parts in combinations_with_replacement(range(1, value), size)
            if sum(parts) == value
        ]
    return found


def number_of_captures(floor: int, card: int) -> int:
    """Count what a numeral may capture over the counts of ranks, independently of the engine."""
    value = (card >> 2) + 1
    start = counted(floor, value)
    seen, fringe, ends = {start}, [start], set()
    while fringe:
        rest = fringe.pop()
        stuck = True
        for group in groups(value):
            left = tuple(map(int.__sub__, rest, group))
            if min(left) >= 0:
                stuck = False
                if left not in seen:
                    seen.add(left)
                    fringe.append(left)
        if stuck:
            ends.add(rest)
    if ends == {start}:
        return int(counted(floor, 11)[value - 1] > 0)
    minimal = [one for one in ends if not any(_inside(two, one) for two in ends if two != one)]
    return sum(prod(map(comb, start, rest)) for rest in minimal)


def _inside(one: Counts, two: Counts) -> bool:
    return all(less <= more for less, more in zip(one, two, strict=True))


def number_found(rules: Rules, floor: int, card: int) -> int:
    begun = time.perf_counter()
    found = engine.captures(rules, floor, card, engine.buffer(engine.WORK))
    assert time.perf_counter() - begun < 2, "an answer comes in bounded time"
    return found


@pytest.mark.parametrize("variant", VARIANTS)
def test_all_forty_numerals_leave_no_choice(variant: str) -> None:
    rules = VARIANTS[variant].rules
    for rank in range(10):
        card = Card(4 * rank + 2)
        floor = NUMERALS & ~(1 << card)
        expected = CardSet(floor & (1 << 4 * rank + 4) - 1)
        assert [expected] == captures(rules, floor, card)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_floor_of_all_other_cards(variant: str) -> None:
    rules = VARIANTS[variant].rules
    everything = (1 << rules.pack) - 1
    for card in range(rules.pack):
        floor = everything & ~(1 << card)
        rank = card >> 2
        taken = floor & (1 << 4 * rank + 4) - 1 if rank < 10 else floor & 15 << 4 * rank
        if engine.is_sweeper(rules, card):
            taken = floor
        assert [taken] == captures(rules, floor, card)
        number_found(rules, floor, card)


def crowded(chance: Random, size: int) -> tuple[int, int]:
    """Return a floor of so many numerals, and another numeral."""
    *floor, card = chance.sample(range(40), size + 1)
    return sum(1 << other for other in floor), card


def test_thirty_numerals_are_counted_right() -> None:
    chance = Random("thirty numerals")
    for _ in range(60):
        floor, card = crowded(chance, 30)
        assert number_of_captures(floor, card) == number_found(BASE, floor, card), (floor, card)


def test_a_ten_on_twenty_numerals_is_counted_right() -> None:
    chance = Random("twenty numerals")
    most = 0
    for _ in range(30):
        floor, _ = crowded(chance, chance.choice((12, 16, 20)))
        ten = next(card for card in range(36, 40) if not floor >> card & 1 or card == 39)
        floor &= ~(1 << ten)
        expected = number_of_captures(floor, ten)
        assert expected == number_found(BASE, floor, ten), (floor, ten)
        most = max(most, expected)
    assert most > 100


MANY = (
    ("AcAhAs2c2s3h3s4s5d5h5s6c6d6s7c7d7h7s8c8h8s9c9sTh", "Tc"),
    ("AdAs2d2s3c3d3h3s4c4h5c5h5s6c6d6s7s8c8d8h8s9c9d9h9sTcTdTs", "Th"),
)
"""Floors with more captures than are listed, and a card."""


@pytest.mark.parametrize(("on_floor", "ten"), MANY)
def test_more_captures_than_are_worth_a_list_are_refused_with_their_number(
    on_floor: str, ten: str
) -> None:
    floor, card = CardSet(on_floor), Card(ten)
    number = number_of_captures(floor, card)
    assert number > engine.ROOM
    assert number == number_found(BASE, floor, card)
    with pytest.raises(TooManyCaptures, match=f"in {number} ways here: more than 1024") as error:
        captures(BASE, floor, card)
    assert number == error.value.facts["found"]
    queen, other = "Qs", "Kd"
    rest = 52 - 3 - floor.bit_count()
    text = f"{CardSet(floor)} {Card(card)!r}{queen}/{other}Kh -/- 0/0 a - 0 ?{rest - 1}"
    deal = Deal.from_bfn("cypriot", text)
    before = deal.position
    with pytest.raises(TooManyCaptures, match=f"there are {number + 1} legal plays") as error:
        _ = deal.legal_plays
    assert number + 1 == error.value.facts["found"]
    with pytest.raises(IllegalPlay, match=", …"):
        deal.play(str(Card(card)))
    assert before == deal.position
    work = engine.buffer(engine.WORK)
    engine.captures(BASE, floor, card, work)
    assert len(set(work[: engine.ROOM])) == engine.ROOM, "what is written is written once"
    for taken in work[: engine.ROOM : 50]:
        assert engine.is_legal(
            BASE, floor, 1 << card, card << CARDS | taken, engine.buffer(engine.WORK)
        )
    played = deal.play(f"{Card(card)}x{CardSet(work[0])}")
    assert work[0] == played.play.captured
    largest = engine.captures(BASE._replace(largest=True), floor, card, work)
    assert (1, True) == (largest, work[0] & ~floor == 0)


def test_a_seven_captures_in_at_most_412_ways() -> None:
    # All 5 ** 6 counts of ranks were tried once; these are those around the greatest number.
    work = engine.buffer(engine.WORK)
    most = 0
    for counts in product((3, 4), (2, 3, 4), (0, 1, 2), (3, 4), (0, 1, 4), (3, 4)):
        floor = sum((1 << held) - 1 << 4 * rank for rank, held in enumerate(counts))
        most = max(most, engine.captures(BASE, floor, Card("7d"), work))
    assert 412 == most


def test_a_rest_that_contains_a_new_one_is_dropped() -> None:
    captures_module = sys.modules["basra.engine.captures"]
    work = engine.buffer(engine.WORK)
    for number, rest in enumerate((0x21, 0x12, 0x300)):
        work[captures_module.RESTS + number] = rest
    kept = captures_module._keep(0x11, 3, work)  # noqa: SLF001 - no floor was found that needs it
    found = work[captures_module.RESTS : captures_module.RESTS + kept]
    assert [0x300, 0x11] == list(found)


def test_every_card_comes_with_a_play_where_there_are_too_many() -> None:
    floor, card = CardSet(MANY[0][0]), Card(MANY[0][1])
    number = number_of_captures(floor, card)
    hand = 1 << card | CardSet("QsKd")
    plays, work = engine.buffer(engine.ROOM), engine.buffer(engine.WORK)
    assert number + 2 == engine.legal_plays(BASE, floor, hand, plays, work)
    assert set(CardSet(hand)) == {play >> CARDS for play in plays}


def test_a_komi_that_may_be_a_seven_takes_the_whole_floor_too() -> None:
    rules = find_rules("egyptian;komi_as_seven=yes")
    chance = Random("komi")
    komi = Card("7d")
    for _ in range(20):
        floor = sum(1 << card for card in chance.sample(range(25), 15))
        whole = captures_whole(floor, komi)
        assert number_of_captures(floor, komi) + (not whole) == number_found(rules, floor, komi)


def captures_whole(floor: int, card: int) -> bool:
    work = engine.buffer(engine.WORK)
    return engine.captures(BASE, floor, card, work) == 1 and work[0] == floor


def test_a_weaker_test_than_maximality_is_wrong() -> None:
    found = captures(BASE, "6c 6d 8s 4h 4d 2h", "Ts")
    assert CardSet("4h4d2h") not in found, "no further ten fits, but more could have been taken"
    assert [CardSet("6c6d8s4h4d2h")] == found


def test_a_jack_and_the_komi_take_everything() -> None:
    floor = CardSet("Jd7hKs2c")
    for rules, card, expected in product(
        (BASE, find_rules("egyptian")), (Card("Jc"), Card("7d")), (floor,)
    ):
        swept = card == Card("Jc") or rules.komi
        assert ([expected] if swept else [CardSet("7h")]) == captures(rules, floor, card)


def test_the_largest_capture_is_most_cards_then_points_then_lowest() -> None:
    rules = BASE.vary(largest=True)
    assert [CardSet("4c2d3h")] == captures(rules, "5h 4c 2d 3h", "9s")
    assert [CardSet("2c3h")] == captures(rules, "2c 2d 3h", "5s"), "the 2♣ is worth two"
    assert [CardSet("2d3h")] == captures(rules, "2h 2d 3h", "5s"), "the lowest"
    assert [CardSet("Jd7h")] == captures(rules.vary(komi=True), "Jd 7h", "7d")


def test_a_duty_to_capture_leaves_other_cards_in_the_hand() -> None:
    rules = BASE.vary(must_capture=True)
    floor, hand = CardSet("5h3s"), CardSet("5c9dJs2h")
    assert CardSet("5cJs") == engine.playable(rules, floor, hand)
    assert hand == engine.playable(BASE, floor, hand)
    assert CardSet("9d2h") == engine.playable(rules, floor, CardSet("9d2h"))
    assert CardSet("5cJs") == engine.capturing(BASE, floor, hand)
    work = engine.buffer(engine.WORK)
    assert not engine.is_legal(rules, floor, hand, Card("9d") << CARDS, work)
    assert engine.is_legal(BASE, floor, hand, Card("9d") << CARDS, work)


def test_what_is_not_on_the_floor_is_not_captured() -> None:
    work = engine.buffer(engine.WORK)
    hand = CardSet("5c")
    assert not engine.is_legal(BASE, 0, hand, Card("5c") << CARDS | CardSet("5h"), work)
    assert not engine.is_legal(
        BASE, CardSet("5h"), hand, Card("5c") << CARDS | CardSet("5h5d"), work
    )
    assert not engine.is_legal(BASE, CardSet("5h"), hand, Card("5d") << CARDS | CardSet("5h"), work)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_order_and_the_suits_of_a_floor_do_not_matter(variant: str) -> None:
    rules, chance = VARIANTS[variant].rules, Random(variant)
    for _ in range(150):
        *floor, card = chance.sample([n for n in range(rules.pack) if n & 3 != 1], 7)
        mapped = {0: 3, 2: 0, 3: 2}
        other = {n: n & ~3 | mapped[n & 3] for n in range(52) if n & 3 != 1}
        there = {tuple(map(int, taken)) for taken in captures(rules, floor, card)}
        turned = captures(rules, [other[n] for n in reversed(floor)], other[card])
        assert {tuple(sorted(other[n] for n in taken)) for taken in there} == {
            tuple(map(int, taken)) for taken in turned
        }


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_king_more_on_the_floor_changes_no_numeral(variant: str) -> None:
    rules, chance = VARIANTS[variant].rules, Random(variant)
    court = Card("Ks") if rules.pack == 52 else Card("Js")
    for _ in range(150):
        *floor, card = chance.sample([n for n in range(40) if n != 25], 6)
        assert captures(rules, floor, card) == captures(rules, [*floor, court], card)
