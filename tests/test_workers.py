"""Workers: the results are those of one worker, however many there are and whoever dies.

``BASRA_OVERHEAD=1`` measures what processes and Ray cost at jobs of a second.
"""

import importlib.util
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import pytest

import chores
from basra.arena.duel import Job, jobs
from basra.arena.workers import run
from basra.errors import BasraError
from chores import Chore, Deadly

DEADLY = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
RAY = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None,
    reason="RAY IS NOT INSTALLED: pip install basra[cluster]",
)


def deals(folder: Path) -> list[Deadly]:
    whole = Job("coffeehouse", "careful", "greedy", "workers", 0, 60, mirrored=True)
    parts = [Deadly(part) for part in jobs(whole)]
    parts[2] = Deadly(parts[2].job, str(folder / "died"))
    return parts


def expected_of(parts: list[Deadly]) -> list[object]:
    return [chores.play_deadly(Deadly(part.job)) for part in parts]


def test_results_come_in_the_order_of_the_jobs() -> None:
    work = [Chore(number) for number in range(25)]
    expected = [number**2 for number in range(25)]
    assert expected == list(run(chores.square, work, workers=1))
    assert expected == list(run(chores.square, work, workers=2))
    assert [] == list(run(chores.square, [], workers=2))


def test_jobs_are_taken_only_when_they_are_handed_out() -> None:
    taken: list[int] = []

    def endless() -> Iterator[Chore]:
        while True:
            taken.append(len(taken))
            yield Chore(len(taken))

    results = run(chores.square, endless(), workers=2)
    assert [1, 4, 9] == [next(results) for _ in range(3)]
    assert len(taken) <= 7
    results.close()  # type: ignore[attr-defined]


@DEADLY
def test_a_killed_process_changes_nothing(tmp_path: Path) -> None:
    parts = deals(tmp_path)
    assert expected_of(parts) == list(run(chores.play_deadly, parts, workers=2))
    assert (tmp_path / "died").exists()


@DEADLY
def test_processes_may_die_one_after_the_other(tmp_path: Path) -> None:
    work = [Chore(number, str(tmp_path / f"{number}")) for number in range(6)]
    assert [0, 1, 4, 9, 16, 25] == list(run(chores.square, work, workers=2))


@DEADLY
def test_a_job_that_kills_every_worker_is_given_up() -> None:
    with pytest.raises(BasraError, match="4 times"):
        list(run(chores.die, [Chore(1)], workers=2))


def test_an_error_of_a_job_is_its_result() -> None:
    with pytest.raises(ValueError, match="7"):
        list(run(chores.complain, [Chore(7)], workers=2))


@RAY
@DEADLY
@pytest.mark.filterwarnings("ignore")  # those of another's package
def test_a_killed_worker_of_a_cluster_changes_nothing(tmp_path: Path) -> None:
    parts = deals(tmp_path)
    assert expected_of(parts) == list(run(chores.play_deadly, parts, workers=2, ray="local"))
    assert (tmp_path / "died").exists()


@pytest.mark.skipif("BASRA_OVERHEAD" not in os.environ, reason="it takes half a minute")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("ray", [None, pytest.param("local", marks=RAY)])
def test_the_overhead_at_jobs_of_a_second_is_below_5_percent(ray: str | None) -> None:
    results = run(chores.rest, [0.5] * 16 + [1.0] * 20, workers=2, ray=ray)
    assert 8.0 == sum(next(results) for _ in range(16))  # the workers have started
    begun = perf_counter()
    assert 20.0 == sum(next(results) for _ in range(20))
    overhead = (perf_counter() - begun) / 10.0 - 1.0
    print(f"overhead {'ray' if ray else 'processes'}: {100 * overhead:.2f} %")  # noqa: T201
    assert [] == list(results)
    assert overhead < 0.05
