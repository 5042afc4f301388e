"""Orders to search with a profile or an alignment of a family: "search proteins.fasta with kinase.hmm"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scitoolagent.language.text import any_of
from scitoolagent.language.words import word_list

_FAMILY = re.compile(r"[^\s\"'<>|]+\.(?:hmm|sto|stk|stockholm|afa|aln)(?![\w/])", re.IGNORECASE)
_SEQUENCES = re.compile(r"[^\s\"'<>|]+\.(?:fasta|fa|faa)(?![\w/])", re.IGNORECASE)
_HITS, _DOMAINS = "profile hits of", "domains by profiles of"
_SEARCH = re.compile(
    rf"(?<![\w-])(?:{any_of(word_list('profile_orders', 'verbs'))})"
    rf"(?:\s+(?:{any_of(word_list('profile_orders', 'before'))}))*(?:\s+(?:in|of))?(?=\s)",
    re.IGNORECASE,
)
_LINK = re.compile(rf"(?<![\w-])(?:{any_of(word_list('profile_orders', 'links'))})(?![\w-])", re.IGNORECASE)
_BUILT = re.compile(
    r"(?<![\w-])(?:a|the)\s+(?:(?:profile\s+)?HMM|profile)\s+(?:built|made|built\s+up|derived)\s+(?:from|of|with|by)(?=\s)",
    re.IGNORECASE,
)


def find_orders(text: str) -> Iterator[tuple[int, int, str]]:
    """The verb of such an order as what it asks for, where the question names a file of a family."""
    if not _FAMILY.search(text):
        return
    asked = _HITS if _SEQUENCES.search(text) else _DOMAINS
    verb = _SEARCH.search(text)
    if verb is None:
        return
    yield verb.start(), verb.end(), asked
    for link in _LINK.finditer(text, verb.end()):
        yield link.start(), link.end(), "with"
    for built in _BUILT.finditer(text, verb.end()):
        yield built.start(), built.end(), ""
