"""Perft: how many sequences of plays a deal has, and what they take, depth by depth.

``perft/<variant>.txt`` holds blocks that any engine can be tried on::

    rules egyptian;seats=3
    pack 7dAc…      the shuffled pack from the top, all the chance there is but for what is below
    stock 5hKs…     the undealt cards from the top, after barred cards were put back
    dealer b
    1 4 2 1 10      depth, sequences, captures, basras and their points of the last play of each
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from basra import VARIANTS, engine, find_rules
from basra.cards import read_cards, write_cards
from basra.notation import SEATS
from basra.position import Position, advance, set_out

FOLDER = Path(__file__).parent / "perft"


def blocks(path: Path) -> Iterator[dict[str, str]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    block: dict[str, str] = {}
    for line in [*lines, ""]:
        if line.startswith("#"):
            continue
        keyword, _, rest = line.partition(" ")
        if keyword:
            block[keyword] = rest
        elif block:
            yield block
            block = {}


def successors(position: Position) -> Iterator[tuple[Position, int]]:
    """Yield the positions that every legal play leads to, with the play."""
    state = position.state
    plays = engine.buffer(engine.ROOM)
    hand = engine.pick(state.hands, state.turn)
    work = engine.buffer(engine.WORK)
    for play in plays[: engine.legal_plays(position.rules, state.floor, hand, plays, work)]:
        yield advance(position, play), play


def perft(position: Position, depth: int) -> tuple[int, int, int, int]:
    """Return sequences of that length, and the captures, basras and points of their last play."""
    if depth == 0:
        return 1, 0, 0, 0
    found = [0, 0, 0, 0]
    for after, play in successors(position):
        if depth > 1:
            deeper = perft(after, depth - 1)
        else:
            points = sum(after.state.bonus) - sum(position.state.bonus)
            deeper = (1, int(play & (1 << 52) - 1 != 0), int(points > 0), points)
        found = [one + more for one, more in zip(found, deeper, strict=True)]
    return found[0], found[1], found[2], found[3]


def position_of(block: dict[str, str]) -> Position:
    dealer = SEATS.index(block["dealer"])
    return set_out(find_rules(block["rules"]), read_cards(block["pack"]), dealer)


@pytest.mark.parametrize("variant", VARIANTS)
def test_sequences_are_as_many_as_written(variant: str) -> None:
    tried = list(blocks(FOLDER / f"{variant}.txt"))
    assert len(tried) >= 3
    for block in tried:
        position = position_of(block)
        assert block["stock"] == write_cards(position.stock)
        depths = [int(key) for key in block if key.isdigit()]
        assert list(range(1, len(depths) + 1)) == depths
        assert len(depths) >= 4
        for depth in depths:
            expected = tuple(map(int, block[str(depth)].split()))
            assert expected == perft(position, depth), (block["rules"], depth)


def test_no_variant_is_missing() -> None:
    assert set(VARIANTS) == {path.stem for path in FOLDER.glob("*.txt")}
