"""Import definitions into a file of their own, and read it again: a line for each tool."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from scitoolagent.errors import GraphError
from scitoolagent.toolkg.graph import ToolGraph
from scitoolagent.toolkg.imported.catalogues import bio_tools, galaxy, nf_core
from scitoolagent.toolkg.imported.documents import (
    MOST_XML_BYTES,
    files_below,
    read_bytes,
    read_json,
    read_xml,
    read_yaml,
)
from scitoolagent.toolkg.imported.meaning import Types
from scitoolagent.toolkg.imported.records import DefinitionError, ImportedTool, Refused, one_line
from scitoolagent.toolkg.imported.schemas import mcp, openapi, tooluniverse

MOST_TOOLS = 100_000
_MOST_LINE = 1_000_000
_FORMAT = {"scitoolagent": "imported tools", "version": 1}


@dataclass(frozen=True, slots=True)
class Source:
    """A kind of collection: what its files are called, and what reads one."""

    reader: Callable[[Any, Types], Iterator[ImportedTool | Refused]]
    endings: tuple[str, ...]
    names: tuple[str, ...] = ()


SOURCES = {
    "openapi": Source(openapi, (".json", ".yaml", ".yml")),
    "mcp": Source(mcp, (".json",)),
    "nf-core": Source(nf_core, (".yml",), ("meta.yml",)),
    "galaxy": Source(galaxy, (".xml",)),
    "tooluniverse": Source(tooluniverse, (".json",)),
    "bio.tools": Source(bio_tools, (".json",)),
}


@dataclass(frozen=True, slots=True)
class Imported:
    """What was taken of a collection, and what was not."""

    tools: tuple[ImportedTool, ...]
    refused: tuple[Refused, ...]


def import_tools(source: str, path: Path, graph: ToolGraph) -> Imported:
    """The tools that the files at a path define.

    Args:
        source: one of `SOURCES`.
        path: a file, or a folder of them.
        graph: that of this program, whose types the ports may have.
    Raises:
        GraphError: the source or the path is unknown, or there are more tools than are taken.
    """
    if source not in SOURCES:
        raise GraphError(f"{source[:40]!r} is no kind of collection; there are: {', '.join(SOURCES)}")
    kind, types = SOURCES[source], Types(graph)
    tools: dict[str, ImportedTool] = {}
    refused: list[Refused] = []
    for file in files_below(path, kind.endings, kind.names):
        place = file.name if file == path else str(file.relative_to(path))
        for item in _of_file(kind, file, types):
            if isinstance(item, Refused):
                refused.append(Refused(one_line(f"{place}: {item.name}".strip(": "), 300), item.reason))
            elif item.name in tools:
                refused.append(Refused(f"{place}: {item.name}", f"{tools[item.name].origin} defines one of that name"))
            else:
                tools[item.name] = item.model_copy(update={"origin": one_line(place, 400)})
        if len(tools) > MOST_TOOLS:
            raise GraphError(f"there are more than {MOST_TOOLS:,} tools; import a part of them")
    return Imported(tuple(tools.values()), tuple(refused))


def _of_file(kind: Source, file: Path, types: Types) -> Iterator[ImportedTool | Refused]:
    """The tools of one file; whatever is wrong with it is said of it, and the others go on."""
    try:
        yield from kind.reader(_document(file), types)
    except ValidationError as error:
        first = error.errors()[0]
        yield Refused("", f"{'.'.join(map(str, first['loc']))}: {one_line(first['msg'], 200)}")
    except DefinitionError as error:
        yield Refused("", one_line(str(error), 300))


def _document(file: Path) -> Any:
    ending = file.suffix.lower()
    if ending == ".xml":
        return read_xml(read_bytes(file, MOST_XML_BYTES))
    data = read_bytes(file)
    return read_json(data) if ending == ".json" else read_yaml(data)


def write_tools(path: Path, tools: Collection[ImportedTool]) -> None:
    """Write tools to a file, all or nothing.

    Raises:
        GraphError: it cannot be written.
    """
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        with partial.open("w", encoding="utf-8") as file:
            file.write(json.dumps(_FORMAT) + "\n")
            file.writelines(tool.model_dump_json(exclude_defaults=True) + "\n" for tool in tools)
        partial.replace(path)
    except OSError as error:
        raise GraphError(f"{path} cannot be written: {error.strerror}") from error


def read_tools(path: Path) -> tuple[ImportedTool, ...]:
    """The tools of a file that `write_tools` wrote.

    Raises:
        GraphError: there is none, or a line of it is not valid; says which.
    """
    tools: dict[str, ImportedTool] = {}
    try:
        with path.open(encoding="utf-8") as file:
            if (head := file.readline(200)).strip() != json.dumps(_FORMAT):
                raise GraphError(
                    f"{path} holds no imported tools; `scitoolagent kg import` writes them ({head[:40]!r})"
                )
            number = 1
            while line := file.readline(_MOST_LINE):
                number += 1
                tool = ImportedTool.model_validate_json(line)
                if tools.setdefault(tool.name, tool) is not tool:
                    raise GraphError(f"{path}: line {number}: {tool.name} is there twice")
                if len(tools) > MOST_TOOLS:
                    raise GraphError(f"{path} holds more than {MOST_TOOLS:,} tools")
    except (OSError, UnicodeDecodeError) as error:
        raise GraphError(f"the imported tools in {path} cannot be read: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        raise GraphError(f"{path}: line {number}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from error
    return tuple(tools.values())


def stamp_of(path: Path) -> tuple[int, int]:
    """When a file was written and how large it is: what is kept of it holds until that changes.

    Raises:
        GraphError: it is not there.
    """
    try:
        state = path.stat()
    except OSError as error:
        raise GraphError(f"the imported tools in {path} cannot be read: {error.strerror}") from error
    return state.st_mtime_ns, state.st_size


def lacking(tool: ImportedTool) -> tuple[str, ...]:
    """What a tool requires and is not on this machine; whether the network or a key is there is not known."""
    return tuple(need for need in tool.requires if not _is_here(need))


def _is_here(need: str) -> bool:
    kind, _, name = need.partition(":")
    if kind == "program":
        return shutil.which(name) is not None
    if kind == "package":
        return name.isidentifier() and find_spec(name) is not None
    return kind != "key"


def runs_here(tool: ImportedTool) -> str:
    """Whether a tool can run on this machine, in words; nothing that was imported runs by being imported."""
    missing = lacking(tool)
    if not tool.requires:
        return "not known: its definition does not say what it needs"
    if missing:
        return f"not here: it needs {', '.join(missing)}"
    if tool.confirm:
        return f"once it is confirmed: {tool.confirm}"
    return "what it needs is here, but this program does not run it"
