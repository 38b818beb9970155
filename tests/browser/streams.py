"""Streams of tables as readers hear them, with the pictures of the server, to test the page with.

``python tests/browser/streams.py`` writes them to ``web/test/fixtures/streams.json``.
"""

from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from random import Random

import msgspec

from basra import game
from basra.bots import find_bot
from basra.bots.bot import Limit
from basra.cards import CardSet, Play
from basra.match import Match
from basra.narrate import CardStyle, tell_play, telling_of
from basra.rules import Rules
from basra.server.replays.reels import reel_of_record
from basra.server.words import told_catalogue
from basra.table import Table, redact
from basra.table import commands as ask
from basra.table.events import AnyEvent, Dealt, Occupant, Played, Policy
from basra.texts import english

FIXTURE = Path(__file__).parents[2] / "web" / "test" / "fixtures" / "streams.json"
WORDS = FIXTURE.with_name("words.json")
REPLAY = FIXTURE.with_name("replay.json")
EVERY = 11
"""Of how many versions one keeps the server's picture."""
TABLES = (
    ("cypriot;target=12", 2, ("p0", "bot")),
    ("egyptian;target=41;seats=4;sides=2", 4, ("p0", "p1", "bot", "p3")),
    ("lebanese_b;target=21;seats=3", 3, ("p0", "p1", "p2")),
    ("coffeehouse;target=11", 2, ("p0", "p1")),
)
"""Rules, seats, and who sits there."""


def main() -> None:
    """Write the streams."""
    FIXTURE.parent.mkdir(parents=True, exist_ok=True)
    FIXTURE.write_text(text(), encoding="utf-8")
    WORDS.write_text(words(), encoding="utf-8")
    REPLAY.write_text(replay(), encoding="utf-8")


def text() -> str:
    """Return the streams as they stand in the file."""
    streams = [stream for number in range(len(TABLES)) for stream in table_streams(number)]
    return msgspec.json.encode(streams).decode() + "\n"


def match(rules: str = "coffeehouse;target=60", seed: int = 5) -> Match:
    """Return a match that was played at random."""
    found, rng = Match(rules, seed=seed, names=["Hani", "Salma"]), Random(seed)
    while not found.is_over:
        found.deal.play(rng.choice(found.deal.legal_plays))
    return found


def replay() -> str:
    """Return a match to be looked at again as it stands in the file."""
    reel = reel_of_record(match().bgn())
    told = {"rules": reel.first.rules, "first": reel.first, "events": reel.events}
    return msgspec.json.encode(told).decode() + "\n"


def table_streams(number: int) -> Iterator[dict[str, object]]:
    """Yield what each reader of a table hears, one who looks on included."""
    rules, _, who = TABLES[number]
    persons = [name for name in who if name != "bot"]
    rng = Random(number)
    table = Table.fold(Table.open(rules, Policy(clock=30), person("p0"), 0))
    log: list[AnyEvent] = []
    readers = [*persons, None]
    heard: dict[str | None, list[object]] = {name: [] for name in readers}
    first = {name: picture(table, name) for name in readers}
    kept: dict[str | None, dict[int, object]] = {name: {} for name in readers}
    for events in course(table, who, rng):
        table.apply(events)
        log.extend(events)
        for name in readers:
            seat = None if name is None else table.seat_of(name)
            heard[name] += [redact(event, seat, False) for event in events]  # noqa: FBT003 - hands are closed
        begins = isinstance(events[-1], Dealt)
        if begins or table.version % EVERY < len(events) or table.phase in ("sheet", "over"):
            for name in readers:
                kept[name][table.version] = picture(table, name)
    for name in readers:
        seat = None if name is None else who.index(name)
        yield {
            "rules": rules,
            "id": name,
            "first": first[name],
            "events": heard[name],
            "pictures": kept[name],
            "told": {} if seat is None else told(table.state.rules, who, log, seat),
        }


def told(
    rules: Rules, who: tuple[str, ...], log: list[AnyEvent], seat: int
) -> dict[int, list[str]]:
    """Return how the plays are told in English to a seat, by version."""
    names = ["" if name == "bot" else person(name).name for name in who]
    telling = telling_of(english(), names, rules, seat, CardStyle.WORDS)._replace(own=seat)
    return {
        event.v: tell_play(telling, _as_played(event)) for event in log if isinstance(event, Played)
    }


def _as_played(event: Played) -> game.Played:
    play = Play(event.card, event.captured)
    floor = play.captured if event.swept else play.captured | CardSet(["2c", "3c"])
    return game.Played(event.seat, play, floor, event.basra, CardSet(event.leavings), event.taker)


def words() -> str:
    """Return the English words that sentences on the table are made of, as the page reads them."""
    told_of = told_catalogue("en").words.items()
    kinds = ("bot", "card", "offer", "result", "seat", "sheet", "tell")
    kept = {key: text for key, text in told_of if key.partition(".")[0] in kinds}
    return msgspec.json.encode(kept).decode() + "\n"


def person(name: str) -> Occupant:
    """Return a guest."""
    return Occupant(id=name, name=f"Guest {name}")


def picture(table: Table, name: str | None) -> object:
    """Return what the server shows a reader."""
    return msgspec.to_builtins(table.picture(name, 0))


def course(table: Table, who: tuple[str, ...], rng: Random) -> Iterator[list[AnyEvent]]:
    """Yield what happens from the first seat to the end of the match; the caller applies it."""
    ids, now = map(str, count()), count(1_000, 700)
    entropy = partial("{:032x}".format, rng.getrandbits(128))

    def decide(name: str, command: ask.AnyCommand) -> list[AnyEvent]:
        return table.decide(person(name), command, next(now), entropy)

    for seat, name in enumerate(who):
        table.arrive(name, 0)
        if name == "bot":
            yield decide("p0", ask.Bot(id=next(ids), seat=seat, level="careful"))
        else:
            yield decide(name, ask.Sit(id=next(ids), seat=seat))
    persons = [name for name in who if name != "bot"]
    for name in persons:
        yield decide(name, ask.Ready(id=next(ids)))
    bot = find_bot("careful", 3)
    while table.phase in ("playing", "sheet"):
        turn = table.bot_turn
        if table.phase == "sheet":
            for name in persons:
                yield decide(name, ask.Goon(id=next(ids)))
        elif turn is not None:
            play = bot.choose(turn.view, Limit(iterations=1))
            yield table.decide_bot(turn.seat, play, turn.version, next(now), entropy)
        else:
            yield decide(*_wish(table, who, rng, next(ids)))
    for name in persons:
        yield decide(name, ask.Rematch(id=next(ids)))


def _wish(
    table: Table, who: tuple[str, ...], rng: Random, number: str
) -> tuple[str, ask.AnyCommand]:
    """Return who does something in the midst of a deal, and what: mostly a play."""
    name = next(name for name in who if table.offers(name))
    if rng.random() < 0.05:
        return name, ask.Phrase(id=number, phrase="phrase.hello")
    offer = rng.choice(table.offers(name))
    return name, ask.Play(id=number, card=offer.card, take=offer.take, v=table.version)


if __name__ == "__main__":
    main()
