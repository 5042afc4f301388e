"""The plain rendering of an answer: every value with its unit and the step that produced it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from scitoolagent.errors import BlockedError
from scitoolagent.gate import admitted
from scitoolagent.records import (
    Answer,
    AnswerTable,
    AnswerValue,
    Finding,
    Goal,
    Plan,
    Query,
    Reference,
    Status,
    StepResult,
    Value,
)
from scitoolagent.summarizer.conclusion import conclusion_of, holds_all
from scitoolagent.summarizer.defaults import defaults_told, left_out, withheld
from scitoolagent.summarizer.derived import made_from
from scitoolagent.summarizer.design import design_told
from scitoolagent.summarizer.operations import Call, Run, in_unit
from scitoolagent.summarizer.row_text import Told
from scitoolagent.summarizer.tables import Load, Rows
from scitoolagent.summarizer.text import answer_text
from scitoolagent.summarizer.values import show_answer, show_value
from scitoolagent.tool.units import UnitError, unit_code
from scitoolagent.toolkg.generics import is_difference
from scitoolagent.toolkg.graph import ToolGraph

_SUBJECT = 60
_BASIS = 8
_SETTING = re.compile(r"\{(\w+)\}")


def plain_answer(
    graph: ToolGraph, query: Query, plan: Plan, results: tuple[StepResult, ...], run: str, load: Load | None = None
) -> Answer:
    """Answer from results only; a goal whose step has no result is reported as unmet, with the reason."""
    by_step = {result.step: result for result in results}
    carried_out = Run(graph, query, plan, by_step)
    rows = Rows(graph, query, plan, by_step, load)
    found = _Found(graph, query, plan, carried_out, by_step, rows)
    told_rows = rows.tell([goal for goal in plan.goals if rows.takes(goal)])
    for goal in plan.goals:
        if not rows.takes(goal):
            found.add(goal)
    found.take(told_rows)
    # What was asked for and is unknown stands alone; where the planner knows the reason, it follows the words.
    unmet = [
        *dict.fromkeys([*found.unmet, *left_out(graph, query, plan, results), *withheld(graph, results)]),
        *(gap if ": " in gap else f"{gap}: no tool here gives it" for gap in plan.missing),
    ]
    told = [
        note
        for result in results
        for note in (*_conversions(graph, query, plan, result, carried_out), *_notes(graph, result, carried_out))
    ]
    told += [*found.notes, *defaults_told(graph, plan, results)]
    notes = tuple(dict.fromkeys([*plan.notes, *told]))
    design = design_told(graph, plan, by_step, rows.table)
    unmet += design.unmet
    findings = _distinct(finding for result in results for finding in result.findings if finding.verdict != "clear")
    blocked = any(result.status == "blocked" for result in results)
    lacks = unmet or plan.unread
    status: Status = "blocked" if blocked else "failed" if not found.values else "partial" if lacks else "complete"
    concluded = found.concluded(told_rows.tables) if status == "complete" else ""
    lines = [concluded, *found.lines] if concluded and not found.repeats(concluded) else found.lines
    return Answer(
        status=status,
        text=answer_text(found.plain, unmet, notes, findings, lines, plan.unread, query.readings, design.text),
        values=tuple(found.values),
        tables=tuple(told_rows.tables),
        unmet=tuple(unmet),
        unread=plan.unread,
        readings=query.readings,
        notes=notes,
        findings=findings,
        usage=plan.usage,
        drafter=plan.drafter,
        run=run,
        design=design.text,
        conclusion=concluded,
    )


class _Found:
    """The values of an answer, goal by goal; `lines` say what operations found, `plain` are all other values."""

    def __init__(
        self, graph: ToolGraph, query: Query, plan: Plan, run: Run, results: dict[int, StepResult], rows: Rows
    ) -> None:
        self._graph = graph
        self._rows = rows
        self._query = query
        self._plan = plan
        self._run = run
        self._results = results
        self._shown = frozenset(goal.output for goal in plan.goals)
        self._told: set[tuple[int, str]] = set()
        self.values: list[AnswerValue] = []
        self.plain: list[AnswerValue] = []
        self._picked: list[AnswerValue] = []
        self.lines: list[str] = []
        self.notes: list[str] = []
        self.unmet: list[str] = []

    def add(self, goal: Goal) -> None:
        """Take the result of a goal, or the reason why there is none."""
        reference = Reference.parse(goal.output)
        result = self._results.get(reference.step) if reference and reference.step is not None else None
        if reference is None or result is None or result.status != "ok":
            self.unmet.append(_reason(self._graph, self._query, goal, result, self._results))
            return
        call = self._run.call(result.step)
        value, label = result.outputs[reference.name], self._label(result, reference.name, call)
        if goal.unit:
            try:
                apart = call.is_difference(reference.name) if call else is_difference(self._graph, value.type)
                value = self._in_unit(goal, value, label, apart)
            except UnitError as error:
                self.unmet.append(f"{label}{_about(self._query, goal)}: {error}")
                return
        if call is not None and call.subjects_of(reference.name):
            value = Value(type=call.type(reference.name), value=call.said(reference.name))
        picked = ", ".join(map(_cut, self._run.picked(reference))) if call is None else ""
        made = AnswerValue(
            label=label,
            subject=picked
            or ", ".join(filter(None, (_subject(self._query, goal), *_apart(self._query, self._plan, goal)))),
            type=value.type,
            value=value.value,
            unit=self._given_unit(result) or value.unit,
            step=result.step,
            tool=result.tool,
            source=result.source,
            rounding=goal.rounding,
        )
        if made in self.values:
            return
        self.values.append(made)
        if call is None:
            self.plain.append(made)
        else:
            self._tell(call, reference.name, made)
            if isinstance(made.value, str) and call.partner(reference.name):
                self._picked.append(made)

    def concluded(self, tables: Sequence[AnswerTable]) -> str:
        """The sentence that holds the result; empty where none does."""
        picked = self._picked[0] if len(self._picked) == 1 else None
        return conclusion_of(self._graph, self.values, tables, self._results, picked)

    def repeats(self, concluded: str) -> bool:
        """Whether the lines of the text say all that a conclusion says."""
        return bool(self._picked) or holds_all(concluded, self.values)

    def take(self, told: Told) -> None:
        """Take what the rows of the run add."""
        self.values += told.values
        self.lines += told.lines
        self.notes += told.notes
        self.unmet += told.unmet

    def _label(self, result: StepResult, output: str, call: Call | None) -> str:
        label = call.label(output) if call else self._made_label(result, output)
        chosen = self._rows.chosen(result.step)
        return f"{label}, of {chosen}" if chosen else label

    def _made_label(self, result: StepResult, output: str) -> str:
        node = self._graph.types[result.outputs[output].type]
        # "{field} in the record": what was asked for is a setting of the call.
        named = set(_SETTING.findall(node.shown)) if node.shown else set()
        told = bool(named) and named <= result.arguments.keys()
        label = _SETTING.sub(lambda found: self._rows.said(result, found[1]), node.shown) if told else node.label
        made = made_from(self._graph, self._query, self._plan, self._results, result.step)
        return f"{label} of the {made}" if made else label

    def _given_unit(self, result: StepResult) -> str:
        """The unit that a call gives with its value, where that is for the question to say; empty for all others."""
        given = (str(value.value) for value in result.outputs.values() if self._graph.role(value.type) == "unit")
        for unit in given:
            with suppress(UnitError):  # a way of writing that has no code: as it was given
                return unit_code(unit)
            return unit
        return ""

    def _in_unit(self, goal: Goal, value: Value, label: str, difference: bool) -> Value:
        wanted = in_unit(value, goal.unit, difference)
        before, after = show_value(value.value, value.unit), show_value(wanted.value, wanted.unit)
        if before != after:
            self.notes.append(f"{label}{_about(self._query, goal)}: {before} = {after}")
        return wanted

    def _tell(self, call: Call, output: str, made: AnswerValue) -> None:
        """Say what an operation found; a value shown next to its subject needs no line of its own."""
        if (made.step, output) in self._told:
            return
        subjects = call.subjects_of(output) is not None
        shown = call.line(output, made.rounding) if subjects else show_answer(made)
        said = subjects or all(name in made.label for name in made.subject.split(", "))
        about = "" if said else f" ({made.subject})"
        self.lines.append(f"{_begun(made.label)}{about}: {shown} [step {made.step}]")
        if basis := call.basis(output, self._shown):
            rest = [f"… ({len(basis)} values)"] if len(basis) > _BASIS else []
            self.lines.append("- " + ", ".join([*basis[:_BASIS], *rest]))
        if partner := call.partner(output):
            self._told.add((made.step, partner))


def _begun(label: str) -> str:
    """A label at the start of a line; `logP` stays as it is."""
    first = label.split(" ", 1)[0].strip(",")
    return label[0].upper() + label[1:] if first.islower() else label


def _notes(graph: ToolGraph, result: StepResult, run: Run) -> list[str]:
    """Outputs whose type is a note, such as that the stereochemistry is undefined."""
    if call := run.call(result.step):
        return [f"{note} [step {result.step}]" for note in call.notes()]
    ports = {port.name: port for port in graph.tools[result.tool].inputs} if result.tool in graph.tools else {}
    # A table is a folder, which says nothing to a person.
    tables = {name for name, port in ports.items() if graph.role(port.type) == "table"}
    # Nor does where a file lies.
    files = {name for name, port in ports.items() if graph.role(port.type) == "file"}
    said = [
        one.rpartition("/")[2] if name in files else one
        for name, one in result.arguments.items()
        if isinstance(one, str) and name not in tables
    ]
    about = f"{', '.join(said)[:_SUBJECT]}: " if said else ""
    outputs = result.outputs.values() if result.status == "ok" else ()
    notes = [value for value in outputs if graph.role(value.type) == "note" and value.value != ""]
    return [f"{about}{_noted(graph, value)} [step {result.step}]" for value in notes]


def _noted(graph: ToolGraph, value: Value) -> str:
    """What a note says: a sentence as it is, a number or a list after what it is."""
    if isinstance(value.value, str):
        return value.value
    listed = isinstance(value.value, list | tuple)
    told = "; ".join(map(str, value.value)) or "none" if listed else show_value(value.value, value.unit)
    return f"{graph.types[value.type].label}: {told}"


def _conversions(graph: ToolGraph, query: Query, plan: Plan, result: StepResult, run: Run) -> list[str]:
    """What the quantities of the question became in the units of the tool."""
    if result.status != "ok" or result.tool not in graph.tools:
        return []
    types = {port.name: graph.types[port.type] for port in graph.tools[result.tool].inputs}
    call = run.call(result.step)
    told = []
    for name, value in plan.step(result.step).arguments.items():
        reference = Reference.parse(value)
        quantity = query.quantity(reference.name) if reference and reference.step is None else None
        if quantity is None or name not in types or name not in result.arguments:
            continue
        label, unit = (call.what(name), call.unit(name)) if call else (types[name].label, types[name].unit)
        shown = show_value(result.arguments[name], unit)
        if shown.replace(" ", "") != quantity.text.replace(" ", "") and unit_code(quantity.unit) != (unit or "1"):
            told.append(f"{label}: {quantity.text} = {shown} [step {result.step}]")
    return told


def _about(query: Query, goal: Goal) -> str:
    subject = _subject(query, goal)
    return f" of {subject}" if subject else ""


def _subject(query: Query, goal: Goal) -> str:
    return ", ".join(_cut(query.entity(handle).said) for handle in goal.about)


def _apart(query: Query, plan: Plan, goal: Goal) -> Iterator[str]:
    """What a call differs by from others of its tool: the `(200)` of several planes, the 10 nM of "3 nM and 10 nM"."""
    own = Reference.parse(goal.output)
    if own is None or own.step is None:
        return
    made = plan.step(own.step)
    calls = [plan.step(found.step) for one in plan.goals if (found := Reference.parse(one.output)) and found.step]
    others = [call for call in calls if call.tool == made.tool and call is not made]
    given = {f"$query.{one.handle}": one for one in query.entities if one.handle not in goal.about}
    differing = {
        name: value
        for name, value in made.arguments.items()
        if isinstance(value, str) and any(other.arguments.get(name) != value for other in others)
    }
    for value in differing.values():
        quantity = query.quantity(value.removeprefix("$query.")) if len(differing) == 1 else None
        if value in given:
            yield _cut(given[value].said)
        elif quantity is not None:
            yield quantity.shown


def _cut(text: str) -> str:
    return text if len(text) <= _SUBJECT else text[:_SUBJECT] + "…"


def _reason(
    graph: ToolGraph, query: Query, goal: Goal, result: StepResult | None, by_step: dict[int, StepResult]
) -> str:
    tool = graph.tools.get(result.tool) if result is not None else None
    # Of an operation the words of the question say more than the type of what it would have found.
    named = goal.type not in graph.types or (tool is not None and graph.is_generic(tool))
    named = named or bool(graph.types[goal.type].shown)
    name = goal.text if named else graph.types[goal.type].label
    cause = result
    # A skipped step only names the step it waited for; users need the original failure.
    while cause is not None and cause.status == "skipped" and cause.error and cause.error.message.startswith("step "):
        cause = by_step.get(int(cause.error.message.split()[1]))
    why = cause.error.message if cause is not None and cause.error else "its step did not run"
    return f"{name}{_about(query, goal)}: {why}"


def refusal(hazards: Sequence[Finding], run: str, readings: Sequence[str] = ()) -> Answer | None:
    """The refusal of a question about a blocked hazard; None when there is none in it.

    Args:
        hazards: what was found in the question.
        run: its run.
        readings: what a model read it as, which may have brought the hazard in.
    """
    try:
        admitted(hazards)
    except BlockedError as error:
        text = "\n".join(filter(None, (answer_text([], (), (), (), readings=readings), str(error))))
        unmet, findings = (str(error),), error.findings
        return Answer(status="blocked", text=text, unmet=unmet, findings=findings, run=run, readings=tuple(readings))
    return None


def with_hazards(answer: Answer, hazards: Sequence[Finding]) -> Answer:
    """The answer with those of the hazards in the question that the policy of the gate reports."""
    findings = _distinct([*answer.findings, *admitted(hazards)])
    lines = [f"Safety: {finding.subject}: {finding.reason}" for finding in findings[len(answer.findings) :]]
    return answer.model_copy(update={"findings": findings, "text": "\n".join([answer.text, *lines])})


def _distinct(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Each hazard of a subject once, although the gate reports it both before and after a call."""
    found = {(finding.verdict, finding.subject, finding.reason): finding for finding in reversed(list(findings))}
    return tuple(reversed(found.values()))
