"""Measures the environments beside those of other libraries, in turns, by steps in a second.

``python bench/environments.py --json build/environments.json``. A step is one decision: a random
legal action made, and the next observation and mask of legal actions given. Times are those of the
processor, so a figure is that of one core. Who is not installed is not measured.
"""

import argparse
import importlib
import importlib.util
import json
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import numpy as np

import peers
from basra.rl.vector import VectorDeals

RULES = "egyptian;seats=2"
ROWS = 1000
AEC, LEDUC = "Basra, PettingZoo AEC", "PettingZoo, leduc_holdem_v4"
VECTOR = "Basra, VectorDeals"
GIN = "RLCard, gin-rummy"
ROLLOUTS = "OpenSpiel, crazy_eights, rollouts in C++ (no observation, no mask)"
SEEN = "OpenSpiel, crazy_eights, with observation and mask"
OURS = "Basra, OpenSpiel game"


class Goal(NamedTuple):
    """How many times as fast as a peer an environment shall be."""

    ours: str
    peer: str
    times: float


GOALS = (
    Goal(AEC, LEDUC, 5),
    Goal(VECTOR, GIN, 100),
    Goal(VECTOR, ROLLOUTS, 2),
    Goal(VECTOR, SEEN, 2),
)


def _aec(make: Callable[[], Any]) -> Callable[[float], float]:
    """Return what measures random games through the interface of PettingZoo."""

    def measured(seconds: float) -> float:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            env = make()
            env.reset(seed=1)
            chance = Random(1)
            steps, begun = 0, process_time()
            while (spent := process_time() - begun) < seconds:
                env.reset()
                for _ in env.agent_iter():
                    observation, _, terminated, truncated, _ = env.last()
                    if terminated or truncated:
                        env.step(None)
                        continue
                    legal = observation["action_mask"].nonzero()[0]
                    env.step(int(legal[chance.randrange(len(legal))]))
                    steps += 1
        return steps / spent

    return measured


def _leduc() -> Any:  # noqa: ANN401 - the library's own
    return importlib.import_module("pettingzoo.classic.leduc_holdem_v4").env()


def _basra_aec() -> Any:  # noqa: ANN401 - PettingZoo has no types
    return importlib.import_module("basra.rl.basra_v0").env(RULES)


def _vector(seconds: float) -> float:
    """Measure random deals side by side."""
    deals = VectorDeals(RULES, ROWS, seed=1)
    deals.step(deals.sample())
    steps, begun = 0, process_time()
    while (spent := process_time() - begun) < seconds:
        deals.step(deals.sample())
        steps += ROWS
    return steps / spent


def _spiel(name: str) -> Callable[[float], float]:
    """Return what measures random games of OpenSpiel, each state observed with its mask."""

    def measured(seconds: float) -> float:
        game = importlib.import_module(peers.OPEN_SPIEL).load_game(name)
        chance = Random(1)
        steps, begun = 0, process_time()
        while (spent := process_time() - begun) < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[chance.randrange(len(outcomes))][0])
                    continue
                player = state.current_player()
                np.asarray(state.observation_tensor(player), np.float32)
                legal = np.flatnonzero(state.legal_actions_mask(player))
                state.apply_action(int(legal[chance.randrange(len(legal))]))
                steps += 1
        return steps / spent

    return measured


def _is_there(*packages: str) -> bool:
    return all(importlib.util.find_spec(package) is not None for package in packages)


def measures() -> Mapping[str, Callable[[float], float]]:
    """Return what can be measured here, by name."""
    found: dict[str, Callable[[float], float]] = {VECTOR: _vector}
    if _is_there("pettingzoo"):
        found[AEC] = _aec(_basra_aec)
    if _is_there("pettingzoo", "rlcard", "pygame"):
        found[LEDUC] = _aec(_leduc)
    if _is_there(peers.RLCARD):
        found[GIN] = peers.INTERPRETED[GIN][1]
    if _is_there(peers.OPEN_SPIEL):
        importlib.import_module("basra.rl.spiel")
        found[ROLLOUTS] = peers.open_spiel_native
        found[SEEN] = _spiel("crazy_eights")
        found[OURS] = _spiel("basra")
    return found


def measure(seconds: float, rounds: int) -> dict[str, float]:
    """Return the medians of steps a second; all are measured in every round."""
    chosen = measures()
    rates: dict[str, list[float]] = {what: [] for what in chosen}
    for _ in range(rounds):
        for what, measured in chosen.items():
            rates[what].append(measured(seconds))
    return {what: median(found) for what, found in rates.items()}


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the arguments, measure, print, and write the results as JSON if asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure of a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args(arguments)
    rates = measure(asked.seconds, asked.rounds)
    for what, rate in rates.items():
        print(f"{what:70} {rate:>12,.0f} steps/s")
    ratios = []
    for goal in GOALS:
        if goal.ours in rates and goal.peer in rates:
            ratio = rates[goal.ours] / rates[goal.peer]
            ratios.append({**goal._asdict(), "found": round(ratio, 2)})
            print(f"{goal.ours} : {goal.peer} = {ratio:.2f} (goal {goal.times:g})")
        else:
            print(f"{goal.peer} is not installed, and not measured")
    if asked.json is not None:
        asked.json.parent.mkdir(parents=True, exist_ok=True)
        results = {"rules": RULES, "rows": ROWS, "steps_per_second": rates, "ratios": ratios}
        asked.json.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
