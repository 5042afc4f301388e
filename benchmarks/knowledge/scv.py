"""Score claim checking: `python -m scitoolagent.benchmarks.knowledge.scv --data FOLDER [--split dev|train]`.

Printed are two tables; `--out F.json` keeps them. FOLDER holds `scifact.zip` and `pubmedqa_ori_pqal.json.gz`. The first
table has, for BM25 alone and for the hybrid search, the recall of the evidence abstracts (of claims that have evidence,
as in the SciFact paper) and of all cited abstracts (as in BEIR, harder: a cited abstract may settle nothing). The
second has for each judge, over all claims:
- accuracy over Support, Refute and NEI, with the confusion as gold>given;
- right quotes: the share of quotes that lie in a sentence which annotators marked, among quotes from abstracts that
  they marked; and among all quotes;
- wrong side: Support for Refute or the reverse; failed: the model could not be used or named no sentence.
What may be read: `all` abstracts, those cited for any claim of the split (`partial`), or for this claim (`matched`).
PubMedQA's questions are judged by their own abstract: yes is Support, no is Refute, maybe is NEI. The settings of the
package were chosen on the train split. `--model URL` adds a model as a judge; `--onnx F --tokenizer F` embeds with a
sentence encoder instead of word vectors; `--index FOLDER` keeps the index. `--entailment MODEL.onnx TOKENIZER.json
LABEL` adds the rules with an encoder of pairs, LABEL being the place of its label for a contradiction: once where it
decides when it is sure, once where a side is told only if both agree.
"""

from __future__ import annotations

import argparse
import ast
import csv
import gzip
import io
import json
import random
import re
import sys
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from scitoolagent.benchmarks.knowledge.entailment import OnnxContradictions
from scitoolagent.benchmarks.knowledge.tables import asked_model, keep, print_table
from scitoolagent.benchmarks.metrics import Share
from scitoolagent.benchmarks.retrieval.recall import OnnxEmbedder
from scitoolagent.config import load_config
from scitoolagent.knowledge.claims.corpus import Abstract, Corpus, Embedder, Mode
from scitoolagent.knowledge.claims.entailment import EncodedStance
from scitoolagent.knowledge.claims.sentences import sentences_of
from scitoolagent.knowledge.claims.verification import (
    ClaimVerdict,
    ClaimVerifier,
    Judge,
    Judgement,
    ModelJudge,
    Result,
    RuleJudge,
)
from scitoolagent.language.vectors import StaticEmbedder

DEPTHS = (10, 20, 50)
Scope = Literal["all", "partial", "matched"]
SCOPES: tuple[Scope, ...] = ("all", "partial", "matched")
_SPLITS = {"dev": "claims_validation.csv", "train": "claims_train.csv"}
_LABELS: dict[str, Result] = {"SUPPORT": "Support", "CONTRADICT": "Refute"}
_ANSWERS: dict[str, Result] = {"yes": "Support", "no": "Refute", "maybe": "NEI"}
# One Python string: the sentences are stored as numpy prints a list of them.
_STRING = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""", re.S)


@dataclass(frozen=True, slots=True)
class GoldClaim:
    """A claim with the places of the marked sentences by abstract; no evidence means NEI."""

    id: str
    text: str
    verdict: Result
    evidence: Mapping[str, frozenset[int]]
    cited: frozenset[str]


def read_corpus(archive: zipfile.ZipFile) -> Iterator[Abstract]:
    """The abstracts of SciFact."""
    for row in _rows(archive, "corpus_train.csv"):
        sentences = (ast.literal_eval(found) for found in _STRING.findall(row["abstract"]))
        yield Abstract(row["doc_id"], row["title"], tuple(sentences))


def read_claims(archive: zipfile.ZipFile, name: str) -> list[GoldClaim]:
    """The claims of one file; a claim has one row for each set of marked sentences."""
    rows: dict[str, list[dict[str, str]]] = {}
    for row in _rows(archive, name):
        rows.setdefault(row["id"], []).append(row)
    claims = []
    for identifier, own in rows.items():
        evidence: dict[str, frozenset[int]] = {}
        for row in own:
            if row["evidence_doc_id"]:
                places = frozenset(int(place) for place in re.findall(r"\d+", row["evidence_sentences"]))
                evidence[row["evidence_doc_id"]] = evidence.get(row["evidence_doc_id"], frozenset()) | places
        label: Result = "NEI"
        for row in own:
            if label == "NEI" and row["evidence_label"]:
                label = _LABELS[row["evidence_label"]]
        cited = frozenset(re.findall(r"\d+", own[0]["cited_doc_ids"]))
        claims.append(GoldClaim(identifier, own[0]["claim"], label, evidence, cited))
    return claims


def _rows(archive: zipfile.ZipFile, name: str) -> Iterator[dict[str, str]]:
    csv.field_size_limit(10_000_000)
    with archive.open(name) as file:
        yield from csv.DictReader(io.TextIOWrapper(file, encoding="utf-8", newline=""))


def recall(corpus: Corpus, claims: Sequence[GoldClaim], mode: Mode) -> dict[str, object]:
    """Recall at each depth, of evidence abstracts and of cited ones."""
    found = {one.id: [hit.abstract.id for hit in corpus.search(one.text, max(DEPTHS), mode)] for one in claims}
    told: dict[str, object] = {"search": mode}
    for kind in ("evidence", "cited"):
        gold = {one.id: set(one.evidence if kind == "evidence" else one.cited) for one in claims}
        for depth in DEPTHS:
            hits = sum(len(gold[name] & set(ids[:depth])) for name, ids in found.items())
            told[f"{kind} recall@{depth}"] = _shown(hits, sum(map(len, gold.values())))
    return told


def verdicts(corpus: Corpus, claims: Sequence[GoldClaim], judge: Judge, scope: Scope = "all") -> dict[str, object]:
    """Accuracy, quotes and errors of one judge, who may read the abstracts of a scope."""
    verifier = ClaimVerifier(corpus, judge)
    shared = {name for one in claims for name in (*one.evidence, *one.cited)}
    within = {one.id: {"all": None, "partial": shared, "matched": {*one.evidence, *one.cited}}[scope] for one in claims}
    given = [(claim, verifier.verify(claim.text, within[claim.id])) for claim in claims]
    quotes = [right for claim, verdict in given for right in _quotes(corpus, claim, verdict)]
    marked = [right for right in quotes if right is not None]
    judged: list[tuple[Result, Result]] = [(claim.verdict, verdict.verdict) for claim, verdict in given]
    return {
        **_scored(judged, [one for _, verdict in given for one in verdict.judgements]),
        "right quotes in marked abstracts": _shown(sum(marked), len(marked)),
        "right quotes of all": _shown(sum(marked), len(quotes)),
    }


def _quotes(corpus: Corpus, claim: GoldClaim, verdict: ClaimVerdict) -> Iterator[bool | None]:
    """For each quote, whether it lies in a marked sentence; None when the abstract has none."""
    for quote in verdict.quotes:
        places = claim.evidence.get(quote.abstract)
        sentences = corpus.abstract(quote.abstract).sentences
        yield None if places is None else any(_lies_in(quote.text, sentences[place]) for place in places)


def _lies_in(quote: str, sentence: str) -> bool:
    return quote in sentence or sentence in quote


def questions(rows: Mapping[str, Mapping[str, object]], judge: Judge) -> dict[str, object]:
    """PubMedQA's questions judged by their own abstract, without its conclusion."""
    judged, made = [], []
    for identifier, row in rows.items():
        parts = row["CONTEXTS"]
        text = " ".join(map(str, parts)) if isinstance(parts, list) else ""
        judgement = judge.judge(str(row["QUESTION"]), Abstract(identifier, "", tuple(sentences_of(text))))
        judged.append((_ANSWERS[str(row["final_decision"])], judgement.verdict))
        made.append(judgement)
    return _scored(judged, made)


def _scored(judged: Sequence[tuple[Result, Result]], made: Iterable[Judgement]) -> dict[str, object]:
    commonest = Counter(gold for gold, _ in judged).most_common(1)[0]
    failed = sum(one.reason.startswith(("the model gave no verdict", "the model named no sentence")) for one in made)
    return {
        "cases": len(judged),
        "accuracy": _shown(sum(gold == given for gold, given in judged), len(judged)),
        "always " + commonest[0]: _shown(commonest[1], len(judged)),
        "wrong side": _shown(sum({gold, given} == {"Support", "Refute"} for gold, given in judged), len(judged)),
        "failed": failed,
        "confusion": dict(sorted(Counter(f"{gold}>{given}" for gold, given in judged).items())),
    }


def _shown(count: int, total: int) -> str:
    one = Share(count, total).as_json()
    return f"{one['percent']} % [{one['low']}, {one['high']}]"


def _corpus(archive: zipfile.ZipFile, embedder: Embedder, index: Path | None) -> Corpus:
    if index is not None and (index / "corpus.json").is_file():
        return Corpus.open(index, embedder)
    corpus = Corpus(list(read_corpus(archive)), embedder)
    if index is not None:
        corpus.save(index)
    return corpus


def _arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--split", choices=list(_SPLITS), default="dev")
    parser.add_argument("--index", type=Path)
    parser.add_argument("--onnx", type=Path)
    parser.add_argument("--tokenizer", type=Path)
    parser.add_argument("--entailment", nargs=3, metavar=("MODEL", "TOKENIZER", "LABEL"), help="an encoder of pairs")
    parser.add_argument("--model", help="an OpenAI-compatible endpoint, as a judge of a sample")
    parser.add_argument("--count", type=int, default=60, help="how many claims and questions a model judges")
    parser.add_argument("--scope", choices=SCOPES, help="of the three what a model or an encoder may read")
    parser.add_argument("--claims-only", action="store_true", help="let a model judge no question of PubMedQA")
    parser.add_argument("--replies", type=Path, help="keep the model's replies here; a killed run goes on with them")
    parser.add_argument("--out", type=Path, help="write the figures here, as JSON")
    return parser.parse_args()


def main() -> None:
    """Print a table of searches and one of judges."""
    given = _arguments()
    embedder = OnnxEmbedder(given.onnx, given.tokenizer) if given.onnx and given.tokenizer else StaticEmbedder()
    with zipfile.ZipFile(given.data / "scifact.zip") as archive:
        corpus = _corpus(archive, embedder, given.index)
        claims = read_claims(archive, _SPLITS[given.split])
    with gzip.open(given.data / "pubmedqa_ori_pqal.json.gz", "rt", encoding="utf-8") as file:
        rows = json.load(file)
    rules = RuleJudge(corpus)
    judges = _rows_of("rules", corpus, claims, rows, rules)
    if given.entailment:
        path, tokenizer, label = given.entailment
        encoder = OnnxContradictions(Path(path), Path(tokenizer), int(label))
        for name, both in (("rules and encoder", False), ("rules and encoder, if both agree", True)):
            judge = RuleJudge(corpus, side=EncodedStance(encoder, both=both))
            judges += _rows_of(name, corpus, claims, rows, judge, (given.scope,) if given.scope else SCOPES)
    if given.model:
        config = load_config().model_copy(update={"model_url": given.model})
        model = asked_model(config, "summarizer", given.replies)
        if model is None:
            sys.exit("no model")
        rng = random.Random(1)
        some = rng.sample(claims, min(given.count, len(claims)))
        few = {name: rows[name] for name in rng.sample(sorted(rows), min(given.count, len(rows)))}
        scopes = (given.scope,) if given.scope else SCOPES
        few = {} if given.claims_only else few
        judges += _rows_of(model.name, corpus, some, few, ModelJudge(model), scopes)
        judges += _rows_of("rules, the same cases", corpus, some, few, rules, scopes)
    found = {
        "benchmark": "scv",
        "abstracts": len(corpus.abstracts),
        "claims": len(claims),
        "split": given.split,
        "embedder": type(embedder).__name__,
        "searches": [recall(corpus, claims, "bm25"), recall(corpus, claims, "hybrid")],
        "judges": judges,
    }
    print_table(found, "searches", "judges")
    keep(found, given.out)


def _rows_of(
    name: str,
    corpus: Corpus,
    claims: Sequence[GoldClaim],
    rows: Mapping[str, Mapping[str, object]],
    judge: Judge,
    scopes: Sequence[Scope] = SCOPES,
) -> list[dict[str, object]]:
    return [
        *({"judge": name, "on": f"SciFact, {scope}", **verdicts(corpus, claims, judge, scope)} for scope in scopes),
        *([{"judge": name, "on": "PubMedQA", **questions(rows, judge)}] if rows else []),
    ]


if __name__ == "__main__":
    main()
