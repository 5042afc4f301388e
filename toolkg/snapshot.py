"""The tool graph as JSON, for a quick start: the Turtle is parsed once, its snapshot is read from then on."""

from __future__ import annotations

import contextlib
from dataclasses import asdict
from pathlib import Path
from typing import Any

from scitoolagent.graph.snapshot import read_snapshot, write_snapshot
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode, TypeNode

_NAME = "graph"


def read_kept(folder: Path, digest: str) -> ToolGraph | None:
    """The graph with that digest, None when there is no snapshot of it that can be read."""
    data = read_snapshot(folder, _NAME, digest)
    with contextlib.suppress(ValueError, TypeError, LookupError, AttributeError):
        types = [
            TypeNode(
                **{
                    **row,
                    "also": tuple(row["also"]),
                    "announced": tuple(row["announced"]),
                    "labels_in": _labels(row),
                }
            )
            for row in data["types"]
        ]
        return ToolGraph(map(_tool, data["tools"]), types, digest)
    return None


def keep(folder: Path, graph: ToolGraph) -> None:
    """Keep a snapshot; a folder that cannot be written to is no reason to fail."""
    content = {
        "types": [asdict(node) for node in graph.types.values()],
        "tools": [asdict(tool) for tool in graph.tools.values()],
    }
    write_snapshot(folder, _NAME, graph.digest, content)


def _tool(row: dict[str, Any]) -> ToolNode:
    ports = {side: tuple(PortNode(**port) for port in row[side]) for side in ("inputs", "outputs")}
    return ToolNode(
        **{**row, **ports, "also": tuple(row["also"]), "requires": tuple(row["requires"]), "labels_in": _labels(row)}
    )


def _labels(row: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    return tuple((code, label) for code, label in row["labels_in"])
