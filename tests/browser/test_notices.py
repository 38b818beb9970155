"""The bell in a browser: notices come live, are kept and lead on; who is followed is seen."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from .readers import DESK, PHONE, Reader, Room, play_on

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def ask(reader: Reader, method: str, path: str, data: object = None) -> Any:  # noqa: ANN401
    """Ask the server as a reader."""
    token = reader.page.evaluate("localStorage.getItem('basra.token')")
    headers = {"Authorization": f"Bearer {token}"}
    answer = reader.context.request.fetch(
        f"{reader.address}{path}", method=method, headers=headers, data=data
    )
    assert answer.ok, answer.text()
    return answer.json()


def two(room: Room, **more: Any) -> tuple[Reader, Reader, str]:  # noqa: ANN401 - how it looks
    """Return somebody, who follows that one and is at home, and the id of the first."""
    hani, salma = room.reader("Hani"), room.reader("Salma", **more)
    for reader in (hani, salma):
        reader.page.goto(f"{reader.address}/about")
    person: str = ask(hani, "GET", "/api/me")["id"]
    ask(salma, "PUT", f"/api/marks/follow/{person}")
    salma.page.reload()
    expect(salma.page.locator("[data-bell='0']")).to_be_visible()
    return hani, salma, person


def faults(reader: Reader) -> list[str]:
    """Return what axe-core finds wrong, and whether the page scrolls sideways."""
    page = reader.page
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run().then((result) => result.violations)")
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found] + ["wide"] * (
        wide > 0
    )


@pytest.mark.parametrize(
    ("size", "language", "said"),
    [(PHONE, "en", "Hani"), (DESK, "en", "Hani"), (PHONE, "ar", "طاولة عامة جديدة")],
)
def test_a_table_of_somebody_followed_is_told_live_and_leads_there(
    room: Room, size: ViewportSize, language: str, said: str
) -> None:
    hani, salma, _ = two(room, size=size, language=language)
    page = salma.page
    table = hani.open_table("egyptian", public=True)
    bell = page.locator("[data-bell='1']")
    expect(bell).to_be_visible()
    expect(page.locator("[data-said]")).to_contain_text(said)
    assert [] == faults(salma)
    bell.focus()
    page.keyboard.press("Enter")
    notice = page.locator("dialog[open] [data-notice=opened]")
    expect(notice).to_contain_text("Hani")
    expect(page.locator("[data-bell='0']")).to_be_visible()
    assert [] == faults(salma)
    page.keyboard.press("Escape")
    expect(page.locator("[data-bell]")).to_be_focused()
    page.keyboard.press("Enter")
    notice.click()
    page.wait_for_selector("main.table[data-line=online]")
    assert page.url.endswith(f"/t/{table}")
    page.goto(f"{salma.address}/about")
    page.locator("[data-bell]").click()
    expect(page.locator("dialog[open] [data-notice]")).to_have_count(0)  # it has been seen


@pytest.mark.parametrize(
    "close",
    ["dialog.requestClose()", "dialog.querySelector('header button').click()", "dialog.click()"],
    ids=["Esc", "button", "beside"],
)
def test_a_list_that_is_opened_as_soon_as_it_was_closed_is_open(room: Room, close: str) -> None:
    _, salma, _ = two(room)
    bell = salma.page.locator("[data-bell]")
    bell.click()
    dialog = salma.page.locator("dialog[open]")
    expect(dialog.locator("h2")).to_be_visible()
    # Both at once, before the page can hear that the dialog was closed, and that is waited for.
    dialog.evaluate(
        f"""(dialog) => new Promise((heard) => {{
            dialog.addEventListener('close', () => setTimeout(heard));
            {close};
            document.querySelector('[data-bell]').click();
            setTimeout(heard, 500);
        }})"""
    )
    expect(dialog.locator("h2")).to_be_visible()
    salma.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(bell).to_be_focused()


def test_what_was_missed_is_there_and_read_in_one_window_is_read_in_all(room: Room) -> None:
    hani, salma, _ = two(room)
    salma.page.goto(f"{salma.address}/health")
    hani.open_table("egyptian", public=True)
    other = salma.context.new_page()
    for page in (salma.page, other):
        page.goto(f"{salma.address}/about")
        expect(page.locator("[data-bell='1']")).to_be_visible()
        expect(page.locator("[data-said]")).to_be_empty()  # it is not news
    other.locator("[data-bell]").click()
    expect(salma.page.locator("[data-bell='0']")).to_be_visible()


def test_who_wants_no_notices_has_none_and_who_hides_is_not_seen(room: Room) -> None:
    hani, salma, _ = two(room)
    salma.press("Settings")
    salma.page.get_by_role("radio", name="None", exact=True).check()
    hani.open_table("egyptian", public=True)
    salma.page.goto(f"{salma.address}/people")
    place = salma.page.locator("[data-followed] li")
    expect(place).to_have_attribute("data-place", "here")
    hani.press("Settings")
    hidden = hani.page.get_by_label("Do not show others where I am")
    hidden.check()
    expect(place).to_have_attribute("data-place", "away")
    expect(salma.page.locator("[data-bell='0']")).to_be_visible()
    hani.page.reload()
    hani.press("Settings")
    expect(hidden).to_be_checked()


def test_who_is_followed_is_seen_at_home_and_on_the_own_page(room: Room) -> None:
    hani, salma, person = two(room, size=PHONE)
    table = hani.open_table("egyptian;target=21", {"1": "random"}, public=True)
    salma.page.goto(salma.address)
    place = salma.page.locator("[data-followed] li")
    expect(place).to_have_attribute("data-place", "here")
    hani.come(table)
    expect(place).to_have_attribute("data-place", "playing")
    assert [] == faults(salma)
    salma.page.goto(f"{salma.address}/person/{person}")
    salma.page.locator("[data-where]").get_by_role("link", name="Watch").click()
    salma.page.wait_for_selector("main.table[data-line=online]")
    assert salma.page.url.endswith(f"/t/{table}")


def test_a_round_is_told_at_another_table_and_a_rematch_to_who_has_left(room: Room) -> None:
    hani, salma = room.reader("Hani"), room.reader("Salma", size=PHONE)
    for reader in (hani, salma):
        reader.page.goto(f"{reader.address}/about")
    wish = {"name": "Friday", "rules": "cypriot;target=1", "kind": "knockout", "clock": None}
    tournament = ask(hani, "POST", "/api/tournaments", wish)["id"]
    for reader in (hani, salma):
        ask(reader, "POST", f"/api/tournaments/{tournament}/entrants", {"join": None})
    own = salma.open_table("egyptian;target=21", {"1": "random"})
    salma.come(own)
    expect(salma.page.locator("[data-bell]")).to_have_count(0)  # there it is seen if there is news
    told = ask(hani, "POST", f"/api/tournaments/{tournament}/start")
    salma.page.locator("[data-bell='1']").click()
    salma.page.locator("[data-notice=round]").click()
    for reader in (hani, salma):
        reader.come(told["rounds"][0][0]["table"])
    play_on(hani, salma)
    salma.page.goto(f"{salma.address}/about")
    expect(salma.page.locator("[data-bell='0']")).to_be_visible()
    hani.page.locator("[data-result] .primary").click()
    salma.page.locator("[data-bell='1']").click()
    expect(salma.page.locator("[data-notice=rematch]")).to_contain_text("Hani")


def test_a_review_that_is_left_is_told_and_shown_again(room: Room) -> None:
    reader = room.reader("Hani")
    table = reader.open_table("cypriot;target=1", {"1": "random"})
    play_on(reader.come(table))
    page = reader.page
    page.goto(f"{reader.address}/t/{table}/1")
    page.get_by_label("How thoroughly").select_option("quick")
    reader.press("Review the match")
    page.wait_for_selector("[data-review=going], [data-review=done]")
    page.goto(f"{reader.address}/about")
    page.locator("[data-bell='1']").click(timeout=60_000)  # a process has to start first
    with page.expect_response(lambda one: "/api/notices/review/" in one.url):
        page.locator("[data-notice=review]").click()
    page.wait_for_selector("[data-review=done]")
    page.goto(f"{reader.address}/about")
    page.locator("[data-bell='0']").click()
    expect(page.locator("dialog[open] [data-notice]")).to_have_count(0)


@pytest.mark.parametrize("permissions", [["notifications"], []], ids=["allowed", "refused"])
def test_the_browser_shows_notices_only_if_it_is_asked_and_allows_it(
    room: Room, permissions: list[str]
) -> None:
    reader, allowed = room.reader("Hani", permissions=permissions), bool(permissions)
    reader.page.goto(f"{reader.address}/about")
    reader.press("Settings")
    box = reader.page.get_by_label("Let the browser show notices")
    expect(box).not_to_be_checked()
    box.click()
    expect(box).to_be_checked(checked=allowed)
    refused = reader.page.get_by_text("The browser does not allow it")
    expect(refused).to_have_count(0 if allowed else 1)
