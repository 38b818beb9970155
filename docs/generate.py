"""Writes the pages that are made from the program: the rules, and the table in the README."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from basra.explain import markdown_page, markdown_table
from basra.texts import english
from basra.tui.picture import terminal_picture

ROOT = Path(__file__).parent.parent
BEGIN, END = "<!-- made by make docs: begin -->\n", "<!-- made by make docs: end -->\n"


def rules_page() -> str:
    """Return what ``docs/rules.md`` should be."""
    return markdown_page(english())


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
    page = ROOT / "README.md"
    page.write_text(readme(page.read_text(encoding="utf-8")), encoding="utf-8")
