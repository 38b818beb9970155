"""The room of a search over worlds, and its compiled loops behind calls that a player can read."""

from collections.abc import Sequence
from typing import NamedTuple

from basra.cards import CARDS
from basra.engine import NOBODY, ROOM, WORK, Four, State
from basra.kernel import jit
from basra.kernel.alphabeta import LEADS, SLOT
from basra.kernel.beliefs import PAST, weigh_beliefs
from basra.kernel.intuition import SCRATCH
from basra.kernel.jit import FloatRoom, Room
from basra.kernel.rows import DEPTH, DRAFTS, ROW
from basra.kernel.worlds import WORLD, draw_worlds, weigh_worlds
from basra.rules import Rules

LIMIT = 400_000
"""Positions after which the search of one world gives up."""
PLACES = 1 << 14
"""Positions that are remembered while one world is searched."""


class Model(NamedTuple):
    """How the others are taken to choose their plays."""

    sharpness: float
    """How strongly they prefer a play that is better at a glance."""
    slip: float
    """The chance that they play without regard to that."""


class Searcher:
    """The buffers of a search, kept from one play to the next; each thread needs its own."""

    def __init__(self, places: int = PLACES, *, interpreted: bool = False) -> None:
        """Make the buffers, a search remembering so many positions.

        Loops are compiled when they are first called, or run in CPython if ``interpreted``.
        """
        self._interpreted = interpreted
        self._draw = draw_worlds if interpreted else jit.entry(draw_worlds)
        self._weigh = weigh_worlds if interpreted else jit.entry(weigh_worlds)
        self._believe = weigh_beliefs if interpreted else jit.entry(weigh_beliefs)
        room = self.room
        self.boundary = room(LEADS)
        """What each lead of cards is worth at the end of the packet, in thousandths of a point."""
        self.rows = room(DEPTH * ROW)
        """What the last search found, see ``kernel.rows``."""
        self.plays = room(DEPTH * ROOM)
        """The plays by depth of search, best guesses first."""
        self._cards = room(CARDS)
        self._stock = room(CARDS)
        self._work = room(WORK)
        award, drafts, memo = room(LEADS), room(DRAFTS), room(places * SLOT)
        self._buffers = (award, self.rows, self.plays, drafts, self._work, memo)
        self._scratch = jit.float_room(SCRATCH, interpreted=interpreted)
        self._worths = jit.float_room(ROOM, interpreted=interpreted)
        self._nobody = jit.float_room(1, interpreted=interpreted)
        self._salt = 1

    def room(self, size: int) -> Room:
        """Return zeros that the loops of this search can read and write."""
        return jit.room(size, interpreted=self._interpreted)

    def draw(
        self, known: Four, free: Four, pool: int, number: int, chance: int, worlds: Room
    ) -> None:
        """Write worlds in which each seat holds ``free`` cards of ``pool`` beside those known."""
        self._draw(known, free, pool, number, chance, self._cards, worlds)

    def weigh(
        self,
        rules: Rules,
        state: State,
        worlds: Sequence[int],
        number: int,
        roots: Sequence[int],
        found: int,
        carried: int,
        net: Sequence[float],
        model: Model,
        chance: int,
        values: Room,
        *,
        searched: bool,
    ) -> int:
        """Write what each root play comes to in each world; return the positions looked at.

        Worlds are searched to the end of the packet, or played out at a glance, by a network if
        there is one, the others leaning as the ``model`` says. Rules and state are as
        ``jit.plain_rules`` and ``jit.plain_state`` make them.
        """
        self._salt += number
        looked: int = self._weigh(
            rules,
            state,
            worlds,
            number,
            roots,
            found,
            carried,
            self.boundary,
            searched,
            LIMIT,
            self._salt - number,
            self._stock,
            *self._buffers,
            net,
            self._scratch,
            self._worths,
            model.sharpness,
            model.slip,
            chance,
            values,
        )
        return looked

    def solve(
        self,
        rules: Rules,
        state: State,
        stock: Room,
        carried: int,
        boundary: Sequence[int],
        limit: int,
        salt: int,
    ) -> int:
        """Search a position whose cards are all known; return the positions looked at.

        ``rows`` tells what was found, unless the ``limit`` was reached. Searches with the same
        ``salt`` remember each other's positions.
        """
        world = self.room(WORLD)
        for seat, hand in enumerate(state.hands):
            world[seat] = hand
        looked: int = self._weigh(
            rules,
            state,
            world,
            1,
            self.room(0),
            0,
            carried,
            boundary,
            True,
            limit,
            salt,
            stock,
            *self._buffers,
            self._nobody,
            self._scratch,
            self._worths,
            0.0,
            0.0,
            0,
            self.room(1),
        )
        return looked

    def believe(
        self,
        rules: Rules,
        state: State,
        worlds: Sequence[int],
        number: int,
        past: Sequence[int],
        made: int,
        model: Model,
        net: Sequence[float],
        carried: int,
        weights: FloatRoom,
    ) -> None:
        """Write how likely the past plays of others are in each world by a model of them."""
        self._believe(
            rules,
            state,
            worlds,
            number,
            past,
            made,
            model.sharpness,
            model.slip,
            carried,
            net,
            self.plays,
            self._scratch,
            self._work,
            self._worths,
            weights,
        )

    def warm_search(self) -> None:
        """Compile the loops that search worlds, or load them from the cache."""
        none = (0, 0, 0, 0)
        self.draw(none, none, 0, 0, 1, jit.room(WORLD))
        worlds, roots = jit.room(WORLD), jit.room(1)
        net = jit.float_room(1)
        model, values = Model(0.5, 0.05), jit.room(1)
        self.weigh(*_nothing(), worlds, 0, roots, 0, 0, net, model, 1, values, searched=True)

    def warm_beliefs(self) -> None:
        """Compile the loops that think for the others, or load them from the cache."""
        past, weights = jit.room(PAST), jit.float_room(1)
        net = jit.float_room(1)
        self.believe(*_nothing(), jit.room(WORLD), 0, past, 0, Model(0.5, 0.05), net, 0, weights)


def _nothing() -> tuple[Rules, State]:
    """Return rules and a state without cards, of the types that loops are compiled for."""
    none = (0, 0, 0, 0)
    return jit.plain_rules(Rules()), State(0, none, none, none, 0, NOBODY, 0, 0, 0)
