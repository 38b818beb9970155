"""Names: what a name looks like, so that nobody passes for another in any script.

The look is the skeleton of Unicode Technical Standard 39, from the data of a kept library: signs
that look alike have one look.
"""

from functools import cache
from typing import Final
from unicodedata import category, combining, normalize

LOOKS: Final = 2
"""A name has at most so many looks: as it is written, and in small letters."""
LONGEST: Final = 200
"""Signs of a look that are compared; some signs look like many."""
_VOICED: Final = 10
"""Marks of a class below this one tell syllables apart; those above are accents and points."""
_DIRECTIONS: Final = "\u200e\u200f"


def looks_of(name: str) -> frozenset[str]:
    r"""Return what a name looks like; two names that share a look can be taken for each other.

    >>> from basra.club.names import looks_of
    >>> bool(looks_of("Hani") & looks_of("h\u0430ni")), bool(looks_of("Hani") & looks_of("Hana"))
    (True, False)
    """
    shown = normalize("NFKC", name)
    return frozenset({_look(shown), _look(shown.casefold())})


def _look(text: str) -> str:
    for _ in range(2):  # what a sign looks like may itself look like something
        text = "".join(_prototypes().get(sign, sign) for sign in _bare(text))
    return "".join(_bare(text))[:LONGEST]


def _bare(text: str) -> list[str]:
    """Return the signs that are seen, without accents, vowel points and spaces."""
    return [
        sign
        for sign in normalize("NFD", text)
        if combining(sign) < _VOICED and category(sign) not in {"Cf", "Cc", "Zs"}
    ]


@cache
def _prototypes() -> dict[str, str]:
    """Return for every sign that looks like others the one that stands for all of them."""
    from confusable_homoglyphs.confusables import confusables_data  # noqa: PLC0415 - large, an extra

    heads: dict[str, str] = {}

    def head(text: str) -> str:
        while heads.setdefault(text, text) != text:
            heads[text] = heads[heads[text]]
            text = heads[text]
        return text

    for sign, alike in confusables_data.items():
        for other in alike:
            pair = head(sign.strip(_DIRECTIONS)), head(other["c"].strip(_DIRECTIONS))
            # A pair of letters that looks like one stands for it; else the first of Unicode does.
            first, second = sorted(pair, key=lambda text: (-len(text), text))
            heads[second] = first
    return {sign: head(sign) for sign in heads if len(sign) == 1 and head(sign)}
