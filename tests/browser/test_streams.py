"""The streams and words that the page is tested with are those of today."""

from .streams import FIXTURE, REPLAY, WORDS, replay, text, words

ANEW = "python tests/browser/streams.py writes them anew"


def test_the_streams_are_those_of_the_table() -> None:
    said = FIXTURE.read_text(encoding="utf-8")
    assert said == text(), ANEW


def test_the_words_are_those_of_the_catalogue() -> None:
    said = WORDS.read_text(encoding="utf-8")
    assert said == words(), ANEW


def test_the_replay_is_that_of_the_table() -> None:
    said = REPLAY.read_text(encoding="utf-8")
    assert said == replay(), ANEW
