"""The page around the table, in a real browser: every page, every theme, keyboard, languages."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
PAGES = ["/", "/new", "/rules/egyptian", "/about", "/people", "/no/such/page"]


def faults(page: Page) -> list[str]:
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run().then((result) => result.violations)")
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_no_page_bars_anybody_or_scrolls_sideways(
    phone: Page, address: str, path: str, theme: str
) -> None:
    phone.emulate_media(color_scheme="light" if theme == "light" else "dark")
    phone.goto(address + path)
    expect(phone.locator("main h1").first).to_be_visible()
    assert [] == faults(phone)
    assert 0 >= phone.evaluate("document.documentElement.scrollWidth - innerWidth")


@pytest.mark.parametrize("name", ["Settings", "Change"])
def test_a_dialog_keeps_the_focus_and_gives_it_back(phone: Page, address: str, name: str) -> None:
    phone.goto(address)
    opener = phone.get_by_role("button", name=name)
    opener.focus()
    phone.keyboard.press("Enter")
    dialog = phone.get_by_role("dialog")
    expect(dialog).to_be_visible()
    assert [] == faults(phone)
    for _ in range(40):
        phone.keyboard.press("Tab")
        assert phone.evaluate(
            "document.activeElement === document.body || !!document.activeElement.closest('dialog')"
        )
    phone.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()


def test_house_rules_and_seats_bar_nobody(phone: Page, address: str) -> None:
    phone.goto(f"{address}/new")
    phone.get_by_role("radio", name="4, two and two").check()
    phone.get_by_text("House rules").click()
    expect(phone.get_by_label("Points that win")).to_be_visible()
    assert [] == faults(phone)
    assert 0 >= phone.evaluate("document.documentElement.scrollWidth - innerWidth")


def test_one_button_deals_cards(phone: Page, address: str) -> None:
    phone.goto(address)
    phone.get_by_role("button", name="Play", exact=True).click()
    phone.wait_for_url(re.compile(r"/t/\w+"))
    face = re.compile(" of (clubs|diamonds|hearts|spades)")
    expect(phone.get_by_role("img", name=face).first).to_be_visible()


def test_a_table_for_friends_has_a_link_that_leads_to_it(
    phone: Page, address: str, chromium: Browser
) -> None:
    phone.goto(f"{address}/new")
    phone.get_by_role("radio", name="4, two and two").check()
    phone.get_by_label("your partner").select_option("careful")
    phone.get_by_role("radio", name="Everybody").check()
    phone.get_by_role("button", name="Open the table").click()
    phone.wait_for_url(re.compile(r"/t/\w+"))
    other = chromium.new_context(locale="en-GB")
    page = other.new_page()
    page.goto(address)
    row = page.get_by_role("link", name=re.compile("Sit down"))
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Bot, good")
    assert phone.url == address + str(row.get_attribute("href"))
    other.close()


def test_house_rules_are_played_and_remembered(phone: Page, address: str) -> None:
    phone.goto(f"{address}/new")
    phone.get_by_role("combobox", name="Game", exact=True).select_option("egyptian")
    phone.get_by_text("House rules").click()
    phone.get_by_label("Points that win").select_option(label="121")
    phone.get_by_role("button", name="All rules of this table").click()
    expect(phone.get_by_role("dialog")).to_contain_text("121")
    phone.keyboard.press("Escape")
    phone.get_by_role("button", name="Open the table").click()
    phone.wait_for_url(re.compile(r"/t/\w+"))
    told = phone.request.get(f"{address}/api/tables/{phone.url.rpartition('/')[2]}").json()
    assert "egyptian;target=121" == told["rules"]
    phone.goto(f"{address}/new")
    expect(phone.get_by_label("Points that win")).to_have_value(re.compile(r"\d"))
    expect(phone.get_by_text("1 changed")).to_be_visible()


def test_arabic_turns_the_page_round_but_no_card(phone: Page, address: str) -> None:
    phone.goto(address)
    phone.get_by_role("button", name="Settings").click()
    phone.get_by_label("Language").select_option("ar")
    expect(phone.locator("html[lang=ar][dir=rtl]")).to_be_attached()
    left = phone.locator(".fan .card").first.bounding_box()
    right = phone.locator(".fan .card").last.bounding_box()
    assert left is not None
    assert right is not None
    assert left["x"] < right["x"]
    phone.reload()
    expect(phone.locator("html[lang=ar][dir=rtl]")).to_be_attached()


def test_the_language_of_the_browser_is_spoken(chromium: Browser, address: str) -> None:
    context = chromium.new_context(locale="ar-EG")
    page = context.new_page()
    page.goto(address)
    expect(page.locator("html[lang=ar][dir=rtl]")).to_be_attached()
    context.close()


def test_a_chosen_theme_goes_before_that_of_the_device(phone: Page, address: str) -> None:
    phone.emulate_media(color_scheme="light")
    phone.goto(address)
    before = phone.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    phone.get_by_role("button", name="Settings").click()
    phone.get_by_role("radio", name="Night").check()
    after = phone.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert before != after
    phone.reload()
    expect(phone.locator("html[data-theme=dark]")).to_be_attached()


def test_a_new_name_is_kept_by_the_server(phone: Page, address: str) -> None:
    phone.goto(address)
    phone.get_by_role("button", name="Settings").click()
    phone.get_by_label("Your name").fill("نادية")
    phone.get_by_role("button", name="Save").click()
    expect(phone.get_by_text("Saved")).to_be_visible()
    phone.reload()
    phone.get_by_role("button", name="Settings").click()
    expect(phone.get_by_label("Your name")).to_have_value("نادية")


def test_the_page_opens_without_a_network_and_says_so(lasting_phone: Page, address: str) -> None:
    phone = lasting_phone
    phone.goto(address)
    phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.reload()
    expect(phone.get_by_role("button", name="Play", exact=True)).to_be_visible()
    phone.context.set_offline(True)
    phone.context.route("**/*", lambda route: route.abort())
    phone.reload()
    expect(phone.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(phone.get_by_text("You are offline")).to_be_visible()


def test_the_classic_cards_are_there(phone: Page, address: str) -> None:
    phone.goto(address)
    phone.get_by_role("button", name="Settings").click()
    with phone.expect_response("**/classic/svg-cards.svg") as answer:
        phone.get_by_role("radio", name="Classic").check()
    assert 200 == answer.value.status
    assert 'id="king_heart"' not in answer.value.text()
    assert 'id="heart_king"' in answer.value.text()


def test_a_wrong_rule_is_said_in_words(phone: Page, address: str) -> None:
    phone.goto(f"{address}/rules/egyptian;target=none")
    expect(phone.get_by_role("alert")).to_be_visible()
    expect(phone.get_by_role("alert")).not_to_contain_text("error.")
