"""Players that search worlds: hands that agree with what the seat knows, each packet exactly.

``sharp`` takes every such world as equally likely; ``master`` and ``grandmaster`` believe more in
those in which the others would have played as they did.
"""

from collections.abc import MutableSequence
from math import sqrt
from time import perf_counter
from typing import NamedTuple

from basra import engine
from basra.bots.bot import Limit, Weighed, legal_plays, pool_of
from basra.cards import ALL, CARDS, Play
from basra.engine import NOBODY, ROOM, WORK, State, count, four
from basra.kernel import jit
from basra.kernel.alphabeta import EVEN, LEADS, SLOT
from basra.kernel.rows import DEPTH, DRAFTS, GRAIN, ROW, SEATS
from basra.kernel.worlds import (
    PAST,
    WORLD,
    draw_worlds,
    weigh_beliefs,
    weigh_worlds,
)
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
    drawn: int = 1
    """Worlds drawn for each that is weighed, when past plays are explained."""


LEVELS = {
    "sharp": Strength(worlds=100),
    "master": Strength(worlds=150, inner=6, played_out=0.5),
    "grandmaster": Strength(worlds=300, inner=12, played_out=0.5),
}
SHARPNESS = 0.5
"""How strongly a seat is taken to prefer a play, for each point that it is better."""
SLIP = 0.05
"""The chance that a seat plays without regard to that."""
LIMIT = 400_000
"""Positions after which the search of one world gives up."""
SEARCHED = {2: 16, 3: 6, 4: 6}
"""Cards in all hands up to which a packet is searched to its end, by sides: alone there is no
cutting off. Beyond it is played out by careful players."""
EXPLAINED = 12
"""Cards of a packet up to which past plays are explained by search."""


Room = MutableSequence[int]


class Searcher:
    """The room that a search needs, kept from one play to the next."""

    def __init__(self) -> None:
        """Make the buffers and the compiled functions."""
        self.draw = jit.entry(draw_worlds)
        self.weigh = jit.entry(weigh_worlds)
        self.believe = jit.entry(weigh_beliefs)
        room = jit.room
        self.cards = room(CARDS)
        self.stock = room(CARDS)
        self.award = room(LEADS)
        self.rows = room(DEPTH * ROW)
        self.plays = room(DEPTH * ROOM)
        self.drafts = room(DRAFTS)
        self.work = room(WORK)
        self.memo = room((1 << 14) * SLOT)
        self.inside = room(WORLD)
        self.inner_roots = room(ROOM)
        self.inner_values = room(2 * ROOM)
        self.gains = jit.float_room(CARDS)
        self.boundary = room(LEADS)
        self.salt = 1


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
        search, strength = self._search, self._strength
        wanted = limit.iterations or strength.worlds
        held = sum(self._view.held)
        exact = held <= SEARCHED[self._rules.sides]
        if held == self._view.held[self._view.seat] or self._is_open():
            wanted = 1
        explains = strength.inner and wanted > 1 and _is_explicable(self._rules)
        past, made = self._past() if explains else (jit.room(PAST), 0)
        sums = [0.0] * len(self._plays)
        squares = [0.0] * len(self._plays)
        total = total_squared = 0.0
        chance = Generator(self._key)
        done = 0
        while done < wanted:
            number = min(25, wanted - done)
            worlds = self._draw(number, chance)
            weights = self._believe(worlds, number, past, made, chance)
            values = self._values(worlds, number, exact=exact)
            for world in range(number):
                weight = weights[world]
                total += weight
                total_squared += weight * weight
                for root, value in enumerate(values[world]):
                    sums[root] += weight * value
                    squares[root] += weight * value * value
            done += number
            if limit.seconds is not None and perf_counter() - started > limit.seconds:
                break
        search.salt += 1 << 20
        effective = total * total / total_squared
        weighed = []
        for root, play in enumerate(self._plays):
            mean = sums[root] / total
            spread = max(0.0, squares[root] / total - mean * mean)
            error = sqrt(spread / max(1.0, effective - 1)) if done > 1 else 0.0
            weighed.append(Weighed(Play(play), mean / GRAIN, error / GRAIN))
        return sorted(weighed, key=lambda one: (-one.points, one.play))

    def _is_open(self) -> bool:
        """Tell whether the seat knows all hands: those that play on hold what is unseen."""
        view = self._view
        hidden = sum(view.held) - sum(known.bit_count() for known in view.known)
        others = [seat for seat in range(SEATS) if view.held[seat] != view.known[seat].bit_count()]
        return len(others) <= 1 and hidden == view.unseen.bit_count()

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
        search.draw(known, free, int(pool), number, start, search.cards, worlds)
        return worlds

    def _values(self, worlds: Room, number: int, *, exact: bool) -> list[list[float]]:
        """Return the value of each play in each world."""
        share = self._strength.played_out if exact else 1.0
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
        search.salt += number
        search.weigh(
            self._rules,
            self._state,
            worlds,
            number,
            self._roots,
            found,
            self._view.carried,
            search.boundary,
            searched,
            LIMIT,
            search.salt,
            search.stock,
            search.award,
            search.rows,
            search.plays,
            search.drafts,
            search.work,
            search.memo,
            search.gains,
            values,
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
            self._strength.inner,
            chance.randrange(1 << 62) | 1,
            SHARPNESS,
            SLIP,
            self._view.carried,
            search.boundary,
            LIMIT,
            search.salt + (1 << 40),
            search.cards,
            search.inside,
            search.inner_roots,
            search.stock,
            search.award,
            search.rows,
            search.plays,
            search.drafts,
            search.work,
            search.memo,
            search.inner_values,
            weights,
        )
        search.salt += number * made * self._strength.inner
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
