"""The cache of compiled code: its stamp, its sweeping, and life without a compiler."""

import gc
import os
import shutil
import subprocess
import sys
import time
from collections.abc import MutableSequence, Sequence
from pathlib import Path
from types import FunctionType
from typing import cast, get_type_hints

import pytest

import basra
import twins
from basra import Rules, engine, kernel
from basra.kernel import jit, rollout, search

PACKAGE = Path(basra.__file__).parent
needs_numba = pytest.mark.skipif(not kernel.available(), reason="numba is not installed")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    copy = tmp_path / "basra"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "locale"))
    return copy


def run(program: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )
    return done.stdout.strip()


def test_a_copy_has_the_same_stamp(package: Path) -> None:
    assert jit.stamp(PACKAGE, "here") == jit.stamp(package, "here")


@pytest.mark.parametrize(
    "source", ["engine/captures.py", "cards.py", "rules.py", "sums.py", "kernel/rollout.py"]
)
def test_an_edit_of_any_source_makes_another_stamp(package: Path, source: str) -> None:
    before = jit.stamp(package, "here")
    path = package / source
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert jit.stamp(package, "here") != before


def test_another_machine_has_another_stamp() -> None:
    assert jit.stamp(PACKAGE, "here") != jit.stamp(PACKAGE, "there")


def test_what_is_not_compiled_makes_no_other_stamp(package: Path) -> None:
    before = jit.stamp(package, "here")
    (package / "game.py").write_text("", encoding="utf-8")
    assert jit.stamp(package, "here") == before


def test_sweeping_removes_old_caches_but_the_newest(tmp_path: Path) -> None:
    now = time.time()
    for age in range(6):
        folder = tmp_path / f"stamp{age}"
        folder.mkdir()
        os.utime(folder, (now, now - age * 20 * 3600))
    jit.sweep(tmp_path / "stamp0")
    # Stays: the current one, the next two, and none of the others, which are older than a day.
    assert sorted(path.name for path in tmp_path.iterdir()) == ["stamp0", "stamp1", "stamp2"]


def test_the_cache_folder_is_the_one_named(tmp_path: Path) -> None:
    program = "from basra.kernel import jit; print(jit.cache_home())"
    assert run(program, BASRA_CACHE=str(tmp_path)) == str(tmp_path)


def test_importing_the_kernel_loads_no_compiler() -> None:
    program = "import basra.kernel, sys; print({'numba', 'numpy'} & set(sys.modules))"
    assert run(program) == "set()"


def test_without_a_compiler_all_is_interpreted() -> None:
    program = """
import sys
sys.modules["numba"] = None
import basra
from basra import kernel
rules = basra.find_rules("egyptian")
print(kernel.available(), kernel.warm() < 1, kernel.playouts(rules, 3, 1))
deal = basra.Deal(rules, seed=1)
for _ in range(40):
    deal.play(deal.legal_plays[0])
position = deal.position
print(kernel.solve(rules, position.state, position.stock))
"""
    rules = basra.find_rules("egyptian")
    first, second = run(program).splitlines()
    assert first == f"False True {kernel.playouts(rules, 3, 1, interpreted=True)}"
    assert "exact=True" in second


def test_interpreted_by_wish() -> None:
    program = "from basra import kernel; print(kernel.available())"
    assert run(program, BASRA_INTERPRETED="1") == "False"


def called_by(function: object) -> set[object]:
    """Return a function and those that it calls; they are compiled with it, by other tests."""
    found: set[object] = set()
    waiting = [cast("FunctionType", function)]
    while waiting:
        caller = waiting.pop()
        found.add(caller)
        called = (caller.__globals__.get(name) for name in caller.__code__.co_names)
        waiting.extend(f for f in called if isinstance(f, FunctionType) and f not in found)
    return found


@needs_numba
def test_every_function_of_the_engine_compiles() -> None:
    numba = pytest.importorskip("numba")
    jit.register_engine()
    none = (0, 0, 0, 0)
    state = engine.State(0, none, none, none, 0, engine.NOBODY, 0, 1, 0)
    numbers = jit.room(1)
    typical = {
        int: 1,
        bool: False,
        Rules: Rules(),
        engine.State: state,
        engine.Four: none,
        Sequence[int]: numbers,
        MutableSequence[int]: numbers,
    }
    functions = [f for f in jit.engine_functions() if f.__name__ not in jit.NATIVE]
    entries = (twins.visit, rollout.play_deals, search.search)
    compiled = {function for entry in entries for function in called_by(entry)}
    for function in functions:
        if function in compiled:
            continue
        kinds = get_type_hints(function)
        kinds.pop("return")
        signature = tuple(numba.typeof(typical[kind]) for kind in kinds.values())
        numba.njit(error_model="numpy")(function).compile(signature)
    assert len(functions) > 50


@needs_numba
def test_warming_leaves_nothing_to_compile() -> None:
    thread = kernel.warm_in_background()
    assert thread.daemon
    thread.join()
    assert kernel.is_warm()
    kernel.warm()
    assert kernel.warm() < 0.5


@needs_numba
@pytest.mark.parametrize("collects", [True, False])
def test_warming_leaves_the_collection_of_garbage_as_it_was(*, collects: bool) -> None:
    (gc.enable if collects else gc.disable)()
    try:
        kernel.warm()
        assert collects == gc.isenabled()
    finally:
        gc.enable()


@needs_numba
def test_a_folder_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    program = """
from basra import find_rules, kernel
from basra.kernel import jit
def twice(number: int) -> int:
    return 2 * number
print(jit.entry(twice)(21))
"""
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    assert run(program, BASRA_CACHE=str(tmp_path / "file")) == "42"


@needs_numba
def test_compiled_code_stays_in_its_bounds() -> None:
    program = """
import sys
sys.path.insert(0, "tests")
import twins
from basra import VARIANTS, kernel
from basra.kernel import jit, rollout, search
try:
    jit.entry(twins.past_the_end)(jit.room(3))
except IndexError:
    print("checked")
visit = jit.entry(twins.visit)
for key in VARIANTS:
    for table in VARIANTS[key].tables:
        rules = jit.plain_rules(VARIANTS[key].at(*table))
        visit(rules, 1, jit.room(4000))
        kernel.playouts(rules, 400, 1)
print("in bounds")
"""
    root = str(Path(__file__).parent.parent)
    done = subprocess.run(
        [sys.executable, "-c", program],
        check=False,
        capture_output=True,
        text=True,
        cwd=root,
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1"},
    )
    assert done.stdout.strip() == "checked\nin bounds", done.stderr
