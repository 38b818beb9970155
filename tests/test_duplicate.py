"""Duplicate matches: two teams, two tables, sides swapped."""

import pytest

from basra.club.duplicate import Board, Duplicate, begin_if_full, boards, leave, made, take
from basra.errors import BasraError
from basra.variants import find_rules

A, B, C, D = "abcd"


def empty(text: str = "egyptian") -> Duplicate:
    return made("d", "a", find_rules(text), text, 0)


def full() -> Duplicate:
    found = empty()
    for player, table, seat in ((A, 0, 0), (B, 0, 1), (C, 1, 0), (D, 1, 1)):
        found = take(found, player, table, seat)
    return found


def test_it_begins_when_the_last_place_is_taken() -> None:
    ids = iter("xy")
    waiting = leave(full(), "d")
    assert waiting == begin_if_full(waiting, lambda: next(ids), lambda: "seed")
    begun = begin_if_full(full(), lambda: next(ids), lambda: "seed")
    assert (["x", "y"], "seed") == (begun.tables, begun.seed)
    assert begun == begin_if_full(begun, lambda: "z", lambda: "other")


def test_a_person_has_one_place_and_may_change_it() -> None:
    moved = take(take(empty(), A, 0, 0), A, 1, 1)
    assert [[None, None], [None, A]] == moved.places
    assert 1 == moved.table_of("a")
    assert None is moved.table_of("b")


def test_what_is_no_free_place_is_refused() -> None:
    taken = take(empty(), A, 0, 0)
    begun = begin_if_full(full(), lambda: "t", lambda: "seed")
    for there, table, seat, key in (
        (taken, 0, 0, "error.duplicate.taken"),
        (taken, 0, 2, "error.duplicate.place"),
        (taken, 2, 0, "error.duplicate.place"),
        (begun, 0, 0, "error.duplicate.begun"),
    ):
        with pytest.raises(BasraError) as refused:
            take(there, B, table, seat)
        assert key == refused.value.key
    with pytest.raises(BasraError, match="has begun"):
        leave(begun, "a")


def test_three_sides_cannot_be_swapped() -> None:
    with pytest.raises(BasraError) as refused:
        empty("egyptian;seats=3")
    assert "error.duplicate.sides" == refused.value.key


def test_the_difference_leaves_out_what_the_cards_brought() -> None:
    alike = [[12, 3], [0, 9]]
    assert [0, 0] == [one.difference for one in boards([alike, alike])]
    assert (
        Board(deal=1, scores=[[12, 3], [9, 5]], difference=13) == boards([[[12, 3]], [[5, 9]]])[0]
    )


def test_a_deal_counts_when_it_is_over_at_both_tables() -> None:
    assert [1] == [one.deal for one in boards([[[1, 2], [3, 4]], [[5, 6]]])]
    assert [] == boards([[[1, 2]], []])
