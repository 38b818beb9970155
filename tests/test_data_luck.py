"""Luck against the mirrored deal: pairs are those of exchanged players, figures those of hand."""

import json
from pathlib import Path
from typing import Any

import pytest

from basra import Match
from basra.data import Tally, read_match, tally_of
from basra.data.drawing import draw_tally
from basra.data.telling import as_data, tally_files, tell, titles
from basra.texts import english

FOLDER = Path(__file__).parent / "records"
HERE, THERE = ("Amal", "Badr"), ("Badr", "Amal")


def played(
    seed: int, names: tuple[str, ...], *, dealer: int = 0, rules: str = "egyptian", deals: int = 1
) -> Match:
    """Play deals in which Badr makes the last of the legal plays, everybody else the first."""
    match = Match(rules, seed=seed, names=names, dealer=dealer)
    while not match.is_over and not (len(match.deals) == deals and match.deals[-1].is_over):
        deal = match.deal
        deal.play(deal.legal_plays[-1 if names[deal.state.turn] == "Badr" else 0])
    return match


def tally(*matches: Match) -> Tally:
    ((_, found),) = tally_of(read_match(match.bgn()) for match in matches).items()
    return found


def luck_of(*matches: Match) -> dict[str, Any]:
    found = as_data(tally(*matches))["luck"]
    assert isinstance(found, dict)
    return found


def test_the_figures_of_two_pairs_are_those_worked_out_by_hand() -> None:
    matches = [played(seed, names) for seed in (1, 3) for names in (HERE, THERE)]
    # The margins of b, who plays first: 39 of Badr and 51 of Amal, then -27 and 33.
    assert [(2, 41), (1, 52), (40, 13), (5, 38)] == [match.deals[0].scores for match in matches]
    luck = luck_of(*matches)
    assert (4, 4) == (luck["deals"], luck["mirrored"])
    # Luck 45 and 3: they are 21 from their mean 24, whose standard error is 21, too.
    assert {"count": 2, "value": 24.0, "low": -17.16, "high": 65.16} == luck["mean"]
    assert 21.0 == luck["spread"]["value"]
    # Play 6 and 30: (36 + 900) / 2 = 468; luck has 441 of 441 + 468.
    assert (0.0, 21.633308) == (luck["play"]["value"], luck["play_spread"]["value"])
    share = {"count": 2, "value": 0.485149, "low": 0.033243, "high": 0.937054}
    assert pytest.approx(share, abs=1e-3) == luck["share"]
    amal, badr = luck["players"]["Amal"], luck["players"]["Badr"]
    # Each had both seats once: no luck, by how it is reckoned.
    nothing = {"count": 2, "value": 0.0, "low": None, "high": None}
    assert [nothing, nothing] == [amal["luck"], badr["luck"]]
    assert {"count": 2, "value": 18.0, "low": -5.52, "high": 41.52} == amal["play"]
    assert -18.0 == badr["play"]["value"]


def test_a_seating_played_twice_counts_by_its_mean_and_its_players_had_the_luck() -> None:
    luck = luck_of(played(1, HERE), played(1, HERE), played(1, THERE))
    assert 3 == luck["mirrored"]
    assert (45.0, 6.0) == (luck["mean"]["value"], luck["play_spread"]["value"])
    # Badr played first twice, Amal once: 45 points of luck more in three deals.
    assert {"Amal": -15.0, "Badr": 15.0} == {
        name: one["luck"]["value"] for name, one in luck["players"].items()
    }
    assert {"Amal": 6.0, "Badr": -6.0} == {
        name: one["play"]["value"] for name, one in luck["players"].items()
    }


def test_the_order_of_play_tells_the_seatings_and_not_the_letter_of_the_seat() -> None:
    turned = luck_of(played(1, HERE), played(1, HERE, dealer=1))
    assert luck_of(played(1, HERE), played(1, THERE)) == turned


@pytest.mark.parametrize(
    ("seed", "names"),
    [
        (1, HERE),  # the players did not change their seats
        (2, THERE),  # other cards
        (1, ("Badr", "Caro")),  # another player
        (1, ()),  # nobody is named
    ],
)
def test_without_exchanged_players_at_the_same_cards_there_is_no_mirror(
    seed: int, names: tuple[str, ...]
) -> None:
    other = played(seed, names or THERE)
    other.names = names
    luck = luck_of(played(1, HERE), other)
    assert (2, 0, {}) == (luck["deals"], luck["mirrored"], luck["players"])
    assert {None} == {luck[name]["value"] for name in ("mean", "spread", "play", "share")}


def test_one_player_on_both_sides_has_no_mirror() -> None:
    assert 0 == luck_of(*[played(1, ("Amal", "Amal"))] * 2)["mirrored"]


def test_other_rules_are_no_mirror() -> None:
    tallies = tally_of(
        read_match(played(1, names, rules=rules).bgn())
        for names, rules in ((HERE, "egyptian"), (THERE, "cypriot"))
    )
    assert [0, 0] == [one.mirrors.mirrored for one in tallies.values()]


def test_partners_are_exchanged_together() -> None:
    rules = "egyptian;seats=4;sides=2"
    whole = ("Amal", "Badr", "Caro", "Dina"), ("Badr", "Caro", "Dina", "Amal")
    luck = luck_of(*(played(5, names, rules=rules) for names in whole))
    assert 2 == luck["mirrored"]
    assert ["Amal", "Badr", "Caro", "Dina"] == list(luck["players"])
    assert luck["players"]["Amal"] == luck["players"]["Caro"]
    torn = whole[0], ("Badr", "Amal", "Caro", "Dina")
    assert 0 == luck_of(*(played(5, names, rules=rules) for names in torn))["mirrored"]


def test_whole_matches_are_mirrored_deal_by_deal() -> None:
    matches = [played(4, names, deals=99) for names in (HERE, THERE)]
    assert [True, True] == [match.is_over for match in matches]
    lengths = [len(match.deals) for match in matches]
    luck = luck_of(*matches)
    assert (sum(lengths), 2 * min(lengths)) == (luck["deals"], luck["mirrored"])
    margins = [
        deal.scores[1 - deal.dealer] - deal.scores[deal.dealer]
        for match in matches
        for deal in match.deals[: min(lengths)]
    ]
    assert pytest.approx(sum(margins) / len(margins), abs=1e-6) == luck["mean"]["value"]


def test_parts_join_to_the_whole(tmp_path: Path) -> None:
    for number in range(20):
        text = played(number // 2, (HERE, THERE)[number % 2]).bgn()
        (tmp_path / f"{number:02}.bgn").write_text(text, "utf-8")
    files = sorted(tmp_path.iterdir())
    alone, shared = (tally_files(files, workers)["egyptian"] for workers in (1, 2))
    assert (20, 20) == (alone.mirrors.deals, alone.mirrors.mirrored)
    assert json.dumps(as_data(alone)) == json.dumps(as_data(shared))


def test_it_is_told_with_dashes_where_nothing_is_known() -> None:
    told = tell(english(), "egyptian", tally(played(1, HERE)))
    assert "  0 of 1 deals have a mirror" in told
    assert "spread of luck - - 0" in [" ".join(line.split()) for line in told]
    told = tell(english(), "egyptian", tally(played(1, HERE), played(1, THERE)))
    lines = [" ".join(line.split()) for line in told]
    assert "luck of who plays first 45.00 - 1" in lines
    assert "play of Amal 6.00 - 1" in lines


def test_luck_is_told_of_two_sides_only() -> None:
    ((rules, three),) = tally_files([FOLDER / "three_seats.bgn"], 1).items()
    assert "  Told only of games of two sides" == tell(english(), rules, three)[-1]
    assert as_data(three)["luck"] is None


def test_a_histogram_of_luck_is_drawn_where_there_are_pairs(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    pairs = tally(*(played(seed, names) for seed in (1, 3) for names in (HERE, THERE)))
    for folder in "ab":
        files = draw_tally(pairs, "egyptian", titles(english()), tmp_path / folder)
        assert "egyptian-luck.svg" == files[-1].name
    once, again = ((tmp_path / folder / "egyptian-luck.svg").read_bytes() for folder in "ab")
    assert once == again
