"""The manual is built without a warning, and everything in it can be found."""

import os
import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("furo", reason="the group docs is not installed")
    folder = tmp_path_factory.mktemp("manual")
    words = ["-q", "--fail-on-warning", "--keep-going", "-b", "html", "-d", str(folder / "parts")]
    built = subprocess.run(
        [sys.executable, "-m", "sphinx", *words, str(DOCS), str(folder / "site")],
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
        check=False,
        capture_output=True,
        text=True,
    )
    assert (0, "") == (built.returncode, built.stderr)
    return folder / "site"


def test_every_page_is_in_the_navigation(site: Path) -> None:
    home = (site / "index.html").read_text(encoding="utf-8")
    pages = {page.relative_to(DOCS).with_suffix(".html").as_posix() for page in DOCS.rglob("*.md")}
    assert set() == {page for page in pages - {"index.html"} if f'href="{page}"' not in home}


def test_every_picture_is_there_and_told_in_words(site: Path) -> None:
    for page in site.rglob("*.html"):
        for image in re.findall(r"<img [^>]+>", page.read_text(encoding="utf-8")):
            source, words = (re.search(f'{one}="([^"]*)"', image) for one in ("src", "alt"))
            assert source, image
            assert (page.parent / source[1]).is_file(), image
            assert words, image
            assert words[1], image


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    loads = re.compile(r'<(?:script|img|link)[^>]+(?:src|href)="(https?:[^"]+)"')
    for page in site.rglob("*.html"):
        assert [] == loads.findall(page.read_text(encoding="utf-8")), page


@pytest.fixture(scope="module")
def generator() -> ModuleType:
    spec = spec_from_file_location("generate", DOCS / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.path.insert(0, str(DOCS))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(DOCS))
    return module


@pytest.mark.parametrize("name", ["rules", "tutorial"])
def test_the_pictures_are_fresh(generator: ModuleType, name: str) -> None:
    folder = DOCS / "pictures" / name
    drawn = {"rules": generator.rules_pictures, "tutorial": generator.tutorial_pictures}[name]()
    found = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
    assert drawn == found, "make docs"
