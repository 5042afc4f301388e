"""Read the settings of a tool from a question: `at pH 7.4`, `radius 3`, `with 2048 bits`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from scitoolagent.tool import unit_sign
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode

_NUMBER = r"([+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)"
_BETWEEN = r"\s*(?:of|is|=|:|at least|at most|at|to|equal to|set to|above|below|over|under|minimum|maximum)?\s*"
_RANGE = 40


def read_parameters(graph: ToolGraph, tool: ToolNode, text: str) -> dict[str, Any]:
    """The settings that a question gives for a tool."""
    settings = [port for port in tool.inputs if graph.is_setting(port.type)]
    read = {port.name: read_parameter(graph, port, text) for port in settings}
    return {name: value for name, value in read.items() if value is not None}


def missing_setting(graph: ToolGraph, tool: ToolNode, given: Mapping[str, Any]) -> PortNode | None:
    """The first setting that a tool cannot do without and that is not given."""
    for port in tool.required:
        if port.name not in given and graph.is_setting(port.type):
            return port
    return None


def read_parameter(graph: ToolGraph, port: PortNode, text: str) -> Any:
    """The value that a question gives for a setting, None when it gives none.

    Args:
        graph: for the labels and the unit of the port's type.
        port: an input whose type is a `Parameter`.
        text: the question with its entities blanked out.
    """
    node = graph.types[port.type]
    if port.python == "str":
        if node.pattern and (match := re.search(rf"(?<![\w-])(?:{node.pattern})(?![\w-])", text, re.IGNORECASE)):
            return match[0]
        return None
    if port.python not in ("int", "float"):
        return None
    labels = sorted({node.label, *node.also, port.name.replace("_", " ")}, key=len, reverse=True)
    for label in labels:
        name = r"[\s-]+".join(map(re.escape, label.split()))
        for pattern in (rf"\b{name}{_BETWEEN}{_NUMBER}", rf"(?<![\w.]){_NUMBER}[\s-]*{name}s?\b"):
            if match := re.search(pattern, text, re.IGNORECASE):
                return _typed(port, match[1])
    for sign in {unit_sign(node.unit), node.unit or ""} - {"", "1"}:
        if match := re.search(rf"(?<![\w.]){_NUMBER}\s*{re.escape(sign)}(?![\w/])", text):
            return _typed(port, match[1])
    return None


def _typed(port: PortNode, text: str) -> Any:
    number = float(text)
    if port.python == "int":
        return int(number) if number.is_integer() else None
    return number
