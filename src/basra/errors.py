"""What can be wrong with an input: each error names the thing and what was expected."""

from basra.texts import Catalogue, english

LONGEST = 500
"""Characters of a text that are repeated in a sentence about it; of a longer one the first few."""


class BasraError(ValueError):
    """Tell what was wrong in the words of a catalogue.

    ``key`` names the sentence and ``facts`` fill it, so that a screen can say it in the
    language of its reader: ``error.said(catalogue)``. ``str(error)`` is English.

    >>> from basra.errors import BadNotation
    >>> str(BadNotation("error.card", text="1x"))
    "'1x' is no card: expected a rank of A23456789TJQK and a suit of c d h s, like 7d"
    """

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key, facts)
        self.key = key
        self.facts = facts

    def said(self, catalogue: Catalogue) -> str:
        """Return the sentence in the language of ``catalogue``."""
        facts = {name: _shown(fact, catalogue) for name, fact in self.facts.items()}
        return catalogue.say(self.key, **facts)

    def __str__(self) -> str:
        return self.said(english())

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by key and facts, so that an error can leave a worker process."""
        return _rebuilt, (type(self), self.key, self.facts)


def _shown(fact: object, catalogue: Catalogue) -> object:
    if isinstance(fact, BasraError):
        return fact.said(catalogue)
    if isinstance(fact, str) and len(fact) > LONGEST:
        return fact[:60] + "…"
    return fact


def _rebuilt(kind: type[BasraError], key: str, facts: dict[str, object]) -> BasraError:
    return kind(key, **facts)


class BadNotation(BasraError):
    """A text that is no card, set, play, position or record."""


class BadRules(BasraError):
    """A text that names no rules, or options that no table can play."""


class IllegalPlay(BasraError):
    """A play that the rules do not allow here; nothing has changed."""


class AmbiguousPlay(IllegalPlay):
    """A card named alone that could capture in more than one way."""


class TooManyCaptures(BasraError):
    """A floor that no deal can reach, with more captures than are worth a list."""
