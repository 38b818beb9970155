"""One table of an environment: a deal, or a match of deals, played by actions."""

import secrets

import numpy as np

from basra import engine
from basra.encode import ACTIONS, Array, Standing, encode
from basra.engine import DRAWN, NOBODY, Four, four
from basra.errors import IllegalPlay
from basra.game import seat_of
from basra.kernel import batch
from basra.position import Position, full_pack, set_out
from basra.rl.rewards import Reward, match_of, points_of
from basra.rl.rows import Rows
from basra.rules import Rules
from basra.shuffle import shuffled
from basra.view import View, look


class Episode:
    """The deals from one reset to the next, and what they are worth to the seats.

    Deal *n* of a seed is ``Deal(rules, seed="<seed>/<n>")``, counted through episodes; the seats
    deal by turns. With ``dense`` rewards come with the play that earns them.

    >>> from basra import find_rules
    >>> from basra.rl.episode import Episode
    >>> episode = Episode(find_rules("egyptian"), "points")
    >>> episode.begin(seed=7)
    >>> while not episode.is_over:
    ...     rewards = episode.play(int(episode.mask(episode.turn).argmax()))
    >>> rewards
    [35.0, 8.0]
    """

    def __init__(self, rules: Rules, reward: Reward, *, dense: bool = False) -> None:
        self.rules = rules
        self.reward = reward
        self.dense = dense
        self._rows = Rows(rules, 1)
        self._seed = secrets.randbits(62)
        self._deals = 0
        self._earned: list[float] = []
        self._start: Position | None = None
        self.plays: list[int] = []
        """The plays made in the deal."""
        self.is_over = True

    def begin(self, seed: int | None = None) -> None:
        """Begin an episode; a seed starts its deals from the first."""
        if seed is not None:
            self._seed, self._deals = seed, 0
        self.standing = Standing((0, 0, 0, 0), self.rules.target)
        self._deal(0)

    def _deal(self, carried: int) -> None:
        rules = self.rules
        self._deals += 1
        pack = shuffled(full_pack(rules), "deal", f"{self._seed}/{self._deals}")
        start = self._start = set_out(rules, pack, self._deals % rules.seats, carried)
        self.plays = []
        self._rows.load(0, start, self.standing)
        self._rows.show()
        self._earned = [0.0] * rules.seats
        self.is_over = False

    @property
    def turn(self) -> int:
        """The seat to play, or the one that would be when the episode is over."""
        return int(self._rows.table[batch.TURN])

    @property
    def start(self) -> Position:
        """The position in which the deal began. Raises IllegalPlay before the first."""
        if self._start is None:
            raise IllegalPlay("error.reset")
        return self._start

    @property
    def position(self) -> Position:
        """Everything on the table, the hidden cards included. Raises IllegalPlay as ``start``."""
        start, position = self.start, self._rows.position(0)
        buried = tuple(card for card in start.buried if card in position.buried)
        return position._replace(buried=buried, plays=tuple(self.plays))

    def view(self, seat: int) -> View:
        """Return what a seat knows; raises BadNotation if there is no such seat."""
        return look(self.position, seat_of(self.rules, seat))

    def observation(self, seat: int) -> Array:
        """Return the encoded view of a seat."""
        if seat == self.turn:
            own: Array = self._rows.observations[0].copy()
            return own
        return encode(self.view(seat), self.standing)

    def mask(self, seat: int) -> Array:
        """Return 1 for each legal action of a seat; all 0 if it is not its turn."""
        if seat == self.turn:
            legal: Array = self._rows.masks[0].copy()
            return legal
        return np.zeros(ACTIONS, np.int8)

    def play(self, action: int) -> list[float]:
        """Make an action of the seat in turn, and return what it brings to each seat.

        Raises IllegalPlay and changes nothing.
        """
        if self.is_over:
            raise IllegalPlay("error.reset" if self._start is None else "error.play.over")
        ended = self._rows.play(action)
        self.plays.append(int(self._rows.table[batch.PAST]))
        if self.reward == "match":
            return self._after_match_play(ended=ended)
        self.is_over = ended
        if ended:
            return self._new(self._rows.scores[0, : self.rules.sides].tolist())
        if self.dense:
            return self._new(self._scores_so_far())
        return [0.0] * self.rules.seats

    def _scores_so_far(self) -> list[int]:
        state = batch.state_at([int(number) for number in self._rows.table], 0)
        points = (engine.card_points(pile) for pile in state.piles)
        return [sum(both) for both in zip(points, state.bonus, strict=True)][: self.rules.sides]

    def _new(self, scores: list[int]) -> list[float]:
        """Return what the seats have earned since this was last asked."""
        sides = points_of(self.reward, scores)
        earned = [float(sides[seat % len(sides)]) for seat in range(self.rules.seats)]
        new = [now - before for now, before in zip(earned, self._earned, strict=True)]
        self._earned = earned
        return new

    def _after_match_play(self, *, ended: bool) -> list[float]:
        rules = self.rules
        if ended:
            *scores, carried = self._rows.scores[0].tolist()
            totals = self._sum(scores)
            winner = engine.winner(rules, totals, self.standing.target)
            if winner != NOBODY:
                self.standing = self.standing._replace(totals=totals)
                self.is_over = True
                sides = match_of(None if winner == DRAWN else winner, rules.sides)
                return [sides[engine.side_of(rules, seat)] for seat in range(rules.seats)]
            target = engine.next_target(rules, totals, self.standing.target)
            self.standing = Standing(totals, target)
            self._deal(carried)
        return [0.0] * rules.seats

    def _sum(self, scores: list[int]) -> Four:
        return four([sum(both) for both in zip(self.standing.totals, scores, strict=True)])
