"""Bots outside: the protocol from both ends, and that no program can hold up a table."""

import gc
import os
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from basra import CardSet, Deal, Play
from basra.arena.duel import Job, play
from basra.arena.players import find_player, player_name
from basra.arena.referee import play_out
from basra.bots import Limit, Weighed, find_bot
from basra.bots.careful import Careful
from basra.errors import BadNotation
from basra.outside import BotError, Conversation, OutsideBot, check_command, serve
from basra.outside.lines import LONGEST, read_go, read_info, read_position, write_question
from basra.testing import EVERYWHERE, deal_views, floor_views
from basra.variants import find_rules

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples" / "bots"
PYTHON = Path(sys.executable).as_posix()
ROGUE = f"{PYTHON} {Path(__file__).with_name('rogue_program.py').as_posix()}"
GREEDY = f'{PYTHON} -c "from basra.cli import main; main()" bot greedy'
OPENING = Deal("coffeehouse", seed="outside", dealer=1)


def is_alive(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


# --- the lines ----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EVERYWHERE)
def test_a_view_comes_back_from_the_lines_as_it_was(rules: str) -> None:
    table = find_rules(rules)
    for view in [*deal_views(table, 1), *floor_views(table)]:
        position, plays, legal = write_question(view)
        assert view == read_position(table, position.split()[1:], plays.split()[1:])
        assert legal.startswith("legal ")
        assert max(map(len, (position, plays, legal))) < LONGEST


def test_the_lines_tell_only_what_the_seat_may_know() -> None:
    deal = Deal("egyptian", seed="secret", dealer=1)
    told = " ".join(write_question(deal.view(0)))
    assert [card for card in deal.hand(1) if str(card) in told] == []


def test_limits_are_read() -> None:
    assert (Limit(2.5, 100), True) == read_go(["seconds", "2.5", "iterations", "100", "info"])
    assert (Limit(), False) == read_go([])
    for wrong in ("seconds", "seconds nan", "seconds -1", "hours 2"):
        with pytest.raises(BadNotation):
            read_go(wrong.split())


def test_what_tells_of_no_play_is_passed_over() -> None:
    assert Weighed(Play("7c"), -2.0, None) == read_info(["points", "-2", "play", "7c"])
    for nothing in ("thinking hard", "points nan play 7c", "points 1 play 7x", "points"):
        assert None is read_info(nothing.split())


# --- a bot in Python speaks ---------------------------------------------------------------------


def test_a_conversation_answers_what_is_wrong_and_goes_on() -> None:
    talk = Conversation(lambda seed: find_bot("careful", seed))
    for wrong in ("hello", "go", "position", "position a 0 7h", "rules chess", "go fast"):
        (answer,) = [*talk.answers(wrong), *(talk.answers("go") if "position" in wrong else [])][:1]
        assert answer.startswith("error "), wrong
    assert ["no this bot speaks version 1 of the protocol"] == talk.answers("basra 99")
    assert ["ok"] == talk.answers("ready")


def test_a_bot_that_weighs_says_so_when_asked() -> None:
    talk = Conversation(lambda seed: find_bot("careful", seed))
    view = OPENING.view(0)
    for line in ("rules coffeehouse", *write_question(view)):
        assert [] == talk.answers(line)
    *info, best = talk.answers("go info")
    weighed = [read_info(line.split()[1:]) for line in info]
    assert find_bot("careful").choose(view, Limit()) == Play(best.split()[1])
    assert len(OPENING.legal_plays) == len([one for one in weighed if one is not None])
    assert [best] == talk.answers("go")


def test_serving_ends_with_quit_and_refuses_long_lines() -> None:
    said: list[str] = []
    lines = [b"x" * (LONGEST + 1), b"\xff\xfe\n", b"ready\n", b"quit\n", b"ready\n"]
    serve(Conversation(lambda seed: find_bot("greedy", seed)), lines, said.append)
    words = [line.split()[0] for line in "".join(said).splitlines()]
    assert ["error", "error", "ok"] == words


# --- a program plays ----------------------------------------------------------------------------


def test_a_program_plays_as_the_same_bot_does_here() -> None:
    job = Job("egyptian", "greedy", "careful", "same", 0, 2, mirrored=True)
    assert play(job) == play(job._replace(first=f"cmd:{GREEDY}"))


def test_a_program_says_what_plays_are_worth() -> None:
    view, careful = OPENING.view(0), Careful("0")
    with OutsideBot(GREEDY.replace("greedy", "careful")) as bot:
        told = bot.weigh(view, Limit())
    expected = careful.weigh(view, Limit())
    assert [one.play for one in expected] == [one.play for one in told]
    assert [one.points for one in expected] == pytest.approx([one.points for one in told], rel=1e-4)


def test_a_program_is_a_player_by_its_command() -> None:
    assert f"cmd:{ROGUE} fine" == player_name(f"cmd:{ROGUE} fine")
    for wrong in ("cmd:no-such-program-here", "cmd:", 'cmd:"'):
        with pytest.raises(BadNotation):
            find_player(wrong)


@pytest.mark.parametrize(
    ("does", "reason", "detail"),
    [
        ("crash", "error", "status 3 where an answer was expected; its last words: the cards fell"),
        ("garbage", "error", "said 'I would rather not'"),
        ("no-play", "error", "said 'bestplay 7x7x7'"),
        ("illegal", "illegal", "sx"),
        ("long", "error", "too long"),
        ("flood", "error", ""),
        ("noise", "error", "no text in UTF-8"),
        ("shy", "error", "only by daylight"),
        ("choosy", "error", "pinochle"),
    ],
)
def test_a_program_that_fails_forfeits(does: str, reason: str, detail: str) -> None:
    with OutsideBot(f"{ROGUE} {does}", patience=5.0) as rogue:
        deal = Deal("coffeehouse", seed="forfeit", dealer=1)
        ended = play_out(deal, [rogue, find_bot("greedy")], Limit(), patience=20.0)
    assert (0, reason) == (ended.seat, ended.reason)
    assert detail in ended.detail


@pytest.mark.parametrize("does", ["hang", "deaf"])
def test_the_bell_of_the_referee_ends_a_program_that_hangs(does: str) -> None:
    rogue = OutsideBot(f"{ROGUE} {does}")
    pid = rogue.start().pid if does == "hang" else 0
    deal = Deal("coffeehouse", seed="forfeit", dealer=1)
    begun = time.monotonic()
    ended = play_out(deal, [rogue, find_bot("greedy")], Limit(), patience=0.3)
    assert (0, "slow") == (ended.seat, ended.reason)
    assert time.monotonic() - begun < 5.0
    assert not pid or not is_alive(pid)


def test_without_a_bell_it_waits_no_longer_than_its_own_patience() -> None:
    with OutsideBot(f"{ROGUE} hang", patience=0.2) as rogue:
        rogue.start()
        with pytest.raises(BotError, match=r"within 0\.2 seconds"):
            rogue.choose(OPENING.view(0), Limit())


def test_after_a_failure_the_program_is_started_anew() -> None:
    with OutsideBot(f"{ROGUE} crash", patience=5.0) as rogue:
        for _ in range(2):
            with pytest.raises(BotError, match="the cards fell down"):
                rogue.choose(OPENING.view(0), Limit())


def test_no_program_outlives_the_bot_that_started_it() -> None:
    bot = OutsideBot(f"{ROGUE} stay", patience=5.0)
    pid = bot.start().pid
    assert is_alive(pid)
    del bot
    gc.collect()
    assert not is_alive(pid)


@pytest.mark.skipif(sys.platform == "win32", reason="no process groups")
def test_what_a_program_started_ends_with_it() -> None:
    bot = OutsideBot(f"{ROGUE} orphan", patience=5.0)
    group = bot.start().pid
    bot.kill()
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("a child of the program is still there")


# --- conformance --------------------------------------------------------------------------------


def failed_checks(command: str, patience: float = 5.0, parting: float = 5.0) -> list[str]:
    rules = ["egyptian", "yemeni;seats=3"]
    found = check_command(command, rules, patience=patience, parting=parting)
    return [finding.key for finding in found if not finding.is_right]


def test_a_player_of_the_ladder_keeps_the_protocol() -> None:
    assert [] == failed_checks(GREEDY)


@pytest.mark.parametrize(("interpreter", "name"), [("python3", "plain.py"), ("perl", "plain.pl")])
def test_the_examples_keep_the_protocol(interpreter: str, name: str) -> None:
    program = PYTHON if interpreter == "python3" else shutil.which(interpreter)
    if program is None:
        pytest.skip(f"THERE IS NO {interpreter.upper()}: ITS EXAMPLE IS NOT TESTED")
    example = EXAMPLES / name
    assert len(example.read_text("utf-8").splitlines()) < 60
    assert [] == failed_checks(f"{program} {example.as_posix()}")


@pytest.mark.parametrize(
    ("does", "failed"),
    [
        ("deaf", ["check.greeting"]),
        ("illegal", ["check.plays", "check.steady", "check.nonsense"]),
        ("any", ["check.steady"]),
        ("stay", ["check.quit", "check.end"]),
    ],
)
def test_what_does_not_keep_it_is_found(does: str, failed: list[str]) -> None:
    short = 0.5
    patience, parting = short if does == "deaf" else 5.0, short if does == "stay" else 5.0
    assert failed == failed_checks(f"{ROGUE} {does}", patience, parting)


def test_the_command_says_what_it_found() -> None:
    words = [sys.executable, "-c", "from basra.cli import main; main()", "check-bot"]
    done = subprocess.run(
        [*words, f"{ROGUE} crash", "--rules", "egyptian"],
        capture_output=True,
        timeout=60,
        check=False,
        encoding="utf-8",
    )
    assert 1 == done.returncode
    assert "✓ It greets, and calls itself rogue." in done.stdout
    assert "the cards fell down" in done.stdout
    assert done.stdout.splitlines()[-1].endswith("checks failed.")


def test_a_program_is_waited_for_as_long_as_the_match_says() -> None:
    rogue = find_player(f"cmd:{ROGUE} hang", "1", 0.2)
    with pytest.raises(BotError, match=r"did not answer within 0\.2 seconds"):
        rogue.choose(Deal("egyptian", seed=1, dealer=1).view(0), Limit())


def test_hands_that_cannot_be_are_an_error_of_the_line() -> None:
    deck = CardSet((1 << 52) - 1).without(CardSet("7h2c7s"))
    talk = Conversation(lambda seed: find_player("sharp", seed), steady=True)
    talk.answers("rules cypriot;must_capture=yes")
    talk.answers(f"position a 0 7h 2c7s/?2 -/- 0/0 a - 0 ?47 -/{deck}")
    (answer,) = talk.answers("go")
    assert answer.startswith("error the hidden cards cannot lie so")
