"""Who waits longest begins with the first that fit: same game, near in rating, not apart."""

from msgspec.structs import replace

from basra.club.seeking import PATIENCE, Seek, party


def seek(number: int, **more: object) -> Seek:
    one = Seek(
        id=f"s{number}",
        person=f"u{number}",
        name="",
        rules="egyptian",
        seats=2,
        sides=2,
        rated=False,
        clock=None,
        points=1500,
        provisional=False,
        band=None,
        created=number,
    )
    return replace(one, **more)


def ids(*seeks: Seek, now: int = 100, apart: tuple[str, ...] = ()) -> list[str] | None:
    found = party(seeks, now, lambda one, other: {one, other} == set(apart))
    return None if found is None else [one.id for one in found]


def test_the_two_that_wait_longest_begin() -> None:
    assert ["s1", "s2"] == ids(seek(3), seek(2), seek(1))
    assert None is ids(seek(1))


def test_another_game_clock_or_agreement_does_not_fit() -> None:
    for more in ({"rules": "cypriot"}, {"clock": 30}, {"rated": True}):
        assert None is ids(seek(1), seek(2, **more))
        assert ["s1", "s3"] == ids(seek(1), seek(2, **more), seek(3))


def test_one_person_does_not_play_with_itself() -> None:
    assert None is ids(seek(1), seek(2, person="u1"))


def test_both_bands_count_and_widen_with_time() -> None:
    weak, strong = seek(1, points=1400, band=50), seek(2, points=1600, band=None)
    assert None is ids(weak, strong)
    assert None is ids(replace(weak, band=None), replace(strong, band=50))
    assert ["s1", "s2"] == ids(weak, strong, now=15_100)


def test_a_table_of_four_waits_for_four() -> None:
    four = [seek(number, seats=4) for number in range(4)]
    assert None is ids(*four[:3])
    assert ["s0", "s1", "s2", "s3"] == ids(*four)


def test_those_of_whom_one_blocks_the_other_are_kept_apart() -> None:
    assert None is ids(seek(1), seek(2), apart=("u1", "u2"))
    assert ["s1", "s3"] == ids(seek(1), seek(2), seek(3), apart=("u1", "u2"))


def test_a_bot_is_offered_after_a_while() -> None:
    one = seek(0)
    assert [False, True] == [one.is_offered_bot(now) for now in (PATIENCE - 1, PATIENCE)]
