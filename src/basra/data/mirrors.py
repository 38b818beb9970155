"""Pairs deals with those of the same cards and exchanged players, to part luck from play.

The luck of a seating is what its side makes on average in both seatings of the same cards: half
the sum of the margins of the same seat, once with the one players and once with the other. What a
margin is more or less than that is play.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import inf, sqrt
from statistics import fmean
from typing import Final, NamedTuple

from basra import engine
from basra.data.figures import WIDTH, Mean
from basra.position import Position
from basra.rules import Rules

_SIDES: Final = 2
_Players = tuple[str, ...]
_Cards = tuple[int | bytes, ...]
_Key = tuple[_Cards, _Players, _Players]


class Reckoned(NamedTuple):
    """A figure that is worked out of others; nothing is known of it without cases."""

    cases: int = 0
    value: float = 0.0
    interval: tuple[float, float] = (-inf, inf)
    """The 95 % interval; infinite where none can be told."""
    is_share: bool = False


class Pair(NamedTuple):
    """The same cards in both seatings, each played once or more."""

    players: tuple[_Players, _Players]
    """Who sat on the side of eldest in the one seating and in the other."""
    margins: tuple[tuple[float, ...], tuple[float, ...]]
    """Of the side of eldest, by seating."""

    @property
    def luck(self) -> float:
        """The luck of the side of eldest."""
        return sum(map(fmean, self.margins)) / 2

    @property
    def play(self) -> float:
        """The mean square of what is not luck, both seatings counting the same."""
        return fmean(fmean((one - self.luck) ** 2 for one in way) for way in self.margins)

    def share_of(self, side: int) -> tuple[float, float]:
        """Return the mean luck and play of players in the deals of the pair.

        >>> from basra.data.mirrors import Pair
        >>> Pair((("Amal",), ("Badr",)), ((10.0,), (4.0,))).share_of(0)
        (0.0, 3.0)
        """
        own, other = self.margins[side], self.margins[1 - side]
        deals = len(own) + len(other)
        luck = self.luck * (len(own) - len(other)) / deals
        return luck + 0.0, (sum(own) - sum(other)) / deals - luck + 0.0


class Mirrors:
    """The deals of one set of rules by their cards and players."""

    def __init__(self) -> None:
        self.sides = _SIDES
        """Sides of the rules; of others than two no luck is told."""
        self.deals = 0
        """Finished deals."""
        self.seatings: dict[_Key, tuple[list[float], list[float]]] = {}
        """Margins of eldest's side by cards and players, for each way to seat these."""

    def add(self, names: Sequence[str], start: Position, scores: tuple[int, ...]) -> None:
        """Count a finished deal of players, who are known by their names."""
        self.deals += 1
        rules = start.rules
        if rules.sides != _SIDES or not all(names):
            return
        eldest = engine.next_seat(rules, start.state.dealer)
        side = engine.side_of(rules, eldest)
        own, other = _players(names, rules, side), _players(names, rules, 1 - side)
        if own == other:
            return
        margin = float(scores[side] - scores[1 - side])
        key = (_cards(start, eldest), min(own, other), max(own, other))
        self.seatings.setdefault(key, ([], []))[own > other].append(margin)

    def join(self, other: "Mirrors") -> None:
        """Add what others counted."""
        self.sides = other.sides
        self.deals += other.deals
        for key, seatings in other.seatings.items():
            known = self.seatings.setdefault(key, ([], []))
            for margins, more in zip(known, seatings, strict=True):
                margins.extend(more)

    @property
    def pairs(self) -> Iterator[Pair]:
        """The pairs, in the order of their first deals."""
        for (_, first, second), (one, other) in self.seatings.items():
            if one and other:
                yield Pair((first, second), (tuple(one), tuple(other)))

    @property
    def mirrored(self) -> int:
        """Deals that have a mirror."""
        return sum(len(way) for pair in self.pairs for way in pair.margins)

    @property
    def figures(self) -> dict[str, Reckoned]:
        """Luck and play of the side of eldest in points, and how much of the variance is luck."""
        pairs = list(self.pairs)
        lucks = [pair.luck for pair in pairs]
        mean = _mean(lucks)
        luck = [(one - mean.value) ** 2 for one in lucks]
        play = [pair.play for pair in pairs]
        return {
            "mean": mean,
            "spread": _spread(luck if len(luck) > 1 else ()),
            "play": Reckoned(len(pairs)),
            "play_spread": _spread(play),
            "share": _share(luck, play),
        }

    @property
    def players(self) -> Mapping[str, tuple[Reckoned, Reckoned]]:
        """Mean luck and play of each player, who has most pairs first."""
        found: dict[str, list[tuple[float, float]]] = {}
        for pair in self.pairs:
            for side, names in enumerate(pair.players):
                share = pair.share_of(side)
                for name in dict.fromkeys(names):
                    found.setdefault(name, []).append(share)
        order = sorted(found, key=lambda name: (-len(found[name]), name))
        return {name: _of_player(found[name]) for name in order}


def _of_player(shares: Sequence[tuple[float, float]]) -> tuple[Reckoned, Reckoned]:
    lucks, plays = [luck for luck, _ in shares], [play for _, play in shares]
    # Seats held equally often make luck 0 by how it is reckoned: nothing was measured.
    luck = _mean(lucks) if any(lucks) else Reckoned(len(lucks))
    return luck, _mean(plays)


def _players(names: Sequence[str], rules: Rules, side: int) -> _Players:
    seated = enumerate(names)
    return tuple(sorted(name for seat, name in seated if engine.side_of(rules, seat) == side))


def _cards(start: Position, eldest: int) -> _Cards:
    """Return what tells the cards of a deal apart, by place in the order of play."""
    rules, state = start.rules, start.state
    hands = [
        engine.pick(state.hands, (eldest + place) % rules.seats) for place in range(rules.seats)
    ]
    return (*hands, state.floor, bytes(start.stock), start.carried)


def _mean(values: Sequence[float]) -> Reckoned:
    mean = Mean()
    for value in values:
        mean = mean.plus(value)
    return Reckoned(mean.cases, mean.value, mean.interval)


def _spread(squares: Sequence[float]) -> Reckoned:
    return Reckoned(len(squares), sqrt(fmean(squares))) if squares else Reckoned()


def _share(luck: Sequence[float], play: Sequence[float]) -> Reckoned:
    """Return which part of the sum of both the one is, with the interval of a ratio of means."""
    total, cases = sum(luck) + sum(play), len(luck)
    if cases < _SIDES or not total:
        return Reckoned(is_share=True)
    share = sum(luck) / total
    misses = ((one - share * (one + other)) ** 2 for one, other in zip(luck, play, strict=True))
    half = WIDTH * sqrt(sum(misses) * cases / (cases - 1)) / total
    edges = round(max(0.0, share - half), 6), round(min(1.0, share + half), 6)
    return Reckoned(cases, share, edges, is_share=True)
