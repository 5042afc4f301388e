"""The confirmed tools of other servers, declared like any tool; the registry finds them in `TOOLS`.

Importing this module reads the catalogue and imports nothing of the SDK: worker processes import it too.
The tools of a server whose file cannot be used are missing; `PROBLEMS` says why.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from scitoolagent.config import load_config
from scitoolagent.errors import ConfigError, DeclarationError, ToolFailedError
from scitoolagent.mcp.catalogue import ForeignPort, ForeignServer, ForeignTool, read_server, server_names
from scitoolagent.tool import Port, Semantic, ToolSpec, Topic
from scitoolagent.tool.docstring import ToolText
from scitoolagent.tool.foreign import catalogue_folder
from scitoolagent.tool.types import ROOTS, SHARED

_PYTHON: dict[str, Any] = {"str": str, "int": int, "float": float, "bool": bool, "dict": dict}
_KNOWN = {semantic.name: semantic for semantic in (*ROOTS, *SHARED)}
# Share of the tool's time limit, so that the server is stopped by us and not orphaned by a killed worker.
_SHARE = 0.9


def declare(server: ForeignServer, tool: ForeignTool, made: Collection[str]) -> Callable[..., Any]:
    """A function that calls the tool, with its declaration.

    Args:
        server: the server of the tool.
        tool: the tool, as it was confirmed.
        made: the types that such tools produce; all others are settings.
    Raises:
        DeclarationError: a type is neither known nor defined by the server.
    """
    inputs = tuple(_port(server, port, made) for port in tool.inputs)
    outputs = tuple(_port(server, port, made) for port in tool.outputs)
    fields = [(port.name, port.python) for port in outputs]
    result = dataclasses.make_dataclass(f"{tool.tool}_result", fields, frozen=True) if len(fields) > 1 else None
    names = {port.port: port.name for port in tool.inputs}

    def function(**arguments: Any) -> Any:
        from scitoolagent.mcp.client import call

        sent = {names[name]: value for name, value in arguments.items() if value is not None}
        structured, text = call(server, tool.name, tool.digest, sent, load_config().tool_seconds * _SHARE)
        values = _values(server, tool, structured, text)
        return result(**values) if result is not None else next(iter(values.values()))

    function.__name__ = tool.tool
    texts = {port.name: port.text for port in inputs}
    source = f"the MCP server {server.name}, tool {tool.name[:80]}"
    function.__tool_spec__ = ToolSpec(  # type: ignore[attr-defined]
        name=tool.tool,
        function=function,
        operation=tool.operation,
        topic=Topic(tool.topic),
        safety=tool.safety,
        example={},
        also=(),
        inputs=inputs,
        outputs=outputs,
        text=ToolText(tool.summary, "", texts, "What the server gives.", {}, source),
        requires=("network",) if server.url else (),
        result=result,
        version=tool.digest,
    )
    return function


def declare_server(server: ForeignServer) -> tuple[Callable[..., Any], ...]:
    """The confirmed tools of a server.

    Raises:
        DeclarationError: as for `declare`, or one type is defined twice.
    """
    tools = [tool for tool in server.tools if tool.confirmed]
    made = {port.type for tool in tools for port in tool.outputs}
    return tuple(declare(server, tool, made) for tool in tools)


def load_servers(folder: Path) -> tuple[tuple[Callable[..., Any], ...], dict[str, str]]:
    """The confirmed tools of all servers, and for each server that cannot be used, why."""
    tools: list[Callable[..., Any]] = []
    problems: dict[str, str] = {}
    for name in server_names(folder):
        try:
            tools += declare_server(read_server(folder, name))
        except (ConfigError, DeclarationError) as error:
            problems[name] = str(error)
    return tuple(tools), problems


def _port(server: ForeignServer, port: ForeignPort, made: Collection[str]) -> Port:
    semantic = _KNOWN.get(port.type)
    if semantic is None:
        if not port.type.startswith(server.prefix):
            raise DeclarationError(
                f"server {server.name}: {port.type} is no type of this program; its own start with {server.prefix}"
            )
        own = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", port.type.removeprefix(server.prefix)).lower()
        # The server's name comes first, so that the label cannot be mistaken for one of ours.
        label = " ".join(word for word in [server.name, *own.split()] if word != "gives")
        semantic = Semantic(port.type, parent="Report" if port.type in made else "Parameter", label=label)
    default = inspect.Parameter.empty if port.required else None
    return Port(port.port, semantic, _PYTHON[port.python], port.many, default, port.text)


def _values(server: ForeignServer, tool: ForeignTool, structured: Any, text: str) -> dict[str, Any]:
    if not tool.structured:
        return {tool.outputs[0].port: text}
    if not isinstance(structured, dict):
        raise ToolFailedError(f"{tool.name} of {server.name} gave no structured content, which it declares")
    missing = [port.name for port in tool.outputs if port.name not in structured]
    if missing:
        raise ToolFailedError(f"{tool.name} of {server.name} gave no {missing[0]!r}, which it declares")
    return {port.port: structured[port.name] for port in tool.outputs}


TOOLS, PROBLEMS = load_servers(catalogue_folder())
