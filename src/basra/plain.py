"""The line mode: one message per line, for pipes and screen readers; numbers choose."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from basra.bots import LADDER, find_bot
from basra.cards import Card, CardSet
from basra.engine import NOBODY
from basra.errors import BasraError
from basra.explain import explain
from basra.narrate import (
    CardStyle,
    Offer,
    Telling,
    card_name,
    card_names,
    level_name,
    side_name,
    sides_told,
    tell_deal,
    tell_offer,
    tell_packet,
    tell_play,
    tell_result,
    tell_row,
    tell_sheet,
    telling_of,
)
from basra.rules import Rules
from basra.solo import LAST, USUAL_LEVEL, Phase, Solo, seeds_from
from basra.texts import Catalogue
from basra.variants import VARIANTS, find_rules, find_variant, rules_text
from basra.wishes import SAVED

_ENOUGH = ("q", "quit")
"""What a person says who wants to stop."""


class _EndOfInput(Exception):  # noqa: N818 - no error: the person has left
    """The input has ended, or the person wants to stop."""


class Plain:
    """A match told in lines; reads ``source`` and writes ``sink``."""

    def __init__(
        self, words: Catalogue, source: TextIO, sink: TextIO, style: CardStyle = CardStyle.WORDS
    ) -> None:
        """Take the words, where answers come from and where lines go."""
        self._words = words
        self._source = source
        self._sink = sink
        self._style = style
        self._unsaved = False

    def say(self, line: str) -> None:
        """Write one line."""
        print(line, file=self._sink, flush=True)

    def ask(self, question: str) -> str:
        """Write a question and return the answer; raises _EndOfInput when there is none."""
        self.say(question)
        answer = self._source.readline()
        if not answer:
            raise _EndOfInput
        return answer.strip()

    def pick(self, question: str, answers: Sequence[str], usual: int) -> int:
        """Ask for one of some answers by number; an empty line is the usual one."""
        say = self._words.say
        self.say(question)
        for number, answer in enumerate(answers, 1):
            self.say(say("plain.item", number=number, what=answer))
        while True:
            answer = self.ask(say("plain.which", usual=usual + 1))
            if not answer:
                return usual
            if answer.lower() in _ENOUGH:
                raise _EndOfInput
            if (chosen := _number(answer, len(answers))) is not None:
                return chosen
            self.say(say("plain.not_there", most=len(answers)))

    # --- before a match -------------------------------------------------------------------------

    def choose_rules(self) -> Rules:
        """Ask for the game and the number of players."""
        say = self._words.say
        keys = list(VARIANTS)
        titles = [say(f"variant.{key}.title") for key in keys]
        key = keys[self.pick(say("plain.variant"), titles, keys.index("egyptian"))]
        variant = find_variant(key)
        tables = [
            say("ui.setup.players", count=seats) if sides == seats else say("ui.setup.partners")
            for seats, sides in variant.tables
        ]
        return variant.at(*variant.tables[self.pick(say("plain.players"), tables, 0)])

    def choose_levels(self, rules: Rules) -> list[str]:
        """Ask how good the other players are."""
        names = [level_name(self._words, level) for level in LADDER]
        usual = LADDER.index(USUAL_LEVEL)
        level = LADDER[self.pick(self._words.say("plain.level"), names, usual)]
        return [level] * (rules.seats - 1)

    # --- a match --------------------------------------------------------------------------------

    def play(self, solo: Solo, save_path: Path | None) -> None:
        """Play a match to its end, saving after every play; raises _EndOfInput."""
        telling = telling_of(self._words, solo.match.names, solo.rules, solo.seat, self._style)
        self._begin(telling, solo)
        while solo.phase is not Phase.OVER:
            if solo.phase is Phase.SHEET:
                self._sheet(telling, solo)
                self._go_on(telling, solo)
            else:
                packet = solo.packet[0]
                played = solo.step() if solo.phase is Phase.BOT else None
                if played is None:
                    offer = self._decide(telling, solo)
                    if offer is None:
                        continue
                    played = solo.play(offer.play)
                for sentence in tell_play(telling, played):
                    self.say(sentence)
                if solo.packet[0] > packet:
                    self.say(tell_packet(self._words, *solo.packet))
            self.save(solo, save_path)
        self.say(tell_result(telling, solo.standing))
        if save_path is not None and not self._unsaved:
            self.say(self._words.say("ui.kept", file=save_path.with_name(LAST)))

    def save(self, solo: Solo, path: Path | None) -> None:
        """Save a match; where that cannot be done it goes on, and the person is told once."""
        if path is None or self._unsaved:
            return
        try:
            solo.save(path)
        except OSError as reason:
            self._unsaved = True
            self.say(self._words.say("ui.unsaved", reason=reason.strerror or reason))

    def _go_on(self, telling: Telling, solo: Solo) -> None:
        solo.go_on()
        if solo.phase is not Phase.OVER:
            self._begin(telling, solo)

    def _begin(self, telling: Telling, solo: Solo) -> None:
        """Tell who deals; the score only to a person who comes back, others have just heard it."""
        say = self._words.say
        self.say(tell_deal(telling, solo.deal_number, solo.dealer))
        if solo.history:
            self._score(telling, solo)
        buried = solo.view.buried
        if buried and not solo.history:
            cards = card_names(self._words, buried, self._style)
            self.say(say("tell.buried", count=len(buried), cards=cards))
        if solo.view.bottom != NOBODY:
            card = card_name(self._words, solo.view.bottom, self._style)
            self.say(say("plain.bottom", card=card))

    def _decide(self, telling: Telling, solo: Solo) -> Offer | None:
        """Ask for a play; ``None`` after anything else that was asked for."""
        say = self._words.say
        hand = list(CardSet(solo.view.hand))
        self._look(solo, hand)
        while True:
            answer = self.ask(say("plain.play", count=len(hand))).lower()
            if (number := _number(answer, len(hand))) is not None:
                offer = self._offer(telling, solo, hand[number])
                if offer is not None:
                    return offer
                continue
            if answer in _ENOUGH:
                raise _EndOfInput
            if answer in {"u", "undo"}:
                self.say(say("tell.undo") if solo.undo() else say("error.play.undo"))
                return None
            self._answer(telling, solo, hand, answer)

    def _answer(self, telling: Telling, solo: Solo, hand: Sequence[Card], answer: str) -> None:
        """Answer what was asked besides a play."""
        say = self._words.say
        if answer in {"h", "hint"}:
            play = solo.hint()
            for offer in solo.offers():
                if offer.play == play:
                    self.say(say("plain.hint", what=tell_offer(telling, offer)))
        elif answer in {"r", "?", "rules"}:
            for section in explain(solo.rules, self._words):
                self.say(section.title)
                for sentence in section.sentences:
                    self.say(sentence)
        elif answer in {"s", "score"}:
            self._score(telling, solo)
        elif answer in {"", "f", "floor"}:
            self._look(solo, hand)
        else:
            self.say(say("plain.help", count=len(hand)))

    def _look(self, solo: Solo, hand: Sequence[Card]) -> None:
        words, style = self._words, self._style
        floor = CardSet(solo.view.floor)
        cards = card_names(words, floor, style)
        self.say(words.say("plain.floor", cards=cards) if floor else words.say("plain.floor.empty"))
        named = [
            words.say("plain.item", number=number, what=card_name(words, card, style))
            for number, card in enumerate(hand, 1)
        ]
        self.say(words.say("plain.hand", cards=" ".join(named)))

    def _offer(self, telling: Telling, solo: Solo, card: Card) -> Offer | None:
        """Return what to do with a card, asking where there is a choice."""
        say = self._words.say
        refusal = solo.refusal(card)
        if refusal is not None:
            self.say(refusal.said(self._words))
            return None
        offers = [offer for offer in solo.offers() if offer.play.card == card]
        if len(offers) == 1:
            return offers[0]
        told = [*(tell_offer(telling, offer) for offer in offers), say("ui.choice.cancel")]
        chosen = self.pick(say("ui.choice.title"), told, len(offers))
        return offers[chosen] if chosen < len(offers) else None

    def _score(self, telling: Telling, solo: Solo) -> None:
        say = self._words.say
        for side in sides_told(telling):
            named, points = side_name(telling, side), solo.totals[side]
            self.say(say("plain.score", side=named, count=points))
        if solo.view.carried:
            self.say(say("sheet.carry_in", count=solo.view.carried))

    def _sheet(self, telling: Telling, solo: Solo) -> None:
        say = self._words.say
        sheet, piles = solo.sheet()
        carried = solo.earlier.carried
        told = tell_sheet(telling, piles, solo.history, sheet, carried)
        self.say(say("sheet.title", number=solo.deal_number))
        for row in told.rows:
            self.say(tell_row(telling, row))
        for note in told.notes:
            # the leavings were told when they were taken
            if note not in tell_play(telling, solo.history[-1]):
                self.say(note)
        parts = [
            say("sheet.part", side=side_name(telling, side), points=points)
            for side, points in ((side, solo.totals[side]) for side in sides_told(telling))
        ]
        label = say("sheet.match", target=solo.earlier.target)
        self.say(say("sheet.row", label=label, parts="; ".join(parts)))


def run(
    words: Catalogue,
    *,
    folder: Path | None = None,
    rules: str | None = None,
    opponent: str | None = None,
    seed: str | None = None,
    resume: bool = False,
    fast: bool = False,
    names: Sequence[str] = (),
    style: CardStyle = CardStyle.WORDS,
    source: TextIO | None = None,
    sink: TextIO | None = None,
) -> None:
    """Play matches line by line until the input ends.

    Without ``rules`` (such as ``egyptian;target=121``) game, players and level are asked for.
    A match that was saved in ``folder`` goes on if ``resume`` is set, or if the person says so.
    Lines never wait, so ``fast`` changes nothing. Raises BadRules and BadNotation.
    """
    del fast
    table = None if rules is None else find_rules(rules)
    levels = [] if opponent is None else [find_bot(opponent).name] * 3
    plain = Plain(words, source or sys.stdin, sink or sys.stdout, style)
    path = None if folder is None else folder / SAVED
    seeds = seeds_from(seed)
    try:
        solo = _saved(plain, words, path, resume=resume)
        while True:
            if solo is None:
                chosen = plain.choose_rules() if table is None else table
                given = plain.choose_levels(chosen) if table is None and not levels else levels
                named = names if len(names) == chosen.seats else ()
                solo = Solo.begin(rules or chosen, seed=next(seeds), levels=given, names=named)
                plain.save(solo, path)
            plain.play(solo, path)
            answers = [words.say("ui.end.again"), words.say("ui.end.quit")]
            if plain.pick(words.say("plain.again"), answers, 1) == 1:
                return
            text = rules_text(solo.rules, solo.match.variant)
            solo = Solo.begin(text, seed=next(seeds), levels=solo.levels, names=solo.match.names)
    except (_EndOfInput, KeyboardInterrupt):
        saved = path is not None and path.exists()
        plain.say(words.say("plain.saved" if saved else "plain.bye"))


def _number(answer: str, most: int) -> int | None:
    """Return the place, from 0, that an answer names among so many."""
    if answer.isdecimal() and len(answer) < 4 and 1 <= int(answer) <= most:
        return int(answer) - 1
    return None


def _saved(plain: Plain, words: Catalogue, path: Path | None, *, resume: bool) -> Solo | None:
    """Return the match that was saved, if the person goes on with it."""
    if path is None:
        return None
    try:
        solo = Solo.saved(path)
    except BasraError as reason:
        plain.say(reason.said(words))
        return None
    if solo is None:
        return None
    score = " : ".join(map(words.number, solo.totals))
    question = words.say("ui.resume", number=solo.deal_number, score=score)
    answers = [words.say("ui.resume.yes"), words.say("ui.resume.no")]
    return solo if resume or plain.pick(question, answers, 0) == 0 else None
