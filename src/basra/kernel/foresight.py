"""Deals played at a glance, to learn from what the floor at the end of a packet is worth."""

from collections.abc import MutableSequence, Sequence

from basra.engine import (
    NOBODY,
    arrange,
    begin,
    buffer,
    card_points,
    count,
    deal_packet,
    packet_size,
)
from basra.kernel.alphabeta import ENDLESS
from basra.kernel.chance import seeded
from basra.kernel.intuition import Intuition
from basra.kernel.rollout import shuffle_pack, undealt_of
from basra.kernel.rows import BEST
from basra.kernel.search import search
from basra.kernel.workspace import Workspace
from basra.kernel.worlds import held_cards, lay_undealt, margin_at_end, play_out
from basra.rules import Rules

LEFT, FLOOR, LEAD, MADE, FINAL, END = range(6)
"""What is noted at the end of a packet: how many cards are not dealt, the floor, by how many cards
and points the side that leads the next packet is ahead, and its margin in the end, in thousandths
of a point."""
SEARCHED = 16
"""Cards in all hands up to which the last packet is searched; one of 24 takes half a second."""


def play_deals_at_a_glance(
    rules: Rules,
    first: int,
    deals: int,
    seed: int,
    intuition: Intuition,
    boundary: Sequence[int],
    space: Workspace,
    ends: MutableSequence[int],
) -> int:
    """Play deals of two sides from number ``first`` on; return how many numbers were noted.

    All seats lean to what they think best. The last packet, unless it is long, is played perfectly
    with open cards; for that the ``boundary`` has no numbers. Side 0 leads every packet.
    """
    pack = buffer(rules.pack)
    places = buffer(rules.pack)
    order = buffer(rules.pack)
    found = 0
    for number in range(first, first + deals):
        chance = shuffle_pack(rules, seeded(seed, number), pack, places)
        arrange(rules, pack, places, order)
        state = begin(rules, order, rules.seats - 1)
        begun = found
        while packet_size(rules, state.stock):
            draws = seeded(chance, state.stock)
            state = play_out(rules, state, 0, NOBODY, intuition, draws, space)
            ends[found + LEFT] = state.stock
            ends[found + FLOOR] = state.floor
            ends[found + LEAD] = count(state.piles[0]) - count(state.piles[1])
            ahead = card_points(state.piles[0]) + state.bonus[0]
            ends[found + MADE] = ahead - card_points(state.piles[1]) - state.bonus[1]
            found += END
            state = deal_packet(rules, state, order)
        undealt = undealt_of(rules, state, order)
        lay_undealt(rules, state, undealt, space.stock)
        if held_cards(state) <= SEARCHED:
            search(rules, state, 0, boundary, ENDLESS, 1, space)
            final = space.rows[BEST]
        else:
            draws = seeded(chance, state.stock)
            state = play_out(rules, state, 0, NOBODY, intuition, draws, space)
            final = margin_at_end(rules, state, undealt, 0, boundary, 0)
        for at in range(begun, found, END):
            ends[at + FINAL] = final
    return found
