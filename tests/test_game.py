"""Deals as a person handles them: plays, refusals with their reason, undo, history and scores."""

from random import Random

import pytest

import basra
import tables
from basra import (
    AmbiguousPlay,
    BadNotation,
    BadRules,
    Card,
    CardSet,
    Deal,
    IllegalPlay,
    Play,
    find_rules,
)
from basra.cards import write_cards

CHOICE = "2c As 5h 4d".replace(" ", "") + " 7sKc/3c9d -/- 0/0 a - 0 ?44"


def test_a_deal_is_its_pack_and_its_plays() -> None:
    deal = Deal("egyptian", seed=7, dealer=1)
    again = Deal("egyptian", write_cards(deal.pack), 1)
    same = Deal("egyptian", list(deal.pack), 1)
    assert deal == again == same
    assert (0, 1, 4) == (deal.turn, deal.dealer, len(deal.hand(0)))
    chance = Random(1)
    while not deal.is_over:
        played = deal.play(chance.choice(deal.legal_plays))
        again.play(played.play)
        same.play(str(played.play))
        assert deal == again == same
    assert deal.history == again.history
    assert [] == deal.legal_plays
    assert deal.turn is None
    assert repr(deal) == deal.bfn()
    assert deal != Deal("egyptian", seed=8)
    assert deal != "a deal"


def test_a_deal_needs_a_pack_or_a_seed() -> None:
    for arguments in ({}, {"pack": "2c", "seed": 1}):
        with pytest.raises(BadNotation, match="either a pack or a seed"):
            Deal("cypriot", **arguments)  # type: ignore[arg-type]
    with pytest.raises(BadNotation, match="is no whole pack"):
        Deal("cypriot", "2c3c")
    with pytest.raises(BadNotation, match="is no whole pack: expected each of the 44"):
        Deal("palestinian", list(range(52)))
    with pytest.raises(BadNotation, match="5 is no seat"):
        Deal("cypriot", seed=1, dealer=5)
    with pytest.raises(BadNotation, match="is no card"):
        Deal("cypriot", [*range(51), 99])
    with pytest.raises(BadRules):
        Deal("cypriot;seats=5", seed=1)


def test_a_play_is_named_in_many_ways() -> None:
    for text in ("7sxAs2c4d", Play("7sx2cAs4d"), int(Play("7sx2cAs4d")), "7S x 4d,As 2c"):
        deal = Deal.from_bfn("cypriot", CHOICE)
        assert Play("7sxAs2c4d") == deal.play(text).play
    for card in ("Kc", Card("Kc"), 48, Play("Kc"), "kc", "Kcx-"):
        deal = Deal.from_bfn("cypriot", CHOICE)
        assert Play("Kc") == deal.play(card).play
    for sweep in ("Jsx*", "Js", "Jsx5h9d"):
        assert (
            Play("Jsx5h9d")
            == Deal.from_bfn("cypriot", "5h9d Js/3c -/- 0/0 a - 0 ?48").play(sweep).play
        )


@pytest.mark.parametrize(
    ("play", "kind", "key", "words"),
    [
        ("7s", AmbiguousPlay, "error.play.ambiguous", "expected one of 7sx"),
        ("Qd", IllegalPlay, "error.play.hand", "Qd is not in the hand: expected one of 7sKc"),
        ("3c", IllegalPlay, "error.play.hand", "expected one of 7sKc"),
        ("3cxAs2c", IllegalPlay, "error.play.hand", "expected one of 7sKc"),
        ("7sx-", IllegalPlay, "error.play.must", "7s may not trail"),
        ("7sx2c", IllegalPlay, "error.play.capture", "7sx2c is not allowed"),
        ("7sx2c5h4d", IllegalPlay, "error.play.capture", "is not allowed: expected 7sx"),
        ("7sx*", IllegalPlay, "error.play.capture", "is not allowed"),
        ("Kcx2c", IllegalPlay, "error.play.nothing", "Kc captures nothing from As2c4d5h"),
        ("zz", BadNotation, "error.play", "'zz' is no play"),
        (99, BadNotation, "error.card", "is no card"),
        (-1, BadNotation, "error.card", "is no card"),
    ],
)
def test_a_refused_play_says_why_and_changes_nothing(
    play: "str | int", kind: type[Exception], key: str, words: str
) -> None:
    deal = Deal.from_bfn("cypriot", CHOICE)
    before = deal.position
    if play == 99:
        play = 99 << 52
    with pytest.raises(kind, match=words) as error:
        deal.play(play)
    assert isinstance(error.value, basra.BasraError)
    assert key == error.value.key
    assert before == deal.position
    assert [] == deal.history


def test_a_duty_to_capture_is_named() -> None:
    deal = Deal.from_bfn("cypriot;must_capture=yes", CHOICE + " -/-")
    assert [Play("7sx2c5h"), Play("7sxAs2c4d")] == sorted(deal.legal_plays, key=repr)
    for play in ("Kc", "Kcx-", Play("Kc")):
        with pytest.raises(IllegalPlay, match=r"capturing is a duty .*: expected one of 7s"):
            deal.play(play)


def test_only_the_seat_in_turn_plays() -> None:
    deal = Deal.from_bfn("cypriot", CHOICE)
    with pytest.raises(
        IllegalPlay, match="it is not the turn of seat b: expected a play of seat a"
    ):
        deal.play("3c", seat=1)
    with pytest.raises(BadNotation, match="9 is no seat"):
        deal.play("3c", seat=9)
    assert 0 == deal.play("Kc", seat=0).seat
    assert 1 == deal.play("9dx4d5h", seat=1).seat


def test_nothing_is_played_after_the_end() -> None:
    deal = tables.play_at_random(Deal("cypriot", seed=1), Random(1))
    with pytest.raises(IllegalPlay, match="the deal is over"):
        deal.play("7d")
    assert 48 == len(deal.history)


def test_undo_restores_every_position() -> None:
    chance = Random("undo")
    for rules in ("lebanese_a", "coffeehouse;seats=4", "palestinian;seats=3;must_capture=yes"):
        deal = Deal(rules, seed=2)
        before = []
        while not deal.is_over:
            before.append((deal.position, deal.legal_plays, deal.scores))
            deal.play(chance.choice(deal.legal_plays))
        while before:
            deal.undo()
            assert before.pop() == (deal.position, deal.legal_plays, deal.scores)
        assert Deal(rules, seed=2) == deal
        with pytest.raises(IllegalPlay, match="there is no play to take back"):
            deal.undo()


def test_history_tells_what_each_play_did() -> None:
    deal = Deal.from_bfn("egyptian", "5h 5c/9d -/" + rest_of("5h5c9d") + " 0/0 a b 0 -")
    first = deal.play("5c")
    assert (0, Play("5cx5h"), CardSet("5h"), 10, CardSet(), None, True) == (*first, first.swept)
    last = deal.play("9d")
    assert (1, Play("9d"), CardSet(), 0, CardSet("9d"), 0, False) == (*last, last.swept)
    assert [first, last] == deal.history
    assert deal.is_over
    assert CardSet("5c5h9d") == deal.pile(0)


def rest_of(cards: str, pack: int = 52) -> str:
    return str(CardSet((1 << pack) - 1).without(CardSet(cards)))


def test_cards_that_cannot_be_dealt_go_with_the_leavings() -> None:
    deal = tables.play_at_random(Deal("palestinian;seats=3", seed=5), Random(5))
    stock = Deal("palestinian;seats=3", seed=5).position.stock[-1]
    assert stock in deal.history[-1].leavings
    assert 44 == sum(deal.sheet.cards)


def test_scores_grow_play_by_play_and_end_with_the_majority() -> None:
    chance = Random("scores")
    deal = Deal("syrian_a", seed=3, carried=0)
    while not deal.is_over:
        assert (
            tuple(
                sheet_points + basras
                for sheet_points, basras in zip(
                    deal.sheet.card_points, deal.sheet.basras, strict=True
                )
            )
            == deal.scores
        )
        deal.play(chance.choice(deal.legal_plays))
    assert deal.sheet.scores == deal.scores
    assert 13 + 3 * (deal.sheet.cards[0] != 26) == sum(deal.scores) - sum(deal.sheet.basras)


def test_what_was_carried_is_in_the_sheet() -> None:
    deal = tables.play_at_random(Deal("egyptian", seed=3, carried=60), Random(3))
    sheet = deal.sheet
    assert 90 == sum(sheet.majority) + sheet.carried


def test_seats_and_sides_are_checked() -> None:
    deal = Deal("cypriot;seats=4;sides=2", seed=1)
    assert CardSet() == deal.pile(1)
    for seat in (-1, 4):
        with pytest.raises(BadNotation, match="is no seat"):
            deal.hand(seat)
        with pytest.raises(BadNotation, match="is no seat"):
            deal.view(seat)
    for side in (-1, 2):
        with pytest.raises(BadNotation, match="is no side of this table"):
            deal.pile(side)


def test_the_next_packet_of_a_hidden_stock_cannot_be_dealt() -> None:
    deal = Deal.from_bfn("cypriot", "5h 5c/- -/- 0/0 a - 0 ?50")
    before = deal.position
    with pytest.raises(BadNotation, match="the order of the stock is unknown"):
        deal.play("5c")
    assert before == deal.position
    known = Deal.from_bfn("cypriot", "5h 5c/- -/- 0/0 a - 0 2c3c4c6c7c8c9cTc,?42")
    known.play("5c")
    assert ("2c4c7c9c", "3c6c8cTc") == (str(known.hand(1)), str(known.hand(0)))


def test_questions_without_a_deal() -> None:
    assert [CardSet("As2c4d"), CardSet("2c5h")] == basra.captures(
        "cypriot", CHOICE.split()[0], "7s"
    )
    assert [] == basra.captures(find_rules("cypriot"), CardSet("Kh"), Card("Qs"))
    assert [CardSet("Kh")] == basra.captures("cypriot", ["Kh"], 51)
    with pytest.raises(BadNotation, match="7s lies on the floor"):
        basra.captures("cypriot", "7s 2c", "7s")
    with pytest.raises(BadNotation, match="7s lies on the floor"):
        basra.basra_points("cypriot", "7s", "7s", "7s")
    assert ([4, 4, 4, 1], 1) == basra.packets("palestinian;seats=3")


def test_a_sampled_deal_can_be_played_to_its_end() -> None:
    deal = tables.play_at_random(Deal("coffeehouse", seed=9), Random(9), 13)
    for number in range(20):
        world = basra.sample(basra.view(deal, 1), basra.Generator(f"{number}"))
        assert () == world.pack
        assert tables.play_at_random(world, Random(number)).is_over
