"""The engine keeps its dialect: what CPython runs and a compiler takes unchanged."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import basra.engine

FILES = sorted(Path(basra.engine.__file__).parent.glob("*.py"))
FORBIDDEN: tuple[type[ast.AST], ...] = (
    ast.Set,
    ast.SetComp,
    ast.Dict,
    ast.DictComp,
    ast.ListComp,
    ast.GeneratorExp,
    ast.Yield,
    ast.YieldFrom,
    ast.Await,
    ast.Try,
    ast.Raise,
    ast.Assert,
    ast.With,
    ast.Lambda,
    ast.Starred,
    ast.JoinedStr,
    ast.Global,
    ast.Nonlocal,
    ast.Delete,
    ast.NamedExpr,
    ast.Match,
    ast.AsyncFunctionDef,
    ast.Import,
    ast.ImportFrom,
)
CONSTANTS = (bool, int)
CALLED_METHODS = {"bit_count", "bit_length"}
BUILTINS = {"range", "len", "min", "max", "bool"}
ANNOTATIONS = {
    "bool",
    "int",
    "Effect",
    "Four",
    "MutableSequence",
    "Rules",
    "Sequence",
    "State",
    "tuple",
}
NATIVE = {"count", "lowest", "buffer", "way", "four"}
"""Functions that are given a native body, or are not compiled."""


def functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    for path in FILES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                yield f"{path.stem}.{node.name}", node


def faults(function: ast.FunctionDef) -> list[str]:
    """Return what is not of the dialect in a function."""
    arguments = function.args
    body = function.body[1:] if ast.get_docstring(function) else function.body
    found = [
        fault
        for statement in body
        for node in ast.walk(statement)
        for fault in _faults_of(function.name, node)
    ]
    if function.decorator_list:
        found.append("a decorator")
    if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.defaults:
        found.append("an argument that is not plain")
    for annotation in [*(argument.annotation for argument in arguments.args), function.returns]:
        names = {
            node.id
            for node in ast.walk(annotation or ast.Name("nothing"))
            if isinstance(node, ast.Name)
        }
        found += sorted(names - ANNOTATIONS)
    return found


def _faults_of(function: str, node: ast.AST) -> list[str]:
    if isinstance(node, (*FORBIDDEN, ast.FunctionDef, ast.ClassDef)):
        return [type(node).__name__]
    if isinstance(node, ast.Constant) and not isinstance(node.value, CONSTANTS):
        return [repr(node.value)]
    if isinstance(node, ast.Call):
        return _faults_of_call(function, node)
    leaves = isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Div, ast.Pow))
    same = isinstance(node, ast.Compare) and any(
        isinstance(op, (ast.Is, ast.IsNot)) for op in node.ops
    )
    a_list = isinstance(node, ast.List) and function not in NATIVE
    return [type(node).__name__] if leaves or same or a_list else []


def _faults_of_call(function: str, call: ast.Call) -> list[str]:
    if call.keywords:
        return ["a keyword argument"]
    if isinstance(call.func, ast.Attribute):
        allowed = function in NATIVE and call.func.attr in CALLED_METHODS
        return [] if allowed else [f"the method {call.func.attr}"]
    return []


@pytest.mark.parametrize(
    ("name", "function"), [pytest.param(*found, id=found[0]) for found in functions()]
)
def test_every_function_of_the_engine_keeps_the_dialect(
    name: str, function: ast.FunctionDef
) -> None:
    assert [] == faults(function), name
    assert ast.get_docstring(function)


def test_functions_call_what_is_compiled_with_them() -> None:
    known = {name.split(".")[1] for name, _ in functions()} | BUILTINS | {"State", "Effect"}
    for name, function in functions():
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id in known, name


def test_a_function_fits_a_screen() -> None:
    for name, function in functions():
        assert (function.end_lineno or 0) - function.lineno < 60, name


def test_modules_hold_imports_constants_values_and_functions_alone() -> None:
    allowed = (ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.FunctionDef)
    for path in FILES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                assert ["NamedTuple"] == [ast.unparse(base) for base in node.bases], path.name
            elif not isinstance(node, ast.Expr):
                assert isinstance(node, allowed), (path.name, ast.unparse(node))


@pytest.mark.parametrize(
    "fault",
    [
        "x = None",
        "x = 'text'",
        "x = 1.5",
        "x = {1}",
        "x = {}",
        "x = [y for y in z]",
        "return any(y for y in z)",
        "yield 1",
        "try:\n  pass\nexcept E:\n  pass",
        "raise E",
        "x = lambda: 1",
        "def g(): pass",
        "f(*x)",
        "x = 1 / 2",
        "x.append(1)",
        "f(a=1)",
        "x = y is z",
        "x = f'{y}'",
    ],
)
def test_the_test_finds(fault: str) -> None:
    indented = "\n".join("    " + line for line in fault.split("\n"))
    function = ast.parse(f"def f(z: int) -> int:\n{indented}").body[0]
    assert isinstance(function, ast.FunctionDef)
    assert faults(function)
