"""Detect whether a model that types arguments itself altered a molecule or sequence or made one up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from scitoolagent.records import Query
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

_STRUCTURE = "MolecularStructure"
_SEQUENCE = "Sequence"


def altered(graph: ToolGraph, tool: ToolNode, arguments: Mapping[str, Any], query: Query, seen: Iterable[str]) -> bool:
    """Whether a molecule or sequence among the arguments occurs neither in the question nor in an observation.

    Args:
        graph: the types.
        tool: the tool that is called.
        arguments: what the model typed.
        query: the question, with its parsed values.
        seen: the observations before this call.
    """
    seen = tuple(seen)
    for port in tool.inputs:
        sequence = graph.is_a(port.type, _SEQUENCE)
        if not sequence and not graph.is_a(port.type, _STRUCTURE):
            continue
        value = arguments.get(port.name)
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, str) and not _is_given(item, sequence, query, seen):
                return True
    return False


def _is_given(item: str, sequence: bool, query: Query, seen: tuple[str, ...]) -> bool:
    given = item.strip()
    if any(_same(given, entity.value, sequence) for entity in query.entities):
        return True
    # A part of a longer notation is another molecule, so the characters around it must not belong to one.
    whole = re.compile(
        rf"(?<![\w\])@=#\\/+.-]){re.escape(given)}(?![\w\[@=#\\/+(-]|\.[\w\[])", re.IGNORECASE if sequence else 0
    )
    return any(whole.search(text) for text in (query.text, *seen))


def _same(given: str, value: Any, sequence: bool) -> bool:
    return isinstance(value, str) and (given.upper() == value.upper() if sequence else given == value)
