"""Which tools a model is shown: those that words of the question name, and those that rank best for what is unread."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from itertools import islice

from scitoolagent.config import Config
from scitoolagent.planner.ranking import Ranker
from scitoolagent.reading.explain import unread_words
from scitoolagent.reading.phrases import PhraseIndex, words_of
from scitoolagent.reading.settings import plain_text
from scitoolagent.reading.words import Word, read_words
from scitoolagent.records import Query
from scitoolagent.toolkg.chains import NETWORK, cheapest_chain
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

_TOOLS_A_PHRASE = 2
_PHRASES = 4
_A_PHRASE = 4
_SEARCHED = 6


class ToolChoice:
    """Chooses the tools that a model is shown: only such as what the question gives can lead to.

    Args:
        graph: the tool graph.
        index: the phrases of tools and types.
        ranker: ranks the tools for a text.
        config: how many tools are shown, at least.
    """

    def __init__(self, graph: ToolGraph, index: PhraseIndex, ranker: Callable[[], Ranker], config: Config) -> None:
        self._graph = graph
        self._index = index
        self._ranker = ranker
        self._least = config.candidates

    def tools(self, query: Query, sure: Collection[tuple[int, int]], last: Iterable[str] = ()) -> tuple[ToolNode, ...]:
        """The tools to choose from.

        Args:
            query: the question.
            sure: the places of what is read already; no tool is shown for that.
            last: tools that failed, which come behind the others.
        """
        called = [*self._called(query, words_of(query), sure), *self._for_unread(query)]
        kinds = _kinds(query)
        first = [name for name in dict.fromkeys(called) if not self._lacks(name, kinds)]
        rest = self._nearest(query, plain_text(query), max(self._least - len(first), 0), first)
        late = frozenset(last)
        return tuple(self._graph.tools[name] for name in sorted([*first, *rest], key=lambda name: name in late))

    def search(self, query: Query, texts: Iterable[str], shown: Collection[str]) -> tuple[ToolNode, ...]:
        """Tools that are not shown yet, for words that a model searches by."""
        found: list[str] = []
        for text in texts:
            found += [name for name in self._called(query, read_words(text), ()) if name not in shown]
            found += self._nearest(query, text, _SEARCHED, shown)
        kinds = _kinds(query)
        return tuple(self._graph.tools[name] for name in dict.fromkeys(found) if not self._lacks(name, kinds))

    def operations(self, query: Query, of_one: bool = False) -> tuple[ToolNode, ...]:
        """The tools that work on values of any kind, one value of each thing.

        None where only one thing is given, unless the value `of_one` thing may be held against a threshold.
        """
        if len({entity.start for entity in query.entities}) < 2 and not of_one:
            return ()
        return tuple(tool for tool in self._graph.tools.values() if self._graph.is_generic(tool) and self._fits(tool))

    def _fits(self, tool: ToolNode) -> bool:
        """Whether an operation works on one value of each thing."""
        return sum(port.many and port.name != "subjects" for port in tool.required) == 1

    def _nearest(self, query: Query, text: str, most: int, but: Collection[str]) -> list[str]:
        """The tools nearest to a text that the values of the question lead to."""
        kinds = _kinds(query)
        ranked = self._ranker().nearest(text)
        names = (name for name in ranked if name not in but and not self._lacks(name, kinds))
        return list(islice((name for name in names if self._is_reached(self._graph.tools[name], kinds)), most))

    def _is_reached(self, tool: ToolNode, kinds: frozenset[str]) -> bool:
        """Whether each thing that a tool works on comes of a kind of value, or of what a tool makes of it."""
        wanted = [port.type for port in tool.required if not self._graph.is_setting(port.type)]
        given = [name for name in wanted if self._graph.types[name].unit is None]
        if NETWORK in tool.requires:
            # A record elsewhere is read by its accession, not by what some other value may lead to.
            return all(any(self._graph.is_a(kind, name) for kind in kinds) for name in given)
        return all(any(cheapest_chain(self._graph, kind, name) is not None for kind in kinds) for name in given)

    def _lacks(self, name: str, kinds: frozenset[str]) -> bool:
        """Whether a tool needs what stands in a question in words of its own, and is not among the kinds given."""
        needed = [port.type for port in self._graph.tools[name].required if self._graph.is_setting(port.type)]
        return any(self._graph.types[one].finder and one not in kinds for one in needed)

    def _called(self, query: Query, words: list[Word], sure: Collection[tuple[int, int]]) -> list[str]:
        """The tools that give what words name, as the phrases of the graph tell, where they are not sure already."""
        found: list[str] = []
        for match in self._index.find(words):
            start, end = words[match.first].start, words[match.last].end
            if any(left < end and start < right for left, right in sure):
                continue
            targets = match.targets[:_TOOLS_A_PHRASE]
            found += [target.tool for target in targets if target.tool]
            found += [name for target in targets if target.type for name in self._converters(query, target.type)]
        return found

    def _for_unread(self, query: Query) -> list[str]:
        """The tools nearest to what was not read, each piece for itself: beside others its words would be lost."""
        request = query.request
        if request is None:
            return []
        unknown = [ask.text for ask in request.asks if not ask.what or ask.problem]
        pieces = list(dict.fromkeys([*unknown, *unread_words(query)]))[:_PHRASES]
        return [name for piece in pieces for name in self._nearest(query, piece, _A_PHRASE, ())]

    def _converters(self, query: Query, wanted: str) -> list[str]:
        """The tools that give a notation, from what the question gives."""
        chains = [cheapest_chain(self._graph, entity.type, wanted) for entity in query.entities]
        return [links[-1].tool for links in chains if links]


def _kinds(query: Query) -> frozenset[str]:
    """The types of what a question gives."""
    return frozenset(entity.type for entity in query.entities)
