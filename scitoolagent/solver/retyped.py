"""Find what a program writes again although a variable of the question holds it."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from scitoolagent.solver.given import QUANTITY, Given
from scitoolagent.tool.units import UnitError, unit_code

_SHOWN = 40


def retyped(tree: ast.Module, given: Given, tools: Collection[str], types: Collection[str]) -> Iterator[str]:
    """Return an error for each value of the question that a call is given as a literal, with its line.

    A literal for a value is a copy that nobody checks: of a sequence one letter may be missing.
    """
    texts = {
        str(text): name
        for name, one in given.values.items()
        if isinstance(one.value, str)
        for text in (one.value, one.text)
    }
    amounts = {
        (float(one.value[0]), _code(one.value[1])): name for name, one in given.values.items() if one.type == QUANTITY
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = _called(node)
        if name in tools or name in types:
            for value in _arguments(node):
                text = _text(value)
                if text in texts:
                    other = name if name in types and given.values[texts[text]].type != name else ""
                    yield _error(node, repr(text), texts[text], other)
        elif name == "Q" and len(arguments := _arguments(node)) == 2:
            number, unit = arguments[0], _text(arguments[1])
            if isinstance(number, ast.Constant) and isinstance(number.value, int | float) and unit:
                variable = amounts.get((float(number.value), _code(unit)))
                if variable is not None:
                    yield _error(node, f"{number.value} {unit}", variable)


def _arguments(node: ast.Call) -> list[ast.expr]:
    return [*node.args, *(keyword.value for keyword in node.keywords)]


def _text(node: ast.expr) -> str:
    """The text that an expression of nothing but literals is; empty for any other."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    parts: list[ast.expr] = []
    if isinstance(node, ast.JoinedStr):
        parts = node.values
    elif isinstance(node, ast.FormattedValue):
        parts = [node.value]
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        parts = [node.left, node.right]
    texts = [_text(part) for part in parts]
    return "".join(texts) if all(texts) else ""


def _called(node: ast.Call) -> str:
    function = node.func
    if isinstance(function, ast.Attribute) and function.attr == "map":
        function = function.value
    return function.id if isinstance(function, ast.Name) else ""


def _error(node: ast.AST, text: str, variable: str, kind: str = "") -> str:
    shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
    other = f", or {kind}({variable}) where it is meant as that" if kind else ""
    return f"line {getattr(node, 'lineno', 0)}: {shown} is given as {variable}; use the variable{other}"


def _code(unit: str) -> str:
    try:
        return unit_code(unit)
    except UnitError:
        return unit
