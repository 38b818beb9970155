"""Does jobs here, in processes, or on a Ray cluster, and gives their results in order.

Jobs and results are pure data, and a job gives the same result wherever it is done. A job whose
worker dies is done again.
"""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from itertools import islice
from typing import Any, Final, TypeVar

from basra.arena import cluster
from basra.arena.cluster import TRIES
from basra.errors import BasraError

J = TypeVar("J")
R = TypeVar("R")

AHEAD: Final = 2
"""Jobs handed out for each worker: the next one is there when one is done."""


def run(
    function: Callable[[J], R],
    jobs: Iterable[J],
    *,
    workers: int | None = None,
    ray: str | None = None,
) -> Iterator[R]:
    """Yield ``function(job)`` for every job, in the order of the jobs.

    With one worker the work is done here, with more in processes (all processors unless told).
    ``ray`` is the address of a cluster, ``local`` to start one on this machine. Jobs are taken
    from their iterator only when they are handed out, so it may end early. Raises BasraError if
    every worker of a job dies.
    """
    if ray is not None:
        return _on_ray(function, jobs, workers, ray)
    number = workers or os.cpu_count() or 1
    return map(function, jobs) if number == 1 else _in_processes(function, jobs, number)


def _in_processes(function: Callable[[J], R], jobs: Iterable[J], workers: int) -> Iterator[R]:
    rest = iter(jobs)
    pool = _pool(workers)
    queue: deque[tuple[J, Future[R] | None]] = deque()
    tries = 0
    try:
        while True:
            try:
                queue.extend((job, None) for job in islice(rest, AHEAD * workers - len(queue)))
                for at, (job, future) in enumerate(queue):
                    if future is None or _is_lost(future):
                        queue[at] = job, pool.submit(function, job)
                if not queue:
                    return
                head = queue[0][1]
                assert head is not None  # noqa: S101 - it was handed out above
                result = head.result()
            except BrokenProcessPool:
                tries += 1
                if tries > TRIES:
                    raise BasraError("error.worker", job=queue[0][0], tries=tries) from None
                pool.shutdown()
                pool = _pool(workers)
                continue
            queue.popleft()
            tries = 0
            yield result
    finally:
        pool.shutdown(cancel_futures=True)


def _pool(workers: int) -> ProcessPoolExecutor:
    # Each starts afresh: a copy of a process with threads may hang.
    start = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, mp_context=start, initializer=_heed_no_keys)


def _heed_no_keys() -> None:
    """Leave Ctrl-C to the process that gave the work: it ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _is_lost(future: "Future[Any]") -> bool:
    """Tell whether the worker of a job died."""
    return future.done() and isinstance(future.exception(), BrokenProcessPool)


def _on_ray(
    function: Callable[[J], R], jobs: Iterable[J], workers: int | None, address: str
) -> Iterator[R]:
    ray = cluster.installed()
    started = not ray.is_initialized()
    if started:
        cluster.join(address, workers)
    number = workers or int(ray.cluster_resources().get("CPU", 1))
    remote = ray.remote(max_retries=TRIES)(function)
    rest = iter(jobs)
    queue: deque[tuple[J, Any]] = deque()
    try:
        while True:
            for job in islice(rest, AHEAD * number - len(queue)):
                queue.append((job, remote.remote(job)))
            if not queue:
                return
            job, reference = queue[0]
            try:
                result: R = ray.get(reference)
            except ray.exceptions.WorkerCrashedError:
                raise BasraError("error.worker", job=job, tries=TRIES + 1) from None
            queue.popleft()
            yield result
    finally:
        for _, reference in queue:
            with suppress(Exception):
                ray.cancel(reference)
        if started:
            ray.shutdown()
