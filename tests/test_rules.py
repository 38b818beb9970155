"""Rules: every option can be written and read, and what cannot be played says why."""

from typing import Any

import pytest

from basra import BadRules, Basra, Bury, Direction, Rules, Tie, TieBreak, find_rules, problems
from basra.rules import OPTIONS, is_switch, read_option


def test_options_are_the_fields_of_rules_in_order() -> None:
    assert list(Rules._fields) == list(OPTIONS)
    for name, default in Rules._field_defaults.items():
        assert (bool if is_switch(name) else int) is type(default), name


@pytest.mark.parametrize("name", OPTIONS)
def test_every_value_of_an_option_can_be_written_and_read(name: str) -> None:
    values = [*OPTIONS[name].words.values(), *OPTIONS[name].span]
    assert len(values) > 1
    for value in values:
        text = OPTIONS[name].write(value)
        assert value == read_option(name, text) == read_option(name, f" {text.upper()} ")
        assert value == read_option(name, value)
        if name not in ("seats", "sides"):
            rules = Rules().vary(komi=True).vary(**{name: text})
            assert value == getattr(rules, name)
            assert type(getattr(Rules(), name)) is type(getattr(rules, name))


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize("value", ["", "maybe", "-1", "1.5", "٤", "²", "9" * 5000, 10**9, -7])
def test_values_that_are_not_played(name: str, value: "str | int") -> None:
    with pytest.raises(BadRules, match=f"{name}=.* is not played: expected one of") as error:
        read_option(name, value)
    assert OPTIONS[name].expected() == error.value.facts["expected"]


def test_switches_have_synonyms() -> None:
    assert [True] * 4 == [read_option("komi", word) for word in ("yes", "on", "true", "1")]
    assert [False] * 4 == [read_option("komi", word) for word in ("no", "off", "false", "0")]
    assert [True, False] == [read_option("komi", value) for value in (True, False)]


def test_expected_values_are_named() -> None:
    assert "no, yes" == OPTIONS["komi"].expected()
    assert "double, 1…100" == OPTIONS["basra_points"].expected()
    assert "0…20" == OPTIONS["queen_value"].expected()
    assert "all, none, carry" == OPTIONS["tie"].expected()
    assert "4, 5, 6" == OPTIONS["packet"].expected()


def test_an_option_that_does_not_exist_says_what_is_near() -> None:
    with pytest.raises(BadRules, match=r"'targt' is no option: did you mean target\?"):
        read_option("targt", 1)
    with pytest.raises(BadRules, match="'zzz' is no option: expected one of seats, sides"):
        read_option("zzz", 1)


def test_vary_takes_words_numbers_and_members() -> None:
    expected = Rules(tie=2, bury=1, target=121, komi=True)
    assert expected == Rules().vary(tie="carry", bury=Bury.STOCK, target="121", komi="yes")
    assert expected == Rules().vary(tie=Tie.CARRY, bury=1, target=121, komi=True)
    assert (4, 4) == Rules().vary(seats=4)[:2]
    assert (4, 2) == Rules().vary(seats=4, sides=2)[:2]
    assert (2, 2) == Rules().vary(target=50)[:2]


def test_enums_are_what_rules_hold() -> None:
    for kind, size in ((Basra, 3), (Tie, 3), (TieBreak, 3), (Bury, 2), (Direction, 2)):
        assert list(range(size)) == [member.value for member in kind]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"seats": 3}, "sides=2 does not go with 3 seats: partners are two sides of 4 seats"),
        ({"sides": 4}, "sides=4 does not go with 2 seats: partners are two sides of 4 seats"),
        ({"seats": 5}, "seats=5 is not played: expected one of 2, 3, 4"),
        ({"pack": 48}, "pack=48 is not played: expected one of 52, 44"),
        ({"packet": 7}, "packet=7 is not played: expected one of 4, 5, 6"),
        ({"target": 0}, "target=0 is not played: expected one of 1…1000"),
        ({"rubber": 2}, "rubber=2 is not played: expected one of 1, 3, 5"),
        (
            {"komi_groups": True},
            "komi_groups=yes needs komi=yes: it says what the 7♦ with power does",
        ),
        ({"komi_high": True}, "komi_high=yes needs komi=yes: it says what the 7♦ with power does"),
        ({"komi_as_seven": True}, "komi_as_seven=yes needs komi=yes"),
        ({"komi_seven_basra": True}, "komi_seven_basra=yes needs komi=yes"),
    ],
)
def test_problems_are_sentences(changes: dict[str, Any], sentence: str) -> None:
    rules = Rules()._replace(**changes)
    assert any(found.startswith(sentence) for found in problems(rules))
    with pytest.raises(BadRules, match="no table can play these rules: "):
        find_rules(rules)


def test_all_problems_are_told() -> None:
    rules = Rules(seats=9, sides=1, pack=51, komi_high=True)
    assert 5 == len(problems(rules))
    assert [] == problems(Rules())


def test_the_komi_may_be_taken_alone_without_power() -> None:
    assert [] == problems(Rules(komi_alone=True))


def test_the_text_is_the_repr() -> None:
    assert "cypriot;tie=carry;target=50" == repr(Rules().vary(tie="carry", target=50))
