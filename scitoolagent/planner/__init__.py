"""Plan a question: recognise entities, retrieve and rank tools, draft a typed chain, check it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from scitoolagent.config import Config
from scitoolagent.planner.check import check_plan
from scitoolagent.planner.draft import Drafter, SymbolicDrafter
from scitoolagent.planner.history import Attempt
from scitoolagent.planner.ranking import Ranker
from scitoolagent.reading.phrases import PhraseIndex, words_of
from scitoolagent.reading.recognise import Recogniser
from scitoolagent.reading.snapshot import load_phrases
from scitoolagent.records import Plan, Query
from scitoolagent.tool.registry import load_function
from scitoolagent.toolkg.graph import ToolGraph

if TYPE_CHECKING:
    from scitoolagent.llm import LanguageModel

__all__ = ["Attempt", "Drafter", "Planner", "SymbolicDrafter", "check_plan", "make_ranker"]


class Planner:
    """Turns a question into a checked plan.

    Args:
        graph: the tool graph.
        config: the published k, d and n, and the longest question.
        model: chooses the tools; without one the plan is made by rules alone.
    """

    def __init__(self, graph: ToolGraph, config: Config, model: LanguageModel | None = None) -> None:
        self._graph = graph
        self._fills = model is not None
        self._index = index = PhraseIndex(load_phrases(graph, config.cache_dir))
        self._recogniser = Recogniser(
            graph, index, _functions(graph, "recogniser"), _functions(graph, "finder"), config.max_question_characters
        )
        ranker = cache(lambda: make_ranker(graph, config))
        symbolic = SymbolicDrafter(graph, index, ranker)
        self._drafter: Drafter = symbolic
        if model is not None:
            from scitoolagent.planner.model import ModelDrafter

            self._drafter = ModelDrafter(graph, index, ranker, symbolic, model, config)

    def recognise(self, question: str) -> Query:
        """The question with its entities.

        Raises:
            PlanError: the question is empty or too long.
        """
        return self._recogniser.query(question)

    def asks(self, query: Query) -> bool:
        """Whether the words of a question name anything that a tool gives."""
        return bool(self._index.find(words_of(query)))

    def draft(self, query: Query) -> Plan:
        """A plan that type-checks.

        Raises:
            NoPathError: there is no safe plan.
        """
        plan = self._drafter.draft(query)
        self.check(query, plan)
        return plan

    def redraft(self, query: Query, attempts: Sequence[Attempt]) -> Plan:
        """Another plan that type-checks, after some that left goals unmet.

        Raises:
            NoPathError: there is none.
        """
        plan = self._drafter.redraft(query, attempts)
        self.check(query, plan)
        return plan

    def check(self, query: Query, plan: Plan) -> None:
        """Raise InvalidPlanError when the plan does not type-check."""
        check_plan(self._graph, query, plan, self._fills)


def make_ranker(graph: ToolGraph, config: Config) -> Ranker:
    """The retriever with the embedder that the settings name; needs numpy and the word vectors."""
    from scitoolagent.planner.embedding import load_embedder
    from scitoolagent.planner.retrieve import Retriever

    return Retriever(graph, config, load_embedder(config))


def _functions(graph: ToolGraph, field: str) -> dict[str, Callable[[str], Any]]:
    """The recogniser or finder of each type that has one; its tables are loaded when it is first asked."""
    return {name: _lazy(place) for name, node in graph.types.items() if (place := getattr(node, field))}


def _lazy(place: str) -> Callable[[str], Any]:
    load = cache(lambda: load_function(place))
    return lambda text: load()(text)
