"""The buffers that searches and play-outs work in, made once and written over by each."""

from collections.abc import MutableSequence
from typing import NamedTuple


class Workspace(NamedTuple):
    """All that the loops of one search write to, besides what they give back."""

    rows: MutableSequence[int]
    """A row for each card played; what was found stands in the first (``kernel.rows``)."""
    plays: MutableSequence[int]
    """The plays by depth of search, best guesses first."""
    drafts: MutableSequence[int]
    """Plays before they are put into order, and how early each is tried."""
    memo: MutableSequence[int]
    """The positions that were met before."""
    award: MutableSequence[int]
    """What each lead of cards earns at the end of the deal, in thousandths of a point."""
    stock: MutableSequence[int]
    """The cards that are not dealt, from the top."""
    work: MutableSequence[int]
    """For the captures of a card."""
    scratch: MutableSequence[float]
    """For the inputs and layers of a network, or the gains that ``judge`` compares."""
    worths: MutableSequence[float]
    """What a seat makes of its plays."""
