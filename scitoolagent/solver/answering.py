"""Make the answer of a program: typed values by key, the model's text with the values put in, and what it rests on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scitoolagent.language.signs import printable
from scitoolagent.records import Answer, AnswerValue, Finding, Question, Status, Step, StepResult, Usage, Value
from scitoolagent.solver.arithmetic import Amount, in_unit
from scitoolagent.solver.calls import Ledger
from scitoolagent.solver.law import Judged
from scitoolagent.solver.places import LABEL_UNIT, NOWHERE, PLACE, at_place
from scitoolagent.solver.steps import PROGRAM, SAVE, SOURCES, version_of
from scitoolagent.solver.turns import Written
from scitoolagent.solver.uses import WHOLE, Uses
from scitoolagent.summarizer.values import show_value
from scitoolagent.tool.units import UnitError
from scitoolagent.toolkg.graph import ToolGraph

# A percentage is a unit, which the value has or has not.
_FORMAT = re.compile(r"[+,]?(?:\.\d{1,2})?[fgeEd]?")
_MOST_VALUES = 300
_MOST_SHOWN = 40
_SUBJECT = 60


@dataclass(frozen=True, slots=True)
class Entry:
    """One value of the results: its key, the thing that it is of, what it is called, and the value."""

    key: str
    subject: str
    label: str
    value: Any


@dataclass(frozen=True, slots=True)
class Ran:
    """What a program gave and did.

    Attributes:
        code: the program.
        results: by key.
        uses: what each key rests on.
        ledger: its steps.
        model: who wrote it.
    """

    code: str
    results: Mapping[str, Any]
    uses: Mapping[str, Uses]
    ledger: Ledger
    model: str

    def steps_behind(self, key: str) -> list[int]:
        """The steps that a key of the results rests on, those of conversions before them included."""
        sites = self.uses.get(key, self.uses[WHOLE]).sites
        waiting = [step for site in sites for step in self.ledger.at.get(site, ())]
        found: set[int] = set()
        while waiting:
            number = waiting.pop()
            if number not in found:
                found.add(number)
                step = self.ledger.steps[number - 1]
                waiting += [one.step for one in step.references() if one.step is not None]
        return sorted(found)


def plain(value: Any) -> Any:
    """A value of the results as JSON; a quantity is its number."""
    if isinstance(value, Amount):
        return value.value
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


def entries(results: Mapping[str, Any], labels: Mapping[str, str]) -> Iterator[Entry]:
    """The values of the results one by one: of dicts by their keys, of rows by their first text."""
    for key, value in results.items():
        yield from _entries(key, "", labels.get(key) or key.replace("_", " "), value)


def _entries(key: str, subject: str, label: str, value: Any) -> Iterator[Entry]:
    if isinstance(value, dict):
        for name, item in value.items():
            # The outer key is the thing and the inner one what is told of it, or the one key is the thing.
            if isinstance(item, dict):
                yield from _entries(key, str(name), label, item)
            elif subject:
                yield from _entries(key, subject, str(name).replace("_", " "), item)
            else:
                yield from _entries(key, str(name), label, item)
    elif isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        firsts = [next((str(item) for item in row.values() if isinstance(item, str)), "") for row in value]
        often = Counter(firsts)
        for place, (row, first) in enumerate(zip(value, firsts, strict=True), start=1):
            rest = {column: item for column, item in row.items() if str(item) != first} or row
            # Rows of one thing would run into each other under its name alone.
            name = first if often[first] == 1 and first else ", ".join(filter(None, (first, f"row {place}")))
            yield from _entries(key, name, label, rest)
    elif value is not None:
        # A number without a unit keeps the unit of its label: nobody converted it.
        yield Entry(key, subject, label if _unit_of(value) is None else LABEL_UNIT.sub("", label), value)


def numbers_in(value: Any) -> Iterator[float]:
    """All numbers of a value of the results."""
    if isinstance(value, Amount):
        yield value.value
    elif isinstance(value, bool):
        return
    elif isinstance(value, int | float):
        yield float(value)
    elif isinstance(value, dict):
        for item in value.values():
            yield from numbers_in(item)
    elif isinstance(value, list):
        yield float(len(value))
        for item in value:
            yield from numbers_in(item)


def program_step(ran: Ran) -> tuple[Step, StepResult]:
    """The program itself as the last step of its run."""
    number = ran.ledger.next_id
    behind = ran.steps_behind(WHOLE)
    arguments: dict[str, Any] = {"code": ran.code, "steps": [f"step {one}" for one in behind]}
    outputs = {
        key: Value(type=value.type or "Computed", value=value.value, unit=value.unit or None)
        if isinstance(value, Amount)
        else Value(type="Computed", value=plain(value))
        for key, value in ran.results.items()
    }
    result = StepResult(
        step=number,
        tool=PROGRAM,
        version=version_of(PROGRAM),
        status="ok",
        arguments=arguments,
        outputs=outputs,
        source=SOURCES[PROGRAM],
        attempts=1,
    )
    return Step(id=number, tool=PROGRAM, arguments=arguments), result


def answer_of(
    graph: ToolGraph, ran: Ran, written: Written, judged: Judged, usage: Sequence[Usage], run: str, note: str = ""
) -> Answer:
    """The answer that a program and the words of a model make.

    Args:
        graph: the tool graph.
        ran: the program.
        written: the words, with places for values.
        judged: what is open, and what is assumed.
        usage: what the model took.
        run: the name of the run.
        note: why the answer is not complete, where somebody else than the law says so.
    """
    results = _in_wanted_units(ran.results, written.labels)
    found = list(entries(results, written.labels))[:_MOST_VALUES]
    values = [_answer_value(graph, ran, entry) for entry in found]
    names = [entry.label for entry in found]
    conclusion = printable(_filled(written.text, results))
    findings = _findings(ran.ledger)
    fault = "" if written.is_answerable else written.fault
    unmet = tuple(filter(None, (fault, *judged.open, note)))
    status: Status = "complete" if values and not unmet else "partial" if values else "failed"
    notes = (*_notes(graph, ran), *map(printable, judged.told))
    text = _text(written, conclusion, values, names, judged, notes, findings, note, _files(ran.ledger))
    return Answer(
        status=status,
        text=text,
        values=tuple(values),
        unmet=unmet,
        notes=(*_set_aside(written), *notes),
        findings=findings,
        usage=tuple(usage),
        drafter=ran.model,
        run=run,
        saved=next((one.arguments["file"] for one in ran.ledger.results.values() if one.tool == "save"), ""),
        conclusion="\n".join(filter(None, (printable(written.fault), conclusion))),
        design=printable(written.design),
        assumed=tuple(map(printable, judged.assumed)),
    )


def without_program(written: Written, usage: Sequence[Usage], model: str, run: str) -> Answer:
    """The answer of a model that found nothing to compute: what is wrong with the question."""
    text = printable("\n".join(dict.fromkeys(filter(None, (written.fault, PLACE.sub("", written.text))))))
    return Answer(
        status="failed", text=text, unmet=(written.fault or text,), usage=tuple(usage), drafter=model, run=run
    )


def asked_back(question: Question, usage: Sequence[Usage], model: str, run: str) -> Answer:
    """The answer that asks back."""
    lines = [f"{n}. {one.label}" + (f": {one.gives}" if one.gives else "") for n, one in enumerate(question.choices, 1)]
    text = printable("\n".join([question.text, *lines]))
    return Answer(
        status="partial",
        text=text,
        unmet=(question.text,),
        usage=tuple(usage),
        drafter=model,
        run=run,
        question=question,
    )


def _in_wanted_units(results: Mapping[str, Any], labels: Mapping[str, str]) -> dict[str, Any]:
    """The results, in the units that the labels set where they can be had in them."""
    found = dict(results)
    for key, label in labels.items():
        unit = LABEL_UNIT.search(label)
        if unit and key in found:
            found[key] = _converted(found[key], unit[1])
    return found


def _converted(value: Any, unit: str) -> Any:
    if isinstance(value, Amount):
        try:
            return in_unit(value, unit)
        except UnitError:
            return value
    if isinstance(value, dict):
        return {key: _converted(item, unit) for key, item in value.items()}
    return [_converted(item, unit) for item in value] if isinstance(value, list) else value


def _answer_value(graph: ToolGraph, ran: Ran, entry: Entry) -> AnswerValue:
    """A value with the step that made it: the one call whose output it is, or else the program."""
    behind, unit, number = ran.steps_behind(entry.key), _unit_of(entry.value), plain(entry.value)
    made = [
        (ran.ledger.results[step], output)
        for step in behind
        for output in ran.ledger.results[step].outputs.values()
        if not isinstance(number, bool) and output.value == number and (output.unit or "1") == (unit or "1")
    ]
    same_call = len({(result.tool, str(result.arguments)) for result, _ in made}) == 1
    if made and same_call:
        result, output = made[0]
        node = graph.types.get(output.type)
        # A value that a tool gave is called what the tool computes, whatever the model calls it.
        label = node.label if node is not None and not node.generic else entry.label
        kind, step, tool, source = output.type, result.step, result.tool, result.source
    else:
        tools = dict.fromkeys(ran.ledger.steps[step - 1].tool for step in behind)
        source = f"program over {', '.join(tools)}" if tools else SOURCES[PROGRAM]
        own = entry.value.type if isinstance(entry.value, Amount) else ""
        label, kind = entry.label, own if own in graph.types else "Computed"
        step, tool = ran.ledger.next_id, PROGRAM
    return AnswerValue(
        label=label, subject=entry.subject, type=kind, value=number, unit=unit, step=step, tool=tool, source=source
    )


def _unit_of(value: Any) -> str | None:
    """The unit of a quantity, or of a list of quantities in one unit."""
    if isinstance(value, Amount):
        return value.unit
    if isinstance(value, list) and value and all(isinstance(item, Amount) for item in value):
        units = {item.unit for item in value}
        return units.pop() if len(units) == 1 else None
    return None


def _filled(text: str, results: Mapping[str, Any]) -> str:
    """The text with the values in their places; a place that leads nowhere stays as it is."""
    return PLACE.sub(lambda match: _place(match[1], results) or match[0], text)


def _place(path: str, results: Mapping[str, Any]) -> str:
    found = at_place(path, results)
    return "" if found is NOWHERE else _shown(found, path.partition(":")[2])


def _shown(value: Any, form: str = "") -> str:
    """A value as people read it; a list is told with its units once each."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {_shown(item, form)}" for key, item in value.items())
    if isinstance(value, list):
        rest = [f"and {len(value) - _MOST_SHOWN} more"] if len(value) > _MOST_SHOWN else []
        between = "; " if any(isinstance(item, dict) for item in value) else ", "
        return between.join([*(_shown(item, form) for item in value[:_MOST_SHOWN]), *rest]) or "none"
    number, unit = (value.value, value.unit) if isinstance(value, Amount) else (value, "")
    if form and _FORMAT.fullmatch(form) and isinstance(number, int | float) and not isinstance(number, bool):
        form = form.partition(".")[0].rstrip("d") + ".0f" if form[-1] == "d" else form
        return show_value(format(float(number) if form[-1] in "fgeE" else number, form), unit or None)
    return show_value(number, unit or None)


def _text(
    written: Written,
    conclusion: str,
    values: Sequence[AnswerValue],
    names: Sequence[str],
    judged: Judged,
    notes: Sequence[str],
    findings: Sequence[Finding],
    note: str,
    files: Sequence[str],
) -> str:
    """The text of an answer: what is wrong with the question, the conclusion, the values, and what they rest on."""
    lines = [printable(written.fault), conclusion]
    lines += _value_lines(values, names)
    lines += [f"Saved: {one}" for one in files]
    if written.design:
        lines.append(f"Design: {printable(written.design)}")
    lines += [f"Not used: {one}" for one in judged.unused]
    lines += [f"Open: {one}" for one in judged.wrong]
    lines += [note] if note else []
    lines += [f"Assumed: {printable(one)}" for one in judged.assumed]
    lines += _set_aside(written)
    lines += [f"Note: {one}" for one in notes]
    lines += [f"Safety: {one.subject}: {one.reason}" for one in findings]
    return "\n".join(filter(None, lines))


def _value_lines(values: Sequence[AnswerValue], names: Sequence[str]) -> list[str]:
    """The values, those of one thing in one line; beside what the model calls a value stands what was computed."""
    things: dict[str, dict[str, int]] = {}
    for value, name in zip(values, names, strict=True):
        other = "" if value.label.casefold() in name.casefold() else f" ({value.label})"
        things.setdefault(value.subject, {})[f"{name}: {show_value(value.value, value.unit)}{other}"] = value.step
    lines = []
    for subject, own in things.items():
        if subject and len(set(own.values())) == 1:
            lines.append(f"- {subject[:_SUBJECT]}: {'; '.join(own)} [step {next(iter(own.values()))}]")
            continue
        shown = [f"{text} [step {step}]" for text, step in own.items()]
        lines += [f"- {subject[:_SUBJECT]}: {'; '.join(shown)}"] if subject else [f"- {one}" for one in shown]
    if len(lines) > _MOST_SHOWN:
        lines[_MOST_SHOWN:] = [f"… and {len(lines) - _MOST_SHOWN} more"]
    return [printable(line) for line in lines]


def _set_aside(written: Written) -> list[str]:
    """What the model did not use, and why."""
    return [f"Set aside: {printable(one.what)} ({printable(one.why)})" for one in written.set_aside]


def _notes(graph: ToolGraph, ran: Ran) -> tuple[str, ...]:
    """What the tools behind the results remark on them."""
    found: dict[str, None] = {}
    for step in ran.steps_behind(WHOLE):
        result = ran.ledger.results.get(step)
        for output in result.outputs.values() if result is not None else ():
            if output.type in graph.types and graph.role(output.type) == "note" and isinstance(output.value, str):
                found |= dict.fromkeys(filter(None, [printable(output.value)]))
    return tuple(found)


def _files(ledger: Ledger) -> list[str]:
    """The files that were written, with sizes and checksums."""
    return [str(one.outputs["file"].value) for one in ledger.results.values() if one.tool == SAVE]


def _findings(ledger: Ledger) -> tuple[Finding, ...]:
    found = {
        (one.verdict, one.subject, one.reason): one
        for result in ledger.results.values()
        for one in result.findings
        if one.verdict != "clear"
    }
    return tuple(found.values())
