"""Many deals side by side against deals one by one, on every variant."""

from random import Random

import numpy as np
import pytest

import tables
from basra import VARIANTS, Deal, IllegalPlay, Rules, engine, find_rules
from basra.cards import Play
from basra.encode import actions_of, encode, mask_of
from basra.errors import BadNotation
from basra.kernel import batch
from basra.kernel.chance import seeded
from basra.kernel.rollout import shuffle_pack
from basra.rl.rewards import points_of
from basra.rl.vector import VectorDeals
from basra.view import look

ROWS = 3


def compare(rules: Rules, seed: int, steps: int) -> int:
    """Step deals side by side and one by one; return how many ended."""
    vector = VectorDeals(rules, ROWS, seed)
    deals = [Deal.at(vector.position(row)) for row in range(ROWS)]
    ended = 0
    for _ in range(steps):
        views = [deal.view(deal.turn) for deal in deals]
        for row, view in enumerate(views):
            assert encode(view).tobytes() == vector.observations[row].tobytes()
            assert mask_of(view).tobytes() == vector.masks[row].tobytes()
            assert view.turn == vector.turns[row]
        chosen = vector.sample()
        _, rewards, dones, _ = vector.step(chosen)
        for row, view in enumerate(views):
            deal = deals[row]
            deal.play(Play(actions_of(view)[int(chosen[row])]))
            assert deal.is_over == dones[row]
            expected = [0.0] * rules.seats
            if deal.is_over:
                sides = points_of("zero_sum", deal.scores)
                expected = [float(sides[seat % rules.sides]) for seat in range(rules.seats)]
                deals[row] = Deal.at(vector.position(row))
                ended += 1
            assert np.allclose(expected, rewards[row])
    return ended


@pytest.mark.parametrize("variant", VARIANTS)
def test_deals_side_by_side_are_deals_one_by_one(variant: str) -> None:
    chance = Random(variant)
    for seats, sides in VARIANTS[variant].tables:
        rules = VARIANTS[variant].at(seats, sides)
        assert compare(rules, chance.randrange(1 << 40), 50) >= ROWS


def test_house_rules_side_by_side() -> None:
    chance = Random(11)
    for _ in range(25):
        rules = tables.seated(chance, tables.any_rules(chance))
        assert compare(rules, chance.randrange(1 << 40), 55) >= ROWS


@pytest.mark.parametrize("rules", ["egyptian", "palestinian;seats=3", "cypriot;seats=4;sides=2"])
def test_a_deal_begins_as_its_pack_says(rules: str) -> None:
    vector = VectorDeals(rules, 40, 9)
    for row in range(vector.count):
        position = vector.position(row)
        state = position.state
        assert row % vector.rules.seats == state.dealer
        held = [card for hand in state.hands for card in range(52) if hand >> card & 1]
        laid = [card for card in range(52) if state.floor >> card & 1]
        assert list(range(vector.rules.pack)) == sorted([*held, *laid, *position.stock])
        assert 4 == len(laid)


def test_interpreted_loops_step_as_the_compiled_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    def played() -> list[bytes]:
        vector = VectorDeals("coffeehouse", 4, 5)
        seen = []
        for _ in range(60):
            step = vector.step(vector.sample())
            seen.append(step.observations.tobytes() + step.masks.tobytes() + step.rewards.tobytes())
        return seen

    from basra.kernel import jit  # noqa: PLC0415

    expected = played()
    jit.entry.cache_clear()
    monkeypatch.setenv("BASRA_INTERPRETED", "1")
    try:
        assert expected == played()
    finally:
        jit.entry.cache_clear()


def test_the_same_seed_gives_the_same_deals_and_another_gives_others() -> None:
    first, again, other = (VectorDeals("yemeni", 20, seed) for seed in (7, 7, 8))
    assert first.observations.tobytes() == again.observations.tobytes()
    assert first.observations.tobytes() != other.observations.tobytes()
    assert first.sample().tolist() == again.sample().tolist()


def test_the_legal_actions_of_all_rows_are_listed_with_their_plays() -> None:
    vector = VectorDeals("cypriot;seats=3", 12, 4)
    for _ in range(30):
        rows, actions, plays = vector.legal()
        assert np.argwhere(vector.masks).tolist() == np.stack((rows, actions), axis=1).tolist()
        for row in range(vector.count):
            position = vector.position(row)
            expected = actions_of(look(position, position.state.turn))
            found = zip(actions[rows == row].tolist(), plays[rows == row].tolist(), strict=True)
            assert expected == dict(found)
        vector.step(vector.sample())


@pytest.mark.parametrize("wrong", [-1, 576, 1 << 40, None])
def test_an_illegal_action_is_an_error_and_changes_nothing(wrong: int | None) -> None:
    vector = VectorDeals("egyptian", 5, 3)
    before = vector.observations.tobytes()
    actions = vector.sample()
    actions[3] = np.flatnonzero(vector.masks[3] == 0)[0] if wrong is None else wrong
    with pytest.raises(IllegalPlay, match="row 3"):
        vector.step(actions)
    assert before == vector.observations.tobytes()
    assert 0 == vector.step(vector.sample()).dones.sum()
    with pytest.raises(IllegalPlay):
        vector.step([1, 2, 3])


def test_rewards_are_points_or_sum_to_nothing() -> None:
    points, margins = (VectorDeals("cypriot", 30, 2, reward) for reward in ("points", "zero_sum"))
    for _ in range(48):
        chosen = points.sample()
        points_made = points.step(chosen)
        margins_made = margins.step(chosen)
    assert points_made.dones.all()
    assert (points_made.rewards.sum(axis=1) >= 16).all()
    expected = points_made.rewards[:, 0] - points_made.rewards[:, 1]
    assert expected.tolist() == margins_made.rewards[:, 0].tolist()
    assert not margins_made.rewards.sum(axis=1).any()
    with pytest.raises(BadNotation, match="points, zero_sum"):
        VectorDeals("cypriot", 3, 2, "match")


def test_a_word_of_bytes_has_the_bits() -> None:
    words = [0] * 256
    batch.list_bytes(words)
    for bits, word in enumerate(words):
        assert [bits >> place & 1 for place in range(8)] == list(word.to_bytes(8, "little"))


def test_nothing_is_put_back_below_a_bottom_card_that_was_seen() -> None:
    rules = find_rules("coffeehouse")
    pack, places, order = ([0] * rules.pack for _ in range(3))
    buried = 0
    for number in range(3000):
        shuffle_pack(rules, seeded(1, number), pack, places)
        buried += engine.arrange(rules, pack, places, order)
        assert pack[-1] == order[-1]
    assert buried > 500
