"""What stands side by side and may be one thing or two: an ask of that is not answered."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.outputs import Outputs
from scitoolagent.reading.sequences import are_stacked
from scitoolagent.records import Entity, Query
from scitoolagent.toolkg.graph import ToolGraph

_BELONGS = re.compile(r"\s+(?:does|do|has|have|is in|are in|are there in)\s+the\s+", re.IGNORECASE)
_OF_THINGS = re.compile(r"\s+(?:of|between)\b", re.IGNORECASE)
_KIND = re.compile(r"\s+(?:strand|sequence|protein|molecule|compound)\s+", re.IGNORECASE)
# A clause with "if" at the beginning of a sentence, up to its comma.
_IF = re.compile(r"(?:^|(?<=[.?!;]\s))\s*if\s[^,?!;]*,", re.IGNORECASE)
_JOIN = "join_tables"
# Words that tie a thing to what stands in front of them.
_WITH = re.compile(
    rf"(?<![\w-])(?:{any_of(phrase_list('row_texts', 'tying'))})\s+(?:(?:the|its|their|all)\s+)*$", re.IGNORECASE
)
_OF = re.compile(r"\s*(?:of|from)\s+(?:(?:the|a|an|its)\s+)?", re.IGNORECASE)


def doubt(graph: ToolGraph, outputs: Outputs, query: Query, drafts: Sequence[AskDraft]) -> None:
    """Write into the asks why it cannot be told what they are asked of."""
    _nouns_side_by_side(outputs, drafts)
    _not_of_one_another(query, drafts)
    why = (
        _blocks(graph, query)
        or _thing_of_thing(graph, query)
        or _made_twice(graph, query)
        or _percent_of_nothing(query)
        or _given_or_made(query, drafts)
        or _conditional(query, drafts)
        or _with_another_file(query, drafts)
    )
    for draft in drafts:
        draft.problem = draft.problem or why


def _nouns_side_by_side(outputs: Outputs, drafts: Sequence[AskDraft]) -> None:
    """Two nouns that stand side by side may be one thing: "heavy atom molecular weight", "GC bases"."""
    named = [draft for draft in drafts if not draft.soft and draft.targets]
    for one, other in itertools.pairwise(named):
        counted = outputs.are_counts(one.targets) != outputs.are_counts(other.targets)
        counted = counted and (other.start >= one.end or other.end <= one.end)
        if other.start - one.end <= 1 and counted and not one.after and not other.after:
            why = f"{one.text} {other.text} may be one thing or two; name them apart"
            one.problem, other.problem = one.problem or why, other.problem or why


def _not_of_one_another(query: Query, drafts: Sequence[AskDraft]) -> None:
    """ "How many atoms does the … of A and B have": where nothing gives that, A and B are not asked about instead."""
    for one, other in itertools.permutations([draft for draft in drafts if draft.targets], 2):
        between = _BELONGS.fullmatch(query.text[one.end : other.start]) if one.end <= other.start else None
        if between and other not in one.after and _OF_THINGS.match(query.text[other.end :]):
            one.problem = one.problem or f"no tool here gives the {one.text} of {other.text}"


def _percent_of_nothing(query: Query) -> str:
    """A sign of percent behind a thing, which no number stands in front of."""
    things = [one for one in query.entities if query.text[one.end :].lstrip(" ").startswith("%")]
    return f"'%' behind {things[0].text} was not understood" if things else ""


def _given_or_made(query: Query, drafts: Sequence[AskDraft]) -> str:
    """ "The reverse strand ATG…" may be what is given, or what is to be made of it."""
    for draft in drafts:
        for entity in query.entities if not draft.reported else ():
            between = query.text[draft.end : entity.start]
            if entity.start > draft.end and _KIND.fullmatch(between) and entity.handle in draft.about:
                whole = query.text[draft.start : entity.start].strip()
                return f"it is not clear whether {entity.text[:40]!r} is the {whole} or what that is made of"
    return ""


def _conditional(query: Query, drafts: Sequence[AskDraft]) -> str:
    """ "If its … is above 2, give …, otherwise …": what is asked for hangs on a value that is not known yet."""
    wanted = [draft for draft in drafts if draft.targets and not draft.soft]
    words = "|".join(sorted(word_list("operations", "alternatives")))
    told = bool(wanted) and re.search(rf"[,;]\s*(?:or\s+)?(?:{words})\b", query.text, re.IGNORECASE) is not None
    # "If … is diluted 20-fold, what is its pH" says what is asked of, and decides nothing.
    deciding = (
        word_list("operations", "having") | word_list("operations", "exceeding") | word_list("operations", "deciding")
    )
    for clause in _IF.finditer(query.text):
        if not deciding & set(clause[0].casefold().split()):
            continue
        inside = any(clause.start() < draft.start < clause.end() for draft in wanted)
        told = told or (inside and any(draft.start >= clause.end() for draft in wanted))
    return "whether it is asked for hangs on a condition, which is not followed here; ask for all of it" if told else ""


def _with_another_file(query: Query, drafts: Sequence[AskDraft]) -> str:
    """ "The criteria of a.csv with the prices in b.csv": the rows of both belong together, and nothing says by what."""
    named = sorted((one for one in drafts if not one.soft), key=lambda one: one.start)
    for one, other in itertools.pairwise(named):
        files, others = (_files_of(query, draft) for draft in (one, other))
        joined = any(operation.tool == _JOIN for draft in drafts for operation in draft.then)
        if joined or not files or not others or files & others or one.after or other.after:
            continue
        if _WITH.search(query.text[one.end : other.start]):
            first, second = (str(query.entity(sorted(group)[0]).value) for group in (files, others))
            return f"rows of two files belong together here; write 'join {first} with {second} and give the …'"
    return ""


def _files_of(query: Query, draft: AskDraft) -> set[str]:
    about = [query.entity(handle) for handle in draft.about if not handle.startswith("ask")]
    tables = {table.file for table in query.tables}
    return {one.file or one.handle for one in about if one.file or one.handle in tables}


def _blocks(graph: ToolGraph, query: Query) -> str:
    """Sequences with nothing but a blank between them may be one that is written in blocks."""
    places = sorted({(one.start, one.end) for one in query.entities if graph.is_a(one.type, "Sequence")})
    for (_, end), (start, _) in itertools.pairwise(places):
        if end < start and query.text[end:start].isspace() and not are_stacked(query.text):
            return "two sequences side by side may be one; write it in one piece, or part them by a comma"
    return ""


def _thing_of_thing(graph: ToolGraph, query: Query) -> str:
    """ "The methyl ether of phenol" is neither of the two, although both are names that a table knows."""
    for one, other in itertools.pairwise(_things(graph, query)):
        between = query.text[one[0].end : other[0].start]
        # An element is a part of what holds it, and a row is one of its file.
        apart = any(graph.types[entity.type].needs_context or entity.file for entity in (*one, *other))
        if _OF.fullmatch(between) and not apart and not any(graph.role(entity.type) == "file" for entity in other):
            whole = query.text[one[0].start : other[0].end]
            return f"{whole!r} is no name known here; {one[0].text} and {other[0].text} are two compounds"
    return ""


def _made_twice(graph: ToolGraph, query: Query) -> str:
    """ "The methyl ester of the methyl ester of …": nothing here makes the same once more of what was made."""
    settings = sorted(
        (one for one in query.entities if graph.is_setting(one.type) and one.end <= len(query.text)),
        key=lambda one: one.start,
    )
    for one, other in itertools.pairwise(settings):
        same = (one.type, str(one.value)) == (other.type, str(other.value))
        if same and _OF.fullmatch(query.text[one.end : other.start]):
            return (
                f"{query.text[one.start : other.end]!r} makes one thing of another of its kind; ask about one at a time"
            )
    return ""


def _things(graph: ToolGraph, query: Query) -> list[list[Entity]]:
    """The things of a question in the order of its text, all readings of one place together."""
    found: dict[int, list[Entity]] = {}
    for entity in query.entities:
        if not graph.is_setting(entity.type) and entity.end <= len(query.text):
            found.setdefault(entity.start, []).append(entity)
    return [found[start] for start in sorted(found)]
