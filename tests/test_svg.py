"""Pictures: well-formed, nothing hidden shows, what is played is marked."""

from collections.abc import Iterator
from xml.etree import ElementTree as ET

import pytest

from basra import Deal, svg
from basra.errors import BadNotation
from basra.testing import EVERYWHERE

SVG = "{http://www.w3.org/2000/svg}"
GOLD = "#ffc83d"


def shown(picture: str) -> list[str]:
    """Return the cards that a picture shows."""
    return [title.text or "" for title in ET.fromstring(picture).iter(f"{SVG}title")]  # noqa: S314


def golden(picture: str) -> Iterator[str]:
    """Yield the cards that are marked in gold."""
    for group in ET.fromstring(picture).iter(f"{SVG}g"):  # noqa: S314 - our own picture
        title = group.find(f"{SVG}title")
        edge = group.find(f"{SVG}rect")
        if title is not None and edge is not None and edge.get("stroke") == GOLD:
            yield title.text or ""


def test_cards_are_shown_in_the_order_given() -> None:
    assert ["Ks", "Ac", "Td"] == shown(svg.cards("Ks Ac Td"))
    assert ["7d"] == shown(svg.card("7d"))
    assert [] == shown(svg.cards("-"))
    assert ["Ac"] == list(golden(svg.cards("Ks Ac", marked="Ac")))
    with pytest.raises(BadNotation):
        svg.card("1x")


def test_a_ten_is_written_as_people_do() -> None:
    assert ">10<" in svg.card("Td")


def test_four_colours_tell_all_suits_apart() -> None:
    def colours(*, four: bool) -> set[str | None]:
        picture = svg.cards("7c 7d 7h 7s", four_colours=four)
        return {path.get("fill") for path in ET.fromstring(picture).iter(f"{SVG}path")}  # noqa: S314

    assert (2, 4) == (len(colours(four=False)), len(colours(four=True)))


@pytest.mark.parametrize("rules", EVERYWHERE)
def test_the_picture_of_a_view_shows_what_the_seat_sees_and_no_more(rules: str) -> None:
    deal = Deal(rules, seed="picture", dealer=0)
    for seat in range(deal.rules.seats):
        expected = sorted(map(str, deal.floor | deal.hand(seat)))
        picture = deal.view(seat)._repr_svg_()
        found = sorted(shown(picture))
        assert set(expected) <= set(found)
        hidden = {str(card) for other in range(deal.rules.seats) for card in deal.hand(other)}
        assert not (set(found) - set(expected)) & hidden


def test_the_picture_of_a_deal_shows_every_hand() -> None:
    deal = Deal("yemeni;seats=4;sides=2", seed="picture")
    hands = {str(card) for seat in range(4) for card in deal.hand(seat)}
    assert hands | set(map(str, deal.floor)) == set(shown(deal._repr_svg_()))


def test_a_play_is_marked_with_what_it_captures() -> None:
    deal = Deal.from_bfn("egyptian", "2c4s5d5h 3h8sThKc/As3c4d9h -/- 0/0 a - 0 ?40")
    assert {"Th", "5d", "5h"} == set(golden(svg.table(deal.view(0), "Thx5d5h")))
    assert {"Kc"} == set(golden(svg.table(deal.view(0), "Kc")))
    assert set() == set(golden(svg.table(deal.view(0))))


def test_a_deal_that_is_over_is_drawn_too() -> None:
    deal = Deal("cypriot", seed="over")
    while not deal.is_over:
        deal.play(deal.legal_plays[0])
    assert [] == shown(deal._repr_svg_())
    assert str(len(deal.pile(0))) in deal._repr_svg_()
