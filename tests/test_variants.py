"""The presets against the table of the rules, and the text of rules both ways."""

from random import Random

import pytest

import tables
from basra import VARIANTS, BadRules, Rules, find_rules, find_variant, problems, rules_text
from basra.variants import key_of

# key: pack, packet, barred to, komi, basra, points, jack on jack, majority, tie, target, direction
TABLE = """
cypriot      52 4 bottom -         sweep  10     0  3  all   100 clockwise
coffeehouse  52 4 stock  egyptian  sweep  10     0  30 carry 101 anti
egyptian     52 4 stock  egyptian  sweep  10     20 30 carry 101 anti
yemeni       52 4 stock  yemeni    sweep  10     20 30 carry 101 anti
ethiopian    52 4 stock  ethiopian sweep  10     0  3  none  52  anti
lebanese_a   52 6 bottom -         chain  10     10 3  none  101 clockwise
lebanese_b   52 6 bottom -         single 10     10 3  none  101 clockwise
palestinian  44 4 bottom -         sweep  double 0  3  none  101 clockwise
jordanian_a  44 4 bottom -         sweep  double 0  3  none  101 clockwise
jordanian_b  52 4 bottom -         sweep  double 0  3  none  101 clockwise
syrian_a     52 4 bottom -         sweep  double 25 3  none  101 clockwise
syrian_b     44 4 bottom -         sweep  double 25 3  none  101 clockwise
"""
ROWS = TABLE.strip().splitlines()
KOMI = {
    "-": (False, 10, False, False, False),
    "egyptian": (True, 10, False, False, False),
    "yemeni": (True, 9, True, True, False),
    "ethiopian": (True, 10, True, False, True),
}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split()[0])
def test_each_preset_is_that_of_the_table(row: str) -> None:
    key, pack, packet, bury, komi, basra, points, jack, majority, tie, target, way = row.split()
    rules = VARIANTS[key].rules
    expected = Rules(pack=int(pack), packet=int(packet)).vary(
        bury=bury,
        basra=basra,
        basra_points=points,
        jack_basra=jack,
        majority=majority,
        tie=tie,
        target=target,
        direction="clockwise" if way == "clockwise" else "anticlockwise",
        peek=key == "coffeehouse",
        queen_value=3 if key == "syrian_a" else 10,
        king_value=4 if key == "syrian_a" else 10,
    )
    power, total, groups, high, alone = KOMI[komi]
    expected = expected._replace(
        komi=power, komi_sum=total, komi_groups=groups, komi_high=high, komi_alone=alone
    )
    assert expected == rules
    assert [] == problems(rules)


def test_there_are_twelve_in_the_order_of_the_sources() -> None:
    assert [row.split()[0] for row in ROWS] == list(VARIANTS)
    assert all(key == variant.key for key, variant in VARIANTS.items())
    assert all(variant.sources for variant in VARIANTS.values())


def test_tables_and_packets() -> None:
    for key, variant in VARIANTS.items():
        tables_played = (
            ((2, 2), (4, 2)) if key == "coffeehouse" else ((2, 2), (3, 3), (4, 4), (4, 2))
        )
        assert tables_played == variant.tables
        short = variant.rules.pack == 44
        usual = variant.rules.packet
        assert [usual, usual, 5 if short else usual] == [variant.at(n).packet for n in (2, 3, 4)]
        assert (4, 2 if key == "coffeehouse" else 4) == variant.at(4)[:2]
        assert (4, 2) == variant.at(4, 2)[:2]
        assert (3, 3) == variant.at(3)[:2], "another number of seats is a house rule"


def test_usual_options_are_those_of_the_table() -> None:
    usual = {key: dict(variant.usual) for key, variant in VARIANTS.items()}
    assert {"jack_basra": (20, 30), "target": (101, 121)} == usual["egyptian"]
    assert {"target": (101, 121)} == usual["yemeni"]
    assert {} == usual["coffeehouse"] == usual["ethiopian"]
    assert {"packet": (6, 4)} == usual["lebanese_a"] == usual["lebanese_b"]
    assert {"packet": (4, 6), "target": (101, 151)} == usual["syrian_a"]
    assert {"target": (101, 151)} == usual["jordanian_b"]
    for key in ("palestinian", "jordanian_a", "syrian_b"):
        assert {"packet": (4, 5), "target": (101, 151)} == usual[key]
    for key, options in usual.items():
        for name, values in options.items():
            assert getattr(VARIANTS[key].rules, name) in values
            for value in values:
                assert value == getattr(find_rules(f"{key};{name}={value}"), name)


@pytest.mark.parametrize("part", range(4))
def test_a_text_of_rules_names_them_exactly(part: int) -> None:
    chance = Random(f"rules {part}")
    for _ in range(750):
        rules = tables.any_rules(chance)
        text = rules_text(rules)
        assert rules == find_rules(text), text
        assert text == rules_text(find_rules(text))
        assert all(type(one) is type(two) for one, two in zip(rules, find_rules(text), strict=True))


def test_presets_have_the_shortest_text() -> None:
    for key, variant in VARIANTS.items():
        text = rules_text(variant.rules)
        assert VARIANTS[text].rules == variant.rules
        assert text == ("palestinian" if key == "jordanian_a" else key)


def test_of_variants_with_the_same_rules_the_one_named_is_kept() -> None:
    rules = find_rules("jordanian_a;target=151")
    assert "palestinian;target=151" == rules_text(rules)
    assert "jordanian_a;target=151" == rules_text(rules, "jordanian_a")
    assert "palestinian;target=151" == rules_text(rules, "egyptian"), "another is farther away"
    assert ["jordanian_a", "palestinian", "cypriot"] == [
        key_of(rules) for rules in ("Jordanian A;target=151", rules, "target=50")
    ]


def test_names_are_forgiven_case_spaces_and_hyphens() -> None:
    for name in ("lebanese_a", "Lebanese A", " LEBANESE-a "):
        assert VARIANTS["lebanese_a"] is find_variant(name)
    assert find_rules("egyptian;target=121") == find_rules(" Egyptian ;; TARGET = 121 ; ")
    assert Rules() == find_rules("") == find_rules("cypriot") == find_rules(Rules())
    assert Rules(target=50) == find_rules("target=50")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("egyptain", "'egyptain' is no variant: did you mean egyptian?"),
        ("zzz", "'zzz' is no variant: expected one of cypriot, coffeehouse"),
        ("cypriot;zzz=1", "'zzz' is no option: expected one of seats"),
        ("cypriot;targets=1", "'targets' is no option: did you mean target?"),
        ("cypriot;target", "'target' is no option: expected option=value"),
        ("cypriot;target=1;target=2", "target is given twice"),
        ("cypriot;target=many", "target=many is not played"),
        ("cypriot;target=", "target= is not played"),
        ("cypriot;seats=3;sides=2", "no table can play these rules: sides=2"),
        ("cypriot;komi_high=yes", "no table can play these rules: komi_high=yes needs komi=yes"),
    ],
)
def test_bad_texts_say_what_is_near(text: str, sentence: str) -> None:
    with pytest.raises(BadRules) as error:
        find_rules(text)
    assert str(error.value).startswith(sentence)
