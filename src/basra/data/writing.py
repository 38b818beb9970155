"""Writes records as files that other programs read: JSON lines, Parquet, BGN."""

import json
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from basra.arena.workers import run
from basra.data.reading import Found, batches
from basra.data.rows import Row, rows_of
from basra.errors import BadNotation, BasraError


class Written(NamedTuple):
    """What was written."""

    records: int
    rows: int
    """Plays; none for BGN, which has no rows."""


def export(files: Sequence[Path], to: Path, workers: int | None = None) -> Written:
    """Write the plays of records to a file; the ending of its name says how.

    Raises BadNotation for another ending, a bad record or a name among those that are read, and
    BasraError if Parquet is asked for without pyarrow.
    """
    writer = _WRITERS.get(to.suffix)
    if writer is None:
        raise BadNotation("error.data.ending", name=to.name, expected=" ".join(_WRITERS))
    if to.exists() and any(to.samefile(file) for file in files):
        raise BadNotation("error.data.itself", name=to.name)
    # Nothing is left behind under the name if a record is bad.
    part = to.with_name(to.name + ".part")
    try:
        written = writer(files, part, workers)
        part.replace(to)
    except OSError as error:
        if error.filename == str(part):  # a name that nobody has given
            error.filename = str(to)
        raise
    finally:
        part.unlink(missing_ok=True)
    return written


def _rows_of(batch: tuple[Found, ...]) -> tuple[int, list[Row]]:
    return len(batch), [row for found in batch for row in rows_of(found.replay())]


def _write_lines(files: Sequence[Path], to: Path, workers: int | None) -> Written:
    records = rows = 0
    with to.open("w", encoding="utf-8", newline="\n") as out:
        for found, batch in run(_lines_of, batches(files), workers=workers):
            records += found
            rows += len(batch)
            out.writelines(batch)
    return Written(records, rows)


def _lines_of(batch: tuple[Found, ...]) -> tuple[int, list[str]]:
    found, rows = _rows_of(batch)
    return found, [json.dumps(row._asdict(), separators=(",", ":")) + "\n" for row in rows]


def _write_parquet(files: Sequence[Path], to: Path, workers: int | None) -> Written:
    try:
        arrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError:
        raise BasraError("error.extra", package="pyarrow", extra="data") from None
    schema = _schema(arrow)
    records = rows = 0
    with parquet.ParquetWriter(to, schema, compression="zstd") as writer:
        for found, batch in run(_rows_of, batches(files), workers=workers):
            records += found
            rows += len(batch)
            if batch:
                columns = dict(zip(Row._fields, zip(*batch, strict=True), strict=True))
                writer.write_table(arrow.table(columns, schema=schema))
    return Written(records, rows)


def _schema(arrow: Any) -> Any:  # noqa: ANN401 - pyarrow may not be there
    """Return the types of the columns; one is missing only with its field."""
    texts = ("record", "rules", "dealer", "seat", "view", "play")
    small = ("deal", "number", "side", "carried", "captured", "card_points", "basra", "points")
    types = {name: arrow.string() for name in texts} | {name: arrow.int32() for name in small}
    types |= {
        "legal": arrow.list_(arrow.string()),
        "sweep": arrow.bool_(),
        "margin": arrow.float64(),
    }
    return arrow.schema([(name, types[name]) for name in Row._fields])


def _write_bgn(files: Sequence[Path], to: Path, workers: int | None) -> Written:
    """Write all records to one file, each replayed before."""
    records = 0
    with to.open("w", encoding="utf-8", newline="\n") as out:
        for texts in run(_texts_of, batches(files), workers=workers):
            _write_texts(out, texts, is_first=records == 0)
            records += len(texts)
    return Written(records, 0)


def _write_texts(out: IO[str], texts: Iterable[str], *, is_first: bool) -> None:
    for text in texts:
        out.write(text if is_first else f"\n{text}")
        is_first = False


def _texts_of(batch: tuple[Found, ...]) -> list[str]:
    for found in batch:
        found.replay()  # raises if it is bad
    return [found.text.strip("\n") + "\n" for found in batch]


_WRITERS: Final = {".jsonl": _write_lines, ".parquet": _write_parquet, ".bgn": _write_bgn}
