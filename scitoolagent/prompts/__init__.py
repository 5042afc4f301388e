"""The prompts of the model-driven roles: one Markdown file each, the fixed part of what a model reads."""

from __future__ import annotations

from functools import cache
from importlib import resources


@cache
def read_prompt(name: str) -> str:
    """The text of `name.md`."""
    return resources.files(__name__).joinpath(f"{name}.md").read_text(encoding="utf-8").strip()
