"""Golden records: a whole match of every variant, which replays and which its seed gives again."""

from pathlib import Path

import pytest

from basra import VARIANTS, Generator, Match, loads_bgn

FOLDER = Path(__file__).parent / "records"
RECORDS = {
    **{variant: variant for variant in VARIANTS},
    "three_seats": "palestinian;seats=3",
    "three_seats_yemeni": "yemeni;seats=3",
    "four_seats": "syrian_a;seats=4;packet=6",
    "partners": "coffeehouse;seats=4;sides=2",
    "partners_short_pack": "syrian_b;seats=4;sides=2",
    "house_duty": "egyptian;must_capture=yes;largest=yes;target=121",
    "house_komi": "yemeni;komi_as_seven=yes;per_group=yes;last_card=no",
    "house_seven": "coffeehouse;komi_seven_basra=yes;bury=bottom",
    "house_rubber": "cypriot;rubber=3;tie_break=extend;extension=20;target=40",
    "house_draw": "lebanese_a;tie_break=draw;packet=4;target=25;peek=yes",
}


def played(name: str) -> Match:
    """Play the match of a record again: the choices are drawn from its name."""
    rules = RECORDS[name]
    names = [f"Player {letter}" for letter in "ABCD"[: Match(rules, name).rules.seats]]
    match = Match(rules, seed=name, names=names)
    chance = Generator(f"record {name}")
    while not match.is_over:
        plays = match.deal.legal_plays
        match.deal.play(plays[chance.randrange(len(plays))])
    return match


def written(name: str) -> str:
    return (FOLDER / f"{name}.bgn").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_replays_to_the_same_text(name: str) -> None:
    match = loads_bgn(written(name))
    assert match.is_over
    assert written(name) == match.bgn()


@pytest.mark.parametrize("name", RECORDS)
def test_the_seed_gives_the_record_again(name: str) -> None:
    assert written(name) == played(name).bgn()


def test_none_is_missing() -> None:
    assert set(RECORDS) == {path.stem for path in FOLDER.glob("*.bgn")}
