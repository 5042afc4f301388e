"""Plan a question: have it read, retrieve and rank tools, draft a typed chain, check it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from typing import TYPE_CHECKING

from scitoolagent.config import Config
from scitoolagent.errors import NoPathError, PlanError
from scitoolagent.planner.check import check_plan, may_be_of
from scitoolagent.planner.draft import Drafter
from scitoolagent.planner.finding import ToolFinder
from scitoolagent.planner.history import Attempt, known
from scitoolagent.planner.language import refuse_unread_language, with_language
from scitoolagent.planner.ranking import Ranker
from scitoolagent.reading.files import Look
from scitoolagent.reading.reader import RuleReader
from scitoolagent.reading.row_frames import conditions_said
from scitoolagent.records import Plan, Query
from scitoolagent.toolkg.graph import ToolGraph

if TYPE_CHECKING:
    from scitoolagent.llm import LanguageModel
    from scitoolagent.planner.rounds import Load

__all__ = ["Attempt", "Drafter", "Planner", "check_plan", "known", "make_finder", "make_ranker", "may_be_of"]


class Planner:
    """Turns a question into a checked plan.

    Args:
        graph: the tool graph.
        config: the published k, d and n, the longest question, and whether rules read it.
        model: reads what the rules leave; without one they read alone.
    """

    def __init__(self, graph: ToolGraph, config: Config, model: LanguageModel | None = None) -> None:
        self._graph = graph
        self._fills = model is not None
        self._reader = RuleReader(graph, config)
        ranker = cache(lambda: make_ranker(graph, config))
        self._drafter = Drafter(graph, ranker, open_settings=self._fills)
        # The last question that was tried, with its plan, which is not drafted twice.
        self._drafted: tuple[Query, Plan] | None = None
        self._further = None
        if model is not None:
            from scitoolagent.planner.further import FurtherReading

            self._further = FurtherReading(graph, self._reader, ranker, self._drafter, model, config)

    def recognise(self, question: str, look: Look | None = None, folders: Collection[str] = ()) -> Query:
        """The question with its values and what is asked of them, by rules.

        Args:
            question: its text.
            look: says what is in a file of rows.
            folders: names of folders of files that may be named without a slash.
        Raises:
            PlanError: the question is empty or too long.
        """
        query = self._reader.read(question, look, folders)
        return next(filter(self.is_planned, self._reader.readings(query, look)), query) if query.tables else query

    def is_planned(self, query: Query) -> bool:
        """Whether there is a plan for all that a question asks."""
        try:
            plan = self.draft(query)
        except PlanError:
            return False
        self._drafted = (query, plan)
        return not plan.missing and not plan.unread

    def conditions_said(self, query: Query) -> str:
        """The conditions that a question about the rows of a file sets, in plain words; empty where it says more."""
        return conditions_said(self._graph, query)

    def read_again(self, query: Query) -> Query:
        """A question whose values are known, such as those of an earlier question, with what it asks of them."""
        return query.model_copy(update={"request": self._reader.request(query)})

    def understand(self, query: Query, look: Look | None = None) -> Query:
        """The question with what a model reads of it where the rules leave something; as it is without a model.

        Args:
            query: the question as the rules read it.
            look: says what is in a file of rows, where a model puts a question into English.
        """
        return self._further.understand(query, look) if self._further is not None else query

    def draft(self, query: Query) -> Plan:
        """A plan for what was read that type-checks.

        Raises:
            NoPathError: there is no safe plan, or the question is in a language that only a model reads.
        """
        if self._drafted and self._drafted[0] is query:
            return self._drafted[1]
        if query.request is None and not query.reader:
            query = self.read_again(query)
        if not self._fills:
            refuse_unread_language(query)
        try:
            plan = with_language(query, self._drafter.draft(query))
        except NoPathError as error:
            why = "; ".join([str(error), *query.notes])
            raise NoPathError(why, error.missing, error.nearest, query.usage, error.read) from error
        plan = plan.model_copy(
            update={
                "drafter": query.reader or plan.drafter,
                "usage": query.usage,
                "notes": (*plan.notes, *query.notes),
            }
        )
        self.check(query, plan)
        return plan

    def redraft(self, query: Query, attempts: Sequence[Attempt]) -> tuple[Query, Plan]:
        """The question read otherwise, with a plan that type-checks, after plans that left goals unmet.

        Raises:
            NoPathError: there is none.
        """
        if self._further is None:
            raise NoPathError("no other plan: rules have one plan for a question", attempts[-1].unmet, ())
        again = self._further.again(query, attempts)
        return again, self.draft(again)

    def onward(self, query: Query, last: Attempt, tables: Load) -> tuple[Query, Plan]:
        """The question with what a model asks next of the results of a round, and a plan for all of it.

        Args:
            query: the question as it was read for that round.
            last: the plan of that round, with its results.
            tables: opens a table of the run.
        Raises:
            NoPathError: nothing more is asked, or nothing that can be answered.
        """
        if self._further is None:
            raise NoPathError("rules have one round: set up a model to go on", last.unmet, ())
        read = self._further.onward(query, last, tables)
        return read, self.draft(read)

    def check(self, query: Query, plan: Plan) -> None:
        """Raise InvalidPlanError when the plan does not type-check."""
        check_plan(self._graph, query, plan, self._fills)


def make_finder(graph: ToolGraph, config: Config) -> ToolFinder:
    """What finds tools for some words; needs numpy and the word vectors."""
    return ToolFinder(graph, config, make_ranker(graph, config))


def make_ranker(graph: ToolGraph, config: Config) -> Ranker:
    """The retriever with the embedder that the settings name; needs numpy and the word vectors."""
    from scitoolagent.planner.embedding import load_embedder
    from scitoolagent.planner.retrieve import Retriever

    return Retriever(graph, config, load_embedder(config))
