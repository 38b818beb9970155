"""Whereabouts without a server: a private table is named to nobody, and the most is told."""

from itertools import permutations

import pytest

from basra.club.whereabouts import Place, moved, place_at, together

HERE = Place(state="here")
PLAYING = Place(state="playing")
AT_TABLE = Place(state="playing", table="t1")


@pytest.mark.parametrize(
    ("phase", "expected"),
    [
        ("gathering", Place(state="here", table="t1")),
        ("playing", AT_TABLE),
        ("sheet", AT_TABLE),
        ("over", HERE),
        ("closed", HERE),
    ],
)
def test_a_public_table_is_named_while_there_is_something_to_see(
    phase: str, expected: Place
) -> None:
    assert expected == place_at("t1", phase, public=True)


@pytest.mark.parametrize("phase", ["gathering", "playing", "sheet", "over", "closed"])
def test_a_private_table_is_never_named(phase: str) -> None:
    assert None is place_at("t1", phase, public=False).table


def test_of_several_places_that_which_tells_most_counts_in_any_order() -> None:
    parts = [{"u1": HERE, "u2": HERE}, {"u1": PLAYING}, {"u1": AT_TABLE}, {}]
    for order in permutations(parts):
        assert {"u1": AT_TABLE, "u2": HERE} == together(order)


def test_who_comes_goes_or_changes_has_moved() -> None:
    before = {"u1": HERE, "u2": HERE, "u3": HERE}
    after = {"u1": HERE, "u2": PLAYING, "u4": HERE}
    assert {"u2", "u3", "u4"} == moved(before, after)
