"""What each result of a program rests on: a def-use slice of its tree.

The slice ignores the order of statements, so that it may name too much and never too little: a name stands for
everything that is ever assigned to it, put into it, or decides whether it is.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from scitoolagent.solver.rewrite import Rewritten, names_bound

WHOLE = ""
# Methods that change nothing of what they are called on; any other one may put its arguments into it.
_READING = frozenset(
    "capitalize casefold center copy count date difference encode endswith find format get group groups in_ index "
    "intersection isalnum isalpha isdigit isdisjoint isoformat issubset issuperset items join keys ljust lower lstrip "
    "map partition removeprefix removesuffix replace rfind rjust rpartition rsplit rstrip split splitlines startswith "
    "strftime strip symmetric_difference title to total_seconds union upper values zfill".split()
)
_BRANCHING = (ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(frozen=True, slots=True)
class Uses:
    """What an expression of a program rests on.

    Attributes:
        names: the variables that are read.
        numbers: the literals that are numbers.
        texts: the literals that are texts.
        sites: the calls, by their numbers in the program.
    """

    names: frozenset[str] = frozenset()
    numbers: tuple[float, ...] = ()
    texts: tuple[str, ...] = ()
    sites: frozenset[int] = frozenset()

    def joined(self, other: Uses) -> Uses:
        """What both rest on."""
        return Uses(
            self.names | other.names,
            (*self.numbers, *other.numbers),
            (*self.texts, *other.texts),
            self.sites | other.sites,
        )


def uses_of(program: Rewritten) -> dict[str, Uses]:
    """What each key of the results rests on; under `WHOLE` what all of them do."""
    slicer = _Slicer(program)
    last = program.tree.body[-1]
    result = last.value if isinstance(last, ast.Expr) else None
    if isinstance(last, ast.Assign):
        result = last.value
    if result is None:
        return {WHOLE: slicer.of([program.tree])}
    found = {WHOLE: slicer.of([result])}
    for key, node in _entries(result, program.tree, slicer):
        found[key] = slicer.of([node])
    return found


def _entries(result: ast.expr, tree: ast.Module, slicer: _Slicer) -> Iterator[tuple[str, ast.expr]]:
    """The keys of a dict display with the expressions of their values, also of one that was bound to a name once."""
    if isinstance(result, ast.Name):
        bound = [
            node
            for node in ast.walk(tree)
            if isinstance(node, ast.Name) and node.id == result.id and isinstance(node.ctx, ast.Store)
        ]
        values = [
            node.value
            for node in tree.body
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and _is_name(node.targets[0], result.id)
        ]
        if len(bound) == 1 and not slicer.changes(result.id) and len(values) == 1:
            result = values[0]
    if isinstance(result, ast.Dict):
        for key, value in zip(result.keys, result.values, strict=True):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key.value, value


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _changed_name(node: ast.AST) -> str:
    """The name of the value that a node puts something into; empty for any other node."""
    if isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.ctx, ast.Store):
        return _root(node.value)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr not in _READING:
        return _root(node.func.value)
    return ""


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Subscript | ast.Attribute | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


class _Slicer:
    def __init__(self, program: Rewritten) -> None:
        by_place = {
            (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset): number
            for number, site in enumerate(program.sites)
            if isinstance(node := site.node, ast.expr)
        }
        self._at = {
            id(node): by_place[place]
            for node in ast.walk(program.tree)
            if isinstance(node, ast.Call | ast.Name | ast.Attribute)
            and (place := (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)) in by_place
        }
        modules = (node for node in ast.walk(program.tree) if isinstance(node, ast.Import))
        self._modules = {one.asname or one.name for node in modules for one in node.names}
        self._own = names_bound(program.tree).keys() - self._modules
        self._defined: dict[str, list[ast.stmt]] = defaultdict(list)
        self._changed: dict[str, list[tuple[ast.stmt, ast.AST]]] = defaultdict(list)
        self._taken_from: dict[str, set[str]] = defaultdict(set)
        self._callers: dict[str, list[tuple[ast.stmt, ast.AST]]] = defaultdict(list)
        self._guards: dict[int, tuple[ast.AST, ...]] = {}
        self._inside: dict[int, str] = {}
        self._walk(program.tree.body, (), "")

    def changes(self, name: str) -> list[tuple[ast.stmt, ast.AST]]:
        """The parts of statements that put something into the value of a name, by whatever name.

        What is put into a name is put into all that it was taken from: `for row in rows: row['x'] = …`.
        """
        found: list[tuple[ast.stmt, ast.AST]] = []
        waiting, seen = [name], {name}
        while waiting:
            top = waiting.pop()
            found += self._changed.get(top, ())
            waiting += self._taken_from.get(top, set()) - seen
            seen |= self._taken_from.get(top, set())
        return found

    def _walk(self, body: Iterable[ast.stmt], guards: tuple[ast.AST, ...], function: str) -> None:
        """Note what each statement defines and changes, and what it stands under."""
        for statement in body:
            self._guards[id(statement)] = guards
            self._inside[id(statement)] = _lambda_name(statement) or function
            self._note(statement)
            inner = (*guards, *_conditions(statement))
            within = statement.name if isinstance(statement, ast.FunctionDef) else function
            for name in ("body", "orelse", "finalbody"):
                self._walk(getattr(statement, name, ()), inner, within)
            for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
                self._walk(part.body, inner, within)

    def _note(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            # What is in it is noted statement by statement.
            self._defined[statement.name].append(statement)
            return
        defined, read = set[str](), set[str]()
        nodes = [node for top in _own_parts(statement) for node in ast.walk(top)]
        # Whether a call is made hangs on nothing else in its statement, unless that has branches or loops of its own.
        is_plain = not any(isinstance(node, _BRANCHING) for node in nodes)
        called = {id(node.func): node if is_plain else statement for node in nodes if isinstance(node, ast.Call)}
        for node in nodes:
            for name in _names_changed(node, statement, self._own) - self._modules:
                self._changed[name].append((statement, node if is_plain and isinstance(node, ast.Call) else statement))
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                if node.id in self._own:
                    self._callers[node.id].append((statement, called.get(id(node), statement)))
                if id(node) not in called:
                    read.add(node.id)
            elif isinstance(node, ast.Name):
                defined.add(node.id)
            elif isinstance(node, ast.MatchAs | ast.MatchStar) and node.name:
                defined.add(node.name)
        for name in defined:
            self._defined[name].append(statement)
        for name in read:
            self._taken_from[name] |= defined - {name}

    def of(self, nodes: Iterable[ast.AST]) -> Uses:
        """What some nodes rest on."""
        seen: set[int] = set()
        names: set[str] = set()
        numbers: list[float] = []
        texts: list[str] = []
        sites: set[int] = set()
        waiting = list(nodes)
        while waiting:
            top = waiting.pop()
            if id(top) in seen:
                continue
            seen.add(id(top))
            for node in ast.walk(top):
                if id(node) in self._at:
                    sites.add(self._at[id(node)])
                if isinstance(node, ast.Constant):
                    if isinstance(node.value, str):
                        texts.append(node.value)
                    elif isinstance(node.value, int | float) and not isinstance(node.value, bool):
                        numbers.append(float(node.value))
                if isinstance(node, ast.Name) and node.id not in names:
                    names.add(node.id)
                    defined = [(statement, statement) for statement in self._defined.get(node.id, ())]
                    for statement, part in (*defined, *self.changes(node.id)):
                        waiting += self._behind(statement, part)
        return Uses(frozenset(names), tuple(numbers), tuple(texts), frozenset(sites))

    def _behind(self, statement: ast.stmt, part: ast.AST) -> Iterator[ast.AST]:
        """A part of a statement with what it stands under: conditions, loops, calls of the function that it is in."""
        waiting = [(statement, part)]
        seen: set[int] = set()
        while waiting:
            inner, part = waiting.pop()
            if id(part) in seen:
                continue
            seen.add(id(part))
            yield from _own_parts(part) if isinstance(part, ast.stmt) else [part]
            yield from self._guards.get(id(inner), ())
            # The values of its arguments come from there.
            waiting += self._callers.get(self._inside.get(id(inner), ""), ())


def _own_parts(statement: ast.stmt) -> list[ast.AST]:
    """The parts of a statement without the statements in it; a function or class is taken whole."""
    if isinstance(statement, ast.For):
        return [statement.target, statement.iter]
    if isinstance(statement, ast.If | ast.While):
        return [statement.test]
    if isinstance(statement, ast.With):
        return list(statement.items)
    if isinstance(statement, ast.Match):
        return [statement.subject, *(case.pattern for case in statement.cases)]
    return [] if isinstance(statement, ast.Try) else [statement]


def _conditions(statement: ast.stmt) -> tuple[ast.AST, ...]:
    """What decides whether and how often the statements in a statement run.

    That of a `try` is all that may fail in it, and that of a loop or a function also what may end it early.
    """
    is_definition = isinstance(statement, ast.FunctionDef | ast.ClassDef)
    found = [] if is_definition else _own_parts(statement)
    if isinstance(statement, ast.Match):
        found += [case.guard for case in statement.cases if case.guard is not None]
    if isinstance(statement, ast.Try):
        found += statement.body
    if isinstance(statement, ast.For | ast.While | ast.FunctionDef):
        branches = (node for node in ast.walk(statement) if isinstance(node, ast.If) and _may_end(node))
        found += [node.test for node in branches]
    return tuple(found)


def _may_end(branch: ast.If) -> bool:
    return any(isinstance(node, ast.Break | ast.Continue | ast.Return) for node in ast.walk(branch))


def _lambda_name(statement: ast.stmt) -> str:
    """The name under which a statement keeps a function without a name; empty for any other statement."""
    if isinstance(statement, ast.Assign) and any(isinstance(node, ast.Lambda) for node in ast.walk(statement.value)):
        return next((target.id for target in statement.targets if isinstance(target, ast.Name)), "")
    return ""


def _names_changed(node: ast.AST, statement: ast.stmt, own: Collection[str]) -> set[str]:
    """The names of the values that a node puts something into.

    A function of the program may change what it is given, and so may any call whose value nobody takes.
    """
    found = {_changed_name(node)}
    if isinstance(node, ast.AugAssign):
        found.add(_root(node.target))
    if isinstance(node, ast.Call):
        is_own = isinstance(node.func, ast.Name) and node.func.id in own
        if is_own or (isinstance(statement, ast.Expr) and statement.value is node):
            found |= {_root(value) for value in (*node.args, *(keyword.value for keyword in node.keywords))}
    return found - {""}
