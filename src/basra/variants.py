"""The twelve regional games by name, and the text of rules: ``egyptian;target=121;seats=4``."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final, NamedTuple

from basra.errors import BadRules
from basra.rules import OPTIONS, Basra, Bury, Direction, Rules, Tie, problems, read_option, replaced


class Variant(NamedTuple):
    """A regional game: its rules for two seats, and what else is played under its name.

    ``tables`` are the (seats, sides) it is played at, the first of a number of seats being meant
    when only seats are named. ``packets`` are packets that differ from ``rules`` by seats.
    ``usual`` are the other values of options that its sources name. ``sources`` are the texts it
    was read from. Title and region for people are the keys ``variant.<key>.title`` and
    ``variant.<key>.region`` of the catalogues.
    """

    key: str
    rules: Rules
    tables: tuple[tuple[int, int], ...]
    packets: Mapping[int, int]
    usual: Mapping[str, tuple[int, ...]]
    sources: tuple[str, ...]

    def at(self, seats: int, sides: int | None = None) -> Rules:
        """Return the rules for a number of seats, alone or in partnerships as is the custom."""
        if sides is None:
            sides = next((s for n, s in self.tables if n == seats), seats)
        packet = self.packets.get(seats, self.rules.packet)
        return self.rules._replace(seats=seats, sides=sides, packet=packet)


_ALONE_OR_PARTNERS = ((2, 2), (3, 3), (4, 4), (4, 2))
_BASE = Rules()
_COFFEE_HOUSE = _BASE.vary(
    bury=Bury.STOCK,
    direction=Direction.ANTICLOCKWISE,
    komi=True,
    majority=30,
    tie=Tie.CARRY,
    target=101,
)
_LEBANESE = _BASE.vary(packet=6, jack_basra=10, tie=Tie.NONE, target=101)
_DOUBLE = _BASE.vary(basra_points=0, tie=Tie.NONE, target=101)
_SHORT_PACK = _DOUBLE.vary(pack=44)
_SHORT_PACKETS = {4: 5}
_ES, _KO, _JA = "000 (Spanish)", "001 (Korean)", "002 (Japanese)"


def _variant(
    key: str,
    rules: Rules,
    usual: Mapping[str, tuple[int, ...]],
    *,
    tables: tuple[tuple[int, int], ...] = _ALONE_OR_PARTNERS,
    packets: Mapping[int, int] | None = None,
    sources: tuple[str, ...] = (_ES,),
) -> Variant:
    return Variant(key, rules, tables, packets or {}, usual, sources)


_TARGETS = {"target": (101, 151)}
_PACKETS_AND_TARGETS = {"packet": (4, 5), **_TARGETS}

VARIANTS: Final[Mapping[str, Variant]] = {
    variant.key: variant
    for variant in (
        _variant("cypriot", _BASE, {"tie_break": (0, 1, 2), "extension": (20, 30, 50)}),
        _variant(
            "coffeehouse",
            _COFFEE_HOUSE.vary(peek=True),
            {},
            tables=((2, 2), (4, 2)),
            sources=(_KO, _JA),
        ),
        _variant(
            "egyptian",
            _COFFEE_HOUSE.vary(jack_basra=20),
            {"jack_basra": (20, 30), "target": (101, 121)},
        ),
        _variant(
            "yemeni",
            _COFFEE_HOUSE.vary(komi_sum=9, komi_groups=True, komi_high=True, jack_basra=20),
            {"target": (101, 121)},
        ),
        _variant(
            "ethiopian",
            _COFFEE_HOUSE.vary(
                komi_groups=True, komi_alone=True, majority=3, tie=Tie.NONE, target=52
            ),
            {},
        ),
        _variant("lebanese_a", _LEBANESE.vary(basra=Basra.CHAIN), {"packet": (6, 4)}),
        _variant("lebanese_b", _LEBANESE.vary(basra=Basra.SINGLE), {"packet": (6, 4)}),
        _variant("palestinian", _SHORT_PACK, _PACKETS_AND_TARGETS, packets=_SHORT_PACKETS),
        _variant("jordanian_a", _SHORT_PACK, _PACKETS_AND_TARGETS, packets=_SHORT_PACKETS),
        _variant("jordanian_b", _DOUBLE, _TARGETS),
        _variant(
            "syrian_a",
            _DOUBLE.vary(queen_value=3, king_value=4, jack_basra=25),
            {"packet": (4, 6), **_TARGETS},
        ),
        _variant(
            "syrian_b",
            _SHORT_PACK.vary(jack_basra=25),
            _PACKETS_AND_TARGETS,
            packets=_SHORT_PACKETS,
        ),
    )
}
"""The regional games by key, in the order of the sources."""


def find_rules(text: "str | Rules") -> Rules:
    """Return the rules that a text names: a variant, then options that differ from it.

    Rules pass through. Without a variant the base game is meant. Raises BadRules for a name, an
    option or a value that does not exist (with what is near it) and for rules that no table can
    play.

    >>> import basra
    >>> rules = basra.find_rules("egyptian;target=121;seats=4;sides=2")
    >>> rules.target, rules.seats, rules.sides, rules.jack_basra
    (121, 4, 2, 20)
    >>> basra.find_rules("palestinian;seats=4").packet
    5
    """
    if isinstance(text, Rules):
        rules = text
    else:
        name, options = _read(text)
        variant = find_variant(name)
        rules = variant.at(options.pop("seats", 2), options.pop("sides", None))
        rules = replaced(rules, options)
    wrong = problems(rules)
    if wrong:
        raise BadRules("error.rules", reason="; ".join(wrong))
    return rules


def find_variant(name: str) -> Variant:
    """Return the variant of that key, in any case and with spaces or hyphens.

    Raises BadRules with the nearest key.

    >>> from basra import find_variant
    >>> find_variant("Lebanese A").rules.packet
    6
    """
    key = name.strip().lower().replace(" ", "_").replace("-", "_")
    variant = VARIANTS.get(key)
    if variant is None:
        near = get_close_matches(key, VARIANTS, n=1)
        if near:
            raise BadRules("error.variant.near", name=name, near=near[0])
        raise BadRules("error.variant", name=name, expected=", ".join(VARIANTS))
    return variant


def _read(text: str) -> tuple[str, dict[str, int]]:
    parts = [part.strip() for part in text.split(";")]
    parts = [part for part in parts if part]
    name = parts.pop(0) if parts and "=" not in parts[0] else "cypriot"
    options: dict[str, int] = {}
    for part in parts:
        option, sign, value = part.partition("=")
        option = option.strip().lower()
        if not sign:
            raise BadRules("error.option_form", part=part)
        if option in options:
            raise BadRules("error.option_twice", option=option)
        options[option] = read_option(option, value)
    return name, options


def rules_text(rules: Rules, name: str = "") -> str:
    """Return the text of rules: the nearest variant and what differs from it.

    Of variants equally near, as Palestine and Jordan A are, ``name`` is chosen or the first.

    >>> from basra.variants import find_rules, rules_text
    >>> rules_text(find_rules("Egyptian ; seats=4; target = 121"))
    'egyptian;seats=4;target=121'
    """
    texts = {key: _text_from(variant, rules) for key, variant in VARIANTS.items()}
    return texts[min(VARIANTS, key=lambda key: (texts[key].count(";"), key != name))]


def key_of(rules: "str | Rules") -> str:
    """Return the variant that a text of rules names, or the one that is nearest to rules.

    >>> from basra.variants import find_rules, key_of
    >>> key_of("jordanian_a;target=151"), key_of(find_rules("jordanian_a"))
    ('jordanian_a', 'palestinian')
    """
    if isinstance(rules, Rules):
        return rules_text(rules).split(";", maxsplit=1)[0]
    return find_variant(_read(rules)[0]).key


def _text_from(variant: Variant, rules: Rules) -> str:
    changed = [variant.key]
    base = variant.rules
    if rules.seats != base.seats:
        changed.append(f"seats={rules.seats}")
        base = variant.at(rules.seats)
    if rules.sides != base.sides:
        changed.append(f"sides={rules.sides}")
        base = variant.at(rules.seats, rules.sides)
    changed.extend(
        f"{name}={OPTIONS[name].write(value)}"
        for name, value, usual in zip(Rules._fields, rules, base, strict=True)
        if value != usual
    )
    return ";".join(changed)
