"""Matches: deals until a side reaches the target, written down and read again."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from basra import engine, notation
from basra.cards import Card, Play, read_cards, write_cards
from basra.engine import DRAWN, NOBODY
from basra.errors import BadNotation, BadRules, BasraError
from basra.game import Deal, packets, seat_of
from basra.notation import SEATS, BadRecord, DealRecord, Line, Record
from basra.position import full_pack
from basra.rules import Rules
from basra.shuffle import Generator, commitment, joined, shuffled
from basra.variants import find_rules, key_of, rules_text


class Standing(NamedTuple):
    """Where a match stands after the deals that are over; tuples by side."""

    totals: tuple[int, ...]
    """Points in the match that is being played (in a rubber, the last one)."""
    carried: int
    target: int
    """Points that end it; ties may have raised it."""
    wins: tuple[int, ...]
    """Matches won; they decide a rubber."""
    winner: int | None
    """The side that has won, or ``None``."""
    is_over: bool
    """Whether it has ended, won or drawn."""


def at_first(rules: Rules) -> Standing:
    """Return where a match stands before its first deal."""
    nothing = (0,) * rules.sides
    return Standing(nothing, 0, rules.target, nothing, None, is_over=False)


def going_on(rules: Rules, standing: Standing) -> Standing:
    """Return where a match stands as its next deal begins: one more of a rubber from nothing."""
    if engine.winner(rules, engine.four(standing.totals), standing.target) == NOBODY:
        return standing
    return at_first(rules)._replace(wins=standing.wins)


def followed(rules: Rules, standing: Standing, scores: Sequence[int], carried: int) -> Standing:
    """Return where a match stands after one more deal that scored ``scores``.

    >>> from basra import find_rules
    >>> from basra.match import at_first, followed
    >>> rules = find_rules("egyptian")
    >>> followed(rules, at_first(rules), (104, 60), 0).winner
    0
    """
    standing = going_on(rules, standing)
    totals = tuple(map(sum, zip(standing.totals, scores, strict=True)))
    target, wins = standing.target, standing.wins
    side = engine.winner(rules, engine.four(totals), target)
    if side == NOBODY:
        target = engine.next_target(rules, engine.four(totals), target)
        return Standing(totals, carried, target, wins, None, is_over=False)
    if side == DRAWN:
        return Standing(totals, carried, target, wins, None, is_over=rules.rubber == 1)
    wins = (*wins[:side], wins[side] + 1, *wins[side + 1 :])
    is_over = wins[side] > rules.rubber // 2
    return Standing(totals, carried, target, wins, side if is_over else None, is_over)


class Match:
    """Deals until a side reaches the target, or a rubber of such matches.

    ``seed`` fixes everything: the first dealer, and deal *n* (from 1) is that of
    ``Deal(rules, seed="<seed>/<n>")``. White space in it counts as single spaces, as in a record.
    ``names`` are the players by seat. Raises BadRules, and BadNotation for more names than seats.

    >>> import basra
    >>> match = basra.Match("egyptian", seed=7)
    >>> while not match.is_over:
    ...     played = match.deal.play(match.deal.legal_plays[0])
    >>> match.scores, match.winner, len(match.deals)
    ((61, 141), 1, 4)
    >>> basra.loads_bgn(match.bgn()).scores == match.scores
    True
    """

    def __init__(
        self,
        rules: Rules | str,
        seed: int | str,
        *,
        names: Sequence[str] = (),
        dealer: int | None = None,
    ) -> None:
        """Begin a match; the first dealer is drawn unless named."""
        self.rules = find_rules(rules)
        self.variant = key_of(rules)
        """The variant by whose name the rules were asked for, or the nearest."""
        self.seed = " ".join(str(seed).split())
        self.is_seeded = True
        """Whether all packs are those of the seed; they need not be in a record."""
        self.names = tuple(names)
        self.commitments = 0
        """How many commitments of the record were checked; 0 unless it was read."""
        if len(self.names) > self.rules.seats:
            raise BadNotation("error.names", found=len(self.names), expected=self.rules.seats)
        if dealer is None:
            dealer = Generator(joined("dealer", self.seed)).randrange(self.rules.seats)
        self.deals: list[Deal] = [self._new_deal(1, seat_of(self.rules, dealer), 0)]
        """The deals so far, the one in play last."""

    def _new_deal(self, number: int, dealer: int, carried: int) -> Deal:
        return Deal(self.rules, seed=f"{self.seed}/{number}", dealer=dealer, carried=carried)

    @property
    def deal(self) -> Deal:
        """The deal in play; when one is over and the match is not, the next one begins."""
        last = self.deals[-1]
        if not last.is_over or self.is_over:
            return last
        dealer = engine.next_seat(self.rules, last.dealer)
        carried = going_on(self.rules, self.standing).carried
        self.deals.append(self._new_deal(len(self.deals) + 1, dealer, carried))
        return self.deals[-1]

    @property
    def standing(self) -> Standing:
        """Totals, carry, target, matches won and winner after the deals that are over."""
        standing = at_first(self.rules)
        for deal in self.deals:
            if not deal.is_over:
                break
            sheet = deal.sheet
            standing = followed(self.rules, standing, sheet.scores, sheet.carried)
        return standing

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by side in the match, of the deals that are over."""
        return self.standing.totals

    @property
    def carried(self) -> int:
        """Majority points that are held over."""
        return self.standing.carried

    @property
    def winner(self) -> int | None:
        """The side that has won; ``None`` while the match goes on, or if it was drawn."""
        return self.standing.winner

    @property
    def is_over(self) -> bool:
        """Whether the match has ended, won or drawn."""
        return self.standing.is_over

    def bgn(self, tags: Mapping[str, str] | None = None) -> str:
        """Return the record; it holds all cards, those still hidden included."""
        return _write_match(self, tags or {})

    def __repr__(self) -> str:
        return self.bgn()


# --- records ------------------------------------------------------------------------------------


def _write_match(match: Match, tags: Mapping[str, str]) -> str:
    standing = match.standing
    lines = [notation.write_tag("Rules", rules_text(match.rules, match.variant))]
    lines += [
        notation.write_tag(SEATS[seat].upper(), name) for seat, name in enumerate(match.names)
    ]
    if match.is_seeded:
        lines.append(notation.write_tag("Seed", match.seed))
    lines += [notation.write_tag(name, value) for name, value in tags.items()]
    lines.append(notation.write_tag("Result", _result(standing)))
    for deal in match.deals:
        lines += ["", f"dealer {SEATS[deal.dealer]}", f"pack {write_cards(deal.pack)}"]
        lines += _write_plays(deal)
    return "\n".join(lines) + "\n"


def _result(standing: Standing) -> str:
    return "-".join(map(str, standing.totals)) if standing.is_over else "*"


def _write_plays(deal: Deal) -> list[str]:
    rules = deal.rules
    lines: list[str] = []
    sizes = iter(packets(rules)[0])
    room = 0
    for played in deal.history:
        if room == 0:
            room = next(sizes) * rules.seats
            lines.append(f"{len(lines) + 1}.")
        sweeps = engine.is_sweeper(rules, played.play.card)
        text = notation.write_play(played.play, played.floor, played.basra, sweeps=sweeps)
        lines[-1] += f" {text}"
        room -= 1
    if deal.is_over:
        last = deal.history[-1]
        if last.leavings:
            lines.append(f"leavings {last.leavings} {SEATS[last.taker or 0]}")
        carried = f" carry {deal.sheet.carried}" if deal.sheet.carried else ""
        lines.append(f"score {'-'.join(map(str, deal.scores))}{carried}")
    return lines


def loads_bgn(text: str) -> Match:
    """Replay a record and return its match, which can go on if it was not finished.

    Every play, mark, leavings, score and the result are checked against the rules, packs against
    the seed and commitments if there are any. Raises BadRecord with the line and the reason.

    >>> import basra
    >>> basra.loads_bgn('[Rules "egyptian"]')
    Traceback (most recent call last):
        ...
    basra.notation.BadRecord: line 1: the record holds no deal: expected a line like 'dealer a'
    """
    record = notation.read_record(text)
    line, written = record.tags.get("Rules", (1, "cypriot"))
    try:
        rules = find_rules(written)
    except BadRules as reason:
        raise BadRecord(line, reason) from None
    if not record.deals:
        raise BadRecord(1, BadNotation("error.record.empty"))
    names = [record.tags.get(SEATS[seat].upper(), (0, ""))[1] for seat in range(rules.seats)]
    seed = record.tags.get("Seed")
    match = Match.__new__(Match)
    match.rules, match.names, match.deals = rules, tuple(names) if any(names) else (), []
    match.variant = key_of(written)
    match.commitments = 0
    match.is_seeded = seed is not None
    match.seed = seed[1] if seed else write_cards(_pack(rules, record.deals[-1]))
    standing = at_first(rules)
    for written_deal in record.deals:
        if match.deals:
            expect_another(standing, written_deal, after_end=match.deals[-1].is_over)
        deal = _replay(match, written_deal, going_on(rules, standing).carried)
        match.deals.append(deal)
        if deal.is_over:
            standing = followed(rules, standing, deal.sheet.scores, deal.sheet.carried)
    check_result(standing, record)
    return match


def expect_another(standing: Standing, written: DealRecord, *, after_end: bool) -> None:
    """Raise BadRecord for a deal behind the end of the match, or behind one that goes on."""
    if standing.is_over or not after_end:
        key = "error.record.ended" if standing.is_over else "error.record.unfinished"
        raise BadRecord(written.dealer.number, BadNotation(key))


def check_result(standing: Standing, record: Record) -> None:
    """Raise BadRecord if a record tells another result than where its match stands."""
    line, told = record.tags.get("Result", (0, ""))
    if "Result" in record.tags and told != (expected := _result(standing)):
        raise BadRecord(line, BadNotation("error.record.differs", found=told, expected=expected))


def _pack(rules: Rules, deal: DealRecord) -> list[Card]:
    try:
        cards = read_cards("".join(deal.pack.words))
    except BadNotation as reason:
        raise BadRecord(deal.pack.number, reason) from None
    if sorted(cards) != list(full_pack(rules)):
        wrong = BadNotation("error.pack", size=rules.pack, pack=write_cards(cards))
        raise BadRecord(deal.pack.number, wrong)
    return cards


def _replay(match: Match, written: DealRecord, carried: int) -> Deal:
    """Return a deal that is played as it is written, the next one of the match."""
    rules = match.rules
    dealer = _dealer_of(match, written.dealer)
    pack = _pack(rules, written)
    if match.is_seeded and pack != shuffled(
        full_pack(rules), "deal", f"{match.seed}/{len(match.deals) + 1}"
    ):
        raise BadRecord(written.pack.number, BadNotation("error.record.seed", seed=match.seed))
    match.commitments += _check_commitment(written, pack)
    deal = Deal(rules, pack, dealer, carried=carried)
    sizes = packets(rules)[0]
    for index, line in enumerate(written.packets):
        plays = sizes[index] * rules.seats if index < len(sizes) else 0
        last = index == len(written.packets) - 1
        if len(line.words) > plays or (len(line.words) < plays and not last):
            raise BadRecord(
                line.number,
                BadNotation("error.record.packet", found=len(line.words), expected=plays),
            )
        for word in line.words:
            _replay_play(deal, line, word)
    _check_end(deal, written)
    return deal


def _dealer_of(match: Match, line: Line) -> int:
    try:
        dealer = notation.read_seat(" ".join(line.words), match.rules)
    except BadNotation as reason:
        raise BadRecord(line.number, reason) from None
    if match.deals:
        expected = engine.next_seat(match.rules, match.deals[-1].dealer)
        if dealer != expected:
            wrong = BadNotation(
                "error.record.dealer", dealer=SEATS[dealer], expected=SEATS[expected]
            )
            raise BadRecord(line.number, wrong)
    return dealer


def _check_commitment(written: DealRecord, pack: Sequence[int]) -> bool:
    """Tell whether a deal has a commitment with its salt; refuse one that does not fit."""
    if written.commit is None or written.salt is None:
        return False
    promised = " ".join(written.commit.words)
    if commitment(pack, " ".join(written.salt.words)) != promised.lower():
        raise BadRecord(written.commit.number, BadNotation("error.record.commit"))
    return True


def _replay_play(deal: Deal, line: Line, word: str) -> None:
    try:
        written = notation.read_play(word, deal.state.floor)
        played = deal.play(Play(written.card, written.captured or 0))
        if bool(played.basra) != written.basra:
            key = "error.record.basra" if written.basra else "error.record.no_basra"
            raise BadNotation(key, play=word, points=played.basra)
    except BasraError as reason:
        raise BadRecord(line.number, reason) from None


def _check_end(deal: Deal, written: DealRecord) -> None:
    """Compare leavings and score with what the plays lead to."""
    for line, keyword in ((written.leavings, "leavings"), (written.score, "score")):
        expected = next(
            (text for text in _write_plays(deal)[-2:] if text.startswith(keyword)), None
        )
        if line is None:
            if expected:
                raise BadRecord(
                    written.dealer.number, BadNotation("error.record.missing", expected=expected)
                )
            continue
        found = " ".join((keyword, *line.words))
        if found != expected:
            raise BadRecord(
                line.number,
                BadNotation("error.record.differs", found=found, expected=expected or "-"),
            )
