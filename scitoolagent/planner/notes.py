"""What a person should know of how a question was read and planned."""

from __future__ import annotations

from collections import Counter

from scitoolagent.language.stem import singular
from scitoolagent.language.words import phrases_of
from scitoolagent.planner.circumstances import circumstances
from scitoolagent.planner.rows import columns_of_sets, read_from_files
from scitoolagent.planner.writing import PlanDraft
from scitoolagent.reading.row_nouns import noun_of
from scitoolagent.reading.tokens import read_tokens
from scitoolagent.records import Query, Reference, Request, Step
from scitoolagent.toolkg.graph import ToolGraph


def notes_of(graph: ToolGraph, query: Query, draft: PlanDraft) -> tuple[str, ...]:
    """How words that can be read in several ways were read."""
    used = {str(reference) for step in draft.steps for reference in step.references()}
    # The columns of a file stand at one place, and are no readings of its name.
    files = {entity.start for entity in query.entities if entity.file}
    places = Counter(
        (entity.start, entity.end)
        for entity in query.entities
        if entity.end > entity.start and entity.start not in files
    )
    spelled = tuple(
        f"{query.text[reading.start : reading.end]} was read as {reading.read_as}"
        for reading in (query.request or Request()).readings
        if reading.read_as
    )
    spelled += tuple(
        f"{entity.text} was read as {entity.read_as}"
        for entity in query.entities
        if entity.read_as and f"$query.{entity.handle}" in used
    )
    spelled += columns_of_sets(query)
    made = {reference.step for goal in draft.goals if (reference := Reference.parse(goal.output))}
    translated = tuple(
        f"{step.tool} was put in (step {step.id}), since what is asked for is a property of its result"
        for step in draft.steps
        if step.id not in made and _changes_kind(graph, step)
    )
    return (
        spelled
        + translated
        + read_from_files(graph, query)
        + rows_of_few(query)
        + tuple(
            f"{entity.text} was read as {graph.types[entity.type].label}"
            for entity in query.entities
            if places[entity.start, entity.end] > 1 and f"$query.{entity.handle}" in used
        )
        + tuple(
            f"{query.text[start:end].strip(' (),')}: the values asked for do not depend on it"
            for start, end in circumstances(query, draft)
        )
        + tuple(dict.fromkeys(draft.notes))
    )


def rows_of_few(query: Query) -> tuple[str, ...]:
    """That a file has several rows of one thing, where what is asked goes over its rows: three visits of a patient."""
    asks = (query.request or Request()).asks
    by = {name for ask in asks for one in ask.what for name in [one.column]}
    told = str([(ask.columns, ask.then, [one.tool for one in ask.what]) for ask in asks])
    words = {singular(token.text) for token in read_tokens(query)}
    return tuple(
        f"{table.repeated} stands in several rows: {table.rows} rows are of {table.different} different ones, and"
        " figures are of rows"
        for table in query.tables
        if (noun := noun_of(table.repeated))
        # Of subjects, "women" are some, too.
        and (noun in words or noun in phrases_of("implied_classes")["subject"])
        and table.repeated not in by
        and repr(table.repeated) not in told
    )


def _changes_kind(graph: ToolGraph, step: Step) -> bool:
    """Whether a step makes a sequence of another kind."""
    tool = graph.tools[step.tool]
    kinds = [port.type for port in (*tool.required, *tool.outputs) if graph.is_a(port.type, "Sequence")]
    return tool.operation == "Conversion" and len(set(kinds)) > 1
