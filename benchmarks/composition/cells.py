"""What the grid of questions is made of: derivations and properties of the graph, with their names and true values."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from scitoolagent.benchmarks.freeask.items import Item
from scitoolagent.errors import ToolError
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_tool
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode

_NUMBERS = ("int", "float")
_KINDS = {"dna": "DnaSequence", "rna": "RnaSequence", "protein": "ProteinSequence"}


@dataclass(frozen=True, slots=True)
class Cell:
    """One question of the grid: its row (derivation or operation), its column (property), and the gold to judge by.

    `type` is the semantic type of the value asked for; empty where the answer is no value of a tool.
    """

    row: str
    column: str
    item: Item
    type: str = ""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something to ask about: as the question writes it, with its value and type."""

    written: str
    value: str
    type: str


@dataclass(frozen=True, slots=True)
class Derivation:
    """How one thing is made of another: the tools in the order in which they run, and how a question calls it."""

    name: str
    noun: str
    source: str
    result: str
    tools: tuple[tuple[ToolNode, str], ...]


@dataclass(frozen=True, slots=True)
class Property:
    """A number that a tool gives; `nouns` are its names in the graph, the label first."""

    tool: ToolNode
    type: str
    unit: str
    nouns: tuple[str, ...]

    @property
    def output(self) -> str:
        """The output of the tool that holds it."""
        return self.tool.outputs[0].name


@lru_cache(maxsize=1)
def wording() -> Mapping[str, Any]:
    """The sentences and the things to ask about."""
    return tomllib.loads(Path(__file__).with_name("wording.toml").read_text(encoding="utf-8"))


class Stock:
    """What the graph offers for the grid, with true values by direct calls of the tools; nothing is planned."""

    def __init__(self, graph: ToolGraph) -> None:
        self._graph = graph
        self._known: dict[tuple[str, str, str], Any] = {}

    @cached_property
    def things(self) -> tuple[Thing, ...]:
        """The molecules and sequences that are asked about; what no table knows is left out."""
        found = []
        for text in dict.fromkeys([*wording()["molecules"], *wording()["plain"]]):
            smiles = self.value("name_to_smiles", text, "smiles") or (text if "(" in text or "[" in text else None)
            if smiles is not None:
                found.append(Thing(text, smiles, "Smiles"))
        found += [Thing(text, text, type_) for kind, type_ in _KINDS.items() for text in wording()[kind]]
        return tuple(found)

    def value(self, tool: str, text: str, output: str) -> Any:
        """What a tool gives for its only needed input; None where it refuses."""
        key = (tool, text, output)
        if key not in self._known:
            node = self._graph.tools[tool]
            try:
                given = call_tool(load_tool(tool, node.module), {node.required[0].name: text})
                self._known[key] = given[output]
            except ToolError:
                self._known[key] = None
        return self._known[key]

    def derive(self, derivation: Derivation, value: str) -> str | None:
        """What a derivation makes of a value; None where it makes nothing else of it, or refuses."""
        made: Any = value
        for tool, output in derivation.tools:
            made = self.value(tool.name, made, output) if made else None
        return made if isinstance(made, str) and made != value else None

    def number(self, property_: Property, value: str) -> float | None:
        """The property of a value; None where the tool refuses."""
        found = self.value(property_.tool.name, value, property_.output)
        return found if isinstance(found, (int, float)) and not isinstance(found, bool) else None

    def derivations(self) -> tuple[Derivation, ...]:
        """Every tool that makes one structure of another, those on sequences that have a noun, and some chains."""
        single = {made.name: made for made in self._single()}
        chains = []
        for outer, inner in wording()["chains"]:
            if outer in single and inner in single and self._fits(single[inner].result, single[outer].source):
                one, two = single[inner], single[outer]
                noun = f"{two.noun} of the {one.noun}"
                chains.append(Derivation(f"{outer} of {inner}", noun, one.source, two.result, one.tools + two.tools))
        return (*single.values(), *chains)

    def _single(self) -> Iterator[Derivation]:
        graph, nouns = self._graph, wording()["nouns"]
        for tool in graph.tools.values():
            if not self._is_plain(tool):
                continue
            source, output = tool.required[0].type, tool.outputs[0]
            if output.many or output.python != "str":
                continue
            if source == "Smiles" and output.type != "Smiles" and graph.is_a(output.type, "Smiles"):
                if any(self._differs(thing, tool, output) for thing in self.things if thing.type == "Smiles"):
                    label = graph.types[output.type].label
                    yield Derivation(tool.name, label, source, "Smiles", ((tool, output.name),))
            elif tool.name in nouns:
                yield Derivation(tool.name, nouns[tool.name], source, output.type, ((tool, output.name),))

    def _differs(self, thing: Thing, tool: ToolNode, output: PortNode) -> bool:
        """Whether a tool makes another molecule, and not the same one in another notation."""
        made = self.value(tool.name, thing.value, output.name)
        return bool(made) and self._key(made) not in (None, self._key(thing.value))

    def _key(self, smiles: str) -> Any:
        return self.value("smiles_to_inchikey", smiles, "in_ch_i_key")

    def properties(self, of: str, count: int) -> tuple[Property, ...]:
        """Numbers that tools give for a type, `count` of them; which ones depends on their names only."""
        found: dict[str, Property] = {}
        for tool in sorted(self._graph.tools.values(), key=_shuffled):
            output = tool.outputs[0]
            if not self._is_plain(tool) or not self._fits(of, tool.required[0].type):
                continue
            if output.python in _NUMBERS and not output.many and output.type not in found and tool.seconds is None:
                node = self._graph.types[output.type]
                if self._graph.role(output.type) in ("", "value"):
                    found[output.type] = Property(tool, output.type, node.unit or "", (node.label, *node.also[:1]))
        return tuple(found.values())[:count]

    def _is_plain(self, tool: ToolNode) -> bool:
        return (
            len(tool.required) == 1 and not tool.required[0].many and tool.safety != "restricted" and not tool.requires
        )

    def _fits(self, result: str, wanted: str) -> bool:
        return self._graph.is_a(result, wanted)


def _shuffled(tool: ToolNode) -> str:
    """An order that does not follow the alphabet and does not change when tools are added."""
    return hashlib.sha256(tool.name.encode()).hexdigest()
