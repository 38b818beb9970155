"""A rematch before the page: seats move on, and everybody still sits before their own cards."""

import pytest
from playwright.sync_api import expect

import basra

from .readers import PATIENCE, Reader, Room, play_on
from .test_together import SHORT, go_on, two_at_a_table


def own_seat(reader: Reader) -> str | None:
    return reader.page.locator(".own .cards").get_attribute("data-seat")


def again(*players: Reader) -> None:
    """Ask for another match, all of them, and see it begin."""
    *others, last = players
    for player in others:
        player.press("Play again")
        asked = player.page.get_by_role("button", name="Play again", exact=True)
        expect(asked).to_be_disabled(timeout=PATIENCE)
    last.press("Play again")
    for player in players:
        player.page.wait_for_selector("[data-hand]")
        expect(player.page.locator("[data-result]")).to_have_count(0)


def test_who_asks_first_takes_nothing_away_from_who_is_about_to_press(room: Room) -> None:
    host, friend, _ = two_at_a_table(room)
    play_on(host, friend)
    page = host.page
    button = page.locator("[data-result] .primary").element_handle()
    link = page.locator("[data-result] [data-replay]")
    link.focus()
    version = page.locator("main.table").get_attribute("data-v") or ""
    friend.press("Play again")
    expect(page.locator("main.table")).not_to_have_attribute("data-v", version)
    assert button.evaluate("(button) => button.isConnected")
    expect(link).to_be_focused()
    told = page.get_by_role("status").filter(has_text="wants to play again.")
    expect(told).to_be_visible()
    assert any("wants to play again." in sentence for sentence in host.told)


def test_seats_are_changed_and_all_see_their_own_cards(room: Room) -> None:
    host, friend, table = two_at_a_table(room)
    watcher = room.reader(None).come(table)
    assert ("0", "1") == (own_seat(host), own_seat(friend))
    expect(watcher.page.locator(".own .plate .name")).to_contain_text("Umm Hani")
    play_on(host, friend)
    again(host, friend)
    assert ("1", "0") == (own_seat(host), own_seat(friend))
    expect(watcher.page.locator(".own .plate .name")).to_contain_text("علي")
    expect(watcher.page.locator(".others .plate .name")).to_contain_text("Umm Hani")
    assert [] == watcher.hand
    hands = [player.hand for player in (host, friend)]
    assert [4, 4] == [len(hand) for hand in hands]
    assert not set(hands[0]) & set(hands[1])
    for player in (host, friend):
        expect(player.page.locator(".own .plate .name")).to_contain_text("You")
    go_on(host, friend)
    before = (host.hand, host.floor, own_seat(host))
    host.page.reload()
    host.page.wait_for_selector("[data-hand]")
    assert before == (host.hand, host.floor, own_seat(host))
    play_on(host, friend)
    for player in (host, friend):
        expect(player.page.locator("[data-result]")).to_be_visible()
    record = host.page.locator("[data-result] a[download]").get_attribute("href") or ""
    names = basra.loads_bgn(host.context.request.get(host.address + record).text()).names
    assert ("علي", "Umm Hani") == names


@pytest.mark.parametrize("sides", [2, 4])
def test_four_move_round_the_table_and_who_deals_is_another(room: Room, sides: int) -> None:
    names = ("Anna", "Βασίλης", "Ελένη", "مريم")
    players = [room.reader(name) for name in names]
    table = players[0].open_table(f"{SHORT};seats=4;sides={sides}", None)
    players[0].come(table)
    for player in players[1:]:
        player.come(table).sit()
    for player in players:
        player.press("Ready")
    for player in players:
        player.page.wait_for_selector("[data-hand]")
    seats = [own_seat(player) for player in players]
    dealt = [dealer(player) for player in players]
    play_on(*players)
    again(*players)
    moved = [str((int(seat or 0) + 1) % 4) for seat in seats]
    assert moved == [own_seat(player) for player in players]
    assert [True] == [one for one in dealt if one]
    after = [dealer(player) for player in players]
    turn = {int(seat or 0): one for seat, one in zip(seats, dealt, strict=True)}
    expected = [turn[(int(seat or 0) - 1) % 4] for seat in seats]
    assert expected == after, "the deal passes to the next person"


def dealer(reader: Reader) -> bool:
    """Tell whether one has the button of the dealer oneself."""
    return reader.page.locator(".own .plate .dealer").count() == 1
