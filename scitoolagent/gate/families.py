"""What files of protein families hold for the gate: the rows of an alignment, the consensus of a profile."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scitoolagent.gate.file_record import FileRecord

_ALIGNED = re.compile(r"\s*(?:# ?STOCKHOLM|CLUSTAL|MUSCLE)", re.IGNORECASE)
_PROFILE = re.compile(r"^HMMER\d/", re.MULTILINE)
_ROW = re.compile(r"(\S+)\s+([A-Za-z.*~_-]+)(?:\s+\d+)?\s*")
_GAPS = re.compile(r"[^A-Za-z]+")
_LETTERS = {"amino": "ACDEFGHIKLMNPQRSTVWY", "DNA": "ACGT", "RNA": "ACGU"}
_ALPHABET = re.compile(r"^ALPH\s+(\w+)", re.MULTILINE)
_TEXT = re.compile(r"^(?:NAME|ACC|DESC|COM)\s+(.+)$", re.MULTILINE)


def is_family(text: str) -> bool:
    """Whether a text is an alignment in Stockholm or Clustal format, or a profile of HMMER."""
    return bool(_ALIGNED.match(text) or _PROFILE.match(text.lstrip()))


def of_family(text: str) -> Iterator[FileRecord]:
    """Each sequence of an alignment, each consensus of a profile, and the texts beside them."""
    if _ALIGNED.match(text):
        yield from _of_alignment(text)
        return
    for number, part in enumerate(re.split(r"^//.*$", text, flags=re.MULTILINE), 1):
        if part.strip():
            yield from _of_profile(part, number)


def _of_alignment(text: str) -> Iterator[FileRecord]:
    rows: dict[str, str] = {}
    for number, line in enumerate(text.splitlines()[1:], 2):
        found = None if line.startswith("#") else _ROW.fullmatch(line)
        if found:
            rows[found[1]] = rows.get(found[1], "") + _GAPS.sub("", found[2])
        elif line.strip() and line.strip() != "//":
            yield FileRecord(f"line {number}", (("", line.strip()),))
    for name, letters in rows.items():
        yield FileRecord(name, (("sequence", letters), ("", name)))


def _of_profile(part: str, number: int) -> Iterator[FileRecord]:
    alphabet = _LETTERS.get((_ALPHABET.search(part) or ["", "amino"])[1], _LETTERS["amino"])
    texts = [found.strip() for found in _TEXT.findall(part)]
    name = texts[0] if texts else f"profile {number}"
    consensus = "".join(_likeliest(line, alphabet) for line in part.splitlines())
    yield FileRecord(name, (("sequence", consensus), *(("", one) for one in texts)) if consensus else ())
    if not consensus:
        yield from (FileRecord(f"{name}: text", (("", line.strip()),)) for line in part.splitlines() if line.strip())


def _likeliest(line: str, alphabet: str) -> str:
    """The likeliest letter of a match state, which is a line with the number of the state in front."""
    cells = line.split()
    if len(cells) < len(alphabet) + 1 or not cells[0].isdecimal():
        return ""
    try:
        costs = [float("inf") if cell == "*" else float(cell) for cell in cells[1 : len(alphabet) + 1]]
    except ValueError:
        return ""
    return alphabet[costs.index(min(costs))]
