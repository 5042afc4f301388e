"""Plan a question: have it read, retrieve and rank tools, draft a typed chain, check it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from scitoolagent.config import Config
from scitoolagent.errors import NoPathError, PlanError
from scitoolagent.planner.check import check_plan, may_be_of
from scitoolagent.planner.compile import Compiler
from scitoolagent.planner.draft import Drafter
from scitoolagent.planner.finding import ToolFinder
from scitoolagent.planner.language import refuse_unread_language, with_language
from scitoolagent.planner.ranking import Ranker
from scitoolagent.planner.rows import NO_ROW
from scitoolagent.planner.slips import slips_of
from scitoolagent.reading.checked import checked
from scitoolagent.reading.files import Look
from scitoolagent.reading.reader import RuleReader
from scitoolagent.reading.row_frames import conditions_said
from scitoolagent.reading.words import label_words
from scitoolagent.records import Candidate, Plan, Query, Question, Request
from scitoolagent.toolkg.graph import ToolGraph
from scitoolagent.toolkg.imported import would_need

if TYPE_CHECKING:
    from scitoolagent.chart import ChartReader
    from scitoolagent.llm import LanguageModel

__all__ = ["Drafter", "Planner", "check_plan", "make_finder", "make_ranker", "may_be_of"]


_NO_PLAN = "no safe plan: "
# How many readings of the chart are planned, the likeliest first.
_TRIED = 4


class Planner:
    """Turns a question into a checked plan.

    Args:
        graph: the tool graph.
        config: the published k, d and n, the longest question, and whether rules read it.
        model: puts a question into English; a small one also names what the rules leave. Without one they read alone.
    """

    def __init__(self, graph: ToolGraph, config: Config, model: LanguageModel | None = None) -> None:
        self._graph = graph
        self._imported = config.imported_tools
        self._longest = config.max_question_characters
        self._reader = RuleReader(graph, config)
        ranker = cache(lambda: make_ranker(graph, config))
        self._drafter = Drafter(graph, ranker)
        # Whether the chart reads what the rules refuse; a benchmark leaves it out.
        self.charts = True
        # The last question that was tried, with its plan, which is not drafted twice.
        self._drafted: tuple[Query, Plan] | None = None
        self._model = None
        if model is not None:
            from scitoolagent.planner.small_model import SmallModel

            self._model = SmallModel(graph, self._reader, self._drafter, model, config)

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
        if query.tables:
            planned = next(filter(self.is_planned, self._reader.readings(query, look)), None)
            return planned or (self.charts and self._of_rows(query)) or query
        if not self.charts or self.is_planned(query):
            return query
        return self._of_things(query) or query

    @cached_property
    def _chart(self) -> ChartReader:
        from scitoolagent.chart import ChartReader

        def labels(text: str) -> tuple[Candidate, ...]:
            targets = self._reader.index.targets(label_words(text))
            return tuple(Candidate(type=one.type, tool=one.tool, output=one.output) for one in targets)

        return ChartReader(labels)

    def _of_rows(self, query: Query) -> Query | None:
        """A question about rows as the chart reads it, where that is whole, certain, and has a plan."""
        read = self._chart.read(query)
        if read is None or read.others:
            return None
        charted = query.model_copy(update={"request": Request(results=read.results, unit=read.unit), "reader": "chart"})
        return charted if self.is_planned(charted) else None

    def edited(self, query: Query, text: str) -> tuple[Query, bool] | None:
        """A follow-up to a question about the rows of a file, as an edit of what that asked; None where it is none.

        Args:
            query: the question before.
            text: the follow-up.
        Returns:
            The edited question, and whether the follow-up is a fragment that could not stand alone.
        """
        if not self.charts or len(query.tables) != 1 or query.tables[0].problem or query.tables[0].settings:
            return None
        before = query.request.results if query.request else ()
        if not before:
            read = self._chart.read(query)
            before = read.results if read is not None and not read.others else ()
        changed = self._chart.edit(query, before, checked(text, self._longest)) if before else None
        if changed is None or changed.others:
            return None
        unit = query.request.unit if query.request and query.request.results else ""
        request = Request(results=changed.results, unit=changed.unit or unit)
        # What is carried over stands nowhere in the new text.
        entities = tuple(one.model_copy(update={"start": 0, "end": 0}) for one in query.entities)
        found = query.model_copy(
            update={
                "text": text, "request": request, "reader": "chart", "entities": entities, "quantities": (),
                "readings": (), "notes": (), "original": None,
            }
        )  # fmt: skip
        return (found, changed.is_fragment) if self.is_planned(found) else None

    def _of_things(self, query: Query) -> Query | None:
        """A question about things that are named as the chart reads it, where that is whole and has a plan."""
        # Most questions are read without it.
        from scitoolagent.chart.reader import MARGIN

        found = self._chart.requests(query)[:_TRIED]
        planned: list[tuple[float, Query, Plan]] = []
        for score, request in found:
            charted = query.model_copy(update={"request": request, "reader": "chart"})
            if self.is_planned(charted):
                planned.append((score, charted, self.draft(charted)))
        if not planned:
            return None
        score, best, plan = planned[0]
        doubtful = any(score - near < MARGIN and other.steps != plan.steps for near, _, other in planned[1:])
        return None if doubtful else best

    def is_planned(self, query: Query) -> bool:
        """Whether there is a plan for all that a question asks."""
        try:
            plan = self._plan(query, explain=False)
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
        return self._model.understand(query, look) if self._model is not None else query

    def draft(self, query: Query) -> Plan:
        """A plan for what was read that type-checks.

        Raises:
            NoPathError: there is no safe plan, or the question is in a language that only a model reads.
        """
        return self._plan(query, explain=True)

    def _plan(self, query: Query, explain: bool) -> Plan:
        """As `draft`; a refusal that nobody reads is not explained by the chart."""
        if self._drafted and self._drafted[0] is query:
            return self._drafted[1]
        if query.request is None and not query.reader:
            query = self.read_again(query)
        if self._model is None:
            refuse_unread_language(query)
        try:
            compiled = query.request is not None and bool(query.request.results)
            drafted = Compiler(self._graph, query).plan() if compiled else self._drafter.draft(query)
            plan = with_language(query, drafted)
        except NoPathError as error:
            doubt, question = self._chart.doubt(query) if explain and self.charts else ("", None)
            slips = tuple(slips_of(self._graph, query))
            raise _explained(error, query, slips, doubt, question, self._imported) from error
        plan = plan.model_copy(
            update={
                "drafter": query.reader or plan.drafter,
                "usage": query.usage,
                "notes": (*plan.notes, *query.notes),
            }
        )
        self.check(query, plan)
        return plan

    def check(self, query: Query, plan: Plan) -> None:
        """Raise InvalidPlanError when the plan does not type-check."""
        check_plan(self._graph, query, plan)


def _explained(
    error: NoPathError,
    query: Query,
    slips: Sequence[str],
    doubt: str,
    question: Question | None,
    imported: Path | None,
) -> NoPathError:
    """The refusal of a question, with what the chart did not understand first, and what it asks back."""
    said, missing = "; ".join((*slips, str(error).removeprefix(_NO_PLAN))), (*slips, *error.missing)
    if NO_ROW in said:
        # The unknown word was looked for among the names of rows, where it stands in the place of one.
        doubt, question = "", None
    if question is not None:
        meant = " or ".join(f'"{choice.label}"' for choice in question.choices)
        said, missing = f"{doubt}; {said}; this can be asked: {meant}", (doubt, *missing)
    elif doubt:
        said = f"{doubt}; {said}"
    if needed := would_need(query.text, imported):
        # Where nothing is missing by name, the whole message stands in the answer.
        said, missing = f"{said}; {needed}", (*missing, needed) if missing else ()
    why = "; ".join([_NO_PLAN + said, *query.notes])
    return NoPathError(why, missing, error.nearest, query.usage, error.read, question)


def make_finder(graph: ToolGraph, config: Config) -> ToolFinder:
    """What finds tools for some words; needs numpy and the word vectors."""
    return ToolFinder(graph, config, make_ranker(graph, config))


def make_ranker(graph: ToolGraph, config: Config) -> Ranker:
    """The retriever with the embedder that the settings name; needs numpy and the word vectors."""
    from scitoolagent.planner.embedding import load_embedder
    from scitoolagent.planner.retrieve import Retriever

    return Retriever(graph, config, load_embedder(config))
