"""Records afterwards: replay step by step, statistics of a player, the picture, the commands."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from basra import Match
from basra.bots import Limit, find_bot
from basra.cli import app
from basra.errors import BadNotation, BasraError
from basra.narrate import Telling
from basra.review import Job, course_of, review_deal, review_match
from basra.review.plot import draw_reviews
from basra.review.replay import Replay, tell_frame
from basra.review.stats import Reviewed, statistics
from basra.review.telling import tell_deal_review
from basra.texts import english

NAMES = ("Amina", "Boaz", "Chen", "Dalia")
LABELS = {name: name for name in ("expected", "luck", "decided", "plays", "margin")}


def match_of(rules: str, deals: int = 2, seed: int = 7) -> Match:
    """Return a match whose first deals were played by a good player and by worse ones."""
    seats = Match(rules, seed).rules.seats
    match = Match(rules, seed, names=NAMES[:seats])
    bots = [find_bot(name) for name in ("careful", "greedy", "greedy", "random")]
    while not match.is_over and not (len(match.deals) >= deals and match.deals[-1].is_over):
        deal = match.deal
        assert deal.turn is not None
        deal.play(bots[deal.turn].choose(deal.view(deal.turn), Limit()))
    return match


def telling_of(match: Match) -> Telling:
    return Telling(english(), match.rules, match.names, None)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("records") / "match.bgn"
    file.write_text(match_of("coffeehouse").bgn(), encoding="utf-8")
    return file


def called(*words: str | Path, answers: str = "") -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], input=answers)


# --- replay -------------------------------------------------------------------------------------


def test_a_replay_moves_as_it_is_told() -> None:
    replay = Replay(match_of("egyptian"))
    seen = []
    for order in ("", "n", "p", "l", "n", "f", "p", "2/5", "12", "P"):
        replay.go(order)
        seen.append((replay.frame.deal, replay.frame.plays))
    expected = [(1, 1), (1, 2), (1, 1), (2, 48), (2, 48), (1, 0), (1, 0), (2, 5), (2, 12), (2, 11)]
    assert expected == seen
    assert 2 * 49 == len(replay.frames)


@pytest.mark.parametrize("order", ["x", "49", "3/1", "1/", "-1", "next"])
def test_a_place_that_is_not_there_is_refused(order: str) -> None:
    replay = Replay(match_of("egyptian"))
    with pytest.raises(BadNotation, match="no place in the record"):
        replay.go(order)
    assert (1, 0) == (replay.frame.deal, replay.frame.plays)


def test_from_one_seat_the_hands_of_the_others_stay_down() -> None:
    match = match_of("egyptian;seats=4;sides=2")
    replay = Replay(match)
    replay.go("5")
    closed = "\n".join(replay.tell(telling_of(match), 1)).splitlines()
    opened = "\n".join(replay.tell(telling_of(match), None)).splitlines()
    hands = {name: [line for line in closed if line[2:].startswith(name)] for name in NAMES}
    assert [False, True, False, False] == [
        any(suit in lines[-1] for suit in "♣♦♥♠") for lines in hands.values()
    ]
    assert not any("face down" in line for line in opened)


def test_the_end_of_a_deal_shows_its_sheet() -> None:
    match = match_of("coffeehouse", 1)
    replay = Replay(match)
    replay.go("l")
    told = "\n".join(tell_frame(telling_of(match), replay.frame, match, None))
    assert all(str(points) in told for points in match.deals[0].scores)


# --- statistics ---------------------------------------------------------------------------------


def test_statistics_count_what_a_player_did() -> None:
    match = match_of("coffeehouse", 9)
    reviews = tuple(one for _, one in review_match(match, "quick"))
    (row,) = statistics([Reviewed(match, reviews)], "Amina")
    (other,) = statistics([Reviewed(match, reviews)], "Boaz")
    made = [
        one.basra for deal in match.deals for one in deal.history if one.basra and one.seat == 0
    ]
    assert (len(made), sum(made)) == (row.basras, row.basra_points)
    assert (1, 1, len(match.deals)) == (row.matches, row.won + other.won, row.deals)
    assert row.margin is not None
    assert row.luck is not None
    assert row.decided is not None
    assert row.margin == pytest.approx(row.luck + row.decided)
    assert other.majority is not None
    assert 1.0 == pytest.approx((row.majority or 0.0) + other.majority)


def test_statistics_are_kept_apart_by_variant_and_by_name() -> None:
    records = [Reviewed(match_of(rules, 1)) for rules in ("yemeni", "cypriot", "yemeni")]
    rows = statistics(records, "Boaz")
    assert [("cypriot", 1), ("yemeni", 2)] == [(row.variant, row.deals) for row in rows]
    assert {None} == {row.luck for row in rows}
    assert [] == statistics(records, "Nobody")


# --- what is told and drawn ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "rules", ["coffeehouse", "lebanese_a;seats=4;sides=2", "cypriot;seats=3", "ethiopian"]
)
def test_a_review_fits_80_columns(rules: str) -> None:
    match = match_of(rules, 1)
    review = review_deal(Job(course_of(match.deals[0]), "quick"))
    lines = list(tell_deal_review(telling_of(match), 1, review))
    assert max(map(len, lines)) < 80
    assert len(match.deals[0].history) + 2 == lines.index("")
    assert all(any(name in line for line in lines) for name in match.names)


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_the_same_review_gives_the_same_picture(tmp_path: Path, ending: str) -> None:
    match = match_of("coffeehouse")
    reviews = [(str(number), one) for number, one in review_match(match, "quick")]
    files = [tmp_path / f"{name}.{ending}" for name in "ab"]
    for file in files:
        draw_reviews(reviews, 0, LABELS, file)
    one, two = (file.read_bytes() for file in files)
    assert len(one) > 5000
    assert one == two


def test_a_picture_of_another_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BasraError, match="svg"):
        draw_reviews([], 0, LABELS, tmp_path / "a.gif")


# --- the commands -------------------------------------------------------------------------------


def test_the_command_reviews_a_record(record: Path, tmp_path: Path) -> None:
    plot = tmp_path / "out.svg"
    done = called("review", record, "--strength", "quick", "--workers", "1", "--plot", plot)
    assert 0 == done.exit_code
    assert "Deal 2, dealt by" in done.output
    assert "The 3 plays that cost most:" in done.output
    assert plot.read_text(encoding="utf-8").startswith("<?xml")


def test_the_command_writes_json(record: Path) -> None:
    done = called("review", record, "--strength", "quick", "--deal", "2", "--json")
    (deal,) = json.loads(done.output)["deals"]
    assert (2, 48) == (deal["deal"], len(deal["plays"]))
    assert {"play", "points", "error", "behind", "behind_error"} == set(
        deal["plays"][0]["choices"][0]
    )


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--deal", "9"), "no deal 9"),
        (("--seat", "c"), "no seat"),
        (("--strength", "usal"), "expected usual"),
        (("--plot", "a.gif"), "svg"),
    ],
)
def test_the_command_refuses_what_is_not_there(
    record: Path, words: tuple[str, ...], reason: str
) -> None:
    done = called("review", record, *words)
    assert isinstance(done.exception, BasraError)
    assert reason in str(done.exception)


def test_a_record_is_printed_whole_where_nobody_is_at_the_keys(record: Path) -> None:
    done = called("replay", record, "--seat", "b")
    assert 0 == done.exit_code
    assert 2 * 49 == done.output.count(" cards undealt")
    assert "face down" in done.output
    assert "face down" not in called("replay", record, "--seat", "b", "--open").output


def test_a_bad_record_is_refused_with_line_and_reason(record: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.bgn"
    lines = record.read_text(encoding="utf-8").splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("1. "))
    first = lines[at].split()[1]
    lines[at] = lines[at].replace(first, "Zz", 1)
    bad.write_text("\n".join(lines), encoding="utf-8")
    for command in ("replay", "review"):
        done = called(command, bad)
        assert isinstance(done.exception, BasraError)
        assert f"line {at + 1}: 'Zz" in str(done.exception)


def test_the_drill_asks_and_quotes() -> None:
    words = ("drill", "-r", "egyptian", "--seed", "1", "--kind", "basra", "--number", "2")
    done = called(*words, answers="y\nperhaps\nn\n")
    assert 0 == done.exit_code
    assert 2 == done.output.count("Is it a basra?")
    assert "'perhaps' is no answer" in done.output
    assert "that is a basra." in done.output
    asked = json.loads(called(*words, "--json").output)
    assert 2 == len(asked)


def test_the_puzzles_are_printed_and_written() -> None:
    words = ("puzzles", "-r", "egyptian", "--seed", "1", "--number", "2", "--strength", "quick")
    assert 2 == called(*words).output.count("What do you play?")
    found = json.loads(called(*words, "--json").output)
    assert {"rules", "view", "seat", "best", "margin", "error", "reason"} <= set(found[0])


def test_the_statistics_are_printed_and_written(record: Path) -> None:
    words = ("stats", record, "--player", "Boaz")
    assert "coffeehouse" in called(*words).output
    (row,) = json.loads(called(*words, "--json").output)
    assert 2 == row["deals"]
