"""Reads records as positions, some times as fast as ``loads_bgn``: for many, to be counted.

Every play is checked against the rules, and every score and result against the plays. Seeds,
commitments and marks are not; ``basra verify`` checks those too.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from basra import engine
from basra.cards import CARDS, read_cards
from basra.errors import BadNotation, BasraError
from basra.game import Deal, packets
from basra.match import (
    Match,
    at_first,
    check_result,
    expect_another,
    followed,
    going_on,
    loads_bgn,
)
from basra.notation import SEATS, BadRecord, DealRecord, Line, read_play, read_record, read_seat
from basra.position import Position, advance, is_legal, set_out
from basra.rules import Rules
from basra.variants import find_rules, key_of, rules_text

T = TypeVar("T")
BATCH: Final = 16
"""Records of one job."""
ENDINGS: Final = (".bgn",)
"""How the names of records end in a folder."""


class Replayed(NamedTuple):
    """A record that was replayed."""

    name: str
    """Where it was found, with its number where a file holds more than one."""
    rules: Rules
    rules_text: str
    deals: tuple[tuple[Position, ...], ...]
    """By deal, the positions from the first to the last."""
    is_over: bool
    """Whether the match ended."""
    names: tuple[str, ...] = ()
    """The players by seat, as the tags tell them; empty where they do not."""


def find_records(paths: Iterable[Path]) -> list[Path]:
    """Return the files, and those in the folders, in order.

    Raises BadNotation for a folder without records.
    """
    found: list[Path] = []
    for path in paths:
        if not path.is_dir():
            found.append(path)
            continue
        inside = sorted(file for file in path.rglob("*") if file.suffix in ENDINGS)
        if not inside:
            raise BadNotation("error.data.folder", name=str(path), expected=" ".join(ENDINGS))
        found.extend(inside)
    return found


def split_records(text: str) -> list[str]:
    r"""Return the records of a text: each begins with the first tag behind a deal.

    >>> from basra.data import split_records
    >>> len(split_records('[Rules "egyptian"]\ndealer a\n[Rules "cypriot"]\ndealer b'))
    2
    """
    records: list[list[str]] = [[]]
    in_tags = True
    for line in text.lstrip("\ufeff").splitlines():
        plain = line.strip()
        if plain.startswith("["):
            if not in_tags:
                records.append([])
            in_tags = True
        elif plain and not plain.startswith("{"):
            in_tags = False
        records[-1].append(line)
    return ["\n".join(lines) + "\n" for lines in records if any(map(str.strip, lines))]


class Found(NamedTuple):
    """A record as it was found, not yet read."""

    name: str
    text: str

    def replay(self) -> Replayed:
        """Return the match. Raises BadNotation that names the record."""
        return self._read(lambda text: read_match(text, self.name))

    def match(self) -> Match:
        """Return it as ``loads_bgn`` does. Raises BadNotation that names the record."""
        return self._read(loads_bgn)

    def _read(self, read: Callable[[str], T]) -> T:
        try:
            return read(self.text)
        except BasraError as reason:
            raise BadNotation("error.data.record", name=self.name, reason=reason) from None


def read_records(files: Iterable[Path]) -> Iterator[Found]:
    """Yield the records of files. Raises BadNotation for a file that is no text."""
    for file in files:
        try:
            texts = split_records(file.read_text("utf-8-sig"))
        except UnicodeDecodeError:
            raise BadNotation("error.record.encoding", file=file.name) from None
        if not texts:
            reason = BadNotation("error.record.empty")
            raise BadNotation("error.data.record", name=str(file), reason=reason)
        for number, text in enumerate(texts, 1):
            yield Found(str(file) if len(texts) == 1 else f"{file}#{number}", text)


def batches(files: Iterable[Path]) -> Iterator[tuple[Found, ...]]:
    """Yield the records of files in batches, each the work of one job."""
    records = read_records(files)
    while batch := tuple(islice(records, BATCH)):
        yield batch


def read_match(text: str, name: str = "-") -> Replayed:
    """Replay a record. Raises BadRecord.

    >>> import basra
    >>> from basra.data import read_match
    >>> match = basra.Match("egyptian", seed=7)
    >>> played = match.deal.play(match.deal.legal_plays[0])
    >>> replayed = read_match(match.bgn())
    >>> len(replayed.deals), len(replayed.deals[0]), replayed.is_over
    (1, 2, False)
    """
    record = read_record(text)
    line, written = record.tags.get("Rules", (1, "cypriot"))
    try:
        rules, shown = _rules_of(written)
    except BasraError as reason:
        raise BadRecord(line, reason) from None
    if not record.deals:
        raise BadRecord(1, BadNotation("error.record.empty"))
    standing = at_first(rules)
    deals: list[tuple[Position, ...]] = []
    for written_deal in record.deals:
        if deals:
            expect_another(standing, written_deal, after_end=deals[-1][-1].is_over)
        positions = _replay(rules, written_deal, going_on(rules, standing).carried)
        deals.append(positions)
        deal = Deal.at(positions[-1])
        if deal.is_over:
            _check_score(deal, written_deal)
            standing = followed(rules, standing, deal.sheet.scores, deal.sheet.carried)
    check_result(standing, record)
    names = tuple(record.tags.get(seat.upper(), (0, ""))[1] for seat in SEATS[: rules.seats])
    return Replayed(name, rules, shown, tuple(deals), standing.is_over, names)


@lru_cache(maxsize=256)
def _rules_of(text: str) -> tuple[Rules, str]:
    rules = find_rules(text)
    return rules, rules_text(rules, key_of(text))


def _replay(rules: Rules, written: DealRecord, carried: int) -> tuple[Position, ...]:
    try:
        dealer = read_seat(" ".join(written.dealer.words), rules)
    except BasraError as reason:
        raise BadRecord(written.dealer.number, reason) from None
    try:
        pack = [int(card) for card in read_cards("".join(written.pack.words))]
        position = set_out(rules, pack, dealer, carried)
    except BasraError as reason:
        raise BadRecord(written.pack.number, reason) from None
    sizes = _packets(rules)
    positions = [position]
    for index, line in enumerate(written.packets):
        most = sizes[index] * rules.seats if index < len(sizes) else 0
        if len(line.words) > most:
            wrong = BadNotation("error.record.packet", found=len(line.words), expected=most)
            raise BadRecord(line.number, wrong)
        for word in line.words:
            positions.append(_after(positions[-1], line, word))
    return tuple(positions)


@lru_cache(maxsize=256)
def _packets(rules: Rules) -> list[int]:
    return packets(rules)[0]


def _after(position: Position, line: Line, word: str) -> Position:
    floor = position.state.floor
    try:
        play = _read_word(word, floor if "*" in word else 0)
    except BasraError as reason:
        raise BadRecord(line.number, reason) from None
    if position.is_over or not is_legal(position, play):
        raise BadRecord(line.number, BadNotation("error.data.play", text=word))
    return advance(position, play)


@lru_cache(maxsize=1 << 16)
def _read_word(word: str, floor: int) -> int:
    written = read_play(word, floor)
    return written.card << CARDS | (written.captured or 0)


def _check_score(deal: Deal, written: DealRecord) -> None:
    sheet = deal.sheet
    carried = f" carry {sheet.carried}" if sheet.carried else ""
    expected = f"{'-'.join(map(str, sheet.scores))}{carried}"
    found = "" if written.score is None else " ".join(written.score.words)
    if found != expected:
        line = (written.score or written.dealer).number
        raise BadRecord(line, BadNotation("error.record.differs", found=found, expected=expected))


def bonus_of(before: Position, after: Position) -> int:
    """Return the points of the basra that the play between two positions made."""
    side = engine.side_of(before.rules, before.state.turn)
    return after.state.bonus[side] - before.state.bonus[side]
