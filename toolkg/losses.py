"""What a chain of steps loses of a thing, and what a later step makes up instead.

A molecule read from a file of coordinates and embedded anew has other coordinates than those that were given.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from scitoolagent.records import Reference, Step
from scitoolagent.toolkg.graph import ToolGraph


@dataclass(frozen=True, slots=True)
class Replaced:
    """An aspect that a tool lost, of which a later step made up its own."""

    step: int
    tool: str
    aspect: str
    lost_by: str

    @property
    def text(self) -> str:
        """What happened, as a message."""
        return f"{self.tool} would make up {self.aspect} of its own, since {self.lost_by} loses those that are given"


def replaced(
    graph: ToolGraph, steps: Mapping[int, Step], last: int, asked: Collection[str] = frozenset()
) -> Iterator[Replaced]:
    """Find what the steps up to one lose that this step makes up.

    Args:
        graph: the tool graph.
        steps: of a plan, by their numbers.
        last: the step that is looked at.
        asked: references to outputs that the question asks for: what they lost it takes as lost.
    """
    tool = graph.tools.get(steps[last].tool)
    for aspect in tool.supplies if tool else ():
        if by := _lost_by(graph, steps, last, aspect, asked):
            yield Replaced(last, steps[last].tool, aspect, by)


def _lost_by(graph: ToolGraph, steps: Mapping[int, Step], last: int, aspect: str, asked: Collection[str]) -> str:
    """The tool before a step that loses an aspect of what it was given; empty where none does."""
    for reference in _references(steps[last]):
        before = steps.get(reference.step or 0)
        if before is None or f"${reference.step}.{reference.name}" in asked:
            continue
        tool = graph.tools.get(before.tool)
        if tool and aspect in tool.loses:
            return tool.name
        if by := _lost_by(graph, steps, before.id, aspect, asked):
            return by
    return ""


def _references(step: Step) -> list[Reference]:
    return [one for one in step.references() if one.step is not None]
