"""The tool graph as the planner walks it: tools, semantic types, and the rules that link them.

`feeds` and `alternativeTo` are rules over the type hierarchy, never stored: with n producers and m consumers of a
type the stored edges would be n×m, the rule costs n+m. `store.py` materialises them for SPARQL and SHACL.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scitoolagent.errors import GraphError
from scitoolagent.tool.spelling import unknown_tool

# A pattern that only lists words or signs.
_CHOICES = re.compile(r"[\w<>=!]+(\|[\w<>=!]+)*")

# Km, IC50, ΔH, t1/2, [S]: no blank and few signs.
_SYMBOL = re.compile(r"[^\s-]{2,6}")


@dataclass(frozen=True, slots=True)
class TypeNode:
    """A semantic type; see `scitoolagent.tool.Semantic` for the fields.

    `labels_in` are what other languages call it: the code of the language, and a label.
    """

    name: str
    label: str
    parent: str | None = None
    unit: str | None = None
    edam: str | None = None
    also: tuple[str, ...] = ()
    pattern: str | None = None
    role: str = ""
    announced: tuple[str, ...] = ()
    needs_context: bool = False
    recogniser: str = ""
    speller: str = ""
    finder: str = ""
    again: str = ""
    generic: str = ""
    shown: str = ""
    screen: str = ""
    labels_in: tuple[tuple[str, str], ...] = ()

    @property
    def choices(self) -> list[str]:
        """What a setting is chosen from; nothing where its pattern is no plain list."""
        return self.pattern.split("|") if self.pattern and _CHOICES.fullmatch(self.pattern) else []


@dataclass(frozen=True, slots=True)
class PortNode:
    """One input or output; `default` is only read when `required` is false."""

    name: str
    type: str
    python: str
    many: bool = False
    required: bool = True
    default: Any = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class ToolNode:
    """A tool as the graph knows it: everything but its code, which `module` holds.

    `seconds` and `memory` (in megabytes) bound a call; the settings do where they are None. `labels_in` are what other
    languages call it: the code of the language, and a label. The lists of a `batch` tool hold one item for each row.
    `loses` is what inputs may hold and outputs do not, `supplies` what a tool makes up where its inputs lack it.
    """

    name: str
    summary: str
    operation: str
    topic: str
    safety: str
    source: str
    inputs: tuple[PortNode, ...]
    outputs: tuple[PortNode, ...]
    also: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    module: str = ""
    seconds: float | None = None
    memory: int | None = None
    labels_in: tuple[tuple[str, str], ...] = ()
    batch: bool = False
    loses: tuple[str, ...] = ()
    supplies: tuple[str, ...] = ()

    @property
    def required(self) -> tuple[PortNode, ...]:
        """The inputs that must be given."""
        return tuple(port for port in self.inputs if port.required)

    def output(self, name: str) -> PortNode:
        """The output called `name`; KeyError when there is none."""
        for port in self.outputs:
            if port.name == name:
                return port
        raise KeyError(name)


class ToolGraph:
    """Tools and types, with the questions a planner asks.

    `digest` stands for the file that the graph was read from; it is empty for a graph made in memory.

    Raises:
        GraphError: a port or a parent names a type that is not there, or the hierarchy has a cycle.
    """

    def __init__(self, tools: Iterable[ToolNode], types: Iterable[TypeNode], digest: str = "") -> None:
        self.digest = digest
        self.tools = {tool.name: tool for tool in sorted(tools, key=lambda tool: tool.name)}
        self.types = {node.name: node for node in sorted(types, key=lambda node: node.name)}
        self._ancestors: dict[str, tuple[str, ...]] = {}
        for name in self.types:
            self._ancestors[name] = self._climb(name)
        for tool in self.tools.values():
            for port in (*tool.inputs, *tool.outputs):
                if port.type not in self.types:
                    raise GraphError(f"{tool.name}.{port.name} has type {port.type}, which the graph does not know")

    def _climb(self, name: str) -> tuple[str, ...]:
        chain = [name]
        while (parent := self.types[chain[-1]].parent) is not None:
            if parent not in self.types:
                raise GraphError(f"type {chain[-1]} has parent {parent}, which the graph does not know")
            if parent in chain:
                raise GraphError(f"the type hierarchy has a cycle at {parent}")
            chain.append(parent)
        return tuple(chain)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ToolGraph) and self.tools == other.tools and self.types == other.types

    __hash__ = None  # type: ignore[assignment]

    @cached_property
    def input_symbols(self) -> dict[str, frozenset[str]]:
        """The symbols of inputs with a unit, such as Km and t1/2, each with the types that it stands for.

        A word in small letters is none, nor is a single letter, which stands for too much.
        """
        found: defaultdict[str, set[str]] = defaultdict(set)
        for name in {port.type for tool in self.tools.values() for port in tool.inputs}:
            node = self.types[name]
            for label in node.also if node.unit not in (None, "1") else ():
                if _SYMBOL.fullmatch(label) and not label.islower():
                    found[label].add(name)
        return {symbol: frozenset(types) for symbol, types in found.items()}

    def tool(self, name: str) -> ToolNode:
        """The tool called `name`.

        Raises:
            GraphError: there is none.
        """
        if name not in self.tools:
            raise GraphError(unknown_tool(name, self.tools))
        return self.tools[name]

    def is_a(self, name: str, broader: str) -> bool:
        """Whether a value of type `name` is also one of type `broader`."""
        return broader in self._ancestors.get(name, ())

    def broader(self, name: str) -> tuple[str, ...]:
        """The type itself and all that it is one of, the narrowest first."""
        return self._ancestors[name]

    def accepts(self, given: str, wanted: str) -> bool:
        """Whether an input of type `wanted` takes a value of type `given`; a generic input takes many types."""
        kind = self.types[wanted].generic
        if kind == "any" or self.is_a(given, wanted):
            return True
        if kind == "verdict":
            return given in self._of_python["bool"]
        return kind in ("number", "ratio") and (given in self._of_python["number"] or self._is_number(given))

    def _is_number(self, name: str) -> bool:
        return self.types[name].generic in ("number", "ratio", "difference")

    def generic_root(self, name: str) -> str:
        """The broadest generic type that a type is one of; empty for a type that stands for itself.

        All ports of a call with the same root are of the same type.
        """
        return next((broad for broad in reversed(self._ancestors[name]) if self.types[broad].generic), "")

    def is_generic(self, tool: ToolNode) -> bool:
        """Whether a tool works on values of whatever type it is given; such a tool is no link of a chain."""
        return any(self.types[port.type].generic for port in tool.inputs)

    @cached_property
    def _of_python(self) -> dict[str, frozenset[str]]:
        """The types whose values are numbers, and those whose values are true or false."""
        ports = [port for tool in self.tools.values() for port in (*tool.inputs, *tool.outputs)]
        held = {"number": ("int", "float"), "bool": ("bool",)}
        return {
            name: frozenset(port.type for port in ports if port.python in pythons) for name, pythons in held.items()
        }

    def role(self, name: str) -> str:
        """What values of the type are for, one of `scitoolagent.tool.semantic.ROLES`."""
        return self._roles.get(name) or "value"

    @cached_property
    def _roles(self) -> dict[str, str]:
        return {name: self._inherited(name, "role") for name in self.types}

    def is_setting(self, name: str) -> bool:
        """Whether values of the type are settings of a tool, which the question gives and no other tool makes."""
        return self.role(name) == "setting"

    def is_note(self, name: str) -> bool:
        """Whether a value of the type only remarks on another output."""
        return self.role(name) in ("note", "unit")

    def screen(self, name: str) -> str:
        """How the safety gate screens a value of the type; empty for what is neither a molecule nor a sequence.

        Nobody knows a type of a tool that is gone: its values are screened by their content.
        """
        return self._inherited(name, "screen") if name in self.types else ""

    def calls_quantity(self, word: str) -> bool:
        """Whether some number is called just so, capitals and all: `CL` is a clearance, `cl` may be anything."""
        return word in self._names_of_quantities

    @cached_property
    def _names_of_quantities(self) -> frozenset[str]:
        return frozenset(name for node in self.types.values() if node.unit for name in (node.label, *node.also))

    def _inherited(self, name: str, field: str) -> str:
        return next((value for broad in self._ancestors[name] if (value := getattr(self.types[broad], field))), "")

    @cached_property
    def _producers(self) -> dict[str, tuple[ToolNode, ...]]:
        found: defaultdict[str, list[ToolNode]] = defaultdict(list)
        for tool in self.tools.values():
            made = {broad for port in tool.outputs for broad in self._ancestors[port.type]}
            for name in made if not self.is_generic(tool) else ():
                found[name].append(tool)
        return {name: tuple(tools) for name, tools in found.items()}

    @cached_property
    def _consumers(self) -> dict[str, tuple[ToolNode, ...]]:
        found: defaultdict[str, list[ToolNode]] = defaultdict(list)
        for tool in self.tools.values():
            for name in {port.type for port in tool.required} if not self.is_generic(tool) else ():
                found[name].append(tool)
        return {name: tuple(tools) for name, tools in found.items()}

    @cached_property
    def reckoned(self) -> dict[str, dict[Any, Any]]:
        """What was found out about the graph, by kinds, for the next question; the graph itself never changes."""
        return {}

    def producers(self, name: str) -> tuple[ToolNode, ...]:
        """Tools with an output that is a `name`; none of them works on values of any type."""
        return self._producers.get(name, ())

    def consumers(self, name: str) -> tuple[ToolNode, ...]:
        """Tools with a required input that takes a `name`."""
        return tuple(tool for broad in self._ancestors[name] for tool in self._consumers.get(broad, ()))

    def feeds(self, tool: ToolNode) -> tuple[ToolNode, ...]:
        """Tools that can take an output of `tool`, itself excluded."""
        found = {other.name: other for port in tool.outputs for other in self.consumers(port.type)}
        return tuple(other for name, other in sorted(found.items()) if name != tool.name)

    def fed_by(self, tool: ToolNode) -> tuple[ToolNode, ...]:
        """Tools with an output that `tool` can take, itself excluded."""
        found = {other.name: other for port in tool.required for other in self.producers(port.type)}
        return tuple(other for name, other in sorted(found.items()) if name != tool.name)

    def alternatives(self, tool: ToolNode) -> tuple[ToolNode, ...]:
        """Tools with the same required input types and the same output types: they can stand in."""
        wanted = _signature(tool)
        near = self.producers(tool.outputs[0].type) if not self.is_generic(tool) else ()
        return tuple(other for other in near if other.name != tool.name and _signature(other) == wanted)

    def dead_ends(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Types produced that nothing consumes, and types consumed that nothing produces."""
        typed = [tool for tool in self.tools.values() if not self.is_generic(tool)]
        made = {port.type for tool in typed for port in tool.outputs}
        taken = {port.type for tool in typed for port in tool.required}
        unused = tuple(sorted(name for name in made if not self.consumers(name)))
        unmade = tuple(sorted(name for name in taken if not self.producers(name)))
        return unused, unmade

    def edges(self) -> Iterator[tuple[str, str]]:
        """All `feeds` edges, as tool names."""
        for tool in self.tools.values():
            for other in self.feeds(tool):
                yield tool.name, other.name


def _signature(tool: ToolNode) -> tuple[tuple[tuple[str, bool], ...], ...]:
    return tuple(tuple(sorted((port.type, port.many) for port in ports)) for ports in (tool.required, tool.outputs))
