"""Cards at a table: each played once, in turn; taken back; given up."""

from random import Random

import pytest

from basra import loads_bgn
from basra.cards import Play as CardPlay
from basra.shuffle import commitment
from basra.table import Refusal, Table
from basra.table.commands import (
    Goon,
    Phrase,
    Play,
    Rematch,
    Resign,
)
from basra.table.dealing import named
from basra.table.events import (
    Again,
    Began,
    Dealt,
    Ended,
    Occupant,
    Packet,
    Played,
    Scored,
    Wenton,
)
from seating import Sitting, kinds, person, refusal


def other(sitting: Sitting) -> Occupant:
    return next(one for one in sitting.people if one.id != sitting.in_turn.id)


# --- playing ------------------------------------------------------------------------------------


def test_a_command_that_is_sent_twice_is_done_once_and_answered_alike() -> None:
    sitting = Sitting()
    who, command = sitting.in_turn, sitting.first_play()
    [played] = sitting.do(who, command)
    assert [] == sitting.do(who, command)
    assert played.v == sitting.table.answered(who.id, command.id)
    assert 1 == sum(isinstance(event, Played) for event in sitting.log)


def test_a_double_click_with_two_ids_plays_one_card() -> None:
    sitting = Sitting()
    who, first = sitting.in_turn, sitting.first_play()
    sitting.do(who, first)
    again = Play(id="again", card=first.card, take=first.take, v=first.v)
    assert "error.table.stale" == refusal(sitting, who, again).key


def test_answers_are_kept_through_a_restart() -> None:
    sitting = Sitting()
    who, command = sitting.in_turn, sitting.first_play()
    [played] = sitting.do(who, command)
    restarted = Table.fold(sitting.log)
    assert played.v == restarted.answered(who.id, command.id)
    assert [] == restarted.decide(who, command, sitting.now, sitting.entropy)


def test_a_refusal_is_repeated_though_the_command_would_be_right_by_now() -> None:
    sitting = Sitting()
    early = Goon(id="early")
    who = sitting.people[0]
    assert "error.table.playing" == refusal(sitting, who, early).key
    sitting.play_deal(Random(1))
    assert "error.table.playing" == refusal(sitting, who, early).key
    answered = sitting.table.answered(who.id, "early")
    assert isinstance(answered, Refusal)


def test_the_same_id_of_another_person_is_another_command() -> None:
    sitting = Sitting()
    sitting.do(sitting.people[0], Phrase(id="1", phrase="phrase.hello"))
    assert 1 == len(sitting.do(sitting.people[1], Phrase(id="1", phrase="phrase.hello")))


def test_a_play_chosen_on_other_cards_is_stale() -> None:
    sitting = Sitting()
    version = sitting.table.version
    sitting.do(sitting.in_turn, sitting.first_play())
    offer = sitting.table.offers(sitting.in_turn.id)[0]
    stale = Play(id="x", card=offer.card, take=offer.take, v=version)
    found = refusal(sitting, sitting.in_turn, stale)
    assert ("error.table.stale", {"found": version, "expected": version + 1}) == (
        found.key,
        found.facts,
    )


def test_a_play_of_a_version_to_come_is_refused() -> None:
    sitting = Sitting()
    offer = sitting.table.offers(sitting.in_turn.id)[0]
    ahead = Play(id="x", card=offer.card, take=offer.take, v=sitting.table.version + 1)
    assert "error.table.stale" == refusal(sitting, sitting.in_turn, ahead).key


def test_words_between_look_and_play_make_no_play_stale() -> None:
    sitting = Sitting()
    play = sitting.first_play()
    sitting.do(other(sitting), Phrase(id="h", phrase="phrase.hello"))
    assert [Played] == kinds(sitting.do(sitting.in_turn, play))


def test_the_seat_is_that_of_the_person_who_asks() -> None:
    sitting = Sitting()
    play = sitting.first_play()
    assert "error.table.turn" == refusal(sitting, other(sitting), play).key
    stranger = Occupant(id="0", name="Guest 0")
    assert "error.table.no_seat" == refusal(sitting, stranger, play).key


@pytest.mark.parametrize(
    ("card", "take", "key"),
    [
        ("zz", [], "error.card"),
        ("", [], "error.card"),
        ("OWN", ["7d", "7d"], "error.twice"),
        ("OWN", ["ZZ"], "error.card"),
        ("OWN", ["FOREIGN"], "error.play.nothing error.play.capture"),
        ("FOREIGN", [], "error.play.hand"),
    ],
)
def test_a_play_that_cannot_be_says_why_and_changes_nothing(
    card: str, take: list[str], key: str
) -> None:
    sitting = Sitting()
    state = sitting.table.state
    seat, cards = state.turn or 0, state.deals[-1].position.state
    names = {"OWN": named(cards.hands[seat])[0], "FOREIGN": named(cards.hands[1 - seat])[0]}
    before = sitting.table.picture(sitting.in_turn.id, 0)
    play = Play(
        id="x", card=names.get(card, card), take=[names.get(c, c) for c in take], v=state.version
    )
    assert refusal(sitting, sitting.in_turn, play).key in key.split()
    assert before == sitting.table.picture(sitting.in_turn.id, 0)


def test_every_offer_can_be_played_and_does_what_it_says() -> None:
    chance = Random(3)
    sitting = Sitting("lebanese_a;seats=3", people=3)
    while sitting.table.phase == "playing":
        offers = sitting.table.offers(sitting.in_turn.id)
        for offer in offers:
            play = Play(
                id=sitting.fresh(), card=offer.card, take=offer.take, v=sitting.table.version
            )
            played = sitting.table.decide(sitting.in_turn, play, 0, sitting.entropy)[0]
            assert isinstance(played, Played)
            assert (offer.basra, offer.clears) == (played.basra, played.swept)
        assert [] == sitting.table.offers(other(sitting).id)
        sitting.step(chance)


def test_all_cards_of_a_capture_leave_the_floor() -> None:
    chance = Random(5)
    sitting = Sitting("cypriot")
    most = 0
    while sitting.table.phase == "playing":
        offers = sitting.table.offers(sitting.in_turn.id)
        offer = max(offers, key=lambda one: len(one.take))
        play = Play(
            id=sitting.fresh(), card=offer.card, take=offer.take[::-1], v=sitting.table.version
        )
        sitting.do(sitting.in_turn, play)
        most = max(most, len(offer.take))
        picture = sitting.table.picture(None, 0)
        assert picture.deal is not None
        assert not set(offer.take) & set(picture.deal.floor)
        if sitting.table.bot_turn:
            sitting.step(chance)
    assert most >= 3


def test_the_picture_is_that_of_the_events() -> None:
    chance = Random(8)
    sitting = Sitting("coffeehouse")
    floor: list[str] = []
    while sitting.table.phase == "playing":
        for event in sitting.log:
            if isinstance(event, Dealt):
                floor = list(event.floor)
            elif isinstance(event, Played):
                floor += [] if event.captured else [event.card]
                floor = [c for c in floor if c not in {*event.captured, *event.leavings}]
        picture = sitting.table.picture("u0", 0)
        assert picture.deal is not None
        assert floor == picture.deal.floor
        assert (
            sum(pile.count for pile in picture.deal.piles)
            + len(floor)
            + picture.deal.stock
            + sum(picture.deal.held)
            == 52
        )
        sitting.step(chance)


def test_three_play_cypriot_with_three_hands_of_four() -> None:
    sitting = Sitting("cypriot;seats=3", people=3)
    dealt = sitting.log[-1]
    assert isinstance(dealt, Dealt)
    assert ([4, 4, 4], 4) == (dealt.held, dealt.packets)


def test_a_play_ends_packet_and_deal_in_one_answer() -> None:
    chance = Random(1)
    sitting = Sitting("cypriot")
    ends = []
    while sitting.table.phase == "playing":
        events = kinds(sitting.step(chance))
        if len(events) > 1:
            ends.append(events)
    assert [[Played, Packet]] * 5 + [[Played, Scored]] == ends


# --- the sheet, the end, another match ----------------------------------------------------------


def test_the_rows_of_a_sheet_add_up_and_its_pack_is_the_promised_one() -> None:
    chance = Random(2)
    sitting = Sitting("egyptian;seats=4;sides=2", people=4)
    sitting.play_deal(chance)
    scored = sitting.log[-1]
    dealt = next(event for event in sitting.log if isinstance(event, Dealt))
    assert isinstance(scored, Scored)
    assert scored.scores == [
        sum(points) for points in zip(*(r.points for r in scored.rows), strict=True)
    ]
    assert scored.scores == scored.standing.totals
    pack = [CardPlay(card).card for card in scored.pack]
    assert dealt.commit == commitment(pack, scored.salt)


@pytest.mark.parametrize("first", [0, 1])
def test_the_next_deal_begins_when_both_have_seen_the_sheet(first: int) -> None:
    sitting = Sitting()
    sitting.play_deal(Random(1))
    assert [Wenton] == kinds(sitting.do(person(first), Goon(id="a")))
    assert [] == sitting.do(person(first), Goon(id="b"))
    assert [Wenton, Dealt] == kinds(sitting.do(person(1 - first), Goon(id="c")))


def test_the_same_seed_gives_the_same_match_and_another_one_another() -> None:
    def dealt(seed: str) -> tuple[int, list[str]]:
        event = Sitting(seed=seed).log[-1]
        assert isinstance(event, Dealt)
        return event.dealer, event.pack

    assert dealt("a") == dealt("a")
    assert dealt("a")[1] != dealt("b")[1]
    assert {0, 1} == {dealt(str(seed))[0] for seed in range(10)}


def test_a_rematch_has_other_cards_and_begins_at_nothing() -> None:
    sitting = Sitting("cypriot;target=1")
    sitting.play_match(Random(1))
    first = next(event for event in sitting.log if isinstance(event, Dealt))
    assert [Again] == kinds(sitting.do(person(1), Rematch(id="1")))
    events = sitting.do(person(0), Rematch(id="2"))
    assert [Again, Began, Dealt] == kinds(events)
    second = events[-1]
    assert isinstance(second, Dealt)
    assert first.pack != second.pack
    assert [0, 0] == sitting.table.picture(None, 0).standing.totals


def test_the_winner_is_the_same_everywhere() -> None:
    winners = set()
    for seed in "abcdef":
        sitting = Sitting("cypriot;target=10", seed=seed)
        sitting.play_match(Random(1))
        ended = sitting.log[-1]
        assert isinstance(ended, Ended)
        totals = ended.standing.totals
        if ended.reason == "won":
            assert totals.index(max(totals)) == ended.winner
            assert ended.winner == ended.standing.winner == sitting.table.picture(None, 0).winner
            winners.add(ended.winner)
    assert {0, 1} == winners


def test_the_record_is_open_when_the_match_is_over_and_replays() -> None:
    sitting = Sitting("coffeehouse;target=20", people=1)
    with pytest.raises(Refusal, match="once the match is over"):
        sitting.table.record()
    sitting.play_match(Random(4))
    match = loads_bgn(sitting.table.record())
    assert tuple(sitting.table.picture(None, 0).standing.totals) == match.scores
    assert len(match.deals) == match.commitments
    assert ("Guest 0", "greedy") == match.names


def test_a_match_that_was_given_up_has_a_record_too() -> None:
    sitting = Sitting("egyptian")
    for _ in range(5):
        sitting.step(Random(1))
    sitting.do(person(0), Resign(id="r"))
    match = loads_bgn(sitting.table.record())
    assert (5, 1) == (len(match.deals[0].history), match.commitments)
