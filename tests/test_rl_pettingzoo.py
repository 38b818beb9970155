"""The environment for PettingZoo: its own conformance suite, and what a table promises."""

import subprocess
import sys
import warnings
from random import Random
from types import SimpleNamespace
from typing import ClassVar

import numpy as np
import pytest

from basra import VARIANTS, Deal, IllegalPlay, engine
from basra.cards import Play
from basra.encode import actions_of, encode, mask_of
from basra.errors import BadNotation

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'basra[rl]'")

with warnings.catch_warnings():  # the suite makes an old environment of its own as it is imported
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, max_cycles_test, seed_test
from pettingzoo.utils.conversions import aec_to_parallel

from basra.rl import basra_v0
from basra.rl.rewards import Reward

TABLES = ("egyptian", "lebanese_a;seats=3", "palestinian;seats=4;sides=2")


class AnyAction(basra_v0.raw_env):
    """Takes any number for a legal action: the suites choose without a look at the mask."""

    metadata: ClassVar = {**basra_v0.raw_env.metadata, "is_parallelizable": True}

    def step(self, action: int | None) -> None:
        if action is not None:
            legal = np.flatnonzero(self.episode.mask(self.episode.turn))
            action = int(legal[action % len(legal)])
        super().step(action)


def play_on(env: basra_v0.raw_env, chance: Random, plays: int = 1000) -> dict[str, float]:
    """Play at random to the end, or so far; return the sum of rewards of each agent."""
    sums = dict.fromkeys(env.agents, 0.0)
    for _ in range(plays):
        if not env.agents or any(env.terminations.values()):
            break
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(chance.choice(np.flatnonzero(mask))))
        for agent, reward in env.rewards.items():
            sums[agent] += reward
    return sums


# The suite knows the games of PettingZoo that show a mask by their names, and asks others why.
@pytest.mark.filterwarnings("ignore:Observation space for each agent:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning")
@pytest.mark.parametrize("rules", TABLES)
def test_its_own_suite_passes(rules: str) -> None:
    api_test(basra_v0.env(rules), num_cycles=120)
    seed_test(lambda: basra_v0.env(rules), num_cycles=30)


def test_cycles_are_bounded_as_asked() -> None:
    def parallel(max_cycles: int) -> object:
        return aec_to_parallel(AnyAction(max_cycles=max_cycles))

    max_cycles_test(SimpleNamespace(env=AnyAction, parallel_env=parallel))


@pytest.mark.parametrize("variant", VARIANTS)
def test_agents_see_what_seats_of_a_deal_see(variant: str) -> None:
    chance = Random(variant)
    for seats, sides in VARIANTS[variant].tables:
        env = basra_v0.env(VARIANTS[variant].at(seats, sides), "points")
        env.reset(seed=7)
        deal = Deal(env.rules, seed="7/1", dealer=1)
        while not deal.is_over:
            assert deal.turn is not None
            assert f"seat_{deal.turn}" == env.agent_selection
            for seat in range(seats):
                seen = env.observe(f"seat_{seat}")
                assert encode(deal.view(seat)).tobytes() == seen["observation"].tobytes()
                assert mask_of(deal.view(seat)).tobytes() == seen["action_mask"].tobytes()
            action, play = chance.choice(list(actions_of(deal.view(deal.turn)).items()))
            env.step(action)
            deal.play(Play(play))
        expected = [float(deal.scores[seat % sides]) for seat in range(seats)]
        assert expected == list(env.rewards.values())


def test_all_agents_end_at_once_and_leave() -> None:
    env = basra_v0.env("cypriot;seats=3")
    env.reset(seed=1)
    earned = play_on(env, Random(1))
    assert {True} == set(env.terminations.values())
    for _ in range(3):
        seen, reward, terminated, truncated, _ = env.last()
        assert seen is not None
        assert (True, False) == (terminated, truncated)
        assert not seen["action_mask"].any()
        assert earned[env.agent_selection] == reward
        env.step(None)
    assert [] == env.agents
    with pytest.raises(IllegalPlay, match="reset"):
        env.step(0)


@pytest.mark.parametrize("action", [-1, 575, 10**9])
def test_an_illegal_action_is_an_error_and_changes_nothing(action: int) -> None:
    env = basra_v0.env("egyptian")
    env.reset(seed=7)
    before = env.episode.position, env.agent_selection, dict(env.rewards)
    assert not env.observe("seat_0")["action_mask"][575]
    with pytest.raises(IllegalPlay, match=str(action)):
        env.step(action)
    assert before == (env.episode.position, env.agent_selection, dict(env.rewards))
    with pytest.raises(IllegalPlay):
        env.step(None)


def test_actions_that_the_mask_shows_are_those_accepted() -> None:
    chance = Random(3)
    for plays in (0, 7, 30):
        for action in chance.sample(range(576), 60):
            env = basra_v0.env("coffeehouse")
            env.reset(seed=5)
            play_on(env, Random(plays), plays)
            legal = bool(env.observe(env.agent_selection)["action_mask"][action])
            try:
                env.step(action)
            except IllegalPlay:
                assert not legal
            else:
                assert legal


@pytest.mark.parametrize("reward", ["points", "zero_sum"])
def test_dense_rewards_add_up_to_those_at_the_end(reward: Reward) -> None:
    for seed in range(20):
        sums = []
        for dense in (False, True):
            env = basra_v0.env("ethiopian;seats=3", reward, dense=dense)
            env.reset(seed=seed)
            sums.append(play_on(env, Random(seed)))
        assert sums[0] == pytest.approx(sums[1])
        if reward == "zero_sum":
            assert 0 == pytest.approx(sum(sums[0].values()))


def test_a_match_is_won_once_and_shows_its_totals_and_the_carry() -> None:
    carried = seen_totals = 0
    for seed in range(12):
        env = basra_v0.env("egyptian;tie=carry", "match")
        env.reset(seed=seed)
        sums = play_on(env, Random(seed), 10_000)
        assert [-1.0, 1.0] == sorted(sums.values())
        standing = env.episode.standing
        winner = engine.winner(env.rules, standing.totals, standing.target)
        assert 1.0 == sums[f"seat_{winner}"]
        carried += env.episode.start.carried
        seen_totals += int(env.observe("seat_0")["observation"][22 * 52 + 35 :][:4].sum())
    assert seen_totals > 0


def test_a_reset_begins_anew() -> None:
    env = basra_v0.env("egyptian")
    env.reset(seed=7)
    first = env.observe("seat_0")["observation"].tobytes()
    play_on(env, Random(1), 21)
    env.reset(seed=8)
    play_on(env, Random(1))
    env.reset()
    assert first != env.observe("seat_0")["observation"].tobytes()
    env.reset(seed=7)
    assert first == env.observe("seat_0")["observation"].tobytes()
    state = env.episode.position.state
    assert ((0, 0, 0, 0), (0, 0, 0, 0), -1, 0) == (
        state.piles,
        state.bonus,
        state.last,
        env.episode.position.carried,
    )


def test_a_seed_deals_alike_in_every_process() -> None:
    program = (
        "from basra.rl import basra_v0; env = basra_v0.env(); env.reset(seed=7);"
        "print(env.episode.position)"
    )
    told = {
        subprocess.run(
            [sys.executable, "-W", "ignore", "-c", program],
            check=True,
            capture_output=True,
            env={"PYTHONHASHSEED": seed, "LC_ALL": locale, "BASRA_INTERPRETED": "1"},
        ).stdout
        for seed, locale in (("0", "C"), ("1", "tr_TR.UTF-8"))
    }
    assert 1 == len(told)


def test_a_spectator_is_shown_the_table_as_a_text() -> None:
    env = basra_v0.env("egyptian", render_mode="ansi")
    env.reset(seed=7)
    assert "?4/?4" in (env.render() or "")
    assert basra_v0.env("egyptian").render() is None


def test_a_wrong_reward_is_named() -> None:
    with pytest.raises(BadNotation, match="zero_sum"):
        basra_v0.env("egyptian", "money")  # type: ignore[arg-type]
