"""Table: commands in, events out; time, chance and presence are given in from outside.

``decide`` tells what would happen and changes nothing; ``apply`` does it once the log has it. So
nobody sees what is not kept.
"""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Self, get_args

from msgspec.structs import replace

from basra.bots import LADDER
from basra.cards import Play
from basra.errors import BadNotation
from basra.table import commands, seeing
from basra.table.asking import Asked, Stamp, is_attended
from basra.table.commands import AnyCommand
from basra.table.course import play_events, returned
from basra.table.dealing import Entropy
from basra.table.deciding import decide, expect_phase
from basra.table.events import (
    AnyEvent,
    Dealt,
    Occupant,
    Opened,
    Packet,
    Played,
    Policy,
    Returned,
    Scored,
    Takenback,
)
from basra.table.picture import Offer, Picture, Row
from basra.table.presence import PATIENCE, Presence
from basra.table.recording import record
from basra.table.refusal import Refusal, refusal_of
from basra.table.sayings import person_of
from basra.table.state import State
from basra.table.waiting import dues, returns
from basra.variants import find_rules, key_of, rules_text
from basra.view import View, look

ANSWERS: Final = 256
"""Answers that are kept for each person, and persons whose answers are kept."""
CLOCKS: Final = range(3, 3601)
ABSENCES: Final = range(1, 3601)
"""Seconds that a policy may name."""
_COMMANDS: Final = get_args(AnyCommand)
_TIMED: Final = (Played, Packet, Dealt, Takenback, Returned, Scored)
_ACTS: Final = (commands.Play, commands.Goon, commands.Undo, commands.Resign, commands.Rematch)
"""What a person does who plays again."""


class BotTurn(NamedTuple):
    """A computer player that is to play."""

    seat: int
    level: str
    view: View
    version: int
    """To be named with the play."""


class Table:
    """A table: its state, who is connected, and what was answered.

    >>> from basra.table import Table
    >>> from basra.table.commands import Bot, Ready, Sit
    >>> from basra.table.events import Occupant, Policy
    >>> hani = Occupant(id="u1", name="Hani")
    >>> table = Table.fold(Table.open("egyptian", Policy(), hani, 0))
    >>> table.arrive("u1", 0)
    >>> for command in (Sit(id="1", seat=0), Bot(id="2", seat=1, level="greedy"), Ready(id="3")):
    ...     table.apply(table.decide(hani, command, 5, lambda: "secret"))
    >>> table.version, table.phase, len(table.picture("u1", 5).deal.hand)
    (5, 'playing', 4)
    """

    def __init__(self, opened: Opened) -> None:
        """Begin with the first event; ``fold`` reads a whole log."""
        self.state = State.begin(opened)
        self._presence = Presence(opened.at)
        self._known: OrderedDict[str, Occupant] = OrderedDict()
        self._answers: OrderedDict[str, OrderedDict[str, int | Refusal]] = OrderedDict()

    @staticmethod
    def open(rules: str, policy: Policy, host: Occupant, now: int) -> list[AnyEvent]:
        """Return the first event of a table. Raises BadRules, BadNotation and Refusal."""
        table = find_rules(rules)
        if policy.stand_in not in LADDER:
            raise BadNotation("error.bot", name=policy.stand_in, expected=", ".join(LADDER))
        for seconds, span in ((policy.clock, CLOCKS), (policy.absent, ABSENCES)):
            if seconds is not None and seconds not in span:
                least, most = span.start, span.stop - 1
                raise BadNotation("error.table.seconds", found=seconds, least=least, most=most)
        if policy.rated and policy.open_hands:
            raise Refusal("error.table.rated_open")
        text = rules_text(table, key_of(rules))
        seats, sides, person = table.seats, table.sides, person_of(host)
        return [
            Opened(v=0, at=now, rules=text, seats=seats, sides=sides, policy=policy, host=person)
        ]

    @classmethod
    def fold(cls, events: Iterable[AnyEvent], patience: int = PATIENCE) -> Self:
        """Return the table that a log tells of; nobody is connected.

        After a restart give the time since ``table.at`` to ``credit``. ``patience`` is how many
        milliseconds nobody may be there before it closes. Raises Refusal for a log with a gap or
        without a beginning.
        """
        coming = iter(events)
        opened = next(coming, None)
        if not isinstance(opened, Opened) or opened.v != 0:
            raise Refusal("error.table.gap", found=-1 if opened is None else opened.v, expected=0)
        table = cls(opened)
        table.apply(coming)
        table._presence = Presence(table.at, patience)
        return table

    # --- questions ------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """The version of the last event."""
        return self.state.version

    @property
    def at(self) -> int:
        """The time of the last event."""
        return self.state.at

    @property
    def phase(self) -> str:
        """What the table is at; see ``Picture``."""
        return self.state.phase

    @property
    def policy(self) -> Policy:
        """What was agreed when it was opened."""
        return self.state.policy

    @property
    def occupants(self) -> Sequence[Occupant | None]:
        """Who sits where."""
        return self.state.occupants

    def seat_of(self, person_id: str) -> int | None:
        """Return the seat of a person."""
        return self.state.seat_of(person_id)

    def _seat(self, person_id: str | None) -> int | None:
        return None if person_id is None else self.state.seat_of(person_id)

    def view(self, seat: int) -> View:
        """Return what a seat knows of the deal. Raises Refusal before there is one."""
        deal = self.state.deal
        if deal is None:
            raise Refusal("error.table.gathering")
        return look(deal.position, seat)

    def picture(self, reader_id: str | None, now: int) -> Picture:  # noqa: ARG002 - part of the contract
        """Return all that a reader may see; ``None`` looks on without a name."""
        seat = self._seat(reader_id)
        can_undo, can_hint = (
            self._would_do(seat, command(id="")) for command in (commands.Undo, commands.Hint)
        )
        credit = self._presence.credit
        return seeing.picture(self.state, seat, credit, can_undo=can_undo, can_hint=can_hint)

    def _would_do(self, seat: int | None, command: commands.Undo | commands.Hint) -> bool:
        """Tell whether a command of a seat would be done: what is offered is not refused."""
        if seat is None or (who := self.occupants[seat]) is None:
            return False
        try:
            self._decide(who, command, self.at, str)
        except Refusal:
            return False
        return True

    def offers(self, reader_id: str | None) -> list[Offer]:
        """Return the legal plays of a reader in turn."""
        return seeing.offers(self.state, self._seat(reader_id))

    def row(self, name: str, watching: int) -> Row:
        """Return what the lobby shows."""
        return seeing.row(self.state, name, watching)

    def record(self) -> str:
        """Return the record of a match (BGN). Raises Refusal until it is over."""
        if self.state.match is None or self.state.phase not in ("over", "closed"):
            raise Refusal("error.table.record")
        return record(self.state)

    # --- commands -------------------------------------------------------------------------------

    def answered(self, person_id: str, command_id: str) -> int | Refusal | None:
        """Return how a command was answered before: by a version, by a refusal, or not yet."""
        answers = self._answers.get(person_id)
        return None if answers is None else answers.get(command_id)

    def decide(
        self, person: Occupant | None, command: AnyCommand, now: int, entropy: Entropy
    ) -> list[AnyEvent]:
        """Return what a command would do; nothing if it was done before. Raises Refusal."""
        if isinstance(command, commands.Sync):
            return []
        if not isinstance(command, _COMMANDS):
            raise Refusal("error.table.command", found=type(command).__name__)
        if person is None:
            raise Refusal("error.table.guest")
        who = person_of(person)
        before = self.answered(who.id, command.id)
        if isinstance(before, Refusal):
            raise Refusal(before.key, **before.facts)
        if before is not None:
            return []
        try:
            events = self._decide(who, command, now, entropy)
        except Refusal as refusal:
            self._remember(who.id, command.id, Refusal(refusal.key, **refusal.facts))
            raise
        self._known[who.id] = who
        if len(self._known) > ANSWERS:
            self._known.popitem(last=False)
        if events:
            events[-1] = replace(events[-1], cause=(who.id, command.id))
        return events

    def _decide(
        self, who: Occupant, command: AnyCommand, now: int, entropy: Entropy
    ) -> list[AnyEvent]:
        state = self.state
        if state.phase == "closed":
            expect_phase(state)
        seat = state.seat_of(who.id)
        asked = Asked(state, self._presence, who, seat, Stamp(state.version, now), entropy)
        if seat is None or seat not in state.absent or not isinstance(command, _ACTS):
            return decide(command, asked)
        why = state.absent[seat].why
        if why == "left":
            raise Refusal("error.table.left")
        if why == "late" and seat == state.turn:
            raise Refusal("error.table.late")
        back: list[AnyEvent] = [returned(state, self._presence, seat, asked.stamp)]
        there = {at: absent for at, absent in state.absent.items() if at != seat}
        return back + decide(command, asked._replace(state=state.with_absent(there)))

    def _remember(self, person_id: str, command_id: str, answer: int | Refusal) -> None:
        answers = self._answers.setdefault(person_id, OrderedDict())
        answers[command_id] = answer
        if len(answers) > ANSWERS:
            answers.popitem(last=False)
        if len(self._answers) > ANSWERS:
            self._answers.popitem(last=False)

    def apply(self, events: Iterable[AnyEvent]) -> None:
        """Do what was decided. Raises Refusal if the events do not follow."""
        state, presence = self.state, self._presence
        attended = is_attended(state, presence)
        for event in events:
            state.apply(event)
            if isinstance(event, _TIMED):
                presence.credit = 0
            if event.cause is not None:
                self._remember(*event.cause, event.v)
        for person in state.persons().values():
            presence.expect(person, state.at)
        self._watch(state.at, was_attended=attended)

    # --- bots -----------------------------------------------------------------------------------

    @property
    def bot_turn(self) -> BotTurn | None:
        """The computer player that is to play, while a person of the match is there."""
        state = self.state
        seat = state.turn
        if seat is None:
            return None
        level = state.level_at(seat)
        if level is None or returns(state, self._presence, seat):
            return None
        if not is_attended(state, self._presence):
            return None
        return BotTurn(seat, level, look(state.deals[-1].position, seat), state.turn_version)

    def decide_bot(
        self,
        seat: int,
        play: Play,
        version: int,
        now: int,
        entropy: Entropy,  # noqa: ARG002 - part of the contract
    ) -> list[AnyEvent]:
        """Return what a bot's play would do. Raises Refusal, also if the table has gone on."""
        state = self.state
        if state.turn is None or seat != state.turn or state.level_at(seat) is None:
            raise Refusal("error.table.no_bot")
        if version != state.turn_version:
            raise Refusal("error.table.stale", found=version, expected=state.turn_version)
        try:
            return play_events(state, seat, play, "bot", Stamp(state.version, now))
        except BadNotation as error:
            raise refusal_of(error) from None

    # --- presence and time ----------------------------------------------------------------------

    def arrive(self, person_id: str, now: int) -> None:
        """Note that a person is connected; ask ``wake_at`` afterwards."""
        attended = is_attended(self.state, self._presence)
        self._presence.arrive(person_id)
        self._watch(now, was_attended=attended)

    def leave(self, person_id: str, now: int) -> None:
        """Note that a person's last connection is gone; ask ``wake_at`` afterwards."""
        attended = is_attended(self.state, self._presence)
        self._presence.leave(person_id, now)
        self._watch(now, was_attended=attended)

    def _watch(self, now: int, *, was_attended: bool) -> None:
        """Stop the clock while nobody is there who plays."""
        attended = is_attended(self.state, self._presence)
        if was_attended and not attended:
            self._presence.paused_since = now
        elif attended and not was_attended:
            self._presence.resume(now, self.state.at)

    def credit(self, milliseconds: int) -> None:
        """Give time back in which the server was down."""
        self._presence.give_back(milliseconds)

    @property
    def wake_at(self) -> int | None:
        """When something is due next, which may be past; then ask ``tick``."""
        return min(
            (due.when for due in dues(self.state, self._presence, self._known)), default=None
        )

    def tick(self, now: int, entropy: Entropy) -> list[AnyEvent]:
        """Return what is due first, if it is due; once it is applied something else may be."""
        due = min(
            dues(self.state, self._presence, self._known), key=lambda due: due.when, default=None
        )
        if due is None or due.when > now:
            return []
        return due.events(Stamp(self.version, now), entropy)
