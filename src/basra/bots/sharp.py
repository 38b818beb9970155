"""Players that search worlds: hands that agree with what the seat knows, each packet exactly.

``sharp`` takes every such world as equally likely; ``master`` and ``grandmaster`` believe more in
those in which the others would have played as they did.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb, sqrt
from time import perf_counter
from typing import NamedTuple

from basra import engine
from basra.bots.bot import Limit, Weighed, legal_plays, pool_of
from basra.cards import ALL, CARDS, CardSet, Play
from basra.engine import NOBODY, State, count, four
from basra.kernel import jit
from basra.kernel.alphabeta import EVEN
from basra.kernel.jit import Room
from basra.kernel.rows import GRAIN, SEATS
from basra.kernel.searcher import Model, Searcher
from basra.kernel.worlds import PAST, WORLD
from basra.notation import write_view
from basra.rules import Rules
from basra.shuffle import Generator, joined
from basra.valuation import majority_value
from basra.view import View, floor_before, imagine


class Strength(NamedTuple):
    """How much a player searches."""

    worlds: int
    """Worlds weighed for a play."""
    inner: int = 0
    """Worlds that the others are taken to search when their past plays are explained; 0: none."""
    played_out: float = 0.0
    """The share of a world's value that comes from careful play instead of exact search."""


LEVELS = {
    "sharp": Strength(worlds=100),
    "master": Strength(worlds=150, inner=6, played_out=0.5),
    "grandmaster": Strength(worlds=300, inner=12, played_out=0.5),
}
BATCH = 25
"""Worlds weighed between two looks at the clock."""
SHARPNESS = 0.5
"""How strongly a seat is taken to prefer a play, for each point that it is better."""
SLIP = 0.05
"""The chance that a seat plays without regard to that."""
SEARCHED = {2: 16, 3: 6, 4: 6}
"""Cards in all hands up to which a packet is searched to its end, by sides: alone there is no
cutting off. Beyond it is played out by careful players."""
EXPLAINED = 12
"""Cards of a packet up to which past plays are explained by search."""


_SEARCHERS: list[Searcher] = []


class Sharp:
    """Weighs each play over worlds drawn by chance."""

    def __init__(self, name: str, seed: str, strength: Strength | None = None) -> None:
        """Take the strength of a level; ``seed`` and the view fix the worlds that are drawn."""
        self.name = name
        self._seed = seed
        self._strength = strength or LEVELS[name]

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
        search = _SEARCHERS.pop() if _SEARCHERS else Searcher()
        try:
            return _Task(search, view, self._strength, self._seed, plays).run(limit, started)
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
        self, search: Searcher, view: View, strength: Strength, seed: str, plays: list[int]
    ) -> None:
        self._search = search
        self._view = view
        self._strength = strength
        self._plays = plays
        self._rules = jit.plain_rules(view.rules)
        self._state = jit.plain_state(_state_of(view))
        self._open = self._is_open()
        self._exact = sum(view.held) <= SEARCHED[view.rules.sides]
        self._complete = False
        """Whether every world was weighed, so that no error of chance is left."""
        self._key = joined(seed, write_view(view))
        self._roots = jit.room(len(plays))
        for at, play in enumerate(plays):
            self._roots[at] = play
        stake = view.rules.majority + view.carried
        for lead in range(-EVEN, EVEN + 1):
            value = majority_value(view.rules, stake, lead, len(view.stock))
            search.boundary[EVEN + lead] = round(value * GRAIN)

    def run(self, limit: Limit, started: float) -> list[Weighed]:
        """Weigh the plays in batches until the worlds or the time are used up."""
        explains = self._strength.inner and not self._open and _is_explicable(self._rules)
        past, made = self._past() if explains else (jit.room(PAST), 0)
        chance = Generator(self._key)
        tally = _Tally(len(self._plays))
        for worlds, number in self._batches(self._wanted(limit), chance):
            weights = self._believe(worlds, number, past, made, chance)
            tally.add(weights, self._values(worlds, number))
            if limit.seconds is not None and perf_counter() - started > limit.seconds:
                break
        weighed = [
            Weighed(Play(play), points, 0.0 if self._complete else error)
            for play, (points, error) in zip(self._plays, tally.means(), strict=True)
        ]
        return sorted(weighed, key=lambda one: (-one.points, one.play))

    def _wanted(self, limit: Limit) -> int:
        """Return how many worlds to weigh: fewer of long packets, which take longer to search."""
        if self._open:
            return 1
        held = sum(self._view.held)
        return limit.iterations or max(8, self._strength.worlds * 8 // max(8, held))

    def _is_open(self) -> bool:
        """Tell whether the seat knows all hands: those that play on hold what is unseen."""
        view = self._view
        hidden = sum(view.held) - sum(known.bit_count() for known in view.known)
        others = [seat for seat in range(SEATS) if view.held[seat] != view.known[seat].bit_count()]
        return len(others) <= 1 and hidden == view.unseen.bit_count()

    def _batches(self, wanted: int, chance: Generator) -> Iterator[tuple[Room, int]]:
        """Yield worlds: every hand there can be if they are few enough, else some by chance."""
        view = self._view
        hidden = [
            held - known.bit_count() for held, known in zip(view.held, view.known, strict=True)
        ]
        seat = max(range(SEATS), key=hidden.__getitem__)
        pool = pool_of(view, seat)
        alone = sum(hidden) == hidden[seat]
        if alone and comb(pool.bit_count(), hidden[seat]) <= wanted:
            self._complete = True
            yield self._every_hand(seat, hidden[seat], pool)
            return
        for done in range(0, wanted, BATCH):
            number = min(BATCH, wanted - done)
            yield self._draw(number, chance), number

    def _every_hand(self, seat: int, size: int, pool: int) -> tuple[Room, int]:
        """Return a world for each hand that the one seat whose hand is hidden may hold."""
        hands = [sum(1 << card for card in cards) for cards in combinations(CardSet(pool), size)]
        worlds = jit.room(len(hands) * WORLD)
        for index, hand in enumerate(hands):
            for other in range(SEATS):
                worlds[index * WORLD + other] = int(self._view.known[other])
            worlds[index * WORLD + seat] |= hand
            worlds[index * WORLD + SEATS] = self._view.unseen & ~hand
        return worlds, len(hands)

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
        free = four(
            [held - known.bit_count() for held, known in zip(view.held, view.known, strict=True)]
        )
        known = four([int(cards) for cards in view.known])
        start = chance.randrange(1 << 62) | 1
        search.draw(known, free, int(pool), number, start, worlds)
        return worlds

    def _values(self, worlds: Room, number: int) -> list[list[float]]:
        """Return the value of each play in each world."""
        share = self._strength.played_out if self._exact else 1.0
        if self._open and self._exact:
            share = 0.0
        mixed = [[0.0] * len(self._plays) for _ in range(number)]
        for part, searched in ((1.0 - share, True), (share, False)):
            if part:
                found = self._weighed(worlds, number, searched=searched)
                for world in range(number):
                    for root in range(len(self._plays)):
                        mixed[world][root] += part * found[world * len(self._plays) + root]
        return mixed

    def _weighed(self, worlds: Room, number: int, *, searched: bool) -> list[int]:
        search = self._search
        found = len(self._plays)
        values = jit.room(number * found)
        search.weigh(
            self._rules,
            self._state,
            worlds,
            number,
            self._roots,
            found,
            self._view.carried,
            values,
            searched=searched,
        )
        return [int(value) for value in values]

    def _believe(
        self, worlds: Room, number: int, past: Room, made: int, chance: Generator
    ) -> list[float]:
        """Return how much to believe in each world."""
        if not made:
            return [1.0] * number
        search = self._search
        weights = jit.float_room(number)
        search.believe(
            self._rules,
            self._state,
            worlds,
            number,
            past,
            made,
            Model(self._strength.inner, SHARPNESS, SLIP),
            chance.randrange(1 << 62) | 1,
            self._view.carried,
            weights,
        )
        return [float(weight) for weight in weights]

    def _past(self) -> tuple[Room, int]:
        """Return the others' plays of this packet, each with the state it was made in."""
        view = self._view
        rules = self._rules
        made_so_far = len(view.plays)
        packet = _last_packet(rules, rules.pack - 4 - len(view.stock)) - sum(view.held)
        begin = max(0, made_so_far - packet)
        floors = _floors(view, begin)
        piles, held, since = list(view.piles), list(view.held), [0] * SEATS
        rows: list[list[int]] = []
        for at in range(made_so_far - 1, begin - 1, -1):
            play = view.plays[at]
            seat = (view.turn - made_so_far + at) % rules.seats
            card, captured = play >> CARDS, play & ALL
            since[seat] |= 1 << card
            held[seat] += 1
            if captured:
                piles[engine.side_of(rules, seat)] &= ~(captured | 1 << card)
            if seat != view.seat:
                trails = at > 0 and not view.plays[at - 1] & ALL and count(floors[at - 1]) == 1
                last = _last_before(view, at)
                row = [floors[at], int(trails), seat, last, play, since[seat], *held, *piles]
                rows.append(row)
        made = jit.room(max(1, len(rows)) * PAST)
        for index, row in enumerate(rows):
            for at, number in enumerate(row):
                made[index * PAST + at] = number
        return made, len(rows)


def _is_explicable(rules: Rules) -> bool:
    """Tell whether the search of a packet is short enough to explain past plays by it."""
    return rules.sides == 2 and rules.seats * rules.packet <= EXPLAINED


def _floors(view: View, begin: int) -> dict[int, int]:
    """Return the floor before each play from ``begin`` on, and before the one that led to it."""
    floors: dict[int, int] = {}
    floor = view.floor
    for at in range(len(view.plays) - 1, max(0, begin - 1) - 1, -1):
        floor = floor_before(floor, view.plays[at])
        floors[at] = floor
    return floors


def _last_before(view: View, at: int) -> int:
    """Return the seat that had captured last before a play."""
    for earlier in range(at - 1, -1, -1):
        if view.plays[earlier] & ALL:
            return (view.turn - len(view.plays) + earlier) % view.rules.seats
    return NOBODY


def _last_packet(rules: Rules, dealt: int) -> int:
    """Return how many cards the last packet had, of ``dealt`` in all."""
    full = rules.packet * rules.seats
    return dealt % full or full


def _state_of(view: View) -> State:
    """Return the state of a view, with the hands that are known."""
    return State(
        view.floor,
        view.known,
        view.piles,
        view.bonus,
        view.turn,
        view.last,
        view.trails,
        view.dealer,
        len(view.stock),
    )
