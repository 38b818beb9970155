"""The arrays of deals that the compiled loops read and write; lists where they are interpreted."""

from typing import cast

import numpy as np
from numpy.typing import NDArray

from basra.cards import CARDS, CardSet
from basra.encode import ACTIONS, FRESH, SIZE, Array, Standing, options_of
from basra.engine import four
from basra.errors import IllegalPlay
from basra.features import MOVING, OFFERS, PLANES
from basra.kernel import batch, jit
from basra.position import Position
from basra.rules import Rules


class Rows:
    """``count`` deals of the same rules, with what the seats in turn see of them."""

    def __init__(self, rules: Rules, count: int) -> None:
        self.rules = jit.plain_rules(rules)
        self.count = count
        self.observations: Array = np.zeros((count, SIZE), np.int8)
        self.observations[:, PLANES * CARDS + MOVING :] = options_of(rules)
        self.masks: Array = np.zeros((count, ACTIONS), np.int8)
        self.table = jit.room(count * batch.ROW)
        self.orders = jit.room(count * CARDS)
        self._chosen = jit.room(count)
        self._scores = jit.room(count * (batch.SEATS + 1))
        self._done = jit.room(count)
        bytes_of = jit.room(256)
        batch.list_bytes(bytes_of)
        flat = self.observations.reshape(-1)
        self._display = batch.Display(
            actions=jit.room(count * OFFERS),
            plays=jit.room(count * OFFERS),
            mask=cast("jit.Room", self.masks.reshape(-1)),
            shown=jit.room(count * PLANES),
            words=cast("jit.Room", flat.view(np.int64)),
            cells=cast("jit.Room", flat),
            bytes_of=bytes_of,
        )
        self._step = jit.entry(batch.step_deals)

    @property
    def scores(self) -> NDArray[np.int64]:
        """The points of ended deals by side, and what is carried."""
        return np.asarray(self._scores, np.int64).reshape(self.count, -1)

    @property
    def done(self) -> NDArray[np.int64]:
        """1 in the rows whose deal the last step ended."""
        return np.asarray(self._done, np.int64)

    def column(self, place: int) -> NDArray[np.int64]:
        """Return one number of each row of the table."""
        return np.array(self.table[place :: batch.ROW], np.int64)

    def offers(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Return the row, the number and the play of every legal action."""
        found = self.column(batch.FOUND)
        most = int(found.max(initial=0))
        rows, places = np.nonzero(np.arange(most) < found[:, None])
        actions, plays = (np.asarray(numbers, np.int64) for numbers in self._display[:2])
        at = rows * OFFERS + places
        return rows, actions[at], plays[at]

    def begin(self, seed: int) -> None:
        """Begin the first deals of a seed."""
        jit.entry(batch.begin_deals)(self.rules, seed, self.table, self.orders)
        self.show()

    def show(self) -> None:
        """Write the observations and the masks."""
        jit.entry(batch.show_deals)(self.rules, self.table, self._display)

    def step(self, chosen: NDArray[np.int64], seed: int, *, resets: bool) -> None:
        """Make an action in every row; raises IllegalPlay and changes nothing."""
        if chosen.shape != (self.count,):
            raise IllegalPlay("error.actions", found=chosen.shape, count=self.count)
        self._chosen[:] = chosen if jit.available() else chosen.tolist()
        wrong = self._advance(seed, resets=resets)
        if wrong >= 0:
            raise IllegalPlay("error.action.row", action=int(chosen[wrong]), row=wrong)

    def play(self, action: int) -> bool:
        """Make an action in the one row there is, and tell whether the deal has ended.

        Raises IllegalPlay and changes nothing.
        """
        self._chosen[0] = action
        if self._advance(0, resets=False) >= 0:
            raise IllegalPlay("error.action", action=action)
        return bool(self._done[0])

    def _advance(self, seed: int, *, resets: bool) -> int:
        step = self._step
        return int(
            step(
                self.rules,
                seed,
                resets,
                self._chosen,
                self.table,
                self.orders,
                self._display,
                self._scores,
                self._done,
            )
        )

    def sample(self, chance: int) -> tuple[int, NDArray[np.int64]]:
        """Return the next state of chance, and a random legal action for every row."""
        chosen = jit.room(self.count)
        choose = jit.entry(batch.choose_actions)
        chance = int(choose(chance, self.table, self._display.actions, chosen))
        return chance, np.asarray(chosen, np.int64)

    def load(self, row: int, position: Position, standing: Standing = FRESH) -> None:
        """Set a row to a position in which no play was made yet, all of whose cards are known."""
        rules, state, stock, buried, bottom, _, carried, _ = position
        at = row * batch.ROW
        batch.write_state(state, self.table, at)
        self.table[at + batch.UNDEALT] = sum(1 << card for card in stock)
        self.table[at + batch.BURIED] = sum(1 << card for card in buried)
        self.table[at + batch.BOTTOM] = bottom
        self.table[at + batch.CARRIED] = carried
        self.table[at + batch.TARGET] = standing.target or rules.target
        for side, total in enumerate(standing.totals):
            self.table[at + batch.TOTALS + side] = total
        first = row * CARDS + rules.pack - len(stock)
        for place, card in enumerate(stock):
            self.orders[first + place] = card

    def position(self, row: int) -> Position:
        """Return the position that a row holds, with its last plays."""
        at = row * batch.ROW
        numbers = [int(number) for number in self.table[at : at + batch.ROW]]
        state = batch.state_at(numbers, 0)
        end = row * CARDS + self.rules.pack
        stock = tuple(int(card) for card in self.orders[end - state.stock : end])
        past = [play for play in numbers[batch.PAST : batch.PAST + 3] if play >= 0]
        return Position(
            self.rules,
            state,
            stock,
            tuple(CardSet(numbers[batch.BURIED])),
            numbers[batch.BOTTOM],
            four(numbers[batch.LACKS : batch.LACKS + 4]),
            numbers[batch.CARRIED],
            tuple(reversed(past)),
        )
