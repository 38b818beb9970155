"""Refusals: why a table does not do what it is asked."""

from basra.errors import BasraError


class Refusal(BasraError):  # noqa: N818 - named like IllegalPlay
    """A command that changed nothing: a key ``error.…`` and facts that are texts or numbers.

    >>> from basra.table import Refusal
    >>> str(Refusal("error.table.turn"))
    'it is not your turn'
    """


def refusal_of(error: BasraError) -> Refusal:
    """Return the refusal of a play that the rules do not allow, fit to be sent."""
    facts = {
        name: fact if type(fact) in (str, int) else str(fact) for name, fact in error.facts.items()
    }
    return Refusal(error.key, **facts)
