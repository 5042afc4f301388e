"""The phrases of a graph as JSON, for a quick start: reading every label again takes a tenth of a second."""

from __future__ import annotations

import contextlib
import json
import zlib
from dataclasses import astuple
from pathlib import Path

from scitoolagent.graph.snapshot import keep
from scitoolagent.language import stem
from scitoolagent.language.words import word_file
from scitoolagent.reading import phrases, words
from scitoolagent.reading.phrases import Phrase, Target, phrases_of
from scitoolagent.toolkg.graph import ToolGraph


def load_phrases(graph: ToolGraph, folder: Path) -> tuple[Phrase, ...]:
    """The phrases of a graph, from the snapshot that this code made of it where there is one."""
    if not graph.digest:
        return phrases_of(graph)
    code = b"".join(Path(module.__file__ or "").read_bytes() for module in (words, phrases, stem)) + word_file()
    path = folder / f"phrases-{graph.digest}-{zlib.crc32(code):08x}.json"
    with contextlib.suppress(OSError, ValueError, TypeError):
        kept = json.loads(path.read_bytes())
        if isinstance(kept, list) and kept:
            return tuple(Phrase(tuple(found), tuple(Target(*target) for target in targets)) for found, targets in kept)
    made = phrases_of(graph)
    keep(path, json.dumps([astuple(phrase) for phrase in made]).encode())
    return made
