"""Basra for OpenSpiel, registered as ``basra`` when this is imported."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from basra.cards import ALL, CARDS, Card, Play
from basra.encode import ACTIONS, SIZE, actions_of, encode
from basra.errors import BadNotation
from basra.game import Deal, packets
from basra.notation import write_view
from basra.position import Position, advance
from basra.rl.packs import Start, start_of
from basra.rl.rewards import points_of, read_reward
from basra.rules import Rules
from basra.shuffle import Generator, joined
from basra.variants import find_rules
from basra.view import View, imagine, look

NAME = "basra"
EXPLICIT, SAMPLED = "explicit", "sampled"
PLAYS = 48
"""The plays of the longest deal."""
INFORMATION = SIZE + 2 * PLAYS * CARDS
"""The numbers of an information state: an observation, then every play as two planes."""
_DEFAULTS = {"rules": "egyptian;seats:2", "reward": "zero_sum", "chance": EXPLICIT, "seed": 0}


def game_type(reward: str, chance: str) -> Any:  # noqa: ANN401 - OpenSpiel has no types
    """Return what OpenSpiel is told of the kind of game."""
    utilities = pyspiel.GameType.Utility
    modes = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Basra",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if chance == EXPLICIT else modes.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utilities.ZERO_SUM if reward == "zero_sum" else utilities.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(_DEFAULTS),
    )


def most_points(rules: Rules) -> int:
    """Return more than a side can make in a deal.

    >>> from basra import find_rules
    >>> from basra.rl.spiel import most_points
    >>> most_points(find_rules("cypriot"))
    496
    """
    numeral = rules.basra_points or 2 * max(10, rules.queen_value, rules.king_value)
    # A capture of 40 numerals is no more than 40 groups.
    basra = max(numeral * (40 if rules.per_group else 1), rules.jack_basra)
    return 13 + rules.majority + PLAYS * basra


class BasraGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A deal of Basra; seat 0 plays first.

    Parameters: ``rules``, where ``:`` stands for ``=`` in a text; ``reward``, ``zero_sum`` or
    ``points``; ``chance``: the pack comes card by card, each of those left as likely
    (``explicit``), or drawn by ``seed`` (``sampled``).

    >>> import pyspiel, basra.rl.spiel
    >>> game = pyspiel.load_game("basra", {"rules": "egyptian;seats=3"})
    >>> game.num_players(), game.num_distinct_actions(), game.max_game_length()
    (3, 576, 48)
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        asked = {**_DEFAULTS, **(params or {})}
        # A text of a game has no = in a value; OpenSpiel writes and reads such texts.
        asked["rules"] = str(asked["rules"]).replace("=", ":")
        self.rules = find_rules(asked["rules"].replace(":", "="))
        self.reward = read_reward(asked["reward"], ("zero_sum", "points"))
        self.chance = asked["chance"]
        if self.chance not in (EXPLICIT, SAMPLED):
            raise BadNotation("error.chance", text=self.chance, expected=f"{EXPLICIT}, {SAMPLED}")
        self._seed = str(asked["seed"])
        self._drawn = 0
        most = most_points(self.rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=CARDS,
            num_players=self.rules.seats,
            min_utility=-most if self.reward == "zero_sum" else 0,
            max_utility=most,
            utility_sum=0.0 if self.reward == "zero_sum" else None,
            max_game_length=sum(packets(self.rules)[0]) * self.rules.seats,
        )
        super().__init__(game_type(self.reward, self.chance), info, asked)

    def new_initial_state(self) -> "BasraState":
        """Return the state before the pack is shuffled; each has a deal of its own, if sampled."""
        self._drawn += 1
        return BasraState(self, f"{self._seed}/{self._drawn}" if self.chance == SAMPLED else "")

    def make_py_observer(
        self,
        iig_obs_type: Any = None,  # noqa: ANN401
        params: dict[str, Any] | None = None,
    ) -> "BasraObserver":
        """Return what writes observations, or information states."""
        return BasraObserver(
            iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params
        )

    def max_chance_nodes_in_history(self) -> int:
        """Return the most chance nodes of a deal: a pack, and barred cards put back."""
        return self.rules.pack + 4


class BasraState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A deal at one moment; first the pack comes by chance."""

    def __init__(self, game: BasraGame, drawn: str = "") -> None:
        super().__init__(game)
        self._drawn = drawn
        self._pack: tuple[int, ...] = ()
        self._places: tuple[int, ...] = ()
        self.start: Start | None = None
        """How the deal begins, once that is known."""
        self.position: Position | None = None
        """Everything on the table, once the deal has begun."""

    def current_player(self) -> int:
        """Return the seat in turn, or that chance is, or that the deal is over."""
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.position.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.position.state.turn

    def view(self, player: int) -> View:
        """Return what a seat knows; raises BadNotation before the deal has begun."""
        if self.position is None:
            raise BadNotation("error.reset")
        return look(self.position, player)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(actions_of(self.view(player)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the next cards of the pack, or the places of a barred card, each as likely.

        Where chance is sampled it is one of them.
        """
        outcomes = self._next_of_pack()
        if self._drawn:
            dice = Generator(joined("spiel", self._drawn, str(len(self._pack + self._places))))
            return [(outcomes[dice.randrange(len(outcomes))], 1.0)]
        return [(outcome, 1.0 / len(outcomes)) for outcome in outcomes]

    def _next_of_pack(self) -> list[int]:
        if self.start is not None:
            return list(range(self.start.bounds[len(self._places)]))
        return [card for card in range(self.get_game().rules.pack) if card not in self._pack]

    def _apply_action(self, action: int) -> None:
        if self.position is not None:
            play = actions_of(self.view(self.position.state.turn))[action]
            self.position = advance(self.position, play)
            return
        rules = self.get_game().rules
        if self.start is None:
            self._pack = (*self._pack, action)
            if len(self._pack) < rules.pack - 1:
                return
            self._pack = (*self._pack, *self._next_of_pack())
        else:
            self._places = (*self._places, action)
        self.start = Start(rules, self._pack, self._places)
        if len(self._places) == len(self.start.bounds):
            self.position = self.start.position(rules.seats - 1)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"Place {action}" if self.start is not None else f"Deal {Card(action)}"
        return str(Play(actions_of(self.view(player))[action]))

    def is_terminal(self) -> bool:
        """Tell whether the deal is over."""
        return self.position is not None and self.position.is_over

    def returns(self) -> list[float]:
        """Return what the deal brings to each seat; nothing before it is over."""
        game = self.get_game()
        if self.position is None or not self.position.is_over:
            return [0.0] * game.rules.seats
        sides = points_of(game.reward, Deal.at(self.position).scores)
        return [float(sides[seat % len(sides)]) for seat in range(game.rules.seats)]

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> "BasraState":
        """Return a state that a seat cannot tell from this one, told as a deal of its own."""
        if self.position is None or self.start is None:
            raise BadNotation("error.reset")
        view = self.view(player_id)
        world = imagine(view, _Sampler(probability_sampler))
        knows = player_id == self.position.state.dealer
        start = start_of(world, self.start, knows_bottom=knows)
        state: BasraState = self.get_game().new_initial_state()
        for outcome in (*start.pack[:-1], *start.places):
            state.apply_action(outcome)
        for play in view.plays:
            state.apply_action(state.action_of(play))
        return state

    def action_of(self, play: int) -> int:
        """Return the action of a legal play of the seat in turn."""
        legal = actions_of(self.view(self.current_player()))
        return next(action for action, other in legal.items() if other == play)

    def __str__(self) -> str:
        if self.position is None:
            return " ".join(("pack", *map(str, map(Card, self._pack)), *map(str, self._places)))
        return Deal.at(self.position).bfn()


class _Sampler:
    """Random numbers below a bound from a source of numbers between 0 and 1."""

    def __init__(self, sampler: Callable[[], float]) -> None:
        self._sampler = sampler

    def randrange(self, stop: int, /) -> int:
        """Return a number of 0 to ``stop - 1``."""
        return min(int(self._sampler() * stop), stop - 1)


class BasraObserver:
    """Writes what a seat knows as numbers and as a text."""

    def __init__(self, iig_obs_type: Any, params: dict[str, Any] | None) -> None:  # noqa: ANN401
        if params:
            raise BadNotation("error.observer", text=str(params))
        self._recalls = iig_obs_type.perfect_recall
        self._is_private = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor = np.zeros(INFORMATION if self._recalls else SIZE, np.float32)
        self.dict = {"observation": self.tensor[:SIZE]}
        if self._recalls:
            self.dict["plays"] = self.tensor[SIZE:].reshape(PLAYS, 2, CARDS)

    def _view(self, state: BasraState, player: int) -> View:
        """Return the view of a seat, without what it alone knows if only that is asked for."""
        if self._is_private or state.position is None:
            return state.view(player)
        return look(state.position, None)._replace(seat=player)

    def set_from(self, state: BasraState, player: int) -> None:
        """Write what a seat knows as numbers; all 0 before the deal has begun."""
        self.tensor.fill(0)
        if state.position is None:
            return
        view = self._view(state, player)
        self.tensor[:SIZE] = encode(view)
        if self._recalls:
            planes = self.dict["plays"]
            for number, play in enumerate(view.plays):
                planes[number, 0, play >> CARDS] = 1
                planes[number, 1, list(_cards(play & ALL))] = 1

    def string_from(self, state: BasraState, player: int) -> str:
        """Return what a seat knows as a text."""
        if state.position is None:
            return "pack"
        view = self._view(state, player)
        seen = f"{write_view(view)} {view.seat}"
        return (
            f"{seen} {' '.join(str(Play(play)) for play in view.plays)}" if self._recalls else seen
        )


def _cards(cards: int) -> list[int]:
    return [card for card in range(CARDS) if cards >> card & 1]


def register() -> None:
    """Make the game known to OpenSpiel by its name."""
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(game_type("zero_sum", EXPLICIT), BasraGame)


register()
