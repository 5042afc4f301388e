"""The ranking of the tools for one question, made when something first asks for it.

The retriever needs numpy and the word vectors; a question whose phrases leave no choice needs neither.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Protocol


class Ranker(Protocol):
    """Ranks tools for a question."""

    def rank(self, question: str) -> list[str]:
        """The n best tools, best first."""
        ...

    def nearest(self, text: str) -> list[str]:
        """All tools by their similarity to a text, best first."""
        ...


class Ranking:
    """The ranking of one question."""

    def __init__(self, ranker: Callable[[], Ranker], question: str) -> None:
        self._ranker = ranker
        self._question = question

    @cached_property
    def names(self) -> list[str]:
        """The n best tools, best first."""
        return self._ranker().rank(self._question)

    def place(self, tool: str) -> int:
        """The place of a tool among the n best, n when it is not one of them."""
        return self.names.index(tool) if tool in self.names else len(self.names)
