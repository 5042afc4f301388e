"""Recall of reference tools: `python -m scitoolagent.benchmarks.retrieval.recall --data FILE [--onnx F --tokenizer F]`.

For each question, which share of the reference tools is among the first n of S′? Entities are blanked out first, as the
planner does. With `--onnx` and `--tokenizer` (of all-MiniLM-L6-v2) the encoder that the word vectors were distilled
from is measured as well.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scitoolagent.benchmarks.questions import read_questions
from scitoolagent.benchmarks.scitooleval.planning import names_here
from scitoolagent.config import load_config
from scitoolagent.planner import Planner
from scitoolagent.planner.embedding import StaticEmbedder
from scitoolagent.planner.retrieve import Embedder, Retriever
from scitoolagent.reading.settings import plain_text
from scitoolagent.toolkg.store import load_graph

SIZES = (5, 10, 20)


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


def main() -> None:
    """Print recall and time per question for each choice."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--onnx", type=Path)
    parser.add_argument("--tokenizer", type=Path)
    given = parser.parse_args()
    graph = load_graph()
    config = load_config().model_copy(update={"candidates": max(SIZES)})
    planner, names = Planner(graph, config), names_here(graph)
    questions = []
    for row in read_questions(given.data)[0]:
        query = planner.recognise(row.text)
        wanted = {names[name] for name in row.path if name in names}
        if wanted:
            questions.append((plain_text(query), wanted))
    choices: list[tuple[str, Embedder | None, bool]] = [
        ("BM25", None, True),
        ("static", StaticEmbedder(), False),
        ("static + BM25", StaticEmbedder(), True),
    ]
    if given.onnx and given.tokenizer:
        encoder = OnnxEmbedder(given.onnx, given.tokenizer)
        choices += [("MiniLM", encoder, False), ("MiniLM + BM25", encoder, True)]
    for name, embedder, lexical in choices:
        retriever = Retriever(graph, config, embedder, lexical)
        start = time.perf_counter()
        ranked = [(retriever.rank(text), wanted) for text, wanted in questions]
        milliseconds = (time.perf_counter() - start) / len(questions) * 1000
        recall = {
            f"recall@{n}": round(
                sum(len(wanted & set(found[:n])) / len(wanted) for found, wanted in ranked) / len(ranked), 3
            )
            for n in SIZES
        }
        print(json.dumps({"retriever": name, "questions": len(ranked), **recall, "ms": round(milliseconds, 2)}))


if __name__ == "__main__":
    main()
