"""Records as data: replayed to what the reader of records makes of them, and as strictly."""

from pathlib import Path

import pytest

from basra import loads_bgn
from basra.data import find_records, read_match, rows_of, split_records
from basra.data.reading import read_records
from basra.errors import BadNotation
from basra.notation import BadRecord

RECORDS = sorted((Path(__file__).parent / "records").glob("*.bgn"))
EGYPTIAN = Path(__file__).parent / "records" / "egyptian.bgn"


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_record_is_replayed_to_the_positions_of_its_match(file: Path) -> None:
    text = file.read_text("utf-8")
    match, replayed = loads_bgn(text), read_match(text)
    assert [deal.position for deal in match.deals] == [deal[-1] for deal in replayed.deals]
    assert (match.rules, match.is_over) == (replayed.rules, replayed.is_over)


@pytest.mark.parametrize("file", RECORDS[::4], ids=lambda file: file.stem)
def test_the_rows_say_what_the_deals_remember(file: Path) -> None:
    text = file.read_text("utf-8")
    match, rows = loads_bgn(text), list(rows_of(read_match(text)))
    played = [one for deal in match.deals for one in deal.history]
    assert [str(one.play) for one in played] == [row.play for row in rows]
    assert [one.basra for one in played] == [row.basra for row in rows]
    assert [one.swept for one in played] == [row.sweep for row in rows]
    assert [len(one.play.captured) for one in played] == [row.captured for row in rows]
    assert all(row.play in row.legal for row in rows)
    ends = [row.points for row in rows if row.number == len(match.deals[row.deal - 1].history)]
    sides = [one.seat % match.rules.sides for one in (deal.history[-1] for deal in match.deals)]
    expected = [deal.scores[side] for deal, side in zip(match.deals, sides, strict=True)]
    assert expected == ends


def test_a_view_of_a_row_shows_no_other_hand() -> None:
    for row in rows_of(read_match(EGYPTIAN.read_text("utf-8"))):
        hands = row.view.split()[1].split("/")
        other = hands["ab".index(row.seat) ^ 1]
        assert other.startswith(("?", "-")), row


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("1. TsxAc9h 4c", "1. TsxAc9h 4d", 9, "4d is no legal play here"),
        ("1. TsxAc9h", "1. Zs", 9, "Zs"),
        ("score 40-13", "score 41-13", 16, "41-13"),
        ('[Result "111-38"]', '[Result "111-39"]', 5, "111-39"),
        ("dealer b\npack TsQc", "dealer c\npack TsQc", 7, "c"),
        ("pack TsQcQh", "pack TsQcQc", 8, "pack"),
        ('"egyptian"]\n[A', '"egiptian"]\n[A', 1, "egyptian"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(old: str, new: str, line: int, reason: str) -> None:
    text = EGYPTIAN.read_text("utf-8")
    assert old in text
    with pytest.raises(BadRecord, match=reason) as caught:
        read_match(text.replace(old, new, 1))
    assert line == caught.value.facts["line"]


def test_records_in_one_file_are_told_apart(tmp_path: Path) -> None:
    texts = [file.read_text("utf-8") for file in RECORDS[:3]]
    file = tmp_path / "all.bgn"
    file.write_text("\n".join(texts), "utf-8")
    assert [text.strip() for text in texts] == [
        text.strip() for text in split_records(file.read_text("utf-8"))
    ]
    assert [f"{file}#{number}" for number in (1, 2, 3)] == [
        one.name for one in read_records([file])
    ]


def test_folders_are_searched_and_empty_ones_refused(tmp_path: Path) -> None:
    assert RECORDS == find_records([EGYPTIAN.parent])
    with pytest.raises(BadNotation, match="there is no record in the folder"):
        find_records([tmp_path])


def test_a_bad_record_is_named_by_its_file(tmp_path: Path) -> None:
    file = tmp_path / "bad.bgn"
    file.write_text("nothing", "utf-8")
    with pytest.raises(BadNotation, match=r"bad\.bgn: line 1"):
        next(iter(read_records([file]))).replay()
    file.write_bytes(b"\xff\xfe\x81")
    with pytest.raises(BadNotation, match=r"bad\.bgn is no text"):
        list(read_records([file]))
