"""The layers hold, names mean something, and every file says why it exists."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import basra

SOURCE = Path(basra.__file__).parent
TESTS = Path(__file__).parent
CORE = (
    {"texts"},
    {"errors"},
    {"cards"},
    {"rules", "shuffle", "sums"},
    {"variants"},
    {"engine"},
    {"svg"},
    {"position"},
    {"view"},
    {"notation"},
    {"game"},
    {"match"},
)
LAYER = {name: number for number, names in enumerate(CORE) for name in names}
ABOVE = len(CORE)
KNOWN_EXCEPTION = ("rules", "variants")
"""The repr of rules names the nearest variant, when asked."""
MEANINGLESS = {
    "util",
    "utils",
    "helper",
    "helpers",
    "manager",
    "managers",
    "base",
    "common",
    "misc",
}
FILES = sorted(SOURCE.rglob("*.py"))
EVERY_FILE = [*FILES, *sorted(TESTS.glob("*.py"))]


def part_of(path: Path) -> str:
    """Return the module or package of basra that a file belongs to."""
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 11))


def imported_by(path: Path) -> Iterator[str]:
    """Yield the modules and packages of basra that a file imports, wherever it does."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            first, _, rest = name.partition(".")
            if first == "basra":
                yield rest.partition(".")[0]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_go_down_only(path: Path) -> None:
    part = part_of(path)
    if part == "__init__":
        return
    layer = LAYER.get(part, ABOVE)
    for name in set(imported_by(path)) - {part}:
        if layer < ABOVE and (part, name) != KNOWN_EXCEPTION:
            assert LAYER.get(name, ABOVE) < layer, f"{part} imports {name}"


def test_the_core_is_whole() -> None:
    assert set(LAYER) <= {part_of(path) for path in FILES}


def test_core_modules_import_something_of_the_layers_below() -> None:
    found = {name for path in FILES if part_of(path) == "game" for name in imported_by(path)}
    assert {"engine", "notation", "position", "view"} <= found


@pytest.mark.parametrize("path", EVERY_FILE, ids=lambda path: path.name)
def test_names_mean_something(path: Path) -> None:
    assert not set(path.stem.lower().split("_")) & MEANINGLESS
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ClassDef):
            assert not node.name.lower().endswith(("manager", "helper", "util", "base"))


@pytest.mark.parametrize("path", EVERY_FILE, ids=lambda path: path.name)
def test_the_first_line_says_why_a_file_exists(path: Path) -> None:
    docstring = ast.get_docstring(tree_of(path))
    assert docstring
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith(('"""', 'r"""'))
    assert docstring.splitlines()[0].endswith((".", ":", ";", ","))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_file_has_at_most_500_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 500


def test_what_is_exported_exists_once_and_is_sorted_within_its_kind() -> None:
    assert len(basra.__all__) == len(set(basra.__all__))
    assert all(hasattr(basra, name) for name in basra.__all__)
