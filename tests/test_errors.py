"""Errors: a key, its facts, a sentence in the reader's language, and pickling."""

import pickle

import pytest

from basra import (
    AmbiguousPlay,
    BadNotation,
    BadRules,
    BasraError,
    Card,
    IllegalPlay,
    TooManyCaptures,
    loads_bgn,
)
from basra.notation import BadRecord
from basra.texts import english


def test_kinds() -> None:
    for kind in (BadNotation, BadRules, IllegalPlay, AmbiguousPlay, TooManyCaptures, BadRecord):
        assert issubclass(kind, BasraError)
        assert issubclass(kind, ValueError)
    assert issubclass(AmbiguousPlay, IllegalPlay)


def test_an_error_says_its_sentence() -> None:
    error = BadNotation("error.twice", card=Card("7d"))
    assert ("error.twice", {"card": Card("7d")}) == (error.key, error.facts)
    assert "7d is there twice: expected every card once" == str(error) == error.said(english())


def test_a_reason_inside_is_said_too() -> None:
    with pytest.raises(BadRecord) as error:
        loads_bgn("[Rules 'x']")
    assert str(error.value).startswith("line 1: \"[Rules 'x']\" is no tag")


def test_a_long_text_is_not_repeated_in_full() -> None:
    said = str(BadNotation("error.card", text="7" * 501))
    assert said.startswith(repr("7" * 60 + "…"))
    assert "7" * 500 in str(BadNotation("error.card", text="7" * 500))


@pytest.mark.parametrize(
    "error",
    [
        BadNotation("error.twice", card=Card("7d")),
        IllegalPlay("error.play.over"),
        BadRecord(3, BadNotation("error.record.empty")),
    ],
)
def test_errors_survive_pickling(error: BasraError) -> None:
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert (type(error), error.key, str(error)) == (type(copy), copy.key, str(copy))
