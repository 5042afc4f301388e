"""Read the parts of a tool's docstring: summary, `Args`, `Returns`, `Raises`, `Source`."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass

_SECTION = re.compile(r"(Args|Returns|Raises|Source):\s*(.*)")
_ENTRY = re.compile(r" {4}(\w+):\s*(.*)")


@dataclass(frozen=True, slots=True)
class ToolText:
    """What a docstring says; `arguments` maps each parameter to its meaning."""

    summary: str
    detail: str
    arguments: dict[str, str]
    returns: str
    raises: dict[str, str]
    source: str


def read_docstring(text: str) -> ToolText:
    """Split a docstring into its parts; a part that is not there is empty."""
    lines = inspect.cleandoc(text).splitlines()
    sections: dict[str, list[str]] = {"": []}
    name = ""
    for line in lines[1:]:
        match = _SECTION.fullmatch(line)
        if match:
            name = match[1]
            sections[name] = [match[2]] if match[2] else []
        else:
            sections[name].append(line)
    return ToolText(
        summary=lines[0].strip() if lines else "",
        detail=_joined(sections[""]),
        arguments=_entries(sections.get("Args", [])),
        returns=_joined(sections.get("Returns", [])),
        raises=_entries(sections.get("Raises", [])),
        source=_joined(sections.get("Source", [])),
    )


def _joined(lines: list[str]) -> str:
    return " ".join(line.strip() for line in lines if line.strip())


def _entries(lines: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    name = ""
    for line in lines:
        match = _ENTRY.fullmatch(line)
        if match:
            name = match[1]
            found[name] = match[2].strip()
        elif name and line.strip():
            found[name] += " " + line.strip()
    return found
