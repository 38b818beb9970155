"""The catalogues: every sentence that a person sees is looked up here by its key.

A key such as ``score.points`` names a sentence; its words stand in the gettext catalogue
``locale/<language>/LC_MESSAGES/basra.po`` and are filled with named facts. A key with plural
forms is said with ``count=``. English is the language of last resort. What a catalogue tells of
its language itself stands under ``language.…``: name, direction, digits, plural categories.
"""

from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # gettext costs start-up time and is needed only when something is said
    from gettext import NullTranslations

LOCALE = Path(__file__).parent / "locale"
_LATIN = "0123456789"
_FORMER = {"iw": "he"}
"""Languages that systems still call by another name."""
_ISOLATE, _END = "\u2068", "\u2069"


class Catalogue:
    """The sentences of one language."""

    def __init__(self, language: str, translations: "NullTranslations") -> None:
        self.language = language
        self._translations = translations

    def say(self, key: str, /, **facts: object) -> str:
        """Return the sentence ``key`` filled with ``facts``; ``count`` chooses the plural form.

        Facts that are plain numbers are written in the digits of the language. Raises LookupError
        for a key that no catalogue holds: a missing sentence is a defect, and a test looks up
        every key that the code names.

        >>> from basra.texts import english
        >>> english().say("score.points", count=1), english().say("score.points", count=2)
        ('1 point', '2 points')
        """
        count = facts.get("count")
        if isinstance(count, int):
            sentence = self._translations.ngettext(key, key, count)
        else:
            sentence = self._translations.gettext(key)
        if sentence == key:
            raise LookupError(key)
        filled = sentence.format(**{name: self._localised(fact) for name, fact in facts.items()})
        return _isolated(filled) if self._is_rtl else filled

    def number(self, number: float, form: str = "") -> str:
        """Return a number in the digits of the language, formatted as ``format`` does.

        >>> from basra.texts import catalogue, english
        >>> english().number(3.45, "+.1f"), catalogue("ar").number(345)
        ('+3.5', '٣٤٥')
        """
        return format(number, form).translate(self._digits)

    def _localised(self, fact: object) -> object:
        # A card is an int too, but its text is the notation of cards: that stays as it is.
        if self._digits and isinstance(fact, int | float) and type(fact) in {int, float}:
            return _LocalNumber(fact, self._digits)
        return fact

    @cached_property
    def _is_rtl(self) -> bool:
        return self._translations.gettext("language.direction") == "rtl"

    @cached_property
    def _digits(self) -> dict[int, str]:
        """The digit of the language for each Latin one; nothing where they are the same."""
        digits = self._translations.gettext("language.digits")
        return {} if digits == _LATIN else str.maketrans(dict(zip(_LATIN, digits, strict=True)))


class _LocalNumber:
    """A number that is written in the digits of a language."""

    def __init__(self, number: float, digits: Mapping[int, str]) -> None:
        self._number, self._digits = number, digits

    def __format__(self, form: str) -> str:
        return format(self._number, form).translate(self._digits)

    def __repr__(self) -> str:
        return format(self)


def _isolated(sentence: str) -> str:
    """Return a sentence from right to left in which no printed card is torn apart.

    Without that the suit in ``A♠ 4♦`` would be shown on the far side of the other card.
    """
    from re import sub  # noqa: PLC0415 - most languages do without

    isolated_before = "\u2066[^\u2069]*\u2069"
    cards = rf"{isolated_before}|((?:\d+|[AJQK])[♣♦♥♠])"
    return sub(cards, lambda found: f"\u2066{found[1]}\u2069" if found[1] else found[0], sentence)


def shown_name(name: str) -> str:
    """Return a name fit to stand in a sentence of another direction, without control characters.

    A name written from right to left is isolated, so that it does not turn numbers around.
    """
    # Only who shows what people wrote needs it.
    from unicodedata import bidirectional  # noqa: PLC0415

    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in name).split())
    if any(bidirectional(sign) in {"R", "AL"} for sign in plain):
        return f"{_ISOLATE}{plain}{_END}"
    return plain


@cache
def catalogue(language: str) -> Catalogue:
    """Return the catalogue of ``language``, with English for what it lacks.

    >>> from basra.texts import catalogue
    >>> catalogue("xx").say("card.suit.h")
    'hearts'
    """
    from gettext import translation  # noqa: PLC0415 - see above

    languages = [language, "en"] if language != "en" else ["en"]
    return Catalogue(language, translation("basra", LOCALE, languages))


def english() -> Catalogue:
    """Return the English catalogue, which holds every key."""
    return catalogue("en")


def preferred(environment: Mapping[str, str]) -> str:
    """Return the language that an environment asks for, English where there is no catalogue.

    >>> from basra.texts import preferred
    >>> preferred({"LANG": "el_GR.UTF-8"}), preferred({"LANG": "el_GR.UTF-8", "LC_ALL": "C"})
    ('el', 'en')
    """
    from re import split  # noqa: PLC0415 - see above

    known = languages()
    # The first of these that is set counts; in the locale C nobody asks for a language (gettext).
    places = filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG")))
    place = next(places, "C")
    wishes = [environment.get("BASRA_LANGUAGE", "")]
    if place not in ("C", "POSIX"):
        wishes += [*environment.get("LANGUAGE", "").split(":"), place]
    for wish in wishes:
        language = split("[-_.@]", wish)[0].lower()
        language = _FORMER.get(language, language)
        if language in known:
            return language
    return "en"


def languages() -> list[str]:
    """Return the languages that have a catalogue, in alphabetical order.

    >>> from basra.texts import languages
    >>> "en" in languages()
    True
    """
    return sorted(path.parent.parent.name for path in LOCALE.glob("*/LC_MESSAGES/basra.mo"))


# --- what a language says of itself -------------------------------------------------------------


def language_name(language: str) -> str:
    """Return the name of a language in its own words, for a list to choose from.

    >>> from basra.texts import language_name
    >>> language_name("en"), language_name("tr")
    ('English', 'Türkçe')
    """
    return catalogue(language).say("language.name")


def is_rtl(language: str) -> bool:
    """Return whether a language is written from right to left.

    >>> from basra.texts import is_rtl
    >>> is_rtl("en"), is_rtl("he")
    (False, True)
    """
    return catalogue(language).say("language.direction") == "rtl"


def digits(language: str) -> str:
    """Return the ten digits of a language, zero first.

    >>> from basra.texts import digits
    >>> digits("am")
    '0123456789'
    """
    return catalogue(language).say("language.digits")


def plural_categories(language: str) -> tuple[str, ...]:
    """Return the CLDR names of the plural forms of a language, in the order of its catalogue.

    >>> from basra.texts import plural_categories
    >>> plural_categories("en"), plural_categories("ar")
    (('one', 'other'), ('zero', 'one', 'two', 'few', 'many', 'other'))
    """
    return tuple(catalogue(language).say("language.plurals").split())
