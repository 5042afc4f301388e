"""A tool as a function of Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scitoolagent import errors
from scitoolagent.errors import ToolInputError
from scitoolagent.records import Entity, Query, Step, StepResult
from scitoolagent.toolkg.graph import ToolNode


def as_function(tool: ToolNode, run: Callable[[Query, Step], StepResult]) -> Callable[..., Any]:
    """The function: inputs in, the output out, or all outputs by name where there are several.

    Args:
        tool: which tool.
        run: runs a step; the query holds the values as entities, which are screened.
    """

    def call(*values: Any, **named: Any) -> Any:
        names = [port.name for port in tool.inputs]
        if len(values) > len(names):
            raise ToolInputError(f"{tool.name} takes {len(names)} values at most: {', '.join(names)}")
        given = dict(zip(names, values, strict=False))
        if twice := next((name for name in named if name in given), None):
            raise ToolInputError(f"{tool.name} is given {twice} twice")
        given = {name: _plain(tool, name, value) for name, value in (given | named).items()}
        result = run(_query(tool, given), Step(id=1, tool=tool.name, arguments=given))
        if result.error is not None:
            error = getattr(errors, result.error.error, errors.ToolFailedError)(result.error.message)
            if isinstance(error, errors.SafetyError):
                error.findings = result.findings
            raise error
        outputs = {name: output.value for name, output in result.outputs.items()}
        return next(iter(outputs.values())) if len(outputs) == 1 else outputs

    call.__name__ = tool.name
    call.__doc__ = tool.summary
    return call


def _plain(tool: ToolNode, name: str, value: Any) -> Any:
    """A value as a worker can read it: texts and lists of any class become plain ones.

    Raises:
        ToolInputError: it is of a class that only the caller's program has.
    """
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, list | tuple):
        return [_plain(tool, name, item) for item in value]
    kind = type(value)
    if kind.__module__ == "__main__" or "<locals>" in kind.__qualname__:
        raise ToolInputError(f"{tool.name}: {name} is a {kind.__name__}; give a text, a number or a list of them")
    return value


def _query(tool: ToolNode, given: dict[str, Any]) -> Query:
    """The texts among the values, with the types that the tool takes them for."""
    entities: list[Entity] = []
    for port in tool.inputs:
        value = given.get(port.name)
        for item in value if isinstance(value, list | tuple) else [value]:
            if isinstance(item, str):
                handle = f"value{len(entities) + 1}"
                entities.append(Entity(handle=handle, type=port.type, value=item, text=item, start=0, end=0))
    return Query(text=tool.name, entities=tuple(entities))
