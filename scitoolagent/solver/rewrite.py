"""Rewrite a program for the sandbox: calls of tools carry their place, comparisons and orderings know quantities.

The program itself is what is type-checked, shown and kept; the rewritten text is only what the sandbox runs.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import dataclass

from scitoolagent.errors import InvalidPlanError
from scitoolagent.solver.stubs import BUILT_IN

_SIGNS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}
_OPERATORS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**"}
# Functions of the prelude that the machine answers.
_OWN = BUILT_IN - {"mean", "median", "stdev", "const", "Quantity"}
_MOST_NODES = 20_000
RESULT = "_result"


@dataclass(frozen=True, slots=True)
class Site:
    """A call in a program: its name, its line, and the node in the tree of the program."""

    name: str
    line: int
    node: ast.AST


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What the sandbox runs, the calls by their numbers, and the tree of the program as it was written."""

    text: str
    sites: tuple[Site, ...]
    tree: ast.Module


def parsed(code: str) -> ast.Module:
    """The tree of a program.

    Raises:
        InvalidPlanError: it is not Python, or longer than a program may be; names the line.
    """
    try:
        tree = ast.parse(code)
    except SyntaxError as error:
        raise InvalidPlanError(f"line {error.lineno}: not Python: {error.msg}") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise InvalidPlanError(f"the program cannot be parsed: {type(error).__name__}") from error
    if sum(1 for _ in ast.walk(tree)) > _MOST_NODES:
        raise InvalidPlanError(f"the program has more than {_MOST_NODES:,} parts; write a shorter one")
    return tree


def rewritten(code: str, tools: Collection[str], types: Collection[str]) -> Rewritten:
    """A program as the sandbox runs it; its last expression is bound to a name.

    Args:
        code: the program.
        tools: names of tools that it may call.
        types: names of semantic types, which make a text a value of that type.
    Raises:
        InvalidPlanError: it is not Python, or ends in nothing that could be a result.
    """
    tree, original = parsed(code), parsed(code)
    if not tree.body:
        raise InvalidPlanError("the program is empty; end it with a dict of results: {'mass': m}")
    change = _Change(tools, types, original)
    # Walked in step with the original, so that a site knows its own node there.
    changed = ast.fix_missing_locations(change.visit(tree))
    return Rewritten(ast.unparse(changed), tuple(change.sites), original)


class _Change(ast.NodeTransformer):
    def __init__(self, tools: Collection[str], types: Collection[str], original: ast.Module) -> None:
        stored = names_bound(original).keys()
        self._tools = frozenset(tools) - stored
        self._types = frozenset(types) - stored - self._tools - BUILT_IN
        self._own = _OWN - stored
        self._places = {
            (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset): node
            for node in ast.walk(original)
            if isinstance(node, ast.Call)
        }
        self.sites: list[Site] = []
        self._links = 0

    def _site(self, name: str, node: ast.Call | ast.Name) -> ast.Constant:
        where = (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)
        self.sites.append(Site(name, node.lineno, self._places.get(where, node)))
        return ast.Constant(len(self.sites) - 1)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        function = node.func
        if isinstance(function, ast.Name) and function.id in self._tools | self._own | self._types:
            name = function.id
            how = "_call" if name in self._tools else "_do"
            return self._routed(how, name, node)
        if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.attr == "map":
            called = function.value.id
            return self._routed("_map", called, node) if called in self._tools else self.generic_visit(node)
        if isinstance(function, ast.Attribute) and function.attr == "sort":
            self.generic_visit(node)
            inner = node.func
            assert isinstance(inner, ast.Attribute)  # noqa: S101  visiting keeps the kind of node
            return ast.Call(ast.Name("_sort", ast.Load()), [inner.value, *node.args], node.keywords)
        return self.generic_visit(node)

    def _routed(self, how: str, name: str, node: ast.Call) -> ast.Call:
        site = self._site(name, node)
        args = [self.visit(arg) for arg in node.args]
        keywords = [ast.keyword(one.arg, self.visit(one.value)) for one in node.keywords]
        return ast.Call(ast.Name(how, ast.Load()), [ast.Constant(name), site, *args], keywords)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """A tool that is handed on, to `map` for example, is a function that calls it."""
        if not isinstance(node.ctx, ast.Load) or node.id not in self._tools | self._types | self._own:
            return node
        how = "_call" if node.id in self._tools else "_do"
        site = self._site(node.id, node)
        rest = ast.arguments([], [], ast.arg("args"), [], [], ast.arg("named"), [])
        call = ast.Call(
            ast.Name(how, ast.Load()),
            [ast.Constant(node.id), site, ast.Starred(ast.Name("args", ast.Load()), ast.Load())],
            [ast.keyword(None, ast.Name("named", ast.Load()))],
        )
        return ast.Lambda(rest, call)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name) and node.value.id == "const" and isinstance(node.ctx, ast.Load):
            site = ast.Constant(len(self.sites))
            self.sites.append(Site("const", node.lineno, node))
            return ast.Call(ast.Name("_do", ast.Load()), [ast.Constant("const"), site, ast.Constant(node.attr)], [])
        return self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        sign = _OPERATORS.get(type(node.op))
        self.generic_visit(node)
        if sign is None or (isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant)):
            return node
        return ast.Call(ast.Name("_op", ast.Load()), [ast.Constant(sign), node.left, node.right], [])

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        sign = _OPERATORS.get(type(node.op))
        self.generic_visit(node)
        if sign is None:
            return node
        first, target = ast.Constant(sign), node.target
        if isinstance(target, ast.Name):
            value = _called("_changed", first, ast.Name(target.id, ast.Load()), node.value)
            return ast.Assign([target], value)
        # What the target stands in is worked out once, as Python does.
        if isinstance(target, ast.Attribute):
            return ast.Expr(_called("_change_field", first, target.value, ast.Constant(target.attr), node.value))
        if isinstance(target.slice, ast.Slice):
            return node
        return ast.Expr(_called("_change_item", first, target.value, target.slice, node.value))

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        left, links = node.left, list[ast.expr]()
        for place, (sign, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            then = right
            # Each link is looked at only where those before it hold, and what stands in two of them is worked out once.
            if place < len(node.ops) - 1 and not isinstance(right, ast.Name | ast.Constant):
                self._links += 1
                name = f"_link{self._links}"
                right, then = ast.NamedExpr(ast.Name(name, ast.Store()), right), ast.Name(name, ast.Load())
            known = _SIGNS.get(type(sign))
            compared = _called("_compare", ast.Constant(known), left, right) if known else None
            links.append(compared or ast.Compare(left, [sign], [right]))
            left = then
        return links[0] if len(links) == 1 else ast.BoolOp(ast.And(), links)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        self.generic_visit(node)
        if node.format_spec is not None:
            node.value = ast.Call(ast.Name("_number", ast.Load()), [node.value], [])
        return node


def names_bound(tree: ast.AST) -> dict[str, int]:
    """The names that a program gives a meaning of its own, each with the first line where it does."""
    found: dict[str, int] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names = [node.id]
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            names = [node.name]
        elif isinstance(node, ast.arg):
            names = [node.arg]
        elif isinstance(node, ast.alias):
            names = [node.asname or node.name.partition(".")[0]]
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
            names = [node.name]
        else:
            continue
        for name in names:
            found[name] = min(found.get(name, node_line(node)), node_line(node))
    return found


def node_line(node: ast.AST) -> int:
    """The line that a node begins in; zero for one that has none."""
    return int(getattr(node, "lineno", 0))


def _called(function: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(function, ast.Load()), list(args), [])
