"""What the floor at the end of a packet is worth to the side that leads the next one.

It was learnt for every game between two sides by ``basra train floors``: who leads and finds
nothing must lay a card for the other, who leads and finds low cards takes them.
"""

import json
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

from basra.cards import CARDS, KOMI
from basra.engine import lowest
from basra.engine.scores import TEN_OF_DIAMONDS, TWO_OF_CLUBS
from basra.kernel.alphabeta import BOUNDARY, FLOORS
from basra.kernel.rows import GRAIN, special_cards
from basra.rules import Rules
from basra.variants import key_of

UNIT: Final = GRAIN // 100
"""The numbers in the file are hundredths of a point."""
SPECIAL: Final = (lowest(TWO_OF_CLUBS), lowest(TEN_OF_DIAMONDS), KOMI)
"""The cards that may count for more than their rank; the komi does not in every game."""
TABLES: Final = 64
"""The rules whose values are kept at hand: house rules are without end."""
NOTHING: Final = (0,) * (BOUNDARY - FLOORS)


class Floors(NamedTuple):
    """What floors are worth in a game, in hundredths of a point."""

    counts: tuple[int, ...]
    """Of no card, one, two, three or more."""
    ranks: tuple[int, ...]
    """Of each card besides, by rank."""
    special: tuple[int, ...]
    """Of the two of clubs, the ten of diamonds and the seven of diamonds besides."""


def game_of(rules: Rules) -> str:
    """Return the name under which the file holds a game: the nearest variant and the seats."""
    return f"{key_of(rules)};seats={rules.seats}"


@cache
def learnt() -> dict[str, Floors]:
    """Read what was learnt, by game.

    >>> from basra.bots.floors import learnt
    >>> learnt()["coffeehouse;seats=2"].counts[0] < 0
    True
    """
    text = files("basra.bots").joinpath("learnt", "floors.json").read_text("utf-8")
    games = json.loads(text)["games"]
    return {
        game: Floors(*(tuple(found[name]) for name in Floors._fields))
        for game, found in games.items()
    }


@lru_cache(TABLES)
def values_of(rules: Rules) -> tuple[int, ...]:
    """Return what each card on the floor is worth, then no, one, two or more cards.

    In thousandths of a point, as a search has them (``alphabeta.FLOORS``). All are 0 where three
    or four play alone: nothing was learnt for them.
    """
    floors = learnt().get(game_of(rules)) if rules.sides == 2 else None
    if floors is None:
        return NOTHING
    cards = [floors.ranks[card >> 2] for card in range(CARDS)]
    special = special_cards(rules)
    for card, more in zip(SPECIAL, floors.special, strict=True):
        if special >> card & 1:
            cards[card] += more
    return tuple(UNIT * value for value in (*cards, *floors.counts))
