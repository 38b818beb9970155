"""Limits of the calls: how many of an address and of an account, and how long one may be."""

from collections.abc import Callable
from hashlib import sha256
from typing import Final

from msgspec import json
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from basra.server.gate import Allowance
from basra.server.messages import Fact
from basra.server.settings import Settings

LARGEST: Final = 262_144
"""Bytes of a body beyond which it is not even looked at."""
_DIGITS: Final = 20
"""How many of a length are read: Python refuses thousands of them."""


class Limited:
    """Refuses calls beyond the limits before anything is done for them."""

    def __init__(self, app: ASGIApp, settings: Settings, clock: Callable[[], float]) -> None:
        self._app = app
        an_hour, burst = settings.calls * 3600, settings.calls_burst
        self._addresses = Allowance(an_hour, clock, burst)
        self._accounts = Allowance(an_hour, clock, burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        wrong = self._wrong(scope) if scope["type"] == "http" else None
        await (wrong or self._app)(scope, receive, send)

    def _wrong(self, scope: Scope) -> Response | None:
        """Return the answer to a call that is too much."""
        if not scope["path"].startswith("/api/"):
            return None
        headers = Headers(scope=scope)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > _DIGITS or int(length) > LARGEST:
            return _refusal(413, Fact(key="error.server.long", facts={"most": LARGEST}))
        client = scope.get("client")
        may = self._addresses.takes(client[0] if client else "")
        if may and (who := headers.get("authorization")):
            may = self._accounts.takes(sha256(who.encode()).hexdigest())
        return None if may else _refusal(429, Fact(key="error.server.rate"))


def _refusal(status: int, fact: Fact) -> Response:
    headers = {"cache-control": "no-store"}
    if status == 429:
        headers["retry-after"] = "1"
    return Response(json.encode(fact), status, headers, "application/json")
