"""What is asked for and saved as a picture is drawn: "powder pattern of x.cif, save as p.png"."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scitoolagent.language.words import word_list
from scitoolagent.pictures import FORMS
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.phrases import Target
from scitoolagent.tool.types import SvgPicture
from scitoolagent.toolkg.graph import ToolGraph

_PICTURE: str = SvgPicture.__metadata__[0].name  # type: ignore[attr-defined]


def as_pictures(
    graph: ToolGraph, labelled: Callable[[str], tuple[Target, ...]], asks: Sequence[AskDraft], save: str
) -> None:
    """Let each ask stand for its picture where the answer goes into a file of pictures and a tool draws it."""
    if not save.casefold().endswith(FORMS) or any(_draws(graph, target) for ask in asks for target in ask.targets):
        return
    for ask in asks:
        for drawn in sorted(word_list("tables", "drawn")):
            found = tuple(one for one in labelled(f"{drawn} {ask.text}") if _draws(graph, one))
            if found and not ask.then:
                ask.targets = found
                break


def _draws(graph: ToolGraph, target: Target) -> bool:
    if target.type and target.type in graph.types:
        return graph.is_a(target.type, _PICTURE)
    tool = graph.tools.get(target.tool)
    return tool is not None and any(graph.is_a(port.type, _PICTURE) for port in tool.outputs)
