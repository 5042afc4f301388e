"""Sample typed paths from the tool graph: one tool or several, branching, chained, on one value or several."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from scitoolagent.finetune.entities import EntityPool, Given
from scitoolagent.planner.prompt import Call
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode

Shape = Literal["single", "several", "branch", "grid", "chain"]
_SHAPES: dict[Shape, float] = {"single": 0.24, "several": 0.12, "branch": 0.26, "grid": 0.08, "chain": 0.30}
_MOST_BRANCHES = 4
_OPTIONAL_SHARE = 0.3
# What a tool for one type is asked about, too: the planner puts the conversion in by itself.
_WRITTEN_AS: Mapping[str, Mapping[str, float]] = {
    "Smiles": {"Smiles": 50, "MoleculeName": 30, "CasNumber": 8, "InChI": 5, "Selfies": 4, "InChIKey": 3},
    "NucleicAcidSequence": {"DnaSequence": 70, "RnaSequence": 30},
    "Sequence": {"DnaSequence": 50, "ProteinSequence": 50},
    "ProteinSequence": {"ProteinSequence": 1},
}
_SIZES = (256, 512, 1024, 2048, 4096)


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting of a call that the question gives: the port and its value."""

    port: PortNode
    value: Any


@dataclass(frozen=True, slots=True)
class Sketch:
    """A task before it has words: the values given as `e1`, `e2` …, the calls on them, and their settings."""

    shape: Shape
    givens: tuple[Given, ...]
    calls: tuple[Call, ...]
    settings: tuple[Setting, ...] = ()


class PathSampler:
    """Samples sketches; every tool is an anchor equally often, so that rare ones appear.

    Args:
        graph: the tool graph.
        pool: draws the values.
        tools: the names of the tools that may be called.
        examples: the arguments with which each tool declares to work; settings are varied around them.
    """

    def __init__(
        self, graph: ToolGraph, pool: EntityPool, tools: Iterable[str], examples: Mapping[str, Mapping[str, Any]]
    ) -> None:
        self._graph = graph
        self._pool = pool
        self._examples = examples
        self.tools = [graph.tools[name] for name in sorted(tools)]

    def sample(self, anchor: ToolNode, rng: random.Random) -> Sketch | None:
        """A sketch around a tool; None when no values for it can be drawn."""
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

    def value_ports(self, tool: ToolNode) -> list[PortNode]:
        """The inputs that take values, not settings."""
        return [port for port in tool.required if not self._graph.is_setting(port.type)]

    def setting_ports(self, tool: ToolNode) -> list[PortNode]:
        """The inputs that a question sets by words."""
        simple = [port for port in tool.inputs if not port.many and port.python in ("int", "float", "str")]
        return [port for port in simple if self._graph.is_setting(port.type)]

    def _is_random(self, tool: ToolNode) -> bool:
        """Whether a tool draws at random; without its seed no run gives what another gave."""
        return any(port.type.endswith("Seed") for port in tool.inputs)

    def settings(self, tool: ToolNode, rng: random.Random, share: float = _OPTIONAL_SHARE) -> tuple[Setting, ...]:
        """All settings that a tool needs, and some that it can do without."""
        example = self._examples.get(tool.name, {})
        found = []
        for port in self.setting_ports(tool):
            if port.required or port.type.endswith("Seed") or rng.random() < share:
                value = setting_value(port, example.get(port.name, port.default), rng)
                if value is not None:
                    found.append(Setting(port, value))
        return tuple(found)

    def _spread(self, shape: Shape, anchor: ToolNode, rng: random.Random) -> Sketch | None:
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
        """Calls on results: what feeds the anchor, then the anchor, now and then something on its result in turn."""
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
        """Whether the result of a tool goes into an input, and the tool itself is asked about one value only."""
        if len(self.value_ports(tool)) != 1 or len(tool.required) != 1 or tool.required[0].many:
            return False
        return any(self._graph.is_a(output.type, port.type) and not output.many for output in tool.outputs)

    def _givens(self, tool: ToolNode, rng: random.Random, count: int) -> tuple[Given, ...] | None:
        ports = self.value_ports(tool)
        if len(ports) == 1:
            kinds = [ports[0].type] * (rng.randint(2, 4) if ports[0].many else count)
        else:
            kinds = [port.type for port in ports]
        written = {kind: _written_as(kind, rng) for kind in dict.fromkeys(kinds)}
        found: list[Given] = []
        for kind in kinds:
            given = self.draw(written[kind], tool, rng)
            if given is None or given in found:
                return None
            found.append(given)
        return tuple(found)

    def draw(self, kind: str, tool: ToolNode, rng: random.Random) -> Given | None:
        """A value of a type; where only the tool's own example has one, that."""
        given = self._pool.draw(kind, rng)
        if given is not None:
            return given
        example = self._examples.get(tool.name, {})
        for port in self.value_ports(tool):
            value = example.get(port.name)
            if port.type == kind and isinstance(value, str | int | float) and port.python != "Path":
                return Given(kind, str(value))
        return None


def _kinds(ports: list[PortNode]) -> tuple[tuple[str, bool], ...]:
    return tuple(sorted((port.type, port.many) for port in ports))


def _by_kind(tools: list[ToolNode], rng: random.Random) -> ToolNode:
    """A tool by its output type first: many tools give a SMILES, and they are not to crowd out the others."""
    by_type: dict[str, list[ToolNode]] = {}
    for tool in tools:
        by_type.setdefault(tool.outputs[0].type, []).append(tool)
    return rng.choice(by_type[rng.choice(sorted(by_type))])


def _written_as(kind: str, rng: random.Random) -> str:
    ways = _WRITTEN_AS.get(kind)
    return rng.choices(list(ways), list(ways.values()))[0] if ways else kind


def setting_value(port: PortNode, near: Any, rng: random.Random) -> Any:
    """A value for a setting, near one that is known to work; None when only that one is known to."""
    vary: Mapping[str, Callable[[], Any]] = {
        "float": lambda: float(f"{float(near) * rng.choice((0.5, 0.6, 0.8, 0.9, 1.1, 1.2, 1.5, 2)):.2g}"),
        "int": lambda: rng.choice(_SIZES) if "Size" in port.type else max(1, int(near) + rng.randint(-1, 3)),
        "str": lambda: str(near) if near else None,
    }
    if near is None or isinstance(near, list | bool) or port.python not in vary:
        return None
    return vary[port.python]()
