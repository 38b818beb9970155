"""A review in sentences and columns, for a terminal of 80 columns."""

from collections.abc import Iterator
from textwrap import fill
from typing import Final

from rich.cells import cell_len, set_cell_size

from basra.cards import CardSet, Play
from basra.narrate import CardStyle, Telling, card_name, card_names, seat_name, side_name
from basra.review.dealt import DealReview, SideReview, Weighed
from basra.review.reasons import Reason
from basra.texts import Catalogue

WIDTH: Final = 79
_COLUMNS: Final = (3, 10, 24, 12, 20, 6)
"""Number, seat, play, worth, best play, cost."""
_PLAYS: Final = frozenset({"worse", "better"})
_CARDS: Final = frozenset({"card", "cards", "mate", "komi"})


def tell_reason(words: Catalogue, reason: Reason, style: CardStyle = CardStyle.SYMBOLS) -> str:
    """Return a reason as a sentence.

    >>> from basra.review import Reason
    >>> from basra.review.telling import tell_reason
    >>> from basra.texts import english
    >>> tell_reason(english(), Reason("reason.sweeper_kept", {"better": "4c", "card": "Js"}))
    '4♣ keeps the J♠ in hand.'
    """
    facts = dict[str, object](reason.facts)
    for name, fact in reason.facts.items():
        if name in _PLAYS:
            facts[name] = play_name(words, Play(str(fact)), style)
        elif name in _CARDS:
            facts[name] = card_names(words, CardSet(str(fact)), style)
    return words.say(reason.key, **facts)


def play_name(words: Catalogue, play: Play, style: CardStyle = CardStyle.SYMBOLS) -> str:
    """Return a play as part of a sentence.

    >>> from basra import Play
    >>> from basra.review.telling import play_name
    >>> from basra.texts import english
    >>> play_name(english(), Play("9dx4c5h"))
    '9♦ for 4♣ 5♥'
    """
    card = card_name(words, play.card, style)
    if not play.captured:
        return card
    return words.say("review.capture", card=card, cards=card_names(words, play.captured, style))


def tell_deal_review(telling: Telling, number: int, review: DealReview) -> Iterator[str]:
    """Yield the review of a deal line by line: the plays, what they cost, luck and decisions."""
    words = telling.words
    say = words.say
    yield say("review.deal", number=number, dealer=seat_name(telling, review.dealer))
    yield _columns(*(say(f"review.column.{name}") for name in _HEADINGS))
    for one in review.plays:
        yield _tell_play(telling, one)
    yield ""
    if review.scores:
        yield say("review.score", score=" : ".join(map(words.number, review.scores)))
    if review.par is not None:
        yield say("review.par", side=side_name(telling, 0), par=words.number(review.par, "+.0f"))
    for side, one_side in enumerate(review.sides):
        yield from _filled(_tell_side(telling, side, one_side))
    for seat, accuracy in enumerate(review.accuracy):
        yield _tell_accuracy(telling, seat, accuracy, review.costs[seat])
    if review.dearest:
        yield ""
        yield say("review.dearest", count=len(review.dearest))
    for at in review.dearest:
        yield from _filled(_tell_dear(telling, review.plays[at]), "  ")


_HEADINGS: Final = ("number", "seat", "play", "worth", "best", "cost")


def _tell_play(telling: Telling, one: Weighed) -> str:
    made = one.made
    words, style = telling.words, telling.style
    best = "=" if not one.cost else play_name(words, one.best.play, style)
    return _columns(
        words.number(one.at + 1),
        seat_name(telling, one.seat),
        play_name(words, one.play, style),
        f"{words.number(made.points, '+6.1f')} ±{words.number(made.error, '.1f')}",
        best,
        words.number(one.cost, ".1f") if one.cost else "-",
    )


def _columns(*cells: str) -> str:
    """Return a row; a cell that is too long is cut."""
    shown = [
        cell if cell_len(cell) < width else set_cell_size(cell, width - 2) + "…"
        for cell, width in zip(cells, _COLUMNS, strict=True)
    ]
    first, *middle, last = shown
    row = "".join(map(set_cell_size, middle, _COLUMNS[1:-1]))
    return f"{_to_the_right(first, _COLUMNS[0])} {row}{_to_the_right(last, _COLUMNS[-1])}".rstrip()


def _to_the_right(cell: str, width: int) -> str:
    return " " * (width - cell_len(cell)) + cell


def _tell_side(telling: Telling, side: int, one: SideReview) -> str:
    words, name = telling.words, side_name(telling, side)
    say = words.say
    if one.margin is None:
        return say("review.side.open", side=name)
    facts = {
        "side": name,
        "margin": words.number(one.margin, "+.1f"),
        "decided": words.number(one.decided, "+.1f"),
    }
    if one.dealt is None or one.adjusted is None:
        return say("review.side.together", luck=words.number(one.known, "+.1f"), **facts)
    return say(
        "review.side",
        dealt=words.number(one.dealt, "+.1f"),
        known=words.number(one.known, "+.1f"),
        adjusted=words.number(one.adjusted, "+.1f"),
        **facts,
    )


def _tell_accuracy(telling: Telling, seat: int, accuracy: float | None, cost: float) -> str:
    words, name = telling.words, seat_name(telling, seat)
    if accuracy is None:
        return words.say("review.accuracy.none", name=name)
    return words.say(
        "review.accuracy",
        name=name,
        accuracy=words.number(accuracy, ".0f"),
        cost=words.number(cost, ".1f"),
    )


def _tell_dear(telling: Telling, one: Weighed) -> str:
    words, style = telling.words, telling.style
    told = words.say(
        "review.dear",
        number=one.at + 1,
        name=seat_name(telling, one.seat),
        play=play_name(words, one.play, style),
        best=play_name(words, one.best.play, style),
        cost=words.number(one.cost, ".1f"),
        error=words.number(one.made.behind_error, ".1f"),
    )
    return told if one.reason is None else f"{told} {tell_reason(words, one.reason, style)}"


def _filled(text: str, indent: str = "") -> list[str]:
    return fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "  ").splitlines()
