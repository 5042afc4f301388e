"""Find tools for some words: those that the rules read in them, then the nearest."""

from __future__ import annotations

from itertools import zip_longest

from scitoolagent.config import Config
from scitoolagent.errors import PlanError
from scitoolagent.planner.ranking import Ranker
from scitoolagent.reading.reader import RuleReader
from scitoolagent.reading.settings import plain_text
from scitoolagent.records import Query
from scitoolagent.toolkg.graph import ToolGraph


class ToolFinder:
    """Finds tools as a reader of the question would.

    "Which is heavier?" has no word of the molar mass in it, so no ranking of words gives that tool; the reading does.

    Args:
        graph: the tool graph.
        config: how many tools are given, and the longest text that is read.
        ranker: the ranking of what is not read.
    """

    def __init__(self, graph: ToolGraph, config: Config, ranker: Ranker) -> None:
        self._most = config.candidates
        self._reader = RuleReader(graph, config)
        self._ranker = ranker

    def find(self, words: str) -> list[str]:
        """The names of the tools for some words, the best first."""
        try:
            return self.for_query(self.read(words))
        except PlanError:  # nothing to read, or too much
            return self._ranker.rank(words)

    def read(self, words: str) -> Query:
        """The words as a question.

        Raises:
            PlanError: there is nothing to read, or too much.
        """
        return self._reader.read(words)

    def for_query(self, query: Query) -> list[str]:
        """The names of the tools for a question that was read, the best first."""
        asks = query.request.asks if query.request is not None else ()
        # The first reading of each ask, then the second of each: of two things both have their tools in front.
        turns = zip_longest(*([candidate.tool for candidate in ask.what] for ask in asks))
        read = [tool for turn in turns for tool in turn if tool]
        return list(dict.fromkeys([*read, *self._ranker.rank(plain_text(query))]))[: self._most]
