"""Export and figures: what is written reads back, and figures are those counted by hand."""

import json
import subprocess
import sys
from math import inf
from pathlib import Path

import pytest

from basra import Match, loads_bgn
from basra.data import Mean, Row, Share, read_match, rows_of, split_records, tally_of
from basra.data.drawing import draw_tally
from basra.data.telling import as_data, tally_files, tell, titles
from basra.data.writing import export
from basra.errors import BadNotation, BasraError
from basra.texts import english

FOLDER = Path(__file__).parent / "records"
FILES = [FOLDER / f"{name}.bgn" for name in ("egyptian", "yemeni", "partners", "three_seats")]


def basra(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", "from basra.cli import main; main()", *words],
        capture_output=True,
        timeout=60,
        check=False,
        encoding="utf-8",
    )


def expected_rows() -> list[Row]:
    return [
        row for file in FILES for row in rows_of(read_match(file.read_text("utf-8"), str(file)))
    ]


# --- export -------------------------------------------------------------------------------------


def test_lines_of_json_hold_every_play(tmp_path: Path) -> None:
    to = tmp_path / "plays.jsonl"
    written = export(FILES, to, workers=1)
    rows = [json.loads(line) for line in to.read_text("utf-8").splitlines()]
    assert (len(FILES), len(rows)) == written
    expected = [{**row._asdict(), "legal": list(row.legal)} for row in expected_rows()]
    assert expected == rows
    assert [to] == list(tmp_path.iterdir())


def test_parquet_holds_the_same_rows(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    to = tmp_path / "plays.parquet"
    written = export(FILES, to, workers=1)
    table = parquet.read_table(to)
    assert (len(FILES), table.num_rows) == written
    assert list(Row._fields) == table.column_names
    expected = [{**row._asdict(), "legal": list(row.legal)} for row in expected_rows()]
    assert expected == table.to_pylist()


def test_records_are_gathered_in_one_file(tmp_path: Path) -> None:
    to = tmp_path / "all.bgn"
    assert (len(FILES), 0) == export(FILES, to, workers=1)
    found = [loads_bgn(text).bgn() for text in split_records(to.read_text("utf-8"))]
    assert [loads_bgn(file.read_text("utf-8")).bgn() for file in FILES] == found


def test_nothing_is_left_behind_where_a_record_is_bad(tmp_path: Path) -> None:
    bad = tmp_path / "bad.bgn"
    bad.write_text(FILES[0].read_text("utf-8").replace("score 40-13", "score 40-14"), "utf-8")
    for ending in ("jsonl", "bgn"):
        with pytest.raises(BadNotation, match=r"bad\.bgn: line 16"):
            export([FILES[1], bad], tmp_path / f"plays.{ending}", workers=1)
    assert [bad] == list(tmp_path.iterdir())


def test_what_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadNotation, match=r"\.jsonl \.parquet \.bgn"):
        export(FILES, tmp_path / "plays.csv")
    with pytest.raises(BadNotation, match="one of the records that are read"):
        export(FILES, FILES[0])


def test_without_pyarrow_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(BasraError, match=r"pip install basra\[data\]"):
        export(FILES, tmp_path / "plays.parquet", workers=1)


# --- figures ------------------------------------------------------------------------------------


def test_the_figures_of_a_record_are_those_counted_by_hand() -> None:
    (rules, tally) = next(iter(tally_files(FILES[:1], workers=1).items()))
    assert "egyptian" == rules
    assert (1, 3.0) == (tally.matches.cases, tally.matches.value)
    assert Share(3, 0) == tally.tied
    assert {"a": 37.0, "b": 12.67} == {
        seat: round(mean.value, 2) for seat, mean in tally.seats.items()
    }  # 40-13, 33-20, 38-5
    assert {"1": 32.67, "2": 17.0} == {
        place: round(mean.value, 2) for place, mean in tally.places.items()
    }  # b, a, b deal: eldest scores 40, 20, 38
    assert {"Tx": 27.0, "4": -13.0, "K": 33.0} == {
        lead: mean.value for lead, mean in tally.leads.items()
    }
    assert {"6": Share(10, 1), "K": Share(12, 1)} == {
        rank: share for rank, share in tally.ranks.items() if share.hits
    }
    assert (2 / 3, 17 / 3) == (tally.basras.value, tally.sweeps.value)


def test_tallies_of_parts_join_to_that_of_the_whole() -> None:
    whole = tally_of(read_match(file.read_text("utf-8")) for file in FILES * 2)
    parts = tally_files([*FILES, *FILES], workers=1)
    assert sorted(whole) == list(parts)
    assert [as_data(whole[rules]) for rules in parts] == [as_data(one) for one in parts.values()]


def test_what_is_not_finished_does_not_count() -> None:
    text = FILES[0].read_text("utf-8")
    cut = text[: text.index("3. 2s Jdx*")].replace('"111-38"', '"*"')
    (tally,) = tally_of([read_match(cut)]).values()
    assert (0, 0, {}) == (tally.matches.cases, tally.tied.cases, tally.seats)


def test_intervals_are_those_of_the_books() -> None:
    mean = Mean()
    for value in (1.0, 2.0, 3.0, 4.0):
        mean = mean.plus(value)
    assert (2.5, (1.234825, 3.765175)) == (mean.value, mean.interval)
    assert (-inf, inf) == Mean().plus(1.0).interval
    assert (0.055229, 0.174367) == Share(100, 10).interval


def test_a_tally_is_told_in_tables() -> None:
    lines = [
        line
        for rules, tally in tally_files(FILES[:1]).items()
        for line in tell(english(), rules, tally)
    ]
    assert "egyptian: 3 finished deals" == lines[0]
    assert ["a", "37.00", "32.92", "…", "41.08", "3"] in [line.split() for line in lines]


def test_tables_are_drawn_the_same_each_time(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    ((rules, tally),) = tally_files(FILES[:1]).items()
    once = draw_tally(tally, rules, titles(english()), tmp_path / "a")
    again = draw_tally(tally, rules, titles(english()), tmp_path / "b")
    assert [f"egyptian-{name}.svg" for name in tally.tables] == [file.name for file in once]
    assert [file.read_bytes() for file in once] == [file.read_bytes() for file in again]
    with pytest.raises(BadNotation, match="svg png"):
        draw_tally(tally, rules, {}, tmp_path, "gif")


# --- the commands -------------------------------------------------------------------------------


def test_the_commands_write_and_tell(tmp_path: Path) -> None:
    to = tmp_path / "plays.jsonl"
    done = basra("export", *map(str, FILES), "--to", str(to))
    assert (0, "") == (done.returncode, done.stderr)
    assert f"rows of {len(FILES)} records" in done.stdout
    figures = json.loads(basra("stats", *map(str, FILES), "--json").stdout)
    assert "egyptian" in figures
    assert {"count": 3, "value": 37.0, "low": 32.919935, "high": 41.080065} == figures["egyptian"][
        "seats"
    ]["a"]


def test_the_statistics_of_one_player_are_asked_for_by_name() -> None:
    done = basra("stats", str(FILES[0]), "--player", "Player A")
    assert (0, "") == (done.returncode, done.stderr)
    assert "egyptian" in done.stdout


@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
def test_a_match_without_plays_is_exported(tmp_path: Path, ending: str) -> None:
    record = tmp_path / "begun.bgn"
    record.write_text(Match("egyptian", 1).bgn(), "utf-8")
    assert (1, 0) == export([record], tmp_path / f"rows.{ending}", workers=1)
