"""Writes the pages that are made from the program: rules, figures, pictures, the README's table."""

import asyncio
import json
import re
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import basra
import pictured
from basra import svg
from basra.explain import markdown_page, markdown_table
from basra.texts import english
from basra.tui.picture import terminal_picture

ROOT = Path(__file__).parent.parent
BEGIN, END = "<!-- made by make docs: begin -->\n", "<!-- made by make docs: end -->\n"
PERFORMANCE = """\
# Performance

Made by `make bench` from what it measured, [bench/results.json](../bench/results.json).

Measured on {date}: {processor}, {cores} cores, {system}, Python {python}, {numba}, {peers}. {busy}

- A figure of several rounds ({rounds}) is their median; the rounds of all games and libraries took
  turns. Rates are those of one processor's time, which other programs disturb little, unless the
  line says *by the clock*: then they get what those leave.
- The other libraries play other games: their lines are orders of magnitude, not a contest. One
  decision is one random choice among the legal ones.
- *Beside the first* is a rate divided by that of the first line under the heading.
- Times of a play are means over whole deals, in processor time, without a limit on thinking; those
  of searches are medians over deals, and like those of starts by the clock.
- `basra bench` measures the same on any machine, without the other libraries.
"""
"""The page of figures, up to the first heading."""


def rules_page() -> str:
    """Return what ``docs/rules.md`` should be: after each game its examples in pictures."""
    words = english()
    head, *games = re.split(r'(?=^<a id="\w+"></a>$)', markdown_page(words), flags=re.MULTILINE)
    for game, variant in zip(games, basra.VARIANTS.values(), strict=True):
        head += f"{game.rstrip()}\n\n{pictured.section(variant.rules, words)}\n"
    return head.rstrip() + "\n"


def rules_pictures() -> dict[str, str]:
    """Return the pictures of ``docs/rules.md`` by their names."""
    return pictured.pictures([one.rules for one in basra.VARIANTS.values()], english())


def tutorial_pictures() -> dict[str, str]:
    """Return the pictures of ``docs/tutorial.md`` by their names."""
    deal = basra.Deal("egyptian", seed=4, dealer=1)
    seen = deal.view(0)
    return {
        "card.svg": svg.card("7d"),
        "floor.svg": svg.cards("2c As 5h 4d", marked="As 2c 4d"),
        "table.svg": svg.table(seen),
        "play.svg": svg.table(seen, "6hxAc5d"),
    }


def performance_page(results: dict[str, Any]) -> str:
    """Return what ``docs/performance.md`` should be, from what was measured."""
    machine = results["machine"]
    named = {"open_spiel": "OpenSpiel", "rlcard": "RLCard"}
    peers = [f"{name} {machine[key] or 'not installed'}" for key, name in named.items()]
    facts = {
        **machine,
        "numba": f"numba {machine['numba']}" if machine["numba"] else "without numba",
        "peers": ", ".join(peers),
        "busy": ""
        if machine["busy"] is None
        else f"Other programs ran, too: the load was {machine['busy']} before it began.",
    }
    page = PERFORMANCE.format(date=results["date"], rounds=results["rounds"], **facts)
    for part, found in groupby(results["figures"], key=lambda figure: figure["part"]):
        page += f"\n## {part}\n\n{_figures_table(list(found))}"
    return page


def _figures_table(figures: list[dict[str, Any]]) -> str:
    """Return the table of one heading; rates are set beside the first of them."""
    first = figures[0]["value"]
    compared = len(figures) > 1 and figures[0]["unit"].endswith("/s") and first
    lines = ["| what | figure | unit |", "| --- | ---: | --- |"]
    if compared:
        lines = ["| what | figure | unit | beside the first |", "| --- | ---: | --- | ---: |"]
    elif any(figure["note"] for figure in figures):
        lines = ["| what | figure | unit | remark |", "| --- | ---: | --- | --- |"]
    for figure in figures:
        value, unit, note = figure["value"], figure["unit"], figure["note"]
        shown = "not measured" if value is None else f"{value:,}"
        line = f"| {figure['what']} | {shown} | {unit} |"
        if compared:
            is_rate = value is not None and unit.endswith("/s")
            line += f" {value / first:.3g} |" if is_rate else f" {note} |"
        elif len(lines[0].split("|")) > 5:
            line += f" {note} |"
        lines.append(line)
    return "\n".join(lines) + "\n"


def readme(text: str) -> str:
    """Return the README with the table of the variants as it should be."""
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}{markdown_table(english(), 'docs/rules.md')}\n{END}{after}"


def picture() -> str:
    """Return the picture of the README as it should be."""
    with TemporaryDirectory() as folder:
        return asyncio.run(terminal_picture(Path(folder)))


if __name__ == "__main__":
    (ROOT / "docs" / "pictures" / "terminal.svg").write_text(picture(), encoding="utf-8")
    (ROOT / "docs" / "rules.md").write_text(rules_page(), encoding="utf-8")
    pictured.write(ROOT / "docs" / pictured.FOLDER, rules_pictures())
    pictured.write(ROOT / "docs" / "pictures" / "tutorial", tutorial_pictures())
    measured = json.loads((ROOT / "bench" / "results.json").read_text(encoding="utf-8"))
    (ROOT / "docs" / "performance.md").write_text(performance_page(measured), encoding="utf-8")
    page = ROOT / "README.md"
    page.write_text(readme(page.read_text(encoding="utf-8")), encoding="utf-8")
