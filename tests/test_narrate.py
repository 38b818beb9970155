"""The sentences that people are told."""

import pytest

from basra import Card, CardSet, Deal, Match, Play, find_rules
from basra.chronicle import tell_match
from basra.narrate import (
    CardStyle,
    Offer,
    Telling,
    card_name,
    card_names,
    level_name,
    seat_name,
    side_name,
    sides_told,
    tell_deal,
    tell_offer,
    tell_packet,
    tell_play,
    tell_result,
    tell_row,
    tell_sheet,
    telling_of,
)
from basra.texts import english, shown_name

WORDS = english()


def telling(rules: str = "cypriot", own: int = 0, style: CardStyle = CardStyle.SYMBOLS) -> Telling:
    return telling_of(WORDS, (), find_rules(rules), own, style)


@pytest.mark.parametrize(
    ("card", "style", "expected"),
    [
        ("Td", CardStyle.SYMBOLS, "10♦"),
        ("Kc", CardStyle.LETTERS, "Kc"),
        ("2h", CardStyle.WORDS, "2 of hearts"),
        ("Js", CardStyle.WORDS, "jack of spades"),
    ],
)
def test_name_of_a_card(card: str, style: CardStyle, expected: str) -> None:
    assert expected == card_name(WORDS, Card(card), style)


def test_cards_are_listed_as_a_phrase_only_where_they_are_words() -> None:
    cards = CardSet("4c 5h Ks")
    assert card_names(WORDS, cards, CardStyle.SYMBOLS) == "4♣ 5♥ K♠"
    spoken = "4 of clubs, 5 of hearts and king of spades"
    assert spoken == card_names(WORDS, cards, CardStyle.WORDS)


@pytest.mark.parametrize(
    ("position", "play", "expected"),
    [
        ("4c5h 9dKs/3cQd -/- 0/0 a - 0 ?46", "9d", "captures 4♣ 5♥: basra, 10 points!"),
        ("4c5hKh 9dKs/3cQd -/- 0/0 a - 0 ?45", "9d", "captures 4♣ 5♥."),
        ("4c5hKh 9dJs/3cQd -/- 0/0 a - 0 ?45", "Js", "clears the floor: 4♣ 5♥ K♥."),
        ("- 9dJs/3cQd -/- 0/0 a - 0 ?48", "Js", "which stays on the floor."),
    ],
)
def test_a_play_is_one_sentence(position: str, play: str, expected: str) -> None:
    deal = Deal.from_bfn("cypriot", position)
    (sentence,) = tell_play(telling(own=1), deal.play(play))
    assert sentence.endswith(expected)
    assert sentence.startswith("North plays")


def test_a_person_is_told_you() -> None:
    deal = Deal.from_bfn("cypriot", "4c5hKh 9dKs/3cQd -/- 0/0 a - 0 ?45")
    assert tell_play(telling(), deal.play("9d")) == ["You play 9♦ and capture 4♣ 5♥."]


def test_leavings_are_told_apart_and_never_as_a_basra() -> None:
    rest = CardSet((1 << 52) - 1).without(CardSet("4cKh9d"))
    deal = Deal.from_bfn("cypriot", f"4cKh 9d/- -/{rest} 0/0 a b 0 -")
    told = tell_play(telling(), deal.play("9d"))
    assert told == [
        "You play 9♦, which stays on the floor.",
        "The cards left over go to North: 4♣ 9♦ K♥.",
    ]


def test_one_point_is_no_points() -> None:
    offer = Offer(Play("9dx9h"), 1, clears=True)
    assert tell_offer(telling(), offer) == "9♦ captures 9♥: basra, 1 point!"


@pytest.mark.parametrize(
    ("dealer", "expected"),
    [(0, "you deal, North plays first."), (1, "North deals, you play first.")],
)
def test_who_deals(dealer: int, expected: str) -> None:
    assert f"Deal 3: {expected}" == tell_deal(telling(), 3, dealer)


def test_who_deals_among_others() -> None:
    assert tell_deal(telling("cypriot;seats=4"), 1, 1) == "Deal 1: West deals, North plays first."


def test_seats_follow_the_way_round() -> None:
    clockwise, other_way = telling("cypriot;seats=3"), telling("egyptian;seats=3")
    assert clockwise.names == ("You", "West", "East")
    assert other_way.names == ("You", "East", "West")


def test_partners_share_a_name() -> None:
    table = telling("egyptian;seats=4;sides=2")
    assert [side_name(table, side) for side in sides_told(table)] == [
        "You and North",
        "East and West",
    ]


def test_own_side_is_told_first_from_every_seat() -> None:
    assert sides_told(telling("cypriot;seats=3", own=2)) == [2, 0, 1]


def test_a_name_from_right_to_left_is_isolated_and_control_characters_go() -> None:
    assert shown_name("ليلى") == "\u2068ليلى\u2069"
    assert shown_name("a\x1b[2Jb\nc") == "a [2Jb c"
    table = telling_of(WORDS, ("", "李明"), find_rules("cypriot"), 0)
    assert seat_name(table, 1) == "李明"


def test_level_without_words_keeps_its_name() -> None:
    assert level_name(WORDS, "careful") == "good"
    assert level_name(WORDS, "unheard") == "unheard"


def test_last_packet_is_told_as_such() -> None:
    assert tell_packet(WORDS, 2, 6) == "New cards are dealt (packet 2)."
    assert tell_packet(WORDS, 6, 6) == "The last cards are dealt."


def played_out(rules: str, seed: int) -> Match:
    match = Match(rules, seed=seed)
    while not match.is_over:
        match.deal.play(match.deal.legal_plays[0])
    return match


@pytest.mark.parametrize("rules", ["egyptian", "palestinian;seats=3", "syrian_a;seats=4;sides=2"])
def test_rows_of_a_sheet_add_up_to_the_scores(rules: str) -> None:
    match = played_out(rules, 7)
    table = telling(rules)
    carry = 0
    for deal in match.deals:
        piles = [deal.pile(side) for side in range(deal.rules.sides)]
        told = tell_sheet(table, piles, deal.history, deal.sheet, carry)
        *reasons, total = told.rows
        sums = tuple(sum(points) for points in zip(*(row.points for row in reasons), strict=True))
        assert deal.scores == sums == total.points
        carry = deal.sheet.carried


def test_a_tie_that_carries_gives_no_bonus_and_shows_the_pot() -> None:
    table = telling("egyptian")
    whole = CardSet((1 << 52) - 1)
    half = CardSet(card for card in whole if card.suit < 2)
    deal = Deal("egyptian", seed=1)
    sheet = deal.sheet._replace(cards=(26, 26), majority=(0, 0), carried=60, basras=(0, 0))
    told = tell_sheet(table, [half, whole.without(half)], (), sheet, 30)
    (row,) = [row for row in told.rows if row.label == "Most cards"]
    assert (row.points, row.reasons) == ((0, 0), ("26 cards", "26 cards"))
    assert told.notes == ("Equally many cards: 60 points are kept for the next deal.",)


def test_a_row_is_read_as_one_sentence() -> None:
    table = telling("cypriot", style=CardStyle.WORDS)
    deal = Deal("cypriot", seed=1)
    piles = [CardSet("As Ah"), CardSet("Td")]
    row = tell_sheet(table, piles, (), deal.sheet, 0).rows[0]
    expected = "Aces: You 2 (ace of hearts and ace of spades); North 0."
    assert expected == tell_row(table, row)


def test_results() -> None:
    match = played_out("egyptian", 7)
    score = " : ".join(map(str, match.scores))
    assert tell_result(telling("egyptian"), match.standing) == f"North wins the match, {score}."
    own = tell_result(telling("egyptian", own=1), match.standing)
    assert own == f"You win the match, {score}!"
    draw = match.standing._replace(winner=None)
    assert tell_result(telling("egyptian"), draw) == f"The match is a draw, {score}."
    going_on = match.standing._replace(is_over=False)
    assert not tell_result(telling("egyptian"), going_on)


def test_names_in_a_record_are_shown_without_control_characters() -> None:
    match = Match("egyptian", 1, names=["Am\x1b[31mal"])
    lines = list(tell_match(WORDS, match))
    assert "Am [31mal, B" in lines[1]
    assert not any("\x1b" in line for line in lines)
