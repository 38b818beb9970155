"""Tables and deals drawn at random, for the tests that try many."""

from random import Random
from typing import Any

from basra import VARIANTS, Deal, Rules, problems
from basra.rules import OPTIONS, is_switch

SEATINGS = ((2, 2), (3, 3), (4, 4), (4, 2))
KOMI_OPTIONS = ("komi_groups", "komi_high", "komi_as_seven", "komi_seven_basra")
HOUSE_RULES = ("must_capture", "largest", "per_group", "last_card", "peek", "komi_alone")


def option_values(name: str) -> list[int]:
    """Return every value that an option may have, of long spans some."""
    option = OPTIONS[name]
    return [*option.words.values(), *list(option.span)[:: max(1, len(option.span) // 40)]]


def any_rules(chance: Random) -> Rules:
    """Return rules with options at random, such as a table can play."""
    while True:
        rules = chance.choice(list(VARIANTS.values())).rules
        for name in chance.sample(list(OPTIONS), chance.randrange(8)):
            value = chance.choice(option_values(name))
            option: dict[str, Any] = {name: bool(value) if is_switch(name) else value}
            rules = rules._replace(**option)
        if not problems(rules):
            return rules


def house_rules(chance: Random, rules: Rules) -> Rules:
    """Return rules with some house rules at random that change how cards are played."""
    options = HOUSE_RULES + (KOMI_OPTIONS if rules.komi else ())
    changed = {name: chance.random() < 0.5 for name in chance.sample(options, 3)}
    return rules._replace(**changed)


def seated(chance: Random, rules: Rules) -> Rules:
    """Return rules for some number of seats, alone or in partnerships."""
    seats, sides = chance.choice(SEATINGS)
    return rules._replace(seats=seats, sides=sides, packet=chance.choice((4, 5, 6)))


def play_at_random(deal: Deal, chance: Random, plays: int = 52) -> Deal:
    """Make up to ``plays`` legal plays at random."""
    for _ in range(plays):
        if deal.is_over:
            break
        deal.play(chance.choice(deal.legal_plays))
    return deal
