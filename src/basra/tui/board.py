"""What the table shows, as texts and faces: from the person's view and what was played."""

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from basra import engine
from basra.cards import CardSet, Play
from basra.engine import NOBODY
from basra.game import Played
from basra.narrate import Offer, Telling, card_name, card_names, seat_name, side_name, sides_told
from basra.solo import Solo
from basra.tui.faces import Face, Size, back, back_style
from basra.tui.flow import rows_of

Places = tuple[int | None, ...]
"""Cards on the floor by place; ``None`` is a place that a captured card has left."""

TAKEN = "✓"
PLAYED = "▼"
CAPTURES, BASRA = "•", "★"
_NAME_CELLS = 20
"""Names of more cells are cut on the line of a seat."""


def settled(places: Places, floor: int) -> Places:
    """Return where the cards of a floor lie: each stays, a new one takes the first free place.

    >>> from basra.cards import CardSet
    >>> from basra.tui.board import settled
    >>> settled((0, 1, 2), CardSet([0, 2, 9]))
    (0, 9, 2)
    """
    stay = [card if card is not None and floor >> card & 1 else None for card in places]
    for card in map(int, CardSet(floor)):
        if card in stay:
            continue
        if None in stay:
            stay[stay.index(None)] = card
        else:
            stay.append(card)
    while stay and stay[-1] is None:
        stay.pop()
    return tuple(stay)


def showing(places: Places, played: Played) -> Places:
    """Return the floor while a play is in sight: what it captured still lies there."""
    return settled(settled(places, played.floor), played.floor | 1 << played.play.card)


def played_faces(places: Places, play: Play) -> list[Face]:
    """Return the floor while a play is in sight, the card and its captures marked."""
    faces: list[Face] = []
    for card in places:
        if card == play.card:
            faces.append(Face(card, mark=PLAYED, sign=PLAYED, strong=True))
        elif card is not None and card in play.captured:
            faces.append(Face(card, mark=TAKEN, strong=True))
        else:
            faces.append(Face(card))
    return faces


def floor_faces(places: Places, offers: Sequence[Offer]) -> list[Face]:
    """Return the floor with what the chosen card captures.

    Where there is a choice, a card bears the numbers of the sets that it is in.
    """
    faces: list[Face] = []
    for card in places:
        sets = [
            number
            for number, offer in enumerate(offers, 1)
            if card is not None and card in offer.play.captured
        ]
        mark = TAKEN if len(sets) == len(offers) else "".join(map(str, sets))
        faces.append(Face(card, mark=mark[:3] if sets else "", strong=bool(sets)))
    return faces


def hand_faces(
    hand: Sequence[int], offers: Sequence[Offer], cursor: int | None, *, chosen: bool
) -> list[Face]:
    """Return the person's hand with its digits; a sign tells what captures, and what is a basra."""
    faces: list[Face] = []
    for digit, card in enumerate(hand, 1):
        own = [offer for offer in offers if offer.play.card == card]
        sign = ""
        if any(offer.play.captured for offer in own):
            sign = BASRA if any(offer.basra for offer in own) else CAPTURES
        here = card == cursor and bool(offers)
        mark = f"▸{digit}◂" if here else str(digit)
        faces.append(Face(card, mark, sign, strong=here and chosen, dim=not own))
    return faces


def offers_of(offers: Sequence[Offer], card: int | None) -> list[Offer]:
    """Return what a card may do: the greatest captures first."""
    own = [offer for offer in offers if offer.play.card == card]
    return sorted(own, key=lambda offer: (-len(offer.play.captured), tuple(offer.play.captured)))


def fitting_size(width: int, height: int, floor: int, hand: int, others: int) -> Size:
    """Return the largest size in which floor and hand fit on a screen."""
    for size, rows in ((Size.LARGE, 2), (Size.SMALL, 1)):
        floor_rows = max(rows, rows_of(floor, size.width, width - 2, 1))
        hand_rows = rows_of(max(1, hand), size.width, width - 2, 1)
        if (floor_rows + hand_rows) * size.height + others <= height:
            return size
    return Size.LINE


# --- texts --------------------------------------------------------------------------------------


def head_text(telling: Telling, solo: Solo, width: int) -> Text:
    """Return the game, the target, the count of the deal and of the packet, and the stock."""
    say = telling.words.say
    number, packets = solo.packet
    facts = {
        "variant": say(f"variant.{solo.match.variant}.title"),
        "target": solo.earlier.target,
        "deal": solo.deal_number,
        "packet": number,
        "packets": packets,
        "stock": len(solo.view.stock),
    }
    if solo.is_preparing:
        return fitting(width, say("ui.head.preparing", **facts), say("ui.preparing"))
    return fitting(width, say("ui.head", **facts), say("ui.head.short", **facts))


def fitting(width: int, *texts: str) -> Text:
    """Return the first text that fits, or else the last."""
    fits = (text for text in texts if cell_len(text) <= width)
    return Text(next(fits, texts[-1]))


def score_text(telling: Telling, solo: Solo, width: int) -> Text:
    """Return the running score: the match, and in brackets what this deal has brought of it.

    Where that is too long for the width, the match alone: everybody's, rather than more of some.
    """
    words = telling.words
    text = Text(no_wrap=True, overflow="ellipsis")
    short = text.copy()
    totals, now = solo.totals, solo.deal_scores
    for side in sides_told(telling):
        for written in (text, short):
            written.append(f"{side_name(telling, side)} ")
            written.append(words.number(totals[side]), Style(bold=True))
        text.append(f" (+{words.number(now[side])})    ")
        short.append("  ")
    carried = solo.view.carried
    if carried:
        text.append(words.say("ui.carried", count=carried))
    return text if cell_len(text.plain.rstrip()) <= width else short


def seats_text(telling: Telling, solo: Solo) -> Text:
    """Return a line for each other seat: backs and counts, never a card."""
    rules, view = solo.rules, solo.view
    others = [(solo.seat + at) % rules.seats for at in range(1, rules.seats)]
    names = {seat: _named(telling, seat) for seat in others}
    widest = min(_NAME_CELLS, max(map(cell_len, names.values())))
    lines = []
    for seat in others:
        line = Text("▶ " if solo.turn == seat else "  ", Style(bold=True))
        line.append(set_cell_size(names[seat], widest), Style(bold=False))
        held = set_cell_size(back(view.held[seat]), 2 * rules.packet)
        line.append(f"  {held} ", back_style())
        line.append(_state(telling, solo, seat, held=view.held[seat]), Style(bold=False))
        lines.append(line)
    return Text("\n").join(lines)


def _named(telling: Telling, seat: int) -> str:
    name = seat_name(telling, seat)
    partners = engine.side_of(telling.rules, seat) == telling.own_side
    return telling.words.say("ui.setup.partner", name=name) if partners else name


def own_text(telling: Telling, solo: Solo) -> Text:
    """Return the person's own line."""
    text = Text(no_wrap=True, overflow="ellipsis")
    text.append("▶ " if solo.turn == solo.seat else "  ", Style(bold=True))
    text.append(f"{telling.words.say('tell.you')}  ")
    text.append(_state(telling, solo, solo.seat, held=None))
    bottom = solo.view.bottom
    if bottom != NOBODY:
        card = card_name(telling.words, bottom, telling.style)
        text.append(f" · {telling.words.say('ui.bottom', card=card)}")
    return text


def _state(telling: Telling, solo: Solo, seat: int, *, held: int | None) -> str:
    say, view = telling.words.say, solo.view
    side = engine.side_of(solo.rules, seat)
    basras = sum(
        1
        for played in solo.history
        if played.basra and engine.side_of(solo.rules, played.seat) == side
    )
    parts = [] if held is None else [say("ui.held", count=held)]
    parts.append(say("ui.pile", count=CardSet(view.piles[side]).bit_count()))
    if basras:
        parts.append(say("ui.basras", count=basras))
    if solo.dealer == seat:
        parts.append(say("ui.dealer"))
    return " · ".join(parts)


def buried_text(telling: Telling, solo: Solo) -> str:
    """Return which cards were put back from the first floor, if any."""
    buried = solo.view.buried
    if not buried:
        return ""
    cards = card_names(telling.words, buried, telling.style)
    return telling.words.say("tell.buried", count=len(buried), cards=cards)


def log_text(sentences: Sequence[str], lines: int, width: int) -> Text:
    """Return the last sentences that fit, the newest last and strong."""
    kept: list[str] = []
    room = lines
    for sentence in reversed(sentences):
        room -= max(1, -(-cell_len(sentence) // max(1, width)))
        if room < 0 and kept:
            break
        kept.append(sentence)
    text = Text()
    for at, sentence in enumerate(reversed(kept)):
        newest = at == len(kept) - 1
        text.append(sentence if newest else f"{sentence}\n", Style(bold=newest, dim=not newest))
    return text
