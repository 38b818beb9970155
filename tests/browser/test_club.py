"""The club in a browser: a guest claims a name and comes back by it."""

from playwright.sync_api import expect

from .readers import PHONE, Reader, Room, play_on

PASSWORD = "open sesame"  # noqa: S105 - of a test


def claim(reader: Reader, name: str) -> None:
    """Claim a name on the page of the account."""
    page = reader.page
    page.goto(f"{reader.address}/account")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("[data-do]").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    reader.renew()


def test_a_guest_claims_a_name_and_signs_in_elsewhere(room: Room) -> None:
    hani, other = room.reader("Hani", size=PHONE), room.reader("Somebody")
    claim(hani, "Hani of Sidon")
    expect(hani.page.locator(".codes li")).to_have_count(8)
    page = other.page
    page.goto(f"{other.address}/account")
    page.get_by_role("button", name="Sign in").first.click()
    page.get_by_label("Name").fill("hani of sidon")
    page.get_by_label("Password").first.fill("a wrong one")
    page.locator("[data-do]").click()
    expect(page.get_by_role("alert")).to_contain_text("not right")
    page.get_by_label("Password").first.fill(PASSWORD)
    page.locator("[data-do]").click()
    expect(page.get_by_role("heading", name="Hani of Sidon")).to_be_visible()
    hani.page.reload()
    hani.press("End")
    expect(hani.page.get_by_role("button", name="End", exact=True)).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name="Claim this name").first).to_be_visible()


def test_a_name_that_looks_like_a_claimed_one_is_refused(room: Room) -> None:
    claim(room.reader("Guest"), "Salma Basra")
    page = room.reader("Guest").page
    page.goto(f"{room.address}/account")
    page.get_by_label("Name").fill("Sаlma Bаsrа")  # noqa: RUF001 - Cyrillic letters
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("[data-do]").click()
    expect(page.get_by_role("alert")).to_contain_text("choose another")


def test_a_passkey_signs_in(room: Room) -> None:
    reader = room.reader("Guest")
    page = reader.page
    tools = reader.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    # A passkey is bound to a name; an address in numbers has none.
    reader.address = reader.address.replace("127.0.0.1", "localhost")
    claim(reader, "Nour of Tyre")
    reader.press("Add a passkey")
    expect(page.get_by_role("button", name="Remove")).to_have_count(1)
    reader.press("Sign out")
    page.get_by_role("button", name="Sign in").first.click()
    reader.press("Sign in with a passkey")
    expect(page.get_by_role("heading", name="Nour of Tyre")).to_be_visible()


def test_two_that_look_for_a_game_are_paired(room: Room) -> None:
    hani, salma = room.reader("Hani"), room.reader("Salma", size=PHONE)
    for reader in (hani, salma):
        reader.page.goto(reader.address)
        reader.page.locator("[data-quick]").click()
        if reader is hani:
            expect(reader.page.get_by_role("status").first).to_contain_text("Looking")
    for reader in (hani, salma):
        reader.page.wait_for_selector("main.table[data-line=online]")
        reader.page.wait_for_selector("[data-hand]")


def test_a_seek_is_joined_from_the_list_and_left(room: Room) -> None:
    hani, salma = room.reader("Hani"), room.reader("Salma")
    hani.page.goto(hani.address)
    hani.page.locator("[data-quick]").click()
    hani.press("Stop looking")
    hani.page.locator("[data-quick]").click()
    salma.page.goto(salma.address)
    salma.page.get_by_role("button", name="Hani").click()
    for reader in (hani, salma):
        reader.page.wait_for_selector("[data-hand]")


def test_a_rated_match_stands_on_the_page_of_ratings(room: Room) -> None:
    reader = room.reader("Guest")
    claim(reader, "Umar of Acre")
    table = reader.open_table("palestinian;target=1", {"1": "random"}, rated=True)
    reader.come(table).page.wait_for_selector("[data-hand]")
    play_on(reader)
    for _ in range(20):  # until the match is entered
        reader.page.goto(f"{reader.address}/ranks")
        reader.page.wait_for_load_state("networkidle")
        if reader.page.locator("select").count():
            reader.page.locator("select").select_option("palestinian:2:2")
            reader.page.wait_for_load_state("networkidle")
        if reader.page.get_by_role("row").filter(has_text="Umar of Acre").count():
            break
    expect(reader.page.get_by_role("row").filter(has_text="Umar of Acre")).to_have_count(1)
    expect(reader.page.get_by_role("row").filter(has_text="beginner")).to_have_count(1)


def test_a_tournament_of_two_from_entry_to_the_standings(room: Room) -> None:
    host, friend = room.reader("Hani"), room.reader("Salma", size=PHONE)
    page = host.page
    page.goto(f"{host.address}/tournaments")
    page.get_by_text("Make a tournament").first.click()
    page.get_by_role("textbox", name="Name").fill("Friday")
    page.get_by_role("radio", name="Knock-out").check()
    page.locator("[data-do]").click()
    page.wait_for_url("**/tournament/*")
    friend.page.goto(page.url)
    for reader in (friend, host):
        reader.press("Enter")
        expect(reader.page.get_by_role("button", name="Leave the tournament")).to_be_visible()
    host.page.reload()
    expect(page.locator("[data-standings] tbody tr")).to_have_count(2)
    host.press("Begin the tournament")
    for reader in (host, friend):
        reader.page.get_by_role("link", name="To your table").click()
        reader.page.wait_for_selector("main.table[data-line=online]")
        reader.page.wait_for_selector("[data-hand]")
    played: set[Reader] = set()
    while len(played) < 2:  # who plays no card has lost in any case
        for reader in (host, friend):
            if reader.where() == "turn":
                reader.play()
                played.add(reader)
        page.wait_for_timeout(10)
    friend.press("Menu")
    friend.press("Give up")
    friend.page.locator("dialog[open] footer .primary").click()
    page.wait_for_selector("[data-result]")
    page.goto(f"{host.address}/tournaments")
    page.get_by_role("link", name="Friday").first.click()
    expect(page.get_by_role("status")).to_contain_text("Over")
    first = page.locator("[data-standings] tbody tr").first
    expect(first).to_contain_text("Hani")
    expect(first.locator("td").nth(1)).to_have_text("1")


def test_who_is_muted_is_not_heard_and_a_report_is_sent(room: Room) -> None:
    hani, rude = room.reader("Hani"), room.reader("Rude")
    table = hani.open_table("cypriot")
    hani.come(table)
    rude.come(table).sit()
    hani.press("Talk")
    hani.page.locator(".people").get_by_role("link", name="Rude").click()
    hani.press("Mute")
    expect(hani.page.get_by_role("button", name="Mute")).to_have_attribute("aria-pressed", "true")
    hani.page.get_by_text("Report").first.click()
    hani.page.locator("[data-do]").click()
    expect(hani.page.get_by_role("status")).to_have_text("Done.")
    hani.come(table)
    rude.press("Talk")
    rude.page.get_by_role("button", name="Hello!").click()
    rude.page.wait_for_timeout(500)
    assert not any("Hello" in one for one in hani.told)
    assert any("Hello" in one for one in rude.told)
