"""Tells a tally: as tables of text, and as data."""

from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path

from rich.cells import cell_len, set_cell_size

from basra.arena.workers import run
from basra.data.figures import Mean, Share
from basra.data.mirrors import Mirrors, Reckoned
from basra.data.reading import Found, batches
from basra.data.tally import Tally, tally_of
from basra.texts import Catalogue, shown_name

_MARGIN = 2
"""Spaces between columns."""


def tally_files(files: Sequence[Path], workers: int | None = None) -> dict[str, Tally]:
    """Return what the records in files say, by the text of their rules. Raises BadNotation."""
    tallies: dict[str, Tally] = {}
    for part in run(_tally_batch, batches(files), workers=workers):
        for rules, tally in part.items():
            tallies.setdefault(rules, Tally()).join(tally)
    return dict(sorted(tallies.items()))


def _tally_batch(batch: tuple[Found, ...]) -> dict[str, Tally]:
    return tally_of(found.replay() for found in batch)


def as_data(tally: Tally) -> dict[str, object]:
    """Return a tally as what JSON can hold.

    >>> from basra.data import Tally
    >>> from basra.data.telling import as_data
    >>> as_data(Tally())["tied"]
    {'count': 0, 'value': 0.0, 'low': 0.0, 'high': 1.0}
    """
    told: dict[str, object] = {name: _figure(figure) for name, figure in tally.totals.items()}
    for name, table in tally.tables.items():
        told[name] = {row: _figure(figure) for row, figure in table.items()}
    told["luck"] = _luck_data(tally.mirrors)
    return told


def _luck_data(mirrors: Mirrors) -> dict[str, object] | None:
    """Return how good luck was; ``None`` where there are not two sides."""
    if mirrors.sides != 2:
        return None
    players = {
        name: {"luck": _figure(luck), "play": _figure(play)}
        for name, (luck, play) in mirrors.players.items()
    }
    figures = {name: _figure(figure) for name, figure in mirrors.figures.items()}
    return {"deals": mirrors.deals, "mirrored": mirrors.mirrored, **figures, "players": players}


def _figure(figure: Mean | Share | Reckoned) -> dict[str, float | int | None]:
    low, high = (edge if isfinite(edge) else None for edge in figure.interval)
    unknown = isinstance(figure, Reckoned) and not figure.cases
    value = None if unknown else round(figure.value, 6)
    return {"count": figure.cases, "value": value, "low": low, "high": high}


def tell(words: Catalogue, rules: str, tally: Tally) -> list[str]:
    """Return the lines of a tally for a person."""
    lines = [words.say("data.rules", rules=rules, count=tally.tied.cases)]
    rows = [_line(words, words.say(f"data.{name}"), tally.totals[name]) for name in tally.totals]
    lines += _aligned([_heads(words), *rows])
    for name, table in tally.tables.items():
        lines += ["", words.say(f"data.{name}")]
        told = [_line(words, _name(words, name, row), figure) for row, figure in table.items()]
        lines += _aligned([_heads(words), *told])
    return [*lines, "", *_luck(words, tally.mirrors)]


def _luck(words: Catalogue, mirrors: Mirrors) -> list[str]:
    """Return the lines of how good luck was."""
    lines = [words.say("data.luck")]
    gap = " " * _MARGIN
    if mirrors.sides != 2:
        return [*lines, gap + words.say("data.luck.sides")]
    deals = words.number(mirrors.deals)
    lines.append(gap + words.say("data.luck.mirrored", count=mirrors.mirrored, deals=deals))
    rows = [
        _line(words, words.say(f"data.luck.{name}"), figure)
        for name, figure in mirrors.figures.items()
    ]
    for name, (luck, play) in mirrors.players.items():
        rows.append(_line(words, words.say("data.luck.luck_of", player=shown_name(name)), luck))
        rows.append(_line(words, words.say("data.luck.play_of", player=shown_name(name)), play))
    return [*lines, *_aligned([_heads(words), *rows])]


def _heads(words: Catalogue) -> tuple[str, ...]:
    return "", words.say("data.value"), words.say("data.interval"), words.say("data.count")


def _name(words: Catalogue, table: str, row: str) -> str:
    if table == "leads":
        key = "data.lead.captures" if row.endswith("x") else "data.lead.trails"
        return words.say(key, rank=row[0])
    return words.say("data.place", number=int(row)) if table == "places" else row


def _line(words: Catalogue, name: str, figure: Mean | Share | Reckoned) -> tuple[str, ...]:
    low, high = figure.interval
    if isinstance(figure, Reckoned) and not figure.cases:
        value = span = "-"
    elif isinstance(figure, Share) or (isinstance(figure, Reckoned) and figure.is_share):
        value, span = (
            words.number(figure.value, ".1%"),
            f"{words.number(low, '.1%')} … {words.number(high, '.1%')}",
        )
    else:
        value = words.number(figure.value, ".2f")
        span = "-"
        if isfinite(low):
            span = f"{words.number(low, '.2f')} … {words.number(high, '.2f')}"
    return name, value, span, words.number(figure.cases)


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Return rows with the first column to the left and the others to the right."""
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    gap = " " * _MARGIN
    return [
        gap
        + gap.join(
            " " * (width - cell_len(cell)) + cell if at else set_cell_size(cell, width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def titles(words: Catalogue) -> Mapping[str, str]:
    """Return what the picture of each table is called, and that of luck."""
    tables = {name: words.say(f"data.{name}") for name in Tally().tables}
    return {**tables, "luck": words.say("data.luck.mean")}
