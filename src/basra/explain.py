"""The rules of a table in sentences, from the same data that the engine plays.

No number stands here or in a catalogue that the library can compute: packets are those that are
dealt; examples are captured and scored by the engine, under the very rules that are explained.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from basra import engine
from basra.cards import CARDS, Card, CardSet, read_cards
from basra.game import basra_points, captures, packets
from basra.rules import Basra, Bury, Direction, Rules, Tie, TieBreak
from basra.texts import Catalogue
from basra.variants import VARIANTS, Variant, rules_text

_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_SUITS = "♣♦♥♠"
SUMS = (("2c As 5h 4d", "7s"), ("3c 6d 5h 4s 9c", "9d"), ("6c 6h 8s 4d 4h 2c", "Ts"))
"""Floors and cards that show sums: a choice, sums with a match, a part that is not enough."""
SWEEPS = (("7s", "7h"), ("3h 2s", "5c"), ("5h 4s 2d 7c", "9c"))
"""Floors and cards that clear them."""
COURTS = (("Qh", "Qs"), ("Kh", "Ks"))
KOMI = (
    "2c 3h",
    "4c 6h",
    "5c 5h",
    "7c 4h 3s",
    "Tc 4h 6s",
    "Ac 2h 7s 8d",
    "Tc Th",
    "Qh Ks",
    "Qh 2c",
    "5c",
)
"""Floors that the 7♦ takes; which of them are a basra depends on the table."""
_BOUND = "\ue000"
"""Stands for a space where no line may break; a character that no text uses, one cell wide."""

Say = Callable[..., str]


class Section(NamedTuple):
    """A few sentences on one thing."""

    title: str
    sentences: tuple[str, ...]


def explain(rules: Rules, catalogue: Catalogue) -> list[Section]:
    """Return the rules of a table for people, in the order in which they are needed.

    Every option that makes a difference at this table changes a sentence.

    >>> from basra import find_rules
    >>> from basra.explain import explain
    >>> from basra.texts import english
    >>> dealing = explain(find_rules("egyptian"), english())[1]
    >>> dealing.title, dealing.sentences[4]
    ('Dealing', 'That makes six packets of four in a deal.')
    """
    say = catalogue.say
    parts = [("table", _table), ("deal", _dealing), ("play", _playing), ("basra", _basra)]
    if rules.komi or rules.komi_alone:
        parts.append(("seven", _seven))
    parts += [("count", _counting), ("end", _end)]
    return [
        Section(say(f"rules.section.{name}"), tuple(sentences(rules, say)))
        for name, sentences in parts
    ]


# --- the sections -------------------------------------------------------------------------------


def _table(rules: Rules, say: Say) -> list[str]:
    together = "partners" if rules.sides < rules.seats else rules.seats
    return [
        say("rules.aim"),
        say(f"rules.table.{together}"),
        say(f"rules.direction.{Direction(rules.direction).name.lower()}"),
        say("rules.dealer"),
    ]


def _dealing(rules: Rules, say: Say) -> list[str]:
    sizes, undealt = packets(rules)
    barred = say("rules.barred.komi" if rules.komi else "rules.barred.jacks")
    words = [_number(say, size) for size in sizes]
    if len(set(sizes)) == 1:
        many = _number(say, len(sizes))
        dealt = say("rules.packets.equal", count=len(sizes), number=many, size=words[0])
    else:
        dealt = say("rules.packets.uneven", sizes=_series(say, words, "and"))
    found = [
        say(f"rules.pack.{rules.pack}", pack=rules.pack),
        say("rules.floor", number=_number(say, rules.packet)),
        f"{barred} {say(f'rules.bury.{Bury(rules.bury).name.lower()}')}",
        say("rules.packets.more"),
        dealt,
    ]
    if undealt:
        found.append(say("rules.undealt", count=undealt))
    if rules.peek:
        found.append(say("rules.peek"))
    return found


def _playing(rules: Rules, say: Say) -> list[str]:
    found = [
        say("rules.turn"),
        say("rules.duty.yes" if rules.must_capture else "rules.duty.no"),
        say("rules.duty.card"),
        say("rules.match"),
        say("rules.sums"),
    ]
    if has_courts(rules):
        found.append(say("rules.courts"))
    found.append(say("rules.largest" if rules.largest else "rules.choice"))
    found.extend(example_capture(rules, say, floor, card) for floor, card in SUMS)
    found += [say("rules.jack.komi" if rules.komi else "rules.jack"), say("rules.leavings")]
    return found


def _basra(rules: Rules, say: Say) -> list[str]:
    found = [say(f"rules.basra.{Basra(rules.basra).name.lower()}")]
    if rules.komi:
        found.append(say("rules.basra.komi"))
    sweeps = list(SWEEPS)
    if rules.basra_points:
        found.append(say("rules.basra.points", count=rules.basra_points))
    else:
        found.append(say("rules.basra.double"))
        if has_courts(rules):
            sweeps += COURTS
            values = {"queen": rules.queen_value, "king": rules.king_value}
            found.append(say("rules.basra.courts", **values))
    found.append(say("rules.basra.groups" if rules.per_group else "rules.basra.once"))
    found.extend(example_sweep(rules, say, floor, card) for floor, card in sweeps)
    if rules.basra == Basra.CHAIN:
        points = basra_points(rules, "3h 4s", "7c", "3h 4s", trails=True)
        cards = {"lone": faces("3h"), "added": faces("4s"), "card": faces("7c")}
        found.append(say("rules.example.chain", points=_points(say, points), **cards))
    jack = basra_points(rules, "Jc", "Js", "Jc")
    found.append(say("rules.basra.jack", count=jack) if jack else say("rules.basra.no_jack"))
    found.append(say("rules.last_card.yes" if rules.last_card else "rules.last_card.no"))
    return found


def _seven(rules: Rules, say: Say) -> list[str]:
    found = _komi(rules, say) if rules.komi else [say("rules.komi.none")]
    if rules.komi_alone:
        points = basra_points(rules, "7d", "3c", "7d")
        found.append(say("rules.komi.alone", card=faces("3c"), points=_points(say, points)))
    return found


def _komi(rules: Rules, say: Say) -> list[str]:
    found = [say("rules.komi.power")]
    if rules.komi_as_seven:
        found.append(say("rules.komi.largest" if rules.largest else "rules.komi.choice"))
    else:
        found.append(say("rules.komi.always"))
    found += [say(key, **facts) for key, facts in komi_basras(rules)]
    if rules.per_group:
        found.append(say("rules.komi.once"))
    floors = [floor for floor in KOMI if max(read_cards(floor)) < rules.pack]
    earning = [floor for floor in floors if basra_points(rules, floor, "7d", floor)]
    others = [floor for floor in floors if floor not in earning]
    for key, some in (("yes", earning), ("no", others)):
        if some:
            written = _series(
                say, [faces(floor) for floor in some], "or.floors", "rules.list.floors"
            )
            found.append(say(f"rules.example.komi.{key}", floors=written))
    return found


def komi_basras(rules: Rules) -> list[tuple[str, dict[str, int]]]:
    """Return the sentences, by key with facts, on when the 7♦ with power makes a basra.

    >>> from basra.explain import komi_basras
    >>> from basra.variants import find_rules
    >>> komi_basras(find_rules("egyptian;komi_sum=9;komi_groups=no"))
    [('rules.komi.sum', {'most': 9})]
    """
    if rules.basra != Basra.SWEEP:
        return [("rules.komi.lone", {})]
    most = {"most": rules.komi_sum}
    told: list[tuple[bool, str, dict[str, int]]] = [
        (True, "rules.komi.sum", most),
        (rules.komi_groups, "rules.komi.groups", most),
        (rules.komi_high, "rules.komi.high" if has_courts(rules) else "rules.komi.tens", {}),
        (rules.komi_seven_basra or rules.komi_as_seven, "rules.komi.seven", {}),
    ]
    return [(key, facts) for holds, key, facts in told if holds]


def _counting(rules: Rules, say: Say) -> list[str]:
    worth = {
        name: engine.card_points(1 << Card(card))
        for name, card in (("ace", "As"), ("jack", "Js"), ("two", "2c"), ("ten", "Td"))
    }
    pack = (1 << rules.pack) - 1
    found = [
        say("rules.points", **worth),
        say("rules.points.all", count=engine.card_points(pack)),
        say("rules.points.basras"),
    ]
    if not rules.majority:
        return [*found, say("rules.majority.none")]
    found.append(say("rules.majority", count=rules.majority))
    tie = Tie(rules.tie).name.lower()
    if rules.sides == 2:
        half = rules.pack // 2
        found.append(say("rules.majority.enough", cards=half + 1))
        found.append(say(f"rules.tie.{tie}.two", cards=half))
    else:
        found.append(say(f"rules.tie.{tie}.more"))
    if rules.tie == Tie.CARRY:
        found.append(say("rules.tie.lost"))
    return found


def _end(rules: Rules, say: Say) -> list[str]:
    tie = TieBreak(rules.tie_break).name.lower()
    found = [
        say("rules.target", count=rules.target),
        say(f"rules.tie_break.{tie}", count=rules.extension),
    ]
    if rules.rubber > 1:
        found.append(
            say(
                "rules.rubber",
                number=_number(say, rules.rubber),
                wins=_number(say, rules.rubber // 2 + 1),
            )
        )
    return found


# --- the words ----------------------------------------------------------------------------------


def has_courts(rules: Rules) -> bool:
    """Tell whether queens and kings are in the pack."""
    return rules.pack == CARDS


def example_capture(rules: Rules, say: Say, floor: str, card: str) -> str:
    """Return what a card takes of a floor.

    >>> from basra import find_rules
    >>> from basra.explain import example_capture
    >>> from basra.texts import english
    >>> example_capture(find_rules("egyptian"), english().say, "2c As 5h 4d", "7s")
    'On 2♣ A♠ 5♥ 4♦ the 7♠ takes A♠ 2♣ 4♦, or 2♣ 5♥.'
    """
    sets = captures(rules, floor, card)
    if sets == [CardSet(floor)]:
        return say("rules.example.all", card=faces(card), floor=faces(floor))
    taken = _series(say, [faces(cards) for cards in sets], "or")
    return say("rules.example.capture", card=faces(card), floor=faces(floor), taken=taken)


def example_sweep(rules: Rules, say: Say, floor: str, card: str) -> str:
    """Return what a card earns that takes a whole floor."""
    points = basra_points(rules, floor, card, floor)
    facts = {"card": faces(card), "floor": faces(floor)}
    if points:
        return say("rules.example.basra", points=_points(say, points), **facts)
    return say("rules.example.no_basra", **facts)


def _points(say: Say, points: int) -> str:
    return say("score.points", count=points)


def _number(say: Say, number: int) -> str:
    return say(f"rules.number.{number}")


def faces(cards: str | CardSet) -> str:
    """Return cards as they are printed: ``2♣ A♠``."""
    read = read_cards(cards) if isinstance(cards, str) else list(cards)
    return " ".join(_RANKS[card.rank] + _SUITS[card.suit] for card in read)


def _series(say: Say, parts: Sequence[str], last: str, others: str = "rules.list.comma") -> str:
    """Join parts as a sentence does: ``6, 6 and 4``."""
    joined = parts[0]
    for part in parts[1:-1]:
        joined = say(others, first=joined, next=part)
    if len(parts) > 1:
        joined = say(f"rules.list.{last}", first=joined, next=parts[-1])
    return joined


# --- the variants -------------------------------------------------------------------------------


class VariantRow(NamedTuple):
    """A variant in a table of all, in words and numbers for people."""

    key: str
    title: str
    seats: str
    cards: str
    packet: str
    basra: str
    jack: str
    """What a jack earns that takes a lone jack."""
    seven: str
    """Whether the 7♦ has power."""
    majority: str
    target: str


def headings(catalogue: Catalogue) -> VariantRow:
    """Return the words above the columns of ``table_of_variants``."""
    return VariantRow(*(catalogue.say(f"rules.column.{name}") for name in VariantRow._fields))


def table_of_variants(catalogue: Catalogue) -> list[VariantRow]:
    """Return a row for every variant, in the order of the sources.

    >>> from basra.explain import table_of_variants
    >>> from basra.texts import english
    >>> row = table_of_variants(english())[2]
    >>> row.key, row.title, row.packet, row.majority, row.target
    ('egyptian', 'Egypt', '4', '30', '101')
    """
    return [_row(variant, catalogue) for variant in VARIANTS.values()]


def _row(variant: Variant, words: Catalogue) -> VariantRow:
    rules, say, number = variant.rules, words.say, words.number
    double = say("rules.cell.double")
    packet = [rules.packet, *variant.packets.values()]
    return VariantRow(
        key=variant.key,
        title=say(f"variant.{variant.key}.title"),
        seats=", ".join(_seats(words, *table) for table in variant.tables),
        cards=number(rules.pack),
        packet=", ".join(map(number, dict.fromkeys(packet))),
        basra=number(rules.basra_points) if rules.basra_points else double,
        jack=number(rules.jack_basra),
        seven=say("rules.cell.yes" if rules.komi else "rules.cell.no"),
        majority=number(rules.majority),
        target=number(rules.target),
    )


def _seats(words: Catalogue, seats: int, sides: int) -> str:
    if seats == sides:
        return words.number(seats)
    return words.say("rules.cell.partners", sides=sides, each=seats // sides)


def also_played(variant: Variant) -> list[str]:
    """Return the texts of rules for what else is usual under the name of a variant.

    >>> from basra import find_variant
    >>> from basra.explain import also_played
    >>> also_played(find_variant("egyptian"))
    ['egyptian;jack_basra=30', 'egyptian;target=121']
    """
    found = [
        rules_text(_with_extension(variant.rules.vary(**{name: value}), name))
        for name, values in variant.usual.items()
        for value in values
    ]
    return [text for text in dict.fromkeys(found) if text != rules_text(variant.rules)]


def _with_extension(rules: Rules, name: str) -> Rules:
    """Return rules under which an extension, if that is the option named, makes a difference."""
    return rules.vary(tie_break=TieBreak.EXTEND) if name == "extension" else rules


# --- pages --------------------------------------------------------------------------------------


def plain_page(rules: Rules, catalogue: Catalogue, width: int = 79) -> str:
    """Return the rules of a table as plain text, a bullet for each sentence."""
    return "\n\n".join(
        "\n".join((section.title, *(_bullet(text, width) for text in section.sentences)))
        for section in explain(rules, catalogue)
    )


def _bullet(text: str, width: int) -> str:
    return f"  · {_laid_out(text, width)}"


def _laid_out(text: str, width: int) -> str:
    """Return a text in lines of ``width`` cells, indented by four but for the first."""
    from rich.console import Console  # noqa: PLC0415 - only who asks for the rules waits for it
    from rich.text import Text  # noqa: PLC0415

    lines = Text(text).wrap(Console(width=width), width - 4)
    return "\n    ".join(line.plain.rstrip() for line in lines)


def plain_table(catalogue: Catalogue, width: int = 79) -> str:
    """Return the table of variants as plain text; where it is too wide, a paragraph for each."""
    head = headings(catalogue)
    rows = table_of_variants(catalogue)
    from rich.cells import cell_len, set_cell_size  # noqa: PLC0415 - as above

    widths = [max(map(cell_len, column)) for column in zip(head, *rows, strict=True)]
    if sum(widths) + 2 * (len(widths) - 1) <= width:
        lines = ("  ".join(map(set_cell_size, row, widths)) for row in (head, *rows))
        return "\n".join(line.rstrip() for line in lines)
    return "\n".join(f"{row.key}: {row.title}\n{_facts(head, row, width)}" for row in rows)


def _facts(head: VariantRow, row: VariantRow, width: int) -> str:
    """Return a row but for its first two columns, each cell behind its heading."""
    cells = zip(head[2:], row[2:], strict=True)
    # Lines break between facts: the spaces within one are kept from it until they are laid out.
    facts = [f"{name}: {cell}".replace(" ", _BOUND) for name, cell in cells]
    lines = f"    {_laid_out('; '.join(facts), width)}"
    return lines.replace(_BOUND, " ")


def markdown_page(catalogue: Catalogue) -> str:
    """Return ``docs/rules.md``: a table of the variants, and the rules of each for two seats."""
    say = catalogue.say
    blocks = [
        f"# {say('rules.page.title')}",
        say("rules.page.about"),
        markdown_table(catalogue),
        say("rules.page.table"),
    ]
    for variant in VARIANTS.values():
        blocks += _markdown_variant(variant, catalogue)
    return "\n\n".join(blocks) + "\n"


def markdown_table(catalogue: Catalogue, link: str = "") -> str:
    """Return the table of variants; titles lead to their sections of the page ``link``."""
    rows = table_of_variants(catalogue)
    linked = [
        row._replace(key=f"`{row.key}`", title=f"[{row.title}]({link}#{row.key})") for row in rows
    ]
    lines: Iterable[Sequence[str]] = (
        headings(catalogue),
        ["---"] * len(VariantRow._fields),
        *linked,
    )
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _markdown_variant(variant: Variant, catalogue: Catalogue) -> list[str]:
    say = catalogue.say
    key = variant.key
    blocks = [
        f'<a id="{key}"></a>',
        f"## {say(f'variant.{key}.title')}",
        f"*{say(f'variant.{key}.region')}* — {say(f'variant.{key}.note')}",
    ]
    others = [f"`{text}`" for text in also_played(variant)]
    if others:
        blocks.append(say("rules.page.also", rules=", ".join(others)))
    for section in explain(variant.rules, catalogue):
        blocks.append(f"### {section.title}")
        blocks.append("\n".join(f"- {sentence}" for sentence in section.sentences))
    return blocks
