"""Preparing the compiled players: a usual one stands in, and everybody is told."""

from threading import Event

import pytest

from basra import kernel
from basra.bots import SEARCHING, is_ready
from basra.kernel import warming
from basra.solo import Phase, Solo


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "is_warm", lambda: False)
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


def test_all_is_warm_once_the_thread_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = Event()
    monkeypatch.setattr(warming, "_background", [])
    monkeypatch.setattr(warming, "warm", compiled.wait)
    thread = warming.warm_in_background()
    assert thread is warming.warm_in_background()
    assert not warming.is_warm()
    compiled.set()
    thread.join(10)
    assert warming.is_warm()
