"""What deploys a server agrees with the program, itself, and the pins; every pin has hashes."""

import configparser
import re
import shlex
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version
from typer.main import get_command

from basra.cli import app
from basra.server.limits import LARGEST
from basra.server.replays.routes import LONGEST

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
EXTRAS = ("serve", "postgres", "broker", "fast")
ENTRY = re.compile(r"(\S+==\S+)( ; .+?)?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)\n")


class Pin(NamedTuple):
    """A package at one version, and whether every machine needs it."""

    version: Version
    is_for_all: bool


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def hashed(name: str) -> dict[str, Pin]:
    """Return what a file pins; nothing but a comment and pins with hashes is in it."""
    text = read(name)
    assert "" == ENTRY.sub("", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
    found: dict[str, Pin] = {}
    for entry, marker, _ in ENTRY.findall(text):
        package, version = entry.split("==")
        found[canonicalize_name(package)] = Pin(Version(version), not marker)
    return found


def constraints() -> dict[str, Version]:
    lines = [line for line in read("constraints.txt").splitlines() if not line.startswith("#")]
    pairs = (line.split("==") for line in lines)
    return {canonicalize_name(package): Version(version) for package, version in pairs}


def wanted(requirements: list[str], extras: tuple[str, ...] = ("",)) -> list[Requirement]:
    """Return those requirements that hold on this machine with some extras."""
    found = [Requirement(one) for one in requirements]
    return [
        one
        for one in found
        if one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in extras)
    ]


def all_of(requirements: list[Requirement]) -> dict[str, list[Requirement]]:
    """Return requirements with what these need in turn, as far as they are installed here."""
    found: dict[str, list[Requirement]] = {}
    while requirements:
        one = requirements.pop()
        name = canonicalize_name(one.name)
        if one in found.setdefault(name, []):
            continue
        found[name].append(one)
        try:
            requirements += wanted(requires(name) or [], ("", *one.extras))
        except PackageNotFoundError:
            continue
    return found


def test_the_server_is_pinned_with_all_that_it_needs() -> None:
    project = tomllib.loads(read("pyproject.toml"))["project"]
    words = list(project["dependencies"])
    for extra in EXTRAS:
        words += project["optional-dependencies"][extra]
    pins, needed = hashed("deploy/requirements.txt"), all_of(wanted(words))
    assert set() == needed.keys() - pins.keys()
    for name, requirements in needed.items():
        assert all(one.specifier.contains(pins[name].version) for one in requirements), name


def test_what_builds_is_pinned_too() -> None:
    project = tomllib.loads(read("pyproject.toml"))
    words = [*project["build-system"]["requires"], *project["dependency-groups"]["page"]]
    assert set() == all_of(wanted(words)).keys() - hashed("deploy/build.txt").keys()


@pytest.mark.parametrize("name", ["deploy/requirements.txt", "deploy/build.txt"])
def test_the_pins_are_those_that_the_tests_passed_with(name: str) -> None:
    """What is not among those is for other machines."""
    tested, pins = constraints(), hashed(name)
    differing = {
        package: pin.version
        for package, pin in pins.items()
        if tested.get(package, pin.version if not pin.is_for_all else None) != pin.version
    }
    assert {} == differing, "run: make pins"


def options(words: list[str]) -> dict[str, Any]:
    """Return how `basra` understands words. Fails if it does not."""
    assert "serve" == words[0]
    group: Any = get_command(app)
    found: dict[str, Any] = group.commands["serve"].make_context("serve", words[1:]).params
    return found


def image() -> dict[str, list[str]]:
    """Return the instructions of the container file by their names."""
    text = re.sub(r"^#.*\n", "", read("deploy/Containerfile"), flags=re.MULTILINE)
    found: dict[str, list[str]] = {}
    for line in text.replace("\\\n", "").splitlines():
        name, _, words = line.partition(" ")
        found.setdefault(name, []).append(words)
    return {name: lines for name, lines in found.items() if name}


def test_the_image_installs_only_what_has_a_hash() -> None:
    installs = [
        command
        for line in image()["RUN"]
        for command in line.split("&&")
        if " install " in command and "pip" in command
    ]
    assert 3 == len(installs)
    for command in installs:
        assert "--require-hashes" in command or "--no-index --no-deps" in command
    files = re.findall(r"-r (\S+)", " ".join(installs))
    assert {"deploy/build.txt", "deploy/requirements.txt"} == set(files)


def test_the_image_serves_for_everybody_and_keeps_where_it_may() -> None:
    found = image()
    (words,) = (re.findall(r'"([^"]*)"', line) for line in found["CMD"])
    assert ("0.0.0.0", True) == (options(words)["host"], options(words)["json_logs"])  # noqa: S104
    kept = re.findall(r"BASRA_\w+=(\S+)", found["ENV"][-1])
    assert kept == shlex.split(found["VOLUME"][0])
    assert all(f" {folder}" in found["RUN"][-1] for folder in kept)
    assert f"127.0.0.1:{found['EXPOSE'][0]}/ready" in found["HEALTHCHECK"][0]
    assert options(words)["port"] == int(found["EXPOSE"][0])


@pytest.fixture(scope="module")
def house() -> dict[str, Any]:
    yaml = pytest.importorskip("yaml")
    text = re.sub(r"\$\{(\w+):\?\}", r"<\1>", read("deploy/compose.yaml"))
    found: dict[str, Any] = yaml.safe_load(text)
    return found


def test_the_servers_of_the_house_find_database_and_broker(house: dict[str, Any]) -> None:
    services = house["services"]
    for name in ("web1", "web2"):
        said = options(services[name]["command"])
        database, broker = urlsplit(said["database"]), urlsplit(said["broker"])
        known = services[str(database.hostname)]["environment"]
        assert known["POSTGRES_USER"] == database.username
        assert known["POSTGRES_PASSWORD"] == database.password
        assert f"/{known['POSTGRES_DB']}" == database.path
        for one in (database.hostname, broker.hostname):
            assert "service_healthy" == services[name]["depends_on"][one]["condition"]
            assert "healthcheck" in services[str(one)]
        assert ["https://<BASRA_HOST>"] == said["origin"]


def test_the_proxy_of_the_house_knows_the_servers_and_is_believed(house: dict[str, Any]) -> None:
    services, (port,) = house["services"], image()["EXPOSE"]
    (line,) = re.findall(r"reverse_proxy (.*) \{", read("deploy/Caddyfile"))
    assert {f"{name}:{port}" for name in services if name.startswith("web")} == set(line.split())
    address = services["proxy"]["networks"]["inside"]["ipv4_address"]
    (subnet,) = (one["subnet"] for one in house["networks"]["inside"]["ipam"]["config"])
    assert ip_address(address) in ip_network(subnet)
    for name in ("web1", "web2"):
        assert address == services[name]["environment"]["FORWARDED_ALLOW_IPS"]


def test_the_proxy_of_the_house_passes_on_what_the_program_takes() -> None:
    (most,) = re.findall(r"max_size (\d+)KiB", read("deploy/Caddyfile"))
    assert LARGEST == LONGEST == 1024 * int(most)


def test_one_builds_the_image_and_what_is_kept_has_a_place(house: dict[str, Any]) -> None:
    """Two builds of one name at once fail; nobody is asked for an image of that name."""
    services = house["services"]
    makers = [one for one in services.values() if one["image"] == "basra"]
    assert 1 == sum("build" in one for one in makers)
    assert {"never"} == {one["pull_policy"] for one in makers}
    build = next(one["build"] for one in makers if "build" in one)
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
    mounts = [mount.split(":") for one in services.values() for mount in one.get("volumes", ())]
    assert house["volumes"].keys() == {place for place, *_ in mounts if "/" not in place}
    assert all((DEPLOY / place).is_file() for place, *_ in mounts if "/" in place)
    (code,) = {inside for place, inside, *_ in mounts if place == "code"}
    assert f"BASRA_CACHE={code}" in image()["ENV"][-1]


def test_the_unit_says_what_the_program_understands() -> None:
    unit = configparser.RawConfigParser(strict=False, comment_prefixes="#")
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    text = read("deploy/basra.service")
    unit.read_string(text)
    service = unit["Service"]
    for name, flag in (("ExecStartPre", "check"), ("ExecStart", "json_logs")):
        program, *words = service[name].split()
        assert ("/opt/basra/bin/basra", "$BASRA_SERVE") == (program, words.pop())
        assert options(words)[flag]
    (example,) = re.findall(r"like: (--.*)", text)
    assert 2 == options(["serve", *example.split()])["workers"]
    assert f"/var/lib/{service['StateDirectory']}" in text
    assert f"/var/cache/{service['CacheDirectory']}" in text
