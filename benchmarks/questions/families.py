"""The family of a question: its wording with files, things, columns, cells and numbers blanked."""

from __future__ import annotations

import re
from collections.abc import Iterable

from scitoolagent.records import Query

_NUMBER = re.compile(r"(?<![A-Za-z_])[-+−]?\d+(?:[.,]\d+)*(?:e[-+]?\d+)?", re.IGNORECASE)
_UNIT = re.compile(r"\s*[(\[][^)\]]*[)\]]\s*$")
_SHORTEST = 2


def schema_of(query: Query) -> tuple[str, ...]:
    """The columns of the files of a question, or the kinds of files that are no tables."""
    headers = [column.name for table in query.tables for column in table.columns]
    kinds = {one.text.rpartition(".")[2].lower() for one in query.entities if _is_file(one.text)}
    return tuple(headers) if headers else tuple(sorted(kinds))


def family_of(query: Query) -> str:
    """The wording in small letters; F is a file, E a thing, C a column, V a cell and N a number."""
    text = query.text
    spans = [(one.start, one.end, "F" if one.file or _is_file(one.text) else "E") for one in query.entities]
    for start, end, sign in sorted(spans, reverse=True):
        text = f"{text[:start]}\x00{sign}\x01{text[end:]}"
    headers = {column.name for table in query.tables for column in table.columns}
    headers |= {_UNIT.sub("", name) for name in headers}
    cells = {
        one for table in query.tables for found in (*table.values.values(), *table.cells.values()) for one in found
    }
    text = _blanked(_blanked(text, headers, "C"), cells, "V")
    text = _NUMBER.sub("\x00N\x01", text)
    parts = re.split(r"(\x00[A-Z]\x01)", text)
    return " ".join("".join(part[1] if part.startswith("\x00") else part.casefold() for part in parts).split())


def _blanked(text: str, names: Iterable[str], sign: str) -> str:
    for name in sorted({one for one in names if len(one) >= _SHORTEST}, key=len, reverse=True):
        text = re.sub(rf"(?<![\w\x00]){re.escape(name)}(?![\w\x01])", f"\x00{sign}\x01", text, flags=re.IGNORECASE)
    return text


def _is_file(text: str) -> bool:
    return re.search(r"\w\.[A-Za-z]\w{1,5}(?:\.gz)?$", text) is not None
