"""The referee: whatever a player does, the deal ends, and who failed is known."""

import threading

import pytest

from basra import Deal
from basra.arena.players import find_player, player_name
from basra.arena.referee import Ended, play_out
from basra.bots import Bot, Limit
from basra.errors import BadNotation
from basra.position import Position


def ended(rogue: str, patience: float = 30.0) -> Ended:
    bots: list[Bot] = [find_player("greedy"), find_player(f"rogues:{rogue}")]
    return play_out(Deal("coffeehouse", seed="referee", dealer=1), bots, Limit(), patience)


@pytest.mark.parametrize(
    ("rogue", "reason", "detail"),
    [
        ("Crashing", "error", "ZeroDivisionError: 1"),
        ("Leaving", "error", "SystemExit: 1"),
        ("Mute", "illegal", "None"),
    ],
)
def test_who_fails_forfeits(rogue: str, reason: str, detail: str) -> None:
    assert (1, reason, detail) == ended(rogue)[1:]


def test_an_illegal_play_is_named() -> None:
    found = ended("Cheating")
    assert (1, "illegal", 2) == (found.seat, found.reason, len(found.detail))


def test_the_bell_wakes_who_sleeps() -> None:
    assert (1, "slow", "0.1") == ended("Sleeping", 0.1)[1:]


def test_away_from_the_main_thread_lateness_is_noticed_afterwards() -> None:
    found: list[Ended] = []
    bots = [find_player("greedy")] * 2
    deal = Deal("coffeehouse", seed="thread")
    thread = threading.Thread(
        target=lambda: found.append(play_out(deal, bots, Limit(), patience=1e-9))
    )
    thread.start()
    thread.join()
    assert ["slow"] == [one.reason for one in found]


def test_a_deal_is_played_to_its_end_and_every_play_is_watched() -> None:
    seen: list[int] = []

    def watch(before: Position, play: int, after: Position) -> None:
        assert after.plays == (*before.plays, play)
        seen.append(play)

    deal = Deal("coffeehouse", seed="referee")
    bots = [find_player("greedy"), find_player("careful")]
    found = play_out(deal, bots, Limit(), watcher=watch)
    assert (deal.scores, None) == found[:2]
    assert seen == list(deal.position.plays)


def test_players_are_found_by_name() -> None:
    assert "careful" == player_name(" Careful")
    assert "rogues:Mute" == player_name("rogues:Mute")
    for wrong in ("rogues:Nobody", "no.such.module:Bot", ":x"):
        with pytest.raises(BadNotation, match="module:Class"):
            find_player(wrong)


@pytest.mark.parametrize("patience", [1e10, float("inf")])
def test_the_most_patient_are_served(patience: float) -> None:
    bots = [find_player("greedy")] * 2
    assert play_out(Deal("coffeehouse", seed="1"), bots, Limit(), patience).seat is None


@pytest.mark.parametrize("name", [".x:Y", "basra.cards:RANKS"])
def test_what_makes_no_player_is_refused(name: str) -> None:
    with pytest.raises(BadNotation, match="expected module:Class"):
        find_player(name)
