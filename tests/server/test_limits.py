"""Every answer carries the headers of security; too much is refused; metrics are for the house."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy.ext.asyncio import AsyncEngine

from basra.server import quotas
from basra.server.app import create
from basra.server.broker import Within
from basra.server.hub import Hub
from basra.server.limits import LARGEST
from basra.server.quotas import Quota
from basra.server.store import StoreError
from housing import Chance

from .conftest import settings_in
from .sitting import PATIENCE

FAR, NEAR = "9.9.9.9", "10.0.0.7"


def client(app: FastAPI, address: str = FAR) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app, client=(address, 5000))
    return httpx.AsyncClient(transport=transport, base_url="https://basra.example")


@asynccontextmanager
async def house(folder: Path, **more: Any) -> AsyncIterator[FastAPI]:  # noqa: ANN401 - any setting
    app = create(settings_in(folder, **more), entropy=Chance("limits"))
    async with app.router.lifespan_context(app):
        yield app


@pytest.mark.parametrize("path", ["/", "/api/variants", "/api/nothing", "/health", "/t/abc"])
async def test_every_answer_has_the_headers(tmp_path: Path, path: str) -> None:
    async with house(tmp_path) as app, client(app) as asking:
        headers = (await asking.get(path)).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert "'self'" == policy["script-src"]
    assert "'none'" == policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"]
    assert "nosniff" == headers["x-content-type-options"]
    assert "same-origin" == headers["referrer-policy"]
    assert "max-age=31536000" == headers["strict-transport-security"]
    assert "same-origin" == headers["cross-origin-resource-policy"]
    assert "camera=()" in headers["permissions-policy"]


async def test_an_address_has_so_many_calls(tmp_path: Path) -> None:
    async with house(tmp_path, calls=0.001, calls_burst=3) as app, client(app) as asking:
        answers = [await asking.get("/api/bots") for _ in range(4)]
        assert [200, 200, 200, 429] == [one.status_code for one in answers]
        assert {"key": "error.server.rate", "facts": {}} == answers[-1].json()
        assert "1" == answers[-1].headers["retry-after"]
        assert 200 == (await asking.get("/health")).status_code


async def test_an_account_has_so_many_calls_wherever_they_come_from(tmp_path: Path) -> None:
    headers = {"authorization": "Bearer the-same"}
    codes = []
    async with house(tmp_path, calls=0.001, calls_burst=2) as app:
        for number in range(3):
            async with client(app, f"203.0.113.{number}") as asking:
                codes.append((await asking.get("/api/bots", headers=headers)).status_code)
    assert [200, 200, 429] == codes


async def test_a_guest_opens_so_many_tables_wherever_it_comes_from(tmp_path: Path) -> None:
    codes = []
    async with house(tmp_path, tables=2) as app, client(app) as asking:
        told = (await asking.post("/api/guests", json={"name": "Hani"})).json()
        headers = {"authorization": f"Bearer {told['token']}"}
        for number in range(3):
            async with client(app, f"203.0.113.{number}") as elsewhere:
                body = {"rules": "egyptian"}
                answer = await elsewhere.post("/api/tables", json=body, headers=headers)
            codes.append(answer.status_code)
    assert [201, 201, 429] == codes


@pytest.mark.parametrize("length", [b"%d" % (LARGEST + 1), b"many", b"-1", b"\xb2", b"9" * 5000])
async def test_what_is_too_long_is_not_read(tmp_path: Path, length: bytes) -> None:
    headers = {b"content-length": length}
    async with house(tmp_path) as app, client(app) as asking:
        answer = await asking.post("/api/guests", content=b"{}", headers=headers)
    assert 413 == answer.status_code


async def test_metrics_are_told_to_the_own_network_only(tmp_path: Path) -> None:
    async with house(tmp_path) as app:
        async with client(app) as asking:
            assert 404 == (await asking.get("/metrics")).status_code
        async with client(app, NEAR) as asking:
            await asking.post("/api/guests", json={"name": "Umm Hani"})
            answer = await asking.get("/metrics")
    assert 200 == answer.status_code
    assert "basra_tables 0.0" in answer.text
    assert "basra_write_seconds_bucket" in answer.text
    assert "Hani" not in answer.text
    assert NEAR not in answer.text


async def test_it_is_ready_only_where_the_database_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ConnectionRefusedError

    async with house(tmp_path) as app, client(app) as asking:
        assert {"status": "ok"} == (await asking.get("/ready")).json()
        with monkeypatch.context() as broken:
            broken.setattr(AsyncEngine, "connect", fail)
            answer = await asking.get("/ready")
            assert (503, {"status": "database"}) == (answer.status_code, answer.json())
            headers = {"authorization": "Bearer unknown"}
            assert 503 == (await asking.get("/api/me", headers=headers)).status_code
            assert 200 == (await asking.get("/health")).status_code
        assert 200 == (await asking.get("/ready")).status_code


async def test_a_stream_that_cannot_begin_counts_for_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise StoreError("error.server.store", reason="test")

    async with house(tmp_path, sockets=1) as app, client(app) as asking:
        owner = (await asking.post("/api/guests", json={"name": "Hani"})).json()
        mine = {"authorization": f"Bearer {owner['token']}"}
        bot = (await asking.post("/api/bots/tokens", json={"name": "Robin"}, headers=mine)).json()
        headers = {"authorization": f"Bearer {bot['token']}"}
        monkeypatch.setattr(Hub, "tables_of", fail)
        answers = [await asking.get("/api/bot/stream", headers=headers) for _ in range(3)]
        assert [503, 503, 503] == [one.status_code for one in answers]
        body = {"t": "sync", "id": "1"}
        opened = (await asking.post("/api/tables", json={"rules": "egyptian"}, headers=mine)).json()
        path = f"/api/bot/tables/{opened['id']}/commands"
        refused = (await asking.post(path, json=body, headers=headers)).json()
    assert "error.server.stream" == refused["key"]


class Silent(Within):
    """A broker that never answers what it is asked."""

    def __init__(self) -> None:
        super().__init__(is_shared=True)

    async def take(self, *_: object) -> bool:
        raise await asyncio.get_running_loop().create_future()


async def test_a_broker_that_does_not_answer_holds_nobody_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(quotas, "_PATIENCE", 0.01)
    quota = Quota("tables", 2, Silent(), lambda: 0.0)
    async with asyncio.timeout(PATIENCE):
        assert [True, True, False] == [await quota.takes("hani") for _ in range(3)]
