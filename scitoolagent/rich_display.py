"""How notebooks show a record; they look for these names."""

from __future__ import annotations

from collections.abc import Collection
from importlib import import_module
from typing import Any


class RichDisplay:
    """Shown as a page or as Markdown where a notebook can; what has no such form is shown as text."""

    def _repr_html_(self) -> str | None:
        shown: str | None = _views().html_of(self)
        return shown

    def _repr_markdown_(self) -> str | None:
        shown: str | None = _views().markdown_of(self)
        return shown

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> dict[str, str]:
        shown = {
            "text/html": self._repr_html_(),
            "text/markdown": self._repr_markdown_(),
            "text/plain": _views().text_of(self),
        }
        return {
            kind: text
            for kind, text in shown.items()
            if text and (not include or kind in include) and kind not in (exclude or ())
        }


def _views() -> Any:
    # The records know nothing of how they are shown, which stands on them.
    return import_module("scitoolagent.notebook.view")
