"""Presence: who is connected and since when not; given in from outside, never in the log.

Time in which nobody could play (the server was down, everybody was away) is given back here, so
that a deadline that stands in an event is later by ``credit``.
"""

PATIENCE = 600_000
"""Milliseconds after which a table is closed that nobody looks at."""


class Presence:
    """Who is connected to a table."""

    def __init__(self, now: int, patience: int = PATIENCE) -> None:
        self.here: set[str] = set()
        self.patience = patience
        self.credit = 0
        """Milliseconds that the deadline of this turn is later."""
        self.empty_since = now
        self.paused_since = now
        """Since when no person who plays has been connected, if so."""
        self._watched_since = now
        self._gone: dict[str, int] = {}

    def arrive(self, person: str) -> None:
        """Note that a person is connected."""
        self.here.add(person)
        self._gone.pop(person, None)

    def leave(self, person: str, now: int) -> None:
        """Note that a person is connected no longer."""
        self.here.discard(person)
        self._gone[person] = now
        if not self.here:
            self.empty_since = now

    def expect(self, person: str, now: int) -> None:
        """Note that somebody sits here, who may not have been connected yet."""
        if person not in self.here:
            self._gone.setdefault(person, now)

    def gone_since(self, person: str) -> int:
        """Return since when a person is not connected."""
        return max(self._gone.get(person, 0), self._watched_since)

    def give_back(self, milliseconds: int) -> None:
        """Do as if so much time had not been."""
        self.credit += milliseconds
        self.empty_since += milliseconds
        self.paused_since += milliseconds
        self._watched_since += milliseconds

    def resume(self, now: int, since: int) -> None:
        """Give back the time in which nobody could play, of what the turn has taken."""
        self.credit += max(0, now - max(self.paused_since, since))
