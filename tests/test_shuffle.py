"""Chance: vectors computed here from SHA-256 itself, and no order likelier than another."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice, permutations

import pytest

from basra import Deal, Generator, commitment, shuffled
from basra.cards import write_cards
from basra.shuffle import joined, shuffle


def stream(key: str) -> Iterator[int]:
    block = 0
    while True:
        yield from sha256(key.encode() + block.to_bytes(8, "big")).digest()
        block += 1


def test_numbers_below_256_are_the_bytes_in_order() -> None:
    dice = Generator("coffee")
    assert list(islice(stream("coffee"), 100)) == [dice.randrange(256) for _ in range(100)]


def test_what_is_not_below_the_greatest_multiple_is_passed_over() -> None:
    dice = Generator("ünïcode")
    expected = [byte % 52 for byte in islice(stream("ünïcode"), 400) if byte < 208]
    assert expected[:300] == [dice.randrange(52) for _ in range(300)]


def test_greater_numbers_take_more_bytes_the_most_significant_first() -> None:
    source = stream("wide")
    pairs = [next(source) << 8 | next(source) for _ in range(200)]
    expected = [pair % 1000 for pair in pairs if pair < 65000]
    dice = Generator("wide")
    assert expected == [dice.randrange(1000) for _ in expected]


def test_a_number_below_one_takes_no_byte() -> None:
    dice = Generator("one")
    assert [0, next(stream("one"))] == [dice.randrange(1), dice.randrange(256)]


@pytest.mark.parametrize("stop", [0, -1])
def test_there_is_no_number_below_zero(stop: int) -> None:
    with pytest.raises(ValueError, match=str(stop)):
        Generator("x").randrange(stop)


def test_the_shuffle_is_fisher_yates_from_the_last_place() -> None:
    source = stream("3:key")
    order = list(range(8))
    for last in range(7, 0, -1):
        fair = 256 // (last + 1) * (last + 1)
        other = next(byte for byte in source if byte < fair) % (last + 1)
        order[last], order[other] = order[other], order[last]
    assert order == shuffled(range(8), "key")


def test_a_fixed_vector() -> None:
    assert "AhAsAc2sAd2d2h2c" == write_cards(shuffled(range(8), "7", "salt of A", "salt of B"))
    pack = Deal("egyptian", seed=7).pack
    assert shuffled(range(52), "deal", "7") == list(pack)


def test_keys_are_joined_so_that_no_two_lists_are_alike() -> None:
    lists = [["ab", "c"], ["a", "bc"], ["abc"], ["a|1:b"], ["a", "b"], [], [""], ["", ""], ["1:"]]
    assert len(lists) == len({joined(*keys) for keys in lists})


def test_every_order_of_four_is_as_likely() -> None:
    dice = Generator("uniform")
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(24 * 250):
        order = [0, 1, 2, 3]
        shuffle(order, dice)
        counts[tuple(order)] += 1
    assert set(permutations(range(4))) == set(counts)
    assert sum((count - 250) ** 2 / 250 for count in counts.values()) < 52, "p < 0.0005"


def test_rejection_keeps_numbers_unbiased() -> None:
    dice = Generator("biased?")
    counts = Counter(dice.randrange(192) for _ in range(192 * 100))
    low = sum(counts[number] for number in range(64))
    assert abs(low - 6400) < 4 * (19200 * 1 / 3 * 2 / 3) ** 0.5, "256 modulo 192 would double these"


def test_the_commitment_is_sha_256_of_pack_and_salt() -> None:
    assert sha256(b"7dAc coffee").hexdigest() == commitment([25, 0], "coffee")


def test_a_seed_gives_one_deal_in_every_process() -> None:
    program = (
        "import basra, json; "
        "print(json.dumps([basra.Deal(v, seed='same').bfn() for v in basra.VARIANTS]))"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            check=True,
            capture_output=True,
            text=True,
            env={"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8", "LC_ALL": locale},
        ).stdout
        for seed, locale in (("0", "C"), ("123", "C.UTF-8"))
    }
    from basra import VARIANTS  # noqa: PLC0415 - the same list as in the processes

    assert [[Deal(variant, seed="same").bfn() for variant in VARIANTS]] == [
        json.loads(text) for text in found
    ]
