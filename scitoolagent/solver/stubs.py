"""Write the tool graph as Python stubs, against which a program is type-checked before it runs.

A semantic type is a class, with the hierarchy of the graph; a number with a unit is a `Quantity` of its dimension. A
port takes values of its type and of every type that the graph converts to it. What a program computes itself is a
`Computed`: its dimension is checked at the call.
"""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from scitoolagent.tool.units import UnitError, dimension, is_pure, unit_sign
from scitoolagent.toolkg.chains import cheapest_chain
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode

_PLAIN = {"str": "str", "float": "float", "int": "int", "dict": "dict[str, Any]", "list": "list[Any]"}
_THINGS = frozenset({"value", "file", "table", "rows", "kind"})
# Conversions that a port puts in by itself: name → SMILES, InChIKey → SMILES, gene → protein.
_MOST_LINKS = 2

PREAMBLE = '''
from typing import Any, Iterable, Literal, Sequence as _Several, overload

class Quantity:
    """A number with a unit."""
    @property
    def value(self) -> float: ...
    @property
    def unit(self) -> str: ...
    def to(self, unit: str) -> "Computed": ...
    def in_(self, unit: str) -> float: ...
    def __add__(self, other: "Quantity") -> "Computed": ...
    def __sub__(self, other: "Quantity") -> "Computed": ...
    @overload
    def __mul__(self, other: float) -> "Computed": ...
    @overload
    def __mul__(self, other: "Quantity") -> Any: ...
    def __rmul__(self, other: float) -> "Computed": ...
    @overload
    def __truediv__(self, other: float) -> "Computed": ...
    @overload
    def __truediv__(self, other: "Quantity") -> Any: ...
    def __rtruediv__(self, other: float) -> "Computed": ...
    def __pow__(self, other: int) -> "Computed": ...
    def __neg__(self) -> "Computed": ...
    def __abs__(self) -> "Computed": ...
    def __round__(self, digits: int = ...) -> "Computed": ...
    def __lt__(self, other: "Quantity") -> bool: ...
    def __le__(self, other: "Quantity") -> bool: ...
    def __gt__(self, other: "Quantity") -> bool: ...
    def __ge__(self, other: "Quantity") -> bool: ...
class Computed(Quantity): ...
class Table:
    """A table of rows."""
class _Constants:
    def __getattr__(self, name: str) -> Any: ...
const: _Constants
@overload
def Q(value: float, unit: str) -> Computed: ...
@overload
def Q(value: _Several[float], unit: str) -> list[Computed]: ...
def sql(query: str, **tables: Table) -> list[dict[str, Any]]: ...
def column(table: Table, name: str) -> list[Any]: ...
def table_of(rows: _Several[dict[str, Any]]) -> Table: ...
def save(what: Any, file: str) -> str: ...
def boxed(code: str, **values: Any) -> Any: ...
def assume(value: Any, why: str) -> Any: ...
def mean(values: Iterable[Any]) -> Any: ...
def median(values: Iterable[Any]) -> Any: ...
def stdev(values: Iterable[Any]) -> Any: ...
def sum(values: Iterable[Any], start: Any = ...) -> Any: ...
'''
# Classes of the preamble; a semantic type of that name is declared there, or is a setting that has no class.
_CLASSES = frozenset({"Quantity", "Computed", "Table"})
BUILT_IN = frozenset(
    {"Q", "sql", "column", "table_of", "save", "boxed", "assume", "mean", "median", "stdev", "const", "Quantity"}
)


class Stubs:
    """Stubs of the tools of one graph.

    Args:
        graph: the tool graph.
    """

    def __init__(self, graph: ToolGraph) -> None:
        self._graph = graph

    @cached_property
    def _pythons(self) -> dict[str, frozenset[str]]:
        """How the values of each type are held, over all ports of the type and of narrower ones."""
        found: dict[str, set[str]] = {}
        for tool in self._graph.tools.values():
            for port in (*tool.inputs, *tool.outputs):
                for name in self._graph.broader(port.type):
                    found.setdefault(name, set()).add(port.python)
        return {name: frozenset(pythons) for name, pythons in found.items()}

    def written(
        self,
        names: Iterable[str],
        values: Mapping[str, str],
        tables: Collection[str] = (),
        types: Collection[str] = (),
    ) -> str:
        """The stubs of some tools and of the variables of a question.

        Args:
            names: of the tools that a program may call.
            values: the variables with their semantic types; empty for a quantity, `number` and `numbers` for bare ones.
            tables: the variables that are tables.
            types: semantic types that the program names, to say that a text is one.
        """
        writer = _Writer(self._graph, self._pythons)
        at_hand = {kind for kind in values.values() if kind in self._graph.types}
        tools = [self._graph.tools[name] for name in names]
        at_hand |= {port.type for tool in tools for port in tool.outputs}
        at_hand |= set(types)
        lines = [line for tool in tools for line in writer.tool(tool, at_hand)]
        lines += [f"{name}: {writer.variable(kind)}" for name, kind in values.items()]
        for name in sorted(types):
            writer.variable(name)
        lines += [f"{name}: Table" for name in tables]
        return "\n".join([PREAMBLE, *writer.classes, *lines])

    def signature(self, tool: ToolNode) -> str:
        """The signature of a tool as a model reads it: `name(port: Type [unit] = default) -> Type [unit]`."""
        ports = ", ".join(self._shown(port) for port in tool.inputs)
        outputs = ", ".join(f"{port.name}: {self._kind(port)}" for port in tool.outputs)
        given = self._kind(tool.outputs[0]) if len(tool.outputs) == 1 else f"({outputs})"
        return f"{tool.name}({ports}) -> {given}"

    def _shown(self, port: PortNode) -> str:
        return f"{port.name}: {self._kind(port)}" + ("" if port.required else f" = {port.default!r}")

    def _kind(self, port: PortNode) -> str:
        node = self._graph.types[port.type]
        if node.choices:
            kind = " | ".join(map(repr, node.choices))
        elif has_unit(node.unit) and port.python in ("float", "int"):
            kind = f"{port.type} [{unit_sign(node.unit)}]"
        elif port.python == "str" and self._graph.role(port.type) in _THINGS:
            kind = port.type
        elif port.python == "Path":
            kind = "Table" if self._graph.role(port.type) == "table" else port.type
        else:
            kind = {"object": "Any", "Path": port.type}.get(port.python, port.python)
            if has_unit(node.unit) and port.python in ("dict", "list"):
                kind += f" of quantities [{unit_sign(node.unit)}]"
        return f"list[{kind}]" if port.many else kind


def converters(graph: ToolGraph, given: str, wanted: str) -> tuple[Any, ...] | None:
    """The conversions that a port puts in for a value of another type; None where none of few links does it."""
    if (
        given not in graph.types
        or graph.role(given) not in ("value", "kind")
        or _family(graph, given) != _family(graph, wanted)
    ):
        return None
    chain = cheapest_chain(graph, given, wanted)
    return chain if chain is not None and len(chain) <= _MOST_LINKS else None


def _family(graph: ToolGraph, name: str) -> str:
    """What kind of thing a type is a notation of: a protein is no small molecule, although it has a structure."""
    screen = graph.screen(name)
    return screen if screen in ("protein", "nucleotide", "sequence") else "other"


def has_unit(unit: str | None) -> bool:
    """Whether numbers of a unit are quantities for a program: a pH is a bare number, a percentage is none."""
    return not is_pure(unit)


class _Writer:
    """Collects the classes of the types that occur, each behind its parents."""

    def __init__(self, graph: ToolGraph, pythons: Mapping[str, frozenset[str]]) -> None:
        self._graph, self._pythons = graph, pythons
        self._declared = set(_CLASSES)
        self._converted: dict[str, list[str]] = {}
        self.classes: list[str] = []

    def tool(self, tool: ToolNode, at_hand: Collection[str]) -> Iterator[str]:
        """A tool as an object that is called, or mapped over lists."""
        single = [self._argument(port, at_hand) for port in tool.inputs]
        mapped = [self._argument(port, at_hand, over=True) for port in tool.inputs]
        given = self._result(tool)
        yield f"class _{tool.name}:"
        yield f"    def __call__(self, {', '.join(single)}) -> {given}: ..."
        yield f"    def map(self, {', '.join(mapped)}) -> list[{given}]: ..."
        yield f"{tool.name}: _{tool.name}"

    def _argument(self, port: PortNode, at_hand: Collection[str], over: bool = False) -> str:
        kind = self._taken(port, at_hand)
        # A list of one type is no list of several, but a sequence of them.
        if port.many:
            kind = f"_Several[{kind}]"
        if over:
            kind = f"{kind} | _Several[{kind}]"
        return f"{_name(port.name)}: {kind}{'' if port.required else ' = ...'}"

    def _taken(self, port: PortNode, at_hand: Collection[str]) -> str:
        """What a port takes: its type, those that convert to it, and computed quantities of its dimension."""
        node = self._graph.types[port.type]
        if node.choices and port.python == "str":
            return f"Literal[{', '.join(map(repr, node.choices))}]"
        if node.generic or port.python == "object":
            return "Any"
        if port.python in ("float", "int"):
            return f"{self._unit(node.unit)} | Computed" if has_unit(node.unit) else "float | int"
        if port.python == "Path":
            if self._graph.role(port.type) == "table":
                return "Table"
            kinds = [kind for kind in at_hand if self._graph.role(kind) == "file"]
            return " | ".join(dict.fromkeys([self.kind(port.type, port.python), *map(self._file, kinds)]))
        if port.python != "str" or self._graph.role(port.type) not in _THINGS:
            return _PLAIN.get(port.python, "Any") if port.python != "bool" else "bool"
        if port.type not in self._converted:
            self._converted[port.type] = sorted(
                other
                for other in at_hand
                if not self._graph.is_a(other, port.type) and converters(self._graph, other, port.type) is not None
            )
        others = self._converted[port.type]
        return " | ".join([self.kind(port.type, "str"), *(self.kind(other, "str") for other in others)])

    def _file(self, kind: str) -> str:
        return self.kind(kind, "Path")

    def _result(self, tool: ToolNode) -> str:
        if len(tool.outputs) == 1:
            return self._given(tool.outputs[0])
        name = f"_{tool.name}_result"
        fields = [f"    {_name(port.name)}: {self._given(port)}" for port in tool.outputs]
        self.classes += [f"class {name}:", *fields]
        return name

    def _given(self, port: PortNode) -> str:
        node = self._graph.types[port.type]
        if port.python == "bool":
            kind = "bool"
        elif node.generic or port.python == "object":
            kind = "Any"
        elif port.python in ("dict", "list"):
            kind = _PLAIN[port.python]
        elif port.python == "Path" and self._graph.role(port.type) == "table":
            kind = "Table"
        else:
            kind = self.kind(port.type, port.python)
        return f"list[{kind}]" if port.many else kind

    def variable(self, kind: str) -> str:
        """The class of a variable of the question."""
        if kind in ("", "quantity"):
            return "Computed"
        if kind in ("number", "numbers", "quantities"):
            return {"number": "float", "numbers": "list[float]", "quantities": "list[Computed]"}[kind]
        if kind.startswith("list:"):
            return f"list[{self.variable(kind.removeprefix('list:'))}]"
        pythons = self._pythons.get(kind, frozenset({"str"}))
        return self.kind(kind, next(iter(pythons)) if len(pythons) == 1 else "str")

    def kind(self, name: str, python: str) -> str:
        """The class of a semantic type, declared with its parents."""
        if name in self._declared:
            return name
        self._declared.add(name)
        node = self._graph.types[name]
        bases: list[str] = []
        if self._is_held_alike(name, python):
            bases.append(self.kind(str(node.parent), python))
        else:
            bases += self._abstract(node.parent) if node.parent is not None else []
            bases.append(self._base(node.unit, python))
        self.classes.append(f"class {name}({', '.join(bases)}): ...")
        return name

    def _is_held_alike(self, name: str, python: str) -> bool:
        """Whether values of a type are held as those of its parent: both as texts, or as numbers of one dimension."""
        node = self._graph.types[name]
        if node.parent is None or not self._pythons.get(node.parent, frozenset({python})) <= {python}:
            return False
        above = self._graph.types[node.parent].unit
        return self._base(node.unit, python) == self._base(above, python)

    def _abstract(self, name: str) -> list[str]:
        """A type whose values are held in several ways is only a mark of those that are of it."""
        mark = f"Any_{name}"
        if mark not in self._declared:
            self._declared.add(mark)
            parent = self._graph.types[name].parent
            above = self._abstract(parent) if parent is not None else []
            self.classes.append(f"class {mark}({', '.join(above) or 'object'}): ...")
        return [mark]

    def _base(self, unit: str | None, python: str) -> str:
        if python in ("float", "int") and has_unit(unit):
            return self._unit(unit)
        return {"float": "float", "int": "int", "Path": "object"}.get(python, "str")

    def _unit(self, unit: str | None) -> str:
        """The class of the quantities of a dimension, named by the unit that stands for it."""
        name = unit_class(unit or "1")
        if name not in self._declared:
            self._declared.add(name)
            self.classes.insert(0, f"class {name}(Quantity): ...")
        return name


_UNIT_CLASSES: dict[tuple[tuple[str, int], ...] | str, str] = {}


def unit_class(unit: str) -> str:
    """The name of the class of all quantities of the dimension of a unit: `in_g_per_mol`."""
    try:
        key: tuple[tuple[str, int], ...] | str = dimension(unit) or unit
    except UnitError:
        key = unit
    if key not in _UNIT_CLASSES:
        text = unit.replace("%", "percent").replace("Cel", "degC").replace("Ao", "angstrom").replace("/", "_per_")
        _UNIT_CLASSES[key] = "in_" + re.sub(r"\W+", "_", text).strip("_")
    return _UNIT_CLASSES[key]


def _name(name: str) -> str:
    return f"{name}_" if keyword.iskeyword(name) else name


def tools_named(code: str, graph: ToolGraph) -> tuple[str, ...]:
    """The tools that a program names, in the order of the graph; none for what is no Python."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return tuple(sorted(names & graph.tools.keys()))
