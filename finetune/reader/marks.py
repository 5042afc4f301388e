"""Questions with marks in their text: `{c:yield|how much} came out`, as people wrote them for the encoder of the chart.

A line is a table (`table`, `columns` with `header` and `values`) or a question `q`, on the table it names or on none.
What stands outside of all marks is frame: it could be left out and the same would be computed.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scitoolagent.chart.encoder import FRAME_LABEL, OTHER_LABEL
from scitoolagent.chart.tokens import tokenize

_MARK = re.compile(r"\{([^{}|]+)\|([^{}]+)\}")
_KINDS = {"n": "N", "e": "E", "p": "P", "s": "S", "x": OTHER_LABEL, "c": "C", "v": "V"}
# Of ten tables, or questions without one, this many are kept for measuring.
_HELD_OUT = 1.5


@dataclass(frozen=True, slots=True)
class Marked:
    """A question by its words, their labels, and what each is linked to: a header, a header and a value, or nothing."""

    words: tuple[str, ...]
    labels: tuple[str, ...]
    links: tuple[tuple[str, ...], ...]
    columns: tuple[tuple[str, tuple[str, ...]], ...]
    held_out: bool

    @property
    def is_frame(self) -> bool:
        """Whether all of it is frame."""
        return set(self.labels) == {FRAME_LABEL}


def read(folder: Path) -> Iterator[Marked]:
    """Yield the questions of all files of a folder."""
    for path in sorted(folder.glob("*.jsonl")):
        tables: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {}
        for line in path.read_text(encoding="utf-8").splitlines():
            item = json.loads(line) if line.strip() else {}
            if "columns" in item:
                tables[item["table"]] = tuple(map(_column, item["columns"]))
            elif "q" in item:
                table = item.get("table", "")
                key = f"{path.stem} {table or item['q']}"
                columns = tables.get(table, ())
                yield marked(item["q"], columns, _is_held_out(key))


def _column(column: Mapping[str, Any]) -> tuple[str, tuple[str, ...]]:
    values = dict.fromkeys(str(value) for value in column["values"] if value != "")
    return str(column["header"]), tuple(values)


def _is_held_out(key: str) -> bool:
    return hashlib.sha256(key.encode()).digest()[0] < 25.6 * _HELD_OUT


def marked(text: str, columns: Sequence[tuple[str, tuple[str, ...]]] = (), held_out: bool = False) -> Marked:
    """Return a marked question by its words."""
    words: list[str] = []
    labels: list[str] = []
    links: list[tuple[str, ...]] = []
    place = 0
    for match in [*_MARK.finditer(text), None]:
        before = text[place : match.start() if match else len(text)]
        kind, link = _label(match.group(1)) if match else ("", ())
        for part, label, linked in ((before, FRAME_LABEL, ()), (match.group(2) if match else "", kind, link)):
            # The name of a file is no word of the question.
            for token in tokenize(part) if label != "f" else ():
                words.append(token.text)
                labels.append(label)
                links.append(linked)
        place = match.end() if match else place
    return Marked(tuple(words), tuple(labels), tuple(links), tuple(columns), held_out)


def _label(mark: str) -> tuple[str, tuple[str, ...]]:
    kind, _, what = mark.partition(":")
    if kind == "o":
        return f"O:{what}", ()
    if kind == "v":
        header, _, value = what.partition("=")
        return "V", (header, value)
    if kind.startswith("c"):
        return kind.replace("c", "C", 1), (what,)
    return _KINDS.get(kind, kind), ()
