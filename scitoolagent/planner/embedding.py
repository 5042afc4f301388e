"""Embedders: text to unit vectors."""

from __future__ import annotations

from scitoolagent.config import Config
from scitoolagent.planner.retrieve import Embedder


def load_embedder(config: Config) -> Embedder | None:
    return None
