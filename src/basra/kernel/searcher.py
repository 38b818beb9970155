"""The room of a search over worlds, and its compiled loops behind calls that a player can read."""

from collections.abc import Sequence
from typing import NamedTuple

from basra.cards import CARDS
from basra.engine import NOBODY, ROOM, WORK, Four, State
from basra.kernel import jit
from basra.kernel.alphabeta import LEADS, SLOT
from basra.kernel.beliefs import PAST, weigh_beliefs
from basra.kernel.jit import FloatRoom, Room
from basra.kernel.playing import LONGEST, play_on_worlds
from basra.kernel.rows import DEPTH, DRAFTS, ROW
from basra.kernel.worlds import WORLD, draw_worlds, weigh_worlds
from basra.rules import Rules

LIMIT = 400_000
"""Positions after which the search of one world gives up."""
_PLACES = 1 << 14
_BELIEFS, _PLAYING = 1 << 40, 1 << 50
"""Apart from the salts of searches, so that these do not meet in the table of positions."""


class Model(NamedTuple):
    """How the others are taken to choose their plays."""

    inner: int
    """Worlds that they search."""
    sharpness: float
    """How strongly they prefer a play, for each point that it is better."""
    slip: float
    """The chance that they play without regard to that."""


class Searcher:
    """The buffers of a search, kept from one play to the next; each thread needs its own."""

    def __init__(self) -> None:
        """Make the buffers; loops are compiled when they are first called."""
        self._draw = jit.entry(draw_worlds)
        self._weigh = jit.entry(weigh_worlds)
        self._believe = jit.entry(weigh_beliefs)
        self._play_on = jit.entry(play_on_worlds)
        room = jit.room
        self.boundary = room(LEADS)
        """What each lead of cards is worth at the end of the packet, in thousandths of a point."""
        self._cards = room(CARDS)
        self._stock = room(CARDS)
        self._award = room(LEADS)
        self._rows = room(DEPTH * ROW)
        self._plays = room(DEPTH * ROOM)
        self._drafts = room(DRAFTS)
        self._work = room(WORK)
        self._memo = room(_PLACES * SLOT)
        self._inside = room(WORLD)
        self._inner_roots = room(ROOM)
        self._inner_values = room(2 * ROOM)
        self._gains = jit.float_room(CARDS)
        self._salt = 1

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
        values: Room,
        *,
        searched: bool,
    ) -> int:
        """Write what each root play comes to in each world; return the positions looked at.

        Worlds are searched to the end of the packet, or played out by careful players. Rules and
        state are as ``jit.plain_rules`` and ``jit.plain_state`` make them.
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
            self._award,
            self._rows,
            self._plays,
            self._drafts,
            self._work,
            self._memo,
            self._gains,
            values,
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
        chance: int,
        carried: int,
        weights: FloatRoom,
    ) -> None:
        """Write how likely the past plays of others are in each world by a model of them."""
        searches = number * made * max(1, model.inner)
        self._salt += searches
        self._believe(
            rules,
            state,
            worlds,
            number,
            past,
            made,
            model.inner,
            chance,
            model.sharpness,
            model.slip,
            carried,
            self.boundary,
            LIMIT,
            _BELIEFS + self._salt - searches,
            self._cards,
            self._inside,
            self._inner_roots,
            self._stock,
            self._award,
            self._rows,
            self._plays,
            self._drafts,
            self._work,
            self._memo,
            self._gains,
            self._inner_values,
            weights,
        )

    def play_on(
        self,
        rules: Rules,
        state: State,
        worlds: Sequence[int],
        number: int,
        roots: Sequence[int],
        found: int,
        inner: int,
        chance: int,
        carried: int,
        values: Room,
    ) -> None:
        """Write what each root play comes to in each world when nobody sees the others' hands.

        Each seat searches ``inner`` worlds for each of its plays, to the end of the packet.
        """
        searches = number * found * max(1, inner) * LONGEST
        self._salt += searches
        self._play_on(
            rules,
            state,
            worlds,
            number,
            roots,
            found,
            inner,
            chance,
            carried,
            self.boundary,
            LIMIT,
            _PLAYING + self._salt - searches,
            self._cards,
            self._inside,
            self._inner_roots,
            self._stock,
            self._award,
            self._rows,
            self._plays,
            self._drafts,
            self._work,
            self._memo,
            self._gains,
            self._inner_values,
            values,
        )

    def warm_search(self) -> None:
        """Compile the loops that search worlds, or load them from the cache."""
        none = (0, 0, 0, 0)
        self.draw(none, none, 0, 0, 1, jit.room(WORLD))
        worlds, roots = jit.room(WORLD), jit.room(1)
        self.weigh(*_nothing(), worlds, 0, roots, 0, 0, jit.room(1), searched=True)

    def warm_beliefs(self) -> None:
        """Compile the loops that think for the others, or load them from the cache."""
        model = Model(1, 0.5, 0.05)
        past, weights = jit.room(PAST), jit.float_room(1)
        worlds, roots = jit.room(WORLD), jit.room(1)
        self.believe(*_nothing(), worlds, 0, past, 0, model, 1, 0, weights)
        self.play_on(*_nothing(), worlds, 0, roots, 0, 1, 1, 0, jit.room(1))


def _nothing() -> tuple[Rules, State]:
    """Return rules and a state without cards, of the types that loops are compiled for."""
    none = (0, 0, 0, 0)
    return jit.plain_rules(Rules()), State(0, none, none, none, 0, NOBODY, 0, 0, 0)
