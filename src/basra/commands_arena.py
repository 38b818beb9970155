"""The commands that measure: duels, tournaments, what the machine does in a second."""

import json
import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from basra.console import WORDS, expect_place, progress, say, write
from basra.errors import BadNotation

if TYPE_CHECKING:
    from basra.arena.duel import Job
    from basra.arena.tournament import Duel, Rung

app = typer.Typer()


class Bench(StrEnum):
    """What can be measured."""

    PLAYOUTS = "playouts"
    SOLVE = "solve"
    SAMPLE = "sample"
    IMPORTS = "imports"


RulesText = Annotated[str, typer.Option("--rules", "-r", help=say("cli.rules.option"))]
Deals = Annotated[int, typer.Option(min=1, help=say("cli.match.deals"))]
Matches = Annotated[int | None, typer.Option(min=1, help=say("cli.match.matches"))]
Seed = Annotated[str, typer.Option(help=say("cli.seed"))]
Workers = Annotated[int | None, typer.Option(min=1, help=say("cli.match.workers"))]
Ray = Annotated[str | None, typer.Option(help=say("cli.match.ray"))]
Results = Annotated[Path | None, typer.Option(help=say("cli.match.results"))]
Sprt = Annotated[str | None, typer.Option(help=say("cli.match.sprt"))]
Patience = Annotated[float, typer.Option(min=0.001, help=say("cli.match.patience"))]
Mirrored = Annotated[bool, typer.Option("--mirrored", help=say("cli.match.mirrored"))]
Adjusted = Annotated[bool, typer.Option("--adjusted", help=say("cli.match.adjusted"))]
Json = Annotated[bool, typer.Option("--json", help=say("cli.json"))]


def _job(
    bots: Sequence[str],
    rules: str,
    seed: str,
    deals: int,
    matches: int | None,
    patience: float,
    *,
    mirrored: bool,
    adjusted: bool,
) -> "Job":
    """Return what the first two players are to do; what cannot be done is refused here."""
    from basra.arena.duel import Job  # noqa: PLC0415
    from basra.arena.luck import Luck  # noqa: PLC0415
    from basra.arena.players import find_player  # noqa: PLC0415
    from basra.bots import SEARCHING, Limit  # noqa: PLC0415
    from basra.kernel import available  # noqa: PLC0415
    from basra.variants import find_rules, rules_text  # noqa: PLC0415

    for bot in bots:
        find_player(bot)  # it is told no seed before it plays
        if bot in SEARCHING and not available():
            print(say("cli.match.slow", name=bot), file=sys.stderr)  # noqa: T201
    table = find_rules(rules)
    if adjusted:
        if matches is not None:
            raise BadNotation("error.luck_matches")
        Luck(table)
    return Job(
        rules_text(table),
        bots[0],
        bots[1],
        seed,
        0,
        matches or deals,
        mirrored,
        Limit(),
        patience,
        adjusted,
        matches is not None,
    )


def _hold(
    whole: "Sequence[Job]",
    sprt: str | None,
    results: Path | None,
    workers: int | None,
    ray: str | None,
) -> "list[Duel]":
    from basra.arena.results import Results as Kept  # noqa: PLC0415
    from basra.arena.sequential import read_question  # noqa: PLC0415
    from basra.arena.tournament import hold  # noqa: PLC0415

    return hold(
        whole,
        workers=workers,
        ray=ray,
        results=Kept(results),
        question=None if sprt is None else read_question(sprt),
        progress=progress,
    )


@app.command(help=say("cli.match.help"))
def match(
    first: Annotated[str, typer.Argument(help=say("cli.match.first"))],
    second: Annotated[str, typer.Argument(help=say("cli.match.second"))],
    deals: Deals = 200,
    matches: Matches = None,
    rules: RulesText = "coffeehouse",
    seed: Seed = "0",
    workers: Workers = None,
    ray: Ray = None,
    results: Results = None,
    sprt: Sprt = None,
    patience: Patience = 60.0,
    *,
    mirrored: Mirrored = False,
    adjusted: Adjusted = False,
    as_json: Json = False,
) -> None:
    """Let two players meet on many deals and print the figures."""
    from basra.arena.players import player_name  # noqa: PLC0415
    from basra.arena.tournament import figures  # noqa: PLC0415

    bots = player_name(first), player_name(second)
    job = _job(bots, rules, seed, deals, matches, patience, mirrored=mirrored, adjusted=adjusted)
    (duel,) = _hold([job], sprt, results, workers, ray)
    if as_json:
        told = {**figures(duel), "rules": job.rules, "seed": seed, "mirrored": mirrored}
        write(json.dumps(told))
        return
    _tell(duel)


def _tell(duel: "Duel") -> None:
    """Print a duel for a person."""
    from basra.arena.duel import first_forfeits, summary  # noqa: PLC0415
    from basra.arena.tournament import figures  # noqa: PLC0415

    job, result, told = duel.job, summary(duel.outcomes), figures(duel)
    write(say("cli.match.players", first=job.first, second=job.second, rules=job.rules))
    write(say("cli.match.both" if job.matches else "cli.match.played", count=result.pairs))
    write(
        say(
            "cli.match.margin",
            margin=WORDS.number(result.margin, "+.2f"),
            ci95=WORDS.number(result.ci95, ".2f"),
        )
    )
    if result.adjusted is not None and result.adjusted_ci95 is not None:
        margin, ci95 = (
            WORDS.number(result.adjusted, "+.2f"),
            WORDS.number(result.adjusted_ci95, ".2f"),
        )
        write(say("cli.match.adjusted_margin", margin=margin, ci95=ci95))
    write(
        say(
            "cli.match.won",
            name=job.first,
            share=WORDS.number(100 * result.win_rate, ".1f"),
            ci95=WORDS.number(100 * result.win_rate_ci95, ".1f"),
            elo=_signed(told["elo"]),
        )
    )
    if duel.verdict is not None:
        ratio, accepted = WORDS.number(duel.verdict.ratio, "+.2f"), duel.verdict.accepted
        if accepted is None:
            write(say("cli.match.open", ratio=ratio))
        else:
            write(say("cli.match.decided", ratio=ratio, accepted=accepted))
    for name, count in result.forfeits.items():
        write(say("cli.match.forfeits", name=name, count=count))
    for forfeit in first_forfeits(duel.outcomes):
        write(say(f"cli.match.forfeit.{forfeit.reason}", **forfeit._asdict()))


def _signed(value: object) -> str:
    return WORDS.number(value, "+.0f") if isinstance(value, float) else "±∞"


@app.command(help=say("cli.arena.help"))
def arena(
    bots: Annotated[list[str], typer.Argument(help=say("cli.arena.bots"))],
    deals: Deals = 200,
    matches: Matches = None,
    rules: RulesText = "coffeehouse",
    seed: Seed = "0",
    workers: Workers = None,
    ray: Ray = None,
    results: Results = None,
    plot: Annotated[Path | None, typer.Option(help=say("cli.arena.plot"))] = None,
    sprt: Sprt = None,
    patience: Patience = 60.0,
    *,
    mirrored: Mirrored = False,
    adjusted: Adjusted = False,
    as_json: Json = False,
) -> None:
    """Let every player meet every other, and print the ladder."""
    from basra.arena.players import player_name  # noqa: PLC0415
    from basra.arena.tournament import figures, forfeits, ladder, pairings  # noqa: PLC0415
    from basra.plotting import expect_plot  # noqa: PLC0415

    names = [player_name(bot) for bot in bots]
    if len(set(names)) != len(names) or len(names) < 2:
        raise BadNotation("error.arena", text=" ".join(names))
    job = _job(names, rules, seed, deals, matches, patience, mirrored=mirrored, adjusted=adjusted)
    if plot is not None:
        expect_plot(plot)
        expect_place(plot)
    duels = _hold(pairings(names, job), sprt, results, workers, ray)
    rungs = ladder(names, duels)
    if as_json:
        told = {
            "rules": job.rules,
            "seed": seed,
            "deals": job.stop,
            "mirrored": mirrored,
            "ladder": [rung._asdict() for rung in rungs],
            "duels": [figures(duel) for duel in duels],
            "forfeits": forfeits(duels),
        }
        write(json.dumps(told))
    else:
        for duel in duels:
            _tell(duel)
            write()
        _tell_ladder(rungs)
    if plot is not None:
        from basra.arena.plot import draw_ladder  # noqa: PLC0415

        title = say("cli.arena.title", rules=job.rules, deals=job.stop)
        draw_ladder(rungs, title, say("cli.arena.axis"), plot)


def _tell_ladder(rungs: "Sequence[Rung]") -> None:
    width = max(len(rung.bot) for rung in rungs)
    for rung in rungs:
        write(
            say(
                "cli.arena.rung",
                name=rung.bot.ljust(width),
                elo=WORDS.number(rung.elo, "+6.0f"),
                low=WORDS.number(rung.low, "+.0f"),
                high=WORDS.number(rung.high, "+.0f"),
                share=WORDS.number(100 * rung.win_rate, ".1f"),
            )
        )


@app.command(help=say("cli.bench.help"))
def bench(
    what: Annotated[Bench | None, typer.Argument(help=say("cli.bench.what"))] = None,
    rules: RulesText = "egyptian",
    seconds: Annotated[float, typer.Option(min=0.01, help=say("cli.bench.seconds"))] = 2.0,
    *,
    as_json: Json = False,
) -> None:
    """Measure one thing, or list what can be measured."""
    if what is None:
        for one in Bench:
            write(f"{one:10} {say(f'cli.bench.{one}')}")
        return
    from basra import speed  # noqa: PLC0415
    from basra.variants import find_rules, rules_text  # noqa: PLC0415

    table = find_rules(rules)
    found = speed.MEASURES[what](table, seconds)
    told = {"bench": what.value, "rules": rules_text(table), **found}
    if as_json:
        write(json.dumps(told))
    else:
        for name, value in told.items():
            shown = f"{value:,.4g}" if isinstance(value, float) and value < 100 else value
            shown = f"{value:,.0f}" if isinstance(value, float) and value >= 100 else shown
            write(f"{name.replace('_', ' '):28} {shown}")


@app.command(help=say("cli.warm.help"))
def warm(*, as_json: Json = False) -> None:
    """Compile everything ahead of its first use."""
    from basra import kernel  # noqa: PLC0415

    if not kernel.available():
        raise BadNotation("error.extra", package="numba", extra="fast")
    taken = round(kernel.warm(), 3)
    if as_json:
        write(json.dumps({"seconds": taken, "folder": str(kernel.cache_folder())}))
    else:
        write(
            say("cli.warm.done", seconds=WORDS.number(taken, ".1f"), folder=kernel.cache_folder())
        )
