"""The catalogues: no sentence is missing, none is stale, every file is compiled."""

import ast
import re
from functools import cache
from gettext import c2py
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

import basra
from basra.cards import Card
from basra.texts import (
    LOCALE,
    Catalogue,
    catalogue,
    digits,
    english,
    is_rtl,
    language_name,
    languages,
    plural_categories,
    preferred,
)

SOURCES = sorted(Path(basra.__file__).parent.rglob("*.py"))
KEY = re.compile(r"[a-z_]+(\.[a-z0-9_]+)+")
FACT = re.compile(r"\{[^}]*\}")
CLDR_ORDER = ("zero", "one", "two", "few", "many", "other")
TRANSLATED = [language for language in languages() if language != "en"]


@cache  # to read one takes a tenth of a second, and every test reads several
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


def forms_of(language: str) -> dict[str, tuple[str, ...]]:
    """Return the sentence of every key, or its plural forms."""
    return {
        message.id if isinstance(message.id, str) else message.id[0]: (
            (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        )
        for message in read(language)
        if message.id
    }


def facts_of(text: str) -> set[str]:
    return set(FACT.findall(text))


def form_indices(language: str) -> list[int]:
    """Return which form of a plural the catalogue takes for 0, 1, 2 and so on."""
    chosen = c2py(read(language).plural_expr)
    return [chosen(number) for number in range(1000)]


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


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_catalogue_has_every_key_and_no_other(language: str) -> None:
    expected, found = keys_of(read("en")), keys_of(read(language))
    assert (set(), set()) == (expected - found, found - expected)
    assert [] == [key for key, forms in forms_of(language).items() if not all(forms)]


@pytest.mark.parametrize("language", languages())
def test_every_form_fills_the_same_facts_as_english(language: str) -> None:
    indices = form_indices(language)
    english_facts = {key: facts_of("".join(forms)) for key, forms in forms_of("en").items()}
    for key, forms in forms_of(language).items():
        for at, form in enumerate(forms):
            # "One point" needs no number, but only where that form is said of nothing else.
            may_miss = {"{count}"} if indices.count(at) == 1 and len(forms) > 1 else set()
            assert english_facts[key] - may_miss == facts_of(form) - may_miss, (key, form)


@pytest.mark.parametrize("language", languages())
def test_every_plural_has_all_forms_of_its_language(language: str) -> None:
    catalog, categories = read(language), plural_categories(language)
    assert catalog.num_plurals == len(categories)
    several = {key for key, forms in forms_of("en").items() if len(forms) > 1}
    assert {len(categories)} == {len(forms_of(language)[key]) for key in several}


@pytest.mark.parametrize("language", languages())
def test_forms_stand_in_the_order_of_the_categories_of_cldr(language: str) -> None:
    categories, rule = plural_categories(language), Locale(language).plural_form
    assert [name for name in CLDR_ORDER if name in categories] == [*categories]
    expected = [rule(number) for number in range(1000)]
    assert expected == [categories[index] for index in form_indices(language)]


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_sentence_is_left_in_english(language: str) -> None:
    prose = re.compile(r"[a-z]{3,},? [a-z]{2,}")
    own, spoken = forms_of(language), forms_of("en")
    same = [key for key, forms in own.items() if {*forms} & {*spoken[key]}]
    assert ["language.plurals"] * (plural_categories(language) == ("one", "other")) == [
        key for key in same if prose.search(FACT.sub("", spoken[key][0]))
    ]


@pytest.mark.parametrize("language", languages())
def test_a_language_says_its_name_its_direction_and_its_digits(language: str) -> None:
    locale = Locale(language)
    assert (locale.get_display_name(language) or "").lower() == language_name(language).lower()
    assert (locale.character_order == "right-to-left") == is_rtl(language)
    assert [*range(10)] == [int(digit) for digit in digits(language)]


def test_arabic_has_six_forms() -> None:
    say = catalogue("ar").say
    assert ["zero", "one", "two", "few", "many", "other"] == [*plural_categories("ar")]
    assert ["لا ورق", "ورقة واحدة", "ورقتان", "٣ ورقات", "٤٢ ورقة", "\u0661\u0660\u0660 ورقة"] == [
        say("sheet.cards", count=count) for count in (0, 1, 2, 3, 42, 100)
    ]


def test_numbers_are_written_in_the_digits_of_the_language() -> None:
    assert ["\u0661\u0660\u0661", "101", "101"] == [
        catalogue(language).number(101) for language in ("ar", "am", "en")
    ]
    assert "الجولة ١٢: x يوزّع، وy يلعب أولًا." == catalogue("ar").say(
        "tell.deal", number=12, dealer="x", first="y"
    )
    assert "القيمة +٢.٤." == catalogue("ar").say("web.table.expected", points=2.4)
    assert "Worth +2.0." == english().say("web.table.expected", points=2)


def test_cards_keep_their_direction_in_sentences_from_right_to_left() -> None:
    say = catalogue("he").say
    offer = "\u206610♦\u2069 לוקח \u2066A♠\u2069 \u20669♣\u2069."
    assert offer == say("offer.capture", card="10♦", cards="A♠ 9♣")
    assert f"רמז: {offer}" == say("plain.hint", what=offer)
    assert "10♦ captures A♠ 9♣." == english().say("offer.capture", card="10♦", cards="A♠ 9♣")


def test_cards_and_quoted_texts_keep_their_notation() -> None:
    say = catalogue("ar").say
    assert "7d" in say("error.twice", card=Card("7d"))
    assert "'11x'" in say("error.card", text="11x")
    assert "\u0669\u0669" in say("error.card", text=99)


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
    assert ["ar", "tr", "he"] == [
        preferred({"LANG": lang}) for lang in ("ar_EG.UTF-8", "tr_TR.UTF-8", "he_IL")
    ]
    assert [*languages()] == [preferred({"BASRA_LANGUAGE": name}) for name in languages()]


def test_a_key_without_a_sentence_is_a_defect() -> None:
    with pytest.raises(LookupError, match=r"no\.such\.key"):
        english().say("no.such.key")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LC_ALL": "C", "LANG": "tr_TR.UTF-8"}, "en"),
        ({"LC_ALL": "fr_FR", "LANG": "ar_EG"}, "en"),
        ({"LC_ALL": "", "LANG": "ar_EG"}, "ar"),
        ({"LANG": "C", "LANGUAGE": "el"}, "en"),
        ({"LANG": "de_DE", "LANGUAGE": "de:el"}, "el"),
        ({"LANG": "C", "BASRA_LANGUAGE": "ja"}, "ja"),
        ({"LANG": "el@euro"}, "el"),
        ({"LANG": "es-ES"}, "es"),
        ({"LANG": "iw_IL"}, "he"),
    ],
)
def test_the_language_is_that_of_the_first_variable_that_is_set(
    environment: dict[str, str], language: str
) -> None:
    assert language == preferred(environment)
