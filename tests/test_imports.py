"""``import basra`` is light: nothing heavy is loaded, and it takes no time to speak of."""

import os
import statistics
import subprocess
import sys

HEAVY = ("numpy", "numba", "asyncio", "textual", "typer", "rich", "gettext", "platformdirs")


def loaded_by(statement: str) -> set[str]:
    program = f"{statement}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    return {name.partition(".")[0] for name in done.stdout.split()}


def test_import_loads_nothing_heavy() -> None:
    assert set() == loaded_by("import basra") & set(HEAVY)


def test_a_whole_deal_loads_nothing_heavy() -> None:
    program = (
        "import basra\n"
        "deal = basra.Deal('egyptian', seed=1)\n"
        "while not deal.is_over: deal.play(deal.legal_plays[0])\n"
        "basra.sample(basra.Deal('cypriot', seed=1).view(0), basra.Generator('x'))"
    )
    assert set() == loaded_by(program) & set(HEAVY)


def test_the_command_line_loads_nothing_that_only_some_commands_need() -> None:
    needless = {"asyncio", "fastapi", "numba", "numpy", "sqlalchemy", "textual", "websockets"}
    assert set() == loaded_by("import basra.cli") & needless


def seconds(statement: str) -> float:
    """Return the processor time of a new Python; other work on the machine does not count."""
    before = os.times()
    subprocess.run([sys.executable, "-c", statement], check=True)
    after = os.times()
    used = after.children_user + after.children_system
    return used - before.children_user - before.children_system


def extra_cost() -> float:
    pairs = [(seconds("pass"), seconds("import basra")) for _ in range(7)]
    return statistics.median(loaded - bare for bare, loaded in pairs)


def test_import_costs_less_than_60_milliseconds() -> None:
    costs = [extra_cost()]
    while min(costs) >= 0.06 and len(costs) < 6:  # a crowded machine is slower all the same
        costs.append(extra_cost())
    assert min(costs) < 0.06
