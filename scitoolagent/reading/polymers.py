"""What holds of one kind of chain and of no other: a mass of DNA tells the copies of no RNA."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scitoolagent.language.words import word_list
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.settings import labels_of, missing_setting, read_settings
from scitoolagent.records import Query
from scitoolagent.toolkg.graph import ToolGraph


def other_polymers(graph: ToolGraph, query: Query, asks: Sequence[AskDraft]) -> frozenset[str]:
    """The words for chains that no tool which can be called is about, where each is about one: RNA, for DNA."""
    kinds = word_list("sequences", "polymers")
    said = kinds & set(re.findall(r"[^\W_]+", query.text.lower()))
    names = {target.tool for ask in asks for target in ask.targets if target.tool} if said else ()
    found: set[str] = set()
    for tool in map(graph.tool, names):
        if missing_setting(graph, tool, query, read_settings(graph, tool, query)):
            continue
        ports = [label for port in (*tool.inputs, *tool.outputs) for label in labels_of(graph, port)]
        own = kinds & set(re.findall(r"[^\W_]+", " ".join([tool.summary, *tool.also, *ports]).lower()))
        if not own:
            return frozenset()
        found |= own
    return kinds - found if found else frozenset()
