"""Why a play is better than another: reasons by key, from what the engine says of both.

A reason compares a worse play with a better one. Its key names a sentence of the catalogue and
its facts fill it: cards as texts such as ``7d``, numbers as they are. No rule stands here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from basra import engine
from basra.cards import KOMI, Card, CardSet, Play
from basra.engine import card_points, count
from basra.review.features import Features, race_is_open
from basra.view import View

LITTLE: Final = 3
"""Cards in a capture, its own included, up to which it is little for a jack."""

Facts = dict[str, str | int | float]
Test = Callable[[Features, Features], Facts | None]


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence by its key, and the facts that fill it."""

    key: str
    facts: Facts


class Judged(Protocol):
    """A play with its worth, as a searching player or a review gives it."""

    @property
    def play(self) -> Play:
        """The play."""
        ...

    @property
    def points(self) -> float:
        """Its expected margin."""
        ...


def reason_of(view: View, play: int, others: Sequence[Judged]) -> Reason | None:
    """Return why ``play`` is better than the next best, or else why the best is better.

    ``others`` are the weighed plays, best first, with or without ``play`` itself. ``None`` if
    there is no other play.

    >>> from basra import Deal
    >>> from basra.bots import Limit
    >>> from basra.bots.careful import Careful
    >>> from basra.review import reason_of
    >>> view = Deal.from_bfn("cypriot", "4c5h 9dKs/3cQd -/- 0/0 a - 0 ?46").view(0)
    >>> weighed = Careful("").weigh(view, Limit())
    >>> reason_of(view, weighed[0].play, weighed).key
    'reason.basra'
    """
    rest = [one for one in others if one.play != play]
    if not rest:
        return None
    own = next((one.points for one in others if one.play == play), None)
    first = rest[0]
    if own is None or own >= first.points:
        gain = 0.0 if own is None else own - first.points
        return reasons(view, first.play, play, gain)[0]
    return reasons(view, play, first.play, first.points - own)[0]


def reasons(view: View, worse: int, better: int, gain: float) -> list[Reason]:
    """Return all reasons why one play is better than another, the weightiest first.

    ``gain`` are the points between them. Where no feature of the table tells them apart, the one
    reason is that the search finds it so.
    """
    bad, good = Features(view, worse), Features(view, better)
    plays: Facts = {"worse": str(bad.play), "better": str(good.play)}
    found = [
        Reason(key, {**plays, **facts})
        for key, test in TESTS
        if (facts := test(bad, good)) is not None
    ]
    return found or [Reason("reason.search", {**plays, "points": round(gain, 1)})]


# --- the tests: facts if the reason holds -------------------------------------------------------


def misses_basra(worse: Features, better: Features) -> Facts | None:
    """The better play makes a basra, the worse one earns less."""
    if better.effect.points <= worse.effect.points:
        return None
    return {"count": better.effect.points}


def leaves_basra(worse: Features, better: Features) -> Facts | None:
    """The worse play leaves a floor that more unseen cards take for a basra."""
    risk, other = worse.basra_cards, better.basra_cards
    if count(risk) <= count(other):
        return None
    return {"cards": str(CardSet(risk)), "count": count(risk), "other": count(other)}


def leaves_komi(worse: Features, better: Features) -> Facts | None:
    """The worse play leaves a floor of which a komi still to come makes a basra."""
    facts = leaves_basra(worse, better)
    rules = worse.view.rules
    komi = worse.basra_cards & ~better.basra_cards & 1 << KOMI
    if facts is None or not komi or not engine.is_sweeper(rules, KOMI):
        return None
    return {"komi": str(Card(KOMI)), "cards": str(CardSet(worse.effect.floor))}


def lets_sweeper_go(worse: Features, better: Features) -> Facts | None:
    """The worse play lays a card that takes any floor where it takes nothing."""
    if not worse.sweeps or worse.captures or better.play.card == worse.play.card:
        return None
    return {"card": str(worse.play.card)}


def gives_points_card(worse: Features, better: Features) -> Facts | None:
    """The worse play lays a card that is worth points, the better one one worth less or none."""
    points = 0 if worse.captures else card_points(1 << worse.play.card)
    other = 0 if better.captures else card_points(1 << better.play.card)
    if points <= other:
        return None
    return {"card": str(worse.play.card), "count": points}


def takes_fewer_points(worse: Features, better: Features) -> Facts | None:
    """The better play brings more card points."""
    fewer = card_points(better.effect.taken) - card_points(worse.effect.taken)
    return {"count": fewer} if fewer > 0 else None


def spends_sweeper(worse: Features, better: Features) -> Facts | None:
    """The worse play spends a card that takes any floor on a few cards, without a basra."""
    taken = worse.effect.taken
    little = 0 < count(taken) <= LITTLE and card_points(taken & ~(1 << worse.play.card)) <= 1
    if not (worse.sweeps and little) or worse.effect.points or better.sweeps:
        return None
    return {"card": str(worse.play.card), "count": count(taken) - 1}


def breaks_pair(worse: Features, better: Features) -> Facts | None:
    """The better play lays one of a pair for the other to catch, after the worse none catches."""
    mates = engine.rank_mates(better.play.card) & better.catching
    if not mates or better.captures or worse.catching:
        return None
    return {"mate": str(Card(engine.lowest(mates)))}


def loses_leavings(worse: Features, better: Features) -> Facts | None:
    """In the last packet, the better play captures last for now and the worse one does not."""
    view = worse.view
    if engine.packet_size(view.rules, len(view.stock)):
        return None
    if worse.takes_the_leavings or not better.takes_the_leavings:
        return None
    return {}


def takes_fewer_cards(worse: Features, better: Features) -> Facts | None:
    """The better play brings more cards, and the majority is not decided."""
    fewer = count(better.effect.taken) - count(worse.effect.taken)
    if fewer < 2 or not race_is_open(worse.view):
        return None
    stake = worse.view.rules.majority + worse.view.carried
    return {"count": fewer, "majority": stake}


def leaves_points(worse: Features, better: Features) -> Facts | None:
    """The worse play leaves more card points on the floor."""
    more = card_points(worse.effect.floor) - card_points(better.effect.floor)
    if more <= 0 or not worse.is_answered:
        return None
    lying = [card for card in CardSet(worse.effect.floor) if card_points(1 << card)]
    return {"cards": str(CardSet(lying)), "count": card_points(worse.effect.floor)}


def keeps_no_catch(worse: Features, better: Features) -> Facts | None:
    """After the better play a card that is kept catches on the floor, after the worse one none."""
    if worse.catching or not better.catching:
        return None
    return {"cards": str(CardSet(better.catching))}


def keeps_sweeper(worse: Features, better: Features) -> Facts | None:
    """The worse play spends a card that takes any floor, the better one keeps it."""
    if not worse.sweeps or better.sweeps:
        return None
    return {"card": str(worse.play.card)}


def leaves_more(worse: Features, better: Features) -> Facts | None:
    """The worse play leaves more cards to be taken."""
    more = count(worse.effect.floor) - count(better.effect.floor)
    if more < 2 or not worse.is_answered:
        return None
    return {"count": more}


TESTS: Final[tuple[tuple[str, Test], ...]] = (
    ("reason.basra", misses_basra),
    ("reason.leaves_komi", leaves_komi),
    ("reason.leaves_basra", leaves_basra),
    ("reason.sweeper_lost", lets_sweeper_go),
    ("reason.points_card", gives_points_card),
    ("reason.fewer_points", takes_fewer_points),
    ("reason.sweeper_spent", spends_sweeper),
    ("reason.pair", breaks_pair),
    ("reason.leavings", loses_leavings),
    ("reason.fewer_cards", takes_fewer_cards),
    ("reason.leaves_points", leaves_points),
    ("reason.sweeper_kept", keeps_sweeper),
    ("reason.no_catch", keeps_no_catch),
    ("reason.leaves_more", leaves_more),
)
"""Every reason by its key, the weightiest first."""
