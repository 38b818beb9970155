"""Settings: what an operator may choose, and the limits that keep one guest from harming others."""

from pathlib import Path
from typing import NamedTuple


class Settings(NamedTuple):
    """How a server runs; times in seconds. The defaults suit a house of some hundred tables."""

    database: str
    """The address of the database, as SQLAlchemy writes it."""
    broker: str | None = None
    """The address of the Valkey or Redis that joins the processes of a server."""
    ray: str | None = None
    """The address of a Ray cluster for reviews, puzzles and statistics."""
    json_logs: bool = False
    """Whether logs are lines of JSON."""
    beat: float = 1.0
    """The time between two signs of life of a process to the others."""
    patience: float = 3.0
    """How long a process may give none before another takes its tables."""
    pace: float = 0.6
    """How long a computer player waits after the play before its own."""
    thinkers: int = 1
    """Processes in which the players that search think."""
    origins: tuple[str, ...] = ()
    """Other pages that may open sockets here, like ``https://basra.example``."""
    hello: float = 5.0
    """How long a new socket may be silent."""
    silence: float = 30.0
    """How long any socket may be silent."""
    grace: float = 5.0
    """How long nobody is told that a person's last socket has gone."""
    idle: float = 300.0
    """How long a table without sockets stays in memory."""
    lobby: float = 1.0
    """The least time between two messages of the lobby."""
    frame: int = 4096
    """Bytes of the longest message that is read."""
    rate: float = 20.0
    """Messages a second that a socket may send."""
    burst: int = 40
    """Messages that a socket may send at once after a pause."""
    talk: float = 0.5
    """Phrases and texts a second that a socket may send; they stay in the log."""
    talk_burst: int = 8
    """Of these, how many at once after a pause."""
    backlog: int = 64
    """Messages that may wait for a slow reader before it is left behind."""
    calls: float = 20.0
    """Calls a second of one address, and of one account."""
    calls_burst: int = 120
    """Of these, how many at once after a pause."""
    sockets: int = 128
    """Open sockets of one address."""
    tables: int = 60
    """Tables that one address may open in an hour."""
    guests: int = 120
    """Guests that one address may become in an hour."""
    records: int = 60
    """Records that one address may send in, in an hour."""
    reviews: int = 60
    """Reviews that one address may begin in an hour."""
    attempts: int = 60
    """How often in an hour one address may try to sign in, and all together to one account."""
    exports: int = 20
    """How often in an hour one address, and one person, may be told of all that is kept."""
    sessions: float = 15.0
    """Seconds between two looks for sessions that ended in another process unheard."""
    tournaments: float = 5.0
    """Seconds between two looks at the tournaments that run."""
    moderators: tuple[str, ...] = ()
    """The ids of accounts that see reports: a name could be another's tomorrow."""


def embedded(folder: Path) -> str:
    """Return the address of the database in a file of ``folder``, which is made.

    >>> from tempfile import mkdtemp
    >>> from basra.server.settings import embedded
    >>> embedded(Path(mkdtemp())).startswith("sqlite+aiosqlite:///")
    True
    """
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite+aiosqlite:///{folder / 'server.db'}"
