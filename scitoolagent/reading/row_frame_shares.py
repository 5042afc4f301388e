"""Which share of some rows holds something, of all or in each group: what the verb or "among" stands between tells."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from scitoolagent.reading import row_lexicon as of
from scitoolagent.reading.row_chunks import Chunk, Chunked
from scitoolagent.reading.row_plain import PlainSentence, having, in_words, names, with_truths, without_headers

_LED = re.compile(r"(?:in|at|on|from|within)\b", re.IGNORECASE)
_PLACED = re.compile(r"\b(?:in|at|on|from|within)\s+(?:the\s+|an?\s+)?$", re.IGNORECASE)


def share_framed(given: Chunked) -> tuple[list[str], list[Mapping[str, Any]]] | None:
    """Which share of some rows holds something, of all or in each group, by where the verb or "among" stands."""
    chunks = without_headers(with_truths(given.chunks, given.table))
    places = [n for n, one in enumerate(chunks) if one.kind == of.SHARE]
    if len(places) != 1 or any(one.kind == of.NOT for one in chunks):
        return None
    groups: list[Chunk] = []
    for n, one in enumerate(chunks):
        if one.kind == of.GROUP and n + 1 < len(chunks) and chunks[n + 1].kind == of.CLASS_COLUMN:
            groups += [one, chunks[n + 1]]
    rest = [one for one in chunks if one not in groups]
    if any(one.kind not in "QVRFvmj" for one in rest):
        return None
    at = rest.index(chunks[places[0]])
    front, behind = rest[:at], rest[at + 1 :]
    base, held = _sides(given, front, behind)
    by = [one for one in groups if one.kind == of.CLASS_COLUMN]
    if not held or len({str(one.data.get("column")) for one in (*base, *held)}) < len(base) + len(held):
        return None
    sentence = PlainSentence(given, [], base)
    try:
        meant = " and ".join(having(in_words(one.data)) for one in held)
    except KeyError:
        return None
    whole = f"each {names(by)}" if by else "the whole"
    told = f"portion of rows with {meant} within {whole}"
    return [f"{told}{where}" for where in sentence.wheres], [one.data for one in (*base, *held)]


def _sides(given: Chunked, front: Sequence[Chunk], behind: Sequence[Chunk]) -> tuple[list[Chunk], list[Chunk]]:
    """The conditions on the rows that a share is of, and those that it holds; no latter where that is not clear."""

    def conditions(chunks: Sequence[Chunk]) -> list[Chunk]:
        return [one for one in chunks if one.kind == of.CONDITION]

    kinds = "".join(one.kind for one in behind)
    if of.AMONG in kinds:
        at = kinds.index(of.AMONG)
        return conditions(behind[at:]), conditions(behind[:at]) if not conditions(front) else []
    if conditions(front) and any(one.kind == of.AMONG for one in front):
        return conditions(front), conditions(behind)
    if conditions(front):
        # "The pass rate of the women".
        return conditions(behind), conditions(front)
    said = [one for one in behind if one.kind == of.CONDITION]
    if (
        of.VERB not in kinds.lstrip(of.VERB)
        and len(said) > 1
        and given.text[said[-1].start : said[-1].end].endswith("ed")
    ):
        # "Of the patients over 50 improved": the last one is the verb.
        return said[:-1], said[-1:]
    if of.VERB in kinds.lstrip(of.VERB):
        at = len(kinds) - len(kinds.lstrip(of.VERB)) + kinds.lstrip(of.VERB).index(of.VERB)
        held = conditions(behind[at:])
        # "Who did not respond in the placebo arm": which rows are meant, and what they hold.
        placed = [one for one in held if _PLACED.search(given.text[: one.start]) or _LED.match(given.text, one.start)]
        placed = placed if len(placed) < len(held) else []
        return conditions(behind[:at]) + placed, [one for one in held if one not in placed]
    found = conditions(behind)
    return [], found if len(found) == 1 else []
