"""Name the tools that a misspelt name may have meant."""

from __future__ import annotations

from collections.abc import Collection

_MOST, _ALIKE, _LONGEST = 3, 0.75, 80


def unknown_tool(name: str, known: Collection[str]) -> str:
    """Say that no tool has a name, and which ones are called nearly so.

    Args:
        name: that was given.
        known: the names of all tools.
    """
    from difflib import get_close_matches

    wanted = "_".join(name[:_LONGEST].casefold().replace("-", " ").split())
    near = get_close_matches(wanted, known, _MOST, _ALIKE)
    rest = f"did you mean {' or '.join(near)}?" if near else "`scitoolagent tools list` shows them all"
    return f"no tool is called {name[:_LONGEST]!r}; {rest}"
