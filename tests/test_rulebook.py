"""The rulebook is played: every line of ``rulebook/*.txt`` holds."""

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from basra import (
    Card,
    CardSet,
    Deal,
    IllegalPlay,
    Match,
    basra_points,
    captures,
    engine,
    find_rules,
    packets,
    score,
)
from basra.cards import CARDS, read_cards
from basra.notation import SEATS

BOOK = Path(__file__).parent / "rulebook"


def lines(name: str) -> list[str]:
    text = (BOOK / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def cases(name: str, columns: int) -> Iterator[tuple[str, ...]]:
    """Yield the columns of each line, once for each of its variants."""
    for line in lines(name):
        variants, *rest = line.split(" | ")
        assert len(rest) == columns - 1, line
        assert re.search(r" \([^()]+\)$", rest[-1]), f"a reason and a source end the line: {line}"
        names, _, options = variants.partition(";")
        for variant in names.split():
            yield (f"{variant};{options}", *rest[:-1])


def named(name: str, columns: int) -> pytest.MarkDecorator:
    every = list(cases(name, columns))
    return pytest.mark.parametrize("case", every, ids=map(" | ".join, every))


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split("-")))


def split_floor(text: str) -> tuple[CardSet, str]:
    floor, _, mark = text.partition(" [")
    return CardSet(floor), mark.rstrip("]")


def table(rules: str, floor: CardSet, hand: CardSet, mark: str = "") -> Deal:
    """Return a deal for two with this floor, seat a to play from ``hand``."""
    pack = CardSet((1 << find_rules(rules).pack) - 1)
    rest = list(pack.without(floor | hand))
    trails = int(mark.endswith("trailed"))
    if mark == "deal over":
        piles = CardSet(rest) | hand
        return Deal.from_bfn(rules, f"{floor} -/- {piles}/- 0/0 a - 0 -")
    if mark == "last card":
        return Deal.from_bfn(rules, f"{floor} {hand}/- {CardSet(rest)}/- 0/0 a - 0 -")
    other, stock = CardSet(rest[: len(hand)]), f"?{len(rest) - len(hand)}"
    return Deal.from_bfn(rules, f"{floor} {hand}/{other} -/- 0/0 a - {trails} {stock}")


@named("captures.txt", 5)
def test_captures(case: tuple[str, ...]) -> None:
    rules, on_floor, what, points = case
    floor, mark = split_floor(on_floor)
    text, verb, *taken = what.split(" ", 2)
    card = Card(text)
    sets = sorted(map(CardSet, taken[0].split(" or ")), key=tuple) if taken else []
    assert ("takes" if sets else "trails") == verb
    assert sets == captures(rules, floor, card)
    for chosen in sets or [CardSet()]:
        deal = table(rules, floor, hand_with(rules, floor, card, mark), mark)
        before = len(deal.hand(0))
        played = deal.play(f"{card}x{chosen}" if chosen else str(card))
        assert int(points) == played.basra
        after = floor.without(chosen) if chosen else floor | CardSet([card])
        if mark != "last card":
            assert after == deal.floor
            assert (len(chosen) + 1 if chosen else 0) == len(deal.pile(0))
            assert before - 1 == len(deal.hand(0))
        if sets:
            trails, is_last = mark.endswith("trailed"), mark == "last card"
            asked = basra_points(rules, floor, card, chosen, trails=trails, is_last=is_last)
            assert int(points) == asked


def hand_with(rules: str, floor: CardSet, card: Card, mark: str) -> CardSet:
    """Return a hand of two cards, so that the play does not end the packet, or of the last card."""
    hand = CardSet([card])
    if mark == "last card":
        return hand
    pack = CardSet((1 << find_rules(rules).pack) - 1)
    return hand | CardSet([next(iter(pack.without(floor | hand)))])


@named("refusals.txt", 5)
def test_refusals(case: tuple[str, ...]) -> None:
    rules, on_floor, in_hand, what = case
    floor, mark = split_floor(on_floor)
    deal = table(rules, floor, CardSet(in_hand), mark)
    card, _, way = what.partition(" may not ")
    tried = {"be": card, "trail": f"{card}x-", "take": f"{card}x{way[5:]}"}[way.split()[0]]
    before = deal.position
    with pytest.raises(IllegalPlay):
        deal.play(tried)
    assert before == deal.position
    chosen = CardSet(way[5:]) if way.startswith("take") else CardSet()
    work = engine.buffer(engine.WORK)
    play = Card(card) << CARDS | chosen
    hand = 0 if mark else CardSet(in_hand)
    assert not engine.is_legal(deal.rules, floor, hand, play, work)


@named("packets.txt", 5)
def test_packets(case: tuple[str, ...]) -> None:
    rules, seating, sizes, left = case
    seats, packet = map(int, re.findall(r"\d+", seating))
    table = find_rules(f"{rules};seats={seats};sides={min(seats, 2 + seats % 2)};packet={packet}")
    expected = list(map(int, sizes.split()))
    assert (expected, int(left.split()[0])) == packets(table)
    deal = Deal(table, seed=1)
    assert table.pack - 4 - seats * expected[0] == deal.state.stock
    plays = 0
    while not deal.is_over:
        hands = {len(deal.hand(seat)) for seat in range(seats)}
        assert len(hands) == 1, "hands are equal when a packet is dealt"
        for _ in range(seats * hands.pop()):
            deal.play(deal.legal_plays[0])
            plays += 1
    assert seats * sum(expected) == plays


@named("majority.txt", 6)
def test_majority(case: tuple[str, ...]) -> None:
    rules, counts, carried, points, carry = case
    seats = len(numbers(counts))
    table = find_rules(f"{rules};seats={seats};sides={seats}")
    awards, held = engine.majority(table, engine.four(numbers(counts)), int(carried))
    assert (engine.four(numbers(points)), int(carry)) == (awards, held)


@named("scores.txt", 10)
def test_scores(case: tuple[str, ...]) -> None:
    rules, piles, basras, carried, counts, points, majority, scores, carry = case
    seats = len(numbers(counts))
    table = find_rules(rules if "seats=" in rules or seats == 2 else f"{rules};seats={seats}")
    table = table._replace(sides=seats)
    sheet = score(table, piles.split(" / "), numbers(basras), int(carried))
    expected = (*map(numbers, (counts, points, basras, majority, scores)), int(carry))
    assert expected == tuple(sheet)


def played_match(rules: str, written: str) -> Match:
    """Return a match whose deals are over and scored so."""
    match = Match(rules, seed=1)
    found = re.findall(r"([\d-]+)(?: \((\d+) carried\))?", written)
    deals = [
        SimpleNamespace(
            is_over=True,
            dealer=number % match.rules.seats,
            sheet=SimpleNamespace(scores=numbers(scores), carried=int(carry or 0)),
        )
        for number, (scores, carry) in enumerate(found)
    ]
    match.deals = cast("list[Deal]", deals)
    return match


@named("matches.txt", 5)
def test_matches(case: tuple[str, ...]) -> None:
    rules, written, totals, follows = case
    match = played_match(rules, written)
    standing = match.standing
    assert numbers(totals) == standing.totals == match.scores
    ended = not follows.startswith("goes on")
    assert ended == match.is_over
    assert (SEATS.index(follows[0]) if follows.endswith("wins") else None) == match.winner
    if not ended:
        target = re.search(r"\d+", follows)
        assert (int(target[0]) if target else match.rules.target) == standing.target
        carried = re.search(r"\((\d+) carried\)$", written)
        assert (int(carried[1]) if carried else 0) == match.carried
        before = len(match.deals)
        assert not match.deal.is_over
        assert before + 1 == len(match.deals)
    for number in range(1, len(match.deals)):
        shorter = played_match(rules, written)
        del shorter.deals[number:]
        assert not shorter.is_over, "it did not end before"


@named("leavings.txt", 9)
def test_leavings(case: tuple[str, ...]) -> None:
    rules, on_floor, last_card, before, counts, taken, after, points = case
    floor = CardSet(on_floor)
    last, _, dealer = before.removesuffix(" deals").partition(", ")
    cards, _, to = taken.partition(" to ")
    sizes = numbers(counts)
    table = find_rules(rules)
    card = CardSet(last_card[2:]) if last_card != "-" else CardSet()
    others = list(CardSet((1 << table.pack) - 1).without(floor | card))
    piles = engine.four([CardSet(others[: sizes[0]]), CardSet(others[sizes[0] : sum(sizes)])])
    seat = engine.NOBODY if last == "nobody" else SEATS.index(last)
    state = engine.State(
        floor, (int(card), 0, 0, 0), piles, (0, 0, 0, 0), 0, seat, 0, SEATS.index(dealer), 0
    )
    if card:
        work = engine.buffer(engine.WORK)
        found = engine.captures(table, floor, next(iter(card)), work)
        state = engine.apply(table, state, next(iter(card)) << CARDS | (work[0] if found else 0))
    assert CardSet(cards) == state.floor
    assert (int(points), 0, 0, 0) == state.bonus
    done = engine.collect(table, state, 0)
    assert numbers(after) == tuple(map(engine.count, done.piles[:2]))
    assert CardSet(cards) | 0 == done.piles[SEATS.index(to)] & CardSet(cards)
    assert state.bonus == done.bonus


# --- the course of a deal -----------------------------------------------------------------------


def pack_with(rules: str, top: str, turned: str, bottom: str = "") -> list[int]:
    """Return a pack with these cards on top, these turned next and these at the bottom."""
    first, then, end = read_cards(top), read_cards(turned), read_cards(bottom)
    size = find_rules(rules).packet * find_rules(rules).seats
    rest = [card for card in range(52) if card not in (*first, *then, *end)]
    kept = [card for card in rest if card >> 2 != 10 and card != 25]
    hands = [*first, *kept[: size - len(first)]]
    stock = [card for card in rest if card not in hands]
    return [*hands, *then, *stock, *end]


def _first_floor(rules: str, how: str, follows: str) -> None:
    turned = how.removeprefix("turned ")
    deal = Deal(rules, pack_with(rules, "", turned), dealer=0)
    floor, _, rest = follows.removeprefix("lies ").partition(", ")
    assert CardSet(floor) == deal.floor
    assert CardSet((1 << 52) - 1) == CardSet(
        [*deal.floor, *deal.hand(0), *deal.hand(1), *deal.position.stock]
    )
    put_back = tuple(read_cards(rest.split(" ", 2)[2]))
    assert put_back == deal.position.buried
    assert set(put_back) <= set(deal.position.stock)
    if rest.startswith("dealt last"):
        while deal.state.stock:
            deal.play(deal.legal_plays[0])
        assert put_back[0] in deal.hand(deal.dealer)


def _second_packet(rules: str, how: str, follows: str) -> None:
    stock = read_cards(how.removeprefix("stock "))
    table = find_rules(rules)
    empty = (0, 0, 0, 0)
    floor = CardSet("5c Ks")
    state = engine.State(floor, empty, empty, empty, 1, engine.NOBODY, 0, 0, len(stock))
    assert engine.needs_packet(table, state)
    dealt = engine.deal_packet(table, state, stock)
    cards, _, rest = follows.removeprefix("dealt ").partition(", ")
    assert CardSet(cards) == dealt.hands[0] | dealt.hands[1]
    assert rest == "floor as before"
    assert floor == dealt.floor


def _next_packet(rules: str, how: str, follows: str) -> None:
    hands, _, stock = how.removeprefix("hands ").partition(", stock ")
    held = engine.four([CardSet(cards) for cards in hands.split()])
    empty = (0, 0, 0, 0)
    state = engine.State(0, held, empty, empty, 1, engine.NOBODY, 0, 1, int(stock))
    assert follows == "not yet"
    assert not engine.needs_packet(find_rules(rules), state)
    assert engine.needs_packet(find_rules(rules), state._replace(hands=empty))


def _last_capture(rules: str, how: str, follows: str) -> None:
    assert how == "a captured in the first packet, nobody later"
    table = find_rules(rules)
    empty = (0, 0, 0, 0)
    state = engine.State(0, empty, empty, empty, 0, 0, 0, 1, 40)
    stock = [card for card in range(52) if card >> 2 != 10][-40:]
    while not engine.is_over(table, state):
        if engine.needs_packet(table, state):
            state = engine.deal_packet(table, state, stock)
        hand = engine.pick(state.hands, state.turn)
        state = engine.apply(table, state, engine.lowest(hand) << CARDS)
        state = state._replace(floor=0) if state.stock else state
    assert SEATS.index(follows[-1]) == state.last
    taken = engine.collect(table, state, 0).piles[SEATS.index(follows[-1])]
    assert taken == state.floor != 0


def _new_deal(rules: str, how: str, follows: str) -> None:
    assert how == "b captured last in the deal before"
    assert follows == "nobody captured yet"
    match = Match(rules, seed=3)
    while len(match.deals) == 1:
        match.deal.play(match.deal.legal_plays[0])
    assert engine.NOBODY != match.deals[0].state.last
    assert engine.NOBODY == match.deals[1].state.last


def _order_of_play(rules: str, how: str, follows: str) -> None:
    deal = Deal(rules, seed=1, dealer=SEATS.index(how[-1]))
    order, _, deals_next = follows.partition(", then ")
    for letter in order.split():
        assert SEATS.index(letter) == deal.turn
        deal.play(deal.legal_plays[0])
    assert SEATS.index(deals_next[0]) == engine.next_seat(deal.rules, deal.dealer)


def _first_to_play(rules: str, how: str, follows: str) -> None:
    match = Match(rules, seed=1, dealer=SEATS.index(how[-1]))
    match.rules = match.rules._replace(target=1000)
    found = []
    for _ in follows.split():
        deal = match.deal
        found.append(SEATS[deal.turn or 0])
        while not deal.is_over:
            deal.play(deal.legal_plays[0])
    assert follows.split() == found


def _bottom_card(rules: str, how: str, follows: str, card: str) -> None:
    deal = Deal(rules, pack_with(rules, "", "2c 3c 4c 5c", card), dealer=SEATS.index(how[-1]))
    seers = [seat for seat in (None, 0, 1, 2, 3) if deal.view(seat).bottom == Card(card)]
    assert [SEATS.index(follows.removeprefix("seen by ")[0])] == seers
    for seat in (None, 1, 2, 3):
        assert deal.view(seat).bottom == engine.NOBODY
        assert Card(card) not in deal.view(seat).stock


def _match_over(rules: str, how: str, follows: str) -> None:
    assert how == "a wins"
    assert follows == "no further deal"
    match = played_match(rules, "150-20")
    before = len(match.deals)
    assert match.deals[-1] is match.deal
    assert before == len(match.deals)
    assert match.winner == 0


@named("course.txt", 5)
def test_course(case: tuple[str, ...]) -> None:
    rules, what, how, follows = case
    if what.startswith("bottom card"):
        _bottom_card(rules, how, follows, what.split()[-1])
        return
    {
        "first floor": _first_floor,
        "second packet": _second_packet,
        "next packet": _next_packet,
        "leavings": _last_capture,
        "new deal": _new_deal,
        "order of play": _order_of_play,
        "first to play": _first_to_play,
        "match over": _match_over,
    }[what](rules, how, follows)


# --- whole deals --------------------------------------------------------------------------------


def whole_deals() -> list[list[tuple[str, str]]]:
    deals: list[list[tuple[str, str]]] = []
    for line in lines("deals.txt"):
        keyword, _, rest = line.partition(" ")
        if keyword == "rules":
            deals.append([])
        deals[-1].append((keyword, rest))
    return deals


@pytest.mark.parametrize("written", whole_deals(), ids=lambda written: written[0][1])
def test_whole_deals(written: list[tuple[str, str]]) -> None:
    single = dict(written)
    rules = find_rules(single["rules"])
    hands = [
        [read_cards(hand) for hand in text.split()] for key, text in written if key == "packet"
    ]
    packs = [[card for round_ in zip(*packet, strict=True) for card in round_] for packet in hands]
    pack = [*packs[0], *read_cards(single["floor"]), *chain.from_iterable(packs[1:])]
    deal = Deal(rules, pack, dealer=rules.seats - 1)
    assert CardSet(single["floor"]) == deal.floor
    piles = [CardSet() for _ in range(rules.seats)]
    last = None
    for words in (text.split() for key, text in written if key == "plays"):
        for word in words:
            play, _, points = word.partition("#")
            assert 1 == len([legal for legal in deal.legal_plays if str(legal)[:2] == play[:2]])
            played = deal.play(play)
            assert (play, int(points or 0)) == (str(played.play), played.basra)
            if played.play.captured:
                last = played
                piles[played.seat] |= played.play.captured | CardSet([played.play.card])
    assert deal.is_over
    assert last is not None
    leavings, _, seat = single["leavings"].partition(" to seat ")
    assert CardSet(leavings) == deal.history[-1].leavings
    assert SEATS.index(seat) == last.seat
    piles[last.seat] |= CardSet(leavings)
    assert list(map(CardSet, single["piles"].removeprefix("by seat ").split(" / "))) == piles
    keys = ("cards", "points", "basras", "majority", "score")
    expected = (*(numbers(single[key]) for key in keys), int(single["carry"]))
    assert expected == tuple(deal.sheet)
    assert numbers(single["score"]) == deal.scores


def test_the_rulebook_is_whole() -> None:
    found = {path.name: len(lines(path.name)) for path in BOOK.glob("*.txt")}
    expected = {
        "captures.txt": 295,
        "course.txt": 10,
        "leavings.txt": 5,
        "majority.txt": 15,
        "matches.txt": 35,
        "packets.txt": 24,
        "refusals.txt": 11,
        "scores.txt": 32,
    }
    deals = found.pop("deals.txt")
    assert expected == found
    assert 17 == len(whole_deals())
    assert deals > 17 * 15
