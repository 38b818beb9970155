"""The menu: what can be played, by which house rules, against whom; the rules in sentences."""

from basra.bots import LADDER, SEARCHING
from basra.explain import explain
from basra.rules import OPTIONS, Rules, is_switch
from basra.server.answers import (
    Level,
    OptionTold,
    RulesTold,
    Section,
    TableChoice,
    VariantTold,
)
from basra.texts import catalogue
from basra.variants import VARIANTS, Variant, find_rules, find_variant, key_of, rules_text
from basra.wishes import Wishes, offered


def told_variants() -> list[VariantTold]:
    """Return the regional games.

    >>> from basra.server.menu import told_variants
    >>> [(one.seats, one.rules) for one in told_variants()[2].seats][:2]
    [(2, 'egyptian'), (3, 'egyptian;seats=3')]
    """
    return [_told_variant(variant) for variant in VARIANTS.values()]


def _told_variant(variant: Variant) -> VariantTold:
    key = variant.key
    choices = [
        TableChoice(seats=seats, sides=sides, rules=rules_text(variant.at(seats, sides), key))
        for seats, sides in variant.tables
    ]
    return VariantTold(
        key=key,
        title=f"variant.{key}.title",
        region=f"variant.{key}.region",
        note=f"variant.{key}.note",
        rules=choices[0].rules,
        seats=choices,
    )


def told_options(text: str) -> list[OptionTold]:
    """Return the house rules of a table, with the values to choose from. Raises BadRules.

    >>> from basra.server.menu import told_options
    >>> [(one.value, one.values[:3]) for one in told_options("egyptian") if one.name == "target"]
    [(101, [101, 121, 21])]
    """
    rules, key = find_rules(text), key_of(text)
    usual = find_variant(key).at(rules.seats, rules.sides)
    wishes = Wishes(key, rules)
    return [_told_option(wishes, usual, name) for name in OPTIONS if name not in {"seats", "sides"}]


def _told_option(wishes: Wishes, usual: Rules, name: str) -> OptionTold:
    option = OPTIONS[name]
    values = [int(value) for value in offered(wishes, name)]
    texts = [option.write(value) for value in values]
    if is_switch(name):
        words = [f"option.{text}" for text in texts]
    else:
        words = ["" if text.isdigit() else f"option.{name}.{text}" for text in texts]
    return OptionTold(
        name=name,
        kind="flag" if is_switch(name) else "choice" if all(words) else "number",
        value=int(getattr(wishes.rules, name)),
        usual=int(getattr(usual, name)),
        values=values,
        texts=texts,
        label=f"option.{name}.label",
        words=words,
    )


def told_rules(text: str, language: str) -> RulesTold:
    """Return the rules of a table in sentences. Raises BadRules.

    >>> from basra.server.menu import told_rules
    >>> told_rules("egyptian", "en").sections[1].title
    'Dealing'
    """
    rules, words = find_rules(text), catalogue(language)
    return RulesTold(
        title=words.say(f"variant.{key_of(text)}.title"),
        sections=[
            Section(title=title, sentences=list(sentences))
            for title, sentences in explain(rules, words)
        ],
    )


def told_levels() -> list[Level]:
    """Return the computer players, weakest first.

    >>> from basra.server.menu import told_levels
    >>> told_levels()[0].about
    'bot.random.about'
    """
    return [
        Level(level=name, about=f"bot.{name}.about", searches=name in SEARCHING) for name in LADDER
    ]
