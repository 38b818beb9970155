"""Pictures of a ladder: the file that was asked for, the same for the same ladder."""

import importlib.util
from pathlib import Path

import pytest

from basra.arena.plot import draw_ladder
from basra.arena.tournament import Rung
from basra.errors import BasraError

LADDER = [Rung("careful", 80.0, 60.0, 100.0, 0.7), Rung("random", -80.0, -100.0, -60.0, 0.3)]
pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("matplotlib") is None,
    reason="MATPLOTLIB IS NOT INSTALLED: pip install basra[plot]",
)


@pytest.mark.parametrize(("suffix", "head"), [("svg", b"<?xml"), ("png", b"\x89PNG")])
def test_a_ladder_is_drawn(tmp_path: Path, suffix: str, head: bytes) -> None:
    files = [tmp_path / f"{name}.{suffix}" for name in "ab"]
    for file in files:
        draw_ladder(LADDER, "egyptian", "Elo", file)
    first, second = (file.read_bytes() for file in files)
    assert first.startswith(head)
    assert first == second


def test_other_kinds_of_picture_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BasraError, match=r"ends in \.svg or \.png"):
        draw_ladder(LADDER, "egyptian", "Elo", tmp_path / "ladder.gif")
