"""Kinds of features of GenBank records and GFF files: those of a file, and the one that a question speaks of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from scitoolagent.errors import TableError
from scitoolagent.language.stem import singular
from scitoolagent.language.words import phrases_of, word_list
from scitoolagent.tables.bounds import Bounds, opened, shown
from scitoolagent.tables.text import Lines

SUFFIXES = (".gb", ".gbk", ".genbank", ".gbff")
GFF, VCF, BED = (".gff", ".gff3", ".gtf"), (".vcf",), (".bed",)
# Files whose rows are all of one kind.
_ONE_KIND = {VCF: "variant", BED: "interval"}
ALL, SOURCE = "feature", "source"
_CODING = "CDS"
_KEY = re.compile(r" {5}([A-Za-z0-9'_*-]+) +\S")
_NAME = re.compile(r' {21}/(?:gene|locus_tag|label)="([^"]+)"')
_SHORTEST_NAME, _LISTED = 3, 12


class Kinds(NamedTuple):
    """How many features of each kind a file has, and the kinds of those that have a name."""

    counts: Mapping[str, int]
    named: Mapping[str, frozenset[str]]


def has_features(name: str) -> bool:
    """Whether a file of that name holds sequences with features."""
    return _ends(name, SUFFIXES)


def _ends(name: str, suffixes: tuple[str, ...]) -> bool:
    return name.casefold().removesuffix(".gz").endswith(suffixes)


def kinds_of(path: Path, bounds: Bounds) -> Kinds:
    """The kinds of features in the records of a file; what stands for a whole record is none.

    Raises:
        TableError: the file cannot be read.
    """
    counts: dict[str, int] = {}
    named: dict[str, set[str]] = {}
    with opened(path, bounds) as file:
        inside, kind = False, ""
        for line in Lines(file, shown(path.name), bounds):
            if not line.startswith(" "):
                inside, kind = line.startswith("FEATURES"), ""
            elif inside and (match := _KEY.match(line)):
                kind = match[1] if match[1] != SOURCE else ""
                counts |= {kind: counts.get(kind, 0) + 1} if kind else {}
            elif kind and (match := _NAME.match(line)):
                named.setdefault(match[1], set()).add(kind)
    return Kinds(counts, {name: frozenset(kinds) for name, kinds in named.items()})


def kinds_of_gff(path: Path, bounds: Bounds) -> Kinds:
    """The kinds of features of a GFF file, by its third column; none is looked up by its name.

    Raises:
        TableError: the file cannot be read.
    """
    counts: dict[str, int] = {}
    with opened(path, bounds) as file:
        for line in Lines(file, shown(path.name), bounds):
            if line.startswith((">", "##FASTA")):
                break
            cells = line.split("\t", 3)
            if len(cells) == 4 and not line.startswith("#"):
                counts[cells[2]] = counts.get(cells[2], 0) + 1
    return Kinds(counts, {})


def said_kind(text: str, known: Kinds) -> str:
    """The kind of feature that a question speaks of, or names one of; empty where it speaks of whole records.

    Raises:
        TableError: it speaks of several kinds, or of features that the file has none of.
    """
    kinds = known.counts
    found = _spoken_of(text, kinds)
    listed = ", ".join(f"{shown(name)} ({number})" for name, number in list(kinds.items())[:_LISTED])
    if lacking := next((name for name, many in found.items() if many and name not in kinds and name != ALL), ""):
        raise TableError(f"there is no feature of the kind {lacking}; there is {listed or 'none at all'}")
    having = [name for name in found if name in kinds]
    if len(having) > 1:
        raise TableError(f"a question is about one kind of feature; it speaks of {' and '.join(having)}")
    if not having and _speaks_of_protein(text):
        if not kinds.get(_CODING):
            raise TableError(f"a protein is what a CDS codes for, and there is none; there is {listed or 'no feature'}")
        return _CODING
    if having or not kinds:
        return having[0] if having else ""
    spoken = set(re.findall(r"[\w'-]+", text))
    called = [of for name, of in known.named.items() if len(name) >= _SHORTEST_NAME and name in spoken]
    meant = frozenset.intersection(*called) if called else frozenset()
    return _CODING if _CODING in meant else min(meant, default=ALL if ALL in found else "")


def _speaks_of_protein(text: str) -> bool:
    """Whether a question is about a protein that nobody tells how to translate."""
    said = set(re.findall(r"[^\W\d_]+", text.casefold()))
    return bool(said & word_list("tables", "coded")) and not said & word_list("tables", "translating")


def _spoken_of(text: str, kinds: Mapping[str, int]) -> dict[str, bool]:
    """The kinds of features that a text names, and whether it speaks of several of that kind."""
    said = [word.casefold() for word in re.findall(r"[^\W\d_]+|\d+", text)]
    phrased = {name: {name.casefold().replace("_", " ")} for name in kinds}
    for name, listed in phrases_of("feature_kinds").items():
        phrased.setdefault(name, set()).update(listed)
    found: dict[str, bool] = {}
    for name, phrases in phrased.items():
        for phrase in phrases:
            parts = phrase.split()
            for place in range(len(said) - len(parts) + 1):
                one = said[place : place + len(parts)]
                if [*one[:-1], singular(one[-1])] != [*parts[:-1], singular(parts[-1])]:
                    continue
                # "The gene names of each CDS" are names; "how many genes" speaks of several.
                behind = said[place + len(parts) : place + len(parts) + 1]
                if behind and behind[0] in word_list("tables", "feature_names"):
                    continue
                many = one[-1] != parts[-1] or bool({*said[max(0, place - 2) : place]} & {"each", "every", "many"})
                found[name] = found.get(name, False) or many
    return found


def meant_kind(path: Path, text: str, start: int, end: int, bounds: Bounds) -> str:
    """The kind of row that a question means by the words around the name of a file; empty where files have no kinds.

    Raises:
        TableError: as `said_kind`.
    """
    if one := next((kind for suffixes, kind in _ONE_KIND.items() if _ends(path.name, suffixes)), ""):
        return one
    if not has_features(path.name) and not _ends(path.name, GFF):
        return ""
    known = kinds_of(path, bounds) if has_features(path.name) else kinds_of_gff(path, bounds)
    return said_kind(f"{text[:start]} {text[end:]}", known)
