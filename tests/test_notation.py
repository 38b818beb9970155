"""Texts of plays, positions, views and records: both ways, and what is refused where."""

from random import Random

import pytest

import tables
from basra import VARIANTS, BadNotation, Card, CardSet, Deal, Match, find_rules, loads_bgn
from basra.notation import (
    LONGEST_RECORD,
    BadRecord,
    read_play,
    read_position,
    read_record,
    read_view,
    write_play,
    write_position,
    write_tag,
    write_view,
)

FULL = "2c4s5d5h 3h8sThKc/As3c4d9h -/- 0/0 a - 0 ?40"


# --- plays --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("play", "floor", "points", "sweeps", "text"),
    [
        ("7c", "5h", 0, False, "7c"),
        ("9dx4c5h", "4c5hKs", 0, False, "9dx4c5h"),
        ("QhxQs", "Qs", 10, False, "QhxQs#"),
        ("Jsx9h2c", "9h2c", 0, True, "Jsx*"),
        ("JsxJh", "Jh", 20, True, "Jsx*#"),
        ("7dx9h", "9h2c", 0, True, "7dx9h"),
        ("Js", "", 0, True, "Js"),
    ],
)
def test_plays_are_written_with_their_marks(
    play: str,
    floor: str,
    points: int,
    sweeps: bool,  # noqa: FBT001 - one of many columns
    text: str,
) -> None:
    from basra import Play  # noqa: PLC0415 - only here

    assert text == write_play(Play(play), CardSet(floor), points, sweeps=sweeps)
    read = read_play(text, CardSet(floor))
    captured = Play(play).captured
    expected = (Play(play).card, captured if "x" in text else None, points > 0)
    assert expected == tuple(read)


@pytest.mark.parametrize(
    ("text", "card", "captured", "basra"),
    [(" 7c ", "7c", None, False), ("7c#", "7c", None, True), ("7cx-", "7c", "-", False)],
)
def test_plays_are_read(text: str, card: str, captured: str | None, basra: bool) -> None:  # noqa: FBT001
    expected = (Card(card), None if captured is None else CardSet(captured), basra)
    assert expected == tuple(read_play(text, 0))


@pytest.mark.parametrize("text", ["", "#", "x", "7", "7cx7", "7c4h", "xx", "7cx4h4h", "*", "7cx**"])
def test_what_is_no_play(text: str) -> None:
    with pytest.raises(BadNotation, match="is no play"):
        read_play(text, 0)


# --- positions and views ------------------------------------------------------------------------


@pytest.mark.parametrize("variant", [*VARIANTS, "house"])
def test_positions_and_views_survive_their_texts(variant: str) -> None:
    chance = Random(f"bfn {variant}")
    for number in range(6):
        if variant == "house":
            rules = tables.any_rules(chance)
        else:
            rules = tables.seated(chance, VARIANTS[variant].rules)
        deal = Deal(rules, seed=f"{variant} {number}", dealer=number % rules.seats)
        while True:
            position = deal.position
            text = write_position(position)
            read = read_position(rules, text, position.carried)
            if deal.is_over:
                read = read._replace(state=read.state._replace(dealer=position.state.dealer))
            assert position._replace(plays=()) == read
            assert text == write_position(read) == deal.bfn()
            for seat in (None, *range(rules.seats)):
                seen = deal.view(seat)
                text = write_view(seen)
                again = read_view(rules, text, seat, seen.carried)
                assert seen._replace(plays=(), dealer=0) == again._replace(dealer=0)
                assert text == write_view(again)
                if not deal.is_over:
                    assert seen.dealer == again.dealer
            if deal.is_over:
                break
            deal.play(chance.choice(deal.legal_plays))


def test_the_text_of_a_position() -> None:
    deal = Deal.from_bfn("egyptian", FULL)
    assert FULL.split() == deal.bfn().split()
    assert [3, 4] == [len(deal.legal_plays) - 1, len(deal.hand(0))]
    view_text = write_view(deal.view(0))
    assert ["2c4s5d5h", "3h8sThKc/?4", "-/-", "0/0", "a", "-", "0", "?40"] == view_text.split()
    spectator = write_view(deal.view())
    assert ["2c4s5d5h", "?4/?4", "-/-", "0/0", "a", "-", "0", "?40"] == spectator.split()


def test_buried_cards_the_bottom_and_lacks_are_written() -> None:
    rules = find_rules("coffeehouse;must_capture=yes")
    text = "2c4s5d5h 3h8sThKc/As3c4d9h -/- 0/0 a - 0 ?39,9c+7dJc^9c -/2s"
    position = read_position(rules, text)
    assert (Card("7d"), Card("Jc")) == position.buried
    assert (Card("9c"), CardSet("2s")) == (position.bottom, CardSet(position.lacks[1]))
    assert text.split() == write_position(position).split()
    known = "2c4s5d5h 3h?3/As3c4d9h -/- 0/0 a - 0 ?40 -/-"
    assert known.split() == write_view(read_view(rules, known, 1)).split()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "a position has 8 fields"),
        (FULL + " -", "a position has 8 fields here .*: found 9"),
        (FULL.replace(" a ", " c "), "'c' is no seat of this table: expected one of a b"),
        (FULL.replace(" a ", " ab "), "'ab' is no seat"),
        (FULL.replace(" a - ", " a x "), "'x' is no seat"),
        (FULL.replace(" 0 ?", " 2 ?"), "'2' cannot stand for trails"),
        (FULL.replace("?40", "?39"), "51 cards are there: expected the 52"),
        (FULL.replace("?40", "?999999"), "'999999' is no number"),
        (FULL.replace("?40", "?400"), "'400' is no number"),
        (FULL.replace("?40", "?"), "'' is no number"),
        (FULL.replace("?40", "??4"), "'.4' is no number"),
        (FULL.replace("?40", "?٤٠"), "is no number"),
        (FULL.replace("0/0", "0/-1"), "'-1' is no number"),
        (FULL.replace("0/0", "0"), "'0' has 1 parts: expected 2"),
        (FULL.replace("-/-", "-/-/-"), "has 3 parts: expected 2"),
        (FULL.replace("As3c", "2c3c"), "2c is there twice"),
        (FULL.replace("As3c4d9h", "?4"), "a deal needs all hands open"),
        (FULL.replace("As3c4d9h", "As3c"), "50 cards are there"),
        (
            FULL.replace("3h8sThKc", "3h8sTh").replace("?40", "?41"),
            "it cannot be the turn of seat a",
        ),
        (FULL.replace("?40", "?40+2c"), "2c is marked in the stock but is out already"),
        (FULL.replace("?40", "?40+9c"), "9c cannot be buried"),
        (FULL.replace("?40", "?40+JcJc"), "Jc is there twice"),
        (FULL.replace("?40", "?40^4s"), "4s is marked"),
        (FULL.replace("?40", "?40^"), None),
        (FULL.replace("?40", "?40^xx"), "'xx' is no card"),
        (FULL.replace("?40", "zz"), "'zz' is no card"),
        (FULL.replace("2c4s", "2c4"), "is no list of cards"),
    ],
)
def test_positions_that_cannot_be(text: str, sentence: str | None) -> None:
    if sentence is None:
        assert Deal.from_bfn("egyptian", text).position.bottom == -1
        return
    with pytest.raises(BadNotation, match=sentence):
        Deal.from_bfn("egyptian", text)


def test_positions_of_the_short_pack_and_of_the_bottom() -> None:
    with pytest.raises(BadNotation, match="KcKd are not in the pack"):
        Deal.from_bfn("palestinian", "2c4s5d5h 3h8sThKc/As3c4dKd -/- 0/0 a - 0 ?32")
    with pytest.raises(BadNotation, match="Jc are said to lie at the bottom"):
        Deal.from_bfn("cypriot", FULL + "+Jc")
    good = Deal.from_bfn("cypriot", FULL.replace("?40", "?39,Jc+Jc"))
    assert Card("Jc") == good.view(1).stock[-1]


def test_views_that_cannot_be() -> None:
    rules = find_rules("egyptian")
    hidden = FULL.replace("As3c4d9h", "?4")
    assert 4 == read_view(rules, hidden, 0).held[1]
    with pytest.raises(BadNotation, match="seat b does not see its own hand"):
        read_view(rules, hidden, 1)
    for seat in (-1, 2, 7):
        with pytest.raises(BadNotation, match="is no seat of this table"):
            read_view(rules, hidden, seat)


def test_the_dealer_follows_from_who_has_played() -> None:
    rules = find_rules("cypriot;seats=4;sides=4")
    for dealer in range(4):
        deal = Deal(rules, seed=1, dealer=dealer)
        for _ in range(16):
            assert dealer == read_position(rules, deal.bfn()).state.dealer
            deal.play(deal.legal_plays[0])


# --- records ------------------------------------------------------------------------------------


def record() -> str:
    match = Match("egyptian", seed="notation")
    while not match.is_over:
        match.deal.play(match.deal.legal_plays[0])
    return match.bgn({"Event": 'a "quoted" \\ name'})


RECORD = record()


def test_records_are_read_with_comments_blank_lines_and_a_byte_order_mark() -> None:
    text = "\ufeff\n" + RECORD.replace("\n1. ", "\n{ the first } 1. {+1.5} ").replace("\n", "\r\n")
    assert RECORD.replace('[Event "a \\"quoted\\" \\\\ name"]\n', "") == loads_bgn(text).bgn()
    assert 'a "quoted" \\ name' == read_record(RECORD).tags["Event"][1]


def test_a_tag_is_one_line() -> None:
    assert '[A "a b"]' == write_tag("A", "a\n b")


def changed(old: str, new: str, times: int = 1) -> str:
    assert old in RECORD
    return RECORD.replace(old, new, times)


def first_line(keyword: str) -> str:
    return next(line for line in RECORD.splitlines() if line.startswith(keyword))


@pytest.mark.parametrize(
    ("old", "new", "below", "sentence"),
    [
        ("[Rules ", "[Rules", 0, "is no tag"),
        ("egyptian", "egyptain", 0, "did you mean egyptian"),
        (first_line("dealer"), "dealer x", 0, "'x' is no seat of this table"),
        (first_line("dealer"), "dealer", 0, "'' is no seat of this table"),
        (first_line("dealer"), "dealer a b", 0, "is no seat of this table"),
        (first_line("dealer"), "deal", 0, "is no line of a record"),
        (first_line("pack"), "pack 7d", 0, "is no whole pack"),
        (first_line("pack"), "pack zz", 0, "is no card"),
        (first_line("pack"), "", -1, "the deal has no pack"),
        (first_line("pack"), first_line("pack") + "\n" + first_line("pack"), 1, "stands twice"),
        (first_line("1."), first_line("1.") + " 7c", 0, "9 plays stand here: expected 8"),
        (first_line("1."), first_line("1.").rpartition(" ")[0], 0, "expected 8 in this packet"),
        (first_line("1."), "1. zz zz zz zz zz zz zz zz", 0, "is no play"),
        (first_line("1."), "1. Zc" + first_line("1.")[5:], 0, "is no card"),
        (first_line("score"), "score 1-1", 0, "the record says 'score 1-1': expected"),
        (first_line("score"), "", None, "the deal is over: expected the line 'score"),
        (first_line("leavings"), "", None, "the deal is over: expected the line 'leavings"),
        (first_line("leavings"), "leavings 2c a", 0, "expected 'leavings"),
        (first_line("leavings"), "leavings 2c a\nleavings 2c a", 1, "stands twice"),
        (first_line("6."), "", None, "expected '-'"),
        (first_line("6."), first_line("6.") + "\n7. 7c", 1, "1 plays stand here: expected 0"),
        ("[Seed ", '[Rules "cypriot"]\n[Seed ', 0, "stands twice or behind a deal"),
        ('[Seed "notation"]', '[Seed "other"]', None, "the pack is not that of seed other"),
        ("[Rules ", "score 1-1\n[Rules ", 0, "score stands before any deal"),
        (first_line("[Result "), '[Result "1-1"]', 0, "the record says '1-1'"),
    ],
)
def test_a_bad_record_names_the_line(old: str, new: str, below: int | None, sentence: str) -> None:
    with pytest.raises(BadRecord, match=sentence) as error:
        loads_bgn(changed(old, new))
    if below is not None:
        lines = RECORD.splitlines()
        there = next(number for number, line in enumerate(lines, 1) if old in line)
        assert there + below == error.value.facts["line"]


def test_no_deal_and_deals_after_the_end() -> None:
    with pytest.raises(BadRecord, match="line 1: the record holds no deal"):
        loads_bgn("")
    last = RECORD[RECORD.rindex("dealer ") :]
    with pytest.raises(BadRecord, match="the match has ended before: expected no further deal"):
        loads_bgn(RECORD + last)
    second = RECORD.index("dealer ", RECORD.index("dealer ") + 1)
    other = "b" if RECORD[second + 7] == "a" else "a"
    with pytest.raises(BadRecord, match=f"seat {other} deals: expected seat"):
        loads_bgn(RECORD[: second + 7] + other + RECORD[second + 8 :])
    with pytest.raises(BadRecord, match="the record is too long"):
        loads_bgn(" " * (LONGEST_RECORD + 1))


def test_marks_of_basras_are_checked() -> None:
    match = Match("cypriot", seed="basras")
    while not any(played.basra for played in match.deal.history):
        match.deal.play(match.deal.legal_plays[0])
    text = match.bgn()
    assert "#" in text
    with pytest.raises(BadRecord, match="is a basra of 10 and is not marked"):
        loads_bgn(text.replace("#", ""))
    first = text.split("1. ")[1].split()[0]
    assert "#" not in first
    with pytest.raises(BadRecord, match="is marked as a basra and is none"):
        loads_bgn(text.replace(f"1. {first}", f"1. {first}#", 1))


def test_a_deal_that_is_not_finished_is_the_last() -> None:
    begun = RECORD.index("6. ")
    second = RECORD.index("dealer ", begun)
    with pytest.raises(BadRecord, match="the deal before is not finished"):
        loads_bgn(RECORD[:begun] + RECORD[second:])


def test_commitments_are_checked() -> None:
    from basra import commitment  # noqa: PLC0415 - only here

    match = Match("cypriot", seed="commit")
    text = match.bgn()
    pack = first_of(text, "pack")
    promise = commitment(match.deal.pack, "two words")
    with_salt = text.replace(pack, f"{pack}\ncommit {promise.upper()}\nsalt two words")
    assert text == loads_bgn(with_salt).bgn()
    assert [1, 0, 0] == [
        loads_bgn(with_salt).commitments,
        loads_bgn(text).commitments,
        match.commitments,
    ]
    assert text == loads_bgn(text.replace(pack, f"{pack}\ncommit 00")).bgn(), "no salt yet"
    with pytest.raises(BadRecord, match="the commitment is not that of pack and salt"):
        loads_bgn(with_salt.replace("two words", "too words"))


def first_of(text: str, keyword: str) -> str:
    return next(line for line in text.splitlines() if line.startswith(keyword))
