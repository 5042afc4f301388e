"""Tables that tools were mapped over in an earlier run: taken again where all that they depend on is the same.

A table is named by the content of its rows, the tools with what made them, the settings, the files that the rows name,
and the hazard database. It is screened again before it is given; where the gate stops a row, the map is made anew.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from scitoolagent.executor.cache import ResultCache
from scitoolagent.executor.columns import Binding, located_files
from scitoolagent.tables import Table
from scitoolagent.tables.store import connected, scan
from scitoolagent.tool.registry import load_tool
from scitoolagent.tool.versions import versions_of

_OUTPUT = "table"


class KeptMaps:
    """Maps of one tool over the rows of a table.

    Args:
        cache_file: where results are kept; none are where this is None.
        store: the folder of all tables.
        file: makes a path of the name of a file, or raises where there is none to be read.
    """

    def __init__(self, cache_file: str | None, store: Path, file: Callable[[str], str]) -> None:
        self._cache = ResultCache(Path(cache_file)) if cache_file else None
        self._store, self._file = store, file

    def made(
        self, table: Table, binding: Binding, make: Callable[[], Table], passes: Callable[[Table], bool]
    ) -> tuple[Table, bool]:
        """The table with the results of a tool, in the folder of its name, and whether it is that of an earlier run.

        Args:
            table: whose rows the tool takes.
            binding: how.
            make: makes the map.
            passes: whether the safety gate stops no row of a table.
        """
        key = self._key(table, binding)
        found = self._found(key)
        if found is not None and passes(found):
            return found, True
        new = make()
        whole = bool(key) and _is_whole(new)
        new = new.settled()
        if whole and self._cache is not None:
            self._cache.put(key, {_OUTPUT: new.folder.name}, self._folders)
        return new, False

    def _found(self, key: str) -> Table | None:
        outputs = self._cache.get(key, self._folders) if self._cache is not None and key else None
        if outputs is None:
            return None
        (folder,) = self._folders(outputs)
        os.utime(folder)
        return Table.load(folder)

    def _folders(self, outputs: Any) -> list[Path]:
        return [self._store / Path(str(outputs[_OUTPUT])).name] if isinstance(outputs, dict) else []

    def _key(self, table: Table, binding: Binding) -> str:
        """The digest that stands for a map; empty for one that is not kept.

        Tools that the gate asks about row by row are always called, and so is what would not give the same again.
        """
        from scitoolagent.executor.worker import lasts
        from scitoolagent.safety_db.store import folder, manifest

        tool = binding.tool
        spec = load_tool(tool.name, tool.module)
        made_by = versions_of(spec)
        given = {port.name: port.default for port in spec.inputs} | binding.settings
        makes_files = any(port.python is Path for port in spec.outputs)
        by_column = spec.unseeded in binding.columns
        if tool.safety != "open" or makes_files or by_column or not lasts(spec, made_by, given):
            return ""
        columns = {name: column.name for name, column in binding.columns.items()}
        described = table.model_dump_json(exclude={"folder", "parts"})
        arguments = {"columns": columns, "settings": binding.settings, "units": binding.units, "table": described}
        arguments |= {"results": {name: column.model_dump() for name, column in binding.results.items()}}
        arguments |= {"hazards": manifest(folder())}
        files = self._named(table, binding, [port.name for port in spec.inputs if port.python is Path])
        if any(path.is_dir() for path in files):
            return ""
        made = [made_by.code, *made_by.libraries]
        return ResultCache.key(f"map {spec.name}", made, arguments, [table.folder, *files])

    def _named(self, table: Table, binding: Binding, inputs: Sequence[str]) -> list[Path]:
        """The files that a tool is given, all rows together."""
        files: list[Any] = [binding.settings[name] for name in inputs if name in binding.settings]
        for column in (binding.columns[name] for name in inputs if name in binding.columns):
            values = list(table.values(column.name))
            files += values if column.type else located_files(values, self._file)
        return [Path(str(one)) for one in files if one is not None]


def _is_whole(table: Table) -> bool:
    """Whether the gate stopped no row of a new map, and no row failed in a way that another run may not repeat."""
    from scitoolagent.executor.piece_rows import LOST, STATE, STOPPED_ROW

    if not table.parts:
        return True
    with connected(table.folder) as engine:
        query = f"SELECT count(*) FROM {scan(table.paths)} WHERE {STATE} IN ({LOST}, {STOPPED_ROW})"  # noqa: S608
        return int(engine.execute(query).fetchone()[0]) == 0
