"""The catalogues as the page reads them: every key with its text, plural forms by CLDR category."""

from functools import cache
from struct import unpack_from

from basra.server.answers import CatalogueTold, LanguageTold
from basra.texts import LOCALE, digits, is_rtl, language_name, languages, plural_categories


def told_languages() -> list[LanguageTold]:
    """Return the languages that have a catalogue.

    >>> from basra.server.words import told_languages
    >>> [one.name for one in told_languages() if one.code == "en"]
    ['English']
    """
    return [
        LanguageTold(code=code, name=language_name(code), rtl=is_rtl(code)) for code in languages()
    ]


@cache
def told_catalogue(language: str) -> CatalogueTold:
    """Return all words of a language that has a catalogue, English ones where it has none.

    >>> from basra.server.words import told_catalogue
    >>> told_catalogue("en").words["card.suit.h"], told_catalogue("en").words["score.points"]
    ('hearts', {'one': '{count} point', 'other': '{count} points'})
    """
    words = {**_words("en"), **_words(language)}
    return CatalogueTold(
        language=language, rtl=is_rtl(language), digits=digits(language), words=words
    )


def _words(language: str) -> dict[str, str | dict[str, str]]:
    categories = plural_categories(language)
    words: dict[str, str | dict[str, str]] = {}
    for key, texts in _compiled(language).items():
        if not any(texts):
            continue
        if len(texts) > 1:
            words[key] = dict(zip(categories, texts, strict=True))
        elif key:
            words[key] = texts[0]
    return words


def _compiled(language: str) -> dict[str, list[str]]:
    """Return what a compiled catalogue holds: by key its text, or its plural forms in order.

    The form of the file is that of GNU gettext: two tables of (length, place), for keys and texts.
    """
    raw = (LOCALE / language / "LC_MESSAGES" / "basra.mo").read_bytes()
    order = "<" if raw[:4] == b"\xde\x12\x04\x95" else ">"
    number, keys, texts = unpack_from(f"{order}3I", raw, 8)

    def entry(table: int, at: int) -> list[str]:
        length, place = unpack_from(f"{order}2I", raw, table + 8 * at)
        return raw[place : place + length].decode().split("\0")

    return {entry(keys, at)[0]: entry(texts, at) for at in range(number)}
