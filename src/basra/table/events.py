"""Events: what has happened at a table, in order and without gaps; the log is a list of these.

Cards are two-character texts (``7d``), sets are lists of them, seats and sides are numbers, times
are whole milliseconds since 1970. No event holds a sentence: who shows it words it. What is secret
in them leaves the table only through ``redact``.
"""

from typing import Literal

from msgspec import Struct

Why = Literal["gone", "late", "left"]
"""Why a bot plays for a person."""


class Occupant(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who sits on a seat."""

    id: str
    """The public id of a guest; ``bot`` for a computer player."""
    name: str
    """Empty for a computer player: it is called by its level."""
    level: str | None = None
    """The level of a computer player, ``None`` for a person."""
    bot: bool = False
    """Whether a program from outside plays under this name; it counts as a person."""


class Policy(Struct, frozen=True, kw_only=True):
    """What was agreed before the first card; it does not change."""

    public: bool = False
    """Whether the lobby lists the table; else it is found by its link alone."""
    clock: int | None = None
    """Seconds for a play; ``None``: no clock."""
    absent: int = 60
    """Seconds after which a bot plays for a person who is not connected."""
    stand_in: str = "careful"
    """The level of the bot that plays for an absent person."""
    chat: bool = False
    """Whether people may write to each other; quick phrases are always there."""
    open_hands: bool = False
    """Whether spectators see hands live; needs the consent of all who sit."""
    rated: bool = False
    """Whether matches count for ratings: who sits down agrees. A seat counts for its person whoever
    plays for it; nothing is taken back, nobody is helped, and an abandoned match does not count."""


class Event(Struct, frozen=True, kw_only=True, tag_field="k", tag=str.lower, omit_defaults=True):
    """What all events have."""

    v: int
    """The version of the table after it, from 0."""
    at: int
    cause: tuple[str, str] | None = None
    """The person and the id of the command that it answers; never leaves the table."""


class Opened(Event, frozen=True, kw_only=True):
    """A table was opened."""

    rules: str
    """The text of the rules, as ``basra.find_rules`` reads it."""
    seats: int
    sides: int
    policy: Policy
    host: Occupant


class Seated(Event, frozen=True, kw_only=True):
    """A person or a bot took a seat; a bot takes that of a person who resigns alone."""

    seat: int
    who: Occupant


class Stood(Event, frozen=True, kw_only=True):
    """A seat became empty before the match, or after it."""

    seat: int


class Hosted(Event, frozen=True, kw_only=True):
    """Another person looks after the table."""

    host: Occupant


class Readied(Event, frozen=True, kw_only=True):
    """A person is ready for the match, or no longer."""

    seat: int
    ready: bool


class Began(Event, frozen=True, kw_only=True):
    """A match began; in a rematch all who sit here move on, and the deal passes to the next."""

    match: int
    """The number of the match at this table, from 1."""
    shift: int = 0
    """By how many seats everybody has moved on, computer players too."""
    seed: str
    """Secret until the match is over."""


class Dealt(Event, frozen=True, kw_only=True):
    """A deal began: the floor is laid out and the first packet dealt."""

    deal: int
    dealer: int
    carried: int
    commit: str
    """SHA-256 of pack and salt, see docs/notation.md."""
    pack: list[str]
    """The order of all cards. Secret until the deal is scored."""
    salt: str
    """Secret until the deal is scored."""
    floor: list[str]
    buried: list[str]
    """Cards that were turned and put back in public."""
    bottom: str | None = None
    """The bottom card that the dealer saw; the dealer's alone."""
    packet: int
    packets: int
    hands: list[list[str]]
    """By seat; a reader gets its own hand, and empty lists for the others."""
    held: list[int]
    """By seat, how many cards."""
    stock: int
    turn: int
    deadline: int | None = None


class Played(Event, frozen=True, kw_only=True):
    """A card was played."""

    seat: int
    card: str
    captured: list[str]
    basra: int = 0
    """Points of the basra that it made."""
    swept: bool = False
    """Whether it took the whole floor."""
    by: Literal["person", "bot"] = "person"
    """Whether the person of the seat chose it, or a bot."""
    leavings: list[str] = []
    """Cards left on the floor by the last play of the deal."""
    taker: int | None = None
    """The side that takes the leavings."""
    scores: list[int]
    """Points by side in this deal so far; the majority is counted when it is over."""
    turn: int | None = None
    """The seat to play next; ``None`` if new cards come first or the deal is over."""
    deadline: int | None = None


class Packet(Event, frozen=True, kw_only=True):
    """New cards were dealt."""

    packet: int
    packets: int
    hands: list[list[str]]
    held: list[int]
    stock: int
    turn: int
    deadline: int | None = None


class SheetRow(Struct, frozen=True, kw_only=True):
    """A reason for points of a deal."""

    label: str
    """The key of its name: ``sheet.rank.J``, ``sheet.basras``, ``sheet.majority`` …"""
    points: list[int]
    """By side."""
    cards: list[list[str]]
    """By side, the cards that they come from."""
    counts: list[int]
    """By side, the number of cards; in the row of the majority only."""


class Standing(Struct, frozen=True, kw_only=True):
    """Where the match stands after the deals that are over; lists by side."""

    totals: list[int]
    carried: int
    target: int
    wins: list[int]
    winner: int | None
    over: bool


class Scored(Event, frozen=True, kw_only=True):
    """A deal is over and counted; its pack is open now."""

    deal: int
    dealer: int
    rows: list[SheetRow]
    scores: list[int]
    carry: int
    """Majority points that were held over into this deal."""
    tie: Literal["", "all", "carry", "none"] = ""
    """What became of a tied majority."""
    standing: Standing
    pack: list[str]
    salt: str


class Wenton(Event, frozen=True, kw_only=True):
    """A person has seen the sheet."""

    seat: int


class Absent(Event, frozen=True, kw_only=True):
    """A bot plays for a person from now on."""

    seat: int
    level: str
    why: Why = "gone"
    """Not connected; out of time; or stood up, and comes back by sitting down again."""


class Returned(Event, frozen=True, kw_only=True):
    """The person plays again."""

    seat: int
    deadline: int | None = None
    """If it is in turn and there is a clock."""


class Takenback(Event, frozen=True, kw_only=True):
    """The last plays were taken back; a welcome with a fresh picture follows by itself."""

    seat: int
    plays: int
    """How many plays of the deal are left."""
    turn: int
    deadline: int | None = None


class Offered(Event, frozen=True, kw_only=True):
    """A person wants to give the match up; the partner has to agree."""

    seat: int


class Declined(Event, frozen=True, kw_only=True):
    """The partner wants to play on."""

    seat: int


class Ended(Event, frozen=True, kw_only=True):
    """The match is over; its seed is open now."""

    reason: Literal["won", "drawn", "resigned", "abandoned"]
    winner: int | None
    standing: Standing
    seed: str


class Again(Event, frozen=True, kw_only=True):
    """A person wants a rematch; it begins when all persons do."""

    seat: int


class Phrased(Event, frozen=True, kw_only=True):
    """Somebody said a quick phrase or showed a reaction."""

    who: Occupant
    phrase: str
    """A key ``phrase.…``."""


class Said(Event, frozen=True, kw_only=True):
    """Somebody wrote something; only where the policy allows chat."""

    who: Occupant
    text: str


class Closed(Event, frozen=True, kw_only=True):
    """Nobody is there any more."""


AnyEvent = (
    Opened
    | Seated
    | Stood
    | Hosted
    | Readied
    | Began
    | Dealt
    | Played
    | Packet
    | Scored
    | Wenton
    | Absent
    | Returned
    | Takenback
    | Offered
    | Declined
    | Ended
    | Again
    | Phrased
    | Said
    | Closed
)
