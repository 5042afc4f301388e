"""Recall of reference tools: `python -m scitoolagent.benchmarks.retrieval.recall --data FILE [--onnx F --tokenizer F]`.

For each question, which share of the reference tools is among the first n of S′, and of what `tools search` finds,
which begins with what the rules read? Entities are blanked out first, as the planner does. With `--run`, the
folder that `scitoolagent eval freeask --out` wrote, its right answers are measured too. With `--onnx` and
`--tokenizer` (of all-MiniLM-L6-v2) the encoder that the word vectors were distilled from is measured as well.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scitoolagent.benchmarks.rows import read_questions
from scitoolagent.benchmarks.scitooleval.planning import names_here
from scitoolagent.config import load_config
from scitoolagent.language.vectors import StaticEmbedder
from scitoolagent.planner import make_ranker
from scitoolagent.planner.finding import ToolFinder
from scitoolagent.planner.retrieve import Embedder, Retriever
from scitoolagent.reading.settings import plain_text
from scitoolagent.records import Query
from scitoolagent.toolkg.graph import ToolGraph
from scitoolagent.toolkg.store import load_graph

SIZES = (5, 10, 20)
Asked = tuple[Query, set[str]]


class OnnxEmbedder:
    """A sentence encoder as ONNX, mean-pooled; needs the packages onnxruntime and tokenizers."""

    def __init__(self, model: Path, tokenizer: Path) -> None:
        import onnxruntime  # pyright: ignore[reportMissingImports]
        from tokenizers import Tokenizer  # pyright: ignore[reportMissingImports]

        self._session: Any = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])
        self._tokenizer: Any = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(256)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row per text, of unit length."""
        rows = []
        for text in texts:
            ids = np.array([self._tokenizer.encode(text).ids], dtype=np.int64)
            inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
            rows.append(self._session.run(None, inputs)[0][0].mean(axis=0))
        found = np.array(rows, dtype=np.float32)
        return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True), dtype=np.float32)


def reference_questions(data: Path, finder: ToolFinder, graph: ToolGraph) -> list[Asked]:
    """The questions of SciToolEval with the tools of their reference plans, as far as those are here."""
    names = names_here(graph)
    found = ((row.text, {names[name] for name in row.path if name in names}) for row in read_questions(data)[0])
    return [(finder.read(text), wanted) for text, wanted in found if wanted]


def answered_questions(run: Path, finder: ToolFinder, graph: ToolGraph) -> list[Asked]:
    """The questions of FreeAsk that were answered right, each with the tools that the values of its answer are from.

    Only those that the rules answer are among them, so it says whether their tools are found, not whether any are.
    """
    found: list[Asked] = []
    scores, asked = (
        [json.loads(line) for line in (run / name).read_text(encoding="utf-8").splitlines()]
        for name in ("scores.jsonl", "questions.jsonl")
    )
    right = {row["id"] for row in scores if row["verdict"] == "right"}
    for row in asked:
        answer = row["outcome"]["answer"] if row["id"] in right else None
        made = {value["tool"] for value in answer["values"]} if answer else set()
        tools = {name for name in made if name in graph.tools and not graph.is_generic(graph.tools[name])}
        if tools:
            found.append((finder.read(row["outcome"]["query"]["text"]), tools))
    return found


def recall_of(find: Callable[[Query], list[str]], questions: Sequence[Asked]) -> dict[str, Any]:
    """The share of wanted tools among the first few found, and the milliseconds a question."""
    start = time.perf_counter()
    ranked = [(find(query), wanted) for query, wanted in questions]
    spent = (time.perf_counter() - start) / len(ranked) * 1000
    shares = {
        f"recall@{n}": round(
            sum(len(wanted & set(found[:n])) / len(wanted) for found, wanted in ranked) / len(ranked), 3
        )
        for n in SIZES
    }
    return {"questions": len(ranked), **shares, "ms": round(spent, 2)}


def main() -> None:
    """Print recall and time per question for each choice."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="The questions of SciToolEval.")
    parser.add_argument("--run", type=Path, help="The folder of a run of FreeAsk; its right answers are measured.")
    parser.add_argument("--onnx", type=Path)
    parser.add_argument("--tokenizer", type=Path)
    given = parser.parse_args()
    graph = load_graph()
    config = load_config().model_copy(update={"candidates": max(SIZES)})
    finder = ToolFinder(graph, config, make_ranker(graph, config))
    sets = {"SciToolEval": reference_questions(given.data, finder, graph)}
    if given.run:
        sets["FreeAsk"] = answered_questions(given.run, finder, graph)
    choices: list[tuple[str, Embedder | None, bool]] = [
        ("BM25", None, True),
        ("static", StaticEmbedder(), False),
        ("static + BM25", StaticEmbedder(), True),
    ]
    if given.onnx and given.tokenizer:
        encoder = OnnxEmbedder(given.onnx, given.tokenizer)
        choices += [("MiniLM", encoder, False), ("MiniLM + BM25", encoder, True)]
    for title, questions in sets.items():
        for name, embedder, lexical in choices:
            rank = Retriever(graph, config, embedder, lexical).rank
            found = recall_of(lambda query, rank=rank: rank(plain_text(query)), questions)  # type: ignore[misc]
            print(json.dumps({"set": title, "retriever": name, **found}))
        print(json.dumps({"set": title, "retriever": "read, then ranked", **recall_of(finder.for_query, questions)}))


if __name__ == "__main__":
    main()
