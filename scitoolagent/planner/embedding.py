"""Embedders: text to vectors of length one. The default needs no torch, no download and a few milliseconds to load."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scitoolagent.config import Config
from scitoolagent.errors import ConfigError
from scitoolagent.language.vectors import StaticEmbedder
from scitoolagent.planner.retrieve import Embedder


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
