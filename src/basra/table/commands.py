"""Commands: what a person at a table may ask for; each is checked before anything happens."""

from typing import Annotated

from msgspec import Meta, Struct

Id = Annotated[str, Meta(min_length=1, max_length=64)]
Seat = Annotated[int, Meta(ge=0, le=3)]
Text = Annotated[str, Meta(min_length=1, max_length=280)]
Key = Annotated[str, Meta(min_length=1, max_length=40)]
CardText = Annotated[str, Meta(pattern="^[A2-9TJQK][cdhs]$")]


class Command(
    Struct,
    frozen=True,
    kw_only=True,
    tag_field="t",
    tag=str.lower,
    forbid_unknown_fields=True,
):
    """What all commands have: an id; a repeated one is answered as the first time."""

    id: Id


class Sit(Command, frozen=True, kw_only=True):
    """Take an empty seat."""

    seat: Seat


class Stand(Command, frozen=True, kw_only=True):
    """Leave one's seat."""


class Bot(Command, frozen=True, kw_only=True):
    """Put a bot on an empty seat, or take it away (level ``None``); the host's right."""

    seat: Seat
    level: Key | None = None


class Ready(Command, frozen=True, kw_only=True):
    """Be ready for the match, or no longer; it begins when all seats are filled and ready."""

    ready: bool = True


class Play(Command, frozen=True, kw_only=True):
    """Play a card; ``v`` is the version that the person looks at."""

    card: CardText
    take: Annotated[list[CardText], Meta(max_length=51)]
    v: Annotated[int, Meta(ge=0)]


class Goon(Command, frozen=True, kw_only=True):
    """Leave the sheet of a deal; the next one begins when all persons have."""


class Undo(Command, frozen=True, kw_only=True):
    """Take one's last play back; only while all others are bots."""


class Hint(Command, frozen=True, kw_only=True):
    """Ask what a strong player would do; only while all others are bots. Changes nothing."""


class Resign(Command, frozen=True, kw_only=True):
    """Give the match up; with partners both have to."""


class Decline(Command, frozen=True, kw_only=True):
    """Play on though the partner would give up."""


class Rematch(Command, frozen=True, kw_only=True):
    """Ask for another match; it begins when all persons do."""


class Phrase(Command, frozen=True, kw_only=True):
    """Say a quick phrase."""

    phrase: Key


class Say(Command, frozen=True, kw_only=True):
    """Write something, where chat is allowed."""

    text: Text


class Sync(Command, frozen=True, kw_only=True):
    """Ask for a fresh picture of the table. Changes nothing."""


AnyCommand = (
    Sit
    | Stand
    | Bot
    | Ready
    | Play
    | Goon
    | Undo
    | Hint
    | Resign
    | Decline
    | Rematch
    | Phrase
    | Say
    | Sync
)
