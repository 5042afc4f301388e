"""Read bare triples, a head, a relation and a tail on each line of a tab-separated file or a CSV, such as EMCKG."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.store.formats.rows import listed, tsv
from scitoolagent.knowledge.store.records import Broken, Entity, Item, Predicate, Relation

# What stands at the two ends of each relation of EMCKG (Wen et al. 2024, arXiv:2308.09729); bare triples do not say.
_ENDS = {
    "has_symptom": ("Disease", "Symptom"),
    "possible_disease": ("Symptom", "Disease"),
    "can_check_disease": ("Test", "Disease"),
    "need_medical_test": ("Disease", "Test"),
    "need_medication": ("Disease", "Medication"),
    "possible_cure_disease": ("Medication", "Disease"),
}
_UNTYPED = "Entity"
# A first line of these is a header and no triple.
_HEADER = (
    frozenset({"subject", "head", "source", "from", "start", "s", "subject_id", "entity1"}),
    frozenset({"predicate", "relation", "relationship", "edge", "p", "verb", "relation_type", "property"}),
    frozenset({"object", "tail", "target", "to", "end", "o", "object_id", "entity2"}),
)


def is_header(cells: Sequence[str]) -> bool:
    """Whether the cells of a first line name the columns of triples."""
    words = [cell.strip().lower().removeprefix("\ufeff") for cell in cells]
    return len(words) == len(_HEADER) and all(word in said for word, said in zip(words, _HEADER, strict=True))


def _rows(path: Path) -> Iterator[tuple[int, list[str]] | Broken]:
    """The rows of a file, without its header."""
    first = True
    for row in listed(path, len(_HEADER)) if ".csv" in path.name.lower() else tsv(path, len(_HEADER)):
        if not (first and not isinstance(row, Broken) and is_header(row[1])):
            yield row
        first = False


def read_triples(path: Path) -> Iterator[Item]:
    """Entities and relations of a file of triples; the file is read twice, once for each.

    A head or tail is its own id; its name has spaces for underscores. Its type is the one that most of its relations
    give it, since sources use one text for a symptom and for a disease; `Entity` where no relation says.

    Raises:
        GraphError: the file cannot be read.
    """
    votes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    predicates: dict[str, None] = {}
    for row in _rows(path):
        if isinstance(row, Broken):
            yield row
            continue
        head, predicate, tail = (cell.strip() for cell in row[1])
        if not (head and predicate and tail):
            yield Broken(path.name, row[0], "a cell is empty")
            continue
        first, last = _ENDS.get(predicate, (_UNTYPED, _UNTYPED))
        votes[head][first] += 1
        votes[tail][last] += 1
        predicates[predicate] = None
    if not votes:
        raise GraphError(f"{path} holds no triples of three cells, tab-separated or as CSV")
    for predicate in predicates:
        yield Predicate(predicate, predicate.replace("_", " "))
    for name, kinds in votes.items():
        kind = min(kinds, key=lambda one: (one == _UNTYPED, -kinds[one], one))
        yield Entity(name, kind, name.replace("_", " "))
    for row in _rows(path):
        if not isinstance(row, Broken):
            head, predicate, tail = (cell.strip() for cell in row[1])
            if head and predicate and tail:
                yield Relation(head, predicate, tail)
