"""The words of the page: every key is in the catalogue, and no component holds prose."""

import re
from pathlib import Path

import pytest

from basra.server.words import told_catalogue

WEB = Path(__file__).parents[2] / "web"
SOURCES = sorted(p for p in (WEB / "src").rglob("*") if p.suffix in {".svelte", ".ts"})
COMPONENTS = [path for path in SOURCES if path.suffix == ".svelte"]
HEADS = "bot|card|error|option|phrase|seat|sheet|score|result|tell|ui|variant|web"
READ_ALOUD = re.compile(r'\b(?:alt|aria-label|aria-description|placeholder|title)="([^"]*)"')


def keys_of(text: str) -> set[str]:
    return set(re.findall(rf"""['"`]((?:{HEADS})\.[\w.]*(?:\$\{{)?)""", text))


def prose_of(component: str) -> list[str]:
    markup = re.sub(r"<(script|style)\b.*?</\1>|<!--.*?-->", "", component, flags=re.DOTALL)
    while (fewer := re.sub(r"\{[^{}]*\}", "", markup)) != markup:
        markup = fewer
    texts = re.sub(r"<[^<>]*>", "\n", markup).split("\n") + READ_ALOUD.findall(markup)
    return [text.strip() for text in texts if re.search(r"[^\W\d_]", text)]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_every_key_of_the_page_is_in_the_catalogue(path: Path) -> None:
    words = told_catalogue("en").words
    missing = [
        key
        for key in keys_of(path.read_text("utf-8"))
        if key not in words and not any(word.startswith(f"{key.rstrip('.${')}.") for word in words)
    ]
    assert [] == sorted(missing)


@pytest.mark.parametrize("path", COMPONENTS, ids=lambda path: path.name)
def test_no_component_holds_prose(path: Path) -> None:
    assert [] == prose_of(path.read_text("utf-8"))


def test_prose_is_found_where_it_is() -> None:
    component = '<p>{say("web.x")} Your turn</p><img alt="A card" /><script>let a = "b c"</script>'
    assert ["Your turn", "A card"] == prose_of(component)


def test_every_word_of_the_page_is_used() -> None:
    text = "\n".join(path.read_text("utf-8") for path in SOURCES)
    used = keys_of(text)
    prefixes = {key.removesuffix("${") for key in used if key.endswith("${")}
    lists = {f"{key}." for key in used if f"('{key}', [" in text}
    unused = [
        key
        for key in told_catalogue("en").words
        if key.startswith("web.") and key not in used and not key.startswith((*prefixes, *lists))
    ]
    assert [] == unused
