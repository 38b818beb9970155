"""The types of the page are those of the server."""

from pathlib import Path

from basra.server.typescript import PLACE, page_types

HERE = Path(__file__).parents[2]


def test_the_types_of_the_page_are_fresh() -> None:
    assert page_types() == (HERE / PLACE).read_text(encoding="utf-8")


def test_a_tag_is_a_literal_and_what_may_be_left_out_has_a_mark() -> None:
    text = page_types()
    assert 'export interface Played {\n  k: "played";' in text
    assert "  pack?: string[];" in text
    assert "  token?: string | null;" in text
    assert "  policy?: Partial<Policy>;" in text
    assert "  events: Seen[];" in text
