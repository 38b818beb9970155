"""A table with people for the tests: keeps its log and the time, and lets them and bots play on."""

from collections.abc import Sequence
from random import Random

import pytest

from basra.bots import Limit, find_bot
from basra.table import Refusal, Table
from basra.table.commands import AnyCommand, Bot, Goon, Play, Ready, Sit
from basra.table.events import AnyEvent, Occupant, Policy

LIMIT = Limit(iterations=1)


def person(number: int) -> Occupant:
    return Occupant(id=f"u{number}", name=f"Guest {number}")


def kinds(events: Sequence[object]) -> list[type]:
    return [type(event) for event in events]


class Sitting:
    """People ``u0``, ``u1`` … on the first seats, bots on the others; all are connected."""

    def __init__(
        self,
        rules: str = "egyptian",
        people: int = 2,
        policy: Policy = Policy(),  # noqa: B008 - it is frozen
        *,
        seed: str = "seed",
        begins: bool = True,
    ) -> None:
        self.now = 1_000
        self.log: list[AnyEvent] = []
        self._seed = seed
        self._drawn = 0
        self._commands = 0
        self.people = [person(number) for number in range(people)]
        self.log += Table.open(rules, policy, self.people[0], self.now)
        self.table = Table.fold(self.log)
        for seat, one in enumerate(self.people):
            self.table.arrive(one.id, self.now)
            self.do(one, Sit(id=self.fresh(), seat=seat))
        for seat in range(people, self.seats):
            self.do(self.people[0], Bot(id=self.fresh(), seat=seat, level="greedy"))
        if begins:
            self.begin()

    @property
    def seats(self) -> int:
        return self.table.state.rules.seats

    def begin(self) -> None:
        for one in self.people:
            self.do(one, Ready(id=self.fresh()))

    def fresh(self) -> str:
        self._commands += 1
        return f"c{self._commands}"

    def entropy(self) -> str:
        self._drawn += 1
        return f"{self._seed}-{self._drawn}"

    def keep(self, events: list[AnyEvent]) -> list[AnyEvent]:
        self.log += events
        self.table.apply(events)
        return events

    def do(self, who: Occupant | None, command: AnyCommand) -> list[AnyEvent]:
        return self.keep(self.table.decide(who, command, self.now, self.entropy))

    def tick(self, now: int | None = None) -> list[AnyEvent]:
        """Let time go on to ``now`` and do all that is due."""
        self.now = self.now if now is None else now
        done: list[AnyEvent] = []
        while events := self.table.tick(self.now, self.entropy):
            done += self.keep(events)
        return done

    def bot(self) -> list[AnyEvent]:
        turn = self.table.bot_turn
        assert turn is not None
        play = find_bot(turn.level, "1").choose(turn.view, LIMIT)
        return self.keep(
            self.table.decide_bot(turn.seat, play, turn.version, self.now, self.entropy)
        )

    def bots(self) -> list[AnyEvent]:
        """Let bots play until a person is to."""
        done: list[AnyEvent] = []
        while self.table.bot_turn is not None:
            done += self.bot()
        return done

    @property
    def in_turn(self) -> Occupant:
        turn = self.table.state.turn
        assert turn is not None
        occupant = self.table.occupants[turn]
        assert occupant is not None
        return occupant

    def first_play(self, at: int = 0) -> Play:
        """Return a legal play of the person in turn."""
        offers = self.table.offers(self.in_turn.id)
        offer = offers[at % len(offers)]
        return Play(id=self.fresh(), card=offer.card, take=offer.take, v=self.table.version)

    def step(self, chance: Random) -> list[AnyEvent]:
        """Do what comes next, at random where a person chooses."""
        if self.table.bot_turn is not None:
            return self.bot()
        if self.table.phase == "sheet":
            return [event for one in self.people for event in self.do(one, Goon(id=self.fresh()))]
        return self.do(self.in_turn, self.first_play(chance.randrange(30)))

    def play_deal(self, chance: Random) -> None:
        while self.table.phase == "playing":
            self.step(chance)

    def play_match(self, chance: Random) -> None:
        while self.table.phase != "over":
            self.step(chance)


def refusal(sitting: Sitting, who: Occupant | None, command: AnyCommand) -> Refusal:
    with pytest.raises(Refusal) as caught:
        sitting.table.decide(who, command, sitting.now, sitting.entropy)
    return caught.value
