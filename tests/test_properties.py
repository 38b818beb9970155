"""What holds for every floor, every play and every deal, tried on drawn examples."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

import basra
import oracle
import tables
from basra import (
    VARIANTS,
    Card,
    CardSet,
    Deal,
    IllegalPlay,
    Play,
    Rules,
    engine,
    find_rules,
    rules_text,
)
from basra.cards import ALL, CARDS
from basra.notation import read_play, write_play

cards = st.integers(0, 51)
card_sets = st.integers(0, ALL)
floors = st.sets(cards, max_size=9).map(lambda chosen: sum(1 << card for card in chosen))
variants = st.sampled_from([variant.rules for variant in VARIANTS.values()])


@st.composite
def tables_at_random(draw: st.DrawFn) -> Rules:
    chance = Random(draw(st.integers(0, 10**6)))
    return tables.house_rules(chance, tables.seated(chance, draw(variants)))


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """Draw a deal somewhere between its first and its last play."""
    rules = draw(tables_at_random())
    deal = Deal(
        rules, seed=draw(st.integers(0, 10**6)), dealer=draw(st.integers(0, rules.seats - 1))
    )
    return tables.play_at_random(
        deal, Random(draw(st.integers(0, 10**6))), draw(st.integers(0, 52))
    )


def found_by(rules: Rules, floor: int, card: int) -> list[int]:
    work = engine.buffer(engine.WORK)
    return list(work[: engine.captures(rules, floor, card, work)])


@given(cards)
def test_cards_survive_their_text(card: int) -> None:
    assert card == Card(str(Card(card))) == Card(str(Card(card)).swapcase())


@given(card_sets)
def test_sets_survive_their_text(number: int) -> None:
    assert number == CardSet(str(CardSet(number))) == CardSet(list(CardSet(number)))
    assert number.bit_count() == len(CardSet(number))


@given(cards, card_sets)
def test_plays_survive_their_text(card: int, captured: int) -> None:
    play = Play(Card(card), captured)
    assert play == Play(str(play)) == Play(int(play))
    assert (card, captured) == (play.card, play.captured)


@given(cards, floors, st.booleans(), st.booleans())
def test_marked_plays_survive_their_text(card: int, floor: int, sweeps: bool, basra_: bool) -> None:  # noqa: FBT001 - drawn
    for captured in {0, floor, floor & floor >> 3}:
        play = Play(card, captured)
        text = write_play(play, floor, int(basra_), sweeps=sweeps)
        read = read_play(text, floor)
        assert (card, captured or None, basra_) == (read.card, read.captured or None, read.basra)


@given(st.integers(0, 10**9))
def test_rules_survive_their_text(seed: int) -> None:
    rules = tables.any_rules(Random(seed))
    assert rules == find_rules(rules_text(rules)) == find_rules(rules)


@given(variants, floors, cards)
def test_a_capture_is_rank_mates_and_disjoint_sums(rules: Rules, floor: int, card: int) -> None:
    floor &= ~(1 << card)
    for taken in found_by(rules, floor, card):
        assert taken
        assert 0 == taken & ~floor
        if not engine.is_sweeper(rules, card) and not (rules.komi_alone and floor == 1 << 25):
            mates = taken & 15 << (card & ~3)
            assert mates == floor & 15 << (card & ~3), "every match is taken"
            rest = oracle.values(taken & ~mates)
            assert all(value < oracle.value(card) <= 10 for value in rest)
            assert oracle.splits(rest, oracle.value(card))


@given(variants, floors, cards)
def test_a_floor_that_can_be_cleared_leaves_no_choice(rules: Rules, floor: int, card: int) -> None:
    floor &= ~(1 << card)
    found = found_by(rules, floor, card)
    assert len(set(found)) == len(found)
    if floor in found:
        assert [floor] == found
    for one in found:
        assert not any(one != two and one & two == one for two in found)


@given(tables_at_random(), floors, cards, st.booleans(), st.booleans())
def test_basra_points_never_depend_on_the_choice(
    rules: Rules,
    floor: int,
    card: int,
    trails: bool,  # noqa: FBT001 - drawn
    is_last: bool,  # noqa: FBT001 - drawn
) -> None:
    floor &= ~(1 << card)
    found = found_by(rules, floor, card)
    points = {
        engine.basra_points(rules, floor, card, taken, int(trails), is_last) for taken in found
    }
    if rules.komi_as_seven and card == 25:
        assert len(points - {0}) <= 1, "only the choice to sweep or not may earn something"
    else:
        assert len(points) <= 1


@given(deals(), st.integers(0, ALL))
def test_a_play_is_legal_if_and_only_if_it_is_accepted(deal: Deal, noise: int) -> None:
    if deal.is_over:
        return
    legal = set(deal.legal_plays)
    before = deal.position
    assert len(legal) >= (1 if deal.rules.must_capture else len(deal.hand(deal.state.turn)))
    for card in range(52):
        tried = {0, int(deal.floor), deal.floor & noise}
        tried |= {int(play.captured) for play in legal if play.card == card}
        for captured in tried:
            play = Play(card << CARDS | captured)
            try:
                deal.play(play)
            except IllegalPlay:
                assert play not in legal
            else:
                assert play in legal
                deal.undo()
            assert before == deal.position


@given(deals())
def test_undo_restores(deal: Deal) -> None:
    before = deal.position
    for play in deal.legal_plays:
        deal.play(play)
        assert before != deal.position
        deal.undo()
        assert before == deal.position


@given(deals(), st.integers(0, 10**6))
def test_a_sample_cannot_be_told_from_the_true_deal(deal: Deal, seed: int) -> None:
    for seat in (None, *range(deal.rules.seats)):
        seen = deal.view(seat)
        world = basra.sample(seen, Random(seed))
        assert seen == world.view(seat)
        assert tables.play_at_random(world, Random(seed)).is_over


@given(deals())
def test_points_are_conserved(deal: Deal) -> None:
    tables.play_at_random(deal, Random(1))
    sheet = deal.sheet
    assert 13 == sum(sheet.card_points)
    assert deal.rules.pack == sum(sheet.cards)
    if deal.rules.tie == 2:
        assert deal.rules.majority == sum(sheet.majority) + sheet.carried
    elif deal.rules.tie == 1:
        assert sum(sheet.majority) in (0, deal.rules.majority)
    else:
        leaders = sheet.cards.count(max(sheet.cards))
        assert leaders * deal.rules.majority == sum(sheet.majority)


SCORING = {4, 37, 25}
"""The 2♣, the 10♦ and the 7♦: all other suits are only names."""


def renaming(chance: Random) -> list[int]:
    """Return cards renamed within their ranks, at random, but for those whose suit matters."""
    names = list(range(52))
    for rank in range(13):
        free = [card for card in range(4 * rank, 4 * rank + 4) if card not in SCORING]
        renamed = chance.sample(free, len(free))
        for card, name in zip(free, renamed, strict=True):
            names[card] = name
    return names


@given(tables_at_random(), st.integers(0, 10**6))
def test_renaming_suits_that_score_nothing_changes_nothing(rules: Rules, seed: int) -> None:
    rules = rules._replace(largest=False)  # which takes the lowest of cards that are worth the same
    chance = Random(seed)
    names = renaming(chance)

    def renamed(some: int) -> int:
        return sum(1 << names[card] for card in CardSet(some))

    deal = Deal(rules, seed=seed)
    position = deal.position
    state = position.state
    hands = engine.four([renamed(hand) for hand in state.hands])
    twin = Deal.at(
        position._replace(
            state=state._replace(floor=renamed(state.floor), hands=hands),
            stock=tuple(names[card] for card in position.stock),
            buried=tuple(names[card] for card in position.buried),
            bottom=names[position.bottom] if position.bottom >= 0 else position.bottom,
        )
    )
    while not deal.is_over:
        plays = deal.legal_plays
        there = {Play(names[play.card], renamed(play.captured)) for play in plays}
        assert there == set(twin.legal_plays)
        play = chance.choice(plays)
        mine = deal.play(play)
        assert mine.basra == twin.play(Play(names[play.card], renamed(play.captured))).basra
    assert deal.sheet == twin.sheet
