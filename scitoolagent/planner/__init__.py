"""Plan a question: recognise entities, retrieve and rank tools, draft a typed chain, check it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from scitoolagent.config import Config
from scitoolagent.planner.check import check_plan
from scitoolagent.planner.draft import Drafter, SymbolicDrafter
from scitoolagent.planner.phrases import PhraseIndex
from scitoolagent.planner.ranking import Ranker
from scitoolagent.planner.recognise import Recogniser
from scitoolagent.planner.snapshot import load_phrases
from scitoolagent.records import Plan, Query
from scitoolagent.tool.registry import load_recognisers
from scitoolagent.toolkg.graph import ToolGraph

__all__ = ["Drafter", "Planner", "SymbolicDrafter", "check_plan", "make_ranker"]


class Planner:
    """Turns a question into a checked plan.

    Args:
        graph: the tool graph.
        config: the published k, d and n, and the longest question.
        drafter: writes the plan; the symbolic one when left out.
    """

    def __init__(self, graph: ToolGraph, config: Config, drafter: Drafter | None = None) -> None:
        self._graph = graph
        index = PhraseIndex(load_phrases(graph, config.cache_dir))
        self._recogniser = Recogniser(graph, index, _lazy_names(), config.max_question_characters)
        self._drafter = drafter or SymbolicDrafter(graph, index, cache(lambda: make_ranker(graph, config)))

    def recognise(self, question: str) -> Query:
        """The question with its entities.

        Raises:
            PlanError: the question is empty or too long.
        """
        return self._recogniser.query(question)

    def draft(self, query: Query) -> Plan:
        """A plan that type-checks.

        Raises:
            NoPathError: there is no safe plan.
        """
        plan = self._drafter.draft(query)
        self.check(query, plan)
        return plan

    def check(self, query: Query, plan: Plan) -> None:
        """Raise InvalidPlanError when the plan does not type-check."""
        check_plan(self._graph, query, plan)


def make_ranker(graph: ToolGraph, config: Config) -> Ranker:
    """The retriever with the embedder that the settings name; needs numpy and the word vectors."""
    from scitoolagent.planner.embedding import load_embedder
    from scitoolagent.planner.retrieve import Retriever

    return Retriever(graph, config, load_embedder(config))


def _lazy_names() -> Callable[[str], bool]:
    """Whether a text is the name of a molecule; the table of names is loaded when it is first asked for."""
    known: dict[str, Callable[[str], bool]] = {}

    def is_known(text: str) -> bool:
        if not known:
            known.update(load_recognisers())
        return "MoleculeName" in known and known["MoleculeName"](text)

    return is_known
