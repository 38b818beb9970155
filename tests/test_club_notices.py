"""Notices without a server: which are wanted, kept, and told as new."""

import pytest
from msgspec.structs import replace

from basra.club.notices import (
    APART,
    KEPT,
    MOST,
    OF_OTHERS,
    QUIET,
    Choice,
    Kind,
    Notice,
    is_wanted,
    newest,
    renewed,
)

OPENED = Notice(kind="opened", about="u1", at=1_000, path="/t/t1", facts={"name": "Hani"})


@pytest.mark.parametrize(
    ("choice", "expected"), [("all", (True, True)), ("mine", (False, True)), ("none", (False,) * 2)]
)
def test_a_choice_leaves_out_others_or_all(choice: Choice, expected: tuple[bool, bool]) -> None:
    of_others: Kind = "seeking"
    own: Kind = "round"
    assert expected == (is_wanted(of_others, choice), is_wanted(own, choice))


def test_what_is_told_of_others_heeds_blocks() -> None:
    assert {*OF_OTHERS} < {*APART}


def test_the_same_soon_after_is_not_new_but_leads_to_the_newer_page() -> None:
    seen = replace(OPENED, read=True)
    soon = replace(OPENED, at=OPENED.at + QUIET - 1, path="/t/t2")
    assert replace(seen, path="/t/t2") == renewed(seen, soon)
    later = replace(soon, at=OPENED.at + QUIET)
    assert later == renewed(seen, later)
    assert soon == renewed(None, soon)


def test_the_newest_are_kept_and_the_old_are_not() -> None:
    now = 2 * KEPT
    notices = [replace(OPENED, at=now - at, about=f"u{at}") for at in range(MOST + 9)]
    assert notices[:MOST] == newest(notices[::-1], now)
    old = replace(OPENED, at=now - KEPT)
    assert [] == newest([old], now)
    assert [replace(old, at=old.at + 1)] == newest([replace(old, at=old.at + 1)], now)
