"""What is known of ports: those of the tools that are declared already, by the words that describe them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from scitoolagent.language.stem import stem
from scitoolagent.language.text import tokens, words_of
from scitoolagent.tool.registry import load_registry
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode


@lru_cache(maxsize=65_536)
def stems(text: str) -> frozenset[str]:
    """The words of a text, comparable."""
    return frozenset(stem(word) for word, _, _ in tokens(text))


_CLAUSE_END = re.compile(r"[,;:.(](?=\s|$)")


def first_clause(text: str) -> str:
    """What stands before the first sign that parts a sentence."""
    return _CLAUSE_END.split(text, maxsplit=1)[0]


@dataclass(frozen=True, slots=True)
class KnownPort:
    """A port of a tool that is declared: its words, those of its tool, of its first clause and of its name."""

    port: PortNode
    tool: ToolNode
    words: frozenset[str]
    around: frozenset[str]
    first: frozenset[str]
    name: frozenset[str]


class Vocabulary:
    """The types and ports of a graph.

    Args:
        graph: the tool graph.
        returned: what the docstring of each tool says of its result.
        hidden: names of tools that are taken for unknown, with the types that only they have.
    """

    def __init__(self, graph: ToolGraph, returned: Mapping[str, str], hidden: Collection[str] = ()) -> None:
        self.graph = graph
        tools = [tool for tool in graph.tools.values() if tool.name not in hidden]
        used = {port.type for tool in tools for port in (*tool.inputs, *tool.outputs)}
        gone = {
            port.type for name in hidden for port in (*graph.tools[name].inputs, *graph.tools[name].outputs)
        } - _with_ancestors(graph, used)
        self.types = {name: node for name, node in graph.types.items() if name not in gone}
        self.inputs = [_known(tool, port, port.text) for tool in tools for port in tool.inputs]
        # What a docstring says of several results it says first of the first.
        self.outputs = [_known(tool, tool.outputs[0], returned.get(tool.name, tool.outputs[0].text)) for tool in tools]
        self.further = [_known(tool, port, port.text) for tool in tools for port in tool.outputs[1:]]
        self.labels: dict[frozenset[str], list[str]] = defaultdict(list)
        for node in self.types.values():
            for label in (node.label, words_of(node.name), *node.also):
                if node.name not in self.labels[stems(label)]:
                    self.labels[stems(label)].append(node.name)
        counts: dict[str, int] = defaultdict(int)
        for known in (*self.inputs, *self.outputs, *self.further):
            for word in known.words | known.around:
                counts[word] += 1
        self.uses: dict[str, int] = defaultdict(int)
        for known in (*self.inputs, *self.outputs, *self.further):
            self.uses[known.port.type] += 1
        total = len(self.inputs) + len(self.outputs)
        self._weights = {word: 1 / (1 + 12 * count / max(1, total)) for word, count in counts.items()}

    def alike(self, one: frozenset[str], other: frozenset[str]) -> float:
        """How much alike two sets of words are, from 0 to 1; words that stand everywhere count less."""
        union = sum(self._weights.get(word, 1.0) for word in one | other)
        return sum(self._weights.get(word, 1.0) for word in one & other) / union if union else 0.0

    def is_setting(self, name: str) -> bool:
        """Whether a type is that of what a tool is told and none gives."""
        return self.graph.is_a(name, "Parameter")

    def pythons(self, name: str) -> set[tuple[str, bool]]:
        """How Python holds values of a type where a tool takes or gives them, and whether in lists."""
        return {
            (known.port.python, known.port.many)
            for known in (*self.inputs, *self.outputs, *self.further)
            if known.port.type == name
        }


def returned_texts() -> dict[str, str]:
    """What the docstrings of the tools that are declared say of their results."""
    return {spec.name: spec.text.returns for spec in load_registry()}


def _known(tool: ToolNode, port: PortNode, text: str) -> KnownPort:
    around = stems(f"{words_of(tool.name)} {tool.summary}")
    return KnownPort(port, tool, stems(text), around, stems(first_clause(text)), stems(words_of(port.name)))


def _with_ancestors(graph: ToolGraph, names: Iterable[str]) -> set[str]:
    return {broader for name in names for broader in graph.broader(name)}
