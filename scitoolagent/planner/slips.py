"""Slips in identifiers: words of a refused question that are nearly an accession, or stand where one is announced."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scitoolagent.records import Query
from scitoolagent.toolkg.graph import ToolGraph, TypeNode

_WORD = re.compile(r"(?<![\w.-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z-])[A-Za-z0-9][\w-]{3,29}(?![\w-])")
# Signs that are taken for each other, by eye or on a keyboard.
_CONFUSED = {"l": "1", "I": "1", "1": "Il", "O": "0", "o": "0", "0": "O", "S": "5", "5": "S", "B": "8", "8": "B"}
# How many words before an identifier may announce it, and from how many signs on it may stand without.
_BEFORE, _LONG, _MOST = 3, 6, 3


def slips_of(graph: ToolGraph, query: Query) -> Iterator[str]:
    """Yield what is wrong with each word that was meant as an identifier and is none, with the nearest that is one."""
    types = [node for node in graph.types.values() if _is_identifier(node)]
    taken = {place for one in query.entities for place in range(one.start, one.end)}
    words = [found for found in _WORD.finditer(query.text) if found.start() not in taken]
    for found in words[:_MOST]:
        word, before = found.group(), query.text[: found.start()].split()[-_BEFORE:]
        if any(re.fullmatch(node.pattern or "", word) for node in types):
            continue
        for node in types:
            is_announced = bool(_names(node) & {part.strip("(),:").casefold() for part in before})
            near = _near(word, node.pattern or "")
            if is_announced or (len(near) == 1 and len(word) >= _LONG):
                meant = f"; did you mean {' or '.join(near)}?" if 0 < len(near) <= _MOST else ""
                yield f"{word!r} is not a valid {node.label}{meant}"
                break


def _is_identifier(node: TypeNode) -> bool:
    """Whether the values of a type are written by a fixed pattern with figures in it, as accessions are."""
    pattern = node.pattern or ""
    is_code = ("\\d" in pattern or "0-9]" in pattern) and "\\s" not in pattern
    return is_code and not node.choices and bool(_names(node))


def _names(node: TypeNode) -> set[str]:
    """The proper names in what a type is called: "uniprot" of "UniProt accession"."""
    words = {word for name in (node.label, *node.also) for word in name.split() if not word[1:].islower()}
    return {word.casefold() for word in (*words, *node.announced) if len(word) > 1} - {"id"}


def _near(word: str, pattern: str) -> list[str]:
    """The identifiers that a word would be if one slip were undone; else two signs in the wrong order."""
    confused = [
        word[:place] + other + word[place + 1 :] for place, sign in enumerate(word) for other in _CONFUSED.get(sign, "")
    ]
    turned = [word[:place] + word[place : place + 2][::-1] + word[place + 2 :] for place in range(len(word) - 1)]
    for tried in ([word.upper()], confused, turned):
        found = [one for one in dict.fromkeys(tried) if one != word and re.fullmatch(pattern, one)]
        if found:
            return found
    return []
