"""Tell whether an ask is of a thing or of what is made of it, or refuse to, where the words leave that open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scitoolagent.language.words import word_list
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.nesting import is_derived, is_inside, may_be_of, tokens_between
from scitoolagent.reading.phrases import Target
from scitoolagent.reading.tokens import Token
from scitoolagent.records import Query
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode

_EDITING = frozenset(["Generation", "Modelling", "Conversion"])


def part(drafts: Sequence[AskDraft], graph: ToolGraph, query: Query, sentences: Sequence[Sequence[Token]]) -> None:
    """Refuse to tell whether an ask is of a thing or of what is made of it, where the words leave that open.

    "The TPSA and the scaffold of naproxen" are two asks of one thing; in "the scaffold of naproxen and its TPSA" the
    TPSA may be of either. Of a kind there is only what is made for it: "design a protein for all-beta and report …".
    """
    _of_kinds(drafts, graph, query)
    _of_edited_files(drafts, graph, query)
    for made in drafts:
        if made.soft or not any(target.tool for target in made.targets) or not is_derived(graph, made.targets):
            continue
        for draft in drafts:
            same = {target.tool for target in draft.targets} & {target.tool for target in made.targets if target.tool}
            tied = draft is made or bool(same) or draft.soft or is_inside(made, draft) or is_inside(draft, made)
            if tied or set(draft.about).isdisjoint(made.about) or _are_listed(draft, made, drafts, sentences):
                continue
            if not may_be_of(graph, draft, made):
                continue  # "the linker SMILES and the CO2 uptake": no linker has one
            if any(
                sentence[0].start <= draft.start < sentence[-1].end > made.start >= sentence[0].start
                for sentence in sentences
            ):
                if _names_result(graph, draft, made):
                    draft.after = [made]
                else:
                    draft.problem = draft.problem or f"it is not clear whether it is asked of the {made.text}"


def _of_edited_files(drafts: Sequence[AskDraft], graph: ToolGraph, query: Query) -> None:
    """Refuse what is asked behind a file of which a new one is made: "replace Na by K in x.cif and give the density".

    It may be of either, and of what is made there is no file yet that it could be worked out from.
    """
    makers = [draft for draft in drafts if not draft.soft and any(_edits_file(graph, one) for one in draft.targets)]
    places = {entity.handle: entity.start for entity in query.entities}
    for made in makers:
        for draft in drafts:
            files = [places[one] for one in draft.about if one in places and one in made.about]
            if draft in makers or draft.soft or not files or not made.start < draft.start > max(files):
                continue
            draft.problem = draft.problem or (
                f"it is not clear whether it is asked of the file or of what is made of it ({made.text}); "
                f"save what is made as a file, and ask about that, or name the file again"
            )


def _edits_file(graph: ToolGraph, target: Target) -> bool:
    """Whether a tool writes a file anew, with something changed: a supercell, a slab, exchanged elements."""
    tool = graph.tools.get(target.tool)
    return (
        tool is not None
        and tool.operation in _EDITING
        and any(graph.role(port.type) == "file" for port in tool.required)
        and any(_is_text_of_file(graph, port) for port in tool.outputs)
    )


def _is_text_of_file(graph: ToolGraph, port: PortNode) -> bool:
    return port.python == "str" and graph.types[port.type].parent == "Report" and not graph.is_note(port.type)


def _of_kinds(drafts: Sequence[AskDraft], graph: ToolGraph, query: Query) -> None:
    """Ask what no tool gives of a kind of what is made for it."""
    kinds = {entity.handle: entity.type for entity in query.entities if graph.role(entity.type) == "kind"}
    makers = {id(draft): _makers(graph, draft, kinds) for draft in drafts if kinds and not draft.soft}
    made = [draft for draft in drafts if makers.get(id(draft))]
    things = [draft for draft in made if any(_makes_things(graph, tool) for tool in makers[id(draft)])]
    for draft in drafts if things else ():
        of_kind = bool(draft.about) and set(draft.about) <= set(kinds) and draft not in made
        if of_kind and not draft.soft and not draft.after:
            if not any(target.tool for target in things[0].targets):
                things[0].targets = tuple(Target(tool=tool.name) for tool in makers[id(things[0])])
            draft.after = [things[0]]


def _makers(graph: ToolGraph, draft: AskDraft, kinds: Mapping[str, str]) -> list[ToolNode]:
    """The tools that an ask may stand for and that work on a kind itself."""
    wanted = {kinds[handle] for handle in draft.about if handle in kinds}
    tools = [
        tool
        for target in draft.targets
        for tool in ([graph.tools[target.tool]] if target.tool else graph.producers(target.type))
    ]
    return [one for one in tools if any(graph.is_a(name, port.type) for port in one.required for name in wanted)]


def _makes_things(graph: ToolGraph, tool: ToolNode) -> bool:
    return any(graph.is_a(port.type, "Sequence") or graph.role(port.type) == "file" for port in tool.outputs)


def _names_result(graph: ToolGraph, draft: AskDraft, made: AskDraft) -> bool:
    """Whether an ask names what an earlier one makes: "translate … and give the mass of the protein"."""
    tools = [graph.tools[target.tool] for target in made.targets if target.tool]
    kinds = {port.type for tool in tools for port in tool.outputs if not graph.is_note(port.type)}
    given = {port.type for tool in tools for port in tool.required}
    if len(kinds) != 1 or kinds & given or made.start > draft.start:
        return False
    node = graph.types[kinds.pop()]
    said = {word for kind in given for word in graph.types[kind].label.lower().split()}
    return bool(({*node.announced, *node.label.lower().split()} - said) & set(draft.text.lower().split()))


def _are_listed(
    one: AskDraft, other: AskDraft, drafts: Sequence[AskDraft], sentences: Sequence[Sequence[Token]]
) -> bool:
    """Whether two asks are items of one list: only joints, articles and other asks stand between them."""
    first, last = sorted((one, other), key=lambda ask: ask.start)
    between = [
        token
        for token in tokens_between(sentences, first.end, last.start)
        if not any(ask.start <= token.start < ask.end for ask in drafts)
    ]
    joints, small = word_list("references", "joints"), word_list("references", "small")
    pointing = word_list("references", "back")
    return all(token.text in joints or (token.text in small and token.text not in pointing) for token in between)
