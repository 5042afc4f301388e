"""What a question searches a collection for: names of proteins, words, ranges; and the species that it means."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scitoolagent.language.words import phrase_meanings
from scitoolagent.tools.records._accessions import accessions


def find_gaps(text: str) -> Iterator[tuple[int, int, str]]:
    """`band gap between 1.2 and 1.6 eV`, where the question names the Materials Project: 1.2-1.6."""
    return _find("ProjectGap", text)


def find_protein_names(text: str) -> Iterator[tuple[int, int, str]]:
    """`insulin`, where its sequence is asked for in UniProt."""
    return _find("ProteinName", text)


def find_arxiv_words(text: str) -> Iterator[tuple[int, int, str]]:
    """Words in quotes, where the question names arXiv."""
    return _find("ArxivWords", text)


def find_pmc_ids(text: str) -> Iterator[tuple[int, int, str]]:
    """`PMC1234567`."""
    return _find("PmcId", text)


def _find(kind: str, text: str) -> Iterator[tuple[int, int, str]]:
    yield from ((one.start, one.end, one.value) for one in accessions(kind, text))


def find_species(text: str) -> Iterator[tuple[int, int, str]]:
    """The species, where a gene is named by its symbol or a protein by its name: `human`, `Mus musculus`."""
    if not accessions("GeneSymbol", text) and not accessions("ProteinName", text):
        return
    named = phrase_meanings("species")
    words = "|".join(re.escape(name) for name in sorted(named, key=len, reverse=True))
    for match in re.finditer(rf"\b(?:{words})\b", text, re.IGNORECASE):
        yield match.start(), match.end(), named[match[0].lower()]
