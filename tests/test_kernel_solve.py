"""Exact search against plain minimax on the ends of deals, compiled and interpreted.

``BASRA_ENDINGS=1000`` tries that many of each variant; the plain search is slow.
"""

import os
from random import Random

import pytest

import tables
from basra import VARIANTS, Deal, Rules, engine, kernel
from basra.engine import NOBODY, ROOM, WORK, Four, State
from basra.position import Position

ENDINGS = int(os.environ.get("BASRA_ENDINGS", "60"))


def plain(rules: Rules, state: State, stock: tuple[int, ...], carried: int, lead: int = 0) -> Four:
    """Return the scores of best play by trying everything; ``lead`` is the worth of a card more.

    With a lead the search ends with the packet, unless it is the last.
    """
    if engine.needs_packet(rules, state):
        if lead:
            points = [
                engine.card_points(pile) + bonus
                for pile, bonus in zip(state.piles, state.bonus, strict=True)
            ]
            counts = [pile.bit_count() for pile in state.piles[: rules.sides]]
            for side, count in enumerate(counts):
                if rules.sides > 2:
                    most = max(counts[other] for other in range(rules.sides) if other != side)
                    points[side] += lead * (count - most)
                elif side == 0:
                    points[side] += lead * (count - counts[1])
            return engine.four(points)
        state = engine.deal_packet(rules, state, stock)
    if engine.is_over(rules, state):
        undealt = sum(1 << card for card in stock[len(stock) - state.stock :])
        state = engine.collect(rules, state, undealt)
        return engine.score(rules, state.piles, state.bonus, carried)[0]
    plays, work = engine.buffer(ROOM), engine.buffer(WORK)
    hand = engine.pick(state.hands, state.turn)
    found = engine.legal_plays(rules, state.floor, hand, plays, work)
    outcomes = [
        plain(rules, engine.apply(rules, state, play), stock, carried, lead)
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


@pytest.mark.parametrize("text", ["egyptian", "lebanese_a", "yemeni"])
def test_with_a_boundary_the_search_ends_with_the_packet(text: str) -> None:
    chance = Random(f"boundary {text}")
    for number in range(12):
        rules = VARIANTS[text].at(2 + number % 2)
        deal = Deal(rules, seed=f"{number}")
        rest = chance.choice((2, 3, 4, 5))
        packet = rules.packet * rules.seats
        for _ in range(packet * chance.choice((1, 2)) - rest):
            deal.play(chance.choice(deal.legal_plays))
        position, side = deal.position, engine.side_of(rules, deal.position.state.turn)
        solver = kernel.Solver(interpreted=number % 3 == 0)
        boundary = solver.boundary_of(lambda lead: 2 * lead)
        solution = solver.solve(rules, position.state, boundary=boundary)
        expected = plain(rules, position.state, position.stock, 0, lead=2)
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
