"""Counts over many records: what players ask of them, each figure with its 95 % interval."""

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Generic, TypeVar

from basra import engine
from basra.cards import ALL, CARDS, RANKS
from basra.data.figures import Mean, Share
from basra.data.mirrors import Mirrors
from basra.data.reading import Replayed, bonus_of
from basra.game import Deal, margin_of
from basra.notation import SEATS
from basra.position import Position

F = TypeVar("F", Mean, Share)


class _Table(dict[str, F], Generic[F]):
    """Figures by name."""

    def add(self, name: str, value: float, empty: F) -> None:
        """Add a value to the figure of that name."""
        self[name] = self.get(name, empty).plus(value)

    def join(self, other: "_Table[F]") -> None:
        """Add the figures of another table."""
        for name, figure in other.items():
            self[name] = self[name].joined(figure) if name in self else figure


class Tally:
    """The figures of all records by the same rules."""

    def __init__(self) -> None:
        self.matches = Mean()
        """Deals of a finished match."""
        self.tied = Share()
        """Deals in which the most cards were taken by more than one side."""
        self.sweeps = Mean()
        """Sweeps of a deal."""
        self.basras = Mean()
        """Basras of a deal."""
        self.seats: _Table[Mean] = _Table()
        """Points of a deal, by the seat whose side scored them."""
        self.places: _Table[Mean] = _Table()
        """Points of a deal by the place in the order of play, from 1 (eldest) to the dealer."""
        self.leads: _Table[Mean] = _Table()
        """Margin of eldest's side by the rank of the first card; ``x`` where it captured."""
        self.ranks: _Table[Share] = _Table()
        """How often a card of each rank made a basra when it was played."""
        self.mirrors = Mirrors()
        """Deals by their cards and players, for luck."""

    def add(self, replayed: Replayed) -> None:
        """Count a match; what is not finished does not count."""
        self.mirrors.sides = replayed.rules.sides
        for positions in replayed.deals:
            if positions[-1].is_over:
                self._add_deal(positions, replayed.names)
        if replayed.is_over:
            self.matches = self.matches.plus(len(replayed.deals))

    def _add_deal(self, positions: tuple[Position, ...], names: tuple[str, ...]) -> None:
        rules, last = positions[0].rules, positions[-1]
        sheet = Deal.at(last).sheet
        self.tied = self.tied.plus(sheet.cards.count(max(sheet.cards)) > 1)
        eldest = engine.next_seat(rules, last.state.dealer)
        for seat in range(rules.seats):
            points = sheet.scores[engine.side_of(rules, seat)]
            self.seats.add(SEATS[seat], points, Mean())
            self.places.add(str((seat - eldest) % rules.seats + 1), points, Mean())
        first = last.plays[0]
        lead = RANKS[first >> CARDS + 2] + ("x" if first & ALL else "")
        self.leads.add(lead, margin_of(sheet.scores, engine.side_of(rules, eldest)), Mean())
        sweeps = basras = 0
        for before, after in pairwise(positions):
            play = after.plays[-1]
            earned = bonus_of(before, after) > 0
            basras += earned
            sweeps += play & ALL == before.state.floor and before.state.floor != 0
            self.ranks.add(RANKS[play >> CARDS + 2], earned, Share())
        self.sweeps = self.sweeps.plus(sweeps)
        self.basras = self.basras.plus(basras)
        self.mirrors.add(names, positions[0], sheet.scores)

    def join(self, other: "Tally") -> None:
        """Add what another tally counted."""
        self.matches = self.matches.joined(other.matches)
        self.tied = self.tied.joined(other.tied)
        self.sweeps = self.sweeps.joined(other.sweeps)
        self.basras = self.basras.joined(other.basras)
        self.seats.join(other.seats)
        self.places.join(other.places)
        self.leads.join(other.leads)
        self.ranks.join(other.ranks)
        self.mirrors.join(other.mirrors)

    @property
    def tables(self) -> "dict[str, dict[str, Mean] | dict[str, Share]]":
        """The tables by name, their rows in order."""
        by_rank: Callable[[str], tuple[int, str]] = lambda name: (RANKS.index(name[0]), name)  # noqa: E731
        return {
            "seats": dict(sorted(self.seats.items())),
            "places": dict(sorted(self.places.items())),
            "ranks": {name: self.ranks[name] for name in sorted(self.ranks, key=by_rank)},
            "leads": {name: self.leads[name] for name in sorted(self.leads, key=by_rank)},
        }

    @property
    def totals(self) -> "dict[str, Mean | Share]":
        """The single figures by name."""
        return {
            "matches": self.matches,
            "basras": self.basras,
            "sweeps": self.sweeps,
            "tied": self.tied,
        }


def tally_of(matches: Iterable[Replayed]) -> dict[str, Tally]:
    """Return what matches say, by the text of their rules."""
    tallies: dict[str, Tally] = {}
    for replayed in matches:
        tallies.setdefault(replayed.rules_text, Tally()).add(replayed)
    return tallies
