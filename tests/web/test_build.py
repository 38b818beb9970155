"""The build of the page: when it is stale, what it needs, and what it hands out."""

import json
import shutil
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from re import findall
from types import ModuleType

import pytest

WEB = Path(__file__).parents[2] / "web"


@pytest.fixture(scope="module")
def build() -> ModuleType:
    spec = spec_from_file_location("page_build", WEB / "page.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def web(tmp_path: Path) -> Path:
    copy = tmp_path / "web"
    left_out = shutil.ignore_patterns("node_modules", "test")
    return Path(shutil.copytree(WEB, copy, ignore=left_out))


def test_the_stamp_is_the_same_for_the_same_sources(build: ModuleType, web: Path) -> None:
    assert build.digest(WEB) == build.digest(web)


@pytest.mark.parametrize("name", ["src/App.svelte", "public/icon.svg", "package-lock.json"])
def test_a_changed_source_makes_the_page_stale(build: ModuleType, web: Path, name: str) -> None:
    static = web / "static"
    static.mkdir()
    (static / build.STAMP).write_text(build.digest(web) + "\n")
    assert build.is_fresh(web, static)
    (web / name).write_text((web / name).read_text() + " ")
    assert not build.is_fresh(web, static)


def test_a_renamed_source_makes_the_page_stale(build: ModuleType, web: Path) -> None:
    before = build.digest(web)
    (web / "src/App.svelte").rename(web / "src/Page.svelte")
    assert before != build.digest(web)


def test_what_tests_read_does_not(build: ModuleType, web: Path) -> None:
    before = build.digest(web)
    (web / "test").mkdir()
    (web / "test/new.test.ts").write_text("")
    assert before == build.digest(web)


def test_without_node_the_page_asks_for_it(
    build: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build.shutil, "which", lambda _: None)
    monkeypatch.setattr(build, "find_spec", lambda _: None)
    monkeypatch.setattr(build, "is_fresh", lambda: False)
    assert 0 == build.main(["missing"])
    assert build.NODE == capsys.readouterr().out.strip()
    assert 1 == build.main([])
    assert build.NODE in capsys.readouterr().out


def test_the_lock_names_no_address() -> None:
    packages = json.loads((WEB / "package-lock.json").read_text("utf-8"))["packages"]
    assert [] == [name for name, package in packages.items() if "resolved" in package]


def test_every_package_is_checked_by_its_hash() -> None:
    packages = json.loads((WEB / "package-lock.json").read_text("utf-8"))["packages"]
    assert [""] == [name for name, package in packages.items() if "integrity" not in package]


def test_the_built_page_holds_what_it_promises(build: ModuleType) -> None:
    if not build.is_fresh():
        pytest.skip("the page is not built: make page")
    static = build.STATIC
    worker = (static / "worker.js").read_text("utf-8")
    kept = json.loads(worker.partition("const FILES = ")[2].partition(";\n")[0])
    assert [] == [name for name in kept if name != "/" and not (static / name[1:]).is_file()]
    manifest = json.loads((static / "manifest.webmanifest").read_text("utf-8"))
    assert all((static / icon["src"][1:]).is_file() for icon in manifest["icons"])
    assert "LESSER GENERAL PUBLIC LICENSE" in (static / "classic/LICENSE").read_text("utf-8")


def test_the_first_load_and_the_table_are_small(build: ModuleType) -> None:
    from gzip import compress  # noqa: PLC0415

    if not build.is_fresh():
        pytest.skip("the page is not built: make page")
    index = build.STATIC / "index.html"
    named = findall(r"assets/[^\"]+", index.read_text(encoding="utf-8"))
    table = [
        *(build.STATIC / "assets").glob("Table-*"),
        *(build.STATIC / "assets").glob("Told-*"),
    ]
    files = [index, *(build.STATIC / name for name in named), *table]
    assert len(named) >= 2
    assert len(table) >= 2
    assert 100_000 > sum(len(compress(file.read_bytes())) for file in files)
