"""Read Hetionet: `*nodes*.tsv` (id, name, kind) and `*.sif` (source, metaedge, target), both also as .gz."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.store.formats.rows import tsv
from scitoolagent.knowledge.store.records import Broken, Entity, Item, Predicate, Relation

# The verbs of the 24 metaedges and which of them have no direction: Himmelstein et al. 2017,
# doi:10.7554/eLife.26726, table 2.
_VERBS = {
    "AdG": "downregulates",
    "AeG": "expresses",
    "AuG": "upregulates",
    "CbG": "binds",
    "CcSE": "causes",
    "CdG": "downregulates",
    "CpD": "palliates",
    "CrC": "resembles",
    "CtD": "treats",
    "CuG": "upregulates",
    "DaG": "associates",
    "DdG": "downregulates",
    "DlA": "localizes",
    "DpS": "presents",
    "DrD": "resembles",
    "DuG": "upregulates",
    "GcG": "covaries",
    "GiG": "interacts",
    "GpBP": "participates",
    "GpCC": "participates",
    "GpMF": "participates",
    "GpPW": "participates",
    "Gr>G": "regulates",
    "PCiC": "includes",
}
_SYMMETRIC = {"CrC", "DrD", "GcG", "GiG"}


def read_hetionet(folder: Path) -> Iterator[Item]:
    """Entities, then relations, of the files in a folder.

    Raises:
        GraphError: a file is missing.
    """
    nodes, edges = _files(folder, "*nodes*.tsv*"), _files(folder, "*.sif*")
    for metaedge, verb in _VERBS.items():
        yield Predicate(metaedge, verb, metaedge in _SYMMETRIC)
    for path in nodes:
        for row in tsv(path, 3):
            if isinstance(row, Broken):
                yield row
                continue
            number, (identifier, name, kind) = row
            if (identifier, name, kind) == ("id", "name", "kind"):
                continue
            if not identifier.startswith(kind + "::") or not name:
                yield Broken(
                    path.name, number, f"{identifier[:60]!r} is no id of a {kind[:40] or 'node without a kind'}"
                )
            else:
                yield Entity(identifier, kind, name)
    for path in edges:
        for row in tsv(path, 3):
            if isinstance(row, Broken):
                yield row
            elif row[1] != ["source", "metaedge", "target"]:
                subject, metaedge, target = row[1]
                if metaedge in _VERBS:
                    yield Relation(subject, metaedge, target)
                else:
                    yield Broken(path.name, row[0], f"{metaedge[:40]!r} is no metaedge of Hetionet")


def _files(folder: Path, pattern: str) -> list[Path]:
    found = sorted(folder.glob(pattern)) if folder.is_dir() else []
    if not found:
        raise GraphError(f"{folder} holds no {pattern} as Hetionet has it")
    return found
