"""What a person wants to play, remembered from one time to the next."""

import json
from pathlib import Path
from typing import NamedTuple, Self

from basra.bots import LADDER
from basra.errors import BasraError
from basra.files import write_whole
from basra.narrate import CardStyle
from basra.rules import OPTIONS, Rules, problems, read_option, replaced
from basra.solo import USUAL_LEVEL
from basra.variants import VARIANTS, find_rules, find_variant

SAVED, WISHES = "match.bgn", "wishes.json"
"""In the folder of a person: the match to go on with, and the choices of last time."""
SPEEDS = ("slow", "normal", "fast")
"""How long a play of a computer player stays in sight."""
PAUSES = {"slow": 3.0, "normal": 1.6, "fast": 0.5}
"""Seconds that a capture stays in sight, by speed."""
_OFFERED = {
    "target": (21, 31, 51, 52, 100, 101, 121, 151, 201),
    "basra_points": (0, 5, 10, 20),
    "queen_value": (0, 2, 3, 10, 12),
    "king_value": (0, 2, 4, 10, 13),
    "jack_basra": (0, 10, 20, 25, 30),
    "majority": (0, 3, 5, 30),
}
"""Numbers that are offered where an option takes nearly any."""


class Wishes(NamedTuple):
    """The choices of a person for a match; the default is one keypress from play."""

    variant: str = "egyptian"
    rules: Rules = find_rules("egyptian")
    levels: tuple[str, ...] = (USUAL_LEVEL,) * 3
    """The other players in order of play; those beyond the seats are kept for later."""
    speed: str = "normal"
    style: CardStyle = CardStyle.SYMBOLS

    def with_variant(self, key: str) -> Self:
        """Choose a variant, at as many seats as before where it is played so."""
        variant = find_variant(key)
        table = (self.rules.seats, self.rules.sides)
        seats, sides = table if table in variant.tables else variant.tables[0]
        return self._replace(variant=key, rules=variant.at(seats, sides))

    def with_table(self, seats: int, sides: int) -> Self:
        """Choose how many play and who plays together; house rules stay."""
        usual = find_variant(self.variant)
        before = usual.at(self.rules.seats, self.rules.sides)
        after = usual.at(seats, sides)
        packet = after.packet if self.rules.packet == before.packet else self.rules.packet
        return self._replace(rules=self.rules._replace(seats=seats, sides=sides, packet=packet))

    def with_option(self, name: str, value: int) -> Self:
        """Choose a house rule."""
        return self._replace(rules=replaced(self.rules, {name: read_option(name, value)}))

    def with_level(self, other: int, level: str) -> Self:
        """Choose the level of another player, counted from 0 in order of play."""
        levels = (*self.levels[:other], level, *self.levels[other + 1 :])
        return self._replace(levels=levels)

    def changed(self) -> list[str]:
        """Return the options that differ from what the variant usually plays."""
        usual = find_variant(self.variant).at(self.rules.seats, self.rules.sides)
        return [
            name
            for name, value, other in zip(Rules._fields, self.rules, usual, strict=True)
            if value != other
        ]


def offered(wishes: Wishes, name: str) -> list[int]:
    """Return the values of an option to choose from, those that the variant names first.

    >>> from basra.wishes import Wishes, offered
    >>> offered(Wishes(), "target")[:3], offered(Wishes(), "tie")
    ([101, 121, 21], [2, 0, 1])
    """
    variant = find_variant(wishes.variant)
    now = int(getattr(wishes.rules, name))
    usual = int(getattr(variant.at(wishes.rules.seats, wishes.rules.sides), name))
    option = OPTIONS[name]
    known = _OFFERED.get(name, tuple(option.words.values()))
    return list(dict.fromkeys([usual, *variant.usual.get(name, ()), *known, now]))


def load_wishes(path: Path) -> Wishes:
    """Return the choices of last time; the usual ones where there are none or they are unfit."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        rules = find_rules(kept["rules"])
        levels = tuple(kept["levels"])
        fit = (
            kept["variant"] in VARIANTS
            and len(levels) == len(Wishes().levels)
            and all(level in LADDER for level in levels)
            and kept["speed"] in SPEEDS
            and not problems(rules)
        )
        style = CardStyle(kept["style"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, BasraError):
        return Wishes()
    return Wishes(kept["variant"], rules, levels, kept["speed"], style) if fit else Wishes()


def save_wishes(path: Path, wishes: Wishes) -> None:
    """Remember the choices in ``path``."""
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = {**wishes._asdict(), "rules": repr(wishes.rules)}
    write_whole(path, json.dumps(kept, indent=1))
