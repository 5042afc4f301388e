"""An encoder of pairs of texts as ONNX, which says how likely the second contradicts the first."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np


class OnnxContradictions:
    """A cross-encoder trained on entailment; needs the packages onnxruntime and tokenizers.

    Args:
        model: the ONNX file, which gives one logit for each label.
        tokenizer: its `tokenizer.json`.
        label: the place of the label for a contradiction.
        length: how many pieces a pair is padded to or cut at.
    """

    def __init__(self, model: Path, tokenizer: Path, label: int, length: int = 160) -> None:
        import onnxruntime  # pyright: ignore[reportMissingImports]
        from tokenizers import Tokenizer  # pyright: ignore[reportMissingImports]

        self._session: Any = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])
        self._wanted = {one.name for one in self._session.get_inputs()}
        self._tokenizer: Any = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.enable_truncation(length)
        self._tokenizer.enable_padding(length=length)
        self._label = label

    def contradict(self, pairs: Sequence[tuple[str, str]]) -> Sequence[float]:
        """For each pair a number from 0 to 1."""
        read = self._tokenizer.encode_batch(list(pairs))
        inputs = {
            "input_ids": np.array([one.ids for one in read], dtype=np.int64),
            "attention_mask": np.array([one.attention_mask for one in read], dtype=np.int64),
            "token_type_ids": np.array([one.type_ids for one in read], dtype=np.int64),
        }
        logits = self._session.run(None, {name: row for name, row in inputs.items() if name in self._wanted})[0]
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        return [float(one) for one in (shares / shares.sum(axis=1, keepdims=True))[:, self._label]]
