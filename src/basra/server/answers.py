"""Answers: what goes over HTTP, both ways; one place for the page, the schema and the tests.

What a person reads is not here: the fields named ``title``, ``region`` and so on are keys of the
catalogues.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from basra.table.commands import Key, Seat
from basra.table.events import Occupant, Policy, Standing

Name = Annotated[str, Meta(min_length=1, max_length=64)]
RulesText = Annotated[str, Meta(min_length=1, max_length=300)]


class Naming(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a guest wants to be called."""

    name: Name


class Opening(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table that a guest wants."""

    rules: RulesText
    policy: Policy = Policy()
    bots: dict[Annotated[str, Meta(pattern="^[0-3]$")], Key] = {}
    """Levels of computer players by seat."""
    sit: Seat | None = None
    """The seat that the guest takes at once."""


class NewGuest(Struct, frozen=True, kw_only=True):
    """A guest who has just been made; the token is told this once."""

    token: str
    id: str
    name: str


class Guest(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who one is."""

    id: str
    name: str
    bot: bool = False
    """Whether it is a program; left out for a person."""


class BotTold(Struct, frozen=True, kw_only=True):
    """A bot that a person has made."""

    id: str
    name: str
    created: int


class StreamBegan(Struct, frozen=True, kw_only=True, tag_field="t", tag="stream"):
    """The first line of the stream of a bot."""

    you: Occupant
    now: int


class TableChoice(Struct, frozen=True, kw_only=True):
    """A number of seats, and who plays together, that a variant is played at."""

    seats: int
    sides: int
    rules: str


class VariantTold(Struct, frozen=True, kw_only=True):
    """A regional game for the menu."""

    key: str
    title: str
    region: str
    note: str
    rules: str
    seats: list[TableChoice]


class OptionTold(Struct, frozen=True, kw_only=True):
    """A house rule, with the values that a menu offers."""

    name: str
    kind: Literal["flag", "number", "choice"]
    value: int
    usual: int
    """What the variant plays."""
    values: list[int]
    texts: list[str]
    """By value: what stands in the text of rules, as in ``tie=carry``."""
    label: str
    """The key of its name."""
    words: list[str]
    """By value: the key of its word, empty for a number that stands for itself."""


class Section(Struct, frozen=True, kw_only=True):
    """A few sentences of the rules on one thing."""

    title: str
    sentences: list[str]


class RulesTold(Struct, frozen=True, kw_only=True):
    """The rules of a table in sentences, in the language that was asked for."""

    title: str
    sections: list[Section]


class Level(Struct, frozen=True, kw_only=True):
    """A computer player of the ladder."""

    level: str
    about: str
    """The key of what is said about it."""
    searches: bool
    """Whether it thinks for a moment, and must be woken first."""


class LanguageTold(Struct, frozen=True, kw_only=True):
    """A language that has a catalogue."""

    code: str
    name: str
    """In the language itself."""
    rtl: bool


class CatalogueTold(Struct, frozen=True, kw_only=True):
    """All words of a language, with English ones for what it lacks."""

    language: str
    rtl: bool
    digits: str
    """The ten digits of the language."""
    words: dict[str, str | dict[str, str]]
    """By key: a text, or texts by CLDR plural category."""


class NewTable(Struct, frozen=True, kw_only=True):
    """A table that has just been opened."""

    id: str


class Health(Struct, frozen=True, kw_only=True):
    """How the server is."""

    status: Literal["ok", "leaving", "database", "broker"]


# --- the score pad ------------------------------------------------------------------------------

Count = Annotated[int, Meta(ge=0, le=999)]
Sides = Annotated[int, Meta(ge=0, le=3)]


class PadDeal(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What people counted in a deal of real cards, by side."""

    points: Annotated[list[Count], Meta(max_length=4)]
    """Card points."""
    cards: Annotated[list[Count], Meta(max_length=4)] | None = None
    """Cards, if they were counted."""
    leaders: Annotated[list[Sides], Meta(max_length=4)] | None = None
    """The sides with most cards, if only that was seen."""
    basras: Annotated[list[dict[Key, Count]], Meta(max_length=4)]
    """How many of each kind."""


class PadAsked(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A score pad to be worked out."""

    rules: RulesText
    deals: Annotated[list[PadDeal], Meta(max_length=200)] = []


class PadLine(Struct, frozen=True, kw_only=True):
    """A deal of a pad, worked out, by side."""

    points: list[int]
    basras: list[int]
    """Points for basras."""
    majority: list[int]
    scores: list[int]
    carried: int
    """What came from the deals before."""
    standing: Standing


class PadTold(Struct, frozen=True, kw_only=True):
    """A score pad that was worked out, and its text."""

    lines: list[PadLine]
    standing: Standing
    carried: int
    """What the next deal begins with."""
    text: str


class PadKind(Struct, frozen=True, kw_only=True):
    """A kind of basra: ``basra``, or the rank of the card; a group is told for itself."""

    name: str
    points: int


class PadShare(Struct, frozen=True, kw_only=True):
    """Who gets the majority, by side, and what is carried on."""

    awards: list[int]
    carry: int


class PadEnd(Struct, frozen=True, kw_only=True):
    """What follows from a greatest total of so many points or more."""

    least: int
    outcome: int
    """The side that has won; -1 if the match goes on, -2 if it is drawn."""
    target: int
    """The target from then on."""


class PadStep(Struct, frozen=True, kw_only=True):
    """What a match won or drawn means for the rubber."""

    wins: list[int]
    winner: int | None
    over: bool


class PadTables(Struct, frozen=True, kw_only=True):
    """Answers of the library by what may be asked, for a pad without a network.

    Sides are written as letters: ``ab`` are the first two. A number that is no key of a table is
    one that the library must be asked for.
    """

    rules: str
    sides: int
    seats: int
    pack: int
    points: int
    """Card points in the pack."""
    target: int
    kinds: list[PadKind]
    majority: dict[str, dict[str, PadShare]]
    """By what was carried, and who had most cards."""
    ends: dict[str, dict[str, list[PadEnd]]]
    """By the target, and who has most points."""
    limit: int
    """The greatest total that the ends hold for."""
    steps: dict[str, dict[str, PadStep]]
    """By matches won before, as in ``1-0``, and outcome."""
