"""The score pad: majority, carry, totals and the end of a match, worked out by the library."""

import re
from collections.abc import Iterator

import pytest

from basra import BadNotation, BadRules, Rules, find_rules
from basra.notation import SEATS
from basra.pad import ANY, MOST_BASRAS, Entry, Kind, Pad, kinds, loads_pad, pack_points, read_entry
from basra.variants import VARIANTS
from test_rulebook import named, numbers


def pad_of(rules: str, *deals: str) -> Pad:
    pad = Pad.of(rules)
    for deal in deals:
        pad = pad.add(deal)
    return pad


@named("majority.txt", 6)
def test_most_cards_and_the_carry_are_those_of_the_rulebook(case: tuple[str, ...]) -> None:
    rules, cards, carried, points, carry = case
    seats = len(numbers(cards))
    pad = after_ties(f"{rules};seats={seats};sides={seats}", int(carried))
    pad = pad.add(f"{nothing(seats)} {cards}")
    assert (numbers(points), int(carry)) == (pad.lines[-1].majority, pad.carried)


@named("scores.txt", 10)
def test_a_deal_scores_as_in_the_rulebook(case: tuple[str, ...]) -> None:
    rules, _, basras, carried, cards, points, majority, scores, carry = case
    seats = len(numbers(cards))
    table = find_rules(rules if "seats=" in rules or seats == 2 else f"{rules};seats={seats}")
    pad = after_ties(table.vary(basra_points=1, jack_basra=0), int(carried))
    made = tuple((ANY,) * made for made in numbers(basras))
    line = pad.add(Entry(numbers(points), numbers(cards), None, made)).lines[-1]
    assert (numbers(majority), numbers(scores)) == (line.majority, line.scores)
    assert (numbers(basras), int(carry)) == (line.basras, line.standing.carried)


def nothing(sides: int) -> str:
    return "-".join("0" * sides)


def after_ties(rules: Rules | str, carried: int) -> Pad:
    """Return a pad after as many ties as carry so many points."""
    pad = Pad.of(rules)
    while pad.carried < carried:
        pad = pad.add(f"{nothing(pad.rules.sides)} {SEATS[: pad.rules.sides]}")
    return pad


@pytest.mark.parametrize("variant", VARIANTS)
def test_who_has_most_cards_is_as_good_as_their_numbers(variant: str) -> None:
    for counted, seen in (("23-21", "a"), ("21-22", "b"), ("22-22", "ab")):
        by_number, by_sight = (pad_of(variant, f"7-6 {most}") for most in (counted, seen))
        assert by_number.standing == by_sight.standing


@named("matches.txt", 5)
def test_a_match_ends_as_in_the_rulebook(case: tuple[str, ...]) -> None:
    rules, written, totals, follows = case
    seats = {"seats": len(numbers(totals))} if "seats=" not in rules else {}
    pad = Pad.of(find_rules(rules).vary(majority=0, basra_points=1, jack_basra=0, **seats))
    for scores in re.findall(r"[\d-]*\d-[\d-]+", written):
        for part in parts(numbers(scores)):
            assert not pad.standing.is_over
            pad = pad.add(part)
    standing = pad.standing
    winner = SEATS.index(follows[0]) if follows.endswith("wins") else None
    assert (numbers(totals), winner) == (standing.totals, standing.winner)
    assert follows.startswith("goes on") == (not standing.is_over)
    if raised := re.search(r"to (\d+)", follows):
        assert int(raised[1]) == standing.target


def parts(scores: tuple[int, ...]) -> Iterator[str]:
    """Yield deals that score so many points of basras together: more than fit into one are two."""
    number = 1 + (max(scores) > MOST_BASRAS)
    for part in range(number):
        shares = [points * (part + 1) // number - points * part // number for points in scores]
        made = "/".join(f"{share}*{ANY}" if share else "-" for share in shares)
        yield f"{nothing(len(scores))} a {made}"


def test_a_tie_may_raise_the_target_or_be_a_draw() -> None:
    level = "0-0 ab 6*basra/6*basra"
    raised = pad_of("cypriot;target=60;tie_break=extend;extension=50", level)
    assert (110, False) == (raised.standing.target, raised.standing.is_over)
    drawn = pad_of("cypriot;target=60;tie_break=draw", level)
    assert (None, True) == (drawn.standing.winner, drawn.standing.is_over)


def test_a_rubber_goes_on_from_nothing_until_a_side_has_won_most() -> None:
    pad = pad_of("cypriot;target=20;rubber=3", "7-6 a 2*basra/-")
    assert ((1, 0), False) == (pad.standing.wins, pad.standing.is_over)
    pad = pad.add("2-11 b")
    assert (2, 14) == pad.standing.totals
    pad = pad.add("7-6 b 0*basra/basra")
    assert ((1, 1), (9, 33)) == (pad.standing.wins, pad.standing.totals)
    pad = pad.add("13-0 a basra/-")
    assert ((2, 1), 0) == (pad.standing.wins, pad.standing.winner)


def test_carry_is_not_taken_into_the_next_match_of_a_rubber() -> None:
    pad = pad_of("egyptian;target=20;rubber=3", "7-6 ab 2*basra/-")
    assert (30, 0) == (pad.standing.carried, pad.carried)


def test_kinds_of_basra_are_worth_what_the_engine_gives() -> None:
    assert (Kind("basra", 10), Kind("J", 30)) == kinds(find_rules("egyptian;jack_basra=30"))
    syrian = dict(kinds(find_rules("syrian_a")))
    assert (2, 20, 6, 8, 25) == tuple(syrian[name] for name in ("A", "10", "Q", "K", "J"))
    assert "Q" not in dict(kinds(find_rules("syrian_b")))


@pytest.mark.parametrize(
    ("rules", "deal", "scores"),
    [
        ("palestinian", "4-9 23-21 7+3+A/-", (29, 9)),
        ("lebanese_a", "4-9 27-25 basra+J/-", (27, 9)),
        ("egyptian;jack_basra=30", "4-9 15-37 basra+2*J/2*basra", (74, 59)),
        ("cypriot;seats=4;sides=4", "2-2-4-5 14-12-13-13 basra/-/-/-", (15, 2, 4, 5)),
        ("coffeehouse;seats=4;sides=2", "7-6 27-25 basra/2*basra", (47, 26)),
    ],
)
def test_a_deal_scores_cards_basras_and_majority(
    rules: str, deal: str, scores: tuple[int, ...]
) -> None:
    assert scores == pad_of(rules, deal).lines[-1].scores


def test_the_text_of_a_pad_is_read_again() -> None:
    pad = Pad.of("syrian_a;target=151", ["Hani", "Salma bint Omar"])
    pad = pad.add("7-6 a 2*10+J/Q").add("0-13 20-32").add("5-5 ab")
    again = loads_pad(pad.dumps())
    assert (pad, pad.dumps()) == (again, again.dumps())


def test_undo_takes_the_last_deal_off() -> None:
    pad = pad_of("egyptian", "7-6 a", "5-8 b")
    assert pad_of("egyptian", "7-6 a") == pad.undo()
    assert Pad.of("egyptian") == pad.undo().undo().undo()


@pytest.mark.parametrize(
    ("deal", "key"),
    [
        ("", "error.pad.entry"),
        ("7-6", "error.pad.entry"),
        ("7 a", "error.pad.entry"),
        ("7-6-0 a", "error.pad.entry"),
        ("7-x a", "error.pad.entry"),
        ("7-6 a basra", "error.pad.entry"),
        ("9-6 a", "error.pad.points"),
        ("7-6 27-26", "error.pad.cards"),
        ("7-6 0-0", "error.pad.cards"),
        ("7-6 c", "error.pad.side"),
        ("7-6 aa", "error.pad.side"),
        ("7-6 a queen/-", "error.pad.kind"),
        ("7-6 a x*basra/-", "error.pad.kind"),
        ("7-6 a 100*basra/-", "error.pad.basras"),
    ],
)
def test_what_cannot_have_been_counted_is_refused(deal: str, key: str) -> None:
    with pytest.raises(BadNotation) as refused:
        pad_of("egyptian", deal)
    assert key == refused.value.key


def test_no_deal_follows_the_end_of_a_match() -> None:
    pad = pad_of("egyptian;target=30", "7-6 a")
    with pytest.raises(BadNotation) as refused:
        pad.add("7-6 a")
    assert "error.pad.over" == refused.value.key


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("rules egyptian\ndeal 7-6 a\ndeal 99-0 a", 3),
        ("rules egyptian\n\nnonsense", 3),
        ("deal 7-6 a", 1),
        ("", 1),
        ("rules egyptian\ndeal 7-6 a\nside Hani", 3),
    ],
)
def test_a_text_that_is_no_pad_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(BadNotation) as refused:
        loads_pad(text)
    assert line == refused.value.facts["line"]


def test_names_and_rules_must_fit() -> None:
    with pytest.raises(BadNotation):
        Pad.of("egyptian", ["Hani"])
    with pytest.raises(BadRules):
        Pad.of("egiptian")


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_whole_pack_is_worth_its_card_points(variant: str) -> None:
    assert 13 == pack_points(find_rules(variant))
    assert (7, 6) == read_entry(find_rules(variant), "7-6 a").points
