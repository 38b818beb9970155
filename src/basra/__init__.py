"""Basra, the fishing card game of the coffee houses, by the rules of twelve regions.

>>> import basra
>>> rules = basra.find_rules("egyptian;target=121")
>>> basra.captures(rules, floor="2c As 5h 4d", card="7s")
[As2c4d, 2c5h]
"""

from basra.cards import Card, CardSet, Play
from basra.errors import (
    AmbiguousPlay,
    BadNotation,
    BadRules,
    BasraError,
    IllegalPlay,
    TooManyCaptures,
)
from basra.game import (
    Deal,
    Played,
    Sheet,
    basra_points,
    captures,
    packets,
    sample,
    score,
    view,
)
from basra.match import Match, Standing, loads_bgn
from basra.rules import Basra, Bury, Direction, Rules, Tie, TieBreak, problems
from basra.shuffle import Generator, commitment, shuffled
from basra.variants import VARIANTS, Variant, find_rules, find_variant, rules_text
from basra.view import View

__version__ = "0.1.0"

__all__ = [
    "VARIANTS",
    "AmbiguousPlay",
    "BadNotation",
    "BadRules",
    "Basra",
    "BasraError",
    "Bury",
    "Card",
    "CardSet",
    "Deal",
    "Direction",
    "Generator",
    "IllegalPlay",
    "Match",
    "Play",
    "Played",
    "Rules",
    "Sheet",
    "Standing",
    "Tie",
    "TieBreak",
    "TooManyCaptures",
    "Variant",
    "View",
    "basra_points",
    "captures",
    "commitment",
    "find_rules",
    "find_variant",
    "loads_bgn",
    "packets",
    "problems",
    "rules_text",
    "sample",
    "score",
    "shuffled",
    "view",
]
