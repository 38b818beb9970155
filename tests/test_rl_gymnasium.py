"""The environment for Gymnasium: its own check, and players of the ladder as opponents."""

from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from basra import Deal, IllegalPlay
from basra.bots import Limit, find_bot
from basra.encode import encode, play_of
from basra.errors import BadNotation

gymnasium = pytest.importorskip(
    "gymnasium", reason="Gymnasium is not installed: pip install 'basra[rl]'"
)

from gymnasium.utils.env_checker import check_env  # noqa: E402 - where it is there

from basra.rl.gym import NAME, BasraEnv  # noqa: E402

Stepped = tuple[dict[str, NDArray[np.int8]], float, bool, bool, dict[str, Any]]


class AnyAction(BasraEnv):
    """Takes any number for a legal action: the check chooses without a look at the mask."""

    def step(self, action: np.int64) -> Stepped:
        legal = np.flatnonzero(self.episode.mask(self.seat))
        return super().step(legal[action % len(legal)])


@pytest.mark.parametrize("opponent", ["random", "greedy", "careful"])
def test_its_own_check_passes(opponent: str) -> None:
    name = f"AnyAction{opponent.title()}-v0"
    gymnasium.register(name, AnyAction)
    made = gymnasium.make(name, rules="egyptian;seats=3", opponent=opponent, seat=1)
    check_env(made.unwrapped)


def test_it_is_made_by_name() -> None:
    env = gymnasium.make(NAME, rules="yemeni", opponent="random")
    observation, _ = env.reset(seed=3)
    action = env.action_space.sample(observation["action_mask"])
    assert 5 == len(env.step(action))


@pytest.mark.parametrize("seat", [0, 1])
def test_the_others_play_as_the_player_of_the_ladder_does(seat: int) -> None:
    env = BasraEnv("cypriot", "greedy", seat, "points")
    observation, _ = env.reset(seed=5)
    deal, greedy, chance = Deal("cypriot", seed="5/1", dealer=1), find_bot("greedy"), Random(1)
    over, reward = False, 0.0
    while not over:
        while deal.turn != seat:
            assert deal.turn is not None
            deal.play(greedy.choose(deal.view(deal.turn), Limit()))
        assert encode(deal.view(seat)).tobytes() == observation["observation"].tobytes()
        action = chance.choice(np.flatnonzero(observation["action_mask"]))
        deal.play(play_of(deal.view(seat), action))
        observation, reward, over, truncated, _ = env.step(action)
        assert not truncated
    while not deal.is_over:
        assert deal.turn is not None
        deal.play(greedy.choose(deal.view(deal.turn), Limit()))
    assert deal.scores[seat] == reward


def test_an_illegal_action_is_an_error_and_changes_nothing() -> None:
    env = BasraEnv("egyptian")
    env.reset(seed=7)
    before = env.episode.position
    with pytest.raises(IllegalPlay):
        env.step(np.int64(575))
    assert before == env.episode.position


def test_a_match_is_played_to_its_end() -> None:
    env = BasraEnv("ethiopian", "random", reward="match")
    observation, _ = env.reset(seed=2)
    over, reward = False, 0.0
    while not over:
        legal = np.flatnonzero(observation["action_mask"])
        observation, reward, over, _, _ = env.step(legal[0])
    assert reward in (-1.0, 1.0)


def test_unknown_opponents_and_seats_are_named() -> None:
    with pytest.raises(BadNotation, match="greedy"):
        BasraEnv("egyptian", "gredy")
    with pytest.raises(BadNotation):
        BasraEnv("egyptian", seat=2)
