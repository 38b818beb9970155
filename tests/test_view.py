"""Views: nothing hidden is seen, nothing known is lost, and every agreeing world is as likely."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest

import tables
from basra import (
    VARIANTS,
    Card,
    CardSet,
    Deal,
    Generator,
    Play,
    Rules,
    View,
    engine,
    find_rules,
    sample,
    view,
)
from basra.engine import NOBODY
from basra.position import UNKNOWN, Position
from basra.rules import Bury
from basra.view import floor_before, imagine, look, plays_last

TABLES = [
    *(f"{variant};{seats}" for variant in VARIANTS for seats in ("", "seats=3", "seats=4;sides=2")),
    "egyptian;must_capture=yes",
    "egyptian;must_capture=yes;seats=3;peek=yes",
    "palestinian;must_capture=yes;largest=yes;seats=3",
    "palestinian;seats=3;packet=5;peek=yes",
    "palestinian;seats=3;peek=yes",
    "cypriot;peek=yes",
    "coffeehouse;bury=bottom;seats=4;sides=4",
    "ethiopian;must_capture=yes;seats=4;sides=4;peek=yes",
]


def moments(rules: str, deals: int, step: int = 1) -> Iterator[Position]:
    """Yield the positions of some deals played at random."""
    chance = Random(f"moments {rules}")
    table = find_rules(rules)
    for number in range(deals):
        deal = Deal(table, seed=f"{rules} {number}", dealer=number % table.seats, carried=number)
        plays = 0
        yield deal.position
        while not deal.is_over:
            deal.play(chance.choice(deal.legal_plays))
            plays += 1
            if plays % step == 0 or deal.is_over:
                yield deal.position


def readers(rules: Rules) -> list[int | None]:
    return [None, *range(rules.seats)]


@pytest.mark.parametrize("rules", TABLES)
def test_the_view_of_a_sample_is_the_view(rules: str) -> None:
    chance = Random(f"sample {rules}")
    others = total = 0
    for position in moments(rules, 2, step=2):
        for reader in readers(position.rules):
            seen = look(position, reader)
            world = imagine(seen, chance)
            assert seen == look(world, reader)
            assert list(range(position.rules.pack)) == sorted(every_card(world))
            assert world.state.stock == len(world.stock)
            others += world.state.hands != position.state.hands or world.stock != position.stock
            total += 1
    assert others > total // 2, "a sample is not the true world again and again"


def every_card(position: Position) -> list[int]:
    state = position.state
    sets = [state.floor, *state.hands, *state.piles]
    return [*(card for cards in sets for card in CardSet(cards)), *position.stock]


# --- worlds alike to a seat ---------------------------------------------------------------------


def places_of(position: Position, reader: int | None) -> list[tuple[int, int]]:
    """Return the (place, card) that a reader does not see: a seat, or 4 and more for the stock."""
    rules, state = position.rules, position.state
    public = set(position.buried) if rules.bury == Bury.BOTTOM else set()
    if position.bottom != NOBODY and reader == state.dealer:
        public.add(position.bottom)
    hidden = [
        (seat, int(card))
        for seat in range(rules.seats)
        if seat != reader
        for card in CardSet(state.hands[seat])
        if card not in public
    ]
    return hidden + [(4 + at, card) for at, card in enumerate(position.stock) if card not in public]


def with_cards(position: Position, places: list[tuple[int, int]]) -> Position:
    """Return the position with other cards at the hidden places."""
    hidden = sum(1 << card for _, card in places)
    hands = [hand & ~hidden for hand in position.state.hands]
    stock = list(position.stock)
    for place, card in places:
        if place < 4:
            hands[place] |= 1 << card
        else:
            stock[place - 4] = card
    bottom = position.bottom
    if bottom in {card for _, card in places}:
        bottom = stock[-1] if stock else NOBODY
    state = position.state._replace(hands=engine.four(hands))
    return position._replace(state=state, stock=tuple(stock), bottom=bottom)


def agrees(position: Position, places: list[tuple[int, int]]) -> bool:
    """Tell whether cards may lie at these places, from what everybody saw."""
    rules = position.rules
    stock = rules.pack - 4 - rules.seats * rules.packet
    first = len(position.stock) == stock
    buried = set(position.buried) if rules.bury == Bury.STOCK else set()
    last = 3 + len(position.stock) if position.stock else NOBODY
    return not any(
        (place < 4 and position.lacks[place] >> card & 1)
        or (card in buried and place < 4 and first)
        or (card in buried and place == last and rules.peek)
        for place, card in places
    )


@pytest.mark.parametrize("rules", TABLES)
def test_worlds_alike_to_a_seat_give_equal_views(rules: str) -> None:
    chance = Random(f"alike {rules}")
    tried = 0
    for position in moments(rules, 3, step=3):
        for reader in readers(position.rules):
            places = places_of(position, reader)
            cards = [card for _, card in places]
            chance.shuffle(cards)
            other = [(place, card) for (place, _), card in zip(places, cards, strict=True)]
            if agrees(position, other):
                tried += 1
                assert look(position, reader) == look(with_cards(position, other), reader)
    assert tried > 20


@pytest.mark.parametrize("rules", TABLES)
def test_a_sample_agrees_with_what_everybody_saw(rules: str) -> None:
    chance = Random(f"agrees {rules}")
    for position in moments(rules, 2, step=2):
        assert agrees(position, places_of(position, None)), "the true world agrees"
        for reader in readers(position.rules):
            world = imagine(look(position, reader), chance)
            assert agrees(world, places_of(world, reader))


# --- uniform ------------------------------------------------------------------------------------


def tiny(**changes: object) -> View:
    """Return the view of seat a in a game of fourteen cards: six are unseen, two in the stock."""
    rules = Rules()._replace(pack=14)
    seen = View(
        rules=rules,
        seat=0,
        floor=0b1111,
        known=(0b11110000, 0, 0, 0),
        held=(4, 4, 0, 0),
        piles=(0, 0, 0, 0),
        bonus=(0, 0, 0, 0),
        turn=0,
        last=NOBODY,
        trails=0,
        dealer=1,
        stock=(UNKNOWN, UNKNOWN),
        buried=(),
        bottom=NOBODY,
        lacks=(0, 0, 0, 0),
        carried=0,
        plays=(),
    )
    return seen._replace(**changes)  # type: ignore[arg-type]


STOCK = Rules()._replace(pack=14, bury=1)
PEEK = STOCK._replace(peek=True)
THREE = STOCK._replace(seats=3, sides=3, packet=2)
HELD_BY_THREE = {
    "known": (0b110000, 0, 0, 0),
    "held": (2, 2, 2, 0),
    "stock": (UNKNOWN, UNKNOWN),
    "piles": (0b11000000, 0, 0, 0),
}
SMALL = {
    "nothing known": tiny(),
    "a spectator": tiny(
        seat=NOBODY,
        known=(0, 0, 0, 0),
        held=(2, 2, 0, 0),
        piles=(0b1111 << 4, 0, 0, 0),
    ),
    "buried, first packet": tiny(rules=STOCK, buried=(9,)),
    "two buried, first packet": tiny(rules=STOCK, buried=(9, 13)),
    "buried, dealer peeked": tiny(rules=PEEK, buried=(9,)),
    "buried, I peeked": tiny(
        rules=PEEK._replace(pack=15),
        buried=(9,),
        dealer=0,
        bottom=12,
        stock=(UNKNOWN, UNKNOWN, 12),
    ),
    "buried, later packet": tiny(
        rules=PEEK,
        buried=(9,),
        held=(3, 3, 0, 0),
        known=(0b1110000, 0, 0, 0),
        stock=(UNKNOWN,) * 3,
        piles=(1 << 7, 0, 0, 0),
    ),
    "a seat lacks": tiny(lacks=(0, 1 << 8 | 1 << 11, 0, 0)),
    "a seat lacks, buried": tiny(rules=STOCK, buried=(9,), lacks=(0, 1 << 8, 0, 0)),
    "three seats": tiny(rules=THREE, **HELD_BY_THREE),
    "three seats, lacks": tiny(rules=THREE, lacks=(0, 0b111 << 8, 0b1100 << 8, 0), **HELD_BY_THREE),
    "a known hand": tiny(known=(0b11110000, 1 << 9, 0, 0)),
    "a known bottom": tiny(stock=(UNKNOWN, 9)),
    "empty stock": tiny(rules=THREE, **{**HELD_BY_THREE, "held": (2, 3, 3, 0), "stock": ()}),
}


def worlds(seen: View) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return every world that agrees with a view, by trying all orders of the unseen cards."""
    rules = seen.rules
    first = len(seen.stock) == rules.pack - 4 - rules.seats * rules.packet
    buried = set(seen.buried) if rules.bury == Bury.STOCK else set()
    hidden = list(CardSet(seen.unseen))
    found = set()
    for order in permutations(map(int, hidden)):
        cards = iter(order)
        hands = list(seen.known)
        fits = True
        for seat in range(4):
            for _ in range(seen.held[seat] - seen.known[seat].bit_count()):
                card = next(cards)
                fits &= not (seen.lacks[seat] >> card & 1 or (first and card in buried))
                hands[seat] |= 1 << card
        stock = tuple(next(cards) if card == UNKNOWN else card for card in seen.stock)
        if stock and rules.peek and stock[-1] in buried and seen.stock[-1] == UNKNOWN:
            fits = False
        if fits:
            found.add((tuple(hands), stock))
    return found


@pytest.mark.parametrize("name", SMALL)
def test_every_agreeing_world_is_as_likely(name: str) -> None:
    seen = SMALL[name]
    expected = worlds(seen)
    assert 1 < len(expected) <= 360
    chance = Generator(f"uniform {name}")
    each = 40
    counts: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = Counter()
    for _ in range(each * len(expected)):
        world = imagine(seen, chance)
        counts[world.state.hands, world.stock] += 1
    assert expected == set(counts)
    free = len(expected) - 1
    distance = sum((count - each) ** 2 / each for count in counts.values())
    assert distance < free + 4 * (2 * free) ** 0.5 + 6, "p is about 0.0001"


def test_near_the_end_of_a_real_deal_every_world_is_as_likely() -> None:
    chance = Random("the end")
    deal = tables.play_at_random(Deal("egyptian;seats=3", seed=3), chance, 36 + 6)
    seen = deal.view(0)
    assert {2} == set(seen.held[:3])
    expected = worlds(seen)
    assert 6 == len(expected)
    counts = Counter(imagine(seen, chance).state.hands for _ in range(1200))
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 26
    assert 6 == len(counts)


def test_the_order_of_the_stock_is_as_likely_in_a_whole_deal() -> None:
    seen = Deal("egyptian", seed=5).view(0)
    counts = Counter(imagine(seen, Generator(f"{n}")).stock[0] for n in range(2200))
    assert 44 - len(seen.buried) <= len(counts) <= 44
    assert sum((count - 50) ** 2 / 50 for count in counts.values()) < 43 + 4 * 86**0.5 + 6


# --- what is seen -------------------------------------------------------------------------------


def test_a_seat_sees_its_hand_and_no_other() -> None:
    deal = Deal("egyptian", seed=4)
    seen = view(deal, 0)
    assert deal.hand(0) == seen.hand == seen.known[0]
    assert (0, (4, 4, 0, 0), (UNKNOWN,) * 40) == (seen.known[1], seen.held, seen.stock)
    assert CardSet((1 << 52) - 1).without(deal.hand(0) | deal.floor) == seen.unseen
    spectator = view(deal)
    assert ((0, 0, 0, 0), NOBODY, 0) == (spectator.known, spectator.seat, spectator.hand)
    assert not seen.is_over


def test_a_barred_card_under_the_pack_is_known_to_everybody_wherever_it_goes() -> None:
    deal = Deal(
        "cypriot", seed=next(n for n in range(99) if Deal("cypriot", seed=n).position.buried)
    )
    jack = deal.position.buried[-1]
    assert {jack} == {deal.view(seat).stock[-1] for seat in (None, 0, 1)}
    while deal.state.stock:
        deal.play(deal.legal_plays[0])
    for seat in (None, 1):
        assert deal.view(seat).known[deal.dealer] >> jack & 1
    while jack in deal.hand(deal.dealer):
        deal.play(deal.legal_plays[-1])
    assert jack not in deal.view(None).buried


def test_hidden_cards_are_counted_by_seat() -> None:
    deals = (Deal("cypriot;seats=4", seed=seed, dealer=1) for seed in range(99))
    deal = next(deal for deal in deals if len(deal.position.buried) == 1)
    while deal.state.stock:
        deal.play(deal.legal_plays[0])
    assert (4, 0, 4, 4) == deal.view(1).hidden
    assert (4, 3, 0, 4) == deal.view(2).hidden, "the barred jack went to the dealer"
    assert (4, 3, 4, 4) == deal.view(None).hidden


def test_a_barred_card_in_the_stock_is_known_to_be_to_come() -> None:
    seeds = (n for n in range(99) if Deal("egyptian", seed=n).position.buried)
    deal = Deal("egyptian", seed=next(seeds))
    for seat in (None, 0, 1):
        seen = deal.view(seat)
        assert deal.position.buried == seen.buried
        assert {UNKNOWN} == set(seen.stock)


def test_the_dealer_who_peeks_follows_the_bottom_card_to_the_hand() -> None:
    deal = Deal("coffeehouse;seats=4;sides=2", seed=11, dealer=2)
    bottom = deal.position.bottom
    assert bottom == deal.view(2).stock[-1] == deal.view(2).bottom
    while deal.state.stock:
        deal.play(deal.legal_plays[0])
    assert Card(bottom) in deal.hand(2), "it is dealt to the dealer"
    assert [NOBODY, NOBODY, bottom, NOBODY] == [deal.view(seat).bottom for seat in range(4)]
    while Card(bottom) in deal.hand(2):
        deal.play(deal.legal_plays[-1])
    assert NOBODY == deal.view(2).bottom


def test_who_trails_where_capturing_is_a_duty_shows_what_is_lacking() -> None:
    text = "5h 2c9d/5s3c -/- 0/0 a - 0 ?47 -/-"
    deal = Deal.from_bfn("cypriot;must_capture=yes", text)
    deal.play("9d")
    lacking = CardSet(deal.view(1).lacks[0])
    assert CardSet("5c5d5sJcJdJhJs") == lacking
    deal.play("5s")
    deal.play("2c")
    assert deal.view(1).lacks[0] & CardSet("5c5d5s2d2h2s9c9h9sJc")
    for chance in range(50):
        world = sample(deal.view(1), Random(chance))
        assert not world.hand(0) & lacking
    free = Deal.from_bfn("cypriot", "5h 2c9d/5s3c -/- 0/0 a - 0 ?47")
    free.play("9d")
    assert (0, 0, 0, 0) == free.view(1).lacks


def test_a_new_packet_forgets_what_was_lacking() -> None:
    deal = Deal.from_bfn(
        "cypriot;must_capture=yes", "5h -/9d -/- 0/0 b - 0 2c3c4c6c2d3d4d6d,?42 -/-"
    )
    deal.play("9d")
    assert (0, 0, 0, 0) == deal.position.lacks


def test_the_last_card_of_a_deal_is_known_to_be_the_last() -> None:
    for rules in ("cypriot", "palestinian;seats=3"):
        deal = Deal(rules, seed=4)
        lasts = []
        while not deal.is_over:
            lasts.append(plays_last(deal.view(deal.turn)))
            deal.play(deal.legal_plays[0])
        assert [*[False] * (len(lasts) - 1), True] == lasts


@pytest.mark.parametrize(
    ("floor", "play", "before"),
    [("2c", "9dx4c5h", "2c4c5h"), ("2c9d", "9d", "2c"), ("", "JsxQd", "Qd")],
)
def test_the_floor_before_a_play_follows_from_the_floor_after(
    floor: str, play: str, before: str
) -> None:
    assert CardSet(before) == floor_before(CardSet(floor), Play(play))


def test_a_finished_deal_hides_nothing() -> None:
    deal = tables.play_at_random(Deal("yemeni", seed=2), Random(1))
    seen = deal.view(None)
    assert seen.is_over
    assert 0 == seen.unseen
    assert deal.position == imagine(seen, Random(1))
