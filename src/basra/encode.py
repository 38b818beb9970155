"""Views as arrays and plays as actions: one encoding for every variant, versioned.

The layout is that of ``features``; the tables here say what its numbers mean, and
``docs/environments.md`` prints them. Only a view is encoded, so nothing hidden can be.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from basra import engine, features
from basra.cards import ALL, CARDS, Play
from basra.engine import WORK, Four
from basra.errors import IllegalPlay, TooManyCaptures
from basra.features import ACTIONS, HISTORY, MOST, MOVING, NUMBERS, OFFERS, PLANES, SIZE
from basra.game import seat_of
from basra.position import UNKNOWN
from basra.rules import Rules
from basra.view import View

VERSION: Final = 0
"""The version of the encoding: it rises with any change to sizes, places or meanings."""

Array = NDArray[np.int8]


class Part(NamedTuple):
    """Some planes, or some numbers, of an observation."""

    name: str
    size: int
    """How many planes, or numbers."""
    meaning: str


CARD_PLANES: Final = (
    Part("hand", 1, "the own hand"),
    Part("floor", 1, "the floor"),
    Part("piles", 4, "what each side has captured"),
    Part("known", 3, "cards that each other seat is known to hold"),
    Part("open", 1, "cards known to lie in the stock"),
    Part("unseen", 1, "cards whose place is not known"),
    Part("lacks", 3, "cards that each other seat has shown not to hold (duty to capture)"),
    Part("buried", 1, "barred cards put back from the first floor and not played yet"),
    Part("pack", 1, "the cards of the pack"),
    Part("past", 2 * HISTORY, "the last plays, newest first: the card, and what it captured"),
)
"""The planes, 52 numbers of 0 or 1 each, card by card: Ac Ad Ah As 2c … Ks."""
PLAIN_NUMBERS: Final = (
    Part("held", 4, "how many cards each seat holds"),
    Part("sizes", 4, "how many cards each side has captured"),
    Part("bonus", 8, "what the basras of each side have earned: hundreds, and what is over"),
    Part("turn", 4, "1 for the seat to play"),
    Part("dealer", 4, "1 for the dealer"),
    Part("last", 5, "1 for the seat that captured last; the fifth for nobody"),
    Part("trails", 1, "1 if the last play trailed a card on a lone card"),
    Part("stock", 1, "how many cards are not dealt yet"),
    Part("next", 1, "how many cards each seat gets in the next packet"),
    Part("made", 1, "how many plays were made in the deal"),
    Part("carried", 2, "majority points held over: hundreds, and what is over"),
    Part("totals", 8, "points of each side in the match before the deal, in the same way"),
    Part("target", 2, "points that end the match, in the same way"),
)
"""The numbers that follow the planes."""
OPTIONS: Final = tuple(name for name in Rules._fields if name not in ("direction", "target"))
"""The options of the rules that follow the numbers, one number each."""


class Standing(NamedTuple):
    """What a seat knows of the match besides the deal."""

    totals: Four = (0, 0, 0, 0)
    """Points by side before the deal."""
    target: int = 0
    """Points that end the match; 0 stands for the target of the rules."""


FRESH: Final = Standing()


def encode(view: View, standing: Standing = FRESH) -> Array:
    """Return what the seat that looks knows, as ``SIZE`` small numbers.

    Seats and sides are in the order of the table from the own one on. Raises BadNotation for the
    view of a spectator.

    >>> import basra
    >>> from basra.encode import SIZE, encode
    >>> seen = encode(basra.Deal("egyptian", seed=7, dealer=1).view(0))
    >>> seen.shape == (SIZE,), int(seen[:52].sum())
    (True, 4)
    """
    planes, numbers = [0] * PLANES, [0] * MOVING
    _describe(view, standing, planes, numbers)
    seen = np.empty(SIZE, np.int8)
    bits = 0
    for plane in reversed(planes):
        bits = bits << CARDS | plane
    packed = np.frombuffer(bits.to_bytes(PLANES * CARDS // 8 + 1, "little"), np.uint8)
    seen[: PLANES * CARDS] = np.unpackbits(packed, count=PLANES * CARDS, bitorder="little")
    seen[PLANES * CARDS : PLANES * CARDS + MOVING] = numbers
    seen[PLANES * CARDS + MOVING :] = options_of(view.rules)
    return seen


def _describe(view: View, standing: Standing, planes: list[int], numbers: list[int]) -> None:
    open_stock = buried = 0
    for card in view.stock:
        if card != UNKNOWN:
            open_stock |= 1 << card
    for card in view.buried:
        buried |= 1 << card
    past = (*reversed(view.plays[-HISTORY:]), *(-1,) * HISTORY)
    seen = features.Seen(
        seat=seat_of(view.rules, view.seat),
        floor=view.floor,
        known=view.known,
        held=view.held,
        piles=view.piles,
        bonus=view.bonus,
        turn=view.turn,
        last=view.last,
        trails=view.trails,
        dealer=view.dealer,
        stock=len(view.stock),
        open_stock=open_stock,
        buried=buried,
        lacks=view.lacks,
        carried=view.carried,
        made=len(view.plays),
        first=past[0],
        second=past[1],
        third=past[2],
        totals=standing.totals,
        target=standing.target or view.rules.target,
    )
    features.describe(view.rules, seen, planes, numbers, 0)


def options_of(rules: Rules) -> list[int]:
    """Return the options of rules as the last numbers of an observation.

    >>> from basra import find_rules
    >>> from basra.encode import options_of
    >>> options_of(find_rules("egyptian"))[:4]
    [2, 2, 52, 4]
    """
    return [int(getattr(rules, name)) for name in OPTIONS]


def actions_of(view: View) -> dict[int, int]:
    """Return the play of each legal action of the seat that looks; none if it is not its turn.

    Raises TooManyCaptures on floors that no deal can reach and that offer more plays of a card
    than it has actions.

    >>> import basra
    >>> from basra.encode import actions_of
    >>> text = "2c4s5d5h 3h8sThKc/As3c4d9h -/- 0/0 a - 0 ?40"
    >>> view = basra.Deal.from_bfn("egyptian", text).view(0)
    >>> {action: basra.Play(play) for action, play in actions_of(view).items()}
    {24: 3h, 278: 8s, 488: Thx5d5h, 572: Kc}
    """
    if view.seat != view.turn or not view.hand:
        return {}
    actions, plays = [0] * OFFERS, [0] * OFFERS
    found = features.list_actions(
        view.rules, view.floor, view.hand, actions, plays, 0, engine.buffer(WORK)
    )
    if found < 0:
        raise TooManyCaptures("error.action.many", most=ACTIONS)
    return dict(zip(actions[:found], plays[:found], strict=True))


def mask_of(view: View) -> Array:
    """Return 1 for each legal action, 0 for all others; all 0 if it is not the seat's turn.

    >>> import basra
    >>> from basra.encode import mask_of
    >>> deal = basra.Deal("egyptian", seed=7, dealer=1)
    >>> int(mask_of(deal.view(0)).sum()), int(mask_of(deal.view(1)).sum())
    (4, 0)
    """
    mask = np.zeros(ACTIONS, np.int8)
    mask[list(actions_of(view))] = 1
    return mask


def play_of(view: View, action: int) -> Play:
    """Return the play that an action stands for; raises IllegalPlay if it is not legal.

    >>> import basra
    >>> from basra.encode import play_of
    >>> text = "2c4s5d5h 3h8sThKc/As3c4d9h -/- 0/0 a - 0 ?40"
    >>> play_of(basra.Deal.from_bfn("egyptian", text).view(0), 488)
    Thx5d5h
    """
    play = actions_of(view).get(int(action))
    if play is None:
        raise IllegalPlay("error.action", action=int(action))
    return Play(play)


def action_of(view: View, play: int) -> int:
    """Return the action of a legal play; raises IllegalPlay if it is none.

    >>> import basra
    >>> from basra.encode import action_of
    >>> text = "2c4s5d5h 3h8sThKc/As3c4d9h -/- 0/0 a - 0 ?40"
    >>> action_of(basra.Deal.from_bfn("egyptian", text).view(0), basra.Play("Kc"))
    572
    """
    for action, legal in actions_of(view).items():
        if legal == play:
            return action
    raise IllegalPlay("error.action.play", play=Play(play))


def card_of(action: int) -> int:
    """Return the card that an action plays; raises IllegalPlay for a number that is no action.

    >>> from basra import Card
    >>> from basra.encode import card_of
    >>> Card(card_of(0)), Card(card_of(488)), Card(card_of(575))
    (Ac, Th, Ks)
    """
    if not 0 <= action < ACTIONS:
        raise IllegalPlay("error.action", action=action)
    rank = max(rank for rank, start in enumerate(features.STARTS) if start <= action)
    return 4 * rank + (action - features.STARTS[rank]) // features.PLAYS[rank]


__all__ = [
    "ACTIONS",
    "ALL",
    "CARD_PLANES",
    "FRESH",
    "MOST",
    "NUMBERS",
    "OPTIONS",
    "PLAIN_NUMBERS",
    "SIZE",
    "VERSION",
    "Array",
    "Part",
    "Standing",
    "action_of",
    "actions_of",
    "card_of",
    "encode",
    "mask_of",
    "options_of",
    "play_of",
]
