"""A record step by step: frames of every deal, told from one seat's eyes or with hands open."""

from collections.abc import Iterator
from typing import NamedTuple

from basra import engine
from basra.cards import CardSet
from basra.engine import NOBODY
from basra.errors import BadNotation
from basra.game import Played
from basra.match import Match
from basra.narrate import Telling, card_names, seat_name, side_name, tell_play, tell_row, tell_sheet
from basra.position import Position
from basra.review.course import course_of
from basra.view import View, look


class Frame(NamedTuple):
    """A moment of a match."""

    deal: int
    """The number of the deal, from 1."""
    plays: int
    """The plays made in it so far."""
    position: Position
    played: Played | None
    """The play that led here."""


class Replay:
    """A match as a list of frames, and the place in it.

    >>> from basra import Match
    >>> from basra.review.replay import Replay
    >>> replay = Replay(Match("egyptian", seed=7))
    >>> replay.frame.plays, len(replay.frames)
    (0, 1)
    """

    def __init__(self, match: Match) -> None:
        """Take a match. Raises BadNotation if a deal of it was set up from a position."""
        self._match = match
        self.frames = [
            frame
            for number, deal in enumerate(match.deals, 1)
            for frame in _frames(number, list(course_of(deal).positions()), deal.history)
        ]
        self._at = 0

    @property
    def frame(self) -> Frame:
        """The frame that is shown."""
        return self.frames[self._at]

    def go(self, order: str) -> bool:
        """Move as told and tell whether the frame is another one.

        Orders are ``n`` or nothing for the next frame, ``p`` for the one before, ``f`` and ``l``
        for the first and the last, a number of plays in this deal, and ``deal/plays``. Raises
        BadNotation for any other.
        """
        before = self._at
        word = order.strip().lower()
        if word in {"", "n", "p", "f", "l"}:
            last = len(self.frames) - 1
            at = {"": before + 1, "n": before + 1, "p": before - 1, "f": 0, "l": last}[word]
            self._at = min(max(at, 0), last)
        else:
            self._at = self._found(word)
        return self._at != before

    def _found(self, word: str) -> int:
        deal, slash, plays = word.rpartition("/")
        wanted = (deal if slash else str(self.frame.deal), plays)
        for at, frame in enumerate(self.frames):
            if (str(frame.deal), str(frame.plays)) == wanted:
                return at
        raise BadNotation("error.replay", text=word)

    def tell(self, telling: Telling, seat: int | None) -> Iterator[str]:
        """Yield the lines of the frame: as ``seat`` saw it, or with all hands open."""
        return tell_frame(telling, self.frame, self._match, seat)


def _frames(number: int, positions: list[Position], history: list[Played]) -> Iterator[Frame]:
    for plays, position in enumerate(positions):
        yield Frame(number, plays, position, history[plays - 1] if plays else None)


def tell_frame(telling: Telling, frame: Frame, match: Match, seat: int | None) -> Iterator[str]:
    """Yield the lines of a frame."""
    words, position = telling.words, frame.position
    facts = {"deal": frame.deal, "deals": len(match.deals), "stock": len(position.stock)}
    plays = len(match.deals[frame.deal - 1].history)
    yield words.say("replay.head", play=frame.plays, plays=plays, **facts)
    if frame.played is not None:
        told = tell_play(telling, frame.played)
        # The sheet tells of the leavings too.
        yield from (f"  {sentence}" for sentence in (told[:1] if position.is_over else told))
    if position.is_over:
        yield from _tell_end(telling, frame, match)
        return
    floor = card_names(words, CardSet(position.state.floor), telling.style) or "-"
    yield words.say("replay.floor", cards=floor)
    view = look(position, seat)
    hands = position.state.hands if seat is None else view.known
    for other in range(telling.rules.seats):
        yield _tell_seat(telling, view, other, hands[other])
    if view.bottom != NOBODY:
        yield words.say("replay.bottom", card=card_names(words, [view.bottom], telling.style))


def _tell_seat(telling: Telling, view: View, seat: int, known: int) -> str:
    words = telling.words
    side = engine.side_of(telling.rules, seat)
    hidden = view.held[seat] - engine.count(known)
    shown = [card_names(words, CardSet(known), telling.style)] if known else []
    if hidden:
        shown.append(words.say("replay.hidden", count=hidden))
    pile = view.piles[side]
    told = words.say(
        "replay.seat",
        name=seat_name(telling, seat),
        hand=" ".join(shown) or "-",
        cards=engine.count(pile),
        points=engine.card_points(pile) + view.bonus[side],
    )
    return f"{'▶' if view.turn == seat else ' '} {told}"


def _tell_end(telling: Telling, frame: Frame, match: Match) -> Iterator[str]:
    """Yield the sheet of a deal that is over."""
    deal = match.deals[frame.deal - 1]
    piles = [deal.pile(side) for side in range(telling.rules.sides)]
    told = tell_sheet(telling, piles, deal.history, deal.sheet, frame.position.carried)
    yield from (f"  {tell_row(telling, row)}" for row in told.rows)
    yield from (f"  {note}" for note in told.notes)
    standing = match.standing
    if standing.is_over and frame.deal == len(match.deals) and standing.winner is not None:
        yield telling.words.say("replay.won", side=side_name(telling, standing.winner))
