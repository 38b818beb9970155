"""Writes the types of the page from the Python types: ``python -m basra.server.typescript``.

A tagged struct is an interface with its tag as a literal, so that a union of them is told apart by
it. A field that may be left out has a question mark: by the reader what has a default, by the
server what it does not send where it is the default, or hides.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, get_args

from msgspec import inspect

from basra.server import (
    answers,
    club_answers,
    contest_answers,
    duplicate_answers,
    learning_answers,
    messages,
    notice_answers,
    replay_answers,
    statistics_answers,
)
from basra.table.commands import AnyCommand
from basra.table.events import AnyEvent
from basra.table.picture import Row

PLACE: Final = Path("web/src/lib/messages.ts")
HIDDEN: Final = frozenset({("Began", "seed"), ("Dealt", "pack"), ("Dealt", "salt")})
"""Fields of events that a reader does not get before they are told to all."""
_KEPT: Final = "cause"
"""A field of events that never leaves the table."""
_HEAD: Final = """\
// The types of what goes between page and server. Generated: `python -m basra.server.typescript`.

/** An event that the reader may not see. */
export interface Hidden {
  v: number;
  k?: undefined;
}

/** An event as a reader gets it. */
export type Seen = AnyEvent | Hidden;
"""
_SENT: Final = (
    *get_args(messages.FromClient),
    answers.Naming,
    answers.Opening,
    answers.PadDeal,
    answers.PadAsked,
    *club_answers.SENT,
    *replay_answers.SENT,
    *contest_answers.SENT,
    *learning_answers.SENT,
    *duplicate_answers.SENT,
    *notice_answers.SENT,
)
"""What a reader writes."""
_ANSWERS: Final = (
    answers.NewGuest,
    answers.Guest,
    answers.BotTold,
    answers.VariantTold,
    answers.OptionTold,
    answers.RulesTold,
    answers.Level,
    answers.LanguageTold,
    answers.CatalogueTold,
    answers.NewTable,
    answers.PadTables,
    answers.PadTold,
    answers.Health,
    *club_answers.TOLD,
    *replay_answers.TOLD,
    *contest_answers.TOLD,
    *learning_answers.TOLD,
    *statistics_answers.TOLD,
    *duplicate_answers.TOLD,
    *notice_answers.TOLD,
    Row,
    messages.Fact,
)
_UNIONS: Final = {
    "AnyEvent": AnyEvent,
    "AnyCommand": AnyCommand,
    "FromClient": messages.FromClient,
    "FromServer": messages.FromServer,
}
_WORDS: Final[dict[type, str]] = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}


def page_types() -> str:
    """Return the text of the module.

    >>> from basra.server.typescript import page_types
    >>> "export type AnyCommand =" in page_types()
    True
    """
    roots: list[type] = [*_SENT, *_ANSWERS]
    for union in _UNIONS.values():
        roots.extend(get_args(union))
    structs: dict[type, inspect.StructType] = {}
    for root in roots:
        for struct in _structs(inspect.type_info(root)):
            structs.setdefault(struct.cls, struct)
    parts = [_HEAD]
    parts.extend(_interface(struct) for struct in structs.values())
    parts.extend(_union(name, get_args(union)) for name, union in _UNIONS.items())
    return "\n".join(parts)


def _structs(kind: Any) -> Iterator[inspect.StructType]:  # noqa: ANN401 - any type of msgspec
    """Yield the structs that a type is made of, each after those that it needs."""
    if isinstance(kind, inspect.StructType):
        for field in kind.fields:
            yield from _structs(field.type)
        yield kind
    elif isinstance(kind, inspect.Metadata):
        yield from _structs(kind.type)
    elif isinstance(kind, inspect.UnionType):
        for part in kind.types:
            yield from _structs(part)
    elif isinstance(kind, inspect.ListType):
        yield from _structs(kind.item_type)
    elif isinstance(kind, inspect.DictType):
        yield from _structs(kind.value_type)


def _interface(struct: inspect.StructType) -> str:
    name = struct.cls.__name__
    told = (struct.cls.__doc__ or name).splitlines()[0]
    lines = [f"/** {told} */", f"export interface {name} {{"]
    if struct.tag_field is not None:
        lines.append(f"  {struct.tag_field}: {json.dumps(struct.tag)};")
    lines.extend(_field(struct, field) for field in struct.fields if field.name != _KEPT)
    return "\n".join([*lines, "}", ""])


def _field(struct: inspect.StructType, field: inspect.Field) -> str:
    sent = struct.cls in _SENT
    omits = sent or struct.cls.__struct_config__.omit_defaults
    hidden = (struct.cls.__name__, field.name) in HIDDEN
    mark = "?" if hidden or (omits and not field.required) else ""
    text = _text(field.type)
    if sent and isinstance(field.type, inspect.StructType):
        text = f"Partial<{text}>"
    return f"  {field.encode_name}{mark}: {text};"


def _text(kind: Any) -> str:  # noqa: ANN401 - any type of msgspec
    """Return a type as TypeScript writes it. Raises TypeError for one that it has no word for."""
    if type(kind) in _WORDS:
        return _WORDS[type(kind)]
    match kind:
        case inspect.Metadata():
            text = str((kind.extra or {}).get("typescript") or _text(kind.type))
        case inspect.StructType():
            text = kind.cls.__name__
        case inspect.LiteralType():
            text = " | ".join(json.dumps(value) for value in kind.values)
        case inspect.UnionType():
            text = _alternatives(kind.types)
        case inspect.ListType():
            item = _text(kind.item_type)
            text = f"({item})[]" if " | " in item else f"{item}[]"
        case inspect.DictType():
            text = f"Record<string, {_text(kind.value_type)}>"
        case _:
            raise TypeError(kind)
    return text


def _alternatives(kinds: Iterable[Any]) -> str:
    """Return a union, under its own name where it has one."""
    classes = {kind.cls for kind in kinds if isinstance(kind, inspect.StructType)}
    for name, union in _UNIONS.items():
        if classes and classes == set(get_args(union)):
            return name
    return " | ".join(_text(kind) for kind in kinds)


def _union(name: str, kinds: Iterable[type]) -> str:
    members = "\n".join(f"  | {kind.__name__}" for kind in kinds)
    return f"export type {name} =\n{members};\n"


def main() -> None:
    """Write the module, or print it where there is no page to write it for."""
    if PLACE.parent.parent.is_dir() or "--write" in sys.argv[1:]:
        PLACE.parent.mkdir(parents=True, exist_ok=True)
        PLACE.write_text(page_types(), encoding="utf-8")
    else:
        sys.stdout.write(page_types())


if __name__ == "__main__":
    main()
