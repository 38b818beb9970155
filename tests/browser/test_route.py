"""From page to page in a browser: the focus goes along, the title says where one is."""

import re

from playwright.sync_api import Page, expect

from .readers import PHONE, Room


def landed(page: Page, title: str) -> None:
    """Expect that a page has the focus as a whole, without a ring, and is called by its title."""
    main = page.locator("main")
    expect(main).to_be_focused()
    expect(main).to_have_css("outline-style", "none")
    expect(page).to_have_title(title)


def test_the_focus_goes_to_the_page_that_is_gone_to(room: Room) -> None:
    page = room.reader("Hani", size=PHONE).page
    page.goto(room.address)
    expect(page).to_have_title("Basra")
    expect(page.locator("body")).to_be_focused()  # what comes first is read by itself
    page.get_by_role("link", name="Tournaments").press("Enter")
    landed(page, "Tournaments · Basra")
    assert 0 == page.evaluate("scrollY")
    page.go_back()
    landed(page, "Basra")
    page.wait_for_function("scrollY > 0")  # as far down as it was left
    page.get_by_role("textbox").click()
    page.locator("h1").click()  # who touches a page does not mean it as a whole
    expect(page.locator("main")).not_to_be_focused()


def test_the_focus_goes_to_a_table_and_out_of_its_menu(room: Room) -> None:
    page = room.reader("Hani").page
    page.goto(room.address)
    page.locator("button.play").press("Enter")
    page.wait_for_selector("main.table[data-line=online]")
    landed(page, "Table · Basra")
    page.get_by_role("button", name="Menu", exact=True).click()
    page.locator("dialog[open]").get_by_role("link", name="Home").press("Enter")
    landed(page, "Basra")


def test_a_page_is_called_by_its_name_and_one_that_is_none_says_so(room: Room) -> None:
    reader = room.reader("Hani")
    page = reader.page
    for path in ("/nothing", "/%", "/%E0%A4%A/x"):
        page.goto(f"{room.address}{path}")
        expect(page.get_by_role("heading")).to_have_text("There is no such page")
        expect(page).to_have_title("There is no such page · Basra")
    page.goto(f"{room.address}/account")
    page.wait_for_selector("[data-do]")
    person = page.evaluate(
        "fetch('/api/me', {headers: {Authorization: 'Bearer ' + localStorage['basra.token']}})"
        ".then((answer) => answer.json()).then((guest) => guest.id)"
    )
    page.goto(f"{room.address}/person/{person}")
    expect(page).to_have_title("Hani · Basra")
    page.get_by_role("link", name=re.compile("About")).click()
    landed(page, "About · Basra")
