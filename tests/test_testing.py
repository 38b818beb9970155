"""The checks for players: they pass who plays well, and name what a rogue does wrong."""

from itertools import count

import pytest

from basra.bots import Bot, Limit, find_bot
from basra.bots.bot import legal_plays
from basra.cards import Play
from basra.testing import EVERYWHERE, FaultyBotError, check_bot, floor_views
from basra.variants import find_rules
from basra.view import View
from rogues import Cheating, Crashing, Leaving, Mute, Sleeping


@pytest.mark.parametrize("name", ["random", "greedy", "careful"])
def test_the_players_of_the_ladder_are_legal_and_steady_everywhere(name: str) -> None:
    assert check_bot(find_bot(name), EVERYWHERE if name == "greedy" else EVERYWHERE[::5]).plays > 50


class Whimsical(Cheating):
    """Plays something else each time."""

    times = count()

    def choose(self, view: View, limit: Limit) -> Play:
        del limit
        plays = legal_plays(view)
        return Play(plays[next(self.times) % len(plays)])


@pytest.mark.parametrize(
    ("rogue", "expected"),
    [
        (Crashing, "failed: ZeroDivisionError"),
        (Leaving, "failed: SystemExit"),
        (Cheating, "no legal play"),
        (Mute, "None, which is no legal play"),
        (Sleeping, "within 0.1 seconds"),
        (Whimsical, "asked again"),
    ],
)
def test_what_is_wrong_is_named(rogue: type[Crashing], expected: str) -> None:
    bot: Bot = rogue("0")
    with pytest.raises(FaultyBotError, match=expected):
        check_bot(bot, ["egyptian"], patience=0.1 if rogue is Sleeping else 30.0)


def test_who_says_nothing_of_being_steady_is_not_held_to_it() -> None:
    assert check_bot(Whimsical("0"), ["cypriot"], steady=False).plays > 0


def test_contrived_floors_are_large_and_have_plays() -> None:
    for rules in EVERYWHERE:
        views = list(floor_views(find_rules(rules)))
        assert max(view.floor.bit_count() for view in views) >= 11
        assert all(legal_plays(view) for view in views)
