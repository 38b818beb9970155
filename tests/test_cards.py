"""Cards, sets and plays: their numbers, their texts, and what is refused."""

import pickle
from itertools import product

import pytest

from basra import BadNotation, Card, CardSet, Play
from basra.cards import ALL, JACKS, KOMI, NUMERALS, card_set, read_cards, write_cards


def test_cards_are_four_times_rank_and_suit() -> None:
    texts = [rank + suit for rank, suit in product("A23456789TJQK", "cdhs")]
    assert list(range(52)) == [Card(text) for text in texts]
    assert texts == [str(Card(number)) for number in range(52)]
    assert [(n // 4, n % 4) for n in range(52)] == [(Card(n).rank, Card(n).suit) for n in range(52)]


def test_named_sets() -> None:
    assert CardSet("JcJdJhJs") == JACKS
    assert Card("7d") == KOMI
    assert 40 == len(CardSet(NUMERALS))
    assert Card("Ts") == max(CardSet(NUMERALS))
    assert 52 == len(CardSet(ALL))


@pytest.mark.parametrize("text", ["7D", "7d", " 7d ", "7♦", "7♦ "])
def test_a_card_is_read_in_any_case_and_with_symbols(text: str) -> None:
    assert Card(25) == Card(text)


@pytest.mark.parametrize("text", ["10s", "Ts", "tS", "10♠", "T♠"])
def test_ten_has_two_texts(text: str) -> None:
    assert Card(39) == Card(text)


@pytest.mark.parametrize(
    "text",
    ["", "7", "d7", "1c", "7x", "77", "7dd", "11s", "100s", "\u0667d", "7d\0", "\uff17d", "-", "?"],
)
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(BadNotation, match="is no card") as error:
        Card(text)
    assert error.value.facts == {"text": text}


@pytest.mark.parametrize("number", [-1, 52, 1 << 70])
def test_numbers_that_are_no_card(number: int) -> None:
    with pytest.raises(BadNotation):
        Card(number)


def test_sets_are_read_from_texts_numbers_and_cards() -> None:
    expected = 1 | 1 << 25 | 1 << 51
    texts = ["Ks7dAc", "ac 7D ks", "Ac,7d;Ks", "A♣7♦K♠", "\tAc\n7d Ks "]
    assert [expected] * 5 == [CardSet(text) for text in texts]
    assert [expected] * 3 == [CardSet(expected), CardSet(["Ks", 25, "Ac"]), CardSet((0, 25, 51))]
    assert [0] * 5 == [CardSet(), CardSet(""), CardSet("-"), CardSet(" - "), CardSet([])]
    assert expected == card_set("Ks7dAc")
    assert type(card_set("Ks")) is int


def test_sets_read_ten_in_both_ways() -> None:
    assert CardSet("Ts 9c") == CardSet("10s9c")


def test_sets_behave_like_sets() -> None:
    cards = CardSet("As2c4d")
    assert (3, True, True, False) == (len(cards), "2c" in cards, Card("4d") in cards, "5d" in cards)
    assert None not in cards
    assert [Card("As"), Card("2c"), Card("4d")] == list(cards)
    assert CardSet("As2c4d7h") == cards | CardSet("7h")
    assert CardSet("2c") == cards & CardSet("2c7h")
    assert CardSet("As4d") == cards.without(CardSet("2c7h"))
    assert ("As2c4d", "-") == (repr(cards), str(CardSet()))
    assert not CardSet()


@pytest.mark.parametrize("text", ["7", "7dK", "--", "7d-", "?4", "7d7", "xx", "10"])
def test_what_is_no_set(text: str) -> None:
    with pytest.raises(BadNotation):
        CardSet(text)


@pytest.mark.parametrize("cards", ["7d7d", "7d 7♦", [25, 25], [25, "7d"]])
def test_a_set_holds_a_card_once(cards: "str | list[str | int]") -> None:
    with pytest.raises(BadNotation, match="7d is there twice"):
        CardSet(cards)


@pytest.mark.parametrize("number", [-1, ALL + 1])
def test_numbers_that_are_no_set(number: int) -> None:
    with pytest.raises(BadNotation, match="no set of cards"):
        CardSet(number)


def test_plays() -> None:
    play = Play("9dx5h4c")
    assert (Card("9d"), CardSet("4c5h")) == (play.card, play.captured)
    assert 33 << 52 | CardSet("4c5h") == play
    assert ("9dx4c5h", "7c") == (repr(play), str(Play("7c")))
    assert [play] * 4 == [
        Play(int(play)),
        Play("9d", "4c5h"),
        Play(33, [12, 18]),
        Play("9D x 4c5h#"),
    ]
    assert Play("7c") == Play("7c", "")


@pytest.mark.parametrize("text", ["", "x", "x4c", "9d4c", "9dx4", "9dx4c4c", "9dx4cx5h"])
def test_what_is_no_play(text: str) -> None:
    with pytest.raises(BadNotation):
        Play(text)


def test_a_number_that_is_no_play() -> None:
    with pytest.raises(BadNotation):
        Play(52 << 52)


def test_cards_are_listed_in_the_order_of_the_text() -> None:
    assert [25, 51, 0] == read_cards("7d Ks,Ac")
    assert "7dKsAc" == write_cards([25, 51, 0])
    assert [25, 25] == read_cards("7d7d"), "a list may hold a card twice"


def test_a_list_of_cards_has_an_end() -> None:
    assert 1000 == len(read_cards("7d" * 1000))
    with pytest.raises(BadNotation, match="is no list of cards"):
        read_cards("7d" * 1001)


def test_cards_survive_pickling() -> None:
    for value in (Card("7d"), CardSet("As2c"), Play("9dx4c5h")):
        copy = pickle.loads(pickle.dumps(value))  # noqa: S301 - our own bytes
        assert (value, type(value)) == (copy, type(copy))


def test_a_play_alone_cannot_take_all_that_lies() -> None:
    with pytest.raises(BadNotation):
        Play("Jsx*")


def test_nobody_is_in_no_set_of_cards() -> None:
    assert [False, False, True] == [card in CardSet("Ac") for card in (-1, 52, 0)]
