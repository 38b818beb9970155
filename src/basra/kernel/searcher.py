"""The room of a search over worlds, and its compiled loops behind calls that a player can read."""

from collections.abc import Sequence

from basra.cards import CARDS
from basra.engine import NOBODY, ROOM, WORK, Four, State
from basra.kernel import jit
from basra.kernel.alphabeta import BOUNDARY, LEADS, SLOT
from basra.kernel.beliefs import weigh_beliefs
from basra.kernel.intuition import SCRATCH, Intuition
from basra.kernel.jit import FloatRoom, Room
from basra.kernel.rows import DEPTH, DRAFTS, ROW
from basra.kernel.workspace import Workspace
from basra.kernel.worlds import WORLD, draw_worlds, weigh_worlds
from basra.rules import Rules

LIMIT = 400_000
"""Positions after which the search of one world gives up."""
PLACES = 1 << 14
"""Positions that are remembered while one world is searched."""


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
        self.boundary = room(BOUNDARY)
        """What leads of cards and floors are worth at the end of the packet (``alphabeta``)."""
        self.space = Workspace(
            rows=room(DEPTH * ROW),
            plays=room(DEPTH * ROOM),
            drafts=room(DRAFTS),
            memo=room(places * SLOT),
            award=room(LEADS),
            stock=room(CARDS),
            work=room(WORK),
            scratch=jit.float_room(SCRATCH, interpreted=interpreted),
            worths=jit.float_room(ROOM, interpreted=interpreted),
        )
        self._cards = room(CARDS)
        self._nobody = Intuition(jit.float_room(1, interpreted=interpreted), 0.0, 0.0)
        self._salt = 1

    def room(self, size: int) -> Room:
        """Return zeros that the loops of this search can read and write."""
        return jit.room(size, interpreted=self._interpreted)

    def draw(self, known: Four, free: Four, pool: int, chance: int, worlds: Room) -> None:
        """Write worlds in which each seat holds ``free`` cards of ``pool`` beside those known."""
        self._draw(known, free, pool, chance, self._cards, worlds)

    def weigh(
        self,
        rules: Rules,
        state: State,
        worlds: Sequence[int],
        roots: Sequence[int],
        carried: int,
        intuition: Intuition,
        chance: int,
        values: Room,
        *,
        searched: bool,
    ) -> int:
        """Write what each root play comes to in each world; return the positions looked at.

        Worlds are searched to the end of the packet, or played out at a glance. Rules and state
        are as ``jit.plain_rules`` and ``jit.plain_state`` make them.
        """
        limit = LIMIT if searched else 0
        looked: int = self._weigh(
            rules,
            state,
            worlds,
            roots,
            carried,
            self.boundary,
            limit,
            self._salted(len(worlds) // WORLD),
            intuition,
            chance,
            self.space,
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
    ) -> int:
        """Search a position whose cards are all known; return the positions looked at.

        The rows tell what was found, unless the ``limit`` was reached.
        """
        world = self.room(WORLD)
        for seat, hand in enumerate(state.hands):
            world[seat] = hand
        looked: int = self._weigh(
            rules,
            state,
            world,
            self.room(0),
            carried,
            boundary,
            max(1, limit),  # with 0 it would be played out
            self._salted(1),
            self._nobody,
            0,
            self.space._replace(stock=stock),
            self.room(1),
        )
        return looked

    def _salted(self, searches: int) -> int:
        """Return the first of so many numbers that no search has had.

        They tell its positions from those that others left in the memo.
        """
        salt = self._salt
        self._salt += searches
        return salt

    def believe(
        self,
        rules: Rules,
        state: State,
        worlds: Sequence[int],
        past: Sequence[int],
        carried: int,
        intuition: Intuition,
        weights: FloatRoom,
    ) -> None:
        """Write how likely the past plays of others are in each world."""
        self._believe(rules, state, worlds, past, carried, intuition, self.space, weights)

    def warm_search(self) -> None:
        """Compile the loops that search worlds, or load them from the cache."""
        none, empty = (0, 0, 0, 0), jit.room(0)
        self.draw(none, none, 0, 1, empty)
        self.weigh(*_nothing(), empty, empty, 0, self._nobody, 1, empty, searched=True)

    def warm_beliefs(self) -> None:
        """Compile the loops that think for the others, or load them from the cache."""
        empty = jit.room(0)
        self.believe(*_nothing(), empty, empty, 0, self._nobody, jit.float_room(0))


def _nothing() -> tuple[Rules, State]:
    """Return rules and a state without cards, of the types that loops are compiled for."""
    none = (0, 0, 0, 0)
    return jit.plain_rules(Rules()), State(0, none, none, none, 0, NOBODY, 0, 0, 0)
