"""Rules: one value with every option of a table, and the reasons why a table cannot be played.

Options are named by what they do. A family or a country is only a name for a set of them
(``variants``). Sources: the three texts on the base game, its regional games and the
coffee-house game; ``docs/rules.md`` prints what each variant plays.
"""

from collections.abc import Mapping
from difflib import get_close_matches
from enum import IntEnum
from typing import Final, NamedTuple

from basra.errors import BadRules
from basra.texts import Catalogue, english


class Bury(IntEnum):
    """Where a barred card goes that turns up on the first floor."""

    BOTTOM = 0
    """Under the pack, in the order turned; everybody knows where it lies."""
    STOCK = 1
    """To a random place in the stock; everybody knows that it is still to come."""


class Direction(IntEnum):
    """Which way round the table the turn and the deal go; only screens need to know."""

    CLOCKWISE = 0
    ANTICLOCKWISE = 1


class Basra(IntEnum):
    """Which sweeps by an ordinary card are a basra."""

    SWEEP = 0
    """Every sweep."""
    SINGLE = 1
    """Only a lone card, taken by its match."""
    CHAIN = 2
    """As ``SINGLE``; also a lone card and the card just trailed on it, taken by their sum."""


class Tie(IntEnum):
    """What becomes of the majority points when leaders have equally many cards."""

    ALL = 0
    """Each leader gets them."""
    NONE = 1
    """Nobody gets them."""
    CARRY = 2
    """They are added to the next deal's."""


class TieBreak(IntEnum):
    """What follows when the leaders of a match are level at or past the target."""

    DEALS = 0
    """Further deals with everybody."""
    DRAW = 1
    """The match is drawn."""
    EXTEND = 2
    """The target is raised by ``extension``."""


class Rules(NamedTuple):
    """The rules of one table; the default is the base game of Cyprus and Greece for two.

    Fields are plain ``int`` and ``bool``, so that the same value serves the compiled engine. Make
    other rules with ``vary`` or by name with ``find_rules``; the text form names the nearest
    variant and what differs.

    >>> import basra
    >>> basra.Rules()
    cypriot
    >>> basra.find_rules("egyptian").vary(target=121, seats=4, sides=2)
    egyptian;seats=4;sides=2;target=121
    """

    seats: int = 2
    """Places at the table: 2, 3 or 4."""
    sides: int = 2
    """Parties that score: as many as seats, or 2 partnerships of 4 seats."""
    pack: int = 52
    """Cards in the pack: 52, or 44 without queens and kings."""
    packet: int = 4
    """Cards dealt to each seat at a time: 4, 5 or 6."""
    bury: int = Bury.BOTTOM.value
    """Where barred cards go (``Bury``)."""
    peek: bool = False
    """Whether the dealer sees the bottom card of the pack."""
    direction: int = Direction.CLOCKWISE.value
    """Which way round (``Direction``)."""
    must_capture: bool = False
    """Whether a seat that holds a card that captures must play such a card."""
    largest: bool = False
    """Whether the largest capture is taken without a choice."""
    komi: bool = False
    """Whether the 7♦ has power: it takes the whole floor, and is barred from the first floor."""
    komi_sum: int = 10
    """The greatest sum of a floor, or of each equal group, that earns the komi a basra: 9 or 10."""
    komi_groups: bool = False
    """Whether a floor that splits into equal groups earns the komi a basra."""
    komi_high: bool = False
    """Whether a floor of tens, queens and kings alone earns the komi a basra."""
    komi_alone: bool = False
    """Whether any card but a jack takes a 7♦ that lies alone, for a basra."""
    komi_as_seven: bool = False
    """Whether the komi may be played as an ordinary seven."""
    komi_seven_basra: bool = False
    """Whether the komi earns a basra also where an ordinary seven would."""
    basra: int = Basra.SWEEP.value
    """Which sweeps are a basra (``Basra``)."""
    basra_points: int = 10
    """What a basra earns; 0 stands for twice the value of the capturing card."""
    queen_value: int = 10
    """The value of a queen where a basra earns twice the value; never used in sums."""
    king_value: int = 10
    """The value of a king where a basra earns twice the value; never used in sums."""
    jack_basra: int = 0
    """What a jack earns that takes a lone jack."""
    per_group: bool = False
    """Whether a basra earns its points for every group captured."""
    last_card: bool = True
    """Whether a sweep with the very last card of a deal can be a basra."""
    majority: int = 3
    """Points for most cards."""
    tie: int = Tie.ALL.value
    """Who gets the majority when leaders tie (``Tie``)."""
    target: int = 100
    """Points that end a match."""
    tie_break: int = TieBreak.DEALS.value
    """What follows a tie at the end of a match (``TieBreak``)."""
    extension: int = 50
    """How far a tie raises the target: 20, 30 or 50 (with ``tie_break=extend``)."""
    rubber: int = 1
    """The best of how many matches: 1, 3 or 5."""

    def vary(self, **options: "int | str") -> "Rules":
        """Return these rules with some options changed; new seats play alone unless told.

        Takes numbers, members of the enums or the words of the text form. Raises BadRules for an
        option or a value that does not exist; ask ``problems`` whether the whole can be played.

        >>> from basra import Rules
        >>> Rules().vary(seats=3, tie="carry").sides
        3
        """
        changed = {name: read_option(name, value) for name, value in options.items()}
        if "seats" in changed:
            changed.setdefault("sides", changed["seats"])
        return replaced(self, changed)

    def __repr__(self) -> str:
        # The text names the nearest variant, which only the layer above knows.
        from basra.variants import rules_text  # noqa: PLC0415

        return rules_text(self)


def replaced(rules: Rules, options: Mapping[str, int]) -> Rules:
    """Return rules with options replaced by values as ``read_option`` returns them."""
    return Rules(**{**rules._asdict(), **options})


class Option(NamedTuple):
    """What may stand behind the name of an option in a text of rules.

    ``words`` maps the words of the text form to values; ``span`` holds the numbers allowed.
    """

    words: Mapping[str, int]
    span: range

    def expected(self) -> str:
        """Return what may be written, for an error."""
        written = list(self.words)
        if len(self.span) > 3:
            written.append(f"{self.span.start}…{self.span.stop - 1}")
        else:
            written.extend(map(str, self.span))
        return ", ".join(written)

    def write(self, value: int) -> str:
        """Return the text of a value."""
        for word, number in self.words.items():
            if number == value:
                return word
        return str(int(value))


def _words(kind: type[IntEnum]) -> Option:
    return Option({member.name.lower(): member.value for member in kind}, range(0))


def _numbers(*numbers: int) -> Option:
    return Option({str(number): number for number in numbers}, range(0))


_SWITCH = Option({"no": 0, "yes": 1}, range(0))
_SWITCH_SYNONYMS = {"off": 0, "false": 0, "0": 0, "on": 1, "true": 1, "1": 1}
_NOTHING = range(0)

OPTIONS: Final[Mapping[str, Option]] = {
    "seats": _numbers(2, 3, 4),
    "sides": _numbers(2, 3, 4),
    "pack": _numbers(52, 44),
    "packet": _numbers(4, 5, 6),
    "bury": _words(Bury),
    "peek": _SWITCH,
    "direction": _words(Direction),
    "must_capture": _SWITCH,
    "largest": _SWITCH,
    "komi": _SWITCH,
    "komi_sum": _numbers(10, 9),
    "komi_groups": _SWITCH,
    "komi_high": _SWITCH,
    "komi_alone": _SWITCH,
    "komi_as_seven": _SWITCH,
    "komi_seven_basra": _SWITCH,
    "basra": _words(Basra),
    "basra_points": Option({"double": 0}, range(1, 101)),
    "queen_value": Option({}, range(21)),
    "king_value": Option({}, range(21)),
    "jack_basra": Option({}, range(101)),
    "per_group": _SWITCH,
    "last_card": _SWITCH,
    "majority": Option({}, range(101)),
    "tie": _words(Tie),
    "target": Option({}, range(1, 1001)),
    "tie_break": _words(TieBreak),
    "extension": _numbers(20, 30, 50),
    "rubber": _numbers(1, 3, 5),
}
"""Every option by its name, in the order of ``Rules``."""


def read_option(name: str, value: "int | str") -> int:
    """Return the value of an option as ``Rules`` holds it.

    Raises BadRules for a name or a value that does not exist, with what is near it.

    >>> from basra.rules import read_option
    >>> read_option("tie", "carry")
    2
    """
    option = OPTIONS.get(name)
    if option is None:
        near = get_close_matches(name, OPTIONS, n=1)
        raise (
            BadRules("error.option.near", option=name, near=near[0])
            if near
            else BadRules("error.option", option=name, expected=", ".join(OPTIONS))
        )
    known = {**option.words, **(_SWITCH_SYNONYMS if option is _SWITCH else {})}
    number: int | None
    if isinstance(value, str):
        word = value.strip().lower()
        number = known.get(word)
        if number is None and word.isascii() and word.isdigit() and len(word) < 9:
            number = int(word)
    else:
        number = int(value)
    if number is None or (number not in option.span and number not in option.words.values()):
        raise BadRules("error.value", option=name, value=value, expected=option.expected())
    return bool(number) if option is _SWITCH else number


def is_switch(name: str) -> bool:
    """Tell whether an option is a matter of yes or no."""
    return OPTIONS[name] is _SWITCH


def problems(rules: Rules, catalogue: Catalogue | None = None) -> list[str]:
    """Return a sentence for each reason why no table can play ``rules``; none if it can.

    >>> from basra import Rules
    >>> from basra.rules import problems
    >>> problems(Rules()), problems(Rules().vary(seats=3, sides=2))
    ([], ['sides=2 does not go with 3 seats: partners are two sides of 4 seats'])
    """
    wrong: list[BadRules] = []
    for name, value in zip(Rules._fields, rules, strict=True):
        try:
            read_option(name, value)
        except BadRules as error:
            wrong.append(error)
    if rules.sides != rules.seats and (rules.seats, rules.sides) != (4, 2):
        wrong.append(BadRules("error.sides", sides=rules.sides, seats=rules.seats))
    if not rules.komi:
        wrong.extend(
            BadRules("error.no_komi", option=name)
            for name in ("komi_groups", "komi_high", "komi_as_seven", "komi_seven_basra")
            if getattr(rules, name)
        )
    return [error.said(catalogue or english()) for error in wrong]
