"""Read large plain text files of values by the engine itself, where that gives what reading them line by line gives."""

from __future__ import annotations

import re
from pathlib import Path

from scitoolagent.errors import TableError
from scitoolagent.tables.bounds import shown
from scitoolagent.tables.build import Builder
from scitoolagent.tables.guard import GUARDED
from scitoolagent.tables.options import Options
from scitoolagent.tables.store import PROBLEM, ROW, connected, file_literal, literal, scan

# A smaller file is read line by line in no time.
_LEAST_BYTES = 4_000_000
_BLOCK = 1 << 20
# All signs that such a file may hold: printable ones but the quote, spaces and line ends.
_TAKEN = bytes({*range(0x20, 0x7F), *b"\r\n"} - {*b'"'})


def is_plain(path: Path, separator: str) -> bool:
    """Whether a file is large and ASCII, with no quotes and no control signs but its separator and line ends.

    Of such a file each line is a row, each separator parts two values, and only spaces stand around these.
    """
    taken = _TAKEN + separator.encode()
    if path.stat().st_size < _LEAST_BYTES:
        return False
    last = b""
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            if not block.isascii() or block.translate(None, taken):
                return False
            # A carriage return stands in front of a line feed or nowhere.
            ends = last + block + file.peek(1)[:1]
            if b"\r" in ends[:-1] and re.search(rb"\r(?!\n)", ends[:-1] if ends[-1:] == b"\r" else ends):
                return False
            last = block[-1:]
    return True


def read_plain(builder: Builder, path: Path, separator: str, options: Options, skipped: int, title: str) -> bool:
    """Give a builder the rows of a plain file; whether all of them have as many values as there are columns.

    A file with remarks among its rows, or with its header once more, is not taken.

    Args:
        builder: takes the rows.
        path: of the file.
        separator: between values.
        options: for the bounds.
        skipped: how many lines stand in front of the rows.
        title: of the first column.
    Raises:
        TableError: there are more rows than are taken.
    """
    names = [f"c{place}" for place in range(len(builder.columns))]
    written = builder.folder / "read-000000.parquet"
    columns = ", ".join(f"{literal(name)}: 'VARCHAR'" for name in names)
    texts = {name: f"nullif(trim({name}), '')" for name in names}
    values = ", ".join(
        f"CASE WHEN regexp_matches({text}, {literal(GUARDED)}, 's') THEN trim({text}[2:]) ELSE {text} END AS {name}"
        for name, text in texts.items()
    )
    rows = (
        f"read_csv({file_literal(path)}, delim={literal(separator)}, header=false, skip={skipped}, "
        f"columns={{{columns}}}, quote='', escape='', auto_detect=false, "
        f"max_line_size={options.bounds.cell_characters})"
    )
    kept = f"SELECT {values} FROM {rows}"  # noqa: S608
    there = f"coalesce({', '.join(names)}) IS NOT NULL"
    query = f"SELECT row_number() OVER () AS {ROW}, NULL::VARCHAR AS {PROBLEM}, * FROM ({kept}) WHERE {there}"  # noqa: S608
    try:
        with connected(builder.folder, path.parent) as engine:
            engine.execute(f"COPY ({query}) TO {literal(str(written))} (FORMAT parquet)")
            aside = f"starts_with(c0, '#') OR c0 = {literal(title)}"
            query = f"SELECT count(*), count(*) FILTER ({aside}) FROM {scan([written])}"  # noqa: S608
            count, others = engine.execute(query).fetchone()
    except TableError:
        # A row of another width, or a line that is too long: each is told when it is read line by line.
        written.unlink(missing_ok=True)
        return False
    if others:
        written.unlink(missing_ok=True)
        return False
    if count > options.bounds.rows:
        raise TableError(f"{shown(path.name)} has more than {options.bounds.rows:,} rows")
    builder.take(written, count)
    return True
