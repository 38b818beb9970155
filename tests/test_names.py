"""Names in any script have looks; what can be taken for another shares one."""

import pytest

from basra.club.names import LOOKS, looks_of


def are_alike(one: str, other: str) -> bool:
    return bool(looks_of(one) & looks_of(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Hani", "hani"),
        ("Hani", "Hаni"),  # noqa: RUF001 - a Cyrillic letter
        ("Paul", "PauI"),
        ("Paul", "Pau1"),
        ("modern", "rnodern"),
        ("ΑΝΝΑ", "ANNA"),  # noqa: RUF001 - Greek letters
        ("José", "Jose"),
        ("عَلِي", "علي"),
        ("Umm Hani", "UmmHani"),
        ("Ｈａｎｉ", "Hani"),  # noqa: RUF001 - letters of full width
        ("O'Neil", "0'Neil"),
        ("شָלוֹם"[1:], "שלום"[1:]),
    ],
)
def test_names_that_look_alike_share_a_look(one: str, other: str) -> None:
    assert are_alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Hani", "Hana"),
        ("علي", "عمر"),
        ("かき", "がき"),
        ("하늘", "한을"),
        ("ሰላም", "ሰሎም"),
        ("Νίκος", "Νίκη"),
        ("Hani", "Nahi"),
        ("מרים", "מרון"),
        ("李明", "李朋"),
    ],
)
def test_other_names_of_a_script_do_not(one: str, other: str) -> None:
    assert not are_alike(one, other)


def test_a_name_has_at_most_two_looks_and_each_shows_something() -> None:
    for name in ("Hani", "علي", "한을", "ΑΝΝΑ", "🂡🂢", "Ⅷ"):  # noqa: RUF001
        assert 1 <= len(looks_of(name)) <= LOOKS
        assert all(looks_of(name))
