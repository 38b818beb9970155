"""The rules of captures and basras by brute force: the power set of the floor, and no engine."""

from functools import lru_cache
from itertools import combinations

from basra import Basra, Rules

KOMI = 25


def members(cards: int) -> list[int]:
    return [card for card in range(52) if cards >> card & 1]


def value(card: int) -> int:
    return card // 4 + 1


def is_jack(card: int) -> bool:
    return value(card) == 11


def values(cards: int) -> tuple[int, ...]:
    return tuple(sorted(map(value, members(cards))))


@lru_cache(1 << 18)
def splits(numbers: tuple[int, ...], total: int) -> bool:
    """Tell whether all numbers can be put in groups that each add up to ``total``."""
    if not numbers or sum(numbers) % total:
        return not numbers
    rest = numbers[:-1]
    places = range(len(rest))
    return any(
        numbers[-1] + sum(rest[place] for place in group) == total
        and splits(tuple(rest[place] for place in places if place not in group), total)
        for size in range(len(rest) + 1)
        for group in combinations(places, size)
    )


def by_match_and_sum(floor: int, card: int) -> set[int]:
    """Return the unions of disjoint groups that no other union strictly contains."""
    played = value(card)
    matches = sum(1 << other for other in members(floor) if value(other) == played)
    below = [other for other in members(floor) if value(other) < played <= 10]
    unions = {
        matches | sum(1 << other for other in some)
        for size in range(len(below) + 1)
        for some in combinations(below, size)
        if splits(tuple(value(other) for other in some), played)
    } - {0}
    return {one for one in unions if not any(one != two and one & two == one for two in unions)}


def captures(rules: Rules, floor: int, card: int) -> set[int]:
    if floor == 0:
        return set()
    if is_jack(card) or (rules.komi_alone and floor == 1 << KOMI):
        return {floor}
    if rules.komi and card == KOMI:
        seven = rules.komi_as_seven and not rules.largest
        return {floor} | (by_match_and_sum(floor, card) if seven else set())
    found = by_match_and_sum(floor, card)
    return {min(found, key=_largest_first)} if rules.largest and found else found


def _largest_first(cards: int) -> tuple[int, int, list[int]]:
    return -len(members(cards)), -pile_points(cards), members(cards)


def pile_points(cards: int) -> int:
    worth = {4: 2, 37: 3}
    return sum(
        worth.get(card, 1 if value(card) == 1 or is_jack(card) else 0) for card in members(cards)
    )


def playable(rules: Rules, floor: int, hand: int) -> set[int]:
    able = {card for card in members(hand) if captures(rules, floor, card)}
    return able if rules.must_capture and able else set(members(hand))


def basra_points(
    rules: Rules, floor: int, card: int, captured: int, *, trails: bool, is_last: bool
) -> int:
    if captured == 0 or captured != floor or (is_last and not rules.last_card):
        return 0
    on_floor = values(floor)
    if is_jack(card):
        return rules.jack_basra if on_floor == (11,) else 0
    if rules.basra_points:
        one = rules.basra_points
    else:
        one = 2 * {12: rules.queen_value, 13: rules.king_value}.get(value(card), value(card))
    single = on_floor == (value(card),)
    komi = rules.komi and card == KOMI
    chain = trails and len(on_floor) == 2 and sum(on_floor) == value(card) and not komi
    allowed = {
        Basra.SWEEP.value: True,
        Basra.SINGLE.value: single,
        Basra.CHAIN.value: single or chain,
    }
    if rules.komi_alone and floor == 1 << KOMI:
        groups = 1
    elif not allowed[rules.basra]:
        groups = 0
    elif komi:
        groups = int(komi_earns(rules, on_floor))
    else:
        matches = on_floor.count(value(card))
        groups = matches + (sum(on_floor) - matches * value(card)) // value(card)
        groups = groups if rules.per_group else 1
    return one * groups


def komi_earns(rules: Rules, on_floor: tuple[int, ...]) -> bool:
    if rules.komi_high and all(number in (10, 12, 13) for number in on_floor):
        return True
    if max(on_floor) > 10:
        return False
    groups = any(
        splits(on_floor, each) for each in range(1, rules.komi_sum + 1) if sum(on_floor) > each
    )
    seven = rules.komi_as_seven or rules.komi_seven_basra
    return (
        sum(on_floor) <= rules.komi_sum
        or (rules.komi_groups and groups)
        or (seven and splits(on_floor, 7))
    )
