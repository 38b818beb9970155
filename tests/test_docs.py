"""The pages tell the truth: made ones are fresh, commands exist, links lead somewhere."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from typer.main import get_command

from basra import __version__, loads_bgn
from basra.cli import app

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands(text: str) -> Iterator[list[str]]:
    """Yield the commands of a page: lines of shell blocks, and code that begins with one."""
    lines = [line for block in blocks(text, "sh") for line in block.splitlines()]
    lines += re.findall(
        r"`((?:basra|make) [^`]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    )
    for line in lines:
        words = shlex.split(line, comments=True)
        if words and words[0] in {"basra", "make"}:
            yield words


def subcommands() -> dict[str, Any]:
    group: Any = get_command(app)
    return dict(group.commands)


@pytest.fixture
def generator(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "docs")
    spec = spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_of_rules_is_fresh(generator: ModuleType) -> None:
    assert generator.rules_page() == read("docs/rules.md"), "make docs"


def test_the_table_of_the_readme_is_fresh(generator: ModuleType) -> None:
    assert generator.readme(read("README.md")) == read("README.md"), "make docs"


def test_the_page_of_figures_is_fresh(generator: ModuleType) -> None:
    measured = json.loads(read("bench/results.json"))
    assert generator.performance_page(measured) == read("docs/performance.md"), "make docs"


def test_what_could_not_be_measured_is_said(generator: ModuleType) -> None:
    measured = json.loads(read("bench/results.json"))
    measured["machine"] |= {"numba": None, "rlcard": None, "busy": None}
    first, *others = measured["figures"]
    lacking = {**others[0], "value": None, "unit": "", "note": "RLCard is not installed"}
    page = generator.performance_page({**measured, "figures": [first, lacking]})
    assert "without numba" in page
    assert "RLCard not installed" in page
    assert f"| {lacking['what']} | not measured |  | RLCard is not installed |" in page
    alone = generator.performance_page({**measured, "figures": [lacking]})
    assert f"| {lacking['what']} | not measured |  | RLCard is not installed |" in alone


@pytest.mark.parametrize("name", NAMES)
def test_links_lead_somewhere(name: str) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", read(name)):
        if target.startswith("https://"):
            continue
        path, _, anchor = target.partition("#")
        page = (ROOT / name).parent / path if path else ROOT / name
        assert page.exists(), target
        if anchor:
            assert f'<a id="{anchor}"></a>' in page.read_text(encoding="utf-8"), target


@pytest.mark.parametrize("name", NAMES)
def test_commands_exist(name: str) -> None:
    goals = set(re.findall(r"^([a-z]+):", read("Makefile"), re.MULTILINE))
    for words in commands(read(name)):
        if words[0] == "make":
            assert {word for word in words[1:] if "=" not in word} <= goals, words
            continue
        called, *arguments = words[1:]
        made = subcommands()
        assert called in made, words
        made[called].make_context(called, arguments)


@pytest.mark.parametrize("name", NAMES)
def test_examples_in_python_are_run(name: str) -> None:
    assert all(block.startswith(">>> ") for block in blocks(read(name), "python"))


def test_the_record_in_the_notation_replays() -> None:
    (record,) = blocks(read("docs/notation.md"), "bgn")
    match = loads_bgn(record)
    assert ((17, 26), 30) == (match.scores, match.carried)


def test_the_changelog_begins_with_this_version() -> None:
    versions = re.findall(r"^## \[([^\]]+)\]", read("CHANGELOG.md"), re.MULTILINE)
    assert __version__ == versions[0]


def test_everything_asked_for_is_pinned() -> None:
    project = read("pyproject.toml").partition("[tool.")[0]
    asked = re.findall(r'"([a-z_-]+)>=', project)
    lines = [*read("constraints.txt").splitlines(), *read("bench/constraints.txt").splitlines()]
    pins = dict(line.split("==") for line in lines if line[0] != "#")
    assert {"textual", "rlcard"} <= set(asked)
    assert set(asked) <= {name.lower() for name in pins}


@pytest.mark.skipif(sys.platform == "win32", reason="bash is asked")
def test_the_gate_is_the_two_commands_of_the_readme() -> None:
    gate = ROOT / ".ci" / "run"
    assert os.access(gate, os.X_OK)
    assert read(".ci/run").splitlines()[-1] == "exec make -j2 check test"
    subprocess.run(["/bin/bash", "-n", gate], check=True)
