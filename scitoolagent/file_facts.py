"""Look at a file before anything is asked of it. Called in a separate process, since a file may be of any kind."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scitoolagent.tables.facts import TableFacts


def facts_of_file(path: str, folder: str, store: str) -> TableFacts | str:
    """Return what a file holds as rows, or in words why it cannot be read so.

    Args:
        path: of the file.
        folder: where it must lie, links included.
        store: the folder of all tables.
    """
    from scitoolagent.errors import TableError
    from scitoolagent.tables.facts import facts_of
    from scitoolagent.tables.options import Options
    from scitoolagent.tables.read import read_table
    from scitoolagent.toolkg.store import load_graph

    try:
        table = read_table(Path(path), Options(load_graph(), Path(store)), Path(folder))
        return facts_of(table, Path(path).name, table.names)
    except TableError as error:
        return str(error)
