"""A match told from the first card to the result, as ``basra show`` prints a record."""

from collections.abc import Iterator
from itertools import zip_longest

from basra.cards import CardSet
from basra.game import Deal, packets
from basra.match import Match
from basra.narrate import (
    CardStyle,
    Telling,
    card_names,
    seat_name,
    tell_deal,
    tell_packet,
    tell_play,
    tell_result,
    tell_row,
    tell_sheet,
)
from basra.notation import SEATS
from basra.texts import Catalogue
from basra.variants import rules_text


def telling_of_record(
    words: Catalogue, match: Match, style: CardStyle = CardStyle.SYMBOLS
) -> Telling:
    """Return who is told a record: nobody at the table; seats without a name go by their letter."""
    letters = SEATS[: match.rules.seats].upper()
    names = (name or letter for name, letter in zip_longest(match.names, letters))
    return Telling(words, match.rules, tuple(names), None, style)


def tell_match(
    words: Catalogue, match: Match, style: CardStyle = CardStyle.SYMBOLS
) -> Iterator[str]:
    """Yield a match line by line; seats without a name are told by their letter.

    >>> from basra import Match
    >>> from basra.chronicle import tell_match
    >>> from basra.texts import english
    >>> next(tell_match(english(), Match("egyptian;target=121", seed=7)))
    'Basra by the rules of egyptian;target=121'
    """
    telling = telling_of_record(words, match, style)
    players = ", ".join(seat_name(telling, seat) for seat in range(match.rules.seats))
    yield words.say("show.rules", rules=rules_text(match.rules, match.variant))
    yield words.say("show.players", players=players)
    for number, deal in enumerate(match.deals, 1):
        yield ""
        yield from _tell_deal(telling, number, deal)
    if match.is_over:
        yield ""
        yield tell_result(telling, match.standing)


def _tell_deal(telling: Telling, number: int, deal: Deal) -> Iterator[str]:
    words, rules = telling.words, deal.rules
    yield tell_deal(telling, number, deal.dealer)
    sizes = packets(rules)[0]
    starts = [sum(sizes[:at]) * rules.seats for at in range(len(sizes))]
    history = deal.history
    if history:
        floor = card_names(words, history[0].floor, telling.style)
        yield words.say("show.floor", cards=floor)
    for at, played in enumerate(history):
        if at in starts:
            yield tell_packet(words, starts.index(at) + 1, len(sizes))
        yield from (f"  {sentence}" for sentence in tell_play(telling, played))
    if deal.is_over:
        piles = [CardSet(deal.pile(side)) for side in range(rules.sides)]
        told = tell_sheet(telling, piles, history, deal.sheet, deal.position.carried)
        yield from (f"  {tell_row(telling, row)}" for row in told.rows)
        yield from (f"  {note}" for note in told.notes)
    else:
        yield words.say("show.open")
