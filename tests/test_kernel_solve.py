"""Exact search against plain minimax on the ends of deals, compiled and interpreted.

``BASRA_ENDINGS=1000`` tries that many of each variant; the plain search is slow.
"""

import os
from collections.abc import Callable
from random import Random

import pytest

import tables
from basra import VARIANTS, Deal, Rules, engine, find_rules, kernel
from basra.engine import NOBODY, ROOM, WORK, Four, State
from basra.kernel.alphabeta import BOUNDARY, EVEN, FLOORS, SOME
from basra.kernel.rows import GRAIN, special_cards
from basra.position import Position

ENDINGS = int(os.environ.get("BASRA_ENDINGS", "60"))


Beyond = Callable[[Rules, State], Four]
"""What a packet that has ended comes to, by side."""


def plain(
    rules: Rules,
    state: State,
    stock: tuple[int, ...],
    carried: int,
    beyond: Beyond | None = None,
) -> Four:
    """Return the scores of best play by trying everything.

    With ``beyond`` the search ends with the packet, unless it is the last.
    """
    if engine.needs_packet(rules, state):
        if beyond:
            return beyond(rules, state)
        state = engine.deal_packet(rules, state, stock)
    if engine.is_over(rules, state):
        undealt = sum(1 << card for card in stock[len(stock) - state.stock :])
        state = engine.collect(rules, state, undealt)
        return engine.score(rules, state.piles, state.bonus, carried)[0]
    plays, work = engine.buffer(ROOM), engine.buffer(WORK)
    hand = engine.pick(state.hands, state.turn)
    found = engine.legal_plays(rules, state.floor, hand, plays, work)
    outcomes = [
        plain(rules, engine.apply(rules, state, play), stock, carried, beyond)
        for play in plays[:found]
    ]
    side = engine.side_of(rules, state.turn)
    return max(outcomes, key=lambda four: (margin(rules, four, side), [-number for number in four]))


def margin(rules: Rules, scores: Four, side: int) -> float:
    others = rules.sides - 1
    return (scores[side] * (others + 1) - sum(scores[: rules.sides])) / others


def ending(rules: Rules, seed: str, cards: int, chance: Random) -> Position:
    """Return a position with at most ``cards`` left to play."""
    deal = Deal(rules, seed=seed)
    while sum(map(int.bit_count, deal.position.state.hands)) + len(deal.position.stock) > cards:
        deal.play(chance.choice(deal.legal_plays))
    return deal.position


@pytest.mark.parametrize("variant", VARIANTS)
def test_solutions_are_those_of_plain_minimax(variant: str) -> None:
    chance = Random(f"solve {variant}")
    solver, slow = kernel.Solver(), kernel.Solver(interpreted=True)
    usual = VARIANTS[variant]
    for number in range(ENDINGS):
        rules = usual.at(*usual.tables[number % len(usual.tables)])
        if number % 3 == 2:
            rules = tables.house_rules(chance, rules)
        position = ending(rules, f"{number}", 6 if rules.seats == 4 else 5, chance)
        state, stock, carried = position.state, position.stock, number % 2 * rules.majority
        side = engine.side_of(rules, state.turn)
        solution = solver.solve(rules, state, stock, carried)
        if number % 3 == 0:
            assert slow.solve(rules, state, stock, carried) == solution
        best = plain(rules, state, stock, carried)
        assert solution.exact
        assert solution.margin == pytest.approx(margin(rules, best, side))
        after = plain(rules, engine.apply(rules, state, solution.play), stock, carried)
        assert margin(rules, after, side) == margin(rules, best, side)
        if rules.sides > 2:
            assert solution.points == best[: rules.sides]


def made(state: State) -> list[int]:
    """Return what each side has made of its cards so far, without the majority."""
    piles = zip(state.piles, state.bonus, strict=True)
    return [engine.card_points(pile) + bonus for pile, bonus in piles]


def two_a_card(rules: Rules, state: State) -> Four:
    """Price each card more than the best other side has at two points."""
    points = made(state)
    counts = [pile.bit_count() for pile in state.piles[: rules.sides]]
    for side, count in enumerate(counts):
        most = max(counts[other] for other in range(rules.sides) if other != side)
        if rules.sides > 2 or side == 0:
            points[side] += 2 * (count - most)
    return engine.four(points)


def ending_soon(rules: Rules, seed: str, chance: Random) -> Position:
    """Return a position in which few cards of a packet are left, and others follow."""
    deal = Deal(rules, seed=seed)
    rest = chance.choice((2, 3, 4, 5))
    packet = rules.packet * rules.seats
    for _ in range(packet * chance.choice((1, 2)) - rest):
        deal.play(chance.choice(deal.legal_plays))
    return deal.position


@pytest.mark.parametrize("text", ["egyptian", "lebanese_a", "yemeni"])
def test_with_a_boundary_the_search_ends_with_the_packet(text: str) -> None:
    chance = Random(f"boundary {text}")
    for number in range(12):
        rules = VARIANTS[text].at(2 + number % 2)
        position = ending_soon(rules, f"{number}", chance)
        side = engine.side_of(rules, position.state.turn)
        solver = kernel.Solver(interpreted=number % 3 == 0)
        boundary = solver.boundary_of(lambda lead: 2 * lead)
        solution = solver.solve(rules, position.state, boundary=boundary)
        expected = plain(rules, position.state, position.stock, 0, two_a_card)
        assert solution.margin == pytest.approx(margin(rules, expected, side))


@pytest.mark.parametrize("table", ["egyptian", "lebanese_a", "coffeehouse;seats=4"])
def test_a_floor_counts_for_the_side_that_leads_the_next_packet(table: str) -> None:
    chance = Random(f"ends {table}")
    # Any numbers, since all of them have to be looked up in their place; but cards of a rank are
    # alike, except those that count for more.
    numbers = [chance.randrange(-9, 10) for _ in range(BOUNDARY)]
    special = special_cards(find_rules(table))
    for card in range(52):
        if not special >> card & 1:
            numbers[FLOORS + card] = numbers[card >> 2]

    def beyond(rules: Rules, state: State) -> Four:
        points, leader = made(state), engine.side_of(rules, state.turn)
        lead = state.piles[0].bit_count() - state.piles[1].bit_count()
        lying = [card for card in range(52) if state.floor >> card & 1]
        points[0] += numbers[EVEN + lead]
        points[leader] += numbers[FLOORS + 52 + min(SOME, len(lying))]
        points[leader] += sum(numbers[FLOORS + card] for card in lying)
        return engine.four(points)

    for number in range(12):
        rules = find_rules(table)
        position = ending_soon(rules, f"{number}", chance)
        side = engine.side_of(rules, position.state.turn)
        solver = kernel.Solver(interpreted=number % 3 == 0)
        boundary = solver.boundary_of(lambda _: 0)
        for at, worth in enumerate(numbers):
            boundary[at] = worth * GRAIN
        solution = solver.solve(rules, position.state, boundary=boundary)
        expected = plain(rules, position.state, position.stock, 0, beyond)
        assert solution.margin == pytest.approx(margin(rules, expected, side))


def test_two_packets_with_a_known_stock() -> None:
    rules = VARIANTS["egyptian"].rules
    position = ending(rules, "two", 16, Random("two packets"))
    solution = kernel.solve(rules, position.state, position.stock)
    assert solution.exact
    # The same number comes out when the line of best plays is followed.
    state, stock, turn = position.state, position.stock, position.state.turn
    while not engine.is_over(rules, state):
        if engine.needs_packet(rules, state):
            state = engine.deal_packet(rules, state, stock)
            stock = stock[len(stock) - state.stock :]
        step = kernel.solve(rules, state, stock)
        assert step.margin == (solution.margin if state.turn == turn else -solution.margin)
        state = engine.apply(rules, state, step.play)


def test_a_limit_ends_a_search() -> None:
    rules = VARIANTS["egyptian"].rules
    position = Deal(rules, seed="long").position
    solution = kernel.solve(rules, position.state, position.stock, limit=2000)
    assert (solution.exact, solution.nodes) == (False, 2000)
    play = kernel.solve(rules, position.state, position.stock, limit=1).play
    assert play in Deal(rules, seed="long").legal_plays
    assert kernel.Solver().solve(rules, position.state, position.stock).exact


def test_nothing_to_play_is_a_solution_too() -> None:
    rules = VARIANTS["cypriot"].rules
    state = State(0b1, (0, 0, 0, 0), (0b1110000, 0, 0, 0), (10, 0, 0, 0), 0, 0, 0, 1, 0)
    assert kernel.solve(rules, state)[:2] == (10 + 2 + 1 + 3, NOBODY)
