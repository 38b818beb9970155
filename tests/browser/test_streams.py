"""The streams that the page's fold is tested with are what the table says today."""

from .streams import FIXTURE, text


def test_the_streams_are_those_of_the_table() -> None:
    said = FIXTURE.read_text(encoding="utf-8")
    assert said == text(), "python tests/browser/streams.py writes them anew"
