"""The line mode, through a pipe."""

from io import StringIO
from pathlib import Path

import pytest

from basra import loads_bgn
from basra.narrate import CardStyle
from basra.plain import run
from basra.solo import Solo
from basra.texts import english


def told(answers: str, *, rules: str | None = "egyptian;target=21", **options: object) -> list[str]:
    sink = StringIO()
    source = StringIO(answers)
    options.setdefault("seed", "7")
    run(english(), rules=rules, source=source, sink=sink, **options)  # type: ignore[arg-type]
    return sink.getvalue().splitlines()


def test_a_match_to_its_end() -> None:
    lines = told("1\n" * 400)
    ends = [at for at, line in enumerate(lines) if "the match, " in line]
    assert ends
    assert any(line.startswith("This deal: ") for line in lines[ends[0] - 4 : ends[0]])


def test_the_end_of_input_is_polite_and_saves(tmp_path: Path) -> None:
    path = tmp_path / "match.bgn"
    lines = told("1\n", folder=tmp_path)
    assert lines[-1] == "The match is saved. Start again to go on with it. Goodbye."
    assert len(Solo.resume(path.read_text(encoding="utf-8")).history) >= 2


def test_nothing_at_all_is_an_answer() -> None:
    assert told("", rules=None)[-1] == "Goodbye."


def test_going_on_with_a_saved_match(tmp_path: Path) -> None:
    told("1\n", folder=tmp_path)
    lines = told("\n", folder=tmp_path)
    assert lines[0].startswith("Go on with your match?")
    assert "You: 0 points." in lines
    assert "North: 11 points." in lines
    assert told("", folder=tmp_path, resume=True)[0].startswith("Deal 1: ")


@pytest.mark.parametrize("spoilt", [b"\xff\xfe nonsense", b"nonsense"])
def test_a_spoilt_save_is_told_and_put_aside(tmp_path: Path, spoilt: bytes) -> None:
    (tmp_path / "match.bgn").write_bytes(spoilt)
    aside = tmp_path / "match.bgn.unread"
    reason, begun, *_ = told("", folder=tmp_path)
    assert f"The saved match cannot be read. It was put aside as {aside}." == reason
    assert begun.startswith("Deal 1: ")
    assert spoilt == aside.read_bytes()


def test_a_long_number_is_no_answer() -> None:
    assert told(f"{'1' * 5000}\nq\n")[-1] == "Goodbye."


def test_choosing_game_players_and_level() -> None:
    lines = told("9\nx\n99\n4\n1\nq\n", rules=None)
    assert lines.count("Type a number from 1 to 4.") == 2
    assert any("East" in line for line in lines)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("h", "Hint: "),
        ("s", "You: "),
        ("f", "On the floor: "),
        ("?", "Dealing"),
        ("what", "Type the number of a card"),
        ("77", "Type the number of a card"),
    ],
)
def test_other_answers(answer: str, expected: str) -> None:
    lines = told(f"{answer}\nq\n")
    asked = next(at for at, line in enumerate(lines) if line.startswith("Which card?"))
    assert any(line.startswith(expected) for line in lines[asked + 1 :])


def test_taking_back() -> None:
    lines = told("u\n1\nu\nq\n")
    assert "there is no play to take back" in lines
    assert "Taken back." in lines


def test_each_event_is_said_once_on_a_line_without_drawing() -> None:
    lines = told("1\n" * 11, rules="egyptian;seats=4")
    plays = [line for line in lines if " plays " in line or "You play" in line]
    assert len(plays) == len(set(plays))
    assert not any(sign in "".join(lines) for sign in "─│╭♣♦♥♠")


def test_a_choice_is_asked_and_can_be_left() -> None:
    for seed in range(1, 40):
        lines = told("1\n" * 60, rules="cypriot", seed=str(seed))
        if "Which cards do you take?" in lines:
            at = lines.index("Which cards do you take?")
            assert lines[at + 1].startswith("1: ")
            assert " captures " in lines[at + 2]
            return
    pytest.fail("no choice arose")


def test_symbols_can_be_had() -> None:
    assert any("♠" in line for line in told("", style=CardStyle.SYMBOLS))


def test_a_folder_that_cannot_be_written_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    lines = told("1\n1\n", folder=tmp_path / "file" / "deep")
    assert len([line for line in lines if line.startswith("The match could not be saved")]) == 1
    assert lines[-1] == "Goodbye."


def test_digits_of_any_script_are_understood() -> None:
    assert told("1\nq\n") == told("\N{ARABIC-INDIC DIGIT ONE}\nq\n")


def test_menus_can_be_left() -> None:
    assert told("q\n", rules=None)[-1] == "Goodbye."


def test_a_match_that_has_ended_is_kept(tmp_path: Path) -> None:
    lines = told("1\n" * 400, folder=tmp_path)
    kept = tmp_path / "last.bgn"
    assert f"The match is kept as {kept}: 'basra review' tells what each play was worth." in lines
    assert loads_bgn(kept.read_text("utf-8")).is_over
