"""The sentence that an answer begins with: what was found, with the value that shows it.

It stands only where one sentence can hold the result: one value, what ranks first, the ends of a few groups, one count,
one test. All else is for the table to show.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from scitoolagent.records import AnswerTable, AnswerValue, StepResult
from scitoolagent.summarizer.values import show_answer
from scitoolagent.toolkg.columns import TEST_RESULT
from scitoolagent.toolkg.graph import ToolGraph

_ENDS = ("highest", "lowest")
_GROUP_END, _ROW_END, _ROW_COUNT = "GroupOrder", "RowExtreme", "NumberOfRows"
# Between what is computed and what the rows were chosen by, in the label of a value.
_CHOSEN = ", of "
_LONGEST, _MOST_TIED, _MOST_GROUPS = 80, 3, 100
_LEVEL = 0.05
_STEP = re.compile(r" \[step \d+\]")


def conclusion_of(
    graph: ToolGraph,
    values: Sequence[AnswerValue],
    tables: Sequence[AnswerTable],
    results: Mapping[int, StepResult],
    picked: AnswerValue | None = None,
) -> str:
    """Return the sentence, with the step behind it; empty where no single sentence holds the result.

    Args:
        graph: for what the settings of a tool are.
        values: of the answer.
        tables: of the answer.
        results: of the steps, by number.
        picked: the value of the one thing that an operation chose among several.
    """
    if picked is not None:
        shown = next((one for one in values if one.step == picked.step and one is not picked), None)
        return _has(str(picked.value), picked.label, shown) if shown is not None else ""
    if len(tables) == 1 and tables[0].step in results:
        return _of_rows(graph, values, tables[0], results[tables[0].step])
    if tables or not values:
        return ""
    if len(values) == 1:
        return _of_one(values[0])
    return _of_test(graph, values)


def holds_all(conclusion: str, values: Sequence[AnswerValue]) -> bool:
    """Whether a conclusion holds every value, so that a list of them would repeat it: those of one thing alone."""
    bare = _STEP.sub("", conclusion)
    is_one = len({one.subject for one in values if one.subject}) <= 1
    return bool(bare) and is_one and all(show_answer(one) in bare for one in values)


def _of_one(value: AnswerValue) -> str:
    if isinstance(value.value, bool | list | dict) or (not value.value and value.value != 0):
        return ""
    shown = show_answer(value)
    label, of, chosen = value.label.partition(_CHOSEN)
    if len(shown) > _LONGEST or not label or "," in label + chosen or "\n" in shown:
        return ""
    if value.type == _ROW_COUNT and value.subject and (not chosen or chosen.startswith("rows ")):
        kind = (chosen or "rows").replace("rows", "row" if value.value == 1 else "rows", 1)
        return f"{value.subject} has {shown} {kind} [step {value.step}]."
    if label.startswith("rows "):
        # A share is called by the condition that its rows meet.
        return f"Of the rows of {value.subject or 'the file'}, {shown} are {label} [step {value.step}]."
    about = f" of {value.subject}" if value.subject else ""
    return f"The {label}{about}{of}{chosen}{of and ','} is {shown} [step {value.step}]."


def _of_rows(graph: ToolGraph, values: Sequence[AnswerValue], table: AnswerTable, result: StepResult) -> str:
    """What stands at an end of the rows, or at both ends of groups with one measure."""
    rows = [one for one in values if one.subject]
    numbers = [one for one in rows if isinstance(one.value, int | float) and not isinstance(one.value, bool)]
    measures = [one for one in numbers if one.label != "rows"]
    counts = {one.subject: one.value for one in numbers if one.label == "rows"}
    if not measures or len({(one.label, one.unit) for one in measures}) != 1:
        return ""
    names = {port.name: port.type for port in graph.tools[result.tool].inputs} if result.tool in graph.tools else {}
    group_order = _setting(names, _GROUP_END, result)
    row_end = _setting(names, _ROW_END, result)
    if row_end in _ENDS:
        chosen = next((one for one in values if not one.subject and isinstance(one.value, str)), None)
        return (
            _has(chosen.value, chosen.label, measures[0], result.step)
            if chosen is not None and len(measures) == 1
            else ""
        )
    if group_order in _ENDS and len(measures) <= _MOST_TIED:
        subject = " and ".join(one.subject for one in measures)
        return _has(subject, f"{group_order} {measures[0].label}", measures[0], result.step, counts)
    if group_order and 1 < len(measures) == table.rows <= _MOST_GROUPS:
        return _ends(measures, result.step)
    return ""


def _setting(names: Mapping[str, str], kind: str, result: StepResult) -> str:
    """The value that a call has for its port of a kind; the port's own default is said by any word but the ends."""
    port = next((name for name, type_ in names.items() if type_ == kind), None)
    return "" if port is None else str(result.arguments.get(port, "default"))


def _ends(measures: Sequence[AnswerValue], step: int) -> str:
    """The groups at both ends of a measure; nothing where two share an end."""
    ordered = sorted(measures, key=lambda one: float(one.value))
    low, high = ordered[0], ordered[-1]
    if (len(ordered) > 2 and ordered[1].value == low.value) or ordered[-2].value == high.value:
        return ""
    return (
        f"Of {len(ordered)} groups, {high.subject} has the highest {high.label}, {show_answer(high)}, "
        f"and {low.subject} the lowest, {show_answer(low)} [step {step}]."
    )


def _has(
    subject: str, label: str, value: AnswerValue, step: int = 0, counts: Mapping[str, object] | None = None
) -> str:
    many = " and " in subject and value.subject != subject
    counted = (counts or {}).get(subject)
    rows = f" ({counted} row{'s' * (counted != 1)})" if counted is not None else ""
    return f"{subject} {'have' if many else 'has'} the {label}: {show_answer(value)}{rows} [step {step or value.step}]."


def _of_test(graph: ToolGraph, values: Sequence[AnswerValue]) -> str:
    """What the tests of an answer gave, beside the level that most people ask for."""
    chances = [one for one in values if one.type in graph.types and graph.is_a(one.type, TEST_RESULT)]
    if len(chances) not in (1, 2) or not all(isinstance(one.value, float) for one in chances):
        return ""
    below = sum(one.value < _LEVEL for one in chances)
    told = " and ".join(f"the {one.label} is {one.value:.3g}" for one in chances)
    if len(chances) == 1:
        side = "below" if below else "not below"
    else:
        side = ("neither is below", "one is below", "both are below")[below]
    return f"T{told[1:]}, {side} {_LEVEL} [step {chances[0].step}]."
