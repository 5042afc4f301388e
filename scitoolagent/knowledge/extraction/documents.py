"""Documents to be read: plain text, JSON lines, PubTator, BioC JSON and PDF, each bounded. What they say is data."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.store.formats.pubtator import abstracts
from scitoolagent.knowledge.store.records import Broken
from scitoolagent.pdf import pages_of_pdf

MAX_CHARACTERS = 200_000
_MOST_BYTES = 64_000_000
_TITLES, _TEXTS, _NAMES = ("title",), ("abstract", "text", "body"), ("pmid", "id", "doi")


@dataclass(frozen=True, slots=True)
class Document:
    """A text with its PubMed id, or another name where it has none."""

    id: str
    text: str

    @property
    def is_pubmed(self) -> bool:
        """Whether the id is one of PubMed."""
        return self.id.isdigit() and len(self.id) <= 9


def read_documents(path: Path) -> Iterator[Document | Broken]:
    """The documents of a file; what cannot be read is broken and told.

    Raises:
        GraphError: the file is of no known kind, too large, or cannot be read.
    """
    if path.is_dir():
        raise GraphError(f"{path} is a folder; name the files in it, as in {path.name}/*.txt")
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise GraphError(f"{path.name} holds more than {_MOST_BYTES // 1_000_000} MB; give its parts")
        name = path.name.lower()
        if ".pubtator" in name:
            for one in abstracts(path):
                yield (
                    one if isinstance(one, Broken) else _bounded(Document(one.pmid, _whole(one.title, one.text)), path)
                )
        elif name.endswith((".jsonl", ".ndjson")):
            yield from _json_lines(path)
        elif name.endswith(".json"):
            yield from _bioc(path)
        elif name.endswith((".txt", ".text", ".md")):
            yield _bounded(Document(path.stem, path.read_text(encoding="utf-8")), path)
        elif name.endswith(".pdf"):
            pages, reason = pages_of_pdf(path.read_bytes(), MAX_CHARACTERS + 1)
            text = " ".join(" ".join(pages).split())
            yield Broken(path.name, 0, reason) if reason else _bounded(Document(path.stem, text), path)
        else:
            raise GraphError(f"{path.name} is no text, JSON lines, PubTator, BioC JSON or PDF")
    except (OSError, UnicodeDecodeError) as error:
        raise GraphError(f"{path} cannot be read: {error}") from error


def _bounded(document: Document, path: Path, line: int = 0) -> Document | Broken:
    if not document.text.strip():
        return Broken(path.name, line, f"{document.id[:40]} holds no text")
    if len(document.text) > MAX_CHARACTERS:
        return Broken(path.name, line, f"{document.id[:40]} is longer than {MAX_CHARACTERS:,} characters")
    return document


def _json_lines(path: Path) -> Iterator[Document | Broken]:
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield _json_line(path, number, line)


def _json_line(path: Path, number: int, line: str) -> Document | Broken:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return Broken(path.name, number, "it is no JSON")
    if not isinstance(row, dict):
        return Broken(path.name, number, "it is no JSON object")
    text = _whole(_field(row, _TITLES), _field(row, _TEXTS))
    return _bounded(Document(_field(row, _NAMES) or f"{path.stem}:{number}", text), path, number)


def _whole(title: str, text: str) -> str:
    """A title and a text; the title is a sentence of its own also where no full stop ends it."""
    title = title.strip()
    ends = not title or not text or title[-1] in ".!?"
    return f"{title}{'' if ends else '.'} {text}".strip()


def _field(row: dict[str, Any], names: tuple[str, ...]) -> str:
    for name in names:
        value = row.get(name)
        if isinstance(value, list):
            value = " ".join(one for one in value if isinstance(one, str))
        if isinstance(value, str | int) and str(value).strip():
            return str(value).strip()
    return ""


def _bioc(path: Path) -> Iterator[Document | Broken]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        rows = found["documents"]
        for row in rows:
            text = " ".join(str(passage.get("text", "")) for passage in row["passages"])
            yield _bounded(Document(str(row["id"]), text), path)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        yield Broken(path.name, 0, f"it is no BioC JSON ({type(error).__name__})")
