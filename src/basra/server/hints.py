"""A hint: what was weighed, told of the plays that are offered."""

from collections.abc import Iterable, Sequence

from basra.server.messages import Hinted, Reason
from basra.server.thinking import Worth
from basra.table.picture import Offer


def hinted(command: str, worths: Sequence[Worth], offers: Iterable[Offer]) -> Hinted:
    """Return the answer to a command that asked for a hint: the offers, best first.

    >>> from basra import Play
    >>> from basra.server.hints import hinted
    >>> from basra.server.thinking import Worth
    >>> from basra.table.picture import Offer
    >>> offers = [Offer(card="7c", take=[]), Offer(card="9d", take=["4c", "5h"])]
    >>> hint = hinted("h1", [Worth(Play("9dx4c5h"), 2.5), Worth(Play("7c"), -1.0)], offers)
    >>> [offer.card for offer in hint.offers], hint.points
    (['9d', '7c'], [2.5, -1.0])
    """
    offered = {(offer.card, frozenset(offer.take)): offer for offer in offers}
    found = [
        (offered[cards], worth)
        for worth in worths
        if (cards := (str(worth.play.card), frozenset(map(str, worth.play.captured)))) in offered
    ]
    return Hinted(
        id=command,
        offers=[offer for offer, _ in found],
        points=[round(worth.points, 2) for _, worth in found],
        reasons=[
            None if worth.reason is None else Reason(key=worth.reason.key, facts=worth.reason.facts)
            for _, worth in found
        ],
    )
