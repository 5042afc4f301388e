"""Embedders: text to vectors of length one. The default needs no torch, no download and a few milliseconds to load."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scitoolagent.config import Config
from scitoolagent.errors import ConfigError
from scitoolagent.planner.retrieve import Embedder

_WORD = re.compile(r"[a-z]+|\d+")
_LONGEST_WORD = 60


class StaticEmbedder:
    """Word vectors distilled from all-MiniLM-L6-v2; a text is the sum of its word pieces."""

    def __init__(self) -> None:
        with (
            resources.files("scitoolagent.planner").joinpath("wordvectors.npz").open("rb") as file,
            np.load(file, allow_pickle=False) as data,
        ):
            words = bytes(data["words"]).decode().split("\n")
            self._vectors: NDArray[np.int8] = data["vectors"]
            self._scale: NDArray[np.float16] = data["scale"]
        self._place = {word: place for place, word in enumerate(words)}

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text, of length one; a text without a known word is a row of zeros."""
        rows = np.zeros((len(texts), self._vectors.shape[1]), dtype=np.float32)
        for number, text in enumerate(texts):
            places = [place for word in _WORD.findall(text.lower()) for place in self._pieces(word)]
            if places:
                rows[number] = (self._vectors[places] * self._scale[places].astype(np.float32)).sum(axis=0)
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        return np.asarray(rows / np.where(lengths > 0, lengths, 1), dtype=np.float32)

    def _pieces(self, word: str) -> list[int]:
        """The longest known pieces from the left, as BERT's WordPiece cuts a word."""
        found: list[int] = []
        start = 0
        while start < len(word) and len(word) <= _LONGEST_WORD:
            end = next(
                (
                    end
                    for end in range(len(word), start, -1)
                    if ("##" if start else "") + word[start:end] in self._place
                ),
                None,
            )
            if end is None:
                return []
            found.append(self._place[("##" if start else "") + word[start:end]])
            start = end
        return found


class SentenceEmbedder:
    """Any sentence-transformers model; the better, heavier choice of the extra `embeddings`."""

    def __init__(self, name: str) -> None:
        try:
            from sentence_transformers import SentenceTransformer  # pyright: ignore[reportMissingImports]
        except ImportError as error:
            raise ConfigError(f"embedder {name!r} needs: pip install 'scitoolagent[embeddings]'") from error
        try:
            self._model: Any = SentenceTransformer(name)
        except (OSError, ValueError) as error:
            raise ConfigError(f"embedder {name!r} cannot be loaded: {error}") from error

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text, of length one."""
        return np.asarray(self._model.encode(list(texts), normalize_embeddings=True), dtype=np.float32)


def load_embedder(config: Config) -> Embedder | None:
    """The embedder that the settings name: `static`, `none`, or a sentence-transformers model.

    Raises:
        ConfigError: the model or its package is not there.
    """
    if config.embedder == "none":
        return None
    return _load(config.embedder)


@lru_cache(maxsize=4)
def _load(name: str) -> Embedder:
    return StaticEmbedder() if name == "static" else SentenceEmbedder(name)
