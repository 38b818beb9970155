"""What a command is checked against, and the numbers of the events that answer it."""

from typing import NamedTuple

from basra.table.dealing import Entropy
from basra.table.events import Occupant
from basra.table.presence import Presence
from basra.table.refusal import Refusal
from basra.table.state import State, is_bot


class Stamp:
    """Gives the events of one answer their versions and their time."""

    def __init__(self, version: int, at: int) -> None:
        self._version = version
        self.at = at

    def next(self) -> int:
        """Return the next version."""
        self._version += 1
        return self._version


class Asked(NamedTuple):
    """A command's surroundings: the table as it is, and who asks."""

    state: State
    presence: Presence
    who: Occupant
    seat: int | None
    stamp: Stamp
    entropy: Entropy

    def own_seat(self) -> int:
        """Return the seat of the person. Raises Refusal if it has none."""
        if self.seat is None:
            raise Refusal("error.table.no_seat")
        return self.seat

    def others(self) -> set[int]:
        """Return the seats of connected persons who play, without the one who asks."""
        return present_seats(self.state, self.presence) - {self.seat}

    def is_alone(self) -> bool:
        """Tell whether all others are computer players."""
        return all(
            is_bot(occupant) or seat == self.seat
            for seat, occupant in enumerate(self.state.occupants)
        )


def present_seats(state: State, presence: Presence) -> set[int]:
    """Return the seats of persons who are connected and play themselves."""
    return {
        seat
        for seat, person in state.persons().items()
        if person in presence.here and seat not in state.absent
    }


def is_attended(state: State, presence: Presence) -> bool:
    """Tell whether a person of the match is connected; else no bot plays on."""
    return any(
        person in presence.here and not (seat in state.absent and state.absent[seat].why == "left")
        for seat, person in state.persons().items()
    )
