"""How thoroughly a review looks: named strengths, and a quick one where nothing is compiled."""

from difflib import get_close_matches
from functools import cache
from hashlib import sha256
from typing import Final, NamedTuple

from basra import kernel
from basra.bots.intuition import fingerprint
from basra.bots.sharp import Strength
from basra.errors import BadNotation


class Depth(NamedTuple):
    """Worlds that are weighed for each play: so many parts of so many worlds."""

    parts: int
    """Parts with chance of their own; what they differ by is the error."""
    strength: Strength
    """How the worlds of one part are weighed."""

    @property
    def worlds(self) -> int:
        """How many worlds are weighed for a play of a packet of eight cards."""
        return self.parts * self.strength.worlds


DEPTHS: Final = {
    "quick": Depth(6, Strength(worlds=8, played_out=0.5)),
    "usual": Depth(16, Strength(worlds=13, played_out=0.5)),
    "deep": Depth(16, Strength(worlds=50, believes=True, played_out=0.5)),
}
"""By name. Only ``deep`` asks what the others' plays tell of their hands."""
USUAL: Final = "usual"
INTERPRETED: Final = Depth(4, Strength(worlds=5, played_out=1.0))
"""Where nothing is compiled no strength but this comes to an end while a person waits."""


@cache
def edition() -> str:
    """Return a word that changes with the strengths, and with anything that players have learnt.

    >>> from basra.review.strengths import edition
    >>> len(edition())
    6
    """
    found = [find_depth(name) for name in DEPTHS]
    return sha256(repr((found, fingerprint())).encode()).hexdigest()[:6]


def find_depth(name: str) -> Depth:
    """Return a strength by name. Raises BadNotation with the nearest.

    >>> from basra.review.strengths import find_depth
    >>> find_depth("Usual").worlds in {208, 20}
    True
    """
    depth = DEPTHS.get(name.strip().lower())
    if depth is None:
        near = get_close_matches(name, DEPTHS, n=1)
        expected = near[0] if near else ", ".join(DEPTHS)
        raise BadNotation("error.review.strength", name=name, expected=expected)
    return depth if kernel.available() else INTERPRETED
