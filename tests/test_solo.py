"""A person's match against bots."""

from pathlib import Path

import pytest

from basra import BasraError, IllegalPlay, Play, loads_bgn
from basra.solo import Phase, Solo, seeds_from
from basra.wishes import Wishes, load_wishes, offered, save_wishes


def to_person(solo: Solo) -> Solo:
    while solo.phase is Phase.BOT:
        solo.step()
    return solo


def to_sheet(solo: Solo) -> Solo:
    while solo.phase in {Phase.BOT, Phase.PERSON}:
        if solo.phase is Phase.BOT:
            solo.step()
        else:
            solo.play(solo.offers()[0].play)
    return solo


def begun(rules: str = "egyptian", seed: str = "7") -> Solo:
    return Solo.begin(rules, seed=seed, levels=["greedy"] * 3)


def test_a_whole_match_sheet_after_sheet() -> None:
    solo = begun("egyptian;target=31")
    deals = 0
    while solo.phase is not Phase.OVER:
        to_sheet(solo)
        assert solo.phase is Phase.SHEET
        deals += 1
        assert deals == solo.deal_number
        assert solo.totals == solo.standing.totals
        solo.go_on()
    assert solo.match.is_over


@pytest.mark.parametrize("rules", ["cypriot;target=31", "egyptian;target=21;rubber=3"])
def test_points_are_never_counted_twice(rules: str) -> None:
    solo = begun(rules)
    while solo.phase is not Phase.OVER:
        before = solo.earlier.totals
        while solo.phase in {Phase.BOT, Phase.PERSON}:
            expected = tuple(a + b for a, b in zip(before, solo.deal_scores, strict=True))
            assert expected == solo.totals
            if solo.phase is Phase.BOT:
                solo.step()
            else:
                solo.play(solo.offers()[0].play)
        assert solo.standing.totals == solo.totals
        solo.go_on()


def test_every_offer_comes_true() -> None:
    solo = begun("lebanese_a")
    for _ in range(20):
        to_person(solo)
        if solo.phase is not Phase.PERSON:
            break
        for offer in solo.offers():
            played = solo.play(offer.play)
            assert (offer.basra, offer.clears) == (played.basra, played.swept)
            solo.undo()
        solo.play(solo.offers()[-1].play)


def test_undo_returns_to_the_last_decision_wherever_the_bots_are() -> None:
    solo = to_person(begun("egyptian;seats=4"))
    before = solo.view
    for steps in range(4):
        solo.play(solo.offers()[0].play)
        for _ in range(steps):
            if solo.phase is Phase.BOT:
                solo.step()
        assert solo.undo()
        assert before == solo.view


def test_undo_does_not_reach_the_deal_before() -> None:
    solo = to_sheet(begun())
    assert solo.can_undo
    solo.go_on()
    assert not solo.can_undo
    assert not solo.undo()
    assert solo.deal_number == 2


def test_undo_at_the_sheet_takes_the_last_play_back() -> None:
    solo = to_sheet(begun())
    assert solo.undo()
    assert solo.phase is Phase.PERSON


def test_after_undo_the_bots_choose_the_same_again() -> None:
    solo = to_person(begun())
    play = solo.offers()[0].play
    solo.play(play)
    to_person(solo)
    first = solo.view
    solo.undo()
    solo.play(play)
    assert first == to_person(solo).view


def test_a_play_out_of_turn_is_refused_with_a_reason_and_changes_nothing() -> None:
    solo = begun()
    assert solo.phase is Phase.BOT
    before = solo.view
    with pytest.raises(IllegalPlay):
        solo.play(Play("7c"))
    assert before == solo.view
    assert solo.refusal(solo.view.hand.bit_length() - 1) is not None


def test_duty_to_capture_is_explained() -> None:
    solo = begun("cypriot;must_capture=yes;pack=52", seed="5")
    for _ in range(30):
        to_person(solo)
        if solo.phase is not Phase.PERSON:
            solo.go_on()
            continue
        able = {offer.play.card for offer in solo.offers()}
        unable = [card for card in range(52) if solo.view.hand >> card & 1 and card not in able]
        if unable:
            assert "duty" in str(solo.refusal(unable[0]))
            assert solo.refusal(next(iter(able))) is None
            return
        solo.play(solo.offers()[0].play)
    pytest.fail("no duty arose")


def test_the_hint_is_a_legal_play() -> None:
    solo = to_person(begun())
    assert solo.hint() in [offer.play for offer in solo.offers()]
    solo.play(solo.offers()[0].play)
    assert solo.hint() is None


def test_piles_are_not_looked_through_in_a_deal() -> None:
    with pytest.raises(IllegalPlay):
        begun().sheet()


def test_save_and_resume_at_every_phase(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "match.bgn"
    solo = begun("yemeni;target=31;seats=4;sides=2")
    while solo.phase is not Phase.OVER:
        solo.save(path)
        again = Solo.resume(path.read_text(encoding="utf-8"))
        assert (solo.view, solo.phase, solo.levels, solo.totals) == (
            again.view,
            again.phase,
            again.levels,
            again.totals,
        )
        if solo.phase is Phase.SHEET:
            solo.go_on()
        elif solo.phase is Phase.BOT:
            solo.step()
        else:
            solo.play(solo.offers()[0].play)
    solo.save(path)
    assert not path.exists()


def test_what_was_saved_is_a_record() -> None:
    solo = to_sheet(begun())
    assert loads_bgn(solo.save_text()).scores == solo.totals


@pytest.mark.parametrize("spoilt", ["", "[Rules", '[Person "z"]\n', '[Bots "unheard"]\n'])
def test_a_spoilt_save_is_refused(spoilt: str) -> None:
    text = spoilt + begun().save_text() if spoilt.endswith("\n") else spoilt
    if spoilt.endswith("\n"):
        name = spoilt[1:].split(maxsplit=1)[0]
        lines = begun().save_text().splitlines()
        text = spoilt + "\n".join(line for line in lines if not line.startswith(f"[{name}"))
    with pytest.raises(BasraError):
        Solo.resume(text)


def test_what_a_screen_reads_holds_no_other_hand() -> None:
    solo = to_person(begun("egyptian;seats=3"))
    others = [known for seat, known in enumerate(solo.view.known) if seat != solo.seat]
    assert not any(others)


def test_packets_are_counted() -> None:
    solo = begun("lebanese_a;seats=3")
    seen = {solo.packet}
    while solo.phase is not Phase.SHEET:
        seen.add(solo.packet)
        solo.play(solo.offers()[0].play) if solo.phase is Phase.PERSON else solo.step()
    assert sorted(seen) == [(1, 3), (2, 3), (3, 3)]


def test_seeds_are_made_from_one_or_drawn() -> None:
    given, drawn = seeds_from("7"), seeds_from(None, lambda: "x")
    assert [next(given), next(given)] == ["7", "7+2"]
    assert [next(drawn), next(drawn)] == ["x", "x"]


def test_wishes_are_remembered(tmp_path: Path) -> None:
    path = tmp_path / "new" / "wishes.json"
    wishes = Wishes().with_variant("jordanian_a").with_table(4, 2).with_option("target", 151)
    wishes = wishes.with_level(1, "random")
    save_wishes(path, wishes)
    assert wishes == load_wishes(path)
    assert wishes.changed() == ["target"]


@pytest.mark.parametrize(
    "kept",
    ["", "[]", "{}", '{"rules": 3}', '{"rules": "egyptian", "levels": 1}', '{"rules": "nowhere"}'],
)
def test_unfit_wishes_are_the_usual_ones(tmp_path: Path, kept: str) -> None:
    path = tmp_path / "wishes.json"
    path.write_text(kept, encoding="utf-8")
    assert Wishes() == load_wishes(path)


def test_the_table_keeps_the_packet_that_is_usual_there() -> None:
    wishes = Wishes().with_variant("palestinian")
    assert wishes.with_table(4, 4).rules.packet == 5
    assert wishes.with_table(4, 4).with_table(2, 2).rules.packet == 4


def test_usual_values_are_offered_first() -> None:
    assert offered(Wishes().with_variant("syrian_a"), "target")[:2] == [101, 151]
