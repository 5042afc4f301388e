"""Sample typed paths from the tool graph: one or several tools, branching or chained, on one or several values."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from scitoolagent.finetune.entities import EntityPool, TaskEntity
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode

PathShape = Literal["single", "several", "branch", "grid", "chain"]
_SHAPES: dict[PathShape, float] = {"single": 0.24, "several": 0.12, "branch": 0.26, "grid": 0.08, "chain": 0.30}
_MOST_BRANCHES = 4
_OPTIONAL_SHARE = 0.3
# Other types that questions use for a tool's input type; the planner inserts the conversion.
_WRITTEN_AS: Mapping[str, Mapping[str, float]] = {
    "Smiles": {"Smiles": 50, "MoleculeName": 30, "CasNumber": 8, "InChI": 5, "Selfies": 4, "InChIKey": 3},
    "NucleicAcidSequence": {"DnaSequence": 70, "RnaSequence": 30},
    "Sequence": {"DnaSequence": 50, "ProteinSequence": 50},
    "ProteinSequence": {"ProteinSequence": 1},
}
_SIZES = (256, 512, 1024, 2048, 4096)


@dataclass(frozen=True, slots=True)
class Call:
    """A tool of a path, and what it works on: values (`e1`, a handle), or the result of an earlier call (`step1`)."""

    tool: str
    of: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting of a call that the question states: the port and its value."""

    port: PortNode
    value: Any


@dataclass(frozen=True, slots=True)
class Sketch:
    """A task without wording: the values `e1`, `e2` …, the calls on them, and their settings."""

    shape: PathShape
    givens: tuple[TaskEntity, ...]
    calls: tuple[Call, ...]
    settings: tuple[Setting, ...] = ()


class PathSampler:
    """Samples sketches, each tool serving equally often as the anchor, so that rare ones are covered.

    Args:
        graph: the tool graph.
        pool: draws the values.
        tools: the names of the tools that may be called.
        examples: the declared example of each tool, around which settings are varied.
    """

    def __init__(
        self, graph: ToolGraph, pool: EntityPool, tools: Iterable[str], examples: Mapping[str, Mapping[str, Any]]
    ) -> None:
        self._graph = graph
        self._pool = pool
        self._examples = examples
        # No table and no value of any kind is drawn, so a tool that takes one would only waste its turn.
        named = (graph.tools[name] for name in sorted(tools))
        drawn = [tool for tool in named if not any(self._is_undrawn(port) for port in tool.required)]
        # The name of a file that a tool makes is another one on each machine.
        self.tools = [tool for tool in drawn if not any(graph.role(port.type) == "file" for port in tool.outputs)]

    def sample(self, anchor: ToolNode, rng: random.Random) -> Sketch | None:
        """A sketch around a tool; None when no values can be drawn for it."""
        shape = rng.choices(list(_SHAPES), list(_SHAPES.values()))[0]
        ports = self.value_ports(anchor)
        alone = len(ports) == 1 and not ports[0].many
        if not alone and shape in ("several", "grid"):
            shape = "single"
        if self._is_random(anchor):
            return self._spread("single", anchor, rng)
        if shape == "chain":
            return self._chain(anchor, rng) or self._spread("single", anchor, rng)
        return self._spread(shape, anchor, rng)

    def _is_undrawn(self, port: PortNode) -> bool:
        return self._graph.role(port.type) == "table" or bool(self._graph.types[port.type].generic)

    def value_ports(self, tool: ToolNode) -> list[PortNode]:
        """The inputs that take values rather than settings."""
        return [port for port in tool.required if not self._graph.is_setting(port.type)]

    def setting_ports(self, tool: ToolNode) -> list[PortNode]:
        """The inputs that are settings, which a question states in words."""
        simple = [port for port in tool.inputs if not port.many and port.python in ("int", "float", "str")]
        return [port for port in simple if self._graph.is_setting(port.type)]

    def _is_random(self, tool: ToolNode) -> bool:
        """Whether a tool uses random numbers, so that results are reproducible only with its seed."""
        return any(port.type.endswith("Seed") for port in tool.inputs)

    def settings(self, tool: ToolNode, rng: random.Random, share: float = _OPTIONAL_SHARE) -> tuple[Setting, ...]:
        """All required settings of a tool, and some of the optional ones."""
        example = self._examples.get(tool.name, {})
        found = []
        for port in self.setting_ports(tool):
            if port.required or port.type.endswith("Seed") or rng.random() < share:
                value = setting_value(port, example.get(port.name, port.default), rng)
                if value is not None:
                    found.append(Setting(port, value))
        return tuple(found)

    def _spread(self, shape: PathShape, anchor: ToolNode, rng: random.Random) -> Sketch | None:
        """One or several tools on the same values."""
        tools = [anchor]
        if shape in ("branch", "grid"):
            tools += self._siblings(anchor, rng, 1 if shape == "grid" else rng.randint(1, _MOST_BRANCHES - 1))
        givens = self._givens(anchor, rng, rng.randint(2, 3) if shape in ("several", "grid") else 1)
        if givens is None:
            return None
        of = tuple(f"e{number}" for number in range(1, len(givens) + 1))
        calls = tuple(Call(tool.name, of) for tool in tools)
        settings = self.settings(anchor, rng) if len(tools) == 1 else ()
        if any(port.required for port in self.setting_ports(anchor)) and not settings:
            return None
        return Sketch(shape if len(tools) > 1 or shape == "several" else "single", givens, calls, settings)

    def _siblings(self, anchor: ToolNode, rng: random.Random, count: int) -> list[ToolNode]:
        """Other tools that take the same kinds of values and need no setting."""
        wanted = _kinds(self.value_ports(anchor))
        near = [
            tool
            for tool in self.tools
            if tool.name != anchor.name
            and not self._is_random(tool)
            and wanted
            and _kinds(self.value_ports(tool)) == wanted
            and len(self.value_ports(tool)) == len(tool.required)
        ]
        if len(self.value_ports(anchor)) != len(anchor.required):
            return []
        return rng.sample(near, min(count, len(near)))

    def _chain(self, anchor: ToolNode, rng: random.Random) -> Sketch | None:
        """A chain of calls: a tool that feeds the anchor, the anchor, and sometimes a tool on its result."""
        ports = self.value_ports(anchor)
        if len(ports) != 1 or ports[0].many or len(ports) != len(anchor.required):
            return None
        known = {tool.name for tool in self.tools if not self._is_random(tool)}
        links = [anchor]
        for _ in range(1 if rng.random() < 0.7 else 2):
            before = [tool for tool in self._feeders(links[0]) if tool.name in known and tool not in links]
            if before:
                links.insert(0, _by_kind(before, rng))
        after = [tool for tool in self._takers(anchor) if tool.name in known and tool not in links]
        if after and (len(links) == 1 or rng.random() < 0.15):
            links.append(_by_kind(after, rng))
        givens = self._givens(links[0], rng, 1)
        if givens is None or len(links) == 1:
            return None
        calls = [Call(tool.name, ("e1",) if not number else (f"step{number}",)) for number, tool in enumerate(links)]
        return Sketch("chain", givens, tuple(calls))

    def _feeders(self, tool: ToolNode) -> list[ToolNode]:
        port = self.value_ports(tool)[0]
        return [other for other in self._graph.fed_by(tool) if self._links(other, port)]

    def _takers(self, tool: ToolNode) -> list[ToolNode]:
        found = []
        for other in self._graph.feeds(tool):
            ports = self.value_ports(other)
            if len(ports) == 1 == len(other.required) and not ports[0].many and self._links(tool, ports[0]):
                found.append(other)
        return found

    def _links(self, tool: ToolNode, port: PortNode) -> bool:
        """Whether the result of a tool fits an input, and the tool itself takes a single value."""
        if len(self.value_ports(tool)) != 1 or len(tool.required) != 1 or tool.required[0].many:
            return False
        return any(self._graph.is_a(output.type, port.type) and not output.many for output in tool.outputs)

    def _givens(self, tool: ToolNode, rng: random.Random, count: int) -> tuple[TaskEntity, ...] | None:
        ports = self.value_ports(tool)
        if len(ports) == 1:
            kinds = [ports[0].type] * (rng.randint(2, 4) if ports[0].many else count)
        else:
            kinds = [port.type for port in ports]
        written = {kind: written_as(kind, rng) for kind in dict.fromkeys(kinds)}
        found: list[TaskEntity] = []
        for kind in kinds:
            given = self.draw(written[kind], tool, rng)
            if given is None or given in found:
                return None
            found.append(given)
        return tuple(found)

    def draw(self, kind: str, tool: ToolNode, rng: random.Random) -> TaskEntity | None:
        """A value of a type, taken from the tool's own example where there is no other."""
        given = self._pool.draw(kind, rng)
        if given is not None:
            return given
        example = self._examples.get(tool.name, {})
        for port in self.value_ports(tool):
            value = example.get(port.name)
            if port.type == kind and isinstance(value, str | int | float) and port.python != "Path":
                return TaskEntity(kind, str(value))
        return None


def _kinds(ports: list[PortNode]) -> tuple[tuple[str, bool], ...]:
    return tuple(sorted((port.type, port.many) for port in ports))


def _by_kind(tools: list[ToolNode], rng: random.Random) -> ToolNode:
    """Draw a tool by output type first, because the many tools that give a SMILES would crowd out the others."""
    by_type: dict[str, list[ToolNode]] = {}
    for tool in tools:
        by_type.setdefault(tool.outputs[0].type, []).append(tool)
    return rng.choice(by_type[rng.choice(sorted(by_type))])


def written_as(kind: str, rng: random.Random) -> str:
    """The type that a value is written as: a name where a tool takes a SMILES, which the planner converts."""
    ways = _WRITTEN_AS.get(kind)
    return rng.choices(list(ways), list(ways.values()))[0] if ways else kind


def setting_value(port: PortNode, near: Any, rng: random.Random) -> Any:
    """A value for a setting, near one that is known to work; None when no other value is safe."""
    vary: Mapping[str, Callable[[], Any]] = {
        "float": lambda: float(f"{float(near) * rng.choice((0.5, 0.6, 0.8, 0.9, 1.1, 1.2, 1.5, 2)):.2g}"),
        "int": lambda: rng.choice(_SIZES) if "Size" in port.type else max(1, int(near) + rng.randint(-1, 3)),
        "str": lambda: str(near) if near else None,
    }
    if near is None or isinstance(near, list | bool) or port.python not in vary:
        return None
    return vary[port.python]()
