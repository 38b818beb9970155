"""`basra play`: the page by default, the terminal where anything of the terminal is asked."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from urllib.request import urlopen

import pytest

from basra.cli import shows_windows

BASRA = (sys.executable, "-c", "from basra.cli import main; main()")
SCREENS = {"DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"}


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    seen = {name: value for name, value in os.environ.items() if name not in SCREENS}
    return {**seen, "BASRA_HOME": str(tmp_path), "LANGUAGE": "en"}


@pytest.fixture
def game(environment: dict[str, str]) -> Iterator["subprocess.Popen[str]"]:
    with subprocess.Popen(
        [*BASRA, "play"], stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        yield process
        process.terminate()
        process.wait(10)


def test_play_says_where_the_page_is_and_serves_it(game: "subprocess.Popen[str]") -> None:
    begun = monotonic()
    assert game.stdout is not None
    address = game.stdout.readline().split()[-1]
    assert 10 > monotonic() - begun
    with urlopen(f"{address}api/variants", timeout=5) as answer:  # noqa: S310 - our own
        assert 200 == answer.status


def test_a_second_game_at_home_is_the_first(
    game: "subprocess.Popen[str]", environment: dict[str, str]
) -> None:
    assert game.stdout is not None
    told = game.stdout.readline()
    if ":7752/" not in told:
        pytest.skip("the usual port is taken on this machine")
    second = subprocess.run(
        [*BASRA], capture_output=True, text=True, env=environment, timeout=30, check=False
    )
    assert (0, told, "") == (second.returncode, second.stdout, second.stderr)


@pytest.mark.parametrize("words", [["--terminal"], ["--plain"], ["--rules", "egyptian"]])
def test_what_the_terminal_alone_knows_is_played_there(
    words: list[str], environment: dict[str, str]
) -> None:
    done = subprocess.run(
        [*BASRA, "play", *words],
        input="",
        capture_output=True,
        text=True,
        env=environment,
        timeout=30,
        check=False,
    )
    assert "http://" not in done.stdout
    assert done.stdout.strip()


@pytest.mark.parametrize(
    ("expected", "environment", "platform"),
    [
        (True, {"DISPLAY": ":0"}, "linux"),
        (True, {"WAYLAND_DISPLAY": "wayland-0"}, "linux"),
        (False, {}, "linux"),
        (False, {"DISPLAY": ""}, "linux"),
        (False, {"DISPLAY": "localhost:10.0", "SSH_CONNECTION": "10.0.0.2 1 10.0.0.1 22"}, "linux"),
        (True, {}, "darwin"),
        (True, {}, "win32"),
        (False, {"SSH_TTY": "/dev/pts/0"}, "darwin"),
    ],
)
def test_a_browser_is_opened_where_it_would_be_seen(
    environment: dict[str, str],
    platform: str,
    *,
    expected: bool,
) -> None:
    assert expected == shows_windows(environment, platform)
