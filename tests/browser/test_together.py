"""People at one table, each with their own browser; UI-009 and such are known faults."""

from playwright.sync_api import expect

from .readers import PHONE, Reader, Room, play_on

SHORT = "cypriot;target=1"


def two_at_a_table(
    room: Room, rules: str = SHORT, **policy: bool | int
) -> tuple[Reader, Reader, str]:
    host, friend = room.reader("Umm Hani"), room.reader("علي", size=PHONE)
    table = host.open_table(rules, None, **policy)
    host.come(table)
    friend.come(table).sit()
    friend.press("Ready")
    host.press("Ready")
    for reader in (host, friend):
        reader.page.wait_for_selector("[data-hand]")
    return host, friend, table


def go_on(*readers: Reader) -> None:
    """Let each play a card, and see that all see the same."""
    waiting = list(readers)
    while waiting:
        for reader in readers:
            if reader.where() == "turn":
                reader.play()
                waiting = [one for one in waiting if one is not reader]
        readers[0].page.wait_for_timeout(10)
    version = max(int(reader.table["v"]) for reader in readers)
    for reader in readers:
        reader.page.wait_for_selector(f"main.table[data-v='{version}'][data-busy=no]")


def test_two_play_a_whole_match_by_link_and_one_loads_the_page_again(room: Room) -> None:
    host, friend, _ = two_at_a_table(room)
    for _ in range(2):
        go_on(host, friend)
    before = (host.hand, host.floor, host.page.locator(".score").inner_text())
    host.page.reload()
    host.page.wait_for_selector("main.table[data-line=online]")
    host.page.wait_for_selector("[data-hand]")
    assert before == (host.hand, host.floor, host.page.locator(".score").inner_text())  # UI-028
    while {"sheet"} != {host.where(), friend.where()}:
        for reader in (host, friend):
            if reader.where() == "turn":
                reader.act()
    expect(host.page.locator("[data-sheet] thead th").nth(1)).to_have_text("You")  # UI-010
    expect(friend.page.locator("[data-sheet] thead th").nth(1)).to_have_text("You")
    play_on(host, friend)  # UI-009: the sheet came before the result
    expect(host.page.locator("[data-result] h2")).to_contain_text("the match")
    record = host.page.locator("[data-result] a[download]").get_attribute("href") or ""
    assert "[Rules" in host.context.request.get(host.address + record).text()


def test_a_rematch_is_played_to_the_same_target(room: Room) -> None:  # UI-029
    host, friend, _ = two_at_a_table(room, "cypriot;target=27")
    host.press("Menu")
    host.press("Give up")
    host.page.locator("dialog[open] footer .primary").click()
    host.press("Play again")
    friend.press("Play again")
    host.page.wait_for_selector("[data-hand]")
    expect(host.page.locator(".score .target")).to_contain_text("27")
    assert 4 == len(host.hand)


def test_one_without_network_is_told_and_goes_on_afterwards(room: Room) -> None:
    host, friend, _ = two_at_a_table(room)
    go_on(host, friend)
    friend.context.set_offline(True)
    expect(friend.page.locator("[data-offline]")).to_be_visible()
    assert "" == friend.table["turn"]
    card = friend.hand[0]
    friend.touch(card)
    friend.touch(card)
    expect(friend.page.locator("[data-notice]")).to_contain_text("No connection")
    host.page.wait_for_timeout(300)
    if host.where() == "turn":
        host.play()
    friend.context.set_offline(False)
    expect(friend.page.locator("[data-offline]")).to_have_count(0)
    friend.press("Close")
    go_on(host, friend)


def test_a_short_break_is_not_told_to_the_others(room: Room) -> None:  # UI-031
    host, friend, _ = two_at_a_table(room)
    friend.context.set_offline(True)
    host.page.wait_for_timeout(1_000)
    friend.context.set_offline(False)
    host.page.wait_for_timeout(700)
    expect(host.page.get_by_text("not connected")).to_have_count(0)
    assert not [sentence for sentence in host.told if "left" in sentence]


def test_a_bot_takes_the_seat_of_one_who_is_gone_and_gives_it_back(room: Room) -> None:
    host, friend, table = two_at_a_table(room, absent=1)
    friend.page.close()
    label = host.page.get_by_text("a bot plays")
    expect(label).to_be_visible(timeout=15_000)
    if host.where() == "turn":
        host.play()
    host.page.wait_for_selector("main.table[data-turn=own][data-busy=no]")
    friend.page = friend.context.new_page()
    friend.come(table)
    expect(label).to_have_count(0)
    go_on(host, friend)


def test_four_play_partners_and_one_looks_on(room: Room) -> None:
    readers = [room.reader(name) for name in ("Anna", "Βασίλης", "Ελένη", "مريم")]
    watcher = room.reader(None)
    table = readers[0].open_table("egyptian;target=1;seats=4;sides=2")
    readers[0].come(table)
    for reader in readers[1:]:
        reader.come(table).sit()
    watcher.come(table)
    for reader in readers:
        reader.press("Ready")
    readers[0].page.wait_for_selector("[data-hand]")
    play_on(*readers, plays=3)
    assert [] == watcher.hand  # UI-024: backs and counts only
    assert 4 == watcher.page.locator("[role=img][aria-label*='in the hand']").count()
    for _ in range(100):  # until the last card has come to both
        if set(readers[0].floor) == set(watcher.floor):
            break
        watcher.page.wait_for_timeout(50)
    assert set(readers[0].floor) == set(watcher.floor)
    expect(readers[0].page.locator(".eyes")).to_be_visible()
    readers[0].shoot("partners")
    for reader in readers:
        names = reader.page.locator(".name").all_text_contents()
        assert {"Us", "Them"} <= {name.strip("\u2068\u2069") for name in names}
    play_on(*readers)
    expect(watcher.page.locator("[data-sheet], [data-result]").first).to_be_visible()
    for reader in readers:
        expect(reader.page.locator("[data-result]")).to_be_visible()


def test_a_partner_has_to_agree_before_a_match_is_given_up(room: Room) -> None:
    readers = [room.reader(name) for name in ("A", "B", "C", "D")]
    table = readers[0].open_table("egyptian;seats=4;sides=2")
    for reader in readers:
        reader.come(table)
    for reader in readers[1:]:
        reader.sit()
    for reader in readers:
        reader.press("Ready")
    readers[0].page.wait_for_selector("[data-hand]")
    readers[0].press("Menu")
    readers[0].press("Give up")
    readers[0].page.locator("dialog[open] footer .primary").click()
    readers[2].press("Play on")
    expect(readers[2].page.get_by_text("would give up")).to_have_count(0)
    readers[0].press("Menu")
    readers[0].press("Give up")
    readers[0].page.locator("dialog[open] footer .primary").click()
    readers[2].press("Give up")
    expect(readers[1].page.locator("[data-result] h2")).to_contain_text("given up")


def test_phrases_and_talk_reach_the_others(room: Room) -> None:
    host, friend, _ = two_at_a_table(room, chat=True)
    host.press("Talk")
    phrase = host.page.locator("dialog[open] .phrases button").first
    words = phrase.inner_text()
    phrase.click()
    expect(friend.page.locator(".bubble")).to_have_text(words)
    assert any(words in sentence for sentence in friend.told)
    friend.press("Talk")
    friend.page.get_by_label("Write a message").fill("يلا <b>بنا</b>")
    friend.press("Send")
    expect(host.page.locator(".seat .bubble")).to_have_text("يلا <b>بنا</b>")


def test_a_link_to_no_table_is_answered_in_words(room: Room) -> None:
    reader = room.reader("Hani")
    reader.page.goto(f"{reader.address}/t/nowhere")
    expect(reader.page.get_by_text("There is no such table")).to_be_visible()
