"""Hostile texts: whatever is written, the answer is a value or a BasraError, and comes at once."""

import time
from collections.abc import Callable
from random import Random

import pytest

import basra
import tables
from basra import VARIANTS, BasraError, Deal, Match, find_rules, loads_bgn
from basra.notation import read_position, read_view, write_view

STRANGE = "٤²Ⅷ７♦♠\0\u202e\ufeff\n\r\u2028\u0085\x1c½é🂡"
PIECES = [
    *'0123456789/-+?^,;=x#*[]{}"\\. \t\n' + STRANGE,
    "999999999999999999999",
    "-1",
    "1e9",
    "??",
    "?40",
    "2c2c",
    "Jc",
    "dealer a",
    "pack ",
    "1.",
    "yes",
    "seats=",
    "\n\n",
]


def mutated(chance: Random, text: str) -> str:
    """Return a text with some of it cut, doubled, swapped or replaced."""
    for _ in range(chance.choice((1, 1, 2, 3, 8))):
        at = chance.randrange(len(text) + 1)
        end = min(len(text), at + chance.choice((0, 1, 1, 2, 5, 40)))
        piece = chance.choice((chance.choice(PIECES), text[at:end] * 2, ""))
        text = text[:at] + piece + text[end:]
    return text


def survives(read: Callable[[str], object], text: str) -> bool:
    """Tell whether a text was read; anything but a BasraError in its place is a fault."""
    begun = time.process_time()
    said = ""
    try:
        read(text)
    except BasraError as error:
        said = str(error) or "nothing at all" * 1000
    assert time.process_time() - begun < 5, "an answer comes at once"
    assert len(said) < 3000
    return not said


READERS: dict[str, tuple[Callable[[str], object], list[str]]] = {
    "card": (basra.Card, ["7d", "10♠"]),
    "set": (basra.CardSet, ["As2c4d", "10♠ Kh,2c"]),
    "play": (basra.Play, ["9dx4c5h", "Jsx2c#"]),
    "rules": (find_rules, ["egyptian;target=121;seats=4;sides=2", "tie=carry;rubber=3"]),
    "variant": (basra.find_variant, ["lebanese a"]),
}


@pytest.mark.parametrize("kind", READERS)
def test_small_texts(kind: str) -> None:
    read, texts = READERS[kind]
    chance = Random(f"hostile {kind}")
    accepted = sum(survives(read, mutated(chance, chance.choice(texts))) for _ in range(1500))
    assert 0 < accepted < 1500
    for text in ("", " ", "-", "\0", *STRANGE, "9" * 5000, "=" * 5000, ";" * 5000):
        survives(read, text)


@pytest.mark.parametrize("variant", [*VARIANTS, "egyptian;must_capture=yes"])
def test_positions_and_views(variant: str) -> None:
    chance = Random(f"hostile {variant}")
    rules = find_rules(variant)
    accepted = 0
    for number in range(10):
        deal = tables.play_at_random(Deal(rules, seed=number), chance, chance.randrange(30))
        texts = [deal.bfn(), write_view(deal.view(0)), write_view(deal.view())]
        for _ in range(40):
            text = mutated(chance, chance.choice(texts))
            if survives(lambda text: read_position(rules, text), text):
                accepted += 1
                survives(play_on, text)
            survives(lambda text: read_view(rules, text, 0), text)
            if survives(lambda text: read_view(rules, text, None), text):
                seen = read_view(rules, text, None)
                assert write_view(seen) == write_view(read_view(rules, write_view(seen), None))
                survives(lambda text: basra.sample(read_view(rules, text, None), Random(1)), text)
    assert accepted


def play_on(text: str) -> None:
    """Play a deal from a position to its end, or to a hidden stock."""
    rules = "egyptian;must_capture=yes" if len(text.split()) == 9 else "egyptian"
    tables.play_at_random(Deal.from_bfn(rules, text), Random(1))


def test_records() -> None:
    chance = Random("hostile records")
    match = Match("lebanese_b;seats=3", seed=4, names=["a", "b", "c"])
    tables.play_at_random(match.deal, chance)
    tables.play_at_random(match.deal, chance, 20)
    text = match.bgn({"Event": 'x "y" \\'})
    accepted = sum(survives(loads_bgn, mutated(chance, text)) for _ in range(400))
    assert 0 < accepted < 400


@pytest.mark.parametrize(
    "text",
    [
        "7" * 10**6,
        "7d" * 500_000,
        "[" * 10**6,
        "{" * 10**6,
        "{}" * 500_000,
        '[A "' + "\\" * 10**6,
        '[A "' + '\\"' * 500_000 + '"]',
        "\n" * 10**6,
        "1. " + "7c " * 300_000,
        "dealer a\n" * 100_000,
        "dealer a\npack " + "7d" * 400_000,
        "9" * 10**6 + ".",
        "?" * 10**6,
        "/" * 10**6,
        "=" * 10**6,
        ";" * 10**6,
        "a=1;" * 250_000,
        "egyptian" * 125_000,
        " " * 10**6,
    ],
    ids=lambda text: f"{text[:8]!r}…",
)
def test_a_million_characters(text: str) -> None:
    rules = find_rules("cypriot")
    deal = Deal("cypriot", seed=1)
    before = deal.position
    for read in (
        basra.Card,
        basra.CardSet,
        basra.Play,
        find_rules,
        loads_bgn,
        deal.play,
        lambda text: read_position(rules, text),
        lambda text: read_view(rules, text, 0),
        lambda text: read_position(rules, deal.bfn().replace("0/0", text)),
        lambda text: read_position(rules, deal.bfn().replace(" 0 ", f" {text} ")),
        lambda text: basra.captures("cypriot", text, "7d"),
    ):
        survives(read, text)
    assert before == deal.position


@pytest.mark.parametrize("variant", VARIANTS)
def test_refused_plays_change_nothing(variant: str) -> None:
    chance = Random(f"refused {variant}")
    refused = 0
    deal = Deal(variant, seed=1)
    while not deal.is_over:
        legal = [str(play) for play in deal.legal_plays]
        for _ in range(6):
            before, count = deal.position, len(deal.history)
            if survives(deal.play, mutated(chance, chance.choice(legal))):
                deal.undo()
            else:
                refused += 1
            assert (before, count) == (deal.position, len(deal.history))
        deal.play(chance.choice(legal))
    assert refused > 50


@pytest.mark.parametrize(
    "options", [{"target": "9" * 5000}, {"target": "٤"}, {"tie": 10**30}, {"zzz": 1}, {"komi": "²"}]
)
def test_options(options: dict[str, "str | int"]) -> None:
    with pytest.raises(basra.BadRules):
        basra.Rules().vary(**options)
