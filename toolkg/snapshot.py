"""The tool graph as JSON, for a quick start: the Turtle is parsed once, its snapshot is read from then on."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode, TypeNode


def snapshot_path(folder: Path, turtle: bytes) -> Path:
    """Where the snapshot of that very Turtle lies; another graph has another name."""
    return folder / f"graph-{hashlib.sha256(turtle).hexdigest()[:16]}.json"


def read_snapshot(path: Path) -> ToolGraph | None:
    """The graph of a snapshot, None when there is none that can be read."""
    with contextlib.suppress(OSError, ValueError, TypeError, LookupError, AttributeError):
        data = json.loads(path.read_bytes())
        types = [TypeNode(**{**row, "also": tuple(row["also"])}) for row in data["types"]]
        return ToolGraph(map(_tool, data["tools"]), types)
    return None


def write_snapshot(path: Path, graph: ToolGraph) -> None:
    """Keep a snapshot; a folder that cannot be written to is no reason to fail."""
    content = {"types": list(map(asdict, graph.types.values())), "tools": list(map(asdict, graph.tools.values()))}
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(f".{os.getpid()}.partial")
        partial.write_text(json.dumps(content), encoding="utf-8")
        partial.replace(path)


def _tool(row: dict[str, Any]) -> ToolNode:
    ports = {side: tuple(PortNode(**port) for port in row[side]) for side in ("inputs", "outputs")}
    return ToolNode(**{**row, **ports, "also": tuple(row["also"]), "requires": tuple(row["requires"])})
