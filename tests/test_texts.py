"""The catalogues: no sentence is missing, none is stale, every file is compiled."""

import ast
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

import basra
from basra.texts import LOCALE, Catalogue, catalogue, english, languages, preferred

SOURCES = sorted(Path(basra.__file__).parent.rglob("*.py"))
KEY = re.compile(r"[a-z_]+(\.[a-z0-9_]+)+")


def read(language: str) -> Catalog:
    with (LOCALE / language / "LC_MESSAGES" / "basra.po").open("rb") as file:
        return read_po(file, locale=language)


def keys_of(catalog: Catalog) -> set[str]:
    return {
        message.id if isinstance(message.id, str) else message.id[0]
        for message in catalog
        if message.id
    }


def sentences(catalog: Catalog) -> dict[str, str]:
    """Return what is said by key, plural forms as one text."""
    return {
        str(message.id if isinstance(message.id, str) else list(message.id)): (
            message.string
            if isinstance(message.string, str)
            else "|".join(map(str, message.string or ()))
        )
        for message in catalog
        if message.id
    }


def named_keys() -> dict[str, str]:
    """Return every text in the sources that has the form of a key of the catalogue."""
    heads = {key.split(".")[0] for key in keys_of(read("en"))}
    found = {}
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                text = node.value
                if KEY.fullmatch(text) and text.split(".")[0] in heads:
                    found[text] = path.name
    return found


def called_keys() -> set[str]:
    """Return the constants that are given as keys to errors and catalogues."""
    kinds = {"BasraError", "BadNotation", "BadRules", "IllegalPlay", "AmbiguousPlay"}
    kinds |= {"TooManyCaptures", "say"}
    found: set[str] = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                function = node.func
                name = function.attr if isinstance(function, ast.Attribute) else ""
                name = function.id if isinstance(function, ast.Name) else name
                if name in kinds:
                    found.add(str(node.args[0].value))
    return found


def test_every_key_that_the_code_names_is_in_the_catalogue() -> None:
    assert len(called_keys()) > 50
    assert set() == called_keys() - keys_of(read("en"))


def test_every_error_and_score_of_the_catalogue_is_named_in_the_code() -> None:
    written = {key for key in keys_of(read("en")) if key.startswith(("error.", "score."))}
    spoken = named_keys()
    built = {"score.points"}  # the example in the docstring of Catalogue.say
    assert set() == written - set(spoken) - built


@pytest.mark.parametrize("language", languages())
def test_the_compiled_catalogue_is_fresh(language: str) -> None:
    with (LOCALE / language / "LC_MESSAGES" / "basra.mo").open("rb") as file:
        compiled = read_mo(file)
    assert sentences(read(language)) == sentences(compiled)


@pytest.mark.parametrize("language", languages())
def test_every_catalogue_fills_the_same_facts_as_english(language: str) -> None:
    fact = re.compile(r"\{(\w+)(?:![rs])?\}")
    english_facts = {
        message.id: set(fact.findall(str(message.string))) for message in read("en") if message.id
    }
    for message in read(language):
        if message.id and message.string and any(message.string):
            assert set(fact.findall(str(message.string))) == english_facts[message.id], message.id


def test_plurals_and_languages() -> None:
    assert "en" in languages()
    assert ["1 point", "0 points", "2 points"] == [
        english().say("score.points", count=count) for count in (1, 0, 2)
    ]
    assert isinstance(catalogue("xx"), Catalogue)
    assert ("xx", "en") == (catalogue("xx").language, english().language)
    assert "hearts" == catalogue("xx").say("card.suit.h")


def test_the_language_of_an_environment() -> None:
    assert ["en", "en", "en"] == [
        preferred(environment)
        for environment in ({}, {"LANG": "en_GB.UTF-8"}, {"LC_ALL": "xx", "LANGUAGE": "yy:zz"})
    ]
    assert [*languages()] == [preferred({"BASRA_LANGUAGE": name}) for name in languages()]


def test_a_key_without_a_sentence_is_a_defect() -> None:
    with pytest.raises(LookupError, match=r"no\.such\.key"):
        english().say("no.such.key")
