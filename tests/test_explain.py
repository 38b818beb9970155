"""The rules in words say what the engine does, for every option and variant."""

from itertools import product

import pytest
from rich.cells import cell_len

from basra import VARIANTS, CardSet, Rules, basra_points, captures, find_rules, packets, problems
from basra.explain import (
    also_played,
    explain,
    headings,
    markdown_page,
    plain_page,
    plain_table,
    table_of_variants,
)
from basra.rules import OPTIONS
from basra.texts import catalogue, english, languages

WHERE_IT_MATTERS = {
    "sides": ["cypriot;seats=4", "egyptian;seats=4"],
    "komi_sum": ["egyptian", "yemeni", "ethiopian"],
    "komi_groups": ["egyptian", "yemeni", "ethiopian"],
    "komi_high": ["egyptian", "yemeni", "ethiopian;pack=44"],
    "komi_as_seven": ["egyptian", "egyptian;largest=yes", "yemeni"],
    "komi_seven_basra": ["egyptian", "yemeni", "ethiopian"],
    "queen_value": ["jordanian_b", "syrian_a"],
    "king_value": ["jordanian_b", "syrian_a"],
    "tie": ["cypriot", "egyptian", "cypriot;seats=3", "egyptian;seats=4;sides=2"],
    "extension": ["cypriot;tie_break=extend"],
}
"""Tables at which an option makes a difference; without an entry, at those of all variants."""


def text(rules: Rules) -> str:
    return plain_page(rules, english())


def values(name: str) -> list[int]:
    option = OPTIONS[name]
    return [*option.words.values(), *list(option.span)[:3], *list(option.span)[-2:]]


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_changes_the_text(name: str) -> None:
    compared = 0
    for table in map(find_rules, WHERE_IT_MATTERS.get(name, list(VARIANTS))):
        tables = {
            value: rules
            for value in {getattr(table, name), *values(name)}
            if not problems(rules := table.vary(**{name: value}))
        }
        assert len(tables) == len({text(rules) for rules in tables.values()})
        compared += len(tables) - 1
    assert compared > 0


def test_an_option_that_makes_no_difference_does_not_change_the_text() -> None:
    for options in ({"extension": 30}, {"queen_value": 1}, {"king_value": 1}):
        assert text(find_rules("egyptian")) == text(find_rules("egyptian").vary(**options))


@pytest.mark.parametrize("pack", [44, 52])
def test_every_way_to_deal_can_be_said(pack: int) -> None:
    for packet, seats in product((4, 5, 6), (2, 3, 4)):
        rules = Rules().vary(pack=pack, packet=packet, seats=seats)
        sizes, undealt = packets(rules)
        dealing = " ".join(explain(rules, english())[1].sentences)
        assert (len(set(sizes)) == 1) == ("That makes" in dealing)
        assert bool(undealt) == ("cannot be dealt equally" in dealing)


def said(rules: str, sentence: str) -> bool:
    return any(sentence in section.sentences for section in explain(find_rules(rules), english()))


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ("cypriot", "That makes six packets of four in a deal."),
        ("lebanese_a;seats=3", "The packets of a deal are of six, six and four cards."),
        ("palestinian", "If both have 22, nobody gets it."),
        ("cypriot", "If both have 26, both get it."),
        ("cypriot", "On 2♣ A♠ 5♥ 4♦ the 7♠ takes A♠ 2♣ 4♦, or 2♣ 5♥."),
        ("cypriot;largest=yes", "On 2♣ A♠ 5♥ 4♦ the 7♠ takes A♠ 2♣ 4♦."),
        ("palestinian", "7♥ on 7♠: a basra, 14 points."),
        ("syrian_a", "K♠ on K♥: a basra, 8 points."),
        ("jordanian_b", "Q♠ on Q♥: a basra, 20 points."),
        ("lebanese_b", "5♣ on 3♥ 2♠: all yours, but no basra."),
        ("cypriot;per_group=yes", "9♣ on 5♥ 4♠ 2♦ 7♣: a basra, 20 points."),
        ("cypriot", "That is 13 points in a deal."),
        ("cypriot;rubber=5", "You play the best of five matches: who wins three of them wins all."),
    ],
)
def test_sentences(rules: str, sentence: str) -> None:
    assert said(rules, sentence), text(find_rules(rules))


@pytest.mark.parametrize("key", VARIANTS)
def test_examples_of_the_seven_are_what_the_engine_pays(key: str) -> None:
    rules = VARIANTS[key].rules
    seven = [section for section in explain(rules, english()) if "seven of" in section.title]
    assert rules.komi == bool(seven)
    for section in seven:
        for sentence in section.sentences:
            yes, no = sentence.startswith("A basra on "), sentence.startswith("No basra on ")
            if yes or no:
                floors = sentence.partition(" on ")[2].rstrip(".").replace("or ", "").split("; ")
                for floor in floors:
                    assert yes == (basra_points(rules, floor, "7d", floor) > 0)


def test_a_part_is_not_enough() -> None:
    assert [CardSet("6c 6h 8s 4d 4h 2c")] == captures("cypriot", "6c 6h 8s 4d 4h 2c", "Ts")


def test_a_row_for_every_variant() -> None:
    rows = table_of_variants(english())
    assert list(VARIANTS) == [row.key for row in rows]
    assert len(headings(english())) == len(rows[0])
    assert "2, 2×2" == rows[1].seats
    assert "4, 5" == rows[7].packet
    assert ["2 × card", "2 × card"] == [rows[7].basra, rows[10].basra]


def test_what_is_also_played_can_be_played() -> None:
    for variant in VARIANTS.values():
        for other in also_played(variant):
            assert text(find_rules(other)) != text(variant.rules)


def test_a_page_has_a_section_for_every_variant() -> None:
    page = markdown_page(english())
    assert all(f'<a id="{key}"></a>' in page for key in VARIANTS)


def test_lines_fit_a_terminal() -> None:
    page = plain_page(find_rules("yemeni"), english(), width=60)
    assert max(map(len, page.splitlines())) <= 60


@pytest.mark.parametrize("width", [40, 79, 200])
def test_the_table_fits_and_says_the_same_at_any_width(width: int) -> None:
    table = plain_table(english(), width)
    assert max(map(len, table.splitlines())) <= width
    words = " ".join(table.split())
    for row in table_of_variants(english()):
        assert row.key in words
        assert row.title in words


@pytest.mark.parametrize("language", languages())
def test_pages_fit_the_terminal_in_every_language(language: str) -> None:
    words = catalogue(language)
    page = f"{plain_page(find_rules('yemeni'), words)}\n{plain_table(words)}"
    assert [] == [line for line in page.splitlines() if cell_len(line) > 79]


def test_where_only_a_lone_card_makes_a_basra_the_seven_needs_a_lone_seven() -> None:
    assert 0 == basra_points("egyptian;basra=single", "5c", "7d", "5c")
    assert 10 == basra_points("egyptian;basra=single", "7s", "7d", "7s")
    for rules in ("egyptian;basra=single", "yemeni;basra=chain"):
        assert said(rules, "It makes a basra only if a lone seven lies there.")
        assert "add up to 10" not in text(find_rules(rules))
