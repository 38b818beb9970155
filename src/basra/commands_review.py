"""The commands for afterwards and for learning: review, replay, drills, puzzles, statistics."""

import json
import sys
from datetime import date
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from basra.console import WORDS, expect_place, progress, read_text, say, write
from basra.errors import BadNotation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from basra.match import Match
    from basra.narrate import Telling
    from basra.review import DealReview
    from basra.review.drills import Question
    from basra.review.puzzles import Puzzle
    from basra.review.replay import Replay
    from basra.review.stats import Statistics

app = typer.Typer()

File = Annotated[Path, typer.Argument(help=say("cli.record"))]
RulesText = Annotated[str, typer.Option("--rules", "-r", help=say("cli.rules.option"))]
Seed = Annotated[str, typer.Option(help=say("cli.seed"))]
Json = Annotated[bool, typer.Option("--json", help=say("cli.json"))]
Seat = Annotated[str | None, typer.Option(help=say("cli.review.seat"))]
Strength = Annotated[str, typer.Option(help=say("cli.review.strength"))]
Workers = Annotated[int | None, typer.Option(min=1, help=say("cli.match.workers"))]
Ray = Annotated[str | None, typer.Option(help=say("cli.match.ray"))]
Number = Annotated[int, typer.Option(min=1, max=1000, help=say("cli.puzzles.number"))]


def _read(file: Path) -> "Match":
    """Return the match of a record. Raises BadRecord with the line and the reason."""
    from basra.data import split_records  # noqa: PLC0415
    from basra.match import loads_bgn  # noqa: PLC0415

    text = read_text(file)
    if (records := len(split_records(text))) > 1:
        raise BadNotation("error.record.many", file=file.name, records=records)
    return loads_bgn(text)


def _seat_of(match: "Match", text: str | None) -> int | None:
    """Return the seat of a letter."""
    from basra.notation import SEATS  # noqa: PLC0415

    if text is None:
        return None
    letters = SEATS[: match.rules.seats]
    word = text.strip().lower()
    if len(word) != 1 or word not in letters:
        raise BadNotation("error.review.seat", text=text, expected=" ".join(letters))
    return letters.index(word)


def _telling(match: "Match") -> "Telling":
    """Return who is told: nobody at the table."""
    from basra.chronicle import telling_of_record  # noqa: PLC0415

    return telling_of_record(WORDS, match)


@app.command(help=say("cli.review.help"))
def review(
    file: File,
    plot: Annotated[Path | None, typer.Option(help=say("cli.review.plot"))] = None,
    seat: Seat = None,
    deal: Annotated[int | None, typer.Option(min=1, help=say("cli.review.deal"))] = None,
    strength: Strength = "usual",
    workers: Workers = None,
    ray: Ray = None,
    *,
    as_json: Json = False,
) -> None:
    """Tell what each play of a record was worth, and what luck did."""
    from basra.plotting import expect_plot  # noqa: PLC0415
    from basra.review import as_data, review_match  # noqa: PLC0415
    from basra.review.telling import tell_deal_review  # noqa: PLC0415

    match = _read(file)
    side = _side_of(match, _seat_of(match, seat))
    if plot is not None:
        expect_plot(plot)
        expect_place(plot)
    reviews: list[tuple[int, DealReview]] = []
    telling = _telling(match)
    for number, found in review_match(
        match,
        strength,
        deals=() if deal is None else (deal,),
        workers=workers,
        ray=ray,
        progress=progress,
    ):
        if not as_json:
            for line in tell_deal_review(telling, number, found):
                write(line)
            write()
        reviews.append((number, found))
    if as_json:
        deals = [{"deal": number, **as_data(found)} for number, found in reviews]
        write(json.dumps({"strength": strength, "deals": deals}))
    if plot is not None:
        _plot(telling, reviews, side, plot)


def _side_of(match: "Match", seat: int | None) -> int:
    from basra.engine import side_of  # noqa: PLC0415

    return side_of(match.rules, seat or 0)


def _plot(
    telling: "Telling", reviews: "Sequence[tuple[int, DealReview]]", side: int, file: Path
) -> None:
    from basra.narrate import side_name  # noqa: PLC0415
    from basra.review.plot import draw_reviews  # noqa: PLC0415

    name = side_name(telling, side)
    labels = {
        key: say(f"review.plot.{key}") for key in ("expected", "luck", "decided", "plays", "margin")
    }
    titled = [
        (say("review.plot.title", side=name, number=number), found) for number, found in reviews
    ]
    draw_reviews(titled, side, labels, file)


@app.command(help=say("cli.replay.help"))
def replay(
    file: File,
    seat: Seat = None,
    *,
    hands_open: Annotated[bool, typer.Option("--open", help=say("cli.replay.open"))] = False,
) -> None:
    """Step through a record; where nobody is at the keys, print all of it."""
    from basra.review.replay import Replay, tell_frame  # noqa: PLC0415

    match = _read(file)
    eyes = None if hands_open else _seat_of(match, seat)
    telling = _telling(match)
    steps = Replay(match)
    if sys.stdin.isatty() and sys.stdout.isatty():
        _step(steps, telling, eyes)
        return
    for frame in steps.frames:
        for line in tell_frame(telling, frame, match, eyes):
            write(line)
        write()


def _step(steps: "Replay", telling: "Telling", eyes: int | None) -> None:
    """Show frame after frame as the person asks for them."""
    write(say("replay.keys"))
    moved = True
    while True:
        if moved:
            write()
            for line in steps.tell(telling, eyes):
                write(line)
        try:
            order = input("> ")
        except EOFError:
            return
        if order.strip().lower() == "q":
            return
        try:
            moved = steps.go(order)
        except BadNotation as error:
            write(error.said(WORDS))
            moved = False


@app.command(help=say("cli.drill.help"))
def drill(
    rules: RulesText = "cypriot",
    seed: Seed | None = None,
    kind: Annotated[str | None, typer.Option(help=say("cli.drill.kind"))] = None,
    number: Number = 10,
    *,
    as_json: Json = False,
) -> None:
    """Ask what cards take and what a basra is, and quote the rule."""
    from secrets import token_hex  # noqa: PLC0415

    from basra.review import as_data  # noqa: PLC0415
    from basra.review.drills import questions, quoted  # noqa: PLC0415

    asked = islice(questions(rules, token_hex(8) if seed is None else seed, kind), number)
    if as_json:
        told = [{**as_data(one), "rule": quoted(one, WORDS)} for one in asked]
        write(json.dumps(told))
        return
    right = 0
    for at, question in enumerate(asked, 1):
        write(f"{at}. {_asked(question)}")
        answer = _answer(question)
        if answer is None:
            number = at - 1
            break
        right += answer
        write(say("drill.right" if answer else "drill.wrong", answer=_solved(question)))
        for sentence in quoted(question, WORDS):
            write(f"   {sentence}")
        write()
    write(say("drill.score", right=right, count=number))


def _asked(question: "Question") -> str:
    from basra.narrate import CardStyle, card_name, card_names  # noqa: PLC0415

    facts = {
        "floor": card_names(WORDS, question.floor, CardStyle.SYMBOLS),
        "card": card_name(WORDS, question.card),
        "cards": card_names(WORDS, question.captured, CardStyle.SYMBOLS),
    }
    told = say(f"drill.{question.kind}", **facts)
    if question.trails:
        told += " " + say("drill.trails")
    return told + " " + say("drill.last") if question.is_last else told


def _answer(question: "Question") -> bool | None:
    """Return whether the person is right, ``None`` if there is nobody any more."""
    while True:
        try:
            text = input("> ")
        except EOFError:
            return None
        try:
            return question.is_right(text)
        except BadNotation as error:
            write(error.said(WORDS))


def _solved(question: "Question") -> str:
    from basra.narrate import CardStyle, card_names  # noqa: PLC0415

    if question.kind == "basra":
        if not question.points:
            return say("drill.answer.no_basra")
        return say("drill.answer.basra", count=question.points)
    if not question.answers:
        return say("drill.answer.nothing")
    sets = [card_names(WORDS, cards, CardStyle.SYMBOLS) for cards in question.answers]
    return " / ".join(sets)


@app.command(help=say("cli.puzzles.help"))
def puzzles(
    rules: RulesText = "cypriot",
    seed: Seed | None = None,
    number: Number | None = None,
    strength: Strength = "usual",
    *,
    as_json: Json = False,
) -> None:
    """Print puzzles of a seed; without one, the puzzle of the day."""
    from basra.review import as_data  # noqa: PLC0415
    from basra.review.puzzles import puzzle_of, some_puzzles  # noqa: PLC0415

    if seed is None and number is not None:
        raise BadNotation("error.puzzle.number")
    if seed is None:
        found = [puzzle_of(rules, date.today(), strength)]  # noqa: DTZ011 - the day of the person
    else:
        found = some_puzzles(rules, seed, number or 1, strength)
    if as_json:
        write(json.dumps([as_data(one) for one in found]))
        return
    for at, puzzle in enumerate(found, 1):
        for line in _puzzled(at, puzzle):
            write(line)


def _puzzled(at: int, puzzle: "Puzzle") -> list[str]:
    from basra.cards import CardSet  # noqa: PLC0415
    from basra.narrate import CardStyle, card_names  # noqa: PLC0415
    from basra.review.telling import play_name, tell_reason  # noqa: PLC0415

    view = puzzle.seen()
    told = [
        say(
            "puzzle.question",
            number=at,
            rules=puzzle.rules,
            floor=card_names(WORDS, CardSet(view.floor), CardStyle.SYMBOLS) or "-",
            hand=card_names(WORDS, CardSet(view.hand), CardStyle.SYMBOLS),
            stock=len(view.stock),
        ),
        f"  {puzzle.view}",
        say(
            "puzzle.answer",
            best=play_name(WORDS, puzzle.best),
            second=play_name(WORDS, puzzle.second),
            margin=WORDS.number(puzzle.margin, ".1f"),
            error=WORDS.number(puzzle.error, ".1f"),
        ),
    ]
    return told if puzzle.reason is None else [*told, tell_reason(WORDS, puzzle.reason)]


def tell_player(
    files: "Sequence[Path]",
    player: str,
    strength: str | None,
    workers: int | None,
    *,
    as_json: bool,
) -> None:
    """Print the statistics of a player over records; with a strength, luck and decisions too."""
    from basra.data.reading import read_records  # noqa: PLC0415
    from basra.review import as_data, review_match  # noqa: PLC0415
    from basra.review.stats import Reviewed, statistics  # noqa: PLC0415

    records = []
    for found in read_records(files):
        match = found.match()
        reviews = () if strength is None else review_match(match, strength, workers=workers)
        records.append(Reviewed(match, tuple(one for _, one in reviews)))
    rows = statistics(records, player)
    if as_json:
        write(json.dumps([as_data(row) for row in rows]))
        return
    if not rows:
        raise BadNotation("error.data.player", name=player)
    for row in rows:
        for line in _tell_statistics(row):
            write(line)


def _tell_statistics(row: "Statistics") -> list[str]:
    facts = {"variant": row.variant, "won": row.won, "count": row.matches, "deals": row.deals}
    told = [say("stats.matches", **facts)]
    told.append(say("stats.basras", count=row.basras, points=row.basra_points))
    if row.majority is not None and row.margin is not None:
        share, margin = WORDS.number(100 * row.majority, ".0f"), WORDS.number(row.margin, "+.1f")
        told.append(say("stats.deals", majority=share, margin=margin))
    if row.luck is not None and row.decided is not None and row.cost is not None:
        reviewed = {
            "luck": WORDS.number(row.luck, "+.1f"),
            "decided": WORDS.number(row.decided, "+.1f"),
            "cost": WORDS.number(row.cost, ".1f"),
        }
        told.append(say("stats.reviewed", **reviewed))
    if row.accuracy is not None:
        told.append(say("stats.accuracy", accuracy=WORDS.number(row.accuracy, ".0f")))
    return told
