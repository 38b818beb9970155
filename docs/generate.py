"""Writes the pages that are made from the program: the rules, and the table in the README."""

from pathlib import Path

from basra.explain import markdown_page, markdown_table
from basra.texts import english

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


if __name__ == "__main__":
    (ROOT / "docs" / "rules.md").write_text(rules_page(), encoding="utf-8")
    page = ROOT / "README.md"
    page.write_text(readme(page.read_text(encoding="utf-8")), encoding="utf-8")
