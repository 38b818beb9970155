"""Metrics for Prometheus: how much is played, how long it takes, what went wrong; nobody's name."""

import os
from ipaddress import ip_address
from typing import Final

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Where it is set, the processes of one port count in files of this folder."""
_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1.0, 2.5)

EVENTS: Final = Counter("basra_events", "Events written to the logs of tables")
WRITES: Final = Histogram(
    "basra_write_seconds", "How long a group of events takes to be durable", buckets=_SECONDS
)
ANSWERS: Final = Histogram(
    "basra_answer_seconds", "How long a command waits for its answer", buckets=_SECONDS
)
REFUSED: Final = Counter("basra_refused", "Commands that were refused")
BROKEN: Final = Counter("basra_broken_tables", "Tables taken from memory after a failure")
TABLES: Final = Gauge("basra_tables", "Tables in memory", multiprocess_mode="livesum")
READERS: Final = Gauge("basra_readers", "Readers of these tables", multiprocess_mode="livesum")
AWAY: Final = Gauge(
    "basra_readers_away", "Readers here of tables elsewhere", multiprocess_mode="livesum"
)
BROKER: Final = Gauge("basra_broker_up", "Whether the broker is there", multiprocess_mode="livemin")


async def tell_metrics(request: Request) -> Response:
    """Answer those of the own network; for others there is no such page."""
    if not _is_near(request):
        return PlainTextResponse("", 404)
    registry = REGISTRY
    if SHARED in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)


def _is_near(request: Request) -> bool:
    try:
        return request.client is not None and ip_address(request.client.host).is_private
    except ValueError:
        return False
