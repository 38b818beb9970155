"""Measures how long each computer player thinks about a play."""

import statistics
from time import perf_counter, process_time

from basra import Deal, find_rules, kernel
from basra.bots import LADDER, SEARCHING, Limit, find_bot
from figures import Figure, rounded

TABLES = {
    "two seats": ("egyptian", LADDER),
    "partners": ("egyptian;seats=4;sides=2", ("careful", *SEARCHING)),
}
_DEALS = 3
"""Whole deals that are played at least: searches differ much from the first packet to the last."""


def thinking(text: str, name: str, seconds: float) -> list[float]:
    """Return the milliseconds of processor time of every play of whole deals."""
    rules, bot = find_rules(text), find_bot(name, "bench")
    taken: list[float] = []
    number, begun = 0, perf_counter()
    while number < _DEALS or perf_counter() - begun < seconds:
        deal = Deal(rules, seed=f"bench {number}")
        number += 1
        while not deal.is_over:
            view = deal.view(deal.turn)
            before = process_time()
            play = bot.choose(view, Limit())
            taken.append(1000 * (process_time() - before))
            deal.play(play)
    return taken


def players(part: str, seconds: float) -> list[Figure]:
    """Measure the ladder at two seats, and those above greedy with partners."""
    kernel.warm()  # compiling is no thinking
    found: list[Figure] = []
    for table, (text, names) in TABLES.items():
        for name in names:
            taken = thinking(text, name, seconds)
            note = f"median {rounded(statistics.median(taken))}, most {rounded(max(taken))} ms"
            what = f"{name}, {table}"
            found.append(Figure(part, what, rounded(statistics.fmean(taken)), "ms", note))
    return found
