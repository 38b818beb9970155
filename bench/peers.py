"""Measures other libraries of card games by what they offer publicly: random games, imports.

They play other games, so the figures are orders of magnitude: decisions made in a second, each a
random one of those legal. None is needed: who is not installed is not measured.
"""

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from random import Random
from time import process_time
from typing import Any

OPEN_SPIEL, RLCARD = "pyspiel", "rlcard"
PACKAGES = {OPEN_SPIEL: "OpenSpiel", RLCARD: "RLCard"}
_ROLLOUTS = 300
_SAMPLED = 200


def is_there(package: str) -> bool:
    """Tell whether a peer is installed."""
    return importlib.util.find_spec(package) is not None


def _resolve_chance(state: Any, chance: Random) -> None:  # noqa: ANN401 - the library's own
    outcomes = state.chance_outcomes()
    (action,) = chance.choices([one for one, _ in outcomes], [share for _, share in outcomes])
    state.apply_action(action)


def _play_on(state: Any, chance: Random) -> int:  # noqa: ANN401 - the library's own
    """Play a game to its end through the bindings and return the decisions, chance not counted."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            _resolve_chance(state, chance)
        else:
            state.apply_action(chance.choice(state.legal_actions()))
            decisions += 1
    return decisions


def open_spiel_python(seconds: float) -> float:
    """Return the decisions a second of random games through OpenSpiel's bindings."""
    game: Any = importlib.import_module(OPEN_SPIEL).load_game("crazy_eights")
    chance = Random(1)
    decisions, begun = 0, process_time()
    while (spent := process_time() - begun) < seconds:
        decisions += _play_on(game.new_initial_state(), chance)
    return decisions / spent


def open_spiel_native(seconds: float) -> float:
    """Return the decisions a second of OpenSpiel's rollouts in C++.

    A tree search of one simulation is asked for: it does nothing but so many rollouts of the
    position at hand. How many decisions one has is a mean of games played through the bindings.
    """
    library: Any = importlib.import_module(OPEN_SPIEL)
    game = library.load_game("crazy_eights")
    chance = Random(1)
    start = game.new_initial_state()
    while start.is_chance_node():
        _resolve_chance(start, chance)
    length = sum(_play_on(start.clone(), chance) for _ in range(_SAMPLED)) / _SAMPLED
    evaluator = library.RandomRolloutEvaluator(_ROLLOUTS, 1)
    search = library.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)  # noqa: FBT003
    rollouts, begun = 0, process_time()
    while (spent := process_time() - begun) < seconds:
        search.mcts_search(start)
        rollouts += _ROLLOUTS
    return rollouts * length / spent


def _rlcard(name: str) -> Callable[[float], float]:
    """Return what measures a game of RLCard."""

    def measured(seconds: float) -> float:
        library: Any = importlib.import_module(RLCARD)
        game = library.make(name, config={"seed": 1})
        chance = Random(1)
        decisions, begun = 0, process_time()
        while (spent := process_time() - begun) < seconds:
            state, _ = game.reset()
            while not game.is_over():
                state, _ = game.step(chance.choice(list(state["legal_actions"])))
                decisions += 1
        return decisions / spent

    return measured


NATIVE: Mapping[str, tuple[str, Callable[[float], float]]] = {
    "OpenSpiel, crazy_eights, rollouts in C++": (OPEN_SPIEL, open_spiel_native),
}
INTERPRETED: Mapping[str, tuple[str, Callable[[float], float]]] = {
    "OpenSpiel, crazy_eights, Python over C++": (OPEN_SPIEL, open_spiel_python),
    "RLCard, uno": (RLCARD, _rlcard("uno")),
    "RLCard, gin-rummy": (RLCARD, _rlcard("gin-rummy")),
}
