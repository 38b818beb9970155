"""Runs the server: listens, says where, and leaves politely when it is told to."""

import asyncio
import gc
import signal
import socket
from collections.abc import Callable

import uvicorn

from basra.server.app import create, say_goodbye
from basra.server.logs import log_as_json
from basra.server.settings import Settings

_PING = 9.0
"""Seconds between two signs of life on a socket, and until one must be answered."""
_FAREWELL = 0.1
"""Seconds for the last messages to be sent."""
_SELDOM = (20_000, 20, 100)
"""How seldom garbage is looked for: with many tables a look takes as long as a hundred plays."""
_LAST = 1
"""Seconds that are left for what is under way when the server goes down."""


class _Server(uvicorn.Server):
    """A server that tells when it listens, and its readers before it leaves."""

    def __init__(
        self, config: uvicorn.Config, listening: Callable[[], None], leaving: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._listening = listening
        self._leaving = leaving

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # What is there now stays; of what comes, little is garbage that counting does not find.
        gc.freeze()
        gc.set_threshold(*_SELDOM)
        if self.started and not self.should_exit:
            self._listening()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Who comes now finds another process; who has just come is still answered.
        for server in self.servers:
            server.close()
        self._leaving()
        await asyncio.sleep(_FAREWELL)
        await super().shutdown(sockets)


def bound(host: str, port: int) -> socket.socket:
    """Return a socket bound to an address; port 0 finds a free one. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, so that the loop sends small messages at once instead of waiting for more.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        error.filename = f"{host}:{port}"
        raise
    return listener


def address_of(listener: socket.socket) -> str:
    """Return the address of the page, as a browser writes it."""
    host, port = listener.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, host)  # noqa: S104 - only read
    return f"http://{f'[{shown}]' if ':' in shown and '[' not in shown else shown}:{port}/"


def run(
    listener: socket.socket, settings: Settings, listening: Callable[[str], None] = lambda _: None
) -> None:
    """Serve until a signal comes; ``listening`` is told the address when the page can be opened."""
    app = create(settings)
    if settings.json_logs:
        log_as_json()
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=settings.frame,
        ws_ping_interval=_PING,
        ws_ping_timeout=_PING,
        ws_per_message_deflate=False,
        log_config=None if settings.json_logs else uvicorn.config.LOGGING_CONFIG,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=_LAST,
        lifespan="on",
    )
    for one in (signal.SIGTERM, signal.SIGINT):
        # The server takes the signal and raises it once more when all is done: that is no failure.
        signal.signal(one, lambda *_: None)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
        # A server of one process has nobody to go on meanwhile: who started it starts it anew.
        signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))
    address = address_of(listener)
    _Server(config, lambda: listening(address), lambda: say_goodbye(app)).run([listener])
