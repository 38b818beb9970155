"""A match again in the browser: stepping, links, eyes, files, and the review beside it."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

import basra
from housing import Chance

from .readers import PHONE, Room
from .streams import match
from .test_pad import AXE

DESK = ViewportSize(width=1440, height=900)
SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
LANGUAGES = pytest.mark.parametrize("language", ["en", "ar"])


def faults(page: Page) -> list[str]:
    """Return what axe-core finds wrong, and whether the page scrolls sideways."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run().then((result) => result.violations)")
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth") > 0
    return [f"{one['id']}: {one['nodes'][0]['html'][:300]}" for one in found] + ["wide"] * wide


def begun(plays: int = 10, seed: int = 4) -> basra.Match:
    """Return a match that has only begun, so that its review is quick."""
    found, chance = basra.Match("egyptian", seed=seed, names=["Hani", "Salma"]), random.Random(seed)
    for _ in range(plays):
        found.deal.play(chance.choice(found.deal.legal_plays))
    return found


@pytest.fixture
def watch(room: Room) -> Callable[..., Page]:
    """Open the replay of a match."""

    def watch(
        found: basra.Match | None = None,
        size: ViewportSize = DESK,
        language: str = "en",
        moment: str = "",
        **settings: object,
    ) -> Page:
        page = room.reader(None, size=size, language=language, settings=settings).page
        record = (found or match()).bgn()
        answer = page.request.post(f"{room.address}/api/replays", data=record.encode())
        page.goto(f"{room.address}/r/{answer.json()['id']}{moment}")
        page.wait_for_selector("main.table[data-v]")
        return page

    return watch


def version(page: Page) -> int:
    return int(page.locator("main.table").get_attribute("data-v") or "-1")


def at(page: Page) -> int:
    return int(page.locator("[data-slider]").input_value())


@SIZES
@LANGUAGES
def test_a_match_is_stepped_through_by_keys(
    watch: Callable[..., Page], size: ViewportSize, language: str
) -> None:
    page = watch(size=size, language=language)
    on, back = ("ArrowLeft", "ArrowRight") if language == "ar" else ("ArrowRight", "ArrowLeft")
    for _ in range(3):
        page.keyboard.press(on)
    assert 3 == at(page)
    page.keyboard.press(back)
    assert 2 == at(page)
    assert f"#v={version(page)}" == page.evaluate("location.hash")
    assert [] == faults(page)
    page.keyboard.press("PageDown")
    place = page.locator("main.table").get_attribute("data-v")
    page.keyboard.press("PageDown")
    page.keyboard.press("PageUp")
    assert place == page.locator("main.table").get_attribute("data-v")
    page.keyboard.press("End")
    expect(page.locator("[data-result]")).to_be_visible()
    assert [] == faults(page)
    page.keyboard.press(back)
    expect(page.locator("[data-sheet]")).to_be_visible()
    assert [] == faults(page)
    page.keyboard.press("Home")
    assert 0 == at(page)


def test_space_plays_and_stops(watch: Callable[..., Page]) -> None:
    page = watch()
    page.locator("select.speed").select_option("4")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    expect(page.locator("[data-play]")).to_have_attribute("aria-label", "Pause")
    while at(page) < 3:
        page.wait_for_timeout(20)
    page.keyboard.press("Space")
    expect(page.locator("[data-play]")).to_have_attribute("aria-label", "Play")
    before = at(page)
    page.wait_for_timeout(500)
    assert before == at(page)


def test_a_link_leads_to_its_moment(watch: Callable[..., Page]) -> None:
    page = watch(moment="#v=37")
    assert 37 == version(page)
    page.evaluate("location.hash = 'v=12'")
    expect(page.locator("main.table")).to_have_attribute("data-v", "12")


def test_a_finger_turns_the_page_and_the_slider_jumps(
    room: Room, watch: Callable[..., Page]
) -> None:
    page = watch(size=PHONE)
    swipe = """([from, to]) => {
      const table = document.querySelector('main.table')
      const send = (kind, x) => table.dispatchEvent(new PointerEvent(kind, {
        bubbles: true, pointerType: 'touch', clientX: x, clientY: 400 }))
      send('pointerdown', from); send('pointerup', to)
    }"""
    page.evaluate(swipe, [300, 100])
    page.evaluate(swipe, [300, 100])
    page.evaluate(swipe, [100, 300])
    page.evaluate(swipe, [100, 110])
    expect(page.locator("[data-slider]")).to_have_value("1")
    page.locator("[data-slider]").fill("20")
    expect(page.locator("[data-slider]")).to_have_value("20")
    assert [] == room.complaints


@SIZES
def test_cards_are_seen_with_the_eyes_of_a_seat_or_all(
    watch: Callable[..., Page], size: ViewportSize
) -> None:
    page = watch(size=size, moment="#v=8")
    assert 2 == page.locator("ul.open, ul.backs").count()
    page.locator("[data-eyes]").select_option("1")
    expect(page.locator("ul.open")).to_have_count(1)
    expect(page.locator(".seat .back").first).to_be_visible()
    assert 8 == version(page)
    assert [] == faults(page)


def test_cards_travel_and_going_back_takes_them_back(watch: Callable[..., Page]) -> None:
    page = watch(speed="normal")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")
    page.wait_for_selector("main.table[data-busy=no]")
    page.wait_for_timeout(900)
    assert 4 == page.locator("[data-floor] [data-card]").count()


def test_the_record_is_downloaded_and_opens_again(room: Room, watch: Callable[..., Page]) -> None:
    page = watch()
    page.get_by_role("button", name="Menu").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Record").first.click()
    path = Path(download.value.path())
    assert match().bgn() == path.read_text("utf-8")
    address = page.evaluate("location.pathname")
    page.goto(f"{room.address}/r")
    page.locator("[data-upload] input").set_input_files(path)
    page.wait_for_selector("main.table[data-v]")
    assert address == page.evaluate("location.pathname")


@SIZES
@LANGUAGES
def test_a_file_that_is_wrong_is_refused_with_line_and_reason(
    room: Room, size: ViewportSize, language: str
) -> None:
    page = room.reader(None, size=size, language=language).page
    page.goto(f"{room.address}/r")
    page.wait_for_selector("[data-upload]")
    assert [] == faults(page)
    text = match().bgn().replace("dealer", "deeler", 1)
    line = 1 + next(
        number for number, line in enumerate(text.splitlines()) if line.startswith("deeler")
    )
    digits = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩") if language == "ar" else {}
    drop = """(text) => {
      const data = new DataTransfer()
      data.items.add(new File([text], 'match.bgn', { type: 'text/plain' }))
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }))
    }"""
    page.evaluate(drop, text)
    expect(page.get_by_role("alert")).to_contain_text(str(line).translate(digits))
    expect(page.get_by_role("alert")).to_contain_text("deeler")
    assert [] == faults(page)


@SIZES
@LANGUAGES
def test_a_match_is_reviewed(watch: Callable[..., Page], size: ViewportSize, language: str) -> None:
    page = watch(begun(), size=size, language=language)
    if size == PHONE:
        page.locator("[data-list]").click()
    panel = page.locator("[data-review]")
    panel.locator("select").select_option("quick")
    panel.locator("button").click()
    expect(panel).to_have_attribute("data-review", "done", timeout=90_000)
    expect(page.locator("[data-graph] > svg")).to_be_visible()
    assert [] == faults(page)
    costs = page.locator("[data-cost]").count()
    dear = page.locator("[data-dearest] button")
    assert min(3, costs) == dear.count() > 0
    dear.first.click()
    assert at(page) > 0
    assert [] == faults(page)


def test_the_result_of_a_table_leads_to_its_replay(room: Room) -> None:
    hani = room.reader("Hani")
    table = hani.open_table("egyptian;target=1", {"1": "greedy"})
    hani.come(table)
    while hani.where() != "result":
        hani.act()
        hani.page.wait_for_timeout(3)
    hani.page.locator("[data-replay]").click()
    hani.page.wait_for_selector(".replay main.table[data-v]")
    assert f"/t/{table}/1" == hani.page.evaluate("location.pathname")
    hani.page.keyboard.press("End")
    expect(hani.page.locator("[data-result]")).to_be_visible()


def test_a_hint_says_why(room: Room, chance: Chance) -> None:
    chance.fixed = f"{16:032x}"  # the ten of clubs makes a basra
    hani = room.reader("Hani", size=PHONE)
    hani.come(hani.open_table("egyptian", {"1": "greedy"}))
    hani.await_turn()
    hani.page.get_by_role("button", name="Hint").click()
    expect(hani.page.locator("[data-why]")).to_be_visible(timeout=30_000)
    expect(hani.page.locator("[data-why]")).to_contain_text("makes a basra")
    assert [] == faults(hani.page)


def test_an_unknown_replay_says_so(room: Room) -> None:
    page = room.reader(None).page
    page.goto(f"{room.address}/r/nothing")
    expect(page.get_by_role("status")).to_contain_text("nothing")
