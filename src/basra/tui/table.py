"""The table: floor, hand, score, and the course of a match between the person and the bots."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Static

from basra.cards import Card, CardSet, Play
from basra.game import Played
from basra.narrate import (
    Telling,
    seat_name,
    tell_deal,
    tell_offer,
    tell_packet,
    tell_play,
    tell_result,
)
from basra.solo import Phase, Solo
from basra.texts import shown_name
from basra.tui import board
from basra.tui.asking import AskScreen, ChoiceScreen
from basra.tui.cards import Cards
from basra.tui.faces import Face
from basra.tui.keyline import Key, KeyLine
from basra.tui.reading import RulesScreen
from basra.tui.sheet import SheetScreen

_PLACES = 8
"""Places that are kept in the middle even if fewer cards lie there, so that cards stay put."""
_RECALLED = 6
"""Plays that are told again to a person who comes back."""
_TRAIL_PAUSE = 0.6
"""A trail stays in sight for this part of the time of a capture."""


class TableScreen(Screen[str]):
    """Play a match; the result is ``again`` or ``change``."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(digit), f"choose({digit - 1})", show=False) for digit in range(1, 10)),
        Binding("left", "move(-1)", show=False),
        Binding("right,tab", "move(1)", show=False),
        Binding("enter,space,up", "play", show=False),
        Binding("h,f2", "hint", show=False),
        Binding("u,f3,backspace", "undo", show=False),
        Binding("question_mark,f1", "rules", show=False),
        Binding("n", "abandon", show=False),
        Binding("q", "app.quit", show=False),
    ]

    def __init__(
        self, telling: Telling, solo: Solo, *, pause: float, save: Callable[[Solo], None]
    ) -> None:
        """Sit down at a table; ``pause`` is how many seconds a capture stays in sight."""
        super().__init__()
        self._telling = telling
        self.solo = solo
        self._pause = pause
        self._save = save
        self.places: board.Places = board.settled((), solo.view.floor)
        self.shown: Played | None = None
        """The play that is in sight: its captures are still on the floor."""
        self.cursor: int | None = None
        self.chosen = False
        """Whether the card under the cursor was chosen in this turn, so that Enter plays it."""
        self.told: list[str] = []
        self._note = ""
        self._packet = solo.packet[0]
        self._skip = asyncio.Event()

    # --- what is seen ---------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Lay the table out."""
        words, style = self._telling.words, self._telling.style
        yield Static(id="head")
        yield Static(id="score")
        yield Static(id="seats")
        with Vertical(id="cloth"):
            yield Cards(words, style, name="floor")
        yield Static(id="log")
        yield Static(id="own")
        yield Cards(words, style, name="hand")
        yield Static(id="prompt")
        yield KeyLine(
            [
                Key(words.say("key.enter"), words.say("ui.key.play"), "play"),
                Key("H", words.say("ui.key.hint"), "hint"),
                Key("U", words.say("ui.key.undo"), "undo"),
                Key("?", words.say("ui.key.rules"), "rules"),
                Key("N", words.say("ui.key.new"), "abandon"),
                Key("Q", words.say("ui.key.quit"), "app.quit"),
            ]
        )

    def on_mount(self) -> None:
        """Begin, or go on with what was saved."""
        self._tell_beginning()
        for played in self.solo.history[-_RECALLED:]:
            self.told.extend(tell_play(self._telling, played))
        self.draw()
        self._follow()

    def on_resize(self, event: Resize) -> None:
        """Fit the cards to the new size."""
        del event
        self.draw()

    @property
    def hand(self) -> list[Card]:
        """The person's cards in the order shown."""
        return list(CardSet(self.solo.view.hand))

    @property
    def my_turn(self) -> bool:
        """Whether the person is to play."""
        return self.solo.phase is Phase.PERSON

    def draw(self) -> None:
        """Show everything as it is now."""
        telling, solo = self._telling, self.solo
        width, height = self.app.size
        offers = solo.offers()
        chosen = board.offers_of(offers, self.cursor) if self.chosen else []
        hand = self.hand
        lines = 3 if height >= 24 else 2
        lines += max(0, (height - 34) // 2)
        others = 6 + solo.rules.seats - 1 + lines + (1 if width < 70 else 0)
        size = board.fitting_size(width, height, len(self.places), solo.rules.packet, others)
        if self.shown is not None:
            places = board.showing(self.places, self.shown)
            faces = board.played_faces(places, self.shown.play)
        else:
            faces = board.floor_faces(self.places, chosen)
        self._put("head", board.head_text(telling, solo, width - 2))
        self._put("score", board.score_text(telling, solo, width - 2))
        self._put("seats", board.seats_text(telling, solo))
        self._put("own", board.own_text(telling, solo))
        log = self.query_one("#log", Static)
        log.styles.height = lines
        log.update(board.log_text(self.told, lines, width - 2))
        spare = min(_PLACES, (width - 2) // (size.width + 1)) - len(faces)
        self.query_one("#floor", Cards).show([*faces, *[Face(None)] * spare], size)
        hand_faces = board.hand_faces(hand, offers, self.cursor, chosen=self.chosen)
        self.query_one("#hand", Cards).show(hand_faces, size)
        self._put("prompt", self._prompt(width - 2))

    def _put(self, name: str, text: Text) -> None:
        self.query_one(f"#{name}", Static).update(text)

    def _prompt(self, width: int) -> Text:
        """Return what the person may do now, or what would come of it."""
        say = self._telling.words.say
        if self.shown is not None and self.shown.basra:
            name = seat_name(self._telling, self.shown.seat)
            told = say("ui.basra", name=name, count=self.shown.basra)
            return Text(told, style=Style(bold=True, reverse=True))
        if self._note:
            return Text(self._note)
        turn = self.solo.turn
        if not self.my_turn:
            name = "" if turn is None else self._telling.names[turn]
            return Text(say("ui.wait", name=shown_name(name)) if name else "")
        if not self.chosen or self.cursor is None:
            told = say("ui.choose", count=len(self.hand))
            return board.fitting(width, say("ui.choose.signs", what=told), told)
        offers = board.offers_of(self.solo.offers(), self.cursor)
        if len(offers) > 1:
            return Text(say("ui.enter.choice", count=len(offers)))
        what = tell_offer(self._telling, offers[0])
        return board.fitting(width, say("ui.enter", what=what), what)

    def _tell_beginning(self) -> None:
        solo = self.solo
        self.told.append(tell_deal(self._telling, solo.deal_number, solo.dealer))
        buried = board.buried_text(self._telling, solo)
        if buried:
            self.told.append(buried)

    # --- the course of the match ----------------------------------------------------------------

    def _follow(self) -> None:
        """Let the match take its course until the person is asked."""
        self.run_worker(self._course(), exclusive=True, group="course")

    async def _course(self) -> None:
        await self._linger()
        while self.solo.phase is Phase.BOT:
            if self._pause:
                choice = await asyncio.to_thread(self.solo.choice)
            else:
                choice = self.solo.choice()
            self._happened(self.solo.step(choice))
            await self._linger()
        if self.solo.phase is Phase.SHEET:
            self.app.push_screen(SheetScreen(self._telling, self.solo), self._sheet_left)

    async def _linger(self) -> None:
        """Keep the last play in sight for a moment, or until a key is pressed."""
        if self.shown is None:
            return
        if self._pause:
            part = 1.0 if self.shown.play.captured else _TRAIL_PAUSE
            self._skip.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._skip.wait(), self._pause * part)
        self._settle()

    def _settle(self) -> None:
        if self.shown is not None:
            self.shown = None
            self.places = board.settled(self.places, self.solo.view.floor)
            self.draw()

    def _happened(self, played: Played) -> None:
        """Show a play, say it and save."""
        before = self._packet
        self._packet = self.solo.packet[0]
        self.places = board.settled(self.places, played.floor)
        self.shown = played
        self._note = ""
        self.told.extend(tell_play(self._telling, played))
        if self._packet > before:
            self.told.append(tell_packet(self._telling.words, *self.solo.packet))
        self._save(self.solo)
        self.draw()

    def _sheet_left(self, answer: str | None) -> None:
        if answer == "undo":
            self.action_undo()
            return
        self.solo.go_on()
        self._save(self.solo)
        self.shown, self.chosen, self.cursor, self._note = None, False, None, ""
        if self.solo.phase is Phase.OVER:
            self._tell_end()
            return
        self.places = board.settled((), self.solo.view.floor)
        self._packet = self.solo.packet[0]
        self.told.clear()
        self._tell_beginning()
        self.draw()
        self._follow()

    def _tell_end(self) -> None:
        say = self._telling.words.say
        answers = [
            ("again", say("ui.end.again")),
            ("change", say("ui.end.change")),
            ("quit", say("ui.end.quit")),
        ]
        result = tell_result(self._telling, self.solo.standing)
        self.app.push_screen(AskScreen(result, answers), self._end_answered)

    def _end_answered(self, answer: str | None) -> None:
        self.dismiss(answer or "change")

    # --- what the person does -------------------------------------------------------------------

    def action_choose(self, index: int) -> None:
        """Choose a card of the hand by its place."""
        if self.my_turn:
            self._settle()
        hand = self.hand
        if index < len(hand):
            self._choose(hand[index])

    def _choose(self, card: int) -> None:
        refusal = self.solo.refusal(card)
        self.cursor = card
        self.chosen = refusal is None
        self._note = "" if refusal is None else refusal.said(self._telling.words)
        self.draw()

    def action_move(self, step: int) -> None:
        """Choose the card beside the one that is chosen."""
        hand = self.hand
        if not hand:
            return
        if not self.my_turn:
            return
        self._settle()
        at = hand.index(Card(self.cursor)) + step if self.cursor in hand else 0
        self._choose(hand[at % len(hand)])

    def action_play(self) -> None:
        """Play the chosen card; choose one first if none is; skip what is being shown."""
        if not self.my_turn:
            self._skip.set()
            return
        self._settle()
        if not self.chosen or self.cursor not in self.hand:
            hand = self.hand
            self._choose(self.cursor if self.cursor in hand else hand[0])
            return
        offers = board.offers_of(self.solo.offers(), self.cursor)
        if len(offers) == 1:
            self._play(offers[0].play)
        elif offers:
            self.app.push_screen(ChoiceScreen(self._telling, offers), self._play)

    def _play(self, play: Play | None) -> None:
        if play is None or not self.my_turn or play.card not in self.hand:
            return
        hand = self.hand
        at = hand.index(play.card)
        played = self.solo.play(play)
        rest = [card for card in hand if card != play.card]
        self.cursor = rest[min(at, len(rest) - 1)] if rest else None
        self.chosen = False
        self._happened(played)
        self._follow()

    def on_cards_pressed(self, event: Cards.Pressed) -> None:
        """Choose a card of the hand with the mouse; pressed again, it is played."""
        if event.cards.id == "floor":
            if self.chosen or not self.my_turn:
                self.action_play()
            return
        if not self.my_turn:
            self._skip.set()
            return
        hand = self.hand
        if event.index >= len(hand):
            return
        if self.chosen and hand[event.index] == self.cursor:
            self.action_play()
        else:
            self.action_choose(event.index)

    def action_hint(self) -> None:
        """Choose what a careful player would play, and say so."""
        if not self.my_turn:
            return
        self._settle()
        play = self.solo.hint()
        if play is None:
            return
        self._choose(play.card)
        offer = next(offer for offer in self.solo.offers() if offer.play == play)
        what = tell_offer(self._telling, offer)
        hint = self._telling.words.say("ui.hint", what=what)
        self._note = board.fitting(self.app.size.width - 2, hint, what).plain
        self.draw()

    def action_undo(self) -> None:
        """Take the last play back."""
        self.workers.cancel_group(self, "course")
        if self.solo.undo():
            self.shown, self.chosen = None, False
            self.places = board.settled(self.places, self.solo.view.floor)
            self._packet = self.solo.packet[0]
            self.cursor = None
            self._note = ""
            self.told.append(self._telling.words.say("tell.undo"))
            self._save(self.solo)
        else:
            self._note = self._telling.words.say("error.play.undo")
        self.draw()
        self._follow()

    def action_rules(self) -> None:
        """Read the rules of this table."""
        self.app.push_screen(RulesScreen(self._telling.words, self.solo.rules))

    def action_abandon(self) -> None:
        """Ask whether to leave this match for a new one."""
        say = self._telling.words.say
        answers = [("stay", say("ui.abandon.no")), ("change", say("ui.abandon.yes"))]

        def answered(answer: str | None) -> None:
            if answer == "change":
                self.dismiss("change")

        self.app.push_screen(AskScreen(say("ui.abandon"), answers), answered)
