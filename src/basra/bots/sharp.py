"""Players that search worlds: hands that agree with what the seat knows.

``sharp`` takes every such world as equally likely and solves the packet in it. ``master`` and
``grandmaster`` believe more in worlds in which the others would have played as they did, and play
them out as seats do that see their own hands alone.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb, sqrt
from time import perf_counter
from typing import NamedTuple

from basra.bots.beliefs import past_plays, set_boundary, weigh_past
from basra.bots.bot import (
    Limit,
    Weighed,
    knows_all_hands,
    legal_plays,
    pool_of,
)
from basra.bots.floors import NOTHING, values_of
from basra.bots.intuition import CAREFUL, intuition_of
from basra.cards import CardSet, Play, card_set
from basra.engine import four, packet_size
from basra.kernel import jit
from basra.kernel.intuition import Intuition
from basra.kernel.jit import Room
from basra.kernel.rows import GRAIN, SEATS
from basra.kernel.searcher import Searcher
from basra.kernel.worlds import WORLD
from basra.notation import write_view
from basra.shuffle import Generator, joined, shuffle
from basra.view import View, imagine, state_of


class Strength(NamedTuple):
    """How much a player searches."""

    worlds: int
    """Worlds weighed for a play, of packets with eight cards left."""
    hidden: int = 1
    """Times as many worlds where more than one hand is hidden, and worlds differ more."""
    believes: bool = False
    """Whether worlds count more in which the others would have played as they did."""
    played_out: float = 0.0
    """The share of a world's value that comes from play at a glance instead of exact search.

    The last packet is searched: what decides there, the race for the majority and who takes what
    lies at the end, is seen too badly at a glance.
    """
    searched: int = 16
    """Cards in all hands up to which worlds are searched before the last packet, and not only
    played out."""


LEVELS = {
    "sharp": Strength(100, hidden=2),
    "master": Strength(120, hidden=8, believes=True, played_out=0.5, searched=12),
    "grandmaster": Strength(1600, hidden=2, believes=True, played_out=0.5, searched=8),
}
DECIDED = CAREFUL._replace(sharpness=1e6, slip=0.0)
"""A seat that makes what it thinks best at a glance."""
BATCH = 25
"""Worlds weighed between two looks at the clock."""
MOST_SEARCHED = 400
"""Worlds that are searched at most: a search may take ten times as long as a play-out."""
USUAL = 16
"""Plays beyond which fewer worlds are played out for each: on few floors there are as many, and on
those a glance takes long, too."""
SEARCHED = {2: 16, 3: 6, 4: 6}
"""Cards in all hands up to which a packet is searched to its end, by sides: alone there is no
cutting off. Beyond it is played out at a glance."""
_SEARCHERS: list[Searcher] = []


class Sharp:
    """Weighs each play over worlds drawn by chance."""

    def __init__(
        self,
        name: str,
        seed: str,
        strength: Strength | None = None,
        intuition: Intuition | None = None,
    ) -> None:
        """Take the strength of a level; ``seed`` and the view fix the worlds that are drawn.

        Believes of the others what was learnt for the table unless given another ``intuition``.
        """
        self.name = name
        self._seed = seed
        self._strength = strength or LEVELS[name]
        self._intuition = intuition

    def choose(self, view: View, limit: Limit) -> Play:
        """Return the play that is worth most on average."""
        plays = legal_plays(view)
        if len(plays) == 1:
            return Play(plays[0])
        return self._weigh(view, limit, plays)[0].play

    def weigh(self, view: View, limit: Limit) -> list[Weighed]:
        """Return the legal plays, best first, with the standard errors of their worth."""
        return self._weigh(view, limit, legal_plays(view))

    def _weigh(self, view: View, limit: Limit, plays: list[int]) -> list[Weighed]:
        started = perf_counter()
        try:
            search = _SEARCHERS.pop()
        except IndexError:
            search = Searcher()
        try:
            task = _Task(search, view, self._strength, self._intuition, self._seed, plays)
            return task.run(limit, started)
        finally:
            _SEARCHERS.append(search)


class _Tally:
    """Weighted means of the plays over worlds, and how far they may be off by chance."""

    def __init__(self, plays: int) -> None:
        self._sums = [0.0] * plays
        self._squares = [0.0] * plays
        self._total = self._total_squared = 0.0

    def add(self, weights: Sequence[float], values: Sequence[Sequence[float]]) -> None:
        """Add the values of all plays in some worlds."""
        for weight, row in zip(weights, values, strict=True):
            self._total += weight
            self._total_squared += weight * weight
            for play, value in enumerate(row):
                self._sums[play] += weight * value
                self._squares[play] += weight * value * value

    def means(self) -> Iterator[tuple[float, float]]:
        """Yield the mean of each play and its standard error, in points."""
        number = self._total * self._total / self._total_squared
        for together, squares in zip(self._sums, self._squares, strict=True):
            mean = together / self._total
            spread = max(0.0, squares / self._total - mean * mean)
            error = sqrt(spread / (number - 1)) if number > 1.5 else 0.0
            yield mean / GRAIN, error / GRAIN


class _Task:
    """The search for one play."""

    def __init__(
        self,
        search: Searcher,
        view: View,
        strength: Strength,
        intuition: Intuition | None,
        seed: str,
        plays: list[int],
    ) -> None:
        self._search = search
        self._view = view
        self._strength = strength
        self._plays = plays
        self._rules = jit.plain_rules(view.rules)
        self._intuition = DECIDED
        if strength.believes:
            self._intuition = intuition or intuition_of(view.rules)
        self._state = jit.plain_state(state_of(view))
        self._open = knows_all_hands(view)
        self._ends = packet_size(view.rules, len(view.stock)) == 0
        most = SEARCHED[view.rules.sides]
        self._exact = sum(view.held) <= (most if self._ends else min(most, strength.searched))
        self._complete = False
        """Whether every world was weighed, so that no error of chance is left."""
        self._aside = card_set(card for card in view.stock if card >= 0)
        """The cards that the reader knows to be in no hand."""
        self._key = joined(seed, write_view(view))
        self._roots = jit.room(len(plays))
        for at, play in enumerate(plays):
            self._roots[at] = play
        set_boundary(search, view, values_of(view.rules) if strength.believes else NOTHING)

    def run(self, limit: Limit, started: float) -> list[Weighed]:
        """Weigh the plays in batches until the worlds or the time are used up."""
        explains = self._strength.believes and not self._open
        past = past_plays(self._view) if explains else jit.room(0)
        carried = self._view.carried
        chance = Generator(self._key)
        tally = _Tally(len(self._plays))
        for worlds in self._batches(self._wanted(limit), chance):
            weights = weigh_past(
                self._search, self._rules, self._state, carried, worlds, past, self._intuition
            )
            tally.add(weights, self._values(worlds, chance.randrange(1 << 62) | 1))
            if limit.seconds is not None and perf_counter() - started > limit.seconds:
                break
        weighed = [
            Weighed(Play(play), points, 0.0 if self._complete else error)
            for play, (points, error) in zip(self._plays, tally.means(), strict=True)
        ]
        return sorted(weighed, key=lambda one: (-one.points, one.play))

    def _wanted(self, limit: Limit) -> int:
        """Return how many worlds to weigh: fewer of long packets, and to play out many plays."""
        if self._open:
            return 1
        view, worlds = self._view, self._strength.worlds
        if max(view.hidden) < sum(view.hidden):
            worlds *= self._strength.hidden
        if self._share() == 0.0:
            worlds = min(worlds, MOST_SEARCHED)
        else:
            worlds = worlds * USUAL // max(USUAL, len(self._plays))
        return limit.iterations or max(8, worlds * 8 // max(8, sum(view.held)))

    def _batches(self, wanted: int, chance: Generator) -> Iterator[Room]:
        """Yield worlds: every hand there can be if they are few enough, else some by chance."""
        view = self._view
        hidden = view.hidden
        seat = max(range(SEATS), key=hidden.__getitem__)
        pool = pool_of(view, seat)
        alone = sum(hidden) == hidden[seat]
        ways = comb(pool.bit_count(), hidden[seat])
        if alone and ways <= wanted:
            # What others draw is chance, and takes as many worlds as hands that are drawn.
            draws = self._strength.believes and self._share() > 0.0
            for _ in range(wanted // ways if draws else 1):
                yield from self._every_hand(seat, hidden[seat], pool, chance)
            self._complete = not draws
            return
        for done in range(0, wanted, BATCH):
            yield self._draw(min(BATCH, wanted - done), chance)

    def _every_hand(self, seat: int, size: int, pool: int, chance: Generator) -> Iterator[Room]:
        """Yield a world for each hand that the one seat whose hand is hidden may hold.

        They come in an order by chance, since time may be up before the last of them.
        """
        hands = [sum(1 << card for card in cards) for cards in combinations(CardSet(pool), size)]
        shuffle(hands, chance)
        for begin in range(0, len(hands), BATCH):
            chosen = hands[begin : begin + BATCH]
            worlds = jit.room(len(chosen) * WORLD)
            for index, hand in enumerate(chosen):
                for other in range(SEATS):
                    worlds[index * WORLD + other] = int(self._view.known[other])
                worlds[index * WORLD + seat] |= hand
                worlds[index * WORLD + SEATS] = self._view.unseen & ~hand | self._aside
            yield worlds

    def _draw(self, number: int, chance: Generator) -> Room:
        """Return worlds that agree with the view."""
        view, search = self._view, self._search
        worlds = jit.room(number * WORLD)
        if any(view.lacks):
            for at in range(number):
                imagined = imagine(view, chance)
                for seat in range(SEATS):
                    worlds[at * WORLD + seat] = imagined.state.hands[seat]
                rest = sum(1 << card for card in imagined.stock)
                worlds[at * WORLD + SEATS] = rest
            return worlds
        pool = pool_of(view, view.seat)
        known = four([int(cards) for cards in view.known])
        start = chance.randrange(1 << 62) | 1
        search.draw(known, view.hidden, int(pool), start, worlds)
        if self._aside:
            for at in range(SEATS, len(worlds), WORLD):
                worlds[at] |= self._aside
        return worlds

    def _values(self, worlds: Room, chance: int) -> list[list[float]]:
        """Return the value of each play in each world."""
        found, share = len(self._plays), self._share()
        mixed = [0.0] * (len(worlds) // WORLD * found)
        for part, searched in ((1.0 - share, True), (share, False)):
            if part:
                values = self._weighed(worlds, chance, searched=searched)
                mixed = [sum_ + part * value for sum_, value in zip(mixed, values, strict=True)]
        return [mixed[at : at + found] for at in range(0, len(mixed), found)]

    def _share(self) -> float:
        """Return what part of a value comes from play at a glance."""
        if not self._exact:
            return 1.0
        return 0.0 if self._open or self._ends else self._strength.played_out

    def _weighed(self, worlds: Room, chance: int, *, searched: bool) -> list[int]:
        values = jit.room(len(worlds) // WORLD * len(self._plays))
        self._search.weigh(
            self._rules,
            self._state,
            worlds,
            self._roots,
            self._view.carried,
            self._intuition,
            chance,
            values,
            searched=searched,
        )
        return [int(value) for value in values]
