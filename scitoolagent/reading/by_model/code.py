"""What a program says that a model wrote: the numbers, texts and names of those of its lines that its result is of."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from scitoolagent.reading.account import Read
from scitoolagent.reading.by_model.offer import Claim
from scitoolagent.reading.by_model.quotes import meets
from scitoolagent.reading.tokens import ENTITY, NUMBER, QUANTITY, Token
from scitoolagent.records import Query

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
        texts: the texts that it says, and what it takes by a point: the mass of `table1.mass`.
        names: the names that it reads.
    """

    numbers: frozenset[float] = frozenset()
    texts: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()

    def says(self, text: str) -> bool:
        """Whether one of its texts has a text as words of their own: "mass > 5" says mass."""
        word = re.compile(rf"(?<!\w){re.escape(text)}(?!\w)")
        return any(word.search(one) for one in self.texts)


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
        texts=frozenset(
            [node.value for node in constants if isinstance(node.value, str)]
            + [node.attr for node in nodes if isinstance(node, ast.Attribute)]
        ),
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


def read_by_code(query: Query, claim: Claim, own: Sequence[Token]) -> Iterator[Read]:
    """The words that code accounts for; numbers, headers and values of tables only where they stand in the code."""
    code = read_code(claim.code)
    unsaid = [place for place in _of_tables(query, claim) if not code.says(query.text[slice(*place)])]
    for token in own:
        if meets((token.start, token.end), unsaid):
            continue
        written = token.number in code.numbers or _piece(query.text, token) in code.texts
        if token.kind in (ENTITY, QUANTITY) or (token.kind == NUMBER and not written):
            continue
        yield Read(token.start, token.end, "ask")


def _of_tables(query: Query, claim: Claim) -> Iterator[tuple[int, int]]:
    """Where a question writes headers of the tables that code is for, and values of theirs."""
    for table in query.tables:
        found = chain(table.values.values(), table.cells.values(), [[column.name for column in table.columns]])
        for text in {text for texts in found for text in texts} if table.file in claim.of else ():
            for match in re.finditer(rf"(?<!\w){re.escape(text)}(?!\w)", query.text):
                if not any(meets(match.span(), [(one.start, one.end)]) for one in query.quantities):
                    yield match.span()


def _piece(text: str, token: Token) -> str:
    """A token with the letters and digits that stand right beside it: the m2 of its 2."""
    start, end = token.start, token.end
    while start > 0 and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum():
        end += 1
    return text[start:end]
