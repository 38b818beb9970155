"""Views as arrays and plays as actions: what they show, what they cannot, and that all fits."""

from collections.abc import Iterator
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
import pytest

import tables
from basra import VARIANTS, Deal, Rules, encode, engine, features, find_rules, sample
from basra.cards import Play
from basra.encode import (
    CARD_PLANES,
    OPTIONS,
    PLAIN_NUMBERS,
    SIZE,
    Standing,
    action_of,
    actions_of,
    card_of,
    mask_of,
    play_of,
)
from basra.errors import BadNotation, IllegalPlay, TooManyCaptures

EXAMPLE = "2c4s5d5h 3h8sThKc/As3c4d9h -/- 0/0 a - 0 ?40"


def planes(seen: encode.Array, name: str) -> list[set[int]]:
    """Return the planes of that name as sets of cards."""
    at = 0
    for part in CARD_PLANES:
        if part.name == name:
            rows = seen[52 * at : 52 * (at + part.size)].reshape(-1, 52)
            return [set(np.flatnonzero(row).tolist()) for row in rows]
        at += part.size
    raise AssertionError(name)


def numbers(seen: encode.Array, name: str) -> list[int]:
    """Return the numbers of that name."""
    at = features.PLANES * 52
    for part in PLAIN_NUMBERS:
        if part.name == name:
            return [int(number) for number in seen[at : at + part.size]]
        at += part.size
    raise AssertionError(name)


def test_the_tables_say_what_every_number_means() -> None:
    assert features.PLANES == sum(part.size for part in CARD_PLANES)
    assert features.MOVING == sum(part.size for part in PLAIN_NUMBERS)
    assert features.OPTIONS == len(OPTIONS)
    assert features.SIZE == SIZE == 52 * features.PLANES + features.MOVING + len(OPTIONS)
    assert {"direction", "target"} == set(Rules._fields) - set(OPTIONS)


def test_a_change_of_the_encoding_is_a_new_version() -> None:
    deal = Deal("lebanese_b;seats=3", seed=7, dealer=1)
    for _ in range(20):
        deal.play(deal.legal_plays[0])
    seen = encode.encode(deal.view(2)).tobytes() + mask_of(deal.view(deal.turn)).tobytes()
    expected = (0, 1216, 576, "27c3b1a97ecba987")
    assert expected == (encode.VERSION, SIZE, encode.ACTIONS, sha256(seen).hexdigest()[:16])


def test_the_places_in_the_layout_are_those_of_the_tables() -> None:
    at = 0
    for part in CARD_PLANES:
        place = {"open": "LYING"}.get(part.name, part.name.upper())
        assert at == getattr(features, place), part.name
        at += part.size
    at = 0
    for part in PLAIN_NUMBERS:
        assert at == getattr(features, part.name.upper()), part.name
        at += part.size


def test_a_seat_sees_the_table_from_its_own_place() -> None:
    deal = Deal("egyptian;seats=3", seed=3, dealer=2)
    tables.play_at_random(deal, Random(3), 16)
    seen = encode.encode(deal.view(1))
    state = deal.state
    assert [set(deal.hand(1))] == planes(seen, "hand")
    assert [set(deal.floor)] == planes(seen, "floor")
    assert [set(deal.pile(side)) for side in (1, 2, 0)] == planes(seen, "piles")[:3]
    assert [engine.count(state.hands[seat]) for seat in (1, 2, 0)] == numbers(seen, "held")[:3]
    assert (state.turn - 1) % 3 == numbers(seen, "turn").index(1)
    assert 1 == numbers(seen, "dealer").index(1)
    assert [state.stock] == numbers(seen, "stock")
    assert [16] == numbers(seen, "made")
    past = planes(seen, "past")
    for number, played in enumerate(reversed(deal.history[-3:])):
        assert {int(played.play.card)} == past[2 * number]
        assert set(map(int, played.play.captured)) == past[2 * number + 1]


def test_carried_points_and_the_match_are_seen() -> None:
    view = Deal("egyptian", seed=1, carried=130).view(1)
    seen = encode.encode(view, Standing((26, 341, 0, 0), 151))
    assert [1, 30] == numbers(seen, "carried")
    assert [3, 41, 0, 26, 0, 0, 0, 0] == numbers(seen, "totals")
    assert [1, 51] == numbers(seen, "target")


def test_the_lone_card_that_was_trailed_on_is_seen() -> None:
    text = "3h4s 5c/6c -/- 0/0 a - {trails} ?48"
    seen = [
        numbers(
            encode.encode(Deal.from_bfn("lebanese_a", text.format(trails=trails)).view(0)), "trails"
        )
        for trails in (0, 1)
    ]
    assert [[0], [1]] == seen


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_a_seat_cannot_see_does_not_change_what_it_is_shown(variant: str) -> None:
    chance = Random(variant)
    for seats, sides in VARIANTS[variant].tables:
        deal = Deal(tables.house_rules(chance, VARIANTS[variant].at(seats, sides)), seed=variant)
        while not deal.is_over:
            tables.play_at_random(deal, chance, chance.randrange(1, 9))
            for seat in range(seats):
                view = deal.view(seat)
                world = sample(view, chance)
                assert encode.encode(view).tobytes() == encode.encode(world.view(seat)).tobytes()
                assert mask_of(view).tobytes() == mask_of(world.view(seat)).tobytes()


def test_all_numbers_are_small_and_none_is_negative() -> None:
    chance = Random(5)
    for _ in range(40):
        rules = tables.seated(chance, tables.any_rules(chance))
        deal = tables.play_at_random(Deal(rules, seed=chance.random().hex()), chance, 30)
        seen = encode.encode(deal.view(0), Standing((990, 0, 0, 0), 1000))
        assert seen.min() >= 0
        assert (SIZE,) == seen.shape
        assert seen[: 52 * features.PLANES].max() == 1


def test_a_spectator_has_no_encoding() -> None:
    with pytest.raises(BadNotation):
        encode.encode(Deal("egyptian", seed=1).view())


# --- actions ------------------------------------------------------------------------------------


def reachable_counts() -> Iterator[list[int]]:
    """Yield every count of the ten ranks of numerals that a floor of a deal can have.

    A trailed card has no match on the floor, so cards share a rank only if they all come from the
    four of the first floor.
    """
    for chosen in range(1 << 10):
        single = [chosen >> rank & 1 for rank in range(10)]
        ranks = [rank for rank in range(10) if single[rank]]
        yield single
        for rank in ranks:
            for count in (2, 3, 4):
                yield [count if at == rank else held for at, held in enumerate(single)]
        for pair in combinations(ranks, 2):
            yield [2 if at in pair else held for at, held in enumerate(single)]


def test_no_deal_reaches_more_plays_of_a_card_than_it_has_actions() -> None:
    rules, work = find_rules("cypriot"), engine.buffer(engine.WORK)
    most = [1] * 13
    # Sums are made of lower cards; matches are taken in any case and add no choice.
    below = {(rank, *counts[:rank]) for counts in reachable_counts() for rank in range(1, 10)}
    for rank, *counts in below:
        floor = sum(((1 << held) - 1) << 4 * lower for lower, held in enumerate(counts))
        found = engine.captures(rules, floor, 4 * rank + 3, work)
        most[rank] = max(most[rank], found)
    most[6] += 1  # the komi that may be a seven also takes the whole floor
    assert list(features.PLAYS) == most


@pytest.mark.parametrize("variant", VARIANTS)
def test_only_cards_of_the_first_floor_share_a_rank(variant: str) -> None:
    chance = Random(variant)
    for _ in range(20):
        rules = tables.house_rules(chance, tables.seated(chance, VARIANTS[variant].rules))
        deal = Deal(rules, seed=chance.random().hex())
        first = set(deal.floor)
        while not deal.is_over:
            deal.play(chance.choice(deal.legal_plays))
            ranks = [card.rank for card in deal.floor if card not in first]
            assert len(ranks) == len(set(ranks))


def test_the_actions_of_the_cards_follow_each_other() -> None:
    at = 0
    for rank, plays in enumerate(features.PLAYS):
        assert at == features.STARTS[rank]
        for suit in range(4):
            assert {4 * rank + suit} == {card_of(at + place) for place in range(plays)}
            at += plays
    assert encode.ACTIONS == at
    assert max(features.PLAYS) * 6 == features.OFFERS
    with pytest.raises(IllegalPlay):
        card_of(at)


@pytest.mark.parametrize("variant", VARIANTS)
def test_legal_actions_are_the_legal_plays(variant: str) -> None:
    chance = Random(variant)
    for seats, sides in VARIANTS[variant].tables:
        rules = tables.house_rules(chance, VARIANTS[variant].at(seats, sides))
        deal = Deal(rules, seed=variant)
        while not deal.is_over:
            assert deal.turn is not None
            view = deal.view(deal.turn)
            legal = actions_of(view)
            assert sorted(deal.legal_plays) == sorted(legal.values())
            assert list(legal) == np.flatnonzero(mask_of(view)).tolist()
            for action, play in legal.items():
                assert Play(play) == play_of(view, action)
                assert action == action_of(view, play)
                assert play >> 52 == card_of(action)
            assert {} == actions_of(deal.view((deal.turn + 1) % seats))
            deal.play(Play(chance.choice(list(legal.values()))))


def test_captures_of_equal_ranks_are_different_actions() -> None:
    view = Deal.from_bfn("cypriot", "2c2h2s 4h/5c -/- 0/0 a - 0 ?47").view(0)
    assert ["4hx2c2h", "4hx2c2s", "4hx2h2s"] == [
        str(Play(play)) for play in actions_of(view).values()
    ]
    first = action_of(view, Play("4hx2c2h"))
    assert [first, first + 1, first + 2] == list(actions_of(view))


def test_the_first_mask_has_the_cards_in_the_hand() -> None:
    deal = Deal("egyptian", seed=7, dealer=1)
    assert set(deal.hand(0)) == {card_of(action) for action in actions_of(deal.view(0))}


def test_what_is_not_legal_has_no_play_and_no_action() -> None:
    view = Deal.from_bfn("egyptian", EXAMPLE).view(0)
    with pytest.raises(IllegalPlay, match="575"):
        play_of(view, 575)
    with pytest.raises(IllegalPlay, match="Ks"):
        action_of(view, Play("Ks"))


def test_a_floor_that_no_deal_reaches_is_refused_by_name() -> None:
    deal = Deal.from_bfn("cypriot", "AcAdAhAs2c2d2h2s3c3d3h3s Th/5c -/- 0/0 a - 0 ?38")
    with pytest.raises(TooManyCaptures, match="576"):
        actions_of(deal.view(0))


# --- the page -----------------------------------------------------------------------------------

PAGE = Path(__file__).parent.parent / "docs" / "environments.md"


def specs() -> Iterator[str]:
    """Yield the rows of the table of the page."""
    at = 0
    for part in CARD_PLANES:
        size = "52" if part.size == 1 else f"{part.size} × 52"
        yield f"| {at} | {size} | `{part.name}` | {part.meaning} |"
        at += 52 * part.size
    for part in PLAIN_NUMBERS:
        yield f"| {at} | {part.size} | `{part.name}` | {part.meaning} |"
        at += part.size
    for name in OPTIONS:
        yield f"| {at} | 1 | `{name}` | the option of the rules |"
        at += 1


def test_the_page_tells_every_plane_number_and_action() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    found = [line for line in lines if line.startswith("| ") and line[2].isdigit()]
    assert list(specs()) == found
    assert f"| plays | {' | '.join(map(str, features.PLAYS))} |" in lines
    assert f"## Observations, version {encode.VERSION}" in lines
    assert any(line.startswith(f"There are {encode.ACTIONS} actions") for line in lines)
