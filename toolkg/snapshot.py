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


def digest_of(turtle: bytes) -> str:
    """Stands for that very Turtle; another graph has another digest."""
    return hashlib.sha256(turtle).hexdigest()[:16]


def read_snapshot(folder: Path, digest: str) -> ToolGraph | None:
    """The graph with that digest, None when there is no snapshot of it that can be read."""
    path = _path(folder, digest)
    with contextlib.suppress(OSError, ValueError, TypeError, LookupError, AttributeError):
        data = json.loads(path.read_bytes())
        types = [
            TypeNode(**{**row, "also": tuple(row["also"]), "announced": tuple(row["announced"])})
            for row in data["types"]
        ]
        return ToolGraph(map(_tool, data["tools"]), types, digest)
    return None


def write_snapshot(folder: Path, graph: ToolGraph) -> None:
    """Keep a snapshot; a folder that cannot be written to is no reason to fail."""
    path = _path(folder, graph.digest)
    content = {"types": list(map(asdict, graph.types.values())), "tools": list(map(asdict, graph.tools.values()))}
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(f".{os.getpid()}.partial")
        partial.write_text(json.dumps(content), encoding="utf-8")
        partial.replace(path)


def _path(folder: Path, digest: str) -> Path:
    return folder / f"graph-{digest}.json"


def _tool(row: dict[str, Any]) -> ToolNode:
    ports = {side: tuple(PortNode(**port) for port in row[side]) for side in ("inputs", "outputs")}
    return ToolNode(**{**row, **ports, "also": tuple(row["also"]), "requires": tuple(row["requires"])})
