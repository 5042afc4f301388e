"""Plan a question: have it read, retrieve and rank tools, draft a typed chain, check it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from scitoolagent.config import Config
from scitoolagent.planner.check import check_plan
from scitoolagent.planner.draft import Drafter, SymbolicDrafter
from scitoolagent.planner.history import Attempt
from scitoolagent.planner.language import refuse_unread_language, with_language
from scitoolagent.planner.ranking import Ranker
from scitoolagent.reading.reader import RuleReader
from scitoolagent.records import Plan, Query
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
        self._reader = RuleReader(graph, config)
        ranker = cache(lambda: make_ranker(graph, config))
        symbolic = SymbolicDrafter(graph, ranker)
        self._drafter: Drafter = symbolic
        if model is not None:
            from scitoolagent.planner.model import ModelDrafter

            self._drafter = ModelDrafter(graph, self._reader.index, ranker, symbolic, model, config)

    def recognise(self, question: str) -> Query:
        """The question with its values and what is asked of them.

        Raises:
            PlanError: the question is empty or too long.
        """
        return self._reader.read(question)

    def read_again(self, query: Query) -> Query:
        """A question whose values are known, such as those of an earlier question, with what it asks of them."""
        return query.model_copy(update={"request": self._reader.request(query)})

    def asks(self, query: Query) -> bool:
        """Whether the words of a question name anything that a tool gives."""
        return any(ask.what for ask in (query.request or self._reader.request(query)).asks)

    def draft(self, query: Query) -> Plan:
        """A plan that type-checks.

        Raises:
            NoPathError: there is no safe plan, or the question is in a language that only a model reads.
        """
        query = query if query.request is not None else self.read_again(query)
        if not self._fills:
            refuse_unread_language(query)
        plan = with_language(query, self._drafter.draft(query))
        self.check(query, plan)
        return plan

    def redraft(self, query: Query, attempts: Sequence[Attempt]) -> Plan:
        """Another plan that type-checks, after some that left goals unmet.

        Raises:
            NoPathError: there is none.
        """
        plan = with_language(query, self._drafter.redraft(query, attempts))
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
