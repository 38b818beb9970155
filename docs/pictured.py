"""Draws the examples of the rules: what is taken and earned is asked of the engine."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from basra import svg
from basra.cards import CardSet, read_cards
from basra.explain import COURTS, KOMI, SUMS, SWEEPS, example_capture, example_sweep, faces
from basra.explain import has_courts as with_courts
from basra.game import captures
from basra.rules import Rules
from basra.texts import Catalogue

FOLDER = "pictures/rules"
JACKS = (("Js", "Jc"), ("Qd 4s 4h", "Jc"))
"""Floors and jacks that take them."""


class Example(NamedTuple):
    """A card, a floor, the ways to take from it, and what is said of it."""

    card: str
    floor: str
    taken: Sequence[CardSet]
    sentence: str


def examples(rules: Rules, catalogue: Catalogue) -> Iterator[Example]:
    """Yield what is shown of a game."""
    say = catalogue.say
    for floor, card in SUMS:
        yield Example(
            card, floor, captures(rules, floor, card), example_capture(rules, say, floor, card)
        )
    sweeps = [*SWEEPS, *(COURTS if with_courts(rules) else ()), *JACKS]
    sweeps += [(floor, "7d") for floor in KOMI if rules.komi]
    for floor, card in sweeps:
        if max(read_cards(f"{floor} {card}")) < rules.pack:
            yield Example(card, floor, [CardSet(floor)], example_sweep(rules, say, floor, card))


def section(rules: Rules, catalogue: Catalogue) -> str:
    """Return the part of a page that shows the examples of a game."""
    lines = ["### In pictures", "", "| card | floor, and what the card takes | |", "|---|---|---|"]
    for one in examples(rules, catalogue):
        card = f"![{faces(one.card)}]({FOLDER}/{_name(one.card)})"
        floors = " ".join(
            f"![{faces(one.floor)}]({FOLDER}/{_name(one.floor, taken)})" for taken in one.taken
        )
        lines.append(f"| {card} | {floors} | {one.sentence} |")
    return "\n".join(lines) + "\n"


def pictures(all_rules: Sequence[Rules], catalogue: Catalogue) -> dict[str, str]:
    """Return the pictures of all sections by their names."""
    drawn: dict[str, str] = {}
    for rules in all_rules:
        for one in examples(rules, catalogue):
            drawn[_name(one.card)] = svg.cards(one.card)
            for taken in one.taken:
                drawn[_name(one.floor, taken)] = svg.cards(one.floor, marked=taken)
    return drawn


def write(folder: Path, drawn: dict[str, str]) -> None:
    """Bring a folder of pictures up to date."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        if old.name not in drawn:
            old.unlink()
    for name, text in drawn.items():
        (folder / name).write_text(text, encoding="utf-8")


def _name(floor: str, taken: CardSet | None = None) -> str:
    laid = "".join(floor.split())
    return f"{laid}.svg" if taken is None else f"{laid}-{taken!r}.svg"
