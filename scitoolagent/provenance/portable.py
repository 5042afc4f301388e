"""A run as one JSON document that can be carried to another machine: its records, the rows of its tables, its files.

What is read back comes from outside: it is parsed against these models, bounded and screened, and nothing in it is
evaluated.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from scitoolagent.errors import ConfigError
from scitoolagent.language.signs import printable
from scitoolagent.provenance.packed_tables import MOST_CELLS, PackedTable, packed_table
from scitoolagent.provenance.recorded import GivenValue, RecordedRun, given, run_of
from scitoolagent.records import Json, Record, StepResult, Value, read_record
from scitoolagent.tool.registry import load_tool
from scitoolagent.tool.versions import versions_of
from scitoolagent.toolkg.graph import ToolGraph
from scitoolagent.trace import is_run_name

# What a page holds besides the records of the run.
MOST_FILE_BYTES = 2_000_000
_MOST_FILES = 1_000
_SHOWN = 100


class PackedFile(Record):
    """A file that the run read: its name in the working folder, and its bytes in base 64 where they are packed.

    `sha256` and `size` are empty for a file that was not there when the run was packed. `is_newer` marks one that was
    changed after the run: it may not be what the run has read.
    """

    name: Annotated[str, Field(min_length=1, max_length=1_000)]
    sha256: Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")] = ""
    size: Annotated[int, Field(ge=0)] | None = None
    content: str | None = None
    is_newer: bool = False


class PackedRun(Record):
    """A run with all that is needed to show it and to make it again.

    `header` and `records` are the lines of its trace, `software` names the packages that its tools reach, and `tables`
    are by the names that the records give them.
    """

    format: Literal["scitoolagent run 1"] = "scitoolagent run 1"
    header: dict[str, Json]
    records: tuple[dict[str, Json], ...]
    software: tuple[str, ...] = ()
    tables: dict[str, PackedTable] = Field(default_factory=dict)
    files: tuple[PackedFile, ...] = ()

    def digest(self) -> str:
        """The SHA-256 of the document, however it is laid out."""
        return hashlib.sha256(json.dumps(self.model_dump(mode="json"), sort_keys=True).encode()).hexdigest()


def pack(recorded: RecordedRun, graph: ToolGraph, store: Path, workspace: Path) -> PackedRun:
    """Pack a run.

    Args:
        recorded: the run.
        graph: the tool graph.
        store: the folder of all tables.
        workspace: the folder with the files that the run read.
    Raises:
        ConfigError: the run has no result.
    """
    header, records = portable_records(recorded, graph)
    return PackedRun(
        header=header,
        records=tuple(records),
        software=software_of(recorded, graph),
        tables=dict(_tables(recorded, store)),
        files=tuple(_files(recorded, graph, workspace)),
    )


def portable_records(recorded: RecordedRun, graph: ToolGraph) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The header and the records of the run, with the names of files instead of their full paths.

    Raises:
        ConfigError: the run has no result.
    """
    values = {call.step: call.arguments for call in recorded.exported(graph)}
    header = {
        "kind": "run",
        "run": recorded.run,
        "scitoolagent": recorded.version,
        "started": recorded.started,
        "environment": dict(recorded.environment),
    }
    results = []
    for step, result in recorded.results.items():
        named = {
            name: value.value
            for name, value in values.get(step, {}).items()
            if isinstance(value, GivenValue) and value.file
        }
        kept = result.arguments if step in values else {}
        results.append(result.model_copy(update={"arguments": {**kept, **named}}))
    answer = [recorded.answer] if recorded.answer is not None else []
    records = [recorded.query, *recorded.programs, recorded.plan, *results, *answer]
    return header, [record.model_dump(mode="json") for record in records]


def unpacked(where: str, packed: PackedRun) -> RecordedRun:
    """The run of a document, under the same checks as one that was traced here.

    Args:
        where: the document was found, for messages.
        packed: the document.
    Raises:
        ConfigError: this program cannot have written it.
    """
    run = str(packed.header.get("run"))
    if not is_run_name(run):
        raise ConfigError(f"the record in {where} is broken: {printable(run)[:_SHOWN]!r} is no name of a run")
    try:
        records = [read_record(json.dumps(record)) for record in packed.records]
    except (ValidationError, RecursionError) as error:
        why = error.errors()[0]["msg"] if isinstance(error, ValidationError) else "it is nested too deeply"
        raise ConfigError(f"the record in {where} is broken: one of its records is none: {why}") from error
    return run_of(run, packed.header, records)


def software_of(recorded: RecordedRun, graph: ToolGraph) -> tuple[str, ...]:
    """The packages of the environment that the tools of the run import, by the names that it gives them."""
    names = {result.tool for result in recorded.results.values() if result.status == "ok"}
    nodes = [graph.tools[name] for name in sorted(names) if name in graph.tools]
    # What has no module of its own is a tool of an MCP server.
    specs = [load_tool(node.name, node.module) for node in nodes if node.module]
    reached = {line.split()[0].casefold() for spec in specs for line in versions_of(spec).libraries}
    # The package of Biopython is called otherwise than its distribution.
    reached |= {"biopython"} if "bio" in reached else set()
    reached |= {"pydantic-monty-client"} if recorded.program is not None else set()
    # Many tools could read a table; only a run over rows has one.
    reached = reached | {"duckdb"} if recorded.of_rows else reached - {"duckdb"}
    return tuple(name for name in recorded.environment if name == "Python" or name.casefold() in reached)


def _tables(recorded: RecordedRun, store: Path) -> Iterator[tuple[str, PackedTable]]:
    """The tables of the results that still lie on the disk; those of the answer come first."""
    shown = [table.table for table in recorded.answer.tables] if recorded.answer else []
    made = [str(output.value) for result in recorded.results.values() for output in _of_rows(result)]
    left = MOST_CELLS
    for name in dict.fromkeys([*shown, *made]):
        packed = packed_table(store, name, left)
        if packed is not None:
            left -= sum(map(len, packed.cells)) if packed.is_whole else 0
            yield name, packed


def _of_rows(result: StepResult) -> Iterator[Value]:
    yield from (output for output in result.outputs.values() if output.rows is not None)


def files_of(recorded: RecordedRun, graph: ToolGraph) -> list[str]:
    """The names of the files that the run read, and of folders of them."""
    named = [str(value.value) for call in recorded.calls(graph) for value in given(call).values() if value.file]
    looked = [str(recorded.query.entity(table.file).value) for table in recorded.query.tables]
    return list(dict.fromkeys([*named, *looked]))


def _files(recorded: RecordedRun, graph: ToolGraph, workspace: Path) -> Iterator[PackedFile]:
    folder = workspace.resolve()
    found: dict[str, Path | None] = {}
    for name in files_of(recorded, graph):
        path = (folder / name).resolve()
        inside = is_plain_name(name) and path.is_relative_to(folder)
        if inside and path.is_dir():
            files = [one for one in sorted(path.rglob("*")) if one.is_file() and not one.is_symlink()]
            found.update((one.relative_to(folder).as_posix(), one) for one in files[:_MOST_FILES])
        elif is_plain_name(name):
            found[name] = path if inside and path.is_file() else None
    sizes = {name: path.stat().st_size for name, path in found.items() if path is not None}
    is_packed = _fitting(sizes)
    started = recorded.began.timestamp()
    for name, place in found.items():
        if place is None:
            yield PackedFile(name=name)
            continue
        content = base64.b64encode(place.read_bytes()).decode() if name in is_packed else None
        is_newer = place.stat().st_mtime > started + 1
        yield PackedFile(name=name, sha256=checksum(place), size=sizes[name], content=content, is_newer=is_newer)


def checksum(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _fitting(sizes: Mapping[str, int]) -> set[str]:
    """The files that are packed: the smaller ones, as long as they fit together."""
    left, packed = MOST_FILE_BYTES, set()
    for name in sorted(sizes, key=lambda one: (sizes[one], one)):
        if sizes[name] > left:
            break
        left -= sizes[name]
        packed.add(name)
    return packed


def is_plain_name(name: str) -> bool:
    """Whether a name is that of a file in the working folder or below it, on any system."""
    path = PurePosixPath(name)
    parts: Sequence[str] = name.split("/")
    return (
        not path.is_absolute()
        and all(part not in ("", ".", "..") and part == part.strip() for part in parts)
        and not any(letter in name for letter in '\\:*?"<>|')
        and name.isprintable()
    )
