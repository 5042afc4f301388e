"""Tools that other collections define, in a graph of their own: they are named here, and run elsewhere."""

from __future__ import annotations

from pathlib import Path


def would_need(request: str, path: Path | None) -> str:
    """Say which tools that are not installed a request would need; empty where none is known.

    Args:
        request: a question, or words of a search.
        path: the file of the setting `imported_tools`; None where nothing was imported.
    """
    if path is None:
        return ""
    from scitoolagent.toolkg.imported.finding import needed_by

    return needed_by(request, path)
