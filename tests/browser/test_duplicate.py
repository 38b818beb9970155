"""A duplicate match in the browser: made, shared by its link, played at two tables, compared."""

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from .readers import PHONE, Reader, Room, play_on
from .test_contests import DESK, faults

SHORT = "cypriot;target=1"


def made(room: Room, host: Reader) -> str:
    """Make a duplicate match of one deal or few, and return its link."""
    page = host.page
    page.route(
        "**/api/duplicates",
        lambda route: route.continue_(post_data=f'{{"rules": "{SHORT}"}}'),
    )
    page.goto(f"{room.address}/")
    page.get_by_role("link", name="Duplicate match").click()
    expect(page.locator("[data-make]")).to_be_enabled()
    assert [] == faults(page)
    page.locator("[data-make]").click()
    page.wait_for_url(re.compile(r"/duplicate/\w+"))
    return page.url


def test_two_teams_play_the_same_cards_and_are_compared(room: Room) -> None:
    people = [room.reader(name, size=PHONE) for name in ("Hani", "Salma", "Umar", "Layla")]
    link = made(room, people[0])
    for person, place in zip(people, ("0.0", "0.1", "1.0", "1.1"), strict=True):
        person.page.goto(link)
        expect(person.page.locator(f"[data-place='{place}']")).to_be_visible()
        assert [] == faults(person.page)
        person.page.locator(f"[data-place='{place}']").click()
        expect(person.page.locator("li.own")).to_be_visible()
    for person in people:
        person.page.get_by_role("link", name="To your table").click()
        person.page.wait_for_selector("main.table[data-v][data-line=online]")
    play_on(*people[:2])
    looking = room.reader("Nobody").page
    looking.goto(link)
    expect(looking.locator("[data-standing=going]")).to_be_visible()
    assert [] == faults(looking)
    play_on(*people[2:])
    expect(looking.locator("[data-standing=over] tbody tr").first).to_be_visible()
    assert [] == faults(looking)
    looking.locator("a[href^='/t/']").first.click()
    looking.wait_for_url(re.compile(r"/t/\w+/1"))


@pytest.mark.parametrize(("size", "language"), [(DESK, "en"), (DESK, "ar"), (PHONE, "ar")])
def test_the_standing_fits_every_page(room: Room, size: ViewportSize, language: str) -> None:
    page = room.reader("Hani", size=size, language=language).page
    page.route("**/api/duplicates/x", lambda route: route.fulfill(json=standing()))
    page.goto(f"{room.address}/duplicate/x")
    expect(page.locator("[data-standing=over]")).to_be_visible()
    assert [] == faults(page)


def standing() -> dict[str, object]:
    names = [["Hani", "Salma", "Umar", "Layla"], ["Amina", "Boaz", "Chen", "Dalia"]]
    return {
        "id": "x",
        "rules": "egyptian;seats=4;sides=2",
        "variant": "egyptian",
        "seats": 4,
        "places": [
            [
                {"seat": seat, "team": (seat + table) % 2, "name": name, "own": name == "Hani"}
                for seat, name in enumerate(row)
            ]
            for table, row in enumerate(names)
        ],
        "begun": True,
        "over": True,
        "table": "t1",
        "tables": ["t1", "t2"],
        "boards": [
            {"deal": deal, "scores": [[30, 12], [21, 19]], "difference": 20} for deal in range(1, 5)
        ],
        "difference": 80,
    }
