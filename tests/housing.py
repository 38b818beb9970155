"""A server in a thread of the tests, and the chance that it draws from."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import uvicorn

from basra.server.run import bound


class Chance:
    """Where a server under test gets its chance from: the same at every run.

    A test may fix it for a while to see certain cards.
    """

    fixed: str | None = None

    def __init__(self, seed: str) -> None:
        self._rng = Random(seed)

    def __call__(self) -> str:
        return self.fixed or f"{self._rng.getrandbits(128):032x}"


@contextmanager
def running(app: Any, **more: Any) -> Iterator[int]:  # noqa: ANN401 - what uvicorn takes
    """Serve an application until the end of the block; its port is given."""
    listener = bound("127.0.0.1", 0)
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        log_level="critical",
        timeout_graceful_shutdown=1,
        **more,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        thread.join(0.01)
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(10)
        listener.close()
        assert not thread.is_alive()
