"""One person against bots: keys, choices, languages, sizes; UI-014 and such are known faults."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize, expect

from basra.table import Table
from basra.table.commands import Bot, Ready, Sit
from basra.table.events import Occupant, Policy
from housing import Chance

from .readers import PHONE, Reader, Room, play_on

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
SIZES = {
    "phone": PHONE,
    "phone_lying": ViewportSize(width=844, height=390),
    "tablet": ViewportSize(width=768, height=1024),
    "desk": ViewportSize(width=1280, height=800),
}
RAW_KEY = re.compile(r"\b(?:web|tell|offer|error|sheet|result|seat|card|bot)\.[a-z_]+")


def at_a_table(
    room: Room, rules: str = "cypriot;target=1", seats: int = 2, **given: object
) -> Reader:
    reader = room.reader(**given)  # type: ignore[arg-type]
    bots = {str(seat): "greedy" for seat in range(1, seats)}
    reader.come(reader.open_table(rules, bots))
    reader.await_turn()
    return reader


def test_a_whole_match_can_be_played_by_keys_alone(room: Room) -> None:  # UI-015
    reader = at_a_table(room)
    keys = reader.page.keyboard
    for _ in range(200):
        todo = reader.where()
        if todo == "result":
            break
        if todo == "turn":
            keys.press("1")
            keys.press("Enter")
            if reader.page.locator(".way").first.is_visible():
                keys.press("Enter")
        elif todo == "sheet":
            keys.press("Enter")
        reader.page.wait_for_timeout(15)
    expect(reader.page.locator("[data-result]")).to_be_visible()


def test_digits_name_the_cards_that_are_seen_now(room: Room) -> None:  # UI-013
    reader = at_a_table(room)
    second = reader.hand[1]
    reader.page.keyboard.press("2")
    expect(reader.page.locator(f"[data-hand='{second}']")).to_be_focused()
    reader.play(second)
    reader.await_turn()
    now = reader.hand[1]
    reader.page.keyboard.press("2")
    expect(reader.page.locator(f"[data-hand='{now}']")).to_have_attribute("aria-pressed", "true")


def test_focus_stays_on_a_card_and_not_on_its_place(room: Room) -> None:  # UI-014
    reader = at_a_table(room)
    first, second = reader.hand[:2]
    reader.page.locator(f"[data-hand='{first}']").click()
    reader.page.keyboard.press("ArrowRight")
    expect(reader.page.locator(f"[data-hand='{second}']")).to_be_focused()
    reader.page.evaluate("card => document.querySelector(`[data-hand='${card}']`).click()", first)
    if reader.page.locator(".way").first.is_visible():
        reader.page.evaluate("document.querySelector('.way').click()")
    expect(reader.page.locator(f"[data-hand='{first}']")).to_have_count(0)
    expect(reader.page.locator(f"[data-hand='{second}']")).to_be_focused()


def test_touching_quickly_never_plays_two_cards(room: Room) -> None:
    reader = at_a_table(room)
    count = len(reader.hand)
    place = reader.page.locator("[data-hand]").first.bounding_box()
    assert place is not None
    for _ in range(6):
        reader.page.mouse.click(place["x"] + place["width"] / 2, place["y"] + 60)
    reader.await_turn()
    assert count - 1 <= len(reader.hand)


def test_a_card_can_be_dragged_to_the_floor(room: Room) -> None:
    reader = at_a_table(room)
    card = reader.playable()[0]
    reader.page.locator(f"[data-hand='{card}']").drag_to(reader.page.locator("[data-floor]"))
    if reader.page.locator(".way").first.is_visible():
        reader.page.locator(".way").first.click()
    expect(reader.page.locator(f"[data-hand='{card}']")).to_have_count(0)


def luck_with_a_choice(rules: str) -> str:
    """Return a chance by which the first to play has a card that captures in several ways."""
    hani = Occupant(id="u", name="Hani")
    for number in range(5_000):
        luck = f"choice {number}"
        table = Table.fold(Table.open(rules, Policy(), hani, 0))
        for command in (Sit(id="1", seat=0), Bot(id="2", seat=1, level="greedy"), Ready(id="3")):
            table.apply(table.decide(hani, command, 0, lambda luck=luck: luck))  # type: ignore[misc]
        cards = [offer.card for offer in table.offers("u")]
        if len(cards) > len(set(cards)):
            return luck
    pytest.fail("no chance gives a choice")


def test_a_choice_is_pictured_and_can_be_cancelled(room: Room, chance: Chance) -> None:
    # UI-021, UI-023
    rules = "cypriot;largest=no"
    chance.fixed = luck_with_a_choice(rules)
    reader = at_a_table(room, rules)
    several = reader.page.locator("[data-hand][aria-label*='ways']").first
    card = several.get_attribute("data-hand") or ""
    several.click()
    version, ways = reader.table["v"], reader.page.locator(".way")
    reader.shoot("choice")
    assert ways.count() > 1
    for at in range(ways.count()):
        assert ways.nth(at).locator("svg.card").count() > 0
        assert "captures" in (ways.nth(at).get_attribute("aria-label") or "") or "clears" in (
            ways.nth(at).get_attribute("aria-label") or ""
        )
    reader.page.locator(f"[data-hand='{card}']").press("Enter")
    expect(ways.first).to_be_focused()
    reader.page.keyboard.press("Escape")
    expect(ways).to_have_count(0)
    expect(reader.page.locator(f"[data-hand='{card}']")).to_be_focused()
    assert (version, "own") == (reader.table["v"], reader.table["turn"])
    reader.play(card)


def test_plays_can_be_taken_back_and_a_hint_asked_for(room: Room) -> None:
    reader = at_a_table(room)
    hand, floor = reader.hand, reader.floor
    reader.play()
    reader.await_turn()
    reader.press("Take back")
    expect(reader.page.locator("[data-hand]")).to_have_count(len(hand))
    reader.await_turn()
    assert (hand, set(floor)) == (reader.hand, set(reader.floor))
    reader.press("Hint")
    expect(reader.page.locator(".advice li").first).to_be_visible()
    reader.page.locator(".advice li button").first.click()
    expect(reader.page.locator("[data-hand]")).to_have_count(len(hand) - 1)


def test_every_play_is_told_once_in_a_sentence(room: Room) -> None:  # UI-016, UI-017
    reader = at_a_table(room)
    for _ in range(3):
        reader.play()
        reader.await_turn()
    plays = [sentence for sentence in reader.told if " play" in sentence and " of " in sentence]
    assert 6 <= len([one for one in plays if one.startswith(("You play", "North plays"))])
    assert len(set(plays)) == len(plays)
    assert all(sentence.endswith((".", "!")) for sentence in plays)


def test_a_card_out_of_turn_is_answered_with_a_reason(room: Room) -> None:  # UI-032, UI-030
    reader = room.reader(language="ar")
    table = reader.open_table("egyptian;seats=3", {"1": "greedy"})
    friend = room.reader("B")
    reader.come(table)
    friend.come(table).sit()
    friend.press("Ready")
    reader.page.locator(".gathering [aria-pressed]").click()
    for one in (reader, friend):
        one.page.wait_for_selector("[data-hand]")
    while friend.where() != "turn":
        reader.act()
        reader.page.wait_for_timeout(20)
    card = reader.hand[0]
    reader.touch(card)
    reader.touch(card)
    notice = reader.page.locator("[data-notice]")
    expect(notice).to_be_visible()
    assert not RAW_KEY.search(notice.inner_text())


def test_arabic_runs_from_the_right_and_the_floor_does_not(room: Room) -> None:  # UI-001, UI-034
    reader = at_a_table(room, "egyptian;seats=4;sides=2", 4, language="ar", size=PHONE, name="小林")
    assert "rtl" == reader.page.evaluate("document.documentElement.dir")
    places = [reader.page.locator(f"[data-hand='{card}']").bounding_box() for card in reader.hand]
    starts = [place["x"] for place in places if place]
    assert sorted(starts, reverse=True) == starts
    assert "ltr" == reader.page.eval_on_selector(
        "[data-floor]", "node => getComputedStyle(node).direction"
    )
    focused = reader.page.locator("[data-hand]").first
    focused.focus()
    reader.page.keyboard.press("ArrowLeft")
    expect(reader.page.locator("[data-hand]").nth(1)).to_be_focused()
    reader.page.locator("[data-hand]").first.click()
    assert not RAW_KEY.search(reader.page.locator("main").inner_text())
    reader.shoot("arabic")


@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_table_fits_every_screen_without_scrolling(room: Room, name: str, scheme: str) -> None:
    reader = at_a_table(
        room, "egyptian;seats=4;sides=2;target=1000", 4, size=SIZES[name], color_scheme=scheme
    )
    play_on(reader, plays=6)
    reader.await_turn()
    size: list[int] = reader.page.evaluate(
        "(() => { const { scrollWidth, scrollHeight } = document.documentElement;"
        " return [scrollWidth, scrollHeight] })()"
    )
    assert [SIZES[name]["width"], SIZES[name]["height"]] == size
    for card in reader.hand:
        place = reader.page.locator(f"[data-hand='{card}']").bounding_box()
        assert place is not None
        assert 0 <= place["x"]
        assert place["x"] + place["width"] <= size[0]
        assert place["y"] + place["height"] <= size[1]
        assert place["width"] >= 44
    reader.page.locator("[data-hand][aria-disabled=false]").first.click()
    reader.shoot(f"table_{name}_{scheme}")


def axe(reader: Reader) -> list[str]:
    """Return what axe-core finds wrong with the page."""
    if not reader.page.evaluate("typeof axe !== 'undefined'"):
        reader.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = reader.page.evaluate(
        "axe.run().then(({violations}) => violations.flatMap(one =>"
        " one.nodes.map(node => `${one.id}: ${node.html.slice(0, 160)} ${node.failureSummary}`)))"
    )
    return found


@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("en", "dark"), ("ar", "light")])
def test_axe_finds_nothing_from_the_first_seat_to_the_result(
    room: Room, language: str, scheme: str
) -> None:
    reader = room.reader(language=language, size=PHONE, color_scheme=scheme)
    table = reader.open_table("cypriot;target=1")
    reader.come(table)
    reader.page.wait_for_selector(".gathering select")
    assert [] == axe(reader)
    reader.page.locator(".gathering li button").last.click()
    reader.await_turn()
    assert [] == axe(reader)
    reader.page.locator("[data-hand][aria-disabled=false]").first.click()
    assert [] == axe(reader)
    reader.play_to_sheet()
    assert [] == axe(reader)
    reader.shoot(f"sheet_{language}_{scheme}")
    play_on(reader)
    assert [] == axe(reader)


def test_a_new_deal_leaves_no_card_of_the_old_one(room: Room) -> None:  # UI-025, UI-027
    reader = at_a_table(room, "cypriot;target=1000")
    reader.play_to_sheet()
    columns = reader.page.eval_on_selector_all(
        "[data-sheet] tbody tr",
        "rows => rows.map(row => [row.className.includes('sum'),"
        " ...[...row.querySelectorAll('.points')].map(cell => Number(cell.textContent))])",
    )
    reasons = [row[1:] for row in columns if not row[0]]
    deal = next(row[1:] for row in columns if row[0])
    assert deal == [sum(points) for points in zip(*reasons, strict=True)]
    reader.page.locator("[data-sheet] .primary").click()
    reader.await_turn()
    assert len({*reader.hand, *reader.floor}) == len(reader.hand) + len(reader.floor)
    assert 4 == len(reader.hand)
    assert 0 == reader.page.locator(".pile .count").count() or len(reader.floor) < 6


@pytest.mark.parametrize("language", ["en", "ar"])
def test_every_card_of_the_hand_shows_its_left_corner(room: Room, language: str) -> None:
    reader = at_a_table(room, size=ViewportSize(width=320, height=640), language=language)
    levels = reader.page.evaluate(
        "[...document.querySelectorAll('[data-hand]')]"
        ".sort((one, other) => one.getBoundingClientRect().x - other.getBoundingClientRect().x)"
        ".map((one) => Number(getComputedStyle(one.closest('li')).zIndex))"
    )
    assert len(levels) > 1
    assert sorted(set(levels)) == levels


@pytest.mark.parametrize("language", ["ar", "el", "es"])  # the longest words
def test_the_bars_fit_on_the_narrowest_telephone(room: Room, language: str) -> None:
    reader = at_a_table(room, size=ViewportSize(width=320, height=640), language=language)
    for path in (None, "/about"):
        if path is not None:
            reader.page.goto(reader.address + path)
            reader.page.wait_for_selector("header nav [data-bell]")
        wide = "document.documentElement.scrollWidth - innerWidth"
        assert 0 >= reader.page.evaluate(wide)
    brand = reader.page.locator("header .brand")
    assert brand.inner_text().strip()


def test_a_match_that_goes_on_is_found_again_from_home(room: Room) -> None:
    reader = at_a_table(room)
    page = reader.page
    page.get_by_role("link", name="Home").click()
    page.get_by_role("link", name="Go on with your game").click()
    page.wait_for_selector("[data-hand]")
    reader.await_turn()
    play_on(reader)
    page.wait_for_selector("[data-result]")
    page.goto(reader.address)
    page.wait_for_selector("main h1")
    expect(page.locator("[data-resume]")).to_have_count(0)


def test_the_keys_stay_with_the_cards_after_a_hint_and_an_undo(room: Room) -> None:
    reader = at_a_table(room)
    page = reader.page
    hint = page.get_by_role("button", name="Hint", exact=True)
    hint.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-hand][aria-pressed=true]")).to_be_focused()
    page.keyboard.press("Escape")
    reader.play(reader.hand[0])
    reader.await_turn()
    undo = page.get_by_role("button", name="Take back", exact=True)
    undo.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-hand]:focus")).to_have_count(1)


def test_it_is_said_once_whose_turn_it_is(room: Room) -> None:
    reader = at_a_table(room, "egyptian")
    assert 1 == reader.told.count("Your turn: choose a card")
    reader.play(reader.hand[0])
    reader.await_turn()
    assert 2 == reader.told.count("Your turn: choose a card")


def test_there_is_nothing_to_mark_in_oneself(room: Room) -> None:
    reader = at_a_table(room)
    page = reader.page
    own = page.evaluate(
        "fetch('/api/me', { headers: { Authorization: `Bearer ${localStorage['basra.token']}` } })"
        ".then((answer) => answer.json()).then((guest) => guest.id)"
    )
    page.goto(f"{reader.address}/person/{own}")
    expect(page.get_by_role("heading", name="Hani")).to_be_visible()
    expect(page.get_by_role("button", name="Block")).to_have_count(0)
