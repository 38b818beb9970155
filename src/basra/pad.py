"""The score pad of people with real cards: what they count in each deal, and what it makes.

All that can be worked out is asked of the engine and of the match: what a basra is worth, who gets
the majority, what is carried, when the match ends. People tell the rest, deal by deal.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from basra import engine
from basra.cards import RANKS, card_set
from basra.errors import BadNotation
from basra.match import Standing, at_first, followed, going_on
from basra.notation import SEATS
from basra.position import full_pack
from basra.rules import Rules
from basra.variants import find_rules, key_of, rules_text

ANY: Final = "basra"
"""The name of the basras of all cards, where they are worth the same."""
MOST_BASRAS: Final = 99
"""Basras of one kind that a side may have in a deal: more than there are cards to make them."""
LONGEST_NAME: Final = 40


class Kind(NamedTuple):
    """A kind of basra: its name, which is a rank where the rank counts, and its points."""

    name: str
    points: int


def kinds(rules: Rules) -> tuple[Kind, ...]:
    """Return the kinds of basra that are worth something, each with what the engine gives it.

    Where a basra earns its points for every group, one is told once for each group.

    >>> from basra import find_rules
    >>> from basra.pad import kinds
    >>> kinds(find_rules("egyptian"))
    (Kind(name='basra', points=10), Kind(name='J', points=20))
    >>> kinds(find_rules("syrian_b"))[-2:]
    (Kind(name='10', points=20), Kind(name='J', points=25))
    """
    ranks = sorted({card >> 2 for card in full_pack(rules)})
    worth = {_name(rank): _worth(rules, rank) for rank in ranks}
    jack = Kind("J", worth.pop("J"))
    if len(set(worth.values())) == 1:
        worth = {ANY: next(iter(worth.values()))}
    return tuple(kind for kind in (*(Kind(*one) for one in worth.items()), jack) if kind.points)


def _name(rank: int) -> str:
    return RANKS[rank].replace("T", "10")


def _worth(rules: Rules, rank: int) -> int:
    """Return the points of taking a lone card with a card of its rank: always a basra, if any."""
    lone = 1 << (4 * rank)
    return engine.basra_points(rules, lone, 4 * rank + 3, lone, 0, False)  # noqa: FBT003


def pack_points(rules: Rules) -> int:
    """Return the card points in the whole pack.

    >>> from basra import Rules
    >>> from basra.pad import pack_points
    >>> pack_points(Rules())
    13
    """
    return engine.card_points(card_set(full_pack(rules)))


@dataclass(frozen=True, slots=True)
class Entry:
    """What people counted in a deal, by side.

    >>> from basra.pad import Entry
    >>> Entry((7, 6), (27, 25), None, (("basra", "basra"), ("J",)))
    7-6 27-25 2*basra/J
    """

    points: tuple[int, ...]
    """Card points."""
    cards: tuple[int, ...] | None
    """Cards, if they were counted."""
    leaders: tuple[int, ...] | None
    """The sides with most cards, if only that was seen."""
    basras: tuple[tuple[str, ...], ...]
    """The kinds of the basras made."""

    def __repr__(self) -> str:
        """Return the text that ``read_entry`` reads."""
        if self.cards is None:
            most = "".join(SEATS[side] for side in self.leaders or ())
        else:
            most = "-".join(map(str, self.cards))
        made = "/".join(map(_write_basras, self.basras)) if any(self.basras) else ""
        return " ".join(filter(None, ("-".join(map(str, self.points)), most, made)))


class Line(NamedTuple):
    """A deal worked out; tuples by side."""

    entry: Entry
    basras: tuple[int, ...]
    """Points for basras."""
    majority: tuple[int, ...]
    """Points for most cards."""
    scores: tuple[int, ...]
    carried: int
    """Majority points that came from the deals before."""
    standing: Standing
    """Where the match stands after the deal."""


@dataclass(frozen=True)
class Pad:
    """A sheet of paper for a match: rules, the names of the sides, and the deals so far.

    >>> from basra.pad import Pad
    >>> pad = Pad.of("egyptian", ["Hani", "Salma"])
    >>> pad = pad.add("7-6 a 2*basra/J").add("5-8 b")
    >>> pad.standing.totals
    (62, 64)
    >>> pad.undo().standing.totals, loads_pad(pad.dumps()) == pad
    ((57, 26), True)
    """

    rules: Rules
    variant: str
    names: tuple[str, ...] = ()
    lines: tuple[Line, ...] = field(default=())

    @classmethod
    def of(cls, rules: Rules | str, names: Sequence[str] = ()) -> "Pad":
        """Return an empty pad. Raises BadRules, and BadNotation for names that do not fit."""
        found = find_rules(rules)
        return cls(found, key_of(rules), _names(found, names))

    @property
    def standing(self) -> Standing:
        """Where the match stands."""
        return self.lines[-1].standing if self.lines else at_first(self.rules)

    @property
    def carried(self) -> int:
        """Majority points that are carried into the next deal."""
        return going_on(self.rules, self.standing).carried

    def add(self, entry: Entry | str) -> "Pad":
        """Return the pad with one more deal.

        Raises BadNotation for what cannot have been counted, and where the match is over.
        """
        if self.standing.is_over:
            raise BadNotation("error.pad.over")
        found = read_entry(self.rules, entry) if isinstance(entry, str) else entry
        _check(self.rules, found)
        return replace(self, lines=(*self.lines, self._line(found)))

    def undo(self) -> "Pad":
        """Return the pad without its last deal; an empty pad stays as it is."""
        return replace(self, lines=self.lines[:-1])

    def _line(self, entry: Entry) -> Line:
        rules, carried = self.rules, self.carried
        worth = dict(kinds(rules))
        basras = tuple(sum(worth[kind] for kind in made) for made in entry.basras)
        awards, carry = engine.majority(rules, engine.four(_counts(rules, entry)), carried)
        scores = tuple(map(sum, zip(entry.points, basras, awards, strict=False)))
        standing = followed(rules, self.standing, scores, carry)
        return Line(entry, basras, awards[: rules.sides], scores, carried, standing)

    def dumps(self) -> str:
        """Return the text of the pad, which ``loads_pad`` reads."""
        head = [f"rules {rules_text(self.rules, self.variant)}"]
        head += [f"side {name}" for name in self.names]
        return "\n".join([*head, *(f"deal {line.entry}" for line in self.lines)]) + "\n"


def loads_pad(text: str) -> Pad:
    r"""Return the pad of a text.

    Raises BadNotation with the number of the line that is wrong, and BadRules.

    >>> from basra.pad import loads_pad
    >>> loads_pad("rules cypriot\ndeal 7-6 27-25").standing.totals
    (10, 6)
    """
    rules: str | None = None
    names: list[str] = []
    pad: Pad | None = None
    for number, line in enumerate(text.splitlines(), 1):
        word, _, rest = line.strip().partition(" ")
        if word == "rules" and rules is None:
            rules = rest
        elif word == "side" and rules is not None and pad is None:
            names.append(rest)
        elif word == "deal" and rules is not None:
            pad = _added(pad or Pad.of(rules, names), rest, number)
        elif word:
            raise BadNotation("error.pad.line", line=number, text=line.strip())
    if rules is None:
        raise BadNotation("error.pad.line", line=1, text="")
    return pad or Pad.of(rules, names)


def _added(pad: Pad, entry: str, number: int) -> Pad:
    try:
        return pad.add(entry)
    except BadNotation as reason:
        raise BadNotation("error.pad.deal", line=number, reason=reason) from None


def read_entry(rules: Rules, text: str) -> Entry:
    """Return what a line tells of a deal: ``7-6 27-25 2*basra/J``.

    Card points by side; cards by side, or the letters of the sides with most; basras by side, left
    out if there are none. Raises BadNotation.

    >>> from basra import Rules
    >>> from basra.pad import read_entry
    >>> read_entry(Rules(), "7-6 ab").leaders
    (0, 1)
    """
    words = text.split()
    if not 2 <= len(words) <= 3:
        raise BadNotation("error.pad.entry", text=text, sides=rules.sides)
    points = _numbers(words[0], text, rules)
    cards = leaders = None
    if words[1].isalpha() and words[1].isascii():
        leaders = tuple(sorted(_side(letter, rules) for letter in words[1].lower()))
    else:
        cards = _numbers(words[1], text, rules)
    made = words[2].split("/") if len(words) > 2 else ["-"] * rules.sides
    if len(made) != rules.sides:
        raise BadNotation("error.pad.entry", text=text, sides=rules.sides)
    entry = Entry(points, cards, leaders, tuple(_read_basras(rules, one) for one in made))
    _check(rules, entry)
    return entry


def _numbers(word: str, text: str, rules: Rules) -> tuple[int, ...]:
    parts = word.split("-")
    whole = all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts)
    if len(parts) != rules.sides or not whole:
        raise BadNotation("error.pad.entry", text=text, sides=rules.sides)
    return tuple(map(int, parts))


def _side(letter: str, rules: Rules) -> int:
    if letter not in SEATS[: rules.sides]:
        expected = " ".join(SEATS[: rules.sides])
        raise BadNotation("error.pad.side", text=letter, expected=expected)
    return SEATS.index(letter)


def _read_basras(rules: Rules, word: str) -> tuple[str, ...]:
    """Return the kinds that ``2*basra+J`` names, in the order of the kinds."""
    if word == "-":
        return ()
    names = [kind.name for kind in kinds(rules)]
    by_word = {name.lower(): name for name in names}
    made: list[str] = []
    for part in word.split("+"):
        before, star, name = part.rpartition("*")
        known = by_word.get(name.lower())
        counted = before.isascii() and before.isdigit() and len(before) < 4
        if known is None or (star and not counted):
            raise BadNotation("error.pad.kind", text=part, expected=", ".join(names))
        number = int(before) if star else 1
        made += [known] * number
    return tuple(sorted(made, key=names.index))


def _write_basras(made: Sequence[str]) -> str:
    counted = {name: made.count(name) for name in made}
    return "+".join(f"{n}*{name}" if n > 1 else name for name, n in counted.items()) or "-"


def _check(rules: Rules, entry: Entry) -> None:
    """Refuse what cannot have been counted in one deal."""
    by_side: tuple[Sequence[object] | None, ...] = (entry.points, entry.basras, entry.cards)
    if any(one is not None and len(one) != rules.sides for one in by_side):
        raise BadNotation("error.pad.entry", text=str(entry), sides=rules.sides)
    most = pack_points(rules)
    if min(entry.points) < 0 or sum(entry.points) > most:
        raise BadNotation("error.pad.points", found=sum(entry.points), most=most)
    if entry.cards is not None and not _fits(entry.cards, rules.pack):
        raise BadNotation("error.pad.cards", found=sum(entry.cards), most=rules.pack)
    if entry.cards is None:
        _check_leaders(rules, entry)
    names = [kind.name for kind in kinds(rules)]
    for made in entry.basras:
        strange = next((name for name in made if name not in names), None)
        if strange is not None:
            raise BadNotation("error.pad.kind", text=strange, expected=", ".join(names))
        if len(made) > MOST_BASRAS:
            raise BadNotation("error.pad.basras", found=len(made), most=MOST_BASRAS)


def _fits(cards: Iterable[int], pack: int) -> bool:
    counted = tuple(cards)
    return min(counted) >= 0 and 0 < sum(counted) <= pack


def _check_leaders(rules: Rules, entry: Entry) -> None:
    leaders = entry.leaders or ()
    sound = len(set(leaders)) == len(leaders) > 0 and set(leaders) <= set(range(rules.sides))
    if not sound:
        expected = " ".join(SEATS[: rules.sides])
        raise BadNotation("error.pad.side", text=str(leaders or "-"), expected=expected)


def _counts(rules: Rules, entry: Entry) -> Sequence[int]:
    """Return the cards by side, or numbers that are greatest for those who had most."""
    if entry.cards is not None:
        return entry.cards
    return [int(side in (entry.leaders or ())) for side in range(rules.sides)]


def _names(rules: Rules, names: Sequence[str]) -> tuple[str, ...]:
    found = tuple(" ".join(name.split())[:LONGEST_NAME] for name in names)
    if found and (len(found) != rules.sides or not all(found)):
        raise BadNotation("error.pad.names", found=len(found), sides=rules.sides)
    return found
