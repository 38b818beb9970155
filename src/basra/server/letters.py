"""Letters: what one process of a server tells another; nothing of it leaves the server."""

from msgspec import Struct

from basra.club.whereabouts import Place
from basra.server.messages import Fact
from basra.table.commands import AnyCommand
from basra.table.events import Occupant
from basra.table.picture import Row


class Letter(Struct, frozen=True, kw_only=True, tag_field="t", tag=str.lower):
    """Something that is told."""


# --- to the process that plays a table ------------------------------------------------------------


class Join(Letter, frozen=True, kw_only=True):
    """A reader came."""

    table: str
    reader: int
    person: Occupant | None
    since: int | None


class Part(Letter, frozen=True, kw_only=True):
    """A reader went."""

    table: str
    reader: int


class Wish(Letter, frozen=True, kw_only=True):
    """A reader wants something."""

    table: str
    reader: int
    person: Occupant | None
    command: AnyCommand


class Question(Letter, frozen=True, kw_only=True):
    """What is asked about a table: ``row``, ``record``, or the ``seat`` of a person."""

    number: int
    table: str
    what: str
    person: str = ""


# --- to the process that has the reader -----------------------------------------------------------


class Told(Letter, frozen=True, kw_only=True):
    """A message for some readers."""

    readers: list[int]
    text: str


class Left(Letter, frozen=True, kw_only=True):
    """Readers are to be closed with a code."""

    reader: int
    code: int


class Reply(Letter, frozen=True, kw_only=True):
    """The answer to a question; nothing in it if the table is not here."""

    number: int
    row: Row | None = None
    text: str | None = None
    seat: int | None = None
    wrong: Fact | None = None


# --- to all ---------------------------------------------------------------------------------------


class Census(Letter, frozen=True, kw_only=True):
    """The public tables of a process, how many people are at its sockets, and where each is."""

    rows: list[Row]
    people: int
    places: dict[str, Place] = {}


class Anew(Letter, frozen=True, kw_only=True):
    """A process may have missed something: whoever has readers in common with it begins anew."""


class Ended(Letter, frozen=True, kw_only=True):
    """Tokens open nothing any more: their hashes."""

    tokens: list[str]


class Stirred(Letter, frozen=True, kw_only=True):
    """Something of these persons has changed that they, or who follows them, are to be told."""

    people: list[str]


class Seeks(Letter, frozen=True, kw_only=True):
    """A bot listens here now: where does it sit? A stream that it had elsewhere ends."""

    bot: str


class Sits(Letter, frozen=True, kw_only=True):
    """Bots sit at a table."""

    table: str
    bots: list[str]


AnyLetter = (
    Join
    | Part
    | Wish
    | Question
    | Told
    | Left
    | Reply
    | Census
    | Anew
    | Ended
    | Stirred
    | Seeks
    | Sits
)


class Parcel(Struct, frozen=True, kw_only=True):
    """Letters of one process to another, or to all; those to one are numbered without gaps."""

    sender: str
    epoch: int
    """Another one begins, and with it the numbers, after something may have been lost."""
    number: int
    letters: list[AnyLetter]
