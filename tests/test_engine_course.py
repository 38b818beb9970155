"""The course of a deal: dealing, burying, turns, leavings and conservation."""

from random import Random

import pytest

import tables
from basra import VARIANTS, Deal, engine, find_rules
from basra.cards import CARDS, read_cards
from basra.engine import NOBODY, State
from basra.position import full_pack, set_out

NONE = (0, 0, 0, 0)


def cards_of(deal: Deal) -> list[int]:
    """Return every card on the table, with repetitions if there are any."""
    state = deal.state
    sets = [state.floor, *state.hands, *state.piles]
    found = [card for cards in sets for card in range(52) if cards >> card & 1]
    return sorted([*found, *deal.position.stock])


@pytest.mark.parametrize("variant", VARIANTS)
def test_cards_are_conserved_in_every_deal(variant: str) -> None:
    chance = Random(f"conserved {variant}")
    for number in range(25):
        rules = tables.house_rules(chance, tables.seated(chance, VARIANTS[variant].rules))
        deal = Deal(rules, seed=number, dealer=chance.randrange(rules.seats))
        plays = 0
        while not deal.is_over:
            assert list(full_pack(rules)) == cards_of(deal)
            assert deal.state.stock == len(deal.position.stock)
            before, turn = deal.floor, deal.turn
            played = deal.play(chance.choice(deal.legal_plays))
            plays += 1
            assert turn == played.seat
            if not deal.is_over:
                moved = before | 1 << played.play.card
                assert moved == deal.floor | played.play.captured | (
                    1 << played.play.card if played.play.captured else 0
                )
        assert list(full_pack(rules)) == cards_of(deal)
        assert not deal.floor
        assert rules.pack - 4 - rules.pack % 4 - (rules.pack - 4) % rules.seats == plays
        assert 13 == sum(map(engine.card_points, deal.state.piles))
        sheet = deal.sheet
        assert sum(sheet.scores) == 13 + sum(sheet.basras) + sum(sheet.majority)
        assert sum(sheet.cards) == rules.pack
        if rules.tie == 2:
            assert rules.majority == sum(sheet.majority) + sheet.carried
        takers = [played for played in deal.history if played.play.captured]
        last = takers[-1].seat if takers else deal.dealer
        assert engine.side_of(rules, last) == deal.history[-1].taker


def test_cards_are_dealt_one_at_a_time_from_eldest_to_dealer() -> None:
    rules = find_rules("cypriot;seats=3")
    state = State(0, NONE, NONE, NONE, 0, NOBODY, 0, 1, 14)
    dealt = engine.deal_packet(rules, state, list(range(20, 34)))
    expected = (1 << 21 | 1 << 24 | 1 << 27 | 1 << 30, 1 << 22 | 1 << 25 | 1 << 28 | 1 << 31)
    assert (*expected, 1 << 20 | 1 << 23 | 1 << 26 | 1 << 29, 0) == dealt.hands
    assert (2, 0) == (dealt.stock, dealt.turn)
    shorter = engine.deal_packet(rules, dealt._replace(hands=NONE, stock=5), [*range(5)])
    assert [1, 1, 1, 2] == [*map(int.bit_count, shorter.hands[:3]), shorter.stock]


def arranged(rules: str, turned: str, places: list[int]) -> tuple[list[int], int]:
    table = find_rules(rules)
    first = read_cards(turned)
    size = table.packet * table.seats
    plain = [card for card in range(52) if card >> 2 != 10 and card != 25 and card not in first]
    rest = [card for card in range(52) if card not in plain[:size] and card not in first]
    pack = [*plain[:size], *first, *rest]
    order = [0] * 52
    return order, engine.arrange(table, pack, places, order)


def test_barred_cards_go_under_the_pack_in_the_order_turned() -> None:
    order, back = arranged("cypriot", "Jd5cJc7dKs2hJs", [])
    assert 2 == back
    assert read_cards("5c7dKs2h") == order[8:12]
    assert read_cards("JdJc") == order[-2:]
    assert sorted(range(52)) == sorted(order)


def test_barred_cards_go_to_their_places_in_the_stock() -> None:
    order, back = arranged("egyptian", "Jd5c7d7hKs2h", [3, 0])
    assert 2 == back
    assert read_cards("5c7hKs2h") == order[8:12]
    assert read_cards("7d")[0] == order[12]
    assert read_cards("Jd")[0] == order[16], "what was put back later lies above"
    assert sorted(range(52)) == sorted(order)


def test_all_four_jacks_and_the_komi_may_turn_up_again_and_again() -> None:
    order, back = arranged("egyptian", "JdJc7dJhJs5c7hKs2h", [0, 0, 0, 0, 0])
    assert 5 == back
    assert read_cards("5c7hKs2h") == order[8:12]
    assert read_cards("JsJh7dJcJd") == order[12:17]


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_barred_card_lies_on_the_first_floor(variant: str) -> None:
    rules = VARIANTS[variant].rules
    buried = 0
    for seed in range(60):
        deal = Deal(rules, seed=seed)
        assert 4 == len(deal.floor)
        assert not deal.floor & engine.barred(rules)
        kept = deal.position.buried
        buried += len(kept)
        assert set(kept) <= set(deal.position.stock)
        if rules.bury == 0:
            assert kept == deal.position.stock[len(deal.position.stock) - len(kept) :]
        assert sorted(deal.pack) == list(full_pack(rules))
        assert deal.position == set_out(rules, deal.pack, 0)
    assert buried > 10


@pytest.mark.parametrize("variant", VARIANTS)
def test_barred_cards_that_turn_up_are_counted(variant: str) -> None:
    rules = VARIANTS[variant].rules
    for seed in range(20):
        deal = Deal(rules, seed=seed)
        assert len(deal.position.buried) == engine.barred_turned(rules, deal.pack)


def test_a_card_put_back_is_put_at_any_place_as_likely() -> None:
    rules = find_rules("egyptian")
    chance = Random("buried")
    counts = [0] * 40
    for _ in range(4000):
        pack = list(range(52))
        chance.shuffle(pack)
        jack = pack.index(40)
        pack[jack], pack[8] = pack[8], pack[jack]
        position = set_out(rules, pack, 0)
        if position.buried == (40,):
            counts[position.stock.index(40)] += 1
    expected = sum(counts) / 40
    assert expected > 50
    assert sum((count - expected) ** 2 / expected for count in counts) < 80, "p < 0.0002"


def test_the_dealer_who_peeks_keeps_the_bottom_card() -> None:
    rules = find_rules("coffeehouse")
    for seed in range(80):
        deal = Deal(rules, seed=seed)
        assert deal.pack[-1] == deal.position.bottom
        assert deal.pack[-1] == deal.position.stock[-1]


def test_the_dealer_takes_the_leavings_if_nobody_captured() -> None:
    rules = find_rules("cypriot;seats=4;sides=2")
    state = State(0b1111, NONE, NONE, NONE, 0, NOBODY, 1, 3, 0)
    assert (0, 0b11111, 0, 0) == engine.collect(rules, state, 0b10000).piles
    assert 0 == engine.collect(rules, state, 0).trails


def test_a_trail_on_a_lone_card_is_remembered_for_one_play() -> None:
    deal = Deal.from_bfn("lebanese_a", "3h 4s9cTc/KcQdJc -/- 0/0 a - 0 ?45")
    assert [0, 1] == [deal.state.trails, (deal.play("4s"), deal.state.trails)[1]]
    deal.play("Kc")
    assert 0 == deal.state.trails
    deal = Deal.from_bfn("lebanese_a", "- 4s9cTc/KcQdJc -/- 0/0 a - 0 ?46")
    deal.play("4s")
    assert 0 == deal.state.trails, "the floor was empty"


def test_a_packet_in_between_changes_nothing_for_the_chain() -> None:
    text = "3h -/4s -/- 0/0 b - 0 7c2dKd9hQs8dTs5hKh9c8cQc,?38"
    deal = Deal.from_bfn("lebanese_a", text)
    deal.play("4s")
    assert 12 == 50 - deal.state.stock
    assert 10 == deal.play("7c").basra


def test_partners_sit_opposite() -> None:
    rules = find_rules("cypriot;seats=4;sides=2")
    assert [0, 1, 0, 1] == [engine.side_of(rules, seat) for seat in range(4)]
    assert [1, 2, 3, 0] == [engine.next_seat(rules, seat) for seat in range(4)]
    alone = find_rules("cypriot;seats=3")
    assert [0, 1, 2] == [engine.side_of(alone, seat) for seat in range(3)]
    assert [1, 2, 0] == [engine.next_seat(alone, seat) for seat in range(3)]


def test_four_numbers() -> None:
    assert [10, 11, 12, 13] == [engine.pick((10, 11, 12, 13), place) for place in range(4)]
    four = (0, 0, 0, 0)
    for place in range(4):
        four = engine.put(four, place, place + 1)
    assert (1, 2, 3, 4) == four
    assert [(0, 0, 0, 0), (1, 0, 0, 0), (1, 2, 3, 4)] == [
        engine.four(values) for values in ([], [1], [1, 2, 3, 4])
    ]


def test_a_play_is_a_card_and_what_it_captures() -> None:
    state = State(0b10001, (1 << 2, 1 << 50, 0, 0), NONE, NONE, 0, NOBODY, 0, 1, 8)
    after = engine.apply(find_rules("cypriot"), state, 2 << CARDS | 1)
    assert (0b10000, (0, 1 << 50, 0, 0)) == (after.floor, after.hands)
    assert ((0b101, 0, 0, 0), 0, 1) == (after.piles, after.last, after.turn)
