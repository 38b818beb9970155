"""The own statistics in the browser: figures, their course, luck told apart, a file to keep."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize, expect

from housing import Chance

from .readers import PHONE, Reader, Room, play_on
from .test_contests import DESK, faults

SHORT = "cypriot;target=1"
REVIEWED = 60_000
"""Milliseconds that the review of a short match may take."""


def has_played(reader: Reader) -> str:
    """Let somebody play a match against a bot, and return the table."""
    table = reader.open_table(SHORT, {"1": "greedy"})
    reader.come(table)
    play_on(reader)
    return table


@pytest.mark.parametrize(
    ("size", "language"), [(PHONE, "en"), (PHONE, "ar"), (DESK, "en"), (DESK, "ar")]
)
def test_who_has_played_nothing_is_told_so(room: Room, size: ViewportSize, language: str) -> None:
    page = room.reader("Hani", size=size, language=language).page
    page.goto(f"{room.address}/me")
    expect(page.locator("main a.button")).to_be_visible()
    assert [] == faults(page)


def test_the_page_is_found_from_home_and_from_the_account(room: Room) -> None:
    page = room.reader("Hani", size=PHONE).page
    for start in ("/", "/account"):
        page.goto(f"{room.address}{start}")
        page.get_by_role("link", name="My statistics").click()
        expect(page.get_by_role("heading", name="My statistics")).to_be_visible()


def test_a_match_is_counted_reviewed_and_kept(room: Room, chance: Chance, tmp_path: Path) -> None:
    chance.fixed = "7"
    reader = room.reader("Hani", size=PHONE)
    table, page = has_played(reader), reader.page
    page.goto(f"{room.address}/me")
    while page.locator("main a.primary, [data-figures]").first.get_attribute("href"):
        page.reload()  # a match is entered soon after its end
    assert "1" == page.get_by_role("row", name=re.compile("^Matches")).locator("td").inner_text()
    assert [] == faults(page)
    page.locator("[data-review]").click()
    expect(page.get_by_role("row", name=re.compile("from decisions"))).to_be_visible(
        timeout=REVIEWED
    )
    expect(page.locator("[data-review]")).to_have_count(0)
    expect(page.locator("[data-course] path.luck")).not_to_have_count(0)
    page.get_by_text("Match by match").click()
    link = page.locator(f"a[href='/t/{table}/1']")
    expect(link).to_be_visible()
    assert [] == faults(page)
    with page.expect_download() as download:
        page.locator("[data-export]").click()
    download.value.save_as(tmp_path / "kept.json")
    (row,) = json.loads((tmp_path / "kept.json").read_text("utf-8"))["variants"]
    assert ("cypriot", 1, table) == (row["variant"], row["matches"], row["course"][0]["table"])
    link.click()
    page.wait_for_url(f"**/t/{table}/1")


@pytest.mark.parametrize(("size", "language"), [(DESK, "en"), (DESK, "ar"), (PHONE, "ar")])
def test_the_figures_fit_every_page(room: Room, size: ViewportSize, language: str) -> None:
    reader = room.reader("Hani", size=size, language=language)
    reader.page.route("**/api/me/statistics", lambda route: route.fulfill(json=many_matches()))
    reader.page.goto(f"{room.address}/me")
    expect(reader.page.locator("[data-course]")).to_be_visible()
    reader.page.locator("details summary").click()
    assert [] == faults(reader.page)
    reader.page.locator("main select").select_option("yemeni")
    expect(reader.page.locator("[data-figures=yemeni]")).to_be_visible()
    assert [] == faults(reader.page)


def many_matches() -> dict[str, object]:
    """Return statistics over two variants, of which one is reviewed."""
    course = [
        {
            "table": f"t{at}",
            "match": 1,
            "at": 1_770_000_000_000 + at * 86_400_000,
            "won": at % 3 == 0,
            "deals": 3,
            "reviewed": 3,
            "basras": at % 4,
            "majority": 0.5,
            "margin": (at % 7) - 2.5,
            "luck": (at % 5) - 2.0,
            "decided": (at % 7) - 2.5 - ((at % 5) - 2.0),
        }
        for at in range(40)
    ]
    figures = {
        "matches": 40,
        "won": 14,
        "deals": 120,
        "basras": 60,
        "basra_points": 600,
        "majority": 0.5,
        "margin": 0.4,
        "cost": 3.2,
        "accuracy": 71.5,
    }
    bare = [{**one, "reviewed": 0, "luck": None, "decided": None} for one in course]
    weighed = {"reviewed": 120, "luck": 0.1, "decided": 0.3}
    unweighed = {"reviewed": 0, "luck": None, "decided": None, "cost": None, "accuracy": None}
    return {
        "left": 0,
        "variants": [
            {"variant": "egyptian", **figures, **weighed, "course": course},
            {"variant": "yemeni", **figures, **unweighed, "course": bare},
        ],
    }
