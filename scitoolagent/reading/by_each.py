"""An ask of several values of one setting is one ask for each: "the spacing of (111), (200) and (220)"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from scitoolagent.language.words import word_list
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.words import label_words
from scitoolagent.records import Entity, Query
from scitoolagent.toolkg.graph import ToolGraph

_JOINT = re.compile(r"\s*(?:,|;|/|&|\+)?\s*(?:and\s+)?")
_MOST = 12


def one_for_each(graph: ToolGraph, query: Query, drafts: Sequence[AskDraft]) -> list[AskDraft]:
    """The asks, each that takes one of several values that are listed for it once for each of these."""
    # Values beside a file choose among its rows.
    listed = [] if query.tables else [values for values in _lists(graph, query) if len(values) <= _MOST]
    if len(listed) != 1:
        return list(drafts)
    (values,) = listed
    # What another ask is of stays one: nobody says of which value that would be.
    used = {id(one) for draft in drafts for one in (*draft.after, *draft.among, *chain(*draft.columns.values()))}
    found: list[AskDraft] = []
    for draft in drafts:
        if id(draft) in used or not _takes_one(graph, draft, values):
            found.append(draft)
            continue
        others = {one.handle for one in values}
        about = tuple(handle for handle in draft.about if handle not in others)
        found += [replace(draft, about=(*about, one.handle), then=list(draft.then)) for one in values]
    return found


def _lists(graph: ToolGraph, query: Query) -> Iterator[list[Entity]]:
    """The values of each setting that has several, where they are all of one list."""
    named = sorted((one for one in query.entities if graph.is_setting(one.type)), key=lambda one: one.start)
    for kind in dict.fromkeys(one.type for one in named):
        values = [one for one in named if one.type == kind]
        apart = (query.text[one.end : other.start] for one, other in itertools.pairwise(values))
        if len({str(one.value) for one in values}) == len(values) > 1 and all(map(_JOINT.fullmatch, apart)):
            yield values


def _takes_one(graph: ToolGraph, draft: AskDraft, values: Sequence[Entity]) -> bool:
    """Whether each tool of an ask that takes such a value takes one of them, and nothing is made of the results."""
    if draft.soft or draft.then or draft.after or not draft.reported or draft.columns or not draft.targets:
        return False
    # "The mean B factor of chain A and chain B" may be of both together.
    if {*label_words(draft.text)} & (word_list("operations", "mean") | word_list("operations", "sum")):
        return False
    # "The difference of (111) and (200)": what stands behind the ask is its list.
    if draft.end > values[0].start or not {one.handle for one in values} <= set(draft.about):
        return False
    tools = [graph.tools[target.tool] for target in draft.targets if target.tool]
    ports = [[port for port in tool.inputs if graph.is_a(values[0].type, port.type)] for tool in tools]
    taken = [found for found in ports if found]
    return bool(taken) and all(len(found) == 1 and not found[0].many for found in taken)
