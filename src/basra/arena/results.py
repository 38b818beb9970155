"""A file of results, one finished job a line, from which a tournament goes on."""

import json
from collections.abc import Sequence
from pathlib import Path

from basra import __version__
from basra.arena.duel import Job, Outcome
from basra.arena.referee import Forfeit
from basra.errors import BadNotation

_BEGIN = '{"basra": '


class Results:
    """The outcomes of jobs that are done; those of other versions of the program do not count."""

    def __init__(self, file: Path | None) -> None:
        """Read a file if it is there; lines that were cut off are passed over.

        Raises BadNotation for a file that holds something else: nothing is written behind it.
        """
        self._file = file
        self._found: dict[str, list[Outcome]] = {}
        if file is not None and file.exists():
            text = file.read_text("utf-8", errors="replace")
            if text.strip() and not text.startswith(_BEGIN):
                raise BadNotation("error.results", name=file.name)
            for line in text.splitlines():
                self._read(line)
            if text and not text.endswith("\n"):
                with file.open("a", encoding="utf-8") as end:
                    end.write("\n")

    def _read(self, line: str) -> None:
        try:
            entry = json.loads(line)
            if entry["basra"] == __version__:
                key = json.dumps(entry["job"], sort_keys=True)
                self._found[key] = [_outcome(*one) for one in entry["outcomes"]]
        except (ValueError, KeyError, TypeError):
            return

    def find(self, job: Job) -> list[Outcome] | None:
        """Return the outcomes of a job, if it is done."""
        return self._found.get(_key(job))

    def keep(self, job: Job, outcomes: Sequence[Outcome]) -> None:
        """Write down a job that is done."""
        self._found[_key(job)] = list(outcomes)
        if self._file is not None:
            entry = {"basra": __version__, "job": job._asdict(), "outcomes": outcomes}
            with self._file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(entry) + "\n")


def _key(job: Job) -> str:
    return json.dumps(job._asdict(), sort_keys=True)


def _outcome(
    margin: float, won: float, adjusted: float | None, forfeits: Sequence[Sequence[str]]
) -> Outcome:
    return Outcome(
        float(margin),
        float(won),
        None if adjusted is None else float(adjusted),
        tuple(Forfeit(*one) for one in forfeits),
    )
