"""What a step of a plan hands to its tool: references resolved, names of files made paths."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scitoolagent.records import Query, Step, StepResult, resolve
from scitoolagent.toolkg.graph import ToolNode


def bind_arguments(
    tool: ToolNode, step: Step, query: Query, results: Mapping[int, StepResult], file: Callable[[str], str]
) -> dict[str, Any]:
    """The arguments of a step as values.

    Args:
        tool: the tool of the step.
        step: the step; its arguments refer to the question and to earlier steps.
        query: the question with its entities.
        results: what the earlier steps gave.
        file: makes a path of the name of a file, or raises where there is none to be read.
    Raises:
        KeyError: the question has no such entity, or no such step has given such an output yet.
    """
    files = {port.name for port in tool.inputs if port.python == "Path"}
    bound: dict[str, Any] = {}
    for name, value in step.arguments.items():
        found = resolve(value, query, results)
        if name in files:
            found = [file(str(item)) for item in found] if isinstance(found, list) else file(str(found))
        bound[name] = found
    return bound
