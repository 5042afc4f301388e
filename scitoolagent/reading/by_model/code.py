"""What a program says that a model wrote: the numbers, texts and names of those of its lines that its result is of."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

# What a program assigns its answer to.
_RESULT = "result"
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])")
_LARGEST = 10**300
_DEFINED = (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)
_KEPT = 64


@dataclass(frozen=True, slots=True)
class Code:
    """What the lines say that the result is of; a number in a line that nothing is done with is not said.

    Attributes:
        numbers: those of texts, too, and not those of comments.
        texts: the texts that it says.
        names: the names that it reads.
    """

    numbers: frozenset[float] = frozenset()
    texts: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()


@lru_cache(maxsize=_KEPT)
def read_code(text: str) -> Code:
    """What a program says, nothing where it is no Python; where it assigns no result, what it prints is one."""
    tree = _parsed(text)
    if tree is None:
        return Code()
    live = _live(tree.body) if any(_RESULT in _bound(line) for line in tree.body) else tree.body
    nodes = [node for line in live for node in ast.walk(line)]
    idle = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    constants = [node for node in nodes if isinstance(node, ast.Constant) and id(node) not in idle]
    return Code(
        numbers=frozenset(number for node in constants for number in _numbers(node.value)),
        texts=frozenset(node.value for node in constants if isinstance(node.value, str)),
        names=frozenset(node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)),
    )


def _parsed(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _live(lines: Sequence[ast.stmt]) -> list[ast.stmt]:
    """The lines that bind or change what the result is made of."""
    bound = [_bound(line) for line in lines]
    wanted, live = {_RESULT}, set[int]()
    while True:
        more = {place for place, names in enumerate(bound) if names & wanted} - live
        if not more:
            return [line for place, line in enumerate(lines) if place in live]
        live |= more
        wanted |= {node.id for place in more for node in ast.walk(lines[place]) if isinstance(node, ast.Name)}


def _bound(line: ast.stmt) -> set[str]:
    """The names that a line binds, or whose values it may change."""
    found = set[str]()
    for node in _outside_functions(line):
        if isinstance(node, _DEFINED):
            found.add(node.name)
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).split(".")[0])
        elif isinstance(node, ast.Name | ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
            found |= _base(node)
        elif isinstance(node, ast.Expr):
            found |= {name for call in ast.walk(node) if isinstance(call, ast.Call) for name in _changed(call)}
    return found


def _outside_functions(line: ast.AST) -> Iterator[ast.AST]:
    """A line and what is in it; what a function binds is its own."""
    yield line
    if not isinstance(line, _DEFINED):
        for child in ast.iter_child_nodes(line):
            yield from _outside_functions(child)


def _changed(call: ast.Call) -> Iterator[str]:
    """What a call in a line of its own may change: what it is called of, and what it is given."""
    for node in (call.func, *call.args):
        yield from _base(node) if not (node is call.func and isinstance(node, ast.Name)) else ()


def _base(node: ast.AST) -> set[str]:
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call | ast.Starred):
        node = node.func if isinstance(node, ast.Call) else node.value
    return {node.id} if isinstance(node, ast.Name) else set()


def _numbers(value: object) -> Iterator[float]:
    if isinstance(value, str):
        yield from (float(match[0]) for match in _NUMBER.finditer(value))
    elif isinstance(value, float) or (
        isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _LARGEST
    ):
        yield float(value)
