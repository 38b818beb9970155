"""The words of each language: decided for every term, and the texts keep to them."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from basra.texts import LOCALE, languages

DOCS = Path(__file__).parents[1] / "docs"
TRANSLATED = [language for language in languages() if language != "en"]
FACT = re.compile(r"\{[^}]*\}")
ALTERNATIVES = re.compile(r"[;,؛،፣、]")
LABELS = {
    "deal": "tell.deal review.deal web.replay.deal web.pad.deal web.pad.entry.number"
    " web.contest.deal web.daily",
    "packet": "ui.head tell.packet",
    "match": "web.table.match web.table.to_result error.table.over",
    "play": "review.column.play web.replay.place",
    "floor": "web.table.floor web.board.floor show.floor",
    "hand": "web.table.hand web.board.hand",
    "pile": "web.table.pile",
    "stock": "web.table.stock",
    "seat": "review.column.seat web.seat",
    "side": "web.pad.side pad.side",
    "table": "web.table web.duplicate.table",
    "target": "option.tie_break.extend",
    "majority": "sheet.majority web.pad.most web.me.majority",
    "round": "web.tournament.round",
    "duel": "web.duel",
    "puzzle": "error.puzzle.none",
    "rating": "web.ranks.rating",
    "provisional": "web.ranks.provisional",
    "review": "web.review web.review.cancelled",
    "accuracy": "web.review.accuracy web.me.accuracy stats.accuracy",
    "luck": "review.plot.luck web.me.line.luck",
    "margin": "review.side web.me.line.margin",
    "duplicate match": "web.duplicate",
    "round robin": "web.tournament.robin",
    "Swiss": "web.tournament.swiss",
    "knock-out": "web.tournament.knockout",
    "bye": "web.tournament.bye",
    "standings": "web.tournament.standings",
    "tie-break": "web.tournament.tie",
    "score pad": "web.pad",
}
"""Texts that name a thing by its one word."""


def rows_of(page: Path, heading: str) -> Iterator[list[str]]:
    """Yield the cells of each row of the table that begins with a heading."""
    _, _, table = page.read_text("utf-8").partition(f"| {heading} |")
    for line in table.split("\n\n")[0].splitlines()[2:]:
        yield [cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|")]


def bold(cell: str) -> list[str]:
    return re.findall(r"\*\*(.+?)\*\*", cell)


def quoted(cell: str) -> list[str]:
    return re.findall(r"`(.+?)`", cell)


def folded(text: str) -> str:
    """Return a text in small letters; the dotted capital of Turkish keeps no dot of its own."""
    return text.replace("İ", "i").casefold()


def decided(language: str) -> dict[str, list[str]]:
    """Return the words of each term: it may be said in more than one, as noun and verb."""
    return {
        term.replace("*", ""): [
            folded(re.sub(r"\(.*?\)|\*", "", word).strip()) for word in ALTERNATIVES.split(said)
        ]
        for term, said, _ in rows_of(DOCS / "words" / f"{language}.md", "term")
    }


@cache
def texts_of(language: str) -> dict[str, str]:
    """Return what is said by key, plural forms as one text, without the facts."""
    with (LOCALE / language / "LC_MESSAGES" / "basra.po").open("rb") as file:
        catalog = read_po(file, locale=language)
    return {
        message.id if isinstance(message.id, str) else message.id[0]: FACT.sub(
            "·",
            message.string if isinstance(message.string, str) else " | ".join(message.string or ()),
        )
        for message in catalog
        if message.id
    }


def pattern(word: str) -> re.Pattern[str]:
    """Return the pattern of a whole word, in which ``*`` stands for any letters."""
    letters = r"\w*".join(map(re.escape, word.split("*")))
    return re.compile(rf"(?<!\w){letters}(?!\w)", re.IGNORECASE)


def found_in(text: str, word: str, spared: list[str]) -> list[str]:
    for one in spared:
        text = text.replace(one, "·")
    return pattern(word).findall(text)


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_term_of_the_glossary_has_its_words(language: str) -> None:
    glossary = {t for cell, _ in rows_of(DOCS / "glossary.md", "word") for t in bold(cell)}
    assert len(glossary) > 60
    words = decided(language)
    assert set() == glossary - {*words}
    assert [] == [term for term, said in words.items() if not all(said)]


def test_the_pages_of_all_languages_have_the_same_terms() -> None:
    pages = {language: [*decided(language)] for language in TRANSLATED}
    assert dict.fromkeys(TRANSLATED, pages["el"]) == pages


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_round_of_a_tournament_is_no_deal(language: str) -> None:
    words, texts = decided(language), texts_of(language)
    said = [
        word for word in words["deal"] if pattern(f"*{word}*").search(texts["web.tournament.round"])
    ]
    assert [] == said


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_label_names_a_thing_by_its_word(language: str) -> None:
    words, texts = decided(language), texts_of(language)
    assert [] == [
        (key, texts[key], words[term])
        for term, keys in LABELS.items()
        for key in keys.split()
        if not any(word in folded(texts[key]) for word in words[term])
    ]


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_text_says_what_the_page_of_its_language_forbids(language: str) -> None:
    rows = [*rows_of(DOCS / "words" / f"{language}.md", "not")]
    assert rows
    assert [] == [
        (key, found, said)
        for words, said, spared in rows
        for word in quoted(words)
        for key, text in texts_of(language).items()
        if (found := found_in(text, word, quoted(spared)))
    ]


def test_a_forbidden_word_is_found_in_its_forms_only() -> None:
    assert ["Kartlar"] == found_in("Kartlar gizli.", "kart*", [])
    assert [] == found_in("karton", "kart", [])
    assert ["札"] == found_in("札、手札、山札", "札", ["手札", "山札"])
    assert ["ברצפה"] == found_in("קלף ברצפה", "*רצפה", [])
