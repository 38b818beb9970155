"""The game for OpenSpiel: its own simulation and playthrough, and worlds told as deals."""

import pickle
from random import Random
from typing import Any

import numpy as np
import pytest

import tables
from basra import VARIANTS, engine
from basra.encode import SIZE, encode
from basra.errors import BadNotation

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not installed: pip install 'basra[rl]'"
)

from open_spiel.python.algorithms import generate_playthrough  # noqa: E402 - where it is there

from basra.rl import spiel  # noqa: E402

OfOpenSpiel = Any  # it has no types


def load(rules: str = "egyptian", **parameters: object) -> OfOpenSpiel:
    return pyspiel.load_game("basra", {"rules": rules, **parameters})


def dealt(game: OfOpenSpiel, chance: Random) -> OfOpenSpiel:
    """Return a state after the chance at its beginning."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(chance.choice(state.legal_actions()))
    return state


def play_on(state: OfOpenSpiel, chance: Random, plays: int = 1000) -> OfOpenSpiel:
    for _ in range(plays):
        if state.is_terminal():
            break
        state.apply_action(chance.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("game", ["basra", "basra(reward=points,rules=yemeni;seats:3)"])
def test_its_own_simulation_passes(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=1, serialize=True, verbose=False)


def test_its_own_simulation_passes_where_chance_is_sampled() -> None:
    game = pyspiel.load_game("basra(chance=sampled,rules=coffeehouse)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_a_playthrough_is_the_same_when_it_is_played_again() -> None:
    played = generate_playthrough.playthrough("basra", action_sequence=None, seed=3)
    actions = [int(line[8:]) for line in played.splitlines() if line.startswith("action: ")]
    assert 51 + 48 <= len(actions) <= 55 + 48
    assert played == generate_playthrough.playthrough("basra", action_sequence=actions)
    assert "IsTerminal() = True" in played


def test_texts_of_games_load_again() -> None:
    game = pyspiel.load_game("basra(rules=egyptian;seats:4;sides:2)")
    assert (4, 2) == (game.rules.seats, game.rules.sides)
    assert str(game) == str(pyspiel.load_game(str(game)))
    assert game.rules == load("egyptian;seats=4;sides=2").rules


@pytest.mark.parametrize(("pack", "plays"), [("egyptian", 48), ("palestinian", 40)])
def test_a_deal_is_as_long_as_declared(pack: str, plays: int) -> None:
    game = load(pack)
    chance = Random(1)
    state = dealt(game, chance)
    begun = len(state.history())
    play_on(state, chance)
    assert [plays, plays] == [game.max_game_length(), len(state.history()) - begun]
    assert len(state.history()) - plays <= game.max_chance_nodes_in_history()
    assert [] == state.legal_actions()
    assert pyspiel.PlayerId.TERMINAL == state.current_player()


@pytest.mark.parametrize("variant", VARIANTS)
def test_returns_are_within_bounds_and_sum_to_nothing(variant: str) -> None:
    game, chance = load(f"{variant};seats=3"), Random(variant)
    for _ in range(5):
        returns = play_on(dealt(game, chance), chance).returns()
        assert 3 == len(returns)
        assert 0 == pytest.approx(sum(returns))
        assert all(game.min_utility() <= one <= game.max_utility() for one in returns)


def test_a_seat_is_shown_its_view_and_every_play() -> None:
    game, chance = load("lebanese_a;seats=3"), Random(4)
    state = play_on(dealt(game, chance), chance, 25)
    for player in range(3):
        view = state.view(player)
        shown = np.array(state.information_state_tensor(player))
        assert encode(view).tolist() == shown[:SIZE].tolist()
        assert encode(view).tolist() == state.observation_tensor(player)
        plays = shown[SIZE:].reshape(spiel.PLAYS, 2, 52)
        expected = [(play >> 52, play & (1 << 52) - 1) for play in view.plays]
        found = [
            (int(card.argmax()), sum(1 << int(at) for at in np.flatnonzero(taken)))
            for card, taken in plays[: len(view.plays)]
        ]
        assert expected == found
        assert not plays[len(view.plays) :].any()


def test_an_information_state_tells_public_captures_and_no_other_hand() -> None:
    game, chance = load("cypriot"), Random(5)
    state = play_on(dealt(game, chance), chance, 18)
    captures = [play for play in state.view(0).plays if play & (1 << 52) - 1]
    text = state.information_state_string(0)
    assert captures
    from basra import CardSet, Play  # noqa: PLC0415

    assert all(str(Play(play)) in text for play in captures)
    other = CardSet(state.position.state.hands[1])
    assert not any(str(card) in text for card in other)


def test_chance_shows_nothing_and_is_observed_all_the_same() -> None:
    state = load().new_initial_state()
    assert pyspiel.PlayerId.CHANCE == state.current_player()
    assert not any(state.observation_tensor(0))
    assert "pack" == state.information_state_string(1)
    assert 52 == len(state.chance_outcomes())
    with pytest.raises(BadNotation):
        state.view(0)


def test_sampled_chance_deals_anew_in_every_state_and_alike_by_seed() -> None:
    def packs(seed: int) -> list[str]:
        game = load(chance="sampled", seed=seed)
        return [str(dealt(game, Random(1))) for _ in range(3)]

    assert packs(1) == packs(1)
    assert 3 == len(set(packs(1)))
    assert packs(1) != packs(2)


@pytest.mark.parametrize("variant", VARIANTS)
def test_worlds_resampled_look_the_same_and_are_deals_of_their_own(variant: str) -> None:
    chance = Random(variant)
    for seats, sides in VARIANTS[variant].tables:
        house = tables.house_rules(chance, VARIANTS[variant].at(seats, sides))
        game = load(repr(house))
        state = dealt(game, chance)
        hidden = set()
        while not state.is_terminal():
            for player in range(seats):
                world = state.resample_from_infostate(player, chance.random)
                assert state.view(player) == world.view(player)
                assert state.observation_string(player) == world.observation_string(player)
                hidden.add(str(world) == str(state))
                replayed = game.new_initial_state()
                for action in world.history():
                    replayed.apply_action(action)
                assert str(world) == str(replayed)
            play_on(state, chance, chance.randrange(6, 12))
        assert False in hidden


def test_a_thousand_worlds_are_not_the_true_one() -> None:
    state = play_on(dealt(load(), Random(2)), Random(2), 10)
    true = state.position.state
    chance = Random(3)
    worlds = [state.resample_from_infostate(0, chance.random) for _ in range(60)]
    assert len({world.position.state.hands[1] for world in worlds}) > 20
    assert {true.hands[0]} == {world.position.state.hands[0] for world in worlds}
    for world in worlds:
        cards = world.position.state
        rest = sum(1 << card for card in world.position.stock)
        everything = [cards.floor, *cards.hands, *cards.piles, rest]
        assert (1 << 52) - 1 == sum(everything)
        assert 52 == sum(map(engine.count, everything))


def test_a_state_saved_in_mid_deal_goes_on_as_it_would_have() -> None:
    game, chance = load("coffeehouse"), Random(6)
    state = play_on(dealt(game, chance), chance, 20)
    saved = pyspiel.serialize_game_and_state(game, state)
    _, again = pyspiel.deserialize_game_and_state(saved)
    assert state.current_player() == again.current_player()
    assert str(state) == str(again)
    play_on(state, Random(7))
    play_on(again, Random(7))
    assert str(state) == str(again)
    assert state.returns() == again.returns()
    assert str(game) == str(pickle.loads(pickle.dumps(game)))  # noqa: S301 - our own


def test_a_clone_leaves_the_original_as_it_was() -> None:
    state = play_on(dealt(load(), Random(8)), Random(8), 9)
    before = str(state), state.information_state_string(0)
    play_on(state.clone(), Random(1))
    assert before == (str(state), state.information_state_string(0))


def test_public_observers_are_shown_no_hand() -> None:
    state = dealt(load(), Random(9))
    kind = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    observer = spiel.BasraObserver(kind, None)
    observer.set_from(state, 0)
    assert not observer.tensor[:52].any()
    assert 4 == observer.tensor[52:104].sum()


def test_wrong_parameters_are_named() -> None:
    with pytest.raises((BadNotation, pyspiel.SpielError), match="sampled"):
        load(chance="dice")
    with pytest.raises((BadNotation, pyspiel.SpielError), match="zero_sum"):
        load(reward="match")
