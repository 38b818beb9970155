"""The command line: every command as a person calls it, and what it says when it is wrong."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from basra import VARIANTS, Match, __version__, find_rules
from basra.bots import LADDER, Limit, find_bot
from basra.rules import OPTIONS


def basra(*words: str, given: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", "from basra.cli import main; main()", *words],
        input=given,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        encoding="utf-8",
    )


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    match = Match("ethiopian", seed=3, names=["Anna", "Bilal"])
    bot = find_bot("greedy")
    while not match.is_over:
        deal = match.deal
        deal.play(bot.choose(deal.view(deal.turn), Limit()))
    file = tmp_path_factory.mktemp("records") / "match.bgn"
    file.write_text(match.bgn(), "utf-8")
    return file


def test_help_names_every_command() -> None:
    told = basra("--help").stdout
    for command in (
        *("play", "match", "arena", "rules", "variants", "bots"),
        *("show", "verify", "bench", "warm"),
    ):
        assert f"\n  {command} " in told


def test_the_version_is_told_before_anything_else() -> None:
    assert f"basra {__version__}\n" == basra("--version", "--seed", "1").stdout


@pytest.mark.parametrize("key", VARIANTS)
def test_the_rules_of_every_variant_are_printed(key: str) -> None:
    done = basra("rules", key)
    assert (0, "") == (done.returncode, done.stderr)
    assert str(find_rules(key).target) in done.stdout


def test_house_rules_change_what_is_printed() -> None:
    assert "177" in basra("rules", "yemeni;target=177").stdout


def test_the_table_of_variants_names_all_twelve() -> None:
    told = basra("variants").stdout
    assert [key for key in VARIANTS if key not in told] == []


def test_the_players_are_listed_weakest_first() -> None:
    assert list(LADDER) == [line.split()[0] for line in basra("bots").stdout.splitlines()]


def test_a_match_prints_one_json_object() -> None:
    words = ("match", "greedy", "random", "--deals", "40", "--mirrored", "--json", "--seed", "1")
    figures = json.loads(basra(*words, "--rules", "coffeehouse").stdout)
    assert {"pairs", "margin", "ci95", "win_rate"} <= figures.keys()
    assert 40 == figures["pairs"]
    assert figures["margin"] > figures["ci95"] > 0
    assert figures == json.loads(basra(*words, "--workers", "1").stdout)


def test_a_match_is_told_to_a_person() -> None:
    told = basra("match", "careful", "greedy", "--deals", "10", "--rules", "palestinian;seats=4")
    assert "10 deals" in told.stdout
    assert "palestinian;seats=4" in told.stdout


def test_an_arena_prints_one_json_object_and_keeps_what_is_done(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    words = ("arena", "random", "greedy", "careful", "--deals", "30", "--mirrored", "--json")
    more = ("--results", str(kept), "--sprt", "0,5", "--adjusted", "--rules", "egyptian")
    told = json.loads(basra(*words, *more).stdout)
    assert {"ladder", "duels", "forfeits", "rules", "seed", "deals", "mirrored"} == set(told)
    assert ["careful", "greedy", "random"] == [rung["bot"] for rung in told["ladder"]]
    assert {"adjusted", "adjusted_ci95", "sprt", "elo"} <= told["duels"][0].keys()
    assert 9 == len(kept.read_text("utf-8").splitlines())
    assert told == json.loads(basra(*words, *more, "--workers", "1").stdout)


def test_an_arena_is_told_to_a_person_and_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    picture = tmp_path / "ladder.svg"
    words = ("arena", "random", "greedy", "--matches", "5", "--plot", str(picture))
    done = basra(*words, "--workers", "1", "--sprt", "0,90")
    assert (0, "") == (done.returncode, done.stderr)
    assert "5 matches" in done.stdout
    assert " Elo (" in done.stdout
    assert "the test is open" in done.stdout
    assert picture.exists()


def test_what_can_be_measured_is_listed_and_measured() -> None:
    listed = [line.split()[0] for line in basra("bench").stdout.splitlines()]
    assert ["playouts", "solve", "sample", "imports"] == listed
    words = ("bench", "playouts", "--rules", "yemeni", "--seconds", "0.1")
    assert json.loads(basra(*words, "--json").stdout)["plays_per_second"] > 1000
    assert "worlds per second" in basra("bench", "sample", "--seconds", "0.1").stdout


def test_everything_is_compiled_ahead() -> None:
    pytest.importorskip("numba")
    assert {"seconds", "folder"} == json.loads(basra("warm", "--json").stdout).keys()


def test_a_record_is_shown_and_verified(record: Path) -> None:
    shown = basra("show", str(record))
    assert (0, "") == (shown.returncode, shown.stderr)
    assert "Anna" in shown.stdout
    verified = basra("verify", str(record))
    assert 0 == verified.returncode
    assert "the record is right" in verified.stdout


def test_a_wrong_record_is_refused_with_line_and_reason(record: Path) -> None:
    lines = record.read_text("utf-8").splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("score"))
    lines[at] = "score 99-99"
    done = basra("verify", "-", given="\n".join(lines))
    assert 1 == done.returncode
    assert done.stderr.startswith(f"basra: line {at + 1}: ")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("rules", "egiptian"), "did you mean egyptian"),
        (("rules", "egyptian;targt=121"), "did you mean target"),
        (("match", "greedy", "carefull"), "expected careful"),
        (("match", "greedy", "random", "--rules", "cypriot;seats=3;sides=2"), "partners"),
        (("verify", "no-such-file.bgn"), "no-such-file.bgn"),
        (("match", "greedy", "nobody:Bot"), "module:Class"),
        (("match", "greedy", "random", "--sprt", "3"), "like 0,3"),
        (("match", "greedy", "random", "--adjusted", "--matches", "2"), "--matches"),
        (("match", "greedy", "random", "--adjusted", "--rules", "egyptian;seats=3"), "two sides"),
        (("arena", "greedy", "Greedy"), "two or more different players"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(words: tuple[str, ...], expected: str) -> None:
    done = basra(*words)
    assert 1 == done.returncode
    assert expected in done.stderr
    assert 1 == len(done.stderr.splitlines())


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "noise.bgn"
    file.write_bytes(b"\xff\xfe\x00\x81")
    done = basra("show", str(file))
    assert 1 == done.returncode
    assert "noise.bgn is no text" in done.stderr


def test_every_option_can_be_given_on_the_command_line() -> None:
    for name, option in OPTIONS.items():
        value = option.write(getattr(find_rules("egyptian"), name))
        assert find_rules(f"egyptian;{name}={value}") == find_rules("egyptian")


def test_what_cannot_be_written_is_refused_before_the_work(tmp_path: Path) -> None:
    nowhere = str(tmp_path / "no" / "such" / "folder" / "two.json")
    done = basra("train", "two", nowhere, "--deals", "1000000")
    assert (1, 1) == (done.returncode, done.stderr.count("\n"))
    assert nowhere in done.stderr
    done = basra("arena", "random", "greedy", "--deals", "1000000", "--plot", "ladder.pdf")
    assert "expected a name that ends in .svg or .png" in done.stderr
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize("command", [("match", "random", "greedy"), ("check-bot", "nobody")])
def test_no_number_is_no_patience(command: tuple[str, ...]) -> None:
    done = basra(*command, "--patience", "nan")
    assert 2 == done.returncode
    assert "--patience" in done.stderr


def coded(coding: str, *words: str, given: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    """Run a command whose streams are in another coding than UTF-8."""
    return subprocess.run(
        [sys.executable, "-c", "from basra.cli import main; main()", *words],
        input=given,
        capture_output=True,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": coding, "PYTHONUTF8": "0"},
    )


def test_a_byte_that_is_no_text_ends_no_game() -> None:
    done = coded("utf-8:strict", "score", given=b"\xff\n7-6 a\nq\n")
    assert (0, b"") == (done.returncode, done.stderr)
    assert "tells no deal of 2 sides" in done.stdout.decode()
    assert "Side A: 10 points" in done.stdout.decode()


@pytest.mark.parametrize("coding", ["cp1252", "ascii"])
def test_what_cannot_be_shown_is_a_question_mark(coding: str) -> None:
    done = coded(coding, "rules", "egyptian")
    assert (0, b"") == (done.returncode, done.stderr)
    assert "7? takes the whole floor" in " ".join(done.stdout.decode(coding).split())


def test_a_pad_that_is_no_text_is_refused_and_stays(tmp_path: Path) -> None:
    pad = tmp_path / "pad"
    pad.write_bytes(b"\xff")
    done = basra("score", str(pad), given="q\n")
    assert (1, "basra: pad is no text in UTF-8\n") == (done.returncode, done.stderr)
    assert b"\xff" == pad.read_bytes()


def test_a_player_of_no_record_is_told(record: Path) -> None:
    done = basra("stats", str(record), "--player", "Nobody")
    assert (1, "basra: no record has a player named 'Nobody'\n") == (done.returncode, done.stderr)


def test_all_numbers_are_in_the_digits_of_the_language(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BASRA_LANGUAGE", "ar")
    duel = ("match", "random", "greedy", "--deals", "4", "--rules", "cypriot")
    for command in (("verify", str(record)), ("variants",), duel):
        done = basra(*command)
        assert done.stdout
        assert not re.findall("[0-9]+", re.sub("[a-z_]+|[0-9]+[♣♦♥♠]", "", done.stdout))


def test_options_before_a_command_are_not_lost() -> None:
    done = basra("--rules", "yemeni", "rules")
    assert 1 == done.returncode
    assert "options stand before the command 'rules'" in done.stderr


def test_without_what_serves_the_game_opens_in_the_terminal() -> None:
    program = """
import sys
sys.modules["uvicorn"] = None
import importlib.util as util
find = util.find_spec
util.find_spec = lambda name, *rest: None if name == "uvicorn" else find(name, *rest)
from basra.cli import main
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", program], input="", capture_output=True, text=True, check=False
    )
    assert (0, "") == (done.returncode, done.stderr)
    assert "Goodbye." in done.stdout


def test_players_of_the_own_folder_are_found_and_told_why_they_fail(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        """
class Talking:
    name = "talking"
    def __init__(self, seed): pass
    def choose(self, view, limit):
        print("rubbish")
        raise RuntimeError("boom")
class Broken:
    def __init__(self, seed): raise RuntimeError("no weights")
""",
        "utf-8",
    )

    def run(*words: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-P", "-c", "from basra.cli import main; main()", *words],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
        )

    duel = ("match", "mine:Talking", "random", "--deals", "2", "--workers", "1")
    assert "mine:Talking failed: RuntimeError: boom" in run(*duel).stdout
    reasons = json.loads(run(*duel, "--json").stdout)["reasons"]
    expected = {"player": "mine:Talking", "reason": "error", "detail": "RuntimeError: boom"}
    assert [expected] == reasons
    done = run("match", "mine:Broken", "random")
    assert (1, 1) == (done.returncode, done.stderr.count("\n"))
    assert "RuntimeError: no weights" in done.stderr


def test_results_are_not_written_behind_something_else(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("print(1)\n", "utf-8")
    done = basra("match", "random", "greedy", "--deals", "2", "--results", str(file))
    assert (1, "print(1)\n") == (done.returncode, file.read_text("utf-8"))
    assert "mine.py holds something else than results" in done.stderr


def test_a_file_of_many_records_is_read_by_all(record: Path, tmp_path: Path) -> None:
    many = tmp_path / "many.bgn"
    many.write_text(2 * (record.read_text("utf-8") + "\n"), "utf-8")
    assert 2 == basra("verify", str(many)).stdout.count("the record is right")
    assert 2 * basra("show", str(record)).stdout.count("Anna") == basra(
        "show", str(many)
    ).stdout.count("Anna")
    assert "of 2 matches" in basra("stats", str(many), "--player", "Anna").stdout
    assert "many.bgn holds 2 records: expected one" in basra("review", str(many)).stderr


def test_an_empty_record_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "empty.bgn"
    file.touch()
    for command in (("verify",), ("stats",), ("export", "--to", str(tmp_path / "rows.jsonl"))):
        done = basra(*command, str(file))
        assert (1, True) == (done.returncode, "the record holds no deal" in done.stderr)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("puzzles", "--number", "3"), "expected --seed, too"),
        (("serve", "--host", "no.such.host.invalid"), "no.such.host.invalid:"),
        (("stats", "tests/records", "--plot", "x", "--format", "gif"), "expected"),
    ],
)
def test_what_is_missing_is_named(words: tuple[str, ...], expected: str) -> None:
    done = basra(*words)
    assert (1, "") == (done.returncode, done.stdout)
    assert expected in done.stderr
