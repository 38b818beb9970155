"""What is handed out: built twice it is the same, has all it needs, and plays elsewhere."""

import email
import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from basra import __version__
from basra.texts import languages

ROOT = Path(__file__).parent.parent
SOME_DAY = "1790000000"

pytestmark = pytest.mark.skipif(
    not (ROOT / "src" / "basra" / "server" / "static" / ".stamp").is_file(),
    reason="the page is not built: make page",
)


def build(folder: Path) -> tuple[Path, Path]:
    """Build wheel and sdist from the sources with the page as it is."""
    environment = {**os.environ, "SOURCE_DATE_EPOCH": SOME_DAY, "BASRA_PAGE_LATER": "1"}
    words = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run(words, cwd=ROOT, env=environment, check=True, capture_output=True)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, sdist


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return build(tmp_path_factory.mktemp("first"))


def test_two_builds_are_the_same_byte_for_byte(built: tuple[Path, Path], tmp_path: Path) -> None:
    again = build(tmp_path)
    assert [one.read_bytes() for one in built] == [one.read_bytes() for one in again]


def test_the_wheel_has_the_page_the_words_and_the_types(built: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(built[0]) as wheel:
        names = set(wheel.namelist())
    wanted = {"basra/py.typed", "basra/server/static/index.html", "basra/server/static/.stamp"}
    wanted |= {f"basra/locale/{code}/LC_MESSAGES/basra.mo" for code in languages()}
    assert set() == wanted - names
    assert any(name.startswith("basra/server/static/assets/") for name in names)
    assert not any(name.startswith(("tests/", "web/", "docs/")) for name in names)


def test_the_sdist_has_the_page_so_that_it_installs_without_node(
    built: tuple[Path, Path],
) -> None:
    with tarfile.open(built[1]) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    wanted = {"src/basra/server/static/.stamp", "web/page.py", "hatch_build.py", "CITATION.cff"}
    assert set() == wanted - names
    assert not any("node_modules" in name for name in names)


def test_the_sdist_makes_the_same_wheel_where_there_is_no_node(
    built: tuple[Path, Path], tmp_path: Path
) -> None:
    with tarfile.open(built[1]) as sdist:
        sdist.extractall(tmp_path, filter="data")
    (sources,) = tmp_path.iterdir()
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    environment = {"PATH": "", "SOURCE_DATE_EPOCH": SOME_DAY}
    subprocess.run(words, cwd=sources, env=environment, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    assert zipfile.ZipFile(built[0]).namelist() == zipfile.ZipFile(wheel).namelist()
    assert built[0].read_bytes() == wheel.read_bytes()


def test_the_metadata_name_every_language_and_every_extra(built: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(built[0]) as wheel:
        (name,) = (one for one in wheel.namelist() if one.endswith("METADATA"))
        metadata = email.message_from_bytes(wheel.read(name))
    tongues = [one for one in metadata.get_all("classifier", []) if "Natural Language" in one]
    assert len(languages()) - 1 == len(tongues)  # Amharic has no classifier
    manual = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    assert all(f"| `{extra}` |" in manual for extra in metadata.get_all("provides-extra", []))


def test_the_citation_names_this_version() -> None:
    lines = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    assert {f"version: {__version__}", "license: MIT"} <= set(lines)


def test_the_wheel_plays_from_an_empty_folder(built: tuple[Path, Path], tmp_path: Path) -> None:
    """The dependencies are those of this machine; the program is that of the wheel."""
    python = _installed(built[0], tmp_path, ["--no-deps", "--no-index"])
    here = next(path for path in sys.path if path.endswith("site-packages"))
    site = next((tmp_path / "fresh").rglob("site-packages"))
    (site / "dependencies.pth").write_text(here, encoding="utf-8")
    _plays(python, tmp_path, site)


@pytest.mark.skipif("CI" not in os.environ, reason="it downloads: once, where CI is set")
def test_the_wheel_installs_with_all_it_needs_and_plays(
    built: tuple[Path, Path], tmp_path: Path
) -> None:
    wanted = ["--constraint", str(ROOT / "constraints.txt")]
    python = _installed(built[0], tmp_path, wanted, extra="[serve]")
    _plays(python, tmp_path, next((tmp_path / "fresh").rglob("site-packages")))


def _installed(wheel: Path, folder: Path, words: list[str], extra: str = "") -> Path:
    """Return the interpreter of a new environment that has the wheel."""
    venv.create(folder / "fresh", with_pip=False)
    python = folder / "fresh" / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    subprocess.run([*pip, *words, f"{wheel}{extra}"], check=True, capture_output=True)
    return python


def _plays(python: Path, folder: Path, site: Path) -> None:
    """See that rules are told, a match is played line by line, and the page is there."""
    environment = {"PATH": str(python.parent), "BASRA_HOME": str(folder), "LANG": "en_US.UTF-8"}

    def said(*words: str, typed: str = "") -> str:
        done = subprocess.run(
            [python, *words],
            input=typed,
            env=environment,
            cwd=folder,
            check=False,
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        assert (0, "") == (done.returncode, done.stderr)
        return done.stdout

    assert str(site) in said("-c", "import basra; print(basra.__file__)")
    assert "9♣" in said("-m", "basra", "rules", "egyptian")
    assert "Basra" in said("-m", "basra", "play", "--plain", "--seed", "1", typed="quit\n")
    assert "±" in said("-m", "basra", "match", "greedy", "random", "--deals", "20")
    page = "from basra.server.page import STATIC; print((STATIC / 'index.html').read_text()[:15])"
    assert "<!doctype html>" in said("-c", page).lower()
    assert "Basra" in said(
        "-c",
        "from basra.server.app import create; from basra.server.settings import Settings;"
        "print(create(Settings('sqlite+aiosqlite://')).title)",
    )
