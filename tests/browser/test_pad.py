"""The score pad in the browser: few taps, undo, no network, a picture, from the right as well."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from basra.variants import VARIANTS

from .readers import PHONE, Room

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
DESK = ViewportSize(width=1440, height=900)


def faults(page: Page) -> list[str]:
    """Return what axe-core finds wrong, and whether the page scrolls sideways."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run().then((result) => result.violations)")
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth") > 0
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found] + ["wide"] * wide


def begun(room: Room, rules: str = "egyptian", names: tuple[str, ...] = (), **given: Any) -> Page:  # noqa: ANN401
    """Return a page with a new pad."""
    page = room.reader(None, **given).page
    variant = json.dumps(
        {"variant": rules, "seats": 2, "sides": 2, "level": "careful", "house": {}}
    )
    page.add_init_script(f"localStorage.setItem('basra.choices', {json.dumps(variant)})")
    page.goto(f"{room.address}/pad")
    expect(page.locator("form button.primary")).to_be_enabled()
    for field, name in zip(page.locator("fieldset .field input").all(), names, strict=False):
        field.fill(name)
    page.locator("form button.primary").click()
    expect(page.locator("table")).to_be_visible()
    return page


def count_deal(page: Page, leaders: str, points: int, basras: tuple[int, int] = (0, 0)) -> None:
    """Tap a deal of two sides in."""
    page.locator(".keys .primary").click()
    for side, made in enumerate(basras):
        for _ in range(made):
            page.locator(".side").nth(side).locator(".plus").first.click()
    for letter in leaders:
        page.locator(".row .key").nth("ab".index(letter)).click()
    page.locator(".chips").first.get_by_role("button").nth(points).click()
    page.locator(".foot .primary").click()
    expect(page.locator(".foot")).to_have_count(0)


def totals(page: Page) -> list[str]:
    cells = page.locator("tfoot tr").first.locator("td")
    cells.first.wait_for()
    return cells.all_text_contents()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_match_is_counted_to_its_end(room: Room, size: ViewportSize, language: str) -> None:
    page = begun(room, names=("Hani", "سلمى"), size=size, language=language)
    assert [] == faults(page)
    digits = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩") if language == "ar" else {}
    count_deal(page, "ab", 7, (2, 0))
    assert [one.translate(digits) for one in ("27", "6")] == totals(page)
    expect(page.locator(".state")).to_contain_text("30".translate(digits))
    page.locator(".keys .primary").click()
    assert [] == faults(page)
    page.locator(".foot .button").last.click()
    count_deal(page, "b", 4, (0, 1))
    assert [one.translate(digits) for one in ("31", "85")] == totals(page)
    count_deal(page, "b", 6)
    expect(page.locator(".state.over")).to_contain_text("سلمى")
    assert [] == faults(page)
    expect(page.locator(".keys .primary")).to_have_count(0)


def test_undo_and_reload_lose_nothing_else(room: Room) -> None:
    page = begun(room)
    count_deal(page, "a", 7)
    count_deal(page, "b", 7, (1, 1))
    page.reload()
    assert ["54", "52"] == totals(page)
    page.get_by_role("button", name="Take the last deal off").click()
    expect(page.locator("tbody tr")).to_have_count(1)
    assert ["37", "6"] == totals(page)


def test_ranks_have_their_keys_where_they_count(room: Room) -> None:
    page = begun(room, "syrian_a")
    page.locator(".keys .primary").click()
    side = page.locator(".side").first
    for name in ("7 14", "10 20", "J 25", "K 8"):
        side.get_by_role("button", name=name, exact=True).click()
    side.get_by_role("button", name="One less: K").click()
    assert [] == faults(page)
    page.locator(".row .key").nth(1).click()
    page.locator(".chips").first.get_by_role("button").nth(0).click()
    page.locator(".foot .primary").click()
    expect(page.locator("tbody tr")).to_have_count(1)
    assert ["59", "16"] == totals(page)


def test_numbers_of_cards_say_who_has_most(room: Room) -> None:
    page = begun(room)
    page.locator(".keys .primary").click()
    page.get_by_text("Enter the numbers of cards instead").click()
    page.get_by_role("spinbutton").first.fill("20")
    page.get_by_role("spinbutton").last.fill("32")
    page.locator(".chips").first.get_by_role("button").nth(13).click()
    page.locator(".foot .primary").click()
    expect(page.locator("tbody tr")).to_have_count(1)
    assert ["13", "30"] == totals(page)


def test_what_the_page_works_out_is_what_the_server_works_out(room: Room) -> None:
    page = begun(room)
    for leaders, points, basras in (("ab", 3, (1, 0)), ("a", 9, (0, 2)), ("b", 0, (1, 1))):
        count_deal(page, leaders, points, basras)
    kept = json.loads(page.evaluate("localStorage.getItem('basra.pad')"))
    body = {"rules": kept["tables"]["rules"], "deals": kept["deals"]}
    told = page.request.post(f"{room.address}/api/pad", data=body).json()
    assert [str(total) for total in told["standing"]["totals"]] == totals(page)


KEPT = """caches.open('basra-told').then((cache) => cache.keys()).then((kept) => {
  const paths = kept.map((one) => new URL(one.url).pathname);
  return paths.includes('/api/variants') && paths.includes('/api/catalogue/en')
    ? paths.filter((path) => path === '/api/pad/tables').length : 0;
})"""
"""How many tables of answers are kept, once the rest is."""


def test_after_one_visit_it_needs_no_network(room: Room) -> None:
    context = room.browser.new_context(viewport=PHONE, locale="en")
    page = context.new_page()
    page.goto(f"{room.address}/pad")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    for _ in range(10):
        page.reload()
        expect(page.locator("form button.primary")).to_be_enabled()
        page.wait_for_load_state("networkidle")
        if page.evaluate(KEPT) >= len(VARIANTS):
            break
    context.set_offline(True)
    page.reload()
    page.get_by_role("combobox", name="Game", exact=True).select_option("palestinian")
    page.locator("form button.primary").click()
    page.locator(".keys .primary").click()
    page.locator(".side").first.get_by_role("button", name="9 18", exact=True).click()
    page.locator(".row .key").first.click()
    page.locator(".chips").first.get_by_role("button").nth(5).click()
    page.locator(".foot .primary").click()
    expect(page.locator("tbody tr")).to_have_count(1)
    assert ["26", "8"] == totals(page)
    context.close()


def test_the_sheet_is_handed_out_as_a_picture(room: Room) -> None:
    page = begun(room)
    count_deal(page, "a", 7, (1, 0))
    with page.expect_download() as download:
        page.get_by_role("button", name="Share as a picture").click()
    assert "basra.png" == download.value.suggested_filename
    assert b"\x89PNG" == Path(download.value.path()).read_bytes()[:4]
