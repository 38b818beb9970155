"""A Ray cluster: joined here and nowhere else; this is the only place that imports ray.

Ray takes the signals of a process as its own, may wait long for a cluster that is not there, and
ends the process a minute after the cluster is gone. So a server does not join one: it starts a
process that does (``hand_on``), and asks that.
"""

import importlib
import os
import pickle
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock
from typing import Any, Final, Literal, NamedTuple

from basra.errors import BasraError

TRIES: Final = 3
"""How often a job is done again after its worker died."""
PATIENCE: Final = 60.0
"""Seconds that the first answer of a cluster may take."""


class Question(NamedTuple):
    """A function of a module and pure data; without a function the question is taken back."""

    number: int
    function: Callable[..., object] | None
    facts: tuple[object, ...] = ()


class Answer(NamedTuple):
    """What came of a question."""

    number: int
    kind: Literal["done", "failed", "died", "lost"]
    """``died``: whichever worker had the job; ``lost``: the cluster, not the job, is to blame."""
    value: object = None
    """What the function returned or raised."""


def installed() -> Any:  # noqa: ANN401 - a module
    """Return Ray. Raises BasraError if it is not installed."""
    try:
        return importlib.import_module("ray")
    except ImportError:
        raise BasraError("error.extra", package="ray", extra="cluster") from None


def join(address: str, workers: int | None = None) -> Any:  # noqa: ANN401 - a module
    """Join a cluster and return Ray; ``local`` starts one that finds the modules found here.

    Raises BasraError if Ray is not installed, and what Ray raises.
    """
    ray = installed()
    quiet = {"include_dashboard": False} if address == "local" else {}
    here = {"env_vars": {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}}
    ray.init(
        address=address,
        num_cpus=workers if address == "local" else None,
        runtime_env=here if address == "local" else None,
        log_to_driver=False,
        logging_level="error",
        **quiet,
    )
    return ray


def hand_on(
    address: str, probe: Callable[[], object], expected: object, parent: Connection
) -> None:
    """Be the process between a server and a cluster, until the server ends.

    Says first how many processors there are, or why there are none; a worker has to answer
    ``probe`` as expected. Then takes questions, and gives answers as they come.
    """
    for name in ("SIGINT", "SIGHUP"):  # meant for the server, which closes its end
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    _hush()
    try:
        ray = join(address)
        found = ray.get(ray.remote(num_cpus=0)(_answer).remote(probe, ()), timeout=PATIENCE)
        if found != expected:
            raise BasraError("error.cluster.other", found=found, expected=expected)  # noqa: TRY301
        parent.send(int(ray.cluster_resources().get("CPU", 1)))
    except Exception as error:  # noqa: BLE001 - whatever it is, the server does without
        parent.send(str(_cause(error)).partition("\n")[0])
        return
    with suppress(EOFError, OSError):
        _Clerk(ray, parent).serve()
    ray.shutdown()


def _hush() -> None:
    """Let Ray write to nobody: the server tells what matters, in its own way."""
    with Path(os.devnull).open("wb") as nothing:
        for number in (1, 2):
            os.dup2(nothing.fileno(), number)


def _answer(function: Callable[..., object], facts: tuple[object, ...]) -> object:
    return function(*facts)


def _cause(error: Exception) -> Exception:
    """Return what a job raised, without what Ray says about it."""
    cause = getattr(error, "cause", None)
    return cause if isinstance(cause, Exception) else error


class _Clerk:
    """Passes questions on and gives back what comes of them."""

    def __init__(self, ray: Any, parent: Connection) -> None:  # noqa: ANN401 - a module
        self._ray = ray
        self._parent = parent
        self._remote = ray.remote(max_retries=TRIES)(_answer)
        self._going: dict[int, Any] = {}
        self._turn = Lock()

    def serve(self) -> None:
        """Take questions until it is told that there are no more, by ``None``."""
        while (asked := self._next()) is not None:
            if asked.function is not None:
                job = self._remote.remote(asked.function, asked.facts)
                self._going[asked.number] = job
                job.future().add_done_callback(partial(self._give, asked.number))
            elif (job := self._going.pop(asked.number, None)) is not None:
                self._ray.cancel(job)

    def _next(self) -> Question | None:
        asked: Question | None = self._parent.recv()
        return asked

    def _give(self, number: int, future: Any) -> None:  # noqa: ANN401 - of Ray
        """Give the answer to a question that was not taken back; a thread of Ray's does this."""
        if self._going.pop(number, None) is None:
            return
        told = self._told(number, future.exception())
        if told is None:
            told = Answer(number, "done", future.result())
        with self._turn, suppress(OSError):
            self._parent.send(told)

    def _told(self, number: int, error: Exception | None) -> Answer | None:
        raised = self._ray.exceptions
        if error is None:
            return None
        if isinstance(error, raised.WorkerCrashedError | raised.OutOfMemoryError):
            return Answer(number, "died")
        if isinstance(error, raised.RayTaskError):
            return Answer(number, "failed", _portable(_cause(error)))
        return Answer(number, "lost")


def _portable(error: Exception) -> Exception:
    """Return an error that can be sent."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - it was made here
    except Exception:  # noqa: BLE001 - a class of an error may do anything
        return RuntimeError(repr(error))
    return error
