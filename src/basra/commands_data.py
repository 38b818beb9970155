"""The commands for those who build and study: bots outside, records as data."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from basra.console import WORDS, say, write

app = typer.Typer()

Files = Annotated[list[Path], typer.Argument(help=say("cli.data.files"))]
Workers = Annotated[int | None, typer.Option(min=1, help=say("cli.match.workers"))]


@app.command("bot", help=say("cli.bot.help"))
def bot(
    level: Annotated[str, typer.Argument(help=say("cli.match.first"))],
) -> None:
    """Serve a player of the ladder over standard input and output."""
    from basra.arena.players import find_player, player_name  # noqa: PLC0415
    from basra.bots import SEARCHING  # noqa: PLC0415
    from basra.outside import Conversation, serve  # noqa: PLC0415

    name = player_name(level)
    if name in SEARCHING:
        from basra.kernel import warm  # noqa: PLC0415

        warm()

    def send(text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    talk = Conversation(lambda seed: find_player(name, seed), steady=":" not in name)
    serve(talk, iter(lambda: sys.stdin.buffer.readline(_LINE), b""), send)


_LINE = 1 << 17
"""Bytes that are read at once of a line that does not end."""


@app.command("check-bot", help=say("cli.check.help"))
def check_bot(
    command: Annotated[str, typer.Argument(help=say("cli.check.command"))],
    rules: Annotated[
        list[str] | None, typer.Option("--rules", "-r", help=say("cli.check.rules"))
    ] = None,
    deals: Annotated[int, typer.Option(min=1, help=say("cli.check.deals"))] = 1,
    seconds: Annotated[float | None, typer.Option(min=0.0, help=say("cli.check.seconds"))] = None,
    patience: Annotated[float, typer.Option(min=0.01, help=say("cli.match.patience"))] = 60.0,
) -> None:
    """Check whether a program keeps the protocol; status 1 if it does not."""
    from basra.bots import Limit  # noqa: PLC0415
    from basra.outside import check_command  # noqa: PLC0415
    from basra.testing import EVERYWHERE  # noqa: PLC0415

    wrong = 0
    findings = check_command(
        command, rules or EVERYWHERE, deals=deals, limit=Limit(seconds), patience=patience
    )
    for finding in findings:
        if finding.reason is None:
            write(say("check.right", what=say(finding.key, **finding.facts)))
        else:
            wrong += 1
            failed = say(f"{finding.key}.failed")
            write(say("check.wrong", what=failed, reason=finding.reason.said(WORDS)))
    write(say("check.none") if not wrong else say("check.some", count=wrong))
    if wrong:
        raise typer.Exit(1)


_SMALL = 400_000
"""Bytes of records below which processes would take longer to start than the work does."""


def _workers(records: Sequence[Path], workers: int | None) -> int | None:
    """Return how many processes are worth their start; ``None`` is one a processor."""
    if workers is None and sum(file.stat().st_size for file in records) < _SMALL:
        return 1
    return workers


@app.command(help=say("cli.export.help"))
def export(
    files: Files,
    to: Annotated[Path, typer.Option("--to", help=say("cli.export.to"))],
    workers: Workers = None,
) -> None:
    """Write records as data."""
    from basra.data.reading import find_records  # noqa: PLC0415
    from basra.data.writing import export as export_records  # noqa: PLC0415

    records = find_records(files)
    written = export_records(records, to, _workers(records, workers))
    if written.rows:
        facts = {"records": written.records, "name": to}
        write(say("cli.export.rows", count=written.rows, **facts))
    else:
        write(say("cli.export.records", count=written.records, name=to))


@app.command(help=say("cli.figures.help"))
def stats(
    files: Files,
    player: Annotated[str | None, typer.Option(help=say("cli.figures.player"))] = None,
    strength: Annotated[str | None, typer.Option(help=say("cli.stats.strength"))] = None,
    plot: Annotated[Path | None, typer.Option(help=say("cli.figures.plot"))] = None,
    picture: Annotated[str, typer.Option("--format", help=say("cli.figures.format"))] = "svg",
    workers: Workers = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help=say("cli.json"))] = False,
) -> None:
    """Print what records say of the game, or of one player."""
    from basra.data.reading import find_records  # noqa: PLC0415
    from basra.data.telling import as_data, tally_files, tell, titles  # noqa: PLC0415

    records = find_records(files)
    if plot is not None:
        from basra.data.drawing import expect_format  # noqa: PLC0415

        expect_format(picture)
    if player is not None:
        from basra.commands_review import tell_player  # noqa: PLC0415

        tell_player(records, player, strength, workers, as_json=as_json)
        return
    tallies = tally_files(records, _workers(records, workers))
    if as_json:
        write(json.dumps({rules: as_data(tally) for rules, tally in tallies.items()}))
    else:
        for rules, tally in tallies.items():
            for line in tell(WORDS, rules, tally):
                write(line)
            write()
    if plot is not None:
        from basra.data.drawing import draw_tally  # noqa: PLC0415

        for rules, tally in tallies.items():
            draw_tally(tally, rules, titles(WORDS), plot, picture)
