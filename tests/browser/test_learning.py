"""Drills and puzzles in the browser: answered, told why, and no barrier in the way."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from basra.texts import catalogue

from .readers import PHONE, Room

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
DESK = ViewportSize(width=1440, height=900)
SEEN = [(PHONE, "en"), (PHONE, "ar"), (DESK, "en"), (DESK, "ar")]


def faults(page: Page) -> list[str]:
    """Return what axe-core finds wrong, and whether the page scrolls sideways."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run().then((result) => result.violations)")
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth") > 0
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found] + ["wide"] * wide


@pytest.mark.parametrize(("size", "language"), SEEN)
def test_drills_are_answered_and_the_rule_is_quoted(
    room: Room, size: ViewportSize, language: str
) -> None:
    page = room.reader(size=size, language=language).page
    with page.expect_response("**/api/drills*") as answer:
        page.goto(f"{room.address}/drills")
    assert [] == faults(page)
    asked = answer.value.json()
    for number, drill in enumerate(asked, 1):
        expect(page.locator(f"[data-drill={drill['kind']}]")).to_be_visible()
        if drill["kind"] == "takes":
            for card in drill["answers"][0] if drill["answers"] else []:
                page.locator(f".felt [data-card='{card}']").click()
            page.locator(".row .button").click()
        else:
            page.locator(".row .button").nth(0 if drill["points"] else 1).click()
        expect(page.locator(".told .good")).to_be_visible()
        expect(page.locator("blockquote").first).to_contain_text(drill["rule"][0][:20])
        if number == 1:
            assert [] == faults(page)
        if number < len(asked):
            page.locator("section > .primary").click()
    five = catalogue(language).number(5)
    expect(page.locator(".all > p").last).to_contain_text(five)


def test_a_wrong_answer_is_told_what_is_right(room: Room) -> None:
    page = room.reader().page
    with page.expect_response("**/api/drills*") as answer:
        page.goto(f"{room.address}/drills")
    drill = answer.value.json()[0]
    if drill["kind"] == "takes":
        if not drill["answers"]:
            page.locator(".felt button").first.click()
        page.locator(".row .button").click()
    else:
        page.locator(".row .button").nth(1 if drill["points"] else 0).click()
    expect(page.locator(".told .wrong")).to_contain_text("Not so.")
    expect(page.get_by_text("0 of 1 right")).to_be_visible()


@pytest.mark.parametrize(("size", "language"), SEEN)
def test_a_puzzle_is_answered_once(room: Room, size: ViewportSize, language: str) -> None:
    page = room.reader(size=size, language=language).page
    page.set_default_timeout(40_000)
    page.goto(f"{room.address}/puzzles")
    expect(page.locator("[data-puzzle=asked]")).to_be_visible(timeout=40_000)
    assert [] == faults(page)
    page.locator("[data-hand]:enabled").first.click()
    page.locator(".way").first.click()
    expect(page.locator("[data-puzzle=told] .told p").nth(2)).to_be_visible()
    assert [] == faults(page)
    page.reload()
    expect(page.locator("[data-puzzle=told]")).to_be_visible()
    expect(page.locator("[data-hand]:enabled")).to_have_count(0)


@pytest.mark.parametrize(
    ("size", "language", "variant"),
    [(PHONE, "en", "egyptian"), (PHONE, "ar", "ethiopian"), (DESK, "en", "syrian_b")],
)
def test_a_first_deal_explains_what_comes_up(
    room: Room, size: ViewportSize, language: str, variant: str
) -> None:
    page = room.reader(size=size, language=language).page
    page.goto(f"{room.address}/learn/{variant}")
    expect(page.locator("select")).to_have_value(variant)
    assert [] == faults(page)
    page.locator("section .primary").click()
    expect(page.locator("[data-topic=start]")).to_be_visible()
    page.locator("summary").click()
    assert [] == faults(page)
    topics = set()
    while page.locator("[data-board]").count():
        topics.add(page.locator("[data-topic]").get_attribute("data-topic"))
        page.locator("[data-hand]:enabled").first.click()
        with page.expect_response("**/plays") as answer:
            page.locator(".way").first.click()
        if answer.value.json()["attempt"]["over"]:
            expect(page.locator("[data-board]")).to_have_count(0)
        else:
            expect(page.locator("[data-board][data-busy=no]")).to_be_visible()
    assert {"start", "match", "trail"} <= topics
    expect(page.locator("[data-topic=count]")).to_be_visible()
    assert [] == faults(page)
