"""The methods of a run as a paragraph for a paper: tools, versions, settings and references."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from scitoolagent.language.signs import printable_line
from scitoolagent.provenance.recorded import GivenValue, RecordedCall, RecordedRun
from scitoolagent.provenance.references import references_of
from scitoolagent.solver.steps import COLUMN, PROGRAM, SAVE, SQL, TABLE_OF
from scitoolagent.summarizer import show_value
from scitoolagent.toolkg.columns import reads_files
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

_MOST_SUBJECTS = 6
_SHOWN = 80
# Sources name functions in the signs of code.
_CODE = re.compile(r"`([^`]*)`")


def methods(recorded: RecordedRun, graph: ToolGraph, software: Iterable[str]) -> str:
    """The paragraph.

    Args:
        recorded: the run.
        graph: the tool graph.
        software: the packages of the run's environment that its tools import.
    """
    calls = recorded.exported(graph)
    sentences = [_begin(recorded, software), *_of_tools(graph, calls), *_of_program(recorded, calls)]
    if recorded.answer is not None and recorded.answer.design:
        sentences.append(f"Design: {recorded.answer.design.rstrip('.')}.")
    return " ".join(printable_line(sentence) for sentence in sentences)


def with_references(recorded: RecordedRun, graph: ToolGraph, software: Iterable[str]) -> str:
    """The paragraph and below it the references, as a text that can be pasted."""
    listed = [f"{one.cited}. https://doi.org/{one.doi}" for one in references_of(recorded)]
    numbered = [f"{number}. {text}" for number, text in enumerate(listed, 1)]
    below = ["", "References", "", *numbered] if numbered else []
    return "\n".join([methods(recorded, graph, software), *map(printable_line, below)]) + "\n"


def _begin(recorded: RecordedRun, software: Iterable[str]) -> str:
    named = [f"{name} {recorded.environment[name]}" for name in software if name in recorded.environment]
    began = recorded.began
    day = f"{began.day} {began:%B %Y}"
    using = f" ({', '.join(named)})" if named else ""
    return f"Values were computed with scitoolagent {recorded.version}{using} on {day}."


def _of_tools(graph: ToolGraph, calls: Sequence[RecordedCall]) -> Iterator[str]:
    """A sentence for each tool and its settings, in the order in which they were first called."""
    groups: dict[tuple[str, str, str], list[RecordedCall]] = {}
    for call in calls:
        if call.tool in (PROGRAM, COLUMN, TABLE_OF, SAVE):
            continue
        groups.setdefault((call.tool, call.result.source, _settings(graph, call)), []).append(call)
    for (tool, source, settings), group in groups.items():
        node = graph.tools.get(tool)
        yield _sentence(graph, node, tool, source, settings, group)


def _sentence(
    graph: ToolGraph, node: ToolNode | None, tool: str, source: str, settings: str, group: Sequence[RecordedCall]
) -> str:
    files = list(dict.fromkeys(name for call in group for name in _files(call)))
    plain = _CODE.sub(r"\1", source).strip(" .")
    about = f" ({plain})" if plain else ""
    if tool == SQL:
        return f"Rows were selected and combined in SQL{about}."
    what = _labels(graph, node)
    if node is not None and reads_files(graph, node):
        return f"{', '.join(files) or 'The file'} was read with {tool}{about}{settings}."
    rows = max((output.rows or 0 for call in group for output in call.result.outputs.values()), default=0)
    each = f" for each of {rows:,} rows" if rows and node is not None and not _takes_tables(node) else ""
    of_files = f" from {', '.join(files[:_MOST_SUBJECTS])}" if files else ""
    subjects = "" if files or each else _subjects(group, node)
    times = f" ({len(group)} calls)" if len(group) > 1 else ""
    obtained = f"{what[:1].upper()}{what[1:]} {_verb(node, what)} obtained{subjects}{each}{of_files}"
    return f"{obtained} with {tool}{about}{settings}{times}."


def _labels(graph: ToolGraph, node: ToolNode | None) -> str:
    """What a tool gives, by the names that people have for it; what it notes beside is left out."""
    if node is None:
        return "values"
    types = [graph.types[port.type] for port in node.outputs]
    labels = [one.label for one in types if one.role not in ("note", "setting")] or [one.label for one in types]
    shown = list(dict.fromkeys(labels))
    if len(shown) > _MOST_SUBJECTS:
        shown = [*shown[: _MOST_SUBJECTS - 1], f"{len(shown) - _MOST_SUBJECTS + 1} more values"]
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))


def _verb(node: ToolNode | None, what: str) -> str:
    has_many = node is not None and any(port.many for port in node.outputs)
    return "were" if has_many or " and " in what or ", " in what or what == "values" else "was"


def _takes_tables(node: ToolNode) -> bool:
    return any(port.many or port.type == "Table" for port in node.inputs)


def _subjects(group: Sequence[RecordedCall], node: ToolNode | None) -> str:
    """What the calls are about, as the question gives it: "for caffeine and thymol"."""
    required = {port.name for port in node.required} if node is not None else set()
    found = [
        argument.value
        for call in group
        for name, argument in call.arguments.items()
        if name in required and isinstance(argument, GivenValue) and isinstance(argument.value, str)
    ]
    shown = [text for text in dict.fromkeys(found) if 0 < len(text) <= _SHOWN][:_MOST_SUBJECTS]
    return f" for {' and '.join(filter(None, (', '.join(shown[:-1]), shown[-1])))}" if shown else ""


def _files(call: RecordedCall) -> Iterator[str]:
    for argument in call.arguments.values():
        for item in argument if isinstance(argument, tuple) else (argument,):
            if isinstance(item, GivenValue) and item.file:
                yield str(item.value)


def _settings(graph: ToolGraph, call: RecordedCall) -> str:
    """The settings of a call with their units, also those that are the tool's own defaults."""
    node = graph.tools.get(call.tool)
    if node is None:
        return ""
    ports = {port.name: port for port in node.inputs}
    told: dict[str, str] = {}
    for name, argument in call.arguments.items():
        port = ports.get(name)
        if port is None or port.required or not isinstance(argument, GivenValue) or argument.file:
            continue
        if argument.value in (None, "", []):
            continue
        kind = graph.types[port.type]
        told[kind.label] = show_value(argument.value, kind.unit)[:_SHOWN]
    return _listed(told)


def _listed(told: Mapping[str, str]) -> str:
    return f", {', '.join(f'{label}: {value}' for label, value in told.items())}" if told else ""


def _of_program(recorded: RecordedRun, calls: Sequence[RecordedCall]) -> Iterator[str]:
    program = next((call for call in calls if call.tool == PROGRAM), None)
    if program is None or recorded.program is None:
        return
    who = f"the language model {recorded.program.model}" if recorded.program.model else "a language model"
    yield (
        f"Results were combined by a program in Python that {who} wrote; it was type-checked against the tools and run "
        f"by pydantic-monty {program.result.version}."
    )
