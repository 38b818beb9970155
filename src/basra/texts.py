"""The catalogues: every sentence that a person sees is looked up here by its key.

A key such as ``score.points`` names a sentence; its words stand in the gettext catalogue
``locale/<language>/LC_MESSAGES/basra.po`` and are filled with named facts. A key with plural
forms is said with ``count=``. English is the language of last resort.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # gettext costs start-up time and is needed only when something is said
    from gettext import NullTranslations

LOCALE = Path(__file__).parent / "locale"


class Catalogue:
    """The sentences of one language."""

    def __init__(self, language: str, translations: "NullTranslations") -> None:
        self.language = language
        self._translations = translations

    def say(self, key: str, /, **facts: object) -> str:
        """Return the sentence ``key`` filled with ``facts``; ``count`` chooses the plural form.

        Raises LookupError for a key that no catalogue holds: a missing sentence is a defect,
        and a test looks up every key that the code names.

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
        return sentence.format(**facts)


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
    >>> preferred({"LANG": "en_GB.UTF-8"}), preferred({})
    ('en', 'en')
    """
    known = languages()
    for name in ("BASRA_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for wish in environment.get(name, "").split(":"):
            language = wish.partition(".")[0].partition("_")[0].lower()
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
