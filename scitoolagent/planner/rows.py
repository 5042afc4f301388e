"""Write what is asked of the rows of a table: its columns, and the tools that sort, choose, count and average rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scitoolagent.planner.writing import PlanDraft, Source
from scitoolagent.reading.row_nouns import why_no_amount
from scitoolagent.records import Ask, Column, Goal, Operation, Quantity, Query, Reference, Request, Step
from scitoolagent.tool import unit_sign
from scitoolagent.tool.units import convertible, is_pure, is_understood
from scitoolagent.toolkg.chains import cheapest_chain
from scitoolagent.toolkg.columns import MAPPED, SAME_COLUMNS, mapped_over
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

# How a refusal begins where a name was looked for among those of the rows.
NO_ROW = "no row of"


def column_sources(
    graph: ToolGraph, name: str, ask: Ask, inner: Sequence[Source], query: Query, draft: PlanDraft
) -> list[Source] | str:
    """The values of a column of a file as they stand there, or of the rows that another ask left."""
    given = [Reference.parse(source.reference) for source in inner if source.rows]
    lengths = {table.file: len(table.columns) for table in query.tables}
    files = {
        one.handle: lengths[one.file or one.handle] for one in query.entities if (one.file or one.handle) in lengths
    }
    for source, one in zip((source for source in inner if source.rows), given, strict=True):
        read = max((files[handle] for handle in source.about if handle in files), default=None)
        is_sequence = source.type in graph.types and graph.is_a(source.type, "Sequence")
        if is_sequence and one is not None and one.column is not None and read is not None and one.column >= read:
            # A structure that was made of a name is the same thing; a protein that was made of a gene is not.
            what = graph.types[source.type].label
            return f"the column {name} of the file says nothing of the {what} that was made of its rows"
    tables = {str(one.whole): source.about for one, source in zip(given, inner, strict=False) if one}
    if not inner and not set(ask.of) <= {entity.handle for entity in query.entities}:
        return "the rows that it is asked of are not known"
    if not inner:
        # Several files may have a column of that name: the ask says which it is asked of.
        owners = {entity.handle: entity.file or entity.handle for entity in query.entities}
        asked = {owners[handle] for handle in ask.of if handle in owners}
        having = [
            table.file
            for table in query.tables
            if (not asked or table.file in asked) and any(column.name == name for column in table.columns)
        ]
        tables = {f"${draft.opened(file)}.{MAPPED.name}": (file,) for file in having}
    found: list[Source] = []
    for table, about in tables.items():
        reference = Reference.parse(table)
        columns = draft.columns.get(reference.step or 0, ()) if reference else ()
        place = next((place for place, column in enumerate(columns) if column.name == name), None)
        if place is not None:
            found.append(Source(f"{table}.c{place}", columns[place].type, about, rows=True))
    return found or _without_column(query, ask, name)


def _without_column(query: Query, ask: Ask, name: str) -> str:
    """Why a column cannot be asked of what an ask is about: no row is called that, or no file has the column."""
    having = [table for table in query.tables if any(column.name == name for column in table.columns)]
    called = [one.text for one in query.entities if one.handle in ask.of and not one.file]
    if not having or not called:
        return f"no file here has a column {name}"
    return f"{NO_ROW} {query.entity(having[0].file).text} is called {' or '.join(dict.fromkeys(called))}"


def ambiguous(graph: ToolGraph, query: Query, ask: Ask, step: Step) -> str:
    """Why it cannot be told which column of a file a call takes: another one holds the same, and neither is named."""
    taken = {reference.column for reference in step.references() if reference.column is not None}
    for schema in query.tables:
        names = [column.name for column in schema.columns]
        own = [one for one in query.entities if one.file == schema.file and one.handle in ask.of]
        used = [one for one in own if str(one.value) in names and names.index(str(one.value)) in taken]
        for entity in used:
            alike = [str(one.value) for one in own if one.type == entity.type]
            if len(alike) > 1 and not {names.index(name) for name in alike} <= taken:
                what, file = graph.types[entity.type].label, query.entity(schema.file).text
                return f"{file} has {len(alike)} columns of {what}: {', '.join(alike)}; name the one that is meant"
    return ""


def same_headers(ask: Ask) -> str:
    """Why it cannot be told which column an ask means: several of one file have that header."""
    names = list(dict.fromkeys(candidate.column for candidate in ask.what if candidate.column))
    return f"{len(names)} columns have that header: {', '.join(names)}; name the one that is meant" if names[1:] else ""


def nearest_columns(graph: ToolGraph, wanted: str, sources: Sequence[Source], draft: PlanDraft) -> list[Source]:
    """The sources less the columns of a file that lead to a type in more steps than another column of the same rows.

    A name and a structure of one molecule are one thing: what the structure gives needs no guess at the name. Which
    column it is, and which not, is noted.
    """
    steps: dict[Source, int] = {}
    for source in sources:
        if source.rows and source.place >= 0 and source.type in graph.types:
            chain = cheapest_chain(graph, source.type, wanted)
            steps |= {source: len(chain)} if chain else {}
    least = {one.place: min(n for other, n in steps.items() if other.place == one.place) for one in steps}
    kept = [source for source in sources if source not in steps or steps[source] == least[source.place]]
    for left in (source for source in sources if source not in kept):
        names = (draft.column(one.reference).name for one in kept if one in steps and one.place == left.place)
        what = graph.types[wanted].label
        draft.notes.append(f"{what} is made of column {next(names)}, not of {draft.column(left.reference).name}")
    return kept


def columns_of_sets(query: Query) -> tuple[str, ...]:
    """What a word was read as that names several columns: "the descriptors"."""
    found: dict[tuple[int, int], list[str]] = {}
    asks = (query.request or Request()).asks
    # A choice of rows names no column, nor does the column that it looks at.
    chosen = [one for one in asks if one.columns or (one.then and not one.reported)]
    for ask in (one for one in asks if one not in chosen):
        found.setdefault((ask.start, ask.end), []).append(ask.text)
    # A form that names no columns goes by those that it means.
    formed = {(one.start, one.end): "goes by the columns" for one in chosen if one.columns}
    return tuple(
        f"{query.text[start:end]} {formed.get((start, end), 'was read as')} {', '.join(names)}"
        for (start, end), names in found.items()
        if len(set(names)) > 1
    )


def read_from_files(graph: ToolGraph, query: Query) -> tuple[str, ...]:
    """What was read from columns of files: a tool might have computed it, too."""
    columns = {column.name: column for table in query.tables for column in table.columns}
    asks = (query.request or Request()).asks
    asked = [candidate.column for ask in asks for candidate in ask.what if candidate.column]
    # A clause says what is asked for, and no column by its name.
    clauses = {query.entity(table.file).start for table in query.tables if table.asks}
    shortened = {
        ask.text: candidate.column
        for ask in asks
        if ask.start not in clauses
        for candidate in ask.what
        if candidate.column
        and not candidate.column.casefold().startswith(ask.text.casefold())
        and not ask.text.casefold().endswith(candidate.column.casefold())
    }
    told = tuple(f"{text!r} was read as the column {column}" for text, column in shortened.items())
    return told + tuple(
        f"{name} was read from the file; ask for the computed value to have it computed"
        for name in dict.fromkeys(asked)
        if name in columns and columns[name].kind != "text"
        if columns[name].type and not graph.is_setting(columns[name].type) and has_things(query)
    )


def has_things(query: Query) -> bool:
    """Whether the files of a question hold what tools compute things of: molecules, sequences, structures."""
    return any(one.file and one.type != SAME_COLUMNS for one in query.entities)


def file_problems(graph: ToolGraph, query: Query) -> tuple[list[str], list[str]]:
    """Of the files of a question that got no plan: why one cannot be read, and what those hold that can."""
    told, contents = list[str](), list[str]()
    for table in query.tables:
        name = query.entity(table.file).text
        if table.sheets[1:]:
            read = "" if table.problem else f"; {table.sheet or table.sheets[0]} was read"
            told.append(f"{name} has the sheets {', '.join(table.sheets[:_LISTED])}{read}")
        if table.problem:
            told.append(f"{name}: {table.problem}")
        elif not any(one.file == table.file and one.type != SAME_COLUMNS for one in query.entities) and table.columns:
            held = ", ".join(f"{column.name} ({_held(graph, column)})" for column in table.columns[:_LISTED])
            contents.append(f"{name} holds {held}")
    return told, contents


def _held(graph: ToolGraph, column: Column) -> str:
    """What a column holds; of numbers their header says more than the type that it was taken for."""
    return graph.types[column.type].label if column.type in graph.types and not column.is_number else column.kind


_LISTED = 8
# Places of columns that no words of the question stand for, behind all places of it.
_COMPUTED = 1_000_000


# What leaves out the rows of a molecule, and of what type that is.
_OTHERS, _MOLECULE = "rows_of_other_molecules", "Smiles"


def named_ones(ask: Ask, sources: list[Source]) -> list[Source]:
    """Of several values that a tool gives for a row those that the words name: of "CO2 uptake" not its error."""
    named = {one.type for one in ask.what if one.type and one.output}
    return [one for one in sources if one.type in named] or sources


def operate_rows(
    graph: ToolGraph, query: Query, ask: Ask, reached: list[Source], draft: PlanDraft
) -> list[Source] | str:
    """Write the operations of an ask on the rows that its values stand in, with the goals they give.

    Returns:
        The columns of the rows that are left, or the number that comes of them, or why it cannot be done.
    """
    for operation in ask.then:
        if any(candidate.tool == operation.tool for candidate in ask.what):
            continue  # the ask is that operation
        kept = named_ones(ask, [one for one in reached if one.rows and suits(graph, operation, one, draft)])
        if len(kept) != 1:
            tables = {reference.step for one in kept if (reference := Reference.parse(one.reference))}
            if len(tables) > 1:
                return "it is not clear whether the rows of several files are meant together; ask about one at a time"
            return "each row has several values, and one is needed" if kept else "its values cannot be reckoned with"
        done = RowOperation(graph, query, ask, draft).write(operation, kept[0])
        if isinstance(done, str):
            return done
        reached = done
    return reached


def suits(graph: ToolGraph, operation: Operation, source: Source, draft: PlanDraft) -> bool:
    """Whether an operation can work on a column: a number, or a verdict."""
    tool = graph.tools.get(operation.tool)
    kinds = {graph.types[port.type].generic for port in tool.inputs} if tool else set()
    kind = draft.column(source.reference).kind
    if "verdict" in kinds:
        return kind == "truth"
    return kind in ("integer", "number")


def place_of(table: str, like: Source) -> int:
    """The place that all columns of a table share: a call takes one of them."""
    reference = Reference.parse(table)
    return like.place if like.place >= 0 or reference is None else _COMPUTED + (reference.step or 0)


class RowOperation:
    """Writes one operation."""

    def __init__(self, graph: ToolGraph, query: Query, ask: Ask, draft: PlanDraft) -> None:
        self._graph, self._query, self._ask, self._draft = graph, query, ask, draft

    def write(self, operation: Operation, source: Source) -> list[Source] | str:
        """The sources that an operation on a column gives."""
        tool = self._graph.tools.get(operation.tool)
        if tool is None:
            return f"no tool here is called {operation.tool}"
        column, settings = self._draft.column(source.reference), operation.settings
        amount = operation.tool not in ("sort_by_value", "filter_by_value", "filter_by_range", "filter_by_verdict")
        if amount and (problem := why_no_amount(self._query, column.name)):
            return problem
        if operation.tool == "sort_by_value":
            return self._rows("sort_rows", source, {"column": column.name, "order": settings["order"]})
        if operation.tool == "top_by_value":
            given = {"column": column.name, "count": settings["count"], "extreme": settings["extreme"], "place": 1}
            return self._rows("top_rows", self._other(source, column), given)
        if operation.tool == "pick_extreme":
            return self._extreme(source, column, settings)
        if operation.tool in ("filter_by_value", "filter_by_range", "filter_by_verdict"):
            condition = self.condition(column, settings)
            if isinstance(condition, str):
                return condition
            counted = "count" in operation.outputs
            if counted and self._ask.unit:
                return f"a number of rows cannot be given in {self._ask.unit}"
            left = self._rows("filter_rows", source, {"condition": condition}, told=not counted)
            return self._counted(left[0]) if counted else left
        if any(port.name == "subjects" for port in tool.inputs) or operation.tool == "count_items":
            return f"{tool.name} cannot be done with the rows of a file"
        return self._reckoned(tool, source, operation)

    def _extreme(self, source: Source, column: Column, settings: dict[str, Any]) -> list[Source]:
        given = {"column": column.name, "count": 1, "extreme": str(settings["extreme"])}
        return self._rows("top_rows", self._other(source, column), {**given, "place": int(settings.get("place", 1))})

    def _other(self, source: Source, column: Column) -> Source:
        """The column of the rows less the molecule that its values compare them with, which is most like itself."""
        draft, filtering = self._draft, self._graph.tools.get(_OTHERS)
        if filtering is None:
            return source
        for step in draft.steps:
            tool = self._graph.tools[step.tool]
            own = draft.columns.get(step.id, ())[-len(tool.outputs) :] if mapped_over(tool, step) else ()
            if tool.operation != "Comparison" or column not in own:
                continue
            things = [port.name for port in tool.required if port.type == _MOLECULE]
            given = [str(step.arguments[name]) for name in things]
            rows = [one for one in given if (reference := Reference.parse(one)) and reference.column is not None]
            others = [one for one in given if one not in rows]
            if len(rows) == len(others) == 1:
                settings = {"column": draft.column(rows[0]).name, "smiles": others[0]}
                left = draft.call(_OTHERS, {"table": draft.table(source.reference), **settings})
                place = draft.columns[left].index(column)
                return replace(source, reference=f"${left}.{filtering.outputs[0].name}.c{place}")
        return source

    def _rows(self, tool: str, source: Source, settings: dict[str, Any], told: bool = True) -> list[Source]:
        """Call a tool that gives some of the rows; the columns of those that can be asked about."""
        table = self._draft.table(source.reference)
        step = self._draft.call(tool, {"table": table, **settings})
        node = self._graph.tools[tool]
        output = f"${step}.{node.outputs[0].name}"
        if told:
            said: dict[str, Any] = {"text": self._ask.text, "unit": self._ask.unit, "rounding": self._ask.rounding}
            self._draft.goals.append(Goal(type=node.outputs[0].type, output=output, about=source.about, **said))
        return [
            Source(f"{output}.c{number}", column.type, source.about, place=place_of(output, source), rows=True)
            for number, column in enumerate(self._draft.columns[step])
            if (column.type and column.kind == "text") or f".c{number}" == source.reference[-len(f".c{number}") :]
        ]

    def _counted(self, source: Source) -> list[Source]:
        table = self._draft.table(source.reference)
        return count_of(self._graph, self._ask, table, source.about, self._draft)

    def condition(self, column: Column, settings: dict[str, Any]) -> dict[str, Any] | str:
        """What must hold of a row, in the form that tools of tables take."""
        if "wanted" in settings:
            return {"is": "compare", "column": column.name, "sign": "=", "value": settings["wanted"]}
        if "lower" not in settings:
            return self._limit(column, settings["relation"], settings["threshold"])
        ends = [self._limit(column, sign, settings[end]) for sign, end in ((">=", "lower"), ("<=", "upper"))]
        return next((one for one in ends if isinstance(one, str)), {"is": "all", "of": ends})

    def _limit(self, column: Column, sign: str, threshold: Any) -> dict[str, Any] | str:
        """One comparison of a column with a number or a quantity of the question."""
        compared = {"is": "compare", "column": column.name, "sign": sign}
        reference = Reference.parse(threshold)
        quantity = self._query.quantity(reference.name) if reference is not None else None
        if quantity is None:
            if is_pure(column.unit or "1"):
                return {**compared, "value": threshold}
            # "IC50 below 100": the header of a file says of what; that of a computed value is not known to who asks.
            said = any(one.name == column.name for table in self._query.tables for one in table.columns)
            if not said and not is_understood(column.unit, threshold):
                return f"{threshold:g} has no unit; {column.name} is in {unit_sign(column.unit)}"
            read = f"{threshold:g} {unit_sign(column.unit)}"
            self._draft.notes.append(f"{threshold:g} was read as {read}, the unit of {column.name}")
            return {**compared, "value": threshold}
        if quantity.problem:
            return f"{quantity.shown}: {quantity.problem}"
        if column.unit is None:
            return f"the header of column {column.name} says no unit, so {quantity.shown} means nothing there"
        if not convertible(quantity.unit, column.unit):
            return f"{quantity.shown}: {column.name} is in {unit_sign(column.unit) or 'no unit'}"
        self._draft.used.add(Quantity.handle_of(quantity.handle))
        return {**compared, "value": quantity.value, "unit": quantity.unit}

    def _reckoned(self, tool: ToolNode, source: Source, operation: Operation) -> list[Source] | str:
        """Call a tool that makes one value of a whole column."""
        lists = [port for port in tool.required if port.many]
        if len(lists) != 1:
            return f"{tool.name} cannot be done with the rows of a file"
        step = self._draft.call(tool.name, {lists[0].name: source.reference, **operation.settings})
        found: list[Source] = []
        for output in tool.outputs:
            if self._graph.is_note(output.type) or (operation.outputs and output.name not in operation.outputs):
                continue
            generic = self._graph.types[output.type].generic
            kind = (source.type or output.type) if generic in ("number", "ratio", "difference") else output.type
            reference = f"${step}.{output.name}"
            self._draft.goals.append(
                Goal(
                    text=self._ask.text,
                    type=kind,
                    output=reference,
                    about=source.about,
                    unit=self._ask.unit,
                    rounding=self._ask.rounding,
                )
            )
            found.append(Source(reference, kind, source.about))
        return found


def count_of(graph: ToolGraph, ask: Ask, table: str, about: tuple[str, ...], draft: PlanDraft) -> list[Source]:
    """The number of rows of a table."""
    (output,) = graph.tools["count_rows"].outputs
    step = draft.call("count_rows", {"table": table})
    reference = f"${step}.{output.name}"
    draft.goals.append(Goal(text=ask.text, type=output.type, output=reference, about=about))
    return [Source(reference, output.type, about)]
