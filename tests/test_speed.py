"""What is measured is measured: every figure is there and above 0."""

import pytest

from basra import find_rules, speed


@pytest.mark.parametrize("name", speed.MEASURES)
def test_every_figure_is_above_0(name: str) -> None:
    figures = speed.MEASURES[name](find_rules("egyptian"), 0.05)
    assert len(figures) >= 3
    assert all(value > 0 for key, value in figures.items() if key != "compiled")


@pytest.mark.parametrize("text", ["egyptian;seats=3", "lebanese_a;seats=4;sides=2"])
def test_every_table_can_be_searched(text: str) -> None:
    assert speed.solve(find_rules(text), 0.01)["solved"] > 0
