"""Measures how far ``grandmaster`` can be beaten by one that knows how it plays; prints JSON.

``python bench/responder.py --lessons 400 --deals 100`` lets ``grandmaster`` play itself, teaches a
network to foretell its plays (beginning with what is known of ``sharp``), and gives that network to
a player as strong as ``grandmaster``. Then every packet of other deals is played twice, once on
each side, by this responder against ``grandmaster``, from where two grandmasters have left it.
Against itself ``grandmaster`` would come to 0 in each packet: the luck of the cards cancels.
"""

import argparse
import json
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from basra import Deal, engine, kernel
from basra.arena.workers import run
from basra.bots import Bot, Limit
from basra.bots.intuition import intuition_of, read
from basra.bots.sharp import LEVELS, Sharp
from basra.training import Network, fit, lessons
from basra.training.lessons import Course
from basra.valuation import lead_of, majority_value
from basra.variants import find_rules

TARGET = "grandmaster"
RATE = 1e-3
"""Steps are shorter than for a network that knows nothing."""
QUICK = LEVELS[TARGET]._replace(worlds=800)
"""The teacher takes a quarter of the worlds, and time."""


class Job(NamedTuple):
    """A deal of packets, as pure data."""

    rules: str
    network: str
    seed: str
    number: int


def lead(deal: Deal, seat: int) -> float:
    """Return by how many points the side of a seat is ahead, the race for the majority priced."""
    rules = deal.rules
    side = engine.side_of(rules, seat)
    if deal.is_over:
        scores = deal.scores
        return float(scores[side] - scores[1 - side])
    state = deal.state
    points = [engine.card_points(state.piles[at]) + state.bonus[at] for at in (0, 1)]
    left = state.stock + sum(hand.bit_count() for hand in state.hands)
    ahead = majority_value(rules, rules.majority, lead_of(rules, state.piles, side), left)
    return points[side] - points[1 - side] + ahead


def play_packet(deal: Deal, plays: int, first: Bot, second: Bot) -> None:
    """Let two players play a packet, each for its side."""
    for _ in range(plays):
        seat = deal.turn
        if seat is None:
            return
        bot = (first, second)[engine.side_of(deal.rules, seat)]
        deal.play(bot.choose(deal.view(seat), Limit()))


def margin(job: Job) -> float:
    """Return the points by which the responder wins a deal, as the mean of both sides."""
    rules = find_rules(job.rules)
    responder = Sharp(
        "responder", f"{job.seed}/answer", intuition=read(job.network), strength=LEVELS[TARGET]
    )
    target = Sharp(TARGET, job.seed)
    deal = Deal(rules, seed=f"{job.seed}/{job.number}", dealer=job.number % rules.seats)
    won = 0.0
    while not deal.is_over:
        start, plays = deal.position, sum(hand.bit_count() for hand in deal.state.hands)
        one, other = Deal.at(start), Deal.at(start)
        play_packet(one, plays, responder, target)
        play_packet(other, plays, target, responder)
        won += (lead(one, 0) - lead(other, 0)) / 2
        play_packet(deal, plays, target, target)
    return won


def learnt(rules: str, deals: int, rounds: int, seed: str) -> tuple[str, dict[str, object]]:
    """Return the network that foretells the target, and its figures."""
    start = Network.of(intuition_of(find_rules(rules)).net)
    course = Course("responder", "", QUICK, deals, rounds, (rules,))
    network, figures = fit(lessons(course, deals, seed), 1, rounds, start=start, rate=RATE)
    return network.text({}), figures._asdict()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="coffeehouse")
    parser.add_argument("--lessons", type=int, default=400, help="deals to learn from")
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", default="responder")
    asked = parser.parse_args()
    kernel.warm()
    network, figures = learnt(asked.rules, asked.lessons, asked.rounds, asked.seed)
    print(json.dumps(figures), flush=True)
    jobs = [Job(asked.rules, network, f"{asked.seed}/met", number) for number in range(asked.deals)]
    found = list(run(margin, jobs))
    ci95 = 1.96 * stdev(found) / sqrt(len(found))
    print(
        json.dumps({"deals": len(found), "margin": round(fmean(found), 2), "ci95": round(ci95, 2)})
    )


if __name__ == "__main__":
    main()
