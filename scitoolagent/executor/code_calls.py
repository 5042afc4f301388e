"""Calls of tools by code in a box: screened like any other call, and nobody is asked in the middle of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scitoolagent.errors import ToolInputError
from scitoolagent.gate.policy import blocked_by
from scitoolagent.gate.screening import screen_many
from scitoolagent.gate.table import action_of
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.declare import Port, Safety, ToolSpec
from scitoolagent.tool.registry import Registry, load_registry


def called_by_code(name: str, values: list[Any], named: dict[str, Any]) -> Any:
    """The output of a tool, or its outputs by name where there are several.

    Raises:
        ToolError: there is no such tool, code may not call it, its input is wrong, or a person had to confirm it.
        BlockedError: a value is never worked on.
    """
    registry = load_registry()
    spec = registry[name]
    if (
        spec.safety is Safety.RESTRICTED
        or spec.requires
        or any(port.python is Path for port in (*spec.inputs, *spec.outputs))
    ):
        raise ToolInputError(
            f"code may not call {name}: it works on files, leaves this program or is confirmed each time"
        )
    ports = [port.name for port in spec.inputs]
    if len(values) > len(ports) or named.keys() & set(ports[: len(values)]):
        raise ToolInputError(f"{name} takes {', '.join(ports)}")
    arguments = {**dict(zip(ports, values, strict=False)), **named}
    _admit(registry, spec, spec.inputs, arguments, "argument")
    outputs = call_tool(spec, arguments)
    _admit(registry, spec, spec.outputs, outputs, "result")
    return next(iter(outputs.values())) if len(outputs) == 1 else outputs


def _admit(registry: Registry, spec: ToolSpec, ports: tuple[Port, ...], values: dict[str, Any], entry: str) -> None:
    kinds = {port.name: _kind(registry, port.semantic.name) for port in ports}
    found = screen_many([(kinds.get(name, ""), value) for name, value in values.items()], entry)
    actions = {item.finding: action_of(item.finding.verdict, str(spec.safety), item.entry) for item in found}
    if blocked := [finding for finding, action in actions.items() if action == "stop"]:
        raise blocked_by(blocked, blocked)
    if asked := [finding for finding, action in actions.items() if action == "ask"]:
        why = "; ".join(f"{finding.subject}: {finding.reason}" for finding in asked)
        raise ToolInputError(f"{spec.name} is not called by code, since a person has to confirm it: {why}")


def _kind(registry: Registry, name: str | None) -> str:
    """How values of a type are screened; by the nearest type above that says so."""
    while name is not None:
        semantic = registry.types[name]
        if semantic.screen:
            return semantic.screen
        name = semantic.parent
    return ""
