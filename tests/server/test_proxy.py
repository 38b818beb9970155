"""Behind the proxy of deploy/Caddyfile, where Caddy is installed: the page and sockets by TLS."""

import os
import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from .conftest import serving
from .engines import WAIT, free_port, wait_for
from .sitting import House, guest, open_table, play_on, sitting

CADDY = shutil.which("caddy") or ""
FILE = Path(__file__).parents[2] / "deploy" / "Caddyfile"
UPSTREAM = "web1:8000 web2:8000"

pytestmark = pytest.mark.skipif(not CADDY, reason="Caddy is not installed")


class Proxied(House):
    """A server as a browser sees it through the proxy."""

    @property
    def http(self) -> str:
        return f"https://localhost:{self.port}"

    @property
    def ws(self) -> str:
        return f"wss://localhost:{self.port}"


class Proxy(NamedTuple):
    """A server before and behind the proxy, and the certificates to trust."""

    front: Proxied
    back: House
    trust: ssl.SSLContext

    def client(self, **headers: str) -> httpx.Client:
        return httpx.Client(base_url=self.front.http, verify=self.trust, headers=headers)


def config(back: House, secure: int) -> str:
    """Return the file for a port of this machine; one of its two servers is not there."""
    text = FILE.read_text(encoding="utf-8")
    assert 1 == text.count(UPSTREAM)
    own = text.replace(UPSTREAM, f"127.0.0.1:9 127.0.0.1:{back.port}")
    words = ("admin off", "skip_install_trust", "auto_https disable_redirects")
    return "\n".join(("{", *words, f"https_port {secure}", "}", own))


@contextmanager
def proxied(folder: Path, back: House) -> Iterator[Proxy]:
    """Run Caddy before a server until the end of the block."""
    secure = free_port()
    file = folder / "Caddyfile"
    file.write_text(config(back, secure), encoding="utf-8")
    environment = {**os.environ, "BASRA_HOST": "localhost", "HOME": str(folder)}
    environment |= {name: str(folder) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    words = (CADDY, "run", "--config", str(file), "--adapter", "caddyfile")
    with subprocess.Popen(words, env=environment, stderr=subprocess.DEVNULL) as caddy:
        try:
            wait_for(secure)
            root = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
            proxy = Proxy(
                Proxied(secure, folder), back, ssl.create_default_context(cafile=str(root))
            )
            _wait_until_well(proxy)
            yield proxy
        finally:
            caddy.terminate()


def _wait_until_well(proxy: Proxy) -> None:
    """Wait until the proxy has its certificate and has found who is there."""
    ends = time.monotonic() + WAIT
    while time.monotonic() < ends:
        try:
            with proxy.client() as client:
                if client.get("/ready").status_code == 200:
                    return
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    pytest.fail("the proxy has found no server")


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    house = tmp_path_factory.mktemp("house")
    with (
        serving(house) as back,
        proxied(tmp_path_factory.mktemp("caddy"), back) as found,
    ):
        yield found


def test_the_page_comes_by_tls_with_its_headers(proxy: Proxy) -> None:
    with proxy.client() as client:
        answers = [client.get("/") for _ in range(6)]
    assert {200} == {answer.status_code for answer in answers}
    assert all("<html" in answer.text for answer in answers)
    assert all("max-age" in answer.headers["strict-transport-security"] for answer in answers)
    assert all("'self'" in answer.headers["content-security-policy"] for answer in answers)


def test_what_is_no_business_of_the_world_stays_inside(proxy: Proxy) -> None:
    with proxy.client() as client:
        assert 404 == client.get("/metrics").status_code
        # An older Caddy calls it 502 when the body ends too late for its taste.
        assert client.post("/api/guests", content=b" " * 70_000).status_code in {413, 502}


async def test_a_table_is_played_through_the_proxy(proxy: Proxy) -> None:
    hani = await guest(proxy.back)
    table = await open_table(proxy.back, hani, bots={"1": "greedy"}, sit=0)
    page = proxy.front.http
    async with sitting(proxy.front, table, hani, origin=page, ssl=proxy.trust) as reader:
        await reader.do("ready")
        await play_on([reader], lambda: sum(one["k"] == "played" for one in reader.events) > 5)
        assert {0, 1} == {one["seat"] for one in reader.events if one["k"] == "played"}


async def test_another_page_opens_no_socket_through_it(proxy: Proxy) -> None:
    hani = await guest(proxy.back)
    table = await open_table(proxy.back, hani)
    evil = "https://evil.example"
    with pytest.raises(InvalidStatus) as error:
        async with sitting(proxy.front, table, hani, origin=evil, ssl=proxy.trust):
            pass
    assert 403 == error.value.response.status_code


def test_a_guest_cannot_choose_the_address_to_be_counted_by(tmp_path: Path) -> None:
    statuses = []
    with serving(tmp_path, guests=1) as back, proxied(tmp_path, back) as strict:
        for claimed in ("192.0.2.1", "192.0.2.2"):
            with strict.client(**{"X-Forwarded-For": claimed}) as client:
                answer = client.post("/api/guests", json={"name": "Umm Hani"})
            statuses.append(answer.status_code)
    assert [201, 429] == statuses
