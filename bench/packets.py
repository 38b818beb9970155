"""Compares two players packet by packet against a third; prints JSON.

``python bench/packets.py master sharp --against careful --deals 100`` lets the third play deals
against itself. From where each packet of them begins, both players play it, once on each side, and
the difference of what they come to is added up by deals. Most of the luck cancels: the standard
deviation of a deal is a third of that of a mirrored one, and where both play alike it is 0. What a
player does to later packets counts only as far as the prices of the race for the majority and of
the floor tell it.
"""

import argparse
import json
from collections.abc import Iterator
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from basra import Deal, engine, kernel
from basra.arena.players import find_player
from basra.arena.workers import run
from basra.bots import Bot, Limit
from basra.bots.floors import values_of
from basra.kernel.alphabeta import FLOORS, floor_margin
from basra.kernel.rows import GRAIN
from basra.valuation import lead_of, majority_value
from basra.variants import find_rules


class Job(NamedTuple):
    """A deal, as pure data."""

    rules: str
    players: tuple[str, str, str]
    seed: str
    number: int


def lead(deal: Deal, seat: int) -> float:
    """Return by how many points the side of a seat is ahead, as far as can be told.

    The race for the majority has its price, and so has the floor for who leads the next packet.
    """
    rules = deal.rules
    side = engine.side_of(rules, seat)
    if deal.is_over:
        scores = deal.scores
        return float(scores[side] - scores[1 - side])
    state = deal.state
    points = [engine.card_points(state.piles[at]) + state.bonus[at] for at in (0, 1)]
    left = state.stock + sum(hand.bit_count() for hand in state.hands)
    ahead = majority_value(rules, rules.majority, lead_of(rules, state.piles, side), left)
    values = (*(0,) * FLOORS, *values_of(rules))
    lying = floor_margin(rules, values, state.floor, state.turn, side) / GRAIN
    return points[side] - points[1 - side] + ahead + lying


def play_packet(deal: Deal, first: Bot, second: Bot) -> None:
    """Let two players play the hands of a packet, each for its side."""
    for _ in range(sum(hand.bit_count() for hand in deal.state.hands)):
        seat = deal.turn
        if seat is None:
            return
        bot = (first, second)[engine.side_of(deal.rules, seat)]
        deal.play(bot.choose(deal.view(seat), Limit()))


def packets_of(rules: str, seed: str, number: int, host: Bot) -> Iterator[Deal]:
    """Yield a deal at the beginning of each packet; between them a host plays it for all."""
    deal = Deal(rules, seed=f"{seed}/{number}", dealer=number % 2)
    while not deal.is_over:
        yield deal
        play_packet(deal, host, host)


def gained(deal: Deal, player: Bot, other: Bot) -> float:
    """Return what a player comes to in a packet, as the mean of both sides."""
    one, two = Deal.at(deal.position), Deal.at(deal.position)
    play_packet(one, player, other)
    play_packet(two, other, player)
    return (lead(one, 0) - lead(two, 0)) / 2


def difference(job: Job) -> float:
    """Return by how much the first player does better than the second in a deal."""
    first, second, other = (find_player(name, job.seed) for name in job.players)
    return sum(
        gained(deal, first, other) - gained(deal, second, other)
        for deal in packets_of(job.rules, job.seed, job.number, other)
    )


def told(found: list[float]) -> str:
    """Return a mean and its 95 % interval as JSON."""
    ci95 = 1.96 * stdev(found) / sqrt(len(found))
    return json.dumps(
        {"deals": len(found), "margin": round(fmean(found), 2), "ci95": round(ci95, 2)}
    )


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--against", default="sharp")
    parser.add_argument("--rules", default="coffeehouse")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", default="packets")
    asked = parser.parse_args()
    if find_rules(asked.rules).sides != 2:
        parser.error("two sides are needed")
    kernel.warm()
    players = (asked.first, asked.second, asked.against)
    jobs = [Job(asked.rules, players, asked.seed, number) for number in range(asked.deals)]
    print(told(list(run(difference, jobs))))


if __name__ == "__main__":
    main()
