"""The deal of the day and duels in the browser: played once, then compared."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from .readers import PHONE, Room

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
DESK = ViewportSize(width=1440, height=900)


@pytest.fixture(autouse=True)
def _quick_rival(monkeypatch: pytest.MonkeyPatch) -> None:
    async def asleep(_: object) -> bool:
        return False

    # Whether the searching player wakes in time must not decide over a test.
    monkeypatch.setattr("basra.server.contests.playing.Contests._searches", asleep)


def faults(page: Page) -> list[str]:
    """Return what axe-core finds wrong, and whether the page scrolls sideways."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run().then((result) => result.violations)")
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth") > 0
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found] + ["wide"] * wide


def play_out(page: Page) -> None:
    """Play what is left of a contest, always the first card that may be played."""
    board = page.locator("[data-board]")
    while board.count():
        ready = page.locator("[data-board][data-busy=no], [data-result]").first
        expect(ready).to_be_visible()
        if not board.count():
            break
        if not page.locator(".way").count():
            page.locator("[data-hand]:enabled").first.click()
        with page.expect_response("**/plays") as answer:
            page.locator(".way").first.click()
        assert answer.value.ok, answer.value.text()
        if answer.value.json()["attempt"]["over"]:
            expect(board).to_have_count(0)
        else:
            expect(page.locator("[data-board][data-busy=no]")).to_be_visible()


@pytest.mark.parametrize(
    ("size", "language"), [(PHONE, "en"), (PHONE, "ar"), (DESK, "en"), (DESK, "ar")]
)
def test_the_deal_of_the_day_is_played_and_compared(
    room: Room, size: ViewportSize, language: str
) -> None:
    page = room.reader("Hani", size=size, language=language).page
    page.goto(f"{room.address}/daily")
    begin = page.locator("section .primary")
    expect(begin).to_be_enabled()
    assert [] == faults(page)
    begin.click()
    expect(page.locator("[data-hand]").first).to_be_visible()
    assert [] == faults(page)
    page.locator("[data-hand]:enabled").first.click()
    expect(page.locator(".way").first).to_be_visible()
    assert [] == faults(page)
    play_out(page)
    expect(page.locator("[data-result] tr.own")).to_have_count(1)
    assert [] == faults(page)
    page.reload()
    expect(page.locator("[data-result] tr.own")).to_have_count(1)
    expect(page.locator("[data-board]")).to_have_count(0)


def test_a_duel_is_told_when_both_have_played(room: Room) -> None:
    first = room.reader("Hani").page
    first.goto(f"{room.address}/daily")
    first.get_by_role("button", name="Challenge somebody to a duel").click()
    first.wait_for_url(re.compile(r"/duel/\w+"))
    expect(first.get_by_role("heading", name="Duel")).to_be_visible()
    assert [] == faults(first)
    first.locator("section .primary").click()
    expect(first.locator("[data-board]")).to_be_visible()
    play_out(first)
    expect(first.get_by_text("The other result is told when both have played.")).to_be_visible()
    second = room.reader("Salma", size=PHONE).page
    second.goto(first.url)
    second.locator("section .primary").click()
    expect(second.locator("[data-board]")).to_be_visible()
    play_out(second)
    expect(second.get_by_role("rowheader", name="Hani")).to_be_visible()
    first.reload()
    expect(first.get_by_role("rowheader", name="Salma")).to_be_visible()
    assert [] == faults(first)
