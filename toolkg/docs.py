"""Write the list of tools for people, from the graph."""

from __future__ import annotations

from collections import defaultdict

from scitoolagent.tool import unit_sign
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode


def tool_list(graph: ToolGraph) -> str:
    """`docs/tools.md`: every tool by topic, what it takes, gives and stands on."""
    by_topic: defaultdict[str, list[ToolNode]] = defaultdict(list)
    for tool in graph.tools.values():
        by_topic[tool.topic].append(tool)
    lines = [
        "# Tools",
        "",
        f"{len(graph.tools)} tools, generated from their declarations by `make generate`; do not edit.",
    ]
    for topic, tools in sorted(by_topic.items()):
        lines += [
            "",
            f"## {topic} ({len(tools)})",
            "",
            "| tool | what it does | takes | gives | source |",
            "|---|---|---|---|---|",
        ]
        lines += [
            f"| `{tool.name}` | {_cell(tool.summary)} | {_ports(graph, tool.inputs)} | {_ports(graph, tool.outputs)} "
            f"| {_cell(tool.source)} |"
            for tool in tools
        ]
    return "\n".join(lines) + "\n"


def _ports(graph: ToolGraph, ports: tuple[PortNode, ...]) -> str:
    return ", ".join(_port(graph, port) for port in ports)


def _port(graph: ToolGraph, port: PortNode) -> str:
    node = graph.types[port.type]
    # A generic type has the unit of the values that it stands for.
    sign = "" if node.generic else unit_sign(node.unit)
    text = port.type + ("[]" if port.many else "") + (f" ({sign})" if sign else "")
    return text if port.required else f"*{text}*"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
