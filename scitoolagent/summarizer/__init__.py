"""Make the answer of a run from its results only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scitoolagent.records import Answer, Plan, Query, StepResult
from scitoolagent.summarizer.conclusion import holds_all
from scitoolagent.summarizer.grids import Grid, GridColumn, grids, ways
from scitoolagent.summarizer.hazards import hazard_words
from scitoolagent.summarizer.plain import plain_answer, refusal, with_hazards
from scitoolagent.summarizer.tables import Load
from scitoolagent.summarizer.text import finding_lines, how_planned
from scitoolagent.summarizer.values import is_picture, show_answer, show_output, show_value
from scitoolagent.toolkg.graph import ToolGraph

if TYPE_CHECKING:
    from scitoolagent.llm import LanguageModel

__all__ = [
    "Grid",
    "GridColumn",
    "finding_lines",
    "grids",
    "hazard_words",
    "holds_all",
    "how_planned",
    "is_picture",
    "refusal",
    "show_answer",
    "show_output",
    "show_value",
    "summarize",
    "ways",
    "with_hazards",
]


def summarize(
    graph: ToolGraph,
    query: Query,
    plan: Plan,
    results: tuple[StepResult, ...],
    run: str = "",
    model: LanguageModel | None = None,
    load: Load | None = None,
) -> Answer:
    """The answer of a run: plain, or worded by a model where there are results; `load` opens a table of the run."""
    plain = plain_answer(graph, query, plan, results, run, load)
    if model is None or not plain.values or plain.status == "blocked":
        return plain
    from scitoolagent.summarizer.model import write_answer

    return write_answer(model, query, plan, plain)
