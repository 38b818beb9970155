"""The process between a server and a cluster: what goes in, what comes out, with a sham for Ray."""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any, cast

import pytest

import chores
from basra.arena import cluster
from basra.arena.cluster import Answer, Question, hand_on
from basra.errors import BasraError
from chores import Chore


class CrashedError(Exception):
    """Workers died of a job."""


class TaskError(Exception):
    """A job raised something."""

    def __init__(self, cause: Exception) -> None:
        super().__init__("a long story")
        self.cause = cause


class Unportable(Exception):  # noqa: N818 - it is none of ours
    """Cannot be made again from its text."""

    def __init__(self, one: int, other: int) -> None:
        super().__init__(f"{one} {other}")


class Sham:
    """Does what Ray does, at once; what is asked of ``chores.rest`` never ends."""

    exceptions = SimpleNamespace(
        WorkerCrashedError=CrashedError, OutOfMemoryError=MemoryError, RayTaskError=TaskError
    )

    def __init__(self) -> None:
        self.cancelled: list[object] = []
        self.is_shut = False

    def remote(self, **_: object) -> Callable[[Any], Any]:
        return lambda function: SimpleNamespace(
            remote=lambda *facts: SimpleNamespace(future=lambda: self._done(function, *facts))
        )

    def _done(self, function: Any, question: Any, facts: Any) -> "Future[object]":  # noqa: ANN401
        future: Future[object] = Future()
        if question is chores.rest:
            return future
        try:
            future.set_result(function(question, facts))
        except (CrashedError, MemoryError, ConnectionError) as error:
            future.set_exception(error)
        except Exception as error:  # noqa: BLE001 - whatever a job raises
            future.set_exception(TaskError(error))
        return future

    def get(self, job: Any, timeout: float) -> object:  # noqa: ANN401
        assert timeout > 0
        found: object = job.future().result()
        return found

    def cancel(self, job: object) -> None:
        self.cancelled.append(job)

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 6.0}

    def shutdown(self) -> None:
        self.is_shut = True


class Parent:
    """The server's end: asks some questions and is gone."""

    def __init__(self, *asked: Question) -> None:
        self.asked: list[Question | None] = list(asked)
        self.told: list[Any] = []

    def recv(self) -> Question | None:
        if not self.asked:
            raise EOFError
        return self.asked.pop(0)

    def send(self, told: object) -> None:
        self.told.append(told)


@pytest.fixture
def sham(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sham]:
    found = Sham()
    monkeypatch.setattr(cluster, "join", lambda _: found)
    names = [one for one in (signal.SIGINT, getattr(signal, "SIGHUP", None)) if one]
    before = [(one, signal.getsignal(one)) for one in names]
    monkeypatch.setattr(cluster, "_hush", lambda: None)
    yield found
    for one, handler in before:
        signal.signal(one, handler)


def told_by(*asked: Question, expected: object = 1.0) -> list[Any]:
    parent = Parent(*asked)
    hand_on("somewhere", _same, expected, cast("Any", parent))
    return parent.told


def _same() -> float:
    return 1.0


def crash() -> None:
    raise CrashedError


def lose() -> None:
    raise ConnectionError


def overflow() -> None:
    raise MemoryError


def fail() -> None:
    raise Unportable(1, 2)


def test_answers_bear_the_number_of_their_question(sham: Sham) -> None:
    asked = [Question(number, chores.square, (Chore(number),)) for number in (3, 5)]
    expected = [6, Answer(3, "done", 9), Answer(5, "done", 25)]
    assert expected == told_by(*asked)
    assert sham.is_shut


@pytest.mark.usefixtures("sham")
def test_what_went_wrong_is_told_apart() -> None:
    asked = [Question(at, one) for at, one in enumerate((crash, overflow, lose))]
    died, full, lost = told_by(*asked)[1:]
    assert [Answer(0, "died"), Answer(1, "died"), Answer(2, "lost")] == [died, full, lost]


@pytest.mark.usefixtures("sham")
def test_what_a_job_raises_comes_without_the_story_of_the_cluster() -> None:
    _, one, other = told_by(Question(1, chores.complain, (Chore(7),)), Question(2, fail))
    assert ("failed", ValueError, (7,)) == (one.kind, type(one.value), one.value.args)
    assert (RuntimeError, "Unportable('1 2')") == (type(other.value), str(other.value))


def test_a_question_that_is_taken_back_is_cancelled_and_not_answered(sham: Sham) -> None:
    asked = Question(1, chores.rest, (9.0,)), Question(1, None), Question(2, None)
    assert [6] == told_by(*asked)
    assert 1 == len(sham.cancelled)


def test_it_leaves_when_it_is_told_to(sham: Sham) -> None:
    parent = Parent()
    parent.asked = [None, Question(1, chores.square, (Chore(1),))]
    hand_on("somewhere", _same, 1.0, cast("Any", parent))
    assert ([6], True) == (parent.told, sham.is_shut)


def test_a_cluster_that_is_not_the_same_is_not_used(sham: Sham) -> None:
    (told,) = told_by(Question(1, chores.square, (Chore(1),)), expected="basra 9")
    assert "the cluster has '1.0', expected 'basra 9'" == told
    assert not sham.is_shut


def test_why_a_cluster_cannot_be_joined_is_told(
    monkeypatch: pytest.MonkeyPatch, sham: Sham
) -> None:
    def refuse(address: str) -> None:
        raise ConnectionError(address)

    monkeypatch.setattr(cluster, "join", refuse)
    assert ["somewhere"] == told_by()
    assert not sham.is_shut


def test_without_ray_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(BasraError, match=r"basra\[cluster\]"):
        cluster.join("local")
