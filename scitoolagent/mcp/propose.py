"""Propose semantic types for another server's tools from their JSON schemas; the user confirms them.

What a server sends is not trusted: names become identifiers of this program, texts are cut to one short line, and a
tool whose schema cannot be read is left out.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from scitoolagent.mcp.catalogue import ForeignPort, ForeignServer, ForeignTool
from scitoolagent.toolkg.imported.meaning import suggested
from scitoolagent.toolkg.imported.records import one_line

MOST_TOOLS = 200
_MOST_PORTS = 40
# Models read what a server says of a tool or argument, so it is kept as short as a label.
_LONGEST_TEXT = 90
_PYTHON: dict[str, Literal["str", "int", "float", "bool", "dict"]] = {
    "string": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "object": "dict",
}


def propose(server: ForeignServer, described: Iterable[Mapping[str, Any]]) -> tuple[ForeignServer, list[str]]:
    """The server with its tools, none of them confirmed, and what was left out, with the reason.

    Args:
        server: its name and how to reach it.
        described: `name`, `description`, `inputSchema` and `outputSchema` of each tool.
    """
    tools: list[ForeignTool] = []
    left_out: list[str] = []
    names: set[str] = set()
    for number, tool in enumerate(described):
        name = str(tool.get("name", ""))
        if number >= MOST_TOOLS:
            left_out.append(f"tools after the first {MOST_TOOLS}")
            break
        try:
            made = _tool(server, name, tool)
        except ValueError as error:
            left_out.append(f"{one_line(name, 60)}: {error}")
            continue
        if made.tool in names:
            left_out.append(f"{one_line(name, 60)}: another tool has the name {made.tool}")
            continue
        names.add(made.tool)
        tools.append(made)
    return server.model_copy(update={"tools": tuple(tools)}), left_out


def renew(known: ForeignServer, now: ForeignServer) -> tuple[ForeignServer, dict[str, str]]:
    """The server as it describes itself now, and by tool name what has changed since the user saw it.

    A tool with the same definition keeps its types and its confirmation from the file. Any other
    is proposed anew, not confirmed; one that the server no longer has is left out.
    """
    before = {tool.name: tool for tool in known.tools}
    same = {tool.name for tool in now.tools if tool.name in before and before[tool.name].digest == tool.digest}
    notes = {tool.tool: "changed" if tool.name in before else "new" for tool in now.tools if tool.name not in same}
    notes |= {tool.tool: "gone" for tool in known.tools if tool.name not in {other.name for other in now.tools}}
    tools = tuple(before[tool.name] if tool.name in same else tool for tool in now.tools)
    return known.model_copy(update={"tools": tools}), notes


def definition_digest(tool: Mapping[str, Any]) -> str:
    """The hash of a tool's definition: its names, description, schemas and hints."""
    said = {name: tool.get(name) for name in ("name", "title", "description", "inputSchema", "outputSchema")}
    said["annotations"] = tool.get("annotations")
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:32]


def _tool(server: ForeignServer, name: str, tool: Mapping[str, Any]) -> ForeignTool:
    tool_name = f"{server.tool_prefix}{_identifier(name)}"
    takes, gives = tool.get("inputSchema"), tool.get("outputSchema")
    inputs = _ports(f"{server.prefix}{_camel(name)}", takes, gives=False)
    structured = isinstance(gives, Mapping) and bool(_properties(gives))
    outputs = _ports(f"{server.prefix}{_camel(name)}Gives", gives, gives=True) if structured else ()
    if structured and not outputs:
        raise ValueError("its outputs have no types that can be used")
    if not structured:
        kind = f"{server.prefix}{_camel(name)}Text"
        outputs = (ForeignPort(name="", port="text", type=kind, python="str", text="What the tool writes."),)
    summary = (
        one_line(str(tool.get("description") or ""), _LONGEST_TEXT) or f"Call {tool_name} of the server {server.name}."
    )
    return ForeignTool(
        name=name,
        tool=tool_name,
        digest=definition_digest(tool),
        summary=summary or f"Call a tool of the server {server.name}.",
        structured=structured,
        inputs=inputs,
        outputs=outputs,
    )


def _properties(schema: Any) -> Mapping[str, Any]:
    found = schema.get("properties") if isinstance(schema, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def _ports(prefix: str, schema: Any, gives: bool) -> tuple[ForeignPort, ...]:
    listed = schema.get("required") if isinstance(schema, Mapping) else None
    required = {str(name) for name in listed} if isinstance(listed, list) else set()
    properties = _properties(schema)
    if len(properties) > _MOST_PORTS:
        raise ValueError(f"it has {len(properties)} arguments or outputs, at most {_MOST_PORTS} are taken")
    ports: list[ForeignPort] = []
    for name, described in properties.items():
        port = _port(prefix, name, described, name in required)
        # An output that may be missing or null cannot be relied on; an unsupported optional argument can be omitted.
        if port is None and name in required and not gives:
            raise ValueError(f"its argument {one_line(name, 40)!r} has no type that can be given")
        if port is not None and (name in required or not gives):
            ports.append(port)
    if len({port.port for port in ports}) < len(ports):
        raise ValueError("two of its arguments or outputs have the same name here")
    return tuple(ports)


def _port(prefix: str, name: str, described: Any, required: bool) -> ForeignPort | None:
    if not isinstance(described, Mapping):
        return None
    plain = _without_null(described)
    many = plain.get("type") == "array"
    item = plain.get("items") if many else plain
    kind = item.get("type") if isinstance(item, Mapping) else None
    if not isinstance(kind, str) or kind not in _PYTHON:
        return None
    text = one_line(str(described.get("description") or ""), _LONGEST_TEXT)
    type_name = _known_type(f"{name} {text}", kind) or f"{prefix}{_camel(name)}"
    return ForeignPort(
        name=name,
        port=_identifier(name),
        type=type_name,
        python=_PYTHON[kind],
        many=many,
        required=required,
        text=text or one_line(name, _LONGEST_TEXT),
    )


def _without_null(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema of an optional value, without its null; arguments that are left out are not sent."""
    either = schema.get("anyOf")
    if isinstance(either, list):
        rest = [option for option in either if isinstance(option, Mapping) and option.get("type") != "null"]
        return rest[0] if len(rest) == 1 else schema
    kinds = schema.get("type")
    if isinstance(kinds, list):
        rest = [kind for kind in kinds if kind != "null"]
        return {**schema, "type": rest[0]} if len(rest) == 1 else schema
    return schema


def _known_type(text: str, kind: str) -> str | None:
    if kind != "string":
        return None
    found = suggested(text)
    return found[0] if found else None


def _identifier(name: str) -> str:
    plain = re.sub(r"[^a-z0-9]+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()).strip("_")
    if not plain:
        raise ValueError("its name has no letters that can be used")
    return (plain if plain[0].isalpha() else f"n{plain}")[:60]


def _camel(name: str) -> str:
    return "".join(part.capitalize() for part in _identifier(name).split("_"))[:30]
