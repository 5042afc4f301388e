"""Write the calls of tools that take whole tables: with the columns, and the conditions, that the question names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scitoolagent.language.words import word_list
from scitoolagent.planner.rows import RowOperation, place_of, suits
from scitoolagent.planner.writing import PlanDraft, Source
from scitoolagent.reading.row_nouns import why_no_amount
from scitoolagent.records import Ask, Goal, Quantity, Query, Reference, Request
from scitoolagent.tool.units import convert, convertible, unit_code
from scitoolagent.toolkg.columns import SAME_COLUMNS
from scitoolagent.toolkg.generics import can_be_in
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode


def on_table(
    graph: ToolGraph,
    tool: ToolNode,
    ask: Ask,
    sources: Sequence[Source],
    asked: Mapping[str, Sequence[Source]],
    query: Query,
    draft: PlanDraft,
) -> list[Source] | str:
    """Call a tool that takes a whole table, with the columns that it is asked of; of no column where it takes none.

    Returns:
        What it gives, or why it cannot be called.
    """
    rows = [source for source in sources if source.rows]
    if ask.columns and len(ask.then) > max(1, len(ask.columns.get("condition", ()))):
        return f"what {tool.name} gives is not sorted, chosen from or reckoned with here; ask about that apart"
    if not rows:
        return f"{tool.name} needs a file of rows, which the question does not give"
    given = [source for sources in asked.values() for source in sources if source.rows] if ask.columns else rows
    tables = list(dict.fromkeys(draft.table(source.reference) for source in given))
    inputs = [port for port in tool.required if graph.role(port.type) == "table"]
    if len(tables) == len(inputs) == _PAIR:
        return _on_two_tables(graph, tool, ask, given, draft)
    if len(tables) != len(inputs) or len(inputs) != 1:
        return f"{tool.name} takes {len(inputs)} table, and {len(tables)} are given; ask about one at a time"
    own = next((operation.settings for operation in ask.then if operation.tool == tool.name), {})
    arguments: dict[str, Any] = {inputs[0].name: tables[0], **own}
    draft.used |= _quantities_in(own, ask, query)
    if problem := _with_condition(graph, tool, ask, asked, query, arguments, draft):
        return f"{tool.name}: {problem}"
    if apart := _contradiction(arguments.get("condition"), tables[0], draft):
        return apart
    columns = _named_columns(graph, tool, ask, asked, arguments, tables[0], draft)
    if isinstance(columns, str):
        return f"{tool.name}: {columns}"
    arguments |= columns
    if arguments.get("measures") and (problem := why_no_amount(query, arguments.get("column", ""))):
        return problem
    names = [port for port in tool.required if graph.is_a(port.type, "ColumnName") and port.name not in arguments]
    listed = _columns_for(graph, names, rows, draft)
    if isinstance(listed, str):
        return f"{tool.name}: {listed}"
    arguments |= {port.name: [column] if port.many else column for port, column in zip(names, listed, strict=True)}
    if left := [port.name for port in tool.required if port.name not in arguments]:
        return f"{tool.name} needs {left[0]}, which the question does not give"
    return _called(graph, tool, _as_wanted(ask, query), arguments, given, draft)


def _quantities_in(own: Mapping[str, Any], ask: Ask, query: Query) -> set[str]:
    """The handles of the quantities of a question that the settings of a call hold."""
    used = {Quantity.handle_of(one.name) for value in own.values() if (one := _quantity(value)) is not None}
    if "condition" in own:
        # What the words of a condition say is in it.
        held = _limits_in(own["condition"])
        within = (one for one in query.quantities if ask.start <= one.start < ask.end or (one.value, one.unit) in held)
        used |= {one.handle for one in within}
    ranges = [one for one in query.quantities if one.upper is not None]
    if {"lower", "upper"} <= own.keys() and len(ranges) == 1:
        # Read in the unit of the column that they are ends of.
        used |= {ranges[0].handle}
    return used


def _limits_in(condition: Any) -> set[tuple[float, str]]:
    """The numbers with units that a condition holds."""
    if not isinstance(condition, Mapping):
        return set()
    inner = condition.get("of", ())
    found = [_limits_in(one) for one in ([inner] if isinstance(inner, Mapping) else inner)]
    values = [condition["value"]] if "value" in condition else condition.get("values", ())
    own = {(value, condition["unit"]) for value in values} if condition.get("unit") else set()
    return own.union(*found)


def _quantity(value: Any) -> Reference | None:
    """The reference to a quantity of the question that a setting is."""
    reference = Reference.parse(value)
    return reference if reference is not None and reference.is_quantity else None


def _as_wanted(ask: Ask, query: Query) -> Ask:
    """An ask with the unit and the digits that the question wants the values of its columns in."""
    handles = {handle for handles in ask.columns.values() for handle in handles}
    columns = [one for one in (query.request or Request()).asks if one.handle in handles]
    units = dict.fromkeys(one.unit for one in (ask, *columns) if one.unit)
    rounding = next((one.rounding for one in (ask, *columns) if one.rounding), None)
    return ask.model_copy(update={"unit": " and ".join(units), "rounding": rounding})


def _not_given_in(
    graph: ToolGraph, tool: ToolNode, ask: Ask, arguments: Mapping[str, Any], rows: Sequence[Source], draft: PlanDraft
) -> str:
    """Why what a call gives cannot be told in the unit that is wanted; empty where it can be, or none is wanted."""
    if not ask.unit:
        return ""
    own = [graph.types[one.type].unit for one in tool.outputs if can_be_in(graph, one, ask.unit)]
    measures = set(arguments.get("measures") or ())
    if measures:
        own += [column.unit for one in rows if not (column := draft.column(one.reference)).is_count]
    fitting = [unit for unit in own if unit and convertible(unit, ask.unit)]
    # 0 K is -273 °C, but a spread of 0 K is one of 0 °C: only points of a scale may be told in another such unit.
    shifted = any(convert(0.0, unit, unit_code(ask.unit)) for unit in fitting)
    if not fitting or (shifted and not measures <= word_list("tables", "on_scale")):
        return f"{tool.name}: what it gives cannot be told in {ask.unit}"
    return ""


def _contradiction(condition: Any, table: str, draft: PlanDraft) -> str:
    """Why no row can meet a condition that comes behind others: "in group A, and in group B" are two questions."""
    wanted = _equal(condition)
    reference = Reference.parse(table)
    while reference is not None and reference.step is not None:
        arguments = draft.steps[reference.step - 1].arguments
        for column, values in _equal(arguments.get("condition")).items():
            if column in wanted and not values & wanted[column]:
                one, other = (", ".join(map(str, sorted(found, key=str))) for found in (values, wanted[column]))
                return f"no row has both {one} and {other} as {column}; ask about each apart"
        reference = Reference.parse(arguments.get("table"))
    return ""


def _equal(condition: Any) -> dict[str, set[Any]]:
    """By column, the values that a condition leaves."""
    if not isinstance(condition, dict):
        return {}
    if condition.get("is") == "compare" and condition.get("sign") == "=":
        return {condition["column"]: {condition["value"]}}
    if condition.get("is") == "one of":
        return {condition["column"]: set(condition["values"])}
    parts = [_equal(one) for one in condition.get("of", ())] if condition.get("is") == "all" else []
    return {column: values for part in parts for column, values in part.items()}


def _called(
    graph: ToolGraph, tool: ToolNode, ask: Ask, arguments: Mapping[str, Any], rows: Sequence[Source], draft: PlanDraft
) -> list[Source] | str:
    """Write a call, with its outputs as goals; why it cannot be told as it is wanted."""
    if problem := _not_given_in(graph, tool, ask, arguments, rows, draft):
        return problem
    step = draft.call(tool.name, arguments)
    about = tuple(dict.fromkeys(handle for source in rows for handle in source.about))[:1]
    found: list[Source] = []
    for output in tool.outputs:
        if graph.is_note(output.type):
            continue
        reference = f"${step}.{output.name}"
        draft.goals.append(
            Goal(text=ask.text, type=output.type, output=reference, about=about, unit=ask.unit, rounding=ask.rounding)
        )
        if graph.role(output.type) == "table":
            found += _subjects(reference, rows[0], draft)
            # Groups may be drawn; of no other table is anything known here that could be asked for.
            found += [Source(reference, output.type, about)] if tool.name == _GROUPING else []
        else:
            found.append(Source(reference, output.type, about))
    return found


_PAIR = 2


def _on_two_tables(
    graph: ToolGraph, tool: ToolNode, ask: Ask, rows: Sequence[Source], draft: PlanDraft
) -> list[Source] | str:
    """Call a tool that takes two tables, in the order of the question, with the column that says what each is of."""
    tables = list(dict.fromkeys(draft.table(source.reference) for source in rows))
    inputs = [port.name for port in tool.required if graph.role(port.type) == "table"]
    names = [port.name for port in tool.required if graph.is_a(port.type, "ColumnName")]
    own = next((operation.settings for operation in ask.then if operation.tool == tool.name), {})
    arguments: dict[str, Any] = {**dict(zip(inputs, tables, strict=True)), **own}
    kinds: set[str] = set()
    shared = [] if set(names) <= own.keys() else _shared(rows, tables, draft)
    if isinstance(shared, str):
        return f"{tool.name}: {shared}"
    if shared:
        arguments |= dict(zip(names, shared[0], strict=True))
        said = " and ".join(dict.fromkeys(shared[0]))
        draft.notes.append(f"rows of the two files are matched by the column {said}, which both have")
    for name, table in zip(names, tables, strict=False):
        if name in arguments:
            continue
        inside = [source for source in rows if draft.table(source.reference) == table]
        main = list(dict.fromkeys(source.reference for source in _main(inside, draft)))
        if len(main) != 1:
            return f"{tool.name}: each file needs one column that says what its rows are"
        arguments[name] = draft.column(main[0]).name
        kinds.add(draft.column(main[0]).type)
    if len(kinds) > 1:
        return f"{tool.name}: one file holds {' and the other '.join(sorted(kinds))}; they cannot be compared"
    step = draft.call(tool.name, arguments)
    output = tool.outputs[0]
    reference = f"${step}.{output.name}"
    about = rows[0].about[:1]
    draft.goals.append(Goal(text=ask.text, type=output.type, output=reference, about=about))
    if graph.role(output.type) != "table":
        return [Source(reference, output.type, about)]
    return _subjects(reference, rows[0], draft)


def _shared(rows: Sequence[Source], tables: Sequence[str], draft: PlanDraft) -> list[tuple[str, str]] | str:
    """The columns by which rows of two tables belong together, where their main columns say nothing of one kind.

    Returns:
        The one header that both have, as each writes it, none where the main columns do, or why it cannot be told.
    """
    inside = [[row for row in rows if draft.table(row.reference) == table] for table in tables]
    mains = [{draft.column(one.reference).type for one in _main(own, draft)} for own in inside]
    if all(len(one) == 1 for one in mains) and mains[0] == mains[1] and "" not in mains[0]:
        return []
    references = [Reference.parse(table) for table in tables]
    held = [draft.columns.get(one.step or 0, ()) if one else () for one in references]
    there = [[one for one in columns if one.kind in ("text", "integer")] for columns in held]
    pairs = [(one.name, two.name) for one in there[0] for two in there[1] if one.kind == two.kind]
    # `code` and `Code` are one header, unless there is one that is written alike.
    keys = [pair for pair in pairs if pair[0] == pair[1]]
    keys = keys or [pair for pair in pairs if len({one.casefold().replace("_", " ") for one in pair}) == 1]
    if len(keys) == 1:
        return keys
    if not keys and all(mains) and "" not in mains[0] | mains[1]:
        return []  # what each holds is told below
    if not keys:
        return "the two files have no column in common by which their rows belong together"
    listed = ", ".join(one for one, _ in keys)
    return f"both files have the columns {listed}; say by which of them their rows belong together"


def _with_condition(
    graph: ToolGraph,
    tool: ToolNode,
    ask: Ask,
    asked: Mapping[str, Sequence[Source]],
    query: Query,
    arguments: dict[str, Any],
    draft: PlanDraft,
) -> str:
    """Put the condition that asks and operations say into the arguments of a call; why it cannot be."""
    port = next((one for one in tool.required if one.type == "RowCondition" and one.name in ask.columns), None)
    if port is None:
        return ""
    parts: list[Any] = []
    for handle, operation in zip(ask.columns[port.name], ask.then, strict=True):
        fitting = [one for one in asked[handle] if one.rows and suits(graph, operation, one, draft)]
        if len(fitting) != 1:
            return "each row has several values, and one is needed" if fitting else "its values cannot be compared"
        made = RowOperation(graph, query, ask, draft).condition(draft.column(fitting[0].reference), operation.settings)
        if isinstance(made, str):
            return made
        parts.append(made)
    arguments[port.name] = parts[0] if len(parts) == 1 else {"is": _joined(ask), "of": parts}
    return ""


def _joined(ask: Ask) -> str:
    """Whether all conditions of an ask have to hold, or any of them."""
    return next((one.settings["joined"] for one in ask.then if "joined" in one.settings), "all")


def _named_columns(
    graph: ToolGraph,
    tool: ToolNode,
    ask: Ask,
    asked: Mapping[str, Sequence[Source]],
    settings: Mapping[str, Any],
    table: str,
    draft: PlanDraft,
) -> dict[str, Any] | str:
    """The headers of the columns that the question names for each input, or why it names none."""
    found: dict[str, Any] = {}
    for port in (one for one in tool.inputs if graph.is_a(one.type, "ColumnName")):
        if settings.get(port.name) == _EVERY and port.many:
            reference = Reference.parse(table)
            columns = draft.columns.get(reference.step or 0, ()) if reference else ()
            found[port.name] = [one.name for one in columns if one.is_number]
        names: list[str] = []
        for handle in ask.columns.get(port.name, ()):
            of_rows = [source for source in asked[handle] if source.rows and not graph.is_note(source.type)]
            # The length of a fingerprint is how it was made, and not what is asked for.
            of_rows = [source for source in of_rows if not graph.is_setting(source.type)] or of_rows
            held = [draft.column(source.reference) for source in of_rows]
            values = [column.name for column in held if column.kind != "text"] or [column.name for column in held]
            if len(values) != 1:
                return "a column is one value of each row, and what is asked for gives several; name one of them"
            names.append(values[0])
        if names:
            found[port.name] = names if port.many else names[0]
    return found


_EVERY = "all"


def _columns_for(
    graph: ToolGraph, ports: Sequence[PortNode], rows: Sequence[Source], draft: PlanDraft
) -> list[str] | str:
    """The headers of the columns that a tool is asked of: those of other asks, or the one that the rows are about."""
    if not ports:
        return []
    asked = [source for source in rows if draft.column(source.reference).kind != "text"]
    own = asked if len(asked) >= len(ports) else _main(rows, draft)
    names = list(dict.fromkeys(draft.column(source.reference).name for source in own))
    if len(names) == len(ports):
        return names
    if not names:
        return "it is not said of which column"
    listed = ", ".join(names)
    return f"it takes {len(ports)} column{'s' * (len(ports) != 1)}, and there are {listed}; name those that are meant"


def on_groups(
    graph: ToolGraph, tool: ToolNode, ask: Ask, given: Sequence[Source], draft: PlanDraft
) -> list[Source] | str | None:
    """Call a tool for the measure of each group of a table, with what names the groups; None for all else.

    Nobody knows the columns of a table of groups before it is made but for what it was asked for.
    """
    reference = Reference.parse(given[0].reference) if len(given) == 1 and not ask.columns else None
    made = next((step for step in draft.steps if reference and step.id == reference.step), None)
    if made is None or made.tool != _GROUPING or not {"column", "name"} <= {port.name for port in tool.inputs}:
        return None
    by, measures = made.arguments["by"], made.arguments.get("measures")
    if len(by) > 1:
        return f"{tool.name}: its names are of one column, and there are {', '.join(by)}"
    column = f"{measures[0]} {made.arguments['column']}" if measures else _COUNTED
    arguments = {"table": given[0].reference, "column": column, "name": by[0]}
    return _called(graph, tool, ask, arguments, given, draft)


_GROUPING = "group_rows"
# The column that says how many rows each group has.
_COUNTED = "rows"


def _main(rows: Sequence[Source], draft: PlanDraft) -> list[Source]:
    """The columns that say what the rows are: structures or sequences, or else names."""
    texts = [source for source in rows if draft.column(source.reference).kind == "text"]
    structures = [source for source in texts if not source.type.endswith("Name")]
    # The solvents of runs are names, too, but not what a run is.
    classes = {name for table in draft.query.tables for name in table.values if name != table.named}
    return structures or [source for source in texts if draft.column(source.reference).name not in classes]


def _subjects(table: str, like: Source, draft: PlanDraft) -> list[Source]:
    """The columns of a table that tools may take; its rows as such where there is none."""
    reference = Reference.parse(table)
    columns = draft.columns.get(reference.step or 0, ()) if reference else ()
    place = place_of(table, like)
    found = [
        Source(f"{table}.c{number}", column.type, like.about, place=place, rows=True)
        for number, column in enumerate(columns)
        if column.type and column.kind == "text"
    ]
    # Rows of numbers are rows, too: without them what is asked of some would be asked of all.
    return found or [Source(f"{table}.c0", SAME_COLUMNS, like.about, place=place, rows=True) for _ in columns[:1]]
