"""What there is to know of a tool before it is called, for a model and for a program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scitoolagent.toolkg.graph import ToolGraph, ToolNode

if TYPE_CHECKING:
    from scitoolagent.solver.front import Front

_JSON_TYPES = {"int": "integer", "float": "number", "str": "string", "bool": "boolean", "Path": "string"}
_JSON_TYPES |= {"list": "array", "dict": "object"}


def described(graph: ToolGraph, front: Front, tool: ToolNode) -> dict[str, Any]:
    """A tool: in words with types and units, and the JSON schema of its arguments."""
    names = [other.name for other in graph.alternatives(tool)]
    text = front.described(tool) + (f"\n  alternatives: {', '.join(names)}" if names else "")
    return {"name": tool.name, "text": text, "safety": tool.safety, "arguments": arguments_schema(graph, tool)}


def unknown(name: str, text: str) -> dict[str, Any]:
    """A name that is no tool's, with what there is to say of it."""
    return {"name": name, "text": text, "safety": "", "arguments": None}


def arguments_schema(graph: ToolGraph, tool: ToolNode) -> dict[str, Any]:
    """The JSON schema of a tool's arguments."""
    properties: dict[str, Any] = {}
    for port in tool.inputs:
        kind = graph.types[port.type]
        about = f"{kind.label}{f' in {kind.unit}' if kind.unit and kind.unit != '1' else ''}. {port.text}".strip()
        if port.python == "Path":
            about += " A file in the server's folder."
        one: dict[str, Any] = {"type": _JSON_TYPES[port.python]} if port.python in _JSON_TYPES else {}
        properties[port.name] = ({"type": "array", "items": one} if port.many else one) | {"description": about}
        if not port.required:
            properties[port.name]["default"] = port.default
    required = [port.name for port in tool.required]
    return {"type": "object", "additionalProperties": False, "properties": properties, "required": required}
