"""Episodes: whose deal it is, when a match ends, and what it is worth."""

from random import Random

import numpy as np
import pytest

from basra import VARIANTS, Deal, find_rules
from basra.encode import Standing
from basra.errors import BadNotation, IllegalPlay
from basra.rl.episode import Episode
from basra.rl.rewards import match_of, points_of


def play_deal(episode: Episode, chance: Random) -> list[float]:
    """Play at random to the end of a deal; return the last rewards."""
    start, rewards = episode.start, [0.0]
    while episode.start is start and not episode.is_over:
        rewards = episode.play(int(chance.choice(np.flatnonzero(episode.mask(episode.turn)))))
    return rewards


def test_seats_deal_by_turns() -> None:
    episode = Episode(find_rules("cypriot;seats=3"), "points")
    firsts = []
    for number in range(4):
        episode.begin(5 if number == 0 else None)
        firsts.append(episode.turn)
        expected = Deal("cypriot;seats=3", seed=f"5/{number + 1}", dealer=(number + 1) % 3)
        assert expected.view(2) == episode.view(2)
        play_deal(episode, Random(number))
    assert [2, 0, 1, 2] == firsts


def test_equal_points_are_worth_nothing_to_either_seat() -> None:
    assert [0.0, 0.0] == points_of("zero_sum", (13, 13)).tolist()
    assert [0.0, 0.0] == match_of(None, 2)
    assert [1.0, -1.0] == match_of(0, 2)


@pytest.mark.parametrize("variant", VARIANTS)
def test_rewards_of_a_deal_are_its_points(variant: str) -> None:
    for seed in range(8):
        episode = Episode(VARIANTS[variant].rules, "points")
        episode.begin(seed)
        rewards = play_deal(episode, Random(seed))
        assert list(Deal.at(episode.position).scores) == rewards
        piles = episode.position.state.piles
        assert VARIANTS[variant].rules.pack == sum(pile.bit_count() for pile in piles)


def test_a_match_goes_on_after_a_tie_at_the_target() -> None:
    episode = Episode(find_rules("cypriot"), "match")
    for seed in range(400):
        episode.begin(seed)
        episode.standing = Standing((95, 95, 0, 0), 100)
        before = episode.start
        rewards = play_deal(episode, Random(seed))
        if episode.is_over:
            assert [-1.0, 1.0] == sorted(rewards)
            continue
        totals = episode.standing.totals
        assert totals[0] == totals[1] or max(totals) < 100
        assert [0.0, 0.0] == rewards
        assert before is not episode.start
        if totals[0] == totals[1] >= 100:
            return
    pytest.fail("no deal ended level")


def test_nothing_is_played_after_the_end() -> None:
    episode = Episode(find_rules("egyptian"), "points")
    with pytest.raises(IllegalPlay):
        episode.play(0)
    episode.begin(1)
    play_deal(episode, Random(1))
    before = episode.position
    for action in range(0, 576, 25):
        with pytest.raises(IllegalPlay):
            episode.play(action)
    assert before == episode.position
    with pytest.raises(BadNotation):
        episode.view(2)


def test_before_the_first_deal_there_is_nothing_to_see() -> None:
    episode = Episode(find_rules("egyptian"), "points")
    for asked in (lambda: episode.play(0), lambda: episode.position, lambda: episode.view(0)):
        with pytest.raises(IllegalPlay, match="reset the environment first"):
            asked()
