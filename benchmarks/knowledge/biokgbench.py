"""Score BioKGBench's own files: `python -m scitoolagent.benchmarks.knowledge.biokgbench TASK --data FILE …`.

TASK and FILE, as the benchmark's code reads them (github.com/westlake-autolab/BioKGBench; arXiv:2407.00466):
- `kgqa`: a JSON list with `question` and `answer`, a list of objects whose `answer` is a name; `--graph` is the loaded
  graph (`knowledge load NAME FOLDER --format ckg`). F1, EM and executability over sets of names.
- `scv`: JSON lines with `claim`, `verdict` and `evidence` (PMIDs); `--corpus` are JSON lines with `pmid`, `title` and
  `abstract`. Accuracy, and how often a quote is from an abstract of the evidence.
- `kgcheck`: a JSON list with `instruction` and `label`; the instruction names a type and an id, perhaps an attribute in
  quotes, or two of both. `--against` is a graph or endpoint that is believed, `--corpus` are abstracts, `--online`
  asks UniProt and STRING. EM and executability; an instruction of another form is counted as not read.
`--model` lets the model of the settings play, `--replies FILE` keeps what it says, so that a killed run goes on.
None of the published files was at hand when this was written: tests use small ones in the same layout.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from scitoolagent.benchmarks.knowledge.kgqa import f1_of
from scitoolagent.benchmarks.knowledge.tables import asked_model, keep, print_table
from scitoolagent.benchmarks.metrics import Share
from scitoolagent.config import load_config
from scitoolagent.errors import GraphError
from scitoolagent.knowledge.claims.check import Checker, Role
from scitoolagent.knowledge.claims.corpus import open_kept
from scitoolagent.knowledge.claims.databases import StringValidator, UniProtValidator, reader_of
from scitoolagent.knowledge.claims.policy import ModelPolicy
from scitoolagent.knowledge.claims.validators import Claim, GraphValidator, PublicationValidator, Validator
from scitoolagent.knowledge.claims.verification import ClaimVerifier, ModelJudge, Result
from scitoolagent.knowledge.graph_agent import GraphAgent
from scitoolagent.knowledge.questions.answering import GraphAnswer, answer_question
from scitoolagent.knowledge.store.catalogue import open_graph
from scitoolagent.knowledge.store.endpoint import open_endpoint
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.language.text import normalise
from scitoolagent.llm import LanguageModel
from scitoolagent.planner.embedding import load_embedder

_NODE = re.compile(r"type\s+['\"]?([\w ]+?)['\"]?\s+and\s+id\s+['\"]?([\w:.\-]+\w)['\"]?")
_ATTRIBUTE = re.compile(r"['\"](\w+)['\"]\s+attribute")


def items_of(path: Path, needed: Sequence[str]) -> list[dict[str, Any]]:
    """The objects of a JSON list or of JSON lines.

    Raises:
        GraphError: the file cannot be read, or an object lacks one of the fields; says which.
    """
    try:
        text = path.read_text(encoding="utf-8")
        rows = (
            json.loads(text) if text.lstrip().startswith("[") else [json.loads(one) for one in text.split("\n") if one]
        )
    except (OSError, ValueError, RecursionError) as error:
        raise GraphError(f"{path} is neither a JSON list nor JSON lines: {error}") from error
    for number, row in enumerate(rows, 1):
        lacking = [name for name in needed if not isinstance(row, dict) or name not in row]
        if lacking:
            raise GraphError(f"{path}, item {number}, has no {lacking[0]!r}")
    return rows


def kgqa(graph: DomainGraph, rows: Sequence[dict[str, Any]], answer: Callable[[str], GraphAnswer]) -> dict[str, Any]:
    """F1, EM and executability over sets of names, as the benchmark counts them: nothing found is not executed."""
    scores, exact, executed = [], 0, 0
    for row in rows:
        gold = {normalise(str(one["answer"] if isinstance(one, dict) else one)) for one in row["answer"]}
        found = answer(str(row["question"]))
        names = {normalise(entity.name) for entity in graph.entities(found.ids)} if found.plan else set()
        ids = {normalise(one) for one in found.ids} if found.plan else set()
        # An answer may be said by id, as that of a protein is.
        scores.append(max(f1_of(names, gold), f1_of(ids, gold)))
        exact += bool(gold) and gold in (names, ids)
        executed += bool(found.ids)
    return {
        "questions": len(rows),
        "F1": round(statistics.fmean(scores), 3) if scores else "",
        "EM": _shown(exact, len(rows)),
        "executability": _shown(executed, len(rows)),
    }


def scv(verifier: ClaimVerifier, rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """How many verdicts are right, and how many rest on an abstract of the evidence."""
    right = quoted = opposite = 0
    for row in rows:
        verdict, gold = verifier.verify(str(row["claim"])), _side(str(row["verdict"]))
        evidence = set(re.findall(r"\w+", json.dumps(row["evidence"])))
        right += verdict.verdict == gold
        opposite += {verdict.verdict, gold} == {"Support", "Refute"}
        quoted += any(quote.abstract in evidence for quote in verdict.quotes)
    count = len(rows)
    return {
        "claims": count,
        "right": _shown(right, count),
        "wrong side": _shown(opposite, count),
        "right quotes": _shown(quoted, count),
    }


def _side(verdict: str) -> Result:
    said = verdict.strip().lower()
    return "Support" if said.startswith("support") else "Refute" if said.startswith(("refut", "contradict")) else "NEI"


def claims_in(graph: DomainGraph, instruction: str) -> tuple[Claim, ...]:
    """The claims of an instruction; of two nodes each relation that the graph has between them, none when it has none.

    Raises:
        GraphError: it names no node by type and id, or more than two.
    """
    nodes = _NODE.findall(instruction)
    if not 1 <= len(nodes) <= 2:
        raise GraphError(f"no node is named by type and id, or more than two: {instruction[:80]!r}")
    kind, one = nodes[0]
    if len(nodes) == 2:
        steps, _ = graph.steps(one, 10_000)
        ends = {one, nodes[1][1]}
        return tuple(
            Claim("relation", step.subject, step.predicate, step.object)
            for step in steps
            if {step.subject, step.object} == ends
        )
    attribute = _ATTRIBUTE.search(instruction)
    if attribute:
        return (Claim("attribute", one, attribute=attribute.group(1)),)
    return (Claim("node", one, value=kind),)


def kgcheck(graph: DomainGraph, checker: Checker, rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """How many conclusions are those of the labels; a relation that the graph lacks is refuted."""
    right = executed = unread = 0
    for row in rows:
        try:
            claims = claims_in(graph, str(row["instruction"]))
        except GraphError:
            unread += 1
            continue
        results = {checker.check(claim).result for claim in claims}
        said = (
            "refute" if not results or results & {"refute", "doubtful"} else "support" if "support" in results else ""
        )
        executed += bool(said)
        right += said == str(row["label"]).strip().lower()
    count = len(rows)
    return {
        "claims": count,
        "EM": _shown(right, count),
        "executability": _shown(executed, count),
        "instructions not read": unread,
    }


def _shown(count: int, total: int) -> str:
    one = Share(count, total).as_json()
    return f"{one['percent']} % [{one['low']}, {one['high']}]"


def _opened(name: str) -> DomainGraph:
    return open_endpoint(name) if name.startswith(("http://", "https://")) else open_graph(name)


def _sources(given: argparse.Namespace, graph: DomainGraph, judge: ModelJudge | None) -> Iterator[Validator]:
    for name in given.against or ():
        reference = _opened(name)
        schema = reference.schema
        yield GraphValidator(reference, frozenset(schema.predicates), frozenset(schema.types))
    if given.corpus:
        yield PublicationValidator(_verifier(given, judge), graph)
    if given.online:
        kept = load_config().cache_dir
        yield UniProtValidator(reader_of("https://rest.uniprot.org", 0.34, kept=kept / "uniprot"))
        string = reader_of("https://string-db.org/api", 1.0, kept=kept / "string")
        yield StringValidator(string, frozenset(graph.schema.predicates), graph)


def _verifier(given: argparse.Namespace, judge: ModelJudge | None) -> ClaimVerifier:
    if given.corpus is None:
        raise GraphError(f"{given.task} needs --corpus, JSON lines with pmid, title and abstract")
    config = load_config()
    return ClaimVerifier(open_kept(given.corpus, config.cache_dir / "corpora", load_embedder(config)), judge)


def scored(given: argparse.Namespace, model: LanguageModel | None) -> dict[str, Any]:
    """The figures of one task."""
    judge = ModelJudge(model) if model else None
    if given.task == "scv":
        return scv(_verifier(given, judge), items_of(given.data, ("claim", "verdict", "evidence")))
    if given.graph is None:
        raise GraphError(f"{given.task} needs --graph, a loaded graph or an endpoint")
    graph = _opened(given.graph)
    if given.task == "kgqa":
        agent = GraphAgent(graph, model) if model else None
        rows = items_of(given.data, ("question", "answer"))
        return kgqa(
            graph,
            rows,
            (lambda text: agent.answer(text).answer) if agent else lambda text: answer_question(graph, text),
        )
    sources = list(_sources(given, graph, judge))
    roles = {role: ModelPolicy(model, role, sources) for role in Role} if model else None
    return kgcheck(graph, Checker(graph, sources, roles), items_of(given.data, ("instruction", "label")))


def main() -> None:
    """Print the figures of one task."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=("kgqa", "scv", "kgcheck"))
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--graph")
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--against", action="append")
    parser.add_argument("--online", action="store_true")
    parser.add_argument("--model", action="store_true")
    parser.add_argument("--replies", type=Path)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    model = asked_model(load_config(), "planner", given.replies) if given.model else None
    if given.model and model is None:
        parser.error("--model needs SCITOOLAGENT_MODEL_URL")
    found = {"task": given.task, "by": model.name if model else "rules", **scored(given, model)}
    print_table(found)
    keep(found, given.out)


if __name__ == "__main__":
    main()
