"""Link what patients write to a graph: `python -m scitoolagent.benchmarks.knowledge.patients --triples FILE`.

`texts/patients.tsv` holds 70 texts of our own with the entities they speak of: 20 to develop on, 50 kept apart. Printed
are precision, recall and F1 over all entities of a part, for the whole recognition, without word vectors, and for names
alone. Words that a text denies name nothing, so an entity found in them counts as wrong.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from scitoolagent.benchmarks.knowledge.intervals import bootstrap
from scitoolagent.benchmarks.knowledge.tables import keep, print_table
from scitoolagent.knowledge.mindmap.recognise import Recogniser
from scitoolagent.knowledge.store.formats.triples import read_triples
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.writer import load_in_memory
from scitoolagent.language.vectors import StaticEmbedder


@dataclass(frozen=True, slots=True)
class Text:
    """A text with the names of the entities it speaks of."""

    part: str
    text: str
    gold: frozenset[str]


def read_texts(path: Path | None = None) -> list[Text]:
    """The texts of a table with the columns part, text and gold; those of this package when left out."""
    path = path or Path(str(resources.files("scitoolagent.benchmarks.knowledge") / "texts" / "patients.tsv"))
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return [Text(row["part"], row["text"], frozenset(row["gold"].split(";"))) for row in rows]


def score(pairs: Iterable[tuple[frozenset[str], frozenset[str]]]) -> dict[str, object]:
    """Precision, recall and F1 over all entities of (gold, found), with the interval of F1 over texts."""
    every = list(pairs)
    right, found, wanted = (
        sum(len(gold & got) for gold, got in every), sum(len(got) for _, got in every),
        sum(len(gold) for gold, _ in every),
    )  # fmt: skip
    each = [2 * len(gold & got) / (len(gold) + len(got)) for gold, got in every]
    low, high = bootstrap(each)
    return {
        "texts": len(every),
        "entities": wanted,
        "precision": round(right / max(found, 1), 3),
        "recall": round(right / max(wanted, 1), 3),
        "F1": round(2 * right / max(found + wanted, 1), 3),
        "mean F1 of a text": f"{sum(each) / len(each):.3f} [{low:.3f}, {high:.3f}]",
    }


def found_by(recogniser: Recogniser, graph: DomainGraph, text: str, how: Sequence[str]) -> frozenset[str]:
    """The names of the entities that are found in one of some ways."""
    seeds = [seed.entity for seed in recogniser.recognise(text)[0] if seed.how in how]
    return frozenset(entity.name for entity in graph.entities(seeds))


def main() -> None:
    """Print one row a part and way."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--triples", type=Path, required=True)
    parser.add_argument("--texts", type=Path, help="another table of texts")
    parser.add_argument("--show", choices=["development", "apart"], help="print what is wrong in this part")
    parser.add_argument("--out", type=Path, help="write the figures here, as JSON")
    given = parser.parse_args()
    store, names, report = load_in_memory(read_triples(given.triples))
    graph = DomainGraph(store, report.schema, names)
    texts = read_texts(given.texts)
    recogniser = Recogniser(graph, StaticEmbedder())
    rows = []
    for label, how in (("all", ("name", "part", "meaning")), ("words", ("name", "part")), ("names", ("name",))):
        for part in dict.fromkeys(one.part for one in texts):
            own = [(one, found_by(recogniser, graph, one.text, how)) for one in texts if one.part == part]
            rows.append({"part": part, "by": label, **score((one.gold, got) for one, got in own)})
            for one, got in own if given.show == part and label == "all" else ():
                if got != one.gold:
                    print(f"{one.text}\n  missed {sorted(one.gold - got)}\n  wrong {sorted(got - one.gold)}")
    found = {"benchmark": "patients", "triples": given.triples.name, "ways": rows}
    print_table(found, "ways")
    keep(found, given.out)


if __name__ == "__main__":
    main()
