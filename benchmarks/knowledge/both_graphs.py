"""Score questions over two graphs: `python -m scitoolagent.benchmarks.knowledge.both_graphs [--graph NAME]`.

Each of 20 questions of our own asks a domain graph for things, and tools for what these have in common. Without
`--graph` the graph is the small one of medicines of `claims/`; with it a loaded Hetionet. The gold is looked up by
SPARQL (see `free_questions`; `|` joins chains to a union) and computed by RDKit from the structures of the names, apart
from the planner; `-` means that no answer is right. A question is right when it is
answered with the gold and nothing else; a compound that no structure is known of has to be left out and told (the
answer is partial then). It is wrong when something else is given, and else refused.
"""

from __future__ import annotations

import argparse
import csv
import math
import operator
import os
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from scitoolagent.agent import Agent
from scitoolagent.benchmarks.knowledge.free_questions import gold_of
from scitoolagent.benchmarks.knowledge.planted import write_graphs
from scitoolagent.benchmarks.knowledge.tables import keep, print_table
from scitoolagent.benchmarks.metrics import Share
from scitoolagent.config import load_config
from scitoolagent.errors import SciToolAgentError, ToolInputError
from scitoolagent.knowledge.store.catalogue import load_graph_files, open_graph
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.records import Answer
from scitoolagent.tool.registry import load_function

# The types of the answers that each property is given in.
_TYPES = {"qed": "Qed", "tpsa": "PolarSurfaceArea", "mw": "AverageMolecularMass", "logp": "CrippenLogP"}
_SIGNS: Mapping[str, Callable[[float, float], bool]] = {"<": operator.lt, ">": operator.gt}
_LIMIT = re.compile(r"(\w+) ([<>]) ([\d.]+)")
_NAMES = "scitoolagent.tools.chemistry.names:name_to_smiles"
_EXACT = 1e-3
Gold = dict[str, Any]


@cache
def structure_of(name: str) -> Any:
    """The molecule of a name; None where no structure of it is known."""
    from rdkit import Chem

    try:
        return Chem.MolFromSmiles(load_function(_NAMES)(name).smiles)
    except ToolInputError:
        return None


def property_of(name: str, mol: Any) -> float:
    """A property of a molecule, by RDKit."""
    from rdkit.Chem import QED, rdMolDescriptors

    found: dict[str, Callable[[Any], float]] = {
        "qed": QED.qed,
        "tpsa": rdMolDescriptors.CalcTPSA,
        "mw": rdMolDescriptors._CalcMolWt,
        "logp": lambda one: rdMolDescriptors.CalcCrippenDescriptors(one)[0],
    }
    return float(found[name](mol))


def gold_answer(graph: DomainGraph, chains: str, asked: str) -> Gold | None:
    """What a question is to be answered with; None where no answer is right."""
    parts = [gold_of(graph, one.strip()) for one in chains.split("|")]
    if None in parts:
        return None
    ids = frozenset().union(*(one for one in parts if one is not None))
    names = sorted(entity.name for entity in graph.entities(sorted(ids)))
    kind, _, what = asked.partition(": ")
    if kind == "list":
        return {"names": names}
    if kind == "number":
        return {"number": len(names)}
    mols = {name: mol for name in names if (mol := structure_of(name)) is not None}
    lacks = len(mols) < len(names)
    if kind == "each":
        return {"rows": {p: {n: property_of(p, mol) for n, mol in mols.items()} for p in what.split()}, "lacks": lacks}
    if kind in ("count", "filter"):
        limit = _LIMIT.fullmatch(what)
        if limit is None:
            raise ValueError(f"{what!r} is no limit")
        left = [n for n, mol in mols.items() if _SIGNS[limit[2]](property_of(limit[1], mol), float(limit[3]))]
        return {"number": len(left), "lacks": lacks} if kind == "count" else {"names": left, "lacks": lacks}
    values = {name: property_of(what, mol) for name, mol in mols.items()}
    if kind == "mean":
        return {"value": sum(values.values()) / len(values), "type": _TYPES[what], "lacks": lacks}
    best = (max if kind == "highest" else min)(values.values())
    return {"best": sorted(name for name, value in values.items() if math.isclose(value, best)), "lacks": lacks}


def agrees(gold: Gold, answer: Answer) -> bool:
    """Whether an answer gives the gold; what has no structure has to be told."""
    if gold.get("lacks") and answer.status == "complete":
        return False
    if "rows" in gold:
        return all(_same(rows, _cells(answer, _TYPES[name])) for name, rows in gold["rows"].items())
    if "value" in gold:
        found = [one.value for one in answer.values if one.type == gold["type"] and one.tool == "mean_of_values"]
        return len(found) == 1 and math.isclose(float(found[0]), float(gold["value"]), rel_tol=_EXACT)
    if "number" in gold:
        return [one.value for one in answer.values if one.tool == "count_rows"] == [gold["number"]]
    if "best" in gold:
        return sorted(_listed(answer, "top_rows")) == list(map(str, gold["best"]))
    told = _listed(answer, "filter_rows") or [one.subject for one in answer.values if one.tool == "graph_rows"]
    return sorted(told) == list(map(str, sorted(gold["names"])))


def _cells(answer: Answer, kind: str) -> dict[str, float]:
    return {one.subject: one.value for one in answer.values if one.type == kind}


def _same(one: Mapping[str, float], other: Mapping[str, float]) -> bool:
    return one.keys() == other.keys() and all(math.isclose(one[k], other[k], rel_tol=_EXACT) for k in one)


def _listed(answer: Answer, tool: str) -> list[str]:
    """The names of the rows that a choice gave."""
    for one in answer.values:
        if one.tool == tool and not one.subject:
            return list(one.value) if isinstance(one.value, list) else [str(one.value)]
    return []


def outcome_of(gold: Gold | None, answer: Answer | None) -> str:
    """How a question was answered."""
    if answer is None or answer.status in ("failed", "blocked") or not answer.values:
        return "refused"
    if gold is None:
        return "wrong" if answer.status == "complete" else "partial, and told"
    if agrees(gold, answer):
        return "right"
    return "wrong" if answer.status == "complete" else "partial, and told"


def ask_all(graph: str, questions: Sequence[Mapping[str, str]]) -> list[tuple[str, str, str, str]]:
    """Each question with what it wants, its outcome, and the answer."""
    opened = open_graph(graph)
    config = load_config().model_copy(update={"knowledge_graph": graph})
    found: list[tuple[str, str, str, str]] = []
    with Agent(config, models={}) as agent:
        for row in questions:
            answer = None
            try:
                for record in agent.stream(row["question"]):
                    answer = record if isinstance(record, Answer) else answer
            except SciToolAgentError:
                answer = None
            gold = gold_answer(opened, row["gold"], row["asked"])
            wanted = "no answer" if gold is None else "an answer"
            found.append((row["question"], wanted, outcome_of(gold, answer), answer.text if answer else ""))
    return found


def _shown(share: Share) -> str:
    told = share.as_json()
    return f"{told['percent']} [{told['low']}, {told['high']}]"


def main() -> None:
    """Print how many are right, refused and wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--graph", help="a loaded Hetionet; the small graph of medicines when left out")
    parser.add_argument("--show", action="store_true", help="print what is not right")
    parser.add_argument("--out", type=Path, help="write the figures here, as JSON")
    given = parser.parse_args()
    texts = Path(str(resources.files("scitoolagent.benchmarks.knowledge"))) / "texts"
    path = texts / ("both_hetionet.tsv" if given.graph else "both_medicines.tsv")
    with path.open(encoding="utf-8", newline="") as file:
        questions = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    with tempfile.TemporaryDirectory() as folder:
        if not given.graph:
            os.environ["SCITOOLAGENT_DATA_DIR"] = folder
            load_config.cache_clear()
            write_graphs(Path(folder))
            load_graph_files("medicines", "mapping", Path(folder) / "reference" / "mapping.toml")
        found = ask_all(given.graph or "medicines", questions)
    counts = Counter((wanted, outcome) for _, wanted, outcome, _ in found)
    rows = [{"wanted": wanted, "outcome": outcome, "questions": count, "of all, %": _shown(Share(count, len(found)))}
            for (wanted, outcome), count in sorted(counts.items())]  # fmt: skip
    for question, wanted, outcome, text in found if given.show else ():
        if (wanted, outcome) not in (("an answer", "right"), ("no answer", "refused")):
            print(f"{wanted}, {outcome}: {question}\n  {text[:600]}")
    told = {"benchmark": "both graphs", "graph": given.graph or "medicines", "questions": len(found), "outcomes": rows}
    print_table(told, "outcomes")
    keep(told, given.out)


if __name__ == "__main__":
    main()
