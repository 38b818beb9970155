"""State: what is so at a table after its events; the fold of the log and nothing else."""

from dataclasses import dataclass, field
from dataclasses import replace as replaced
from functools import singledispatchmethod

from msgspec.structs import replace

from basra.cards import Card
from basra.game import packets
from basra.match import Match
from basra.position import set_out
from basra.rules import Rules
from basra.table.dealing import DealInPlay, standing_event
from basra.table.events import (
    Absent,
    Again,
    Began,
    Closed,
    Dealt,
    Declined,
    Ended,
    Event,
    Hosted,
    Occupant,
    Offered,
    Opened,
    Packet,
    Phrased,
    Played,
    Policy,
    Readied,
    Returned,
    Said,
    Scored,
    Seated,
    Standing,
    Stood,
    Takenback,
    Wenton,
)
from basra.table.picture import Phase, Result
from basra.table.refusal import Refusal
from basra.variants import find_rules


def is_bot(occupant: Occupant | None) -> bool:
    """Tell whether a computer player sits there."""
    return occupant is not None and occupant.level is not None


@dataclass
class State:
    """A table after the events so far. Lists are by seat."""

    opened: Opened
    rules: Rules
    packets: tuple[int, ...]
    """The sizes of the packets of a deal."""
    host: Occupant
    occupants: list[Occupant | None]
    standing: Standing
    version: int
    at: int
    """The time of the last event."""
    phase: Phase = "gathering"
    ready: set[int] = field(default_factory=set)
    """Seats that are ready, done with the sheet, or willing to play again."""
    absent: dict[int, Absent] = field(default_factory=dict)
    """Seats of persons for whom a bot plays, and why."""
    number: int = 0
    """The number of the match."""
    match: Match | None = field(default=None, compare=False)
    """The deals that are over, as the game counts them."""
    deals: list[DealInPlay] = field(default_factory=list)
    """All deals of the match."""
    first_dealer: int = 0
    sheet: Scored | None = None
    deadline: int | None = None
    cards_version: int = 0
    """The version since which the cards lie as they do: earlier plays are stale."""
    turn_version: int = 0
    """The version since which whoever plays now is to play."""
    resigning: int | None = None
    result: Result = ""
    winner: int | None = None

    @classmethod
    def begin(cls, opened: Opened) -> "State":
        """Return the state after the first event. Raises BadRules."""
        rules = find_rules(opened.rules)
        return cls(
            opened=opened,
            rules=rules,
            packets=tuple(packets(rules)[0]),
            host=opened.host,
            occupants=[None] * rules.seats,
            standing=standing_event(rules, None),
            version=opened.v,
            at=opened.at,
        )

    # --- questions ------------------------------------------------------------------------------

    @property
    def policy(self) -> Policy:
        """What was agreed when the table was opened."""
        return self.opened.policy

    @property
    def deal(self) -> DealInPlay | None:
        """The deal in play, or the last one."""
        return self.deals[-1] if self.deals else None

    @property
    def turn(self) -> int | None:
        """The seat to play, if a card is to be played now."""
        return self.deals[-1].position.state.turn if self.phase == "playing" else None

    def seat_of(self, person: str) -> int | None:
        """Return where a person sits."""
        for seat, occupant in enumerate(self.occupants):
            if occupant is not None and occupant.id == person and occupant.level is None:
                return seat
        return None

    def persons(self) -> dict[int, str]:
        """Return the seats of persons, and who they are."""
        return {
            seat: occupant.id
            for seat, occupant in enumerate(self.occupants)
            if occupant is not None and occupant.level is None
        }

    def level_at(self, seat: int) -> str | None:
        """Return the level of the bot that plays for a seat, ``None`` if its person does."""
        occupant = self.occupants[seat]
        if occupant is not None and occupant.level is not None:
            return occupant.level
        return self.absent[seat].level if seat in self.absent else None

    def deadline_for(self, seat: int, now: int) -> int | None:
        """Return until when a seat has to play that gets the turn now."""
        clock = self.policy.clock
        if clock is None or self.level_at(seat) is not None:
            return None
        return now + 1000 * clock

    def with_absent(self, absent: dict[int, Absent]) -> "State":
        """Return this state as it is once other seats are absent."""
        return replaced(self, absent=absent)

    def moved_on(self, shift: int) -> "State":
        """Return this state as it is once all who sit here have moved on by some seats."""
        seats = self.rules.seats
        return replaced(
            self,
            occupants=[self.occupants[seat - shift] for seat in range(seats)],
            absent={
                (seat + shift) % seats: replace(absent, seat=(seat + shift) % seats)
                for seat, absent in self.absent.items()
            },
            first_dealer=(self.first_dealer + shift) % seats,
        )

    # --- the fold -------------------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """Become what an event says. Raises Refusal if it is not the next one."""
        if event.v != self.version + 1:
            raise Refusal("error.table.gap", found=event.v, expected=self.version + 1)
        self._do(event)
        self.version, self.at = event.v, event.at

    @singledispatchmethod
    def _do(self, event: Event) -> None:
        raise Refusal("error.table.event", found=type(event).__name__)

    @_do.register
    def _seated(self, event: Seated) -> None:
        self.occupants[event.seat] = event.who
        self._vacate(event.seat)
        if event.seat == self.turn:
            self.deadline, self.turn_version = None, event.v

    @_do.register
    def _stood(self, event: Stood) -> None:
        self.occupants[event.seat] = None
        self._vacate(event.seat)

    def _vacate(self, seat: int) -> None:
        self.ready.discard(seat)
        self.absent.pop(seat, None)
        if self.resigning == seat:
            self.resigning = None

    @_do.register
    def _hosted(self, event: Hosted) -> None:
        self.host = event.host

    @_do.register
    def _readied(self, event: Readied) -> None:
        if event.ready:
            self.ready.add(event.seat)
        else:
            self.ready.discard(event.seat)

    @_do.register
    def _began(self, event: Began) -> None:
        moved = self.moved_on(event.shift)
        self.occupants, self.absent = moved.occupants, moved.absent
        match = Match(self.rules, event.seed)
        self.first_dealer = match.deals[0].dealer
        match.deals = []
        self.match, self.number, self.deals = match, event.match, []
        self.phase, self.result, self.winner = "playing", "", None
        self.sheet, self.resigning, self.deadline = None, None, None
        self.standing = standing_event(self.rules, None)
        self.ready.clear()

    @_do.register
    def _dealt(self, event: Dealt) -> None:
        pack = [Card(card) for card in event.pack]
        start = set_out(self.rules, pack, event.dealer, event.carried)
        self.deals.append(DealInPlay(event, [start]))
        if event.deal == 1:
            self.first_dealer = event.dealer
        self.phase, self.sheet = "playing", None
        self.ready.clear()
        self._move_on(event.v, event.deadline)

    def _move_on(self, version: int, deadline: int | None) -> None:
        self.cards_version = self.turn_version = version
        self.deadline = deadline

    @_do.register
    def _played(self, event: Played) -> None:
        self.deals[-1].follow(event)
        self._move_on(event.v, event.deadline)
        absent = self.absent.get(event.seat)
        if absent is not None and absent.why == "late":  # the turn that it missed is over
            self.absent[event.seat] = replace(absent, why="gone")

    @_do.register
    def _packet(self, event: Packet) -> None:
        self._move_on(event.v, event.deadline)

    @_do.register
    def _scored(self, event: Scored) -> None:
        deal = self.deals[-1]
        deal.settle()
        if self.match is not None:
            self.match.deals.append(deal.as_it_ended())
        self.standing, self.sheet, self.phase = event.standing, event, "sheet"
        self.resigning = None
        self.ready.clear()
        self._move_on(event.v, None)

    @_do.register
    def _wenton(self, event: Wenton) -> None:
        self.ready.add(event.seat)

    @_do.register
    def _absent(self, event: Absent) -> None:
        self.absent[event.seat] = event
        self.turn_version = event.v

    @_do.register
    def _returned(self, event: Returned) -> None:
        self.absent.pop(event.seat, None)
        self.turn_version = event.v
        if event.seat == self.turn:
            self.deadline = event.deadline

    @_do.register
    def _takenback(self, event: Takenback) -> None:
        self.deals[-1].take_back(event.plays)
        self._move_on(event.v, event.deadline)

    @_do.register
    def _offered(self, event: Offered) -> None:
        self.resigning = event.seat

    @_do.register
    def _declined(self, _event: Declined) -> None:
        self.resigning = None

    @_do.register
    def _ended(self, event: Ended) -> None:
        self.phase, self.result, self.winner = "over", event.reason, event.winner
        self.standing, self.resigning, self.deadline = event.standing, None, None
        self.ready.clear()
        self.cards_version = self.turn_version = event.v

    @_do.register
    def _again(self, event: Again) -> None:
        self.ready.add(event.seat)

    @_do.register(Phrased)
    @_do.register(Said)
    def _spoke(self, _event: Phrased | Said) -> None:
        """Change nothing: what is said is kept in the log alone."""

    @_do.register
    def _closed(self, _event: Closed) -> None:
        self.phase, self.deadline = "closed", None
