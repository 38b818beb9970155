"""Answers: what goes over HTTP, both ways; one place for the page, the schema and the tests.

What a person reads is not here: the fields named ``title``, ``region`` and so on are keys of the
catalogues.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from basra.table.commands import Key, Seat
from basra.table.events import Policy

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


class Guest(Struct, frozen=True, kw_only=True):
    """Who one is."""

    id: str
    name: str


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

    status: Literal["ok", "leaving"]
