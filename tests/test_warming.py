"""Preparing the compiled players: a usual one stands in, and everybody is told."""

from collections.abc import Callable
from threading import Event

import pytest

from basra import kernel
from basra.bots import SEARCHING, is_ready
from basra.kernel import Stage, jit, warming
from basra.solo import Phase, Solo


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "is_warm", lambda _: False)
    monkeypatch.setattr(kernel, "warm_in_background", lambda: None)


@pytest.mark.usefixtures("cold")
def test_a_usual_player_stands_in_while_a_stronger_one_is_compiled() -> None:
    strong = Solo.begin("egyptian", seed=3, levels=["master"])
    usual = Solo.begin("egyptian", seed=3, levels=["careful"])
    assert (True, False) == (strong.is_preparing, usual.is_preparing)
    for solo in (strong, usual):
        while solo.phase is not Phase.BOT:
            solo.play(solo.offers()[0].play)
    assert strong.choice() == usual.choice()


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("name", SEARCHING)
def test_a_searching_player_is_not_ready_before_it_is_compiled(name: str) -> None:
    assert not is_ready(name)


def test_what_needs_no_compiling_is_ready() -> None:
    assert is_ready("careful")


def test_players_are_ready_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    gates = {Stage.SEARCH: Event(), Stage.BELIEFS: Event()}
    reached = {Stage.SEARCH: Event(), Stage.BELIEFS: Event()}

    def step(stage: Stage) -> tuple[Stage, Callable[[], None]]:
        def compiles() -> None:
            reached[stage].set()
            gates[stage].wait(10)

        return stage, compiles

    monkeypatch.setattr(warming, "_background", [])
    monkeypatch.setattr(warming, "_reached", [Stage.NOTHING])
    monkeypatch.setattr(warming, "STEPS", (step(Stage.SEARCH), step(Stage.BELIEFS)))
    monkeypatch.setattr(jit, "available", lambda: True)
    assert (False, False) == (is_ready("sharp"), is_ready("master"))
    thread = warming.warm_in_background()
    gates[Stage.SEARCH].set()
    assert reached[Stage.BELIEFS].wait(10)
    assert (True, False) == (is_ready("sharp"), is_ready("master"))
    gates[Stage.BELIEFS].set()
    thread.join(10)
    assert (True, True) == (is_ready("sharp"), is_ready("grandmaster"))
