"""What a model filled in: told beside the values; with what the question does not say no answer is complete."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from scitoolagent.records import Filling, Plan, StepResult
from scitoolagent.tool.numbers import numbers_in
from scitoolagent.toolkg.graph import ToolGraph


def read_from_question(graph: ToolGraph, results: Sequence[StepResult]) -> list[str]:
    """The settings that a model read in the question, one note each."""
    return [
        f"{label}: {one.text}, as {model} read it [step {step}]"
        for step, label, model, one in _fillings(graph, results)
        if one.said
    ]


def guessed(graph: ToolGraph, results: Sequence[StepResult]) -> list[str]:
    """The settings that the question does not say, one reason each why the answer is not complete."""
    return [
        f"{label}: the question does not say it; {one.text} is a guess of {model} [step {step}]"
        for step, label, model, one in _fillings(graph, results)
        if not one.said
    ]


def unquoted(plan: Plan, results: Sequence[StepResult]) -> tuple[str, ...]:
    """The numbers of the question that were left to a model and that no setting took."""
    taken = sum((numbers_in(one.text) for result in results for one in result.filled), Counter[float]())
    left = []
    for text in plan.to_quote:
        wanted = numbers_in(text)
        if wanted <= taken:
            taken = taken - wanted
        else:
            left.append(text)
    return tuple(left)


def _fillings(graph: ToolGraph, results: Sequence[StepResult]) -> Iterator[tuple[int, str, str, Filling]]:
    """The settings with their step, their label and the model; of steps that gave something."""
    for result in results:
        if result.status != "ok" or not result.filled:
            continue
        labels = {port.name: graph.types[port.type].label for port in graph.tools[result.tool].inputs}
        model = next((one.model for one in result.usage if one.role == "executor" and one.model), "a model")
        yield from ((result.step, labels.get(one.name, one.name), model, one) for one in result.filled)
