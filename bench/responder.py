"""Measures how far ``grandmaster`` can be beaten by one that knows how it plays; prints JSON.

``python bench/responder.py --lessons 400 --deals 100`` lets ``grandmaster`` play itself, teaches a
network to foretell its plays (beginning with what is known of ``sharp``), and gives that network to
a player as strong as ``grandmaster``. Then every packet of other deals is played twice, once on
each side, by this responder against ``grandmaster``, from where two grandmasters have left it.
Against itself ``grandmaster`` would come to 0 in each packet: the luck of the cards cancels.
"""

import argparse
import json
from typing import NamedTuple

from basra import kernel
from basra.arena.workers import run
from basra.bots.intuition import intuition_of, read
from basra.bots.sharp import LEVELS, Sharp
from basra.training import Network, exam, examine, fit, lessons
from basra.training.lessons import Course
from basra.variants import find_rules
from packets import gained, packets_of, told

TARGET = "grandmaster"
RATE = 1e-3
"""Steps are shorter than for a network that knows nothing."""
QUICK = LEVELS[TARGET]._replace(worlds=400)
"""The teacher takes a quarter of the worlds, and time."""
EXAM = 20
"""Deals of the target itself that are foretold in the end."""


class Job(NamedTuple):
    """A deal of packets, as pure data."""

    rules: str
    network: str
    seed: str
    number: int


def margin(job: Job) -> float:
    """Return the points by which the responder wins a deal, as the mean of both sides."""
    responder = Sharp("responder", f"{job.seed}/answer", LEVELS[TARGET], read(job.network))
    target = Sharp(TARGET, job.seed)
    return sum(
        gained(deal, responder, target)
        for deal in packets_of(job.rules, job.seed, job.number, target)
    )


def learnt(rules: str, deals: int, rounds: int, seed: str) -> tuple[str, dict[str, object]]:
    """Return the network that foretells the target, and its figures."""
    start = Network.of(intuition_of(find_rules(rules)).net)
    course = Course("responder", ("",), QUICK, deals, rounds, EXAM, (rules,))
    network = fit(lessons(course, deals, seed), 1, rounds, start=start, rate=RATE)
    network, figures = examine(network, exam(course, seed, level=TARGET))
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
    print(told(list(run(margin, jobs))))


if __name__ == "__main__":
    main()
