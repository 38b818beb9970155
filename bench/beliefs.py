"""How well the model of the others foretells what ``sharp`` plays: networks beside careful play.

Deals of ``sharp`` against itself are played, and every play is looked up in the model with the
hand it came from: the mean logarithm of its probability says how good the model is (0 is best).

    python bench/beliefs.py --deals 60 --rules "coffeehouse;seats=4"
"""

import argparse
from collections.abc import Iterator
from math import log
from statistics import fmean
from typing import NamedTuple

from basra import Deal, View
from basra.bots import Limit, find_bot
from basra.bots.beliefs import past_plays, weigh_past
from basra.bots.intuition import CAREFUL, intuition_of
from basra.kernel import jit
from basra.kernel.beliefs import PAST
from basra.kernel.intuition import Intuition
from basra.kernel.searcher import Searcher
from basra.kernel.worlds import WORLD
from basra.variants import find_rules
from basra.view import state_of

SHARPNESS = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0)
SLIPS = (0.02, 0.03, 0.05)
LEAST = 1e-9


class Made(NamedTuple):
    """A play as the next seat sees it, with the hands as they are, and how many others it had."""

    view: View
    hands: tuple[int, ...]
    choices: int


def plays_of(rules: str, deals: int, seed: str) -> Iterator[Made]:
    """Yield the plays that had a choice."""
    bot = find_bot("sharp", seed)
    for number in range(deals):
        deal = Deal(rules, seed=f"{seed}/{number}", dealer=number % 2)
        while not deal.is_over:
            choices = len(deal.legal_plays)
            deal.play(bot.choose(deal.view(deal.turn), Limit()))
            if choices > 1 and deal.position.stock:
                yield Made(deal.view(deal.turn), deal.state.hands, choices)


def likelihood(searcher: Searcher, made: Made, intuition: Intuition) -> float:
    """Return the probability that the model gives to a play, knowing the hand."""
    world = jit.room(WORLD)
    for seat, hand in enumerate(made.hands):
        world[seat] = hand
    past = past_plays(made.view)[:PAST]
    rules, state = jit.plain_rules(made.view.rules), jit.plain_state(state_of(made.view))
    return weigh_past(searcher, rules, state, made.view.carried, world, past, intuition)[0]


def main() -> None:
    """Print a line for each model and sharpness: the fit for each slip."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--seed", default="beliefs")
    parser.add_argument("--rules", default="coffeehouse")
    asked = parser.parse_args()
    made = list(plays_of(asked.rules, asked.deals, asked.seed))
    print(f"{len(made)} plays; choosing blindly: {fmean(-log(one.choices) for one in made):.3f}")
    searcher = Searcher()
    learnt = intuition_of(find_rules(asked.rules))
    for name, net in (("learnt", learnt.net), ("careful", CAREFUL.net)):
        for sharpness in SHARPNESS:
            intuition = Intuition(net, sharpness, 0.0)
            found = [(likelihood(searcher, one, intuition), one.choices) for one in made]
            fits = [
                fmean(log(max(LEAST, slip / n + (1 - slip) * chance)) for chance, n in found)
                for slip in SLIPS
            ]
            told = "  ".join(f"slip {s}: {fit:.3f}" for s, fit in zip(SLIPS, fits, strict=True))
            print(f"{name:8} sharpness {sharpness}  {told}")


if __name__ == "__main__":
    main()
