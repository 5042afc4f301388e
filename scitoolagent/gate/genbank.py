"""What a GenBank file holds for the gate: the sequence of each record, the translations of its features, its texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from scitoolagent.gate.file_record import FileRecord

_BEGINS = re.compile(r"^LOCUS\s", re.MULTILINE)
_ORIGIN = re.compile(r"^ORIGIN.*$", re.MULTILINE)
TRANSLATION = "translation"
_QUOTED = re.compile(r"/(?P<name>\w+)=\"(?P<text>[^\"]*)\"")


def is_genbank(text: str) -> bool:
    """Whether a text is the content of a GenBank file."""
    return bool(_BEGINS.search(text))


def of_genbank(text: str) -> Iterator[FileRecord]:
    """The records, each with its sequence; each translation of a feature and each line of text is one of its own."""
    starts = [match.start() for match in _BEGINS.finditer(text)]
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(text)], strict=True), 1):
        record = text[start:end]
        split = _ORIGIN.search(record)
        head = record[: split.start()] if split else record
        name = [*head.split(None, 2), "", ""][1] or f"record {number}"
        if split:
            letters = re.sub(r"[\d\s]+|//.*", "", record[split.end() :], flags=re.DOTALL)
            yield FileRecord(name, (("sequence", letters),))
        for found in _QUOTED.finditer(head):
            if found["name"] == TRANSLATION:
                yield FileRecord(f"{name}: {TRANSLATION}", (("sequence", re.sub(r"\s+", "", found["text"])),))
        texts = _QUOTED.sub(lambda match: "" if match["name"] == TRANSLATION else match["text"], head)
        for line in texts.splitlines():
            if line.strip():
                yield FileRecord(f"{name}: text", (("", line.strip()),), is_header=True)


def translations_of(path: Path) -> list[tuple[str, str]]:
    """The translations in a GenBank file, each with the way it is screened: its rows do not tell them.

    Raises:
        ToolInputError: the file is too large, or cannot be read.
    """
    from scitoolagent.gate.files import read_records

    return [value for one in read_records(path) if one.name.endswith(f": {TRANSLATION}") for value in one.values]
