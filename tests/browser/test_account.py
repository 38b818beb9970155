"""The account in a browser: what is left after signing out, sessions that end, one's own bots."""

from playwright.sync_api import Page, expect

from .readers import PHONE, Reader, Room
from .test_club import PASSWORD, claim


def sign_in(reader: Reader, name: str) -> None:
    """Sign in on the page of the account."""
    page = reader.page
    page.goto(f"{reader.address}/account")
    page.get_by_role("button", name="Sign in").first.click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").first.fill(PASSWORD)
    page.locator("[data-do]").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def kept(page: Page) -> dict[str, str]:
    """Return what the browser keeps of the game."""
    found: dict[str, str] = page.evaluate("Object.fromEntries(Object.entries(localStorage))")
    return found


def test_a_password_that_everybody_tries_first_is_refused(room: Room) -> None:
    page = room.reader("Guest", size=PHONE).page
    page.goto(f"{room.address}/account")
    page.get_by_label("Name").fill("Karima of Safed")
    page.get_by_label("Password").fill("sunshine")
    page.locator("[data-do]").click()
    expect(page.get_by_role("alert")).to_contain_text("tried first")


def test_who_signs_out_is_the_guest_from_before_again(room: Room) -> None:
    claim(room.reader("Guest"), "Karima of Gaza")
    reader = room.reader("Somebody")
    reader.open_table("egyptian")
    page = reader.page
    page.goto(reader.address)
    before = kept(page)["basra.token"]
    sign_in(reader, "Karima of Gaza")
    expect(page.get_by_text("stay with that guest")).to_be_visible()
    reader.press("Sign out")
    expect(page.get_by_role("button", name="Claim this name").first).to_be_visible()
    assert before == kept(page)["basra.token"]
    assert "basra.guest" not in kept(page)


def test_a_device_of_somebody_else_is_left_without_a_trace(room: Room) -> None:
    reader = room.reader("Guest")
    claim(reader, "Karima of Haifa")
    page = reader.page
    page.evaluate("localStorage.setItem('basra.pad', '{}')")
    page.get_by_label("Also remove the score pad").check()
    with page.expect_navigation():
        reader.press("Sign out")
    expect(page.get_by_role("button", name="Claim this name").first).to_be_visible()
    assert "basra.pad" not in kept(page)


def test_who_is_signed_out_elsewhere_looks_on(room: Room) -> None:
    hani, other = room.reader("Hani"), room.reader("Somebody")
    claim(hani, "Karima of Nablus")
    table = hani.open_table("egyptian")
    hani.come(table)
    expect(hani.page.get_by_role("button", name="Ready", exact=True).first).to_be_visible()
    sign_in(other, "Karima of Nablus")
    other.press("End")
    expect(hani.page.get_by_text("You have been signed out here.").first).to_be_visible()
    expect(hani.page.get_by_role("button", name="Ready", exact=True)).to_have_count(0)
    assert "basra.token" not in kept(hani.page)


def test_another_tab_that_signs_in_is_followed_by_the_table(room: Room) -> None:
    claim(room.reader("Guest"), "Karima of Jenin")
    hani = room.reader("Hani")
    table = hani.open_table("egyptian")
    hani.come(table)
    expect(hani.page.get_by_role("button", name="Ready", exact=True).first).to_be_visible()
    tab = hani.context.new_page()
    sign_in(Reader(hani.address, hani.context, tab, None), "Karima of Jenin")
    expect(hani.page.get_by_role("button", name="Ready", exact=True)).to_have_count(0)
    hani.page.wait_for_selector("main.table[data-line=online]")


def test_a_bot_of_ones_own_is_withdrawn(room: Room) -> None:
    reader = room.reader("Hani", size=PHONE)
    reader.make_bot("Robin")
    reader.make_bot("Wren")
    page = reader.page
    page.goto(f"{reader.address}/account")
    mine = page.get_by_role("region", name="Your bots").get_by_role("listitem")
    expect(mine).to_have_count(2)
    mine.filter(has_text="Robin").get_by_role("button").click()
    expect(mine).to_have_count(1)
    expect(mine).to_contain_text("Wren")
