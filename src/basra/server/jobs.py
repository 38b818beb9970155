"""Jobs: what comes into the inbox of a table, and the readers that it comes from."""

from typing import NamedTuple, Protocol

from basra.cards import Play
from basra.server.thinking import Worth
from basra.table import BotTurn
from basra.table.commands import AnyCommand, Hint
from basra.table.events import Occupant


class Reader(Protocol):
    """Somebody who is connected to a table."""

    @property
    def person(self) -> Occupant | None:
        """Who it is; ``None`` for one without a name."""

    def tell(self, text: str) -> None:
        """Send a message, without waiting for it."""

    def leave(self, code: int) -> None:
        """Close the connection."""


class Came(NamedTuple):
    """A reader is there; ``since`` is the last version that it has."""

    reader: Reader
    since: int | None


class Went(NamedTuple):
    """A reader is gone."""

    reader: Reader


class Gone(NamedTuple):
    """A person's last socket has been gone for a while."""

    person: str


class Asked(NamedTuple):
    """A reader wants something."""

    reader: Reader
    command: AnyCommand


class Due(NamedTuple):
    """It is time for what the table waits for."""


class Thought(NamedTuple):
    """A computer player has chosen."""

    turn: BotTurn
    play: Play


class Weighed(NamedTuple):
    """A hint has been found."""

    reader: Reader
    command: Hint
    version: int
    worths: list[Worth]


Job = Came | Went | Gone | Asked | Due | Thought | Weighed
