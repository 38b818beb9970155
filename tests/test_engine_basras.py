"""What a sweep earns, option by option."""

import pytest

from basra import IllegalPlay, basra_points, find_rules


@pytest.mark.parametrize(
    ("rules", "floor", "card", "expected"),
    [
        ("cypriot", "5h", "5c", 10),
        ("cypriot;basra_points=7", "5h", "5c", 7),
        ("cypriot;basra_points=double", "5h", "5c", 10),
        ("cypriot;basra_points=double", "Ah", "Ac", 2),
        ("cypriot;basra_points=double", "Qh", "Qc", 20),
        ("cypriot;basra_points=double;queen_value=3", "Qh", "Qc", 6),
        ("cypriot;basra_points=double;king_value=4", "Kh", "Kc", 8),
        ("cypriot", "3h4c5s6d9c", "9h", 10),
        ("cypriot;per_group=yes", "3h4c5s6d9c", "9h", 30),
        ("palestinian;per_group=yes", "3h4c5s6d9c", "9h", 54),
        ("cypriot;per_group=yes", "QhQd", "Qs", 20),
        ("cypriot;per_group=yes", "2c3h", "5c", 10),
        ("coffeehouse;per_group=yes", "5h5c", "7d", 10),
        ("ethiopian;per_group=yes", "7d", "Ks", 10),
        ("cypriot;jack_basra=20", "Jh", "Jc", 20),
        ("cypriot;jack_basra=20", "JhJd", "Jc", 0),
        ("cypriot;jack_basra=20", "Qh", "Jc", 0),
        ("cypriot;komi=yes", "JhQd", "7d", 0),
        ("coffeehouse;komi_sum=9", "4h6c", "7d", 0),
        ("coffeehouse;komi_sum=9", "4h5c", "7d", 10),
        ("coffeehouse;komi_seven_basra=yes", "7h4c3s", "7d", 10),
        ("coffeehouse;komi_as_seven=yes", "7h4c3s", "7d", 10),
        ("coffeehouse;komi_seven_basra=yes", "7h7c7s", "7d", 10),
        ("coffeehouse;komi_seven_basra=yes", "8h6c", "7d", 0),
        ("coffeehouse;komi_seven_basra=yes", "7h4c3sKd", "7d", 0),
        ("coffeehouse", "7h4c3s", "7d", 0),
        ("coffeehouse;komi_groups=yes", "AsAhAcAd2s2h2c2d", "7d", 10),
        ("coffeehouse;komi_groups=yes", "AsAhAcAd2s2h2c2d3s", "7d", 10),
        ("coffeehouse;komi_high=yes", "ThQdKc", "7d", 10),
        ("coffeehouse;komi_high=yes", "ThQdJc", "7d", 0),
        ("cypriot;komi_alone=yes", "7d", "2c", 10),
        ("cypriot;komi_alone=yes", "7d", "Jc", 0),
        ("cypriot;basra=single", "5h", "5c", 10),
        ("cypriot;basra=single", "5h5d", "5c", 0),
        ("cypriot;basra=single", "2h3d", "5c", 0),
        ("coffeehouse;basra=single", "5h", "7d", 0),
        ("coffeehouse;basra=single", "7h", "7d", 10),
        ("ethiopian;basra=single", "7d", "Ks", 10),
        ("lebanese_a", "3h4s", "7c", 0),
    ],
)
def test_points(rules: str, floor: str, card: str, expected: int) -> None:
    assert expected == basra_points(rules, floor, card, floor)


@pytest.mark.parametrize(
    ("rules", "floor", "card", "expected"),
    [
        ("lebanese_a", "3h4s", "7c", 10),
        ("lebanese_a", "3h4s", "Jc", 0),
        ("lebanese_a", "3h4s2c", "9c", 0),
        ("lebanese_a", "6h6s", "6c", 0),
        ("lebanese_b", "3h4s", "7c", 0),
        ("lebanese_a;komi=yes", "3h4s", "7d", 0),
        ("cypriot", "3h4s", "7c", 10),
    ],
)
def test_a_card_just_trailed_on_a_lone_card(
    rules: str, floor: str, card: str, expected: int
) -> None:
    assert expected == basra_points(rules, floor, card, floor, trails=True)


def test_the_very_last_card_counts_unless_the_table_says_no() -> None:
    assert 10 == basra_points("cypriot", "5h", "5c", "5h", is_last=True)
    strict = find_rules("cypriot;last_card=no;jack_basra=20")
    assert [0, 10] == [
        basra_points(strict, "5h", "5c", "5h", is_last=last) for last in (True, False)
    ]
    assert [0, 20] == [
        basra_points(strict, "Jh", "Jc", "Jh", is_last=last) for last in (True, False)
    ]


def test_what_is_no_capture_earns_nothing() -> None:
    assert 0 == basra_points("cypriot", "", "5c", "")
    assert 0 == basra_points("cypriot", "5h9c", "5c", "5h")
    with pytest.raises(IllegalPlay, match="5cx9c is not allowed: expected 5cx5h"):
        basra_points("cypriot", "5h9c", "5c", "9c")
    with pytest.raises(IllegalPlay, match="may not trail"):
        basra_points("cypriot", "5h9c", "5c", "")
    with pytest.raises(IllegalPlay, match="captures nothing"):
        basra_points("cypriot", "9c", "5c", "9c")
