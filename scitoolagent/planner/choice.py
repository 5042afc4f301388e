"""Which tools a model is shown, and which of its calls the words of the question speak for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from scitoolagent.config import Config
from scitoolagent.planner.prompt import Call, Request
from scitoolagent.planner.ranking import Ranker
from scitoolagent.reading.phrases import PhraseIndex, words_of
from scitoolagent.reading.settings import plain_text
from scitoolagent.reading.words import EMPTY, label_words, read_words
from scitoolagent.records import Query
from scitoolagent.toolkg.chains import cheapest_chain
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

_TOOLS_A_PHRASE = 2
_BESIDE = 3


@dataclass(frozen=True, slots=True)
class Named:
    """The tools and types that words of a question name, as the phrases of the graph tell."""

    tools: tuple[str, ...] = ()
    types: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Asked:
    """What the words of a question ask for: what they name, and the words left over."""

    named: Named
    rest: frozenset[str]


class ToolChoice:
    """Chooses the tools that a model is shown, by phrases and by rank.

    Args:
        graph: the tool graph.
        index: the phrases of tools and types.
        ranker: ranks the tools for a question.
        config: how many tools are shown.
    """

    def __init__(self, graph: ToolGraph, index: PhraseIndex, ranker: Callable[[], Ranker], config: Config) -> None:
        self._graph = graph
        self._index = index
        self._ranker = ranker
        self._config = config

    def asked(self, query: Query) -> Asked:
        """What the words of a question name."""
        words = words_of(query)
        matches = self._index.find(words)
        tools = [target.tool for match in matches for target in match.targets[:_TOOLS_A_PHRASE]]
        covered = {place for match in matches for place in match.words}
        rest = {word.text for place, word in enumerate(words) if place not in covered}
        named = Named(
            tuple(name for name in dict.fromkeys(tools) if name),
            frozenset(target.type for match in matches for target in match.targets if target.type),
        )
        return Asked(named, frozenset(word for word in rest - EMPTY if word.isalpha()))

    def tools(
        self, query: Query, suggested: Iterable[Call], whole: bool = False, also: str = "", last: Iterable[str] = ()
    ) -> tuple[ToolNode, ...]:
        """The tools to choose from: those suggested, those the words name, those that rank best."""
        plain = plain_text(query)
        asked = self.asked(query)
        first = list(
            dict.fromkeys([*(call.tool for call in suggested), *asked.named.tools, *self._converters(query, asked)])
        )
        ranked = [name for name in self._ranker().rank(f"{plain} {also}".strip()) if name not in first]
        # Beside a whole plan by rules only a few rivals are shown: each costs tokens, and small models call them all.
        most = len(first) + _BESIDE if whole else max(self._config.candidates, len(first) + _BESIDE)
        names = [*first, *ranked][:most]
        late = frozenset(last)
        return tuple(self._graph.tools[name] for name in sorted(names, key=lambda name: name in late))

    def left_out(self, request: Request, calls: Sequence[Call]) -> str:
        """A suggested tool that is left out though the question's words name what it gives, and no other tool does."""
        asked = {word.text for word in read_words(request.query.text)} - EMPTY
        for tool in dict.fromkeys(call.tool for call in request.suggested):
            named = self._words(tool) & asked
            if named and not any(named <= self._words(call.tool) for call in calls):
                return tool
        return ""

    def called_for(self, call: Call, request: Request, asked: Asked, named: Named) -> bool:
        """Whether words of the question speak for a call: small models like to add what nobody asked for."""
        outputs = {port.type for port in self._graph.tools[call.tool].outputs}
        if call in request.suggested or call.tool in named.tools or outputs & named.types:
            return True
        return bool(asked.rest & self._words(call.tool))

    def _words(self, tool: str) -> frozenset[str]:
        """The words by which people call a tool or what it gives."""
        node = self._graph.tools[tool]
        labels = [node.name, *node.also, *(self._graph.types[port.type].label for port in node.outputs)]
        return frozenset(word for label in labels for word in label_words(label, program=True))

    def _converters(self, query: Query, asked: Asked) -> list[str]:
        """The tools that give a notation which the question names, from what it gives."""
        found = []
        for wanted in sorted(asked.named.types):
            for entity in query.entities:
                links = cheapest_chain(self._graph, entity.type, wanted)
                if links:
                    found.append(links[-1].tool)
        return found
