"""Score extraction from abstracts: `python -m scitoolagent.benchmarks.knowledge.extraction --data BIORED.zip`.

BioRED (Luo et al. 2022): entities are looked for in the abstracts of one part with the names of its training part as
the dictionary. A mention is right with the same place and type; an entity of an abstract with the same id. A relation
is right where the pair of ids is related in that abstract (`pair`), and with the same type (`typed`). The baseline
relates each pair of kinds that BioRED allows in one sentence, as an association. `gold` gives the marked entities to
both; `found` those of the dictionary. Thresholds were looked at on the training part.
"""

from __future__ import annotations

import argparse
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from scitoolagent.benchmarks.knowledge.tables import keep, print_table
from scitoolagent.errors import GraphError
from scitoolagent.knowledge.claims.sentences import sentences_of
from scitoolagent.knowledge.extraction.entities import Dictionary, Mention
from scitoolagent.knowledge.extraction.relations import ASSOCIATION, PAIRS, kind_of, relations_of
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Entity
from scitoolagent.knowledge.store.writer import load_in_memory

Triple = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Marked:
    """An abstract with the mentions and relations that people marked."""

    pmid: str
    text: str
    mentions: tuple[Mention, ...]
    relations: frozenset[Triple]


def read_part(data: Path, part: str) -> list[Marked]:
    """The abstracts of one part.

    Raises:
        GraphError: the archive does not hold it.
    """
    try:
        with zipfile.ZipFile(data) as archive:
            text = archive.read(f"BioRED/{part}.PubTator").decode()
    except (OSError, KeyError, zipfile.BadZipFile) as error:
        raise GraphError(f"{data} does not hold that part of BioRED: {error}") from error
    return [_marked(block.strip().split("\n")) for block in text.replace("\r", "").split("\n\n") if block.strip()]


def _marked(lines: Sequence[str]) -> Marked:
    title, abstract = (line.split("|", 2) for line in lines[:2])
    cells = [line.split("\t") for line in lines[2:]]
    mentions = [
        Mention(int(one[1]), int(one[2]), one[3], identifier, one[4], "gold")
        for one in cells
        if one[1].isdigit()
        for identifier in one[5].split(",")
    ]
    relations = {(min(one[2:4]), one[1], max(one[2:4])) for one in cells if not one[1].isdigit()}
    return Marked(title[0], f"{title[2]} {abstract[2]}", tuple(mentions), frozenset(relations))


def dictionary_of(part: Sequence[Marked]) -> Dictionary:
    """The names that a part marks."""
    names: dict[tuple[str, str], dict[str, None]] = {}
    for document in part:
        for one in document.mentions:
            names.setdefault((one.id, one.type), {})[one.text] = None
    items = [Entity(i, kind, next(iter(texts)), tuple(texts)[1:]) for (i, kind), texts in names.items()]
    store, index, report = load_in_memory(items)
    return Dictionary([DomainGraph(store, report.schema, index, name="train")])


def together(text: str, mentions: Sequence[Mention]) -> Iterator[Triple]:
    """The baseline: all pairs of one sentence."""
    start = 0
    for sentence in sentences_of(text):
        begin = text.index(sentence, start)
        start = begin + len(sentence)
        inside = [one for one in mentions if begin <= one.start and one.end <= start]
        for one, other in combinations(inside, 2):
            kinds = "".join(sorted(kind_of(one.type) + kind_of(other.type)))
            if one.id != other.id and kinds in PAIRS:
                yield min(one.id, other.id), ASSOCIATION, max(one.id, other.id)


class Tally:
    """Counts what was found, what was to be found, and what both share."""

    def __init__(self) -> None:
        self.found = self.wanted = self.both = 0

    def add(self, found: set[Any], wanted: set[Any]) -> None:
        """One abstract more."""
        self.found += len(found)
        self.wanted += len(wanted)
        self.both += len(found & wanted)

    def row(self, **names: str) -> dict[str, Any]:
        """Precision, recall and their harmonic mean."""
        precision, recall = self.both / max(1, self.found), self.both / max(1, self.wanted)
        f1 = 2 * precision * recall / max(1e-9, precision + recall)
        return {**names, "precision": f"{precision:.3f}", "recall": f"{recall:.3f}", "F1": f"{f1:.3f}"}


def entities(part: Sequence[Marked], dictionary: Dictionary) -> list[dict[str, Any]]:
    """How well mentions and the ids of each abstract are found, by type."""
    kinds = sorted({one.type for document in part for one in document.mentions})
    tallies = {(kind, what): Tally() for kind in ("all", *kinds) for what in ("mentions", "ids")}
    for document in part:
        found = dictionary.mentions(document.text)
        for kind in ("all", *kinds):
            own = [one for one in found if kind in ("all", one.type)]
            gold = [one for one in document.mentions if kind in ("all", one.type)]
            tallies[kind, "mentions"].add(
                {(one.start, one.end, one.type) for one in own}, {(one.start, one.end, one.type) for one in gold}
            )
            tallies[kind, "ids"].add({(one.id, one.type) for one in own}, {(one.id, one.type) for one in gold})
    return [tally.row(type=kind, what=what) for (kind, what), tally in tallies.items()]


def relations(part: Sequence[Marked], dictionary: Dictionary) -> list[dict[str, Any]]:
    """How well relations are found, beside the baseline."""
    rows: list[dict[str, Any]] = []
    for given in ("gold", "found"):
        tallies = {(method, what): Tally() for method in ("rules", "one sentence") for what in ("pair", "typed")}
        for document in part:
            mentions = document.mentions if given == "gold" else dictionary.mentions(document.text)
            read = [one for one in relations_of(document.text, mentions) if not one.denied]
            made = {
                "rules": {(one.one, one.predicate, one.other) for one in read},
                "one sentence": set(together(document.text, mentions)),
            }
            for method, triples in made.items():
                tallies[method, "typed"].add(triples, set(document.relations))
                tallies[method, "pair"].add({one[::2] for one in triples}, {one[::2] for one in document.relations})
        rows += [tally.row(entities=given, method=method, what=what) for (method, what), tally in tallies.items()]
    return rows


def main() -> None:
    """Print precision, recall and F1 of entities and relations."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="BIORED.zip")
    parser.add_argument("--part", default="Dev", choices=("Train", "Dev"))
    parser.add_argument("--out", type=Path, help="write the figures here, as JSON")
    given = parser.parse_args()
    part, dictionary = read_part(given.data, given.part), dictionary_of(read_part(given.data, "Train"))
    found = {
        "benchmark": "extraction",
        "part": given.part,
        "abstracts": len(part),
        "entities": entities(part, dictionary),
        "relations": relations(part, dictionary),
    }
    print_table(found, "entities", "relations")
    keep(found, given.out)


if __name__ == "__main__":
    main()
