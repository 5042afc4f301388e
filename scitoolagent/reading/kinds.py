"""What people call the kinds of values: a peptide, the SMILES string, the DNA."""

from __future__ import annotations

from functools import cached_property

from scitoolagent.language.stem import singular
from scitoolagent.language.words import word_list
from scitoolagent.reading.words import label_words
from scitoolagent.records import Query
from scitoolagent.tool.units import is_pure
from scitoolagent.toolkg.chains import cheapest_chain
from scitoolagent.toolkg.graph import ToolGraph

_KIND_ROOT = "Sequence"


class Kinds:
    """Words for the types of a graph, reckoned when they are first needed."""

    def __init__(self, graph: ToolGraph) -> None:
        self._graph = graph
        self._names: dict[str, frozenset[str]] = {}
        self._any: frozenset[str] = frozenset()
        # The types of what the question that was read last gives, by their places.
        self._at: tuple[Query | None, dict[int, set[str]]] = (None, {})
        self._led_to: dict[str, dict[str, str]] = {}

    def of(self, name: str) -> frozenset[str]:
        """The words for values of a type and of the next broader one, in small letters and in the singular."""
        if name not in self._names:
            node = self._graph.types[name]
            labels = [node.label, *node.also, *node.announced]
            if node.parent:
                parent = self._graph.types[node.parent]
                labels += [parent.label, *parent.also, *parent.announced]
            self._names[name] = frozenset(singular(word) for label in labels for word in label.lower().split())
        return self._names[name]

    def all(self) -> frozenset[str]:
        """The words for sequences of any kind."""
        if not self._any:
            kinds = [name for name in self._graph.types if self._graph.is_a(name, _KIND_ROOT)]
            self._any = frozenset(word for name in kinds for word in self.of(name))
        return self._any

    @cached_property
    def quantities(self) -> frozenset[tuple[str, ...]]:
        """What inputs with a unit are called, in the words of labels."""
        kinds = {port.type for tool in self._graph.tools.values() for port in tool.inputs}
        nodes = [self._graph.types[kind] for kind in kinds if self._graph.is_setting(kind)]
        with_unit = (node for node in nodes if not is_pure(node.unit))
        return frozenset(tuple(label_words(label)) for node in with_unit for label in (node.label, *node.also))

    def at(self, query: Query, place: int) -> frozenset[str]:
        """The words for what the question gives at a place, all readings of it."""
        known, types = self._at
        if known is not query:
            types = {}
            for entity in query.entities:
                types.setdefault(entity.start, set()).add(entity.type)
            self._at = query, types
        return frozenset(word for name in types.get(place, ()) for word in self.of(name))

    def is_named(self, word: str, names: frozenset[str]) -> bool:
        """Whether a word is one of such names, in the singular or the plural."""
        return word in names or singular(word) in names

    def led_to(self, query: Query, word: str) -> str | None:
        """The type that a word names and that the values of a question only lead to by a conversion."""
        for entity in query.entities:
            if entity.type not in self._led_to:
                self._led_to[entity.type] = self._reached(entity.type)
            if word in self._led_to[entity.type]:
                return self._led_to[entity.type][word]
        return None

    def _reached(self, given: str) -> dict[str, str]:
        own = self.of(given) | word_list("frames", "words")
        if self._graph.role(given) == "file":
            # Of a file "the sequence" is what is in it.
            own -= self.of(_KIND_ROOT)
        return {
            word: name
            for name in self._graph.types
            if self._graph.is_a(name, _KIND_ROOT)
            and not self._graph.is_a(given, name)
            and cheapest_chain(self._graph, given, name)
            for word in self.of(name) - own
        }
