"""Drills: questions about positions as they come up, answered by the engine, the rule quoted."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from basra import engine
from basra.bots import Limit, find_bot
from basra.cards import JACK, KOMI, Card, CardSet, Play, card_set
from basra.errors import BadNotation
from basra.explain import explain, komi_basras
from basra.game import Deal, captures
from basra.rules import Basra, Rules
from basra.shuffle import Generator, joined
from basra.texts import Catalogue
from basra.variants import find_rules, rules_text
from basra.view import plays_last

TAKES: Final = "takes"
BASRA: Final = "basra"
KINDS: Final = (TAKES, BASRA)
_TRIES: Final = 1000
"""Positions that are looked at for one question; a handful are enough under any rules."""
_RARE: Final = 40
"""Positions that are looked at for a choice, which some rules never leave."""


@dataclass(frozen=True, slots=True)
class Quote:
    """A sentence of the rules, by its key and facts."""

    key: str
    facts: dict[str, int]


@dataclass(frozen=True, slots=True)
class Question:
    """What does this card take, or is this a basra?"""

    kind: str
    rules: str
    floor: CardSet
    card: Card
    captured: CardSet
    """What the card takes, where the question is whether that is a basra."""
    trails: bool
    """Whether the play before laid a card on a lone one, where the rules ask for it."""
    is_last: bool
    """Whether it is the last card of the deal."""
    answers: tuple[CardSet, ...]
    """What the card may take: any of these is right, nothing if there is none."""
    points: int
    """What the capture earns as a basra."""
    quotes: tuple[Quote, ...]

    def is_right(self, answer: str) -> bool:
        """Tell whether an answer is right: cards or ``-``; ``y`` or ``n``. Raises BadNotation."""
        if self.kind == TAKES:
            given = card_set(answer)
            return given in self.answers if self.answers else given == 0
        word = answer.strip().lower()
        if word not in {"y", "n"}:
            raise BadNotation("error.drill", text=answer)
        return (word == "y") == (self.points > 0)


def questions(rules: Rules | str, seed: int | str, kind: str | None = None) -> Iterator[Question]:
    """Yield questions without end, drawn from positions of deals; the same for the same seed.

    Raises BadNotation for a kind of question that there is not.

    >>> from basra.review.drills import questions
    >>> question = next(questions("egyptian", seed=7, kind="basra"))
    >>> question.is_right("y") == (question.points > 0)
    True
    """
    if kind is not None and kind not in KINDS:
        raise BadNotation("error.drill.kind", text=kind, expected=", ".join(KINDS))
    return _questions(find_rules(rules), str(seed), kind)


def _questions(rules: Rules, seed: str, kind: str | None) -> Iterator[Question]:
    number = 0
    while True:
        chance = Generator(joined("drill", rules_text(rules), seed, str(number)))
        asked = kind or KINDS[chance.randrange(2)]
        yield _question(rules, asked, chance)
        number += 1


def _question(rules: Rules, kind: str, chance: Generator) -> Question:
    ask = _ask_takes if kind == TAKES else _ask_basra
    # Most cards take nothing, few leave a choice; questions drawn blindly would teach little.
    wanted = (0, 1, 1, 2)[chance.randrange(4)]
    for tried in range(_TRIES):
        found = ask(_some_deal(rules, chance), chance, min(wanted, 1) if tried > _RARE else wanted)
        if found is not None:
            return found
    raise BadNotation("error.drill.none", kind=kind)


def _some_deal(rules: Rules, chance: Generator) -> Deal:
    """Return a deal that was played for a while, by some with sense and by some without."""
    deal = Deal(rules, seed=str(chance.randrange(1 << 60)), dealer=chance.randrange(rules.seats))
    bots = [find_bot(name, chance.randrange(1000)) for name in ("greedy", "random")]
    for _ in range(chance.randrange(44 if rules.pack > 44 else 36)):
        if deal.turn is None:
            break
        deal.play(bots[chance.randrange(2)].choose(deal.view(deal.turn), Limit()))
    return deal


def _ask_takes(deal: Deal, chance: Generator, wanted: int) -> Question | None:
    """Ask for a card that takes nothing (0), something (1), or leaves a choice (2)."""
    if deal.turn is None or not deal.floor:
        return None
    asked = [(card, tuple(captures(deal.rules, deal.floor, card))) for card in deal.hand(deal.turn)]
    fitting = [one for one in asked if min(len(one[1]), max(1, wanted)) == wanted]
    if not fitting:
        return None
    card, sets = fitting[chance.randrange(len(fitting))]
    quotes = _quotes_takes(deal.rules, card, sets, deal.floor)
    return _asked(deal, TAKES, card, CardSet(0), sets, 0, quotes)


def _ask_basra(deal: Deal, chance: Generator, wanted: int) -> Question | None:
    """Ask for a capture that leaves something (0) or takes the whole floor."""
    if deal.turn is None or not deal.floor:
        return None
    takes = [play for play in deal.legal_plays if play.captured]
    plays = [play for play in takes if (play.captured == deal.floor) == (wanted > 0)]
    if not plays:
        return None
    play = plays[chance.randrange(len(plays))]
    view = deal.view(deal.turn)
    points = engine.basra_points(
        deal.rules, view.floor, play.card, int(play.captured), view.trails, plays_last(view)
    )
    sets = tuple(captures(deal.rules, deal.floor, play.card))
    quotes = _quotes_basra(deal.rules, play, is_last=plays_last(view))
    return _asked(deal, BASRA, play.card, play.captured, sets, points, quotes)


def _asked(
    deal: Deal,
    kind: str,
    card: Card,
    captured: CardSet,
    sets: tuple[CardSet, ...],
    points: int,
    quotes: tuple[Quote, ...],
) -> Question:
    view = deal.view(deal.turn)
    return Question(
        kind,
        rules_text(deal.rules),
        deal.floor,
        card,
        captured,
        bool(view.trails) and deal.rules.basra == Basra.CHAIN,
        plays_last(view),
        sets,
        points,
        quotes,
    )


_ALONE: Final = Quote("rules.komi.alone", {})

# --- which sentences of the rules bear on a question --------------------------------------------


def _quotes_takes(
    rules: Rules, card: Card, sets: tuple[CardSet, ...], floor: CardSet
) -> tuple[Quote, ...]:
    found = []
    if _is_komi_alone(rules, card, floor):
        found.append(_ALONE)
    elif card.rank == JACK:
        found.append(Quote("rules.jack.komi" if rules.komi else "rules.jack", {}))
    elif engine.is_sweeper(rules, card):
        found.append(Quote("rules.komi.power", {}))
        found.append(Quote(_komi_as_seven(rules), {}))
    else:
        found.append(Quote("rules.match", {}))
        found.append(Quote("rules.courts" if card.rank > JACK else "rules.sums", {}))
    if len(sets) > 1:
        found.append(Quote("rules.choice", {}))
    return tuple(found)


def _is_komi_alone(rules: Rules, card: Card, floor: CardSet) -> bool:
    """Tell whether the sentence on a 7♦ that lies alone bears on a card."""
    return rules.komi_alone and floor == 1 << KOMI and card.rank != JACK


def _komi_as_seven(rules: Rules) -> str:
    if not rules.komi_as_seven:
        return "rules.komi.always"
    return "rules.komi.largest" if rules.largest else "rules.komi.choice"


def _quotes_basra(rules: Rules, play: Play, *, is_last: bool) -> tuple[Quote, ...]:
    found = [Quote(f"rules.basra.{Basra(rules.basra).name.lower()}", {})]
    if _is_komi_alone(rules, play.card, play.captured):
        found = [_ALONE]
    elif play.card.rank == JACK:
        jack = rules.jack_basra
        found.append(
            Quote("rules.basra.jack", {"count": jack}) if jack else Quote("rules.basra.no_jack", {})
        )
    elif rules.komi and play.card == KOMI:
        found += [Quote(key, facts) for key, facts in komi_basras(rules)]
    if is_last:
        found.append(Quote("rules.last_card.yes" if rules.last_card else "rules.last_card.no", {}))
    return tuple(found)


def quoted(question: Question, words: Catalogue) -> list[str]:
    """Return the quotes of a question as sentences, each as ``explain`` says it.

    >>> from basra.review.drills import questions, quoted
    >>> from basra.texts import english
    >>> question = next(questions("egyptian", seed=7, kind="takes"))
    >>> len(quoted(question, english())) == len(question.quotes)
    True
    """
    return [_sentence(question.rules, quote, words) for quote in question.quotes]


def _sentence(rules: str, quote: Quote, words: Catalogue) -> str:
    if quote == _ALONE:  # the only one with an example in it, which the engine plays
        return next(
            section.sentences[-1]
            for section in explain(find_rules(rules), words)
            if section.title == words.say("rules.section.seven")
        )
    return words.say(quote.key, **quote.facts)
