"""Read JSON lines, and a JSON list of objects of modest size."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scitoolagent.errors import TableError
from scitoolagent.tables.bounds import opened, read_whole, shown
from scitoolagent.tables.delimited import named_columns
from scitoolagent.tables.options import TOLD_EVERY, Options
from scitoolagent.tables.table import Table
from scitoolagent.tables.text import Lines


def read_json_lines(path: Path, options: Options) -> Table:
    """Read a file with one JSON object a line, or one list of objects.

    Objects may lack keys; the columns are the keys of all of them, so the file is gone through twice.

    Raises:
        TableError: there is no object in it, or a malformed line and it is read strictly.
    """
    name = shown(path.name)
    keys: dict[str, None] = {}
    for _, found, _ in _objects(path, options):
        keys |= dict.fromkeys(found)
        if len(keys) > options.bounds.columns:
            raise TableError(f"{name} has more than {options.bounds.columns:,} keys, it is not read")
    if not keys:
        raise TableError(f"{name} holds no JSON object with a key")
    columns, told = named_columns(list(keys))
    with options.builder(name, columns, guessed=True) as builder:
        builder.notes += told
        for number, found, problem in _objects(path, options):
            if problem:
                builder.malform(number, problem)
            else:
                builder.append(number, [_text(found.get(key)) for key in keys])
            if number % TOLD_EVERY == 0:
                options.progress(number)
        return builder.finish(options.types, options.decimal)


def _objects(path: Path, options: Options) -> Iterator[tuple[int, dict[str, Any], str]]:
    """The number of each object, the object, and why there is none."""
    with opened(path, options.bounds) as file:
        if file.peek(64)[:64].lstrip()[:1] == b"[":  # type: ignore[attr-defined]
            yield from _listed(path, options)
            return
        number = 0
        for line in Lines(file, shown(path.name), options.bounds):
            if line.strip():
                number += 1
                yield (number, *_read(line))


def _listed(path: Path, options: Options) -> Iterator[tuple[int, dict[str, Any], str]]:
    try:
        listed = json.loads(read_whole(path, options.bounds))
    except (ValueError, RecursionError) as error:
        raise TableError(f"{shown(path.name)} is no JSON: {error}") from error
    for number, found in enumerate(listed, 1):
        yield (number, found, "") if isinstance(found, dict) else (number, {}, "it is no JSON object")


def _read(line: str) -> tuple[dict[str, Any], str]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {}, f"it is no JSON ({shown(error)})"
    return (found, "") if isinstance(found, dict) else ({}, "it is no JSON object")


def _text(value: Any) -> str | None:
    if value is None or value == "":
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.strip() or None if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
