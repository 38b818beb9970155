"""Positions: immutable, the fold of a pack and its plays."""

from random import Random

import pytest

from basra import BadNotation, CardSet, Deal, find_rules
from basra.position import UNKNOWN, advance, full_pack, is_legal, set_out


def test_a_pack_is_whole() -> None:
    assert tuple(range(52)) == full_pack(find_rules("cypriot"))
    assert tuple(range(44)) == full_pack(find_rules("palestinian"))
    for pack in ([], list(range(51)), [*range(51), 50], list(range(44))):
        with pytest.raises(BadNotation, match="is no whole pack"):
            set_out(find_rules("cypriot"), pack, 0)
    for dealer in (-1, 2):
        with pytest.raises(BadNotation, match="expected a number from 0 on, below 2"):
            set_out(find_rules("cypriot"), list(range(52)), dealer)


def test_a_play_makes_a_new_position() -> None:
    first = Deal("cypriot", seed=1).position
    play = Deal("cypriot", seed=1).legal_plays[0]
    assert is_legal(first, play)
    after = advance(first, play)
    assert first == Deal("cypriot", seed=1).position
    assert ((), (play,)) == (first.plays, after.plays)
    assert not is_legal(after, play)


def test_the_same_pack_buries_at_the_same_places() -> None:
    rules = find_rules("egyptian")
    for seed in range(30):
        pack = list(range(52))
        Random(seed).shuffle(pack)
        assert set_out(rules, pack, 0).stock == set_out(rules, tuple(pack), 1).stock


def test_what_was_buried_and_the_bottom_are_forgotten_when_played() -> None:
    for seed in range(12):
        deal = Deal("coffeehouse", seed=seed)
        while not deal.is_over:
            out = deal.floor | deal.pile(0) | deal.pile(1)
            position = deal.position
            assert not CardSet(position.buried) & out
            assert position.bottom == deal.pack[-1] or deal.pack[-1] in out
            deal.play(deal.legal_plays[-1])
        assert ((), (), -1) == (deal.position.stock, deal.position.buried, deal.position.bottom)


def test_an_unknown_card_left_over_is_not_taken() -> None:
    rest = CardSet((1 << 44) - 1).without(CardSet("5c2d"))
    text = f"- 5c/-/- {rest}/-/- 0/0/0 a a 0 ?1"
    deal = Deal.from_bfn("palestinian;seats=3", text)
    assert (UNKNOWN,) == deal.position.stock
    deal.play("5c")
    assert deal.is_over
    assert 43 == len(deal.pile(0))
