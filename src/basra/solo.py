"""A person's match against computer players: whose turn, take back, hint, save and resume.

A screen asks ``phase`` what comes next, lets a bot make one play at a time (so that it can show
each), and reads only what the person's seat may know: ``view``, its own plays, and what was
played. Paths and seeds are arguments; nothing is printed.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from copy import copy
from enum import Enum
from itertools import count
from pathlib import Path
from secrets import token_hex
from threading import Lock
from typing import Self

from basra import engine
from basra.bots import LADDER, Bot, Limit, find_bot, is_ready
from basra.cards import CardSet, Play
from basra.errors import BasraError, IllegalPlay
from basra.files import write_whole
from basra.game import Deal, Played, Sheet, packets
from basra.match import Match, Standing, going_on, loads_bgn
from basra.narrate import Offer
from basra.notation import SEATS, read_record, read_seat
from basra.rules import Rules
from basra.view import View, plays_last

LAST = "last.bgn"
"""The file of the match that was played to its end last, beside that of one to go on with."""
HINTER = "careful"
"""The player that is asked for a hint."""
USUAL_LEVEL = "careful" if "careful" in LADDER else LADDER[-1]
"""The level of an opponent that was not chosen."""


class Phase(Enum):
    """What a match waits for."""

    BOT = "bot"
    """A computer player, to play."""
    PERSON = "person"
    """The person, to play."""
    SHEET = "sheet"
    """Somebody to look at the sheet of a deal and go on."""
    OVER = "over"
    """Nothing: the last sheet has been seen and the match is over."""


class Solo:
    """A match of one person against bots.

    ``levels`` are the names of the bots by the order of play after the person's seat.

    >>> from basra.solo import Phase, Solo
    >>> solo = Solo.begin("egyptian", seed="7", levels=["random"])
    >>> while solo.phase is Phase.BOT:
    ...     played = solo.step()
    >>> solo.phase, len(solo.offers()) > 0
    (<Phase.PERSON: 'person'>, True)
    """

    def __init__(
        self, match: Match, seat: int, levels: Sequence[str], limit: Limit | None = None
    ) -> None:
        """Seat the bots; raises BadNotation for a level that does not exist."""
        self.match = match
        self.seat = seat
        self.levels = tuple(levels)
        others = [(seat + at) % match.rules.seats for at in range(1, match.rules.seats)]
        self._bots: dict[int, Bot] = {
            other: find_bot(level, f"{match.seed}/{SEATS[other]}")
            for other, level in zip(others, self.levels, strict=True)
        }
        self._stand_in = find_bot(USUAL_LEVEL)
        self._limit = Limit(seconds=1.0) if limit is None else limit
        self._sheet_seen = False
        self._thinking = Lock()
        """One thought at a time: after an undo, the thread of the one before may still run."""

    @classmethod
    def begin(
        cls,
        rules: Rules | str,
        *,
        seed: int | str,
        levels: Sequence[str] = (),
        names: Sequence[str] = (),
        seat: int = 0,
        limit: Limit | None = None,
    ) -> Self:
        """Begin a match; levels that are not given are the usual one. Raises BadRules."""
        match = Match(rules, seed, names=names)
        others = match.rules.seats - 1
        given = [*levels[:others], *[USUAL_LEVEL] * (others - len(levels))]
        return cls(match, seat, given, limit)

    @classmethod
    def resume(cls, text: str, limit: Limit | None = None) -> Self:
        """Go on with a match that ``save_text`` wrote; raises BadNotation."""
        match = loads_bgn(text)
        tags = {name: value for name, (_, value) in read_record(text).tags.items()}
        seat = read_seat(tags.get("Person", SEATS[0]), match.rules)
        levels = tags.get("Bots", "").split()
        others = match.rules.seats - 1
        levels = [*levels[:others], *[USUAL_LEVEL] * (others - len(levels))]
        return cls(match, seat, levels, limit)

    @classmethod
    def saved(cls, path: Path) -> Self | None:
        """Return the match that was saved to ``path``, ``None`` if none was.

        Raises BasraError for one that cannot be read, which is put aside, where nothing is written.
        """
        try:
            return cls.resume(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError, BasraError):
            aside = path.with_name(f"{path.name}.unread")
            with suppress(OSError):
                path.replace(aside)
            raise BasraError("ui.unread", file=aside) from None

    def save_text(self) -> str:
        """Return the record of the match, with the person's seat and the levels of the bots."""
        return self.match.bgn({"Person": SEATS[self.seat], "Bots": " ".join(self.levels)})

    def save(self, path: Path) -> None:
        """Write the match to ``path`` whole or not at all; to ``LAST`` beside it if it is over."""
        path.parent.mkdir(parents=True, exist_ok=True)
        if self.phase is Phase.OVER:
            write_whole(path.with_name(LAST), self.save_text())
            path.unlink(missing_ok=True)
        else:
            write_whole(path, self.save_text())

    # --- what the person may know ---------------------------------------------------------------

    @property
    def _deal(self) -> Deal:
        """The deal in play, or the one whose sheet is to be seen."""
        return self.match.deals[-1]

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.match.rules

    @property
    def phase(self) -> Phase:
        """What the match waits for."""
        turn = self._deal.turn
        if turn is None:
            return Phase.OVER if self._sheet_seen else Phase.SHEET
        return Phase.PERSON if turn == self.seat else Phase.BOT

    @property
    def turn(self) -> int | None:
        """The seat to play, or ``None`` when the deal is over."""
        return self._deal.turn

    @property
    def dealer(self) -> int:
        """The seat that deals."""
        return self._deal.dealer

    @property
    def deal_number(self) -> int:
        """The number of the deal, from 1."""
        return len(self.match.deals)

    @property
    def view(self) -> View:
        """What the person's seat knows of the deal."""
        return self._deal.view(self.seat)

    @property
    def history(self) -> list[Played]:
        """What was played in this deal."""
        return self._deal.history

    @property
    def packet(self) -> tuple[int, int]:
        """The number of the packet in play, from 1, and how many a deal has."""
        sizes = packets(self.rules)[0]
        plays = len(self.view.plays)
        number = 0
        dealt = 0
        while number < len(sizes) and dealt <= plays:
            dealt += sizes[number] * self.rules.seats
            number += 1
        return number, len(sizes)

    def offers(self) -> list[Offer]:
        """Return the legal plays of the person, in turn, and what would come of each."""
        if self.phase is not Phase.PERSON:
            return []
        view = self.view
        return [
            Offer(play, _basra_of(view, play), clears=0 < view.floor == play.captured)
            for play in self._deal.legal_plays
        ]

    # --- scores ---------------------------------------------------------------------------------

    @property
    def deal_scores(self) -> tuple[int, ...]:
        """Points by side in this deal; the majority is among them when it is over."""
        return self._deal.scores

    @property
    def earlier(self) -> Standing:
        """Where the match stood before this deal, so that no point is counted twice."""
        past = copy(self.match)
        past.deals = self.match.deals[:-1]
        return going_on(self.rules, past.standing)

    @property
    def totals(self) -> tuple[int, ...]:
        """Points by side in the match, those of this deal so far included."""
        before = self.earlier.totals
        return tuple(sum(pair) for pair in zip(before, self.deal_scores, strict=True))

    @property
    def standing(self) -> Standing:
        """Where the match stands after the deals that are over."""
        return self.match.standing

    def sheet(self) -> tuple[Sheet, tuple[CardSet, ...]]:
        """Return the sheet of a deal that is over, and the piles by side.

        Raises IllegalPlay while it goes on: piles are not looked through before.
        """
        if self._deal.turn is not None:
            raise IllegalPlay("error.sheet.early")
        piles = tuple(self._deal.pile(side) for side in range(self.rules.sides))
        return self._deal.sheet, piles

    # --- what happens ---------------------------------------------------------------------------

    def choice(self) -> Play:
        """Return what the bot in turn would play; nothing changes, so it may think in a thread.

        Raises IllegalPlay if it is not a bot's turn.
        """
        turn = self._deal.turn
        bot = None if turn is None else self._bots.get(turn)
        if bot is None:
            raise IllegalPlay("error.play.not_now")
        if not is_ready(bot.name):
            bot = self._stand_in
        view = self._deal.view(turn)
        with self._thinking:
            return bot.choose(view, self._limit)

    @property
    def is_preparing(self) -> bool:
        """Whether a usual player stands in while a stronger one is compiled."""
        return not all(is_ready(level) for level in self.levels)

    def step(self, choice: Play | None = None) -> Played:
        """Make the play of the bot in turn. Raises IllegalPlay if it is not a bot's turn."""
        if self.phase is not Phase.BOT:
            raise IllegalPlay("error.play.not_now")
        return self._deal.play(self.choice() if choice is None else choice)

    def play(self, play: Play) -> Played:
        """Make the person's play. Raises IllegalPlay, and changes nothing then."""
        return self._deal.play(play, self.seat)

    def refusal(self, card: int) -> IllegalPlay | None:
        """Return why the person may not play a card now, or ``None``."""
        if self.phase is not Phase.PERSON:
            return IllegalPlay("error.play.wait")
        if any(offer.play.card == card for offer in self.offers()):
            return None
        try:
            Deal.at(self._deal.position).play(card)
        except IllegalPlay as reason:
            return reason
        return None

    @property
    def can_undo(self) -> bool:
        """Whether the person has made a play in this deal that can be taken back."""
        if self.phase is Phase.OVER:
            return False
        return any(played.seat == self.seat for played in self.history)

    def undo(self) -> bool:
        """Take back the person's last play and what followed it; tell whether there was one.

        The same bots choose again. Deals that were scored before stay as they are.
        """
        if not self.can_undo:
            return False
        while self._deal.history[-1].seat != self.seat:
            self._deal.undo()
        self._deal.undo()
        return True

    def hint(self) -> Play | None:
        """Return the play that a careful player would make in the person's place."""
        if self.phase is not Phase.PERSON:
            return None
        return find_bot(HINTER, self.match.seed).choose(self.view, self._limit)

    def go_on(self) -> None:
        """Leave the sheet of a deal: the next deal begins, or the match is over."""
        if self.phase is not Phase.SHEET:
            return
        if self.match.is_over:
            self._sheet_seen = True
        else:
            self._sheet_seen = False
            _ = self.match.deal


def _basra_of(view: View, play: Play) -> int:
    captured, last = int(play.captured), plays_last(view)
    return engine.basra_points(view.rules, view.floor, play.card, captured, view.trails, last)


def seeds_from(seed: str | None, draw: Callable[[], str] = lambda: token_hex(8)) -> Iterator[str]:
    """Return a seed for each match: made from ``seed``, or drawn.

    >>> from itertools import islice
    >>> from basra.solo import seeds_from
    >>> list(islice(seeds_from("7"), 2))
    ['7', '7+2']
    """
    for number in count(1):
        if seed is None:
            yield draw()
        else:
            yield seed if number == 1 else f"{seed}+{number}"
