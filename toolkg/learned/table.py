"""The table of proposed declarations that a person corrects and confirms, as TOML."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from scitoolagent.errors import DeclarationError
from scitoolagent.tool import Operation, Safety, Topic
from scitoolagent.toolkg.imported.documents import files_below, read_bytes
from scitoolagent.toolkg.imported.records import DefinitionError, Refused, one_line
from scitoolagent.toolkg.learned.docstrings import SourceError, functions_of
from scitoolagent.toolkg.learned.programs import from_help, from_man, from_readme
from scitoolagent.toolkg.learned.proposing import port_name, propose_ports
from scitoolagent.toolkg.learned.records import MOST_PORTS, Described, ProposedPort
from scitoolagent.toolkg.learned.vocabulary import Vocabulary

MOST_TOOLS, MOST_TABLE_BYTES, _MOST_SOURCE_BYTES = 2_000, 20_000_000, 2_000_000
_MAN = tuple(f".{section}" for section in range(1, 9))
_ENDINGS = (".py", ".txt", ".help", ".md", *_MAN)
_HEAD = """\
# Declarations that were proposed from documents. Nothing here is a tool yet. Of each one that you want:
# - read the sentences, correct types, units and names; a type with `new = true` is declared with the tool;
# - an input with `required = false` is left to its default; set it to true to pass it;
# - write an `example` with a value for each input that is passed, and the `source`: a paper, or the documentation;
# - set `safety` ("open" only where nothing is designed, generated or looked up of substances), and `confirmed = true`.
# `scitoolagent kg package TABLE FOLDER` then writes the confirmed ones as a plug-in.

"""


class ProposedTool(BaseModel):
    """A proposed tool; `call` is the function or program behind it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    confirmed: bool = False
    name: str = Field(pattern=r"^[a-z][a-z0-9_]{0,60}$")
    call: str = Field(pattern=r"^[A-Za-z][\w.-]*$", max_length=300)
    program: bool = False
    summary: str = Field(max_length=400)
    operation: Operation = Operation.ANALYSIS
    topic: str = Field(default=str(Topic.GENERAL), min_length=1, max_length=100)
    safety: Safety = Safety.SCREENED
    source: str = Field(default="", max_length=400)
    origin: str = Field(default="", max_length=400)
    example: dict[str, Any] = Field(default_factory=dict)
    inputs: tuple[ProposedPort, ...] = Field(default=(), max_length=MOST_PORTS)
    outputs: tuple[ProposedPort, ...] = Field(default=(), max_length=MOST_PORTS)
    passed: tuple[str, ...] = Field(default=(), max_length=MOST_PORTS)


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    tool: tuple[ProposedTool, ...] = Field(max_length=MOST_TOOLS)


def read_documents(place: str) -> tuple[list[Described], list[Refused]]:
    """What the documents at a path, or the sources of an installed package, describe; nothing is imported or run.

    Raises:
        DeclarationError: there is neither such a path nor such a package.
        GraphError: there are more files than are read.
    """
    path, module = Path(place), ""
    if not path.exists():
        path, module = _package(place)
    found: list[Described] = []
    refused: list[Refused] = []
    for file in files_below(path, _ENDINGS):
        name = file.name if file == path else str(file.relative_to(path))
        try:
            found += _of_file(file, name, _module(name, module))
        except (SourceError, DefinitionError, ValidationError) as error:
            reason = "a part of it is too long" if isinstance(error, ValidationError) else str(error)
            refused.append(Refused(one_line(name, 200), one_line(reason, 300)))
        if len(found) > MOST_TOOLS:
            raise DeclarationError(f"{place[:200]} describes more than {MOST_TOOLS:,} functions; name a part of it")
    return found, refused


def _package(name: str) -> tuple[Path, str]:
    # A name with a dot is not looked up: finding it would import what stands in front of the dot.
    spec = find_spec(name) if name.isidentifier() else None
    if spec is None or not spec.origin:
        raise DeclarationError(f"{name[:200]!r} is neither a path nor an installed package")
    return (Path(spec.origin).parent if spec.submodule_search_locations else Path(spec.origin)), name


def _module(name: str, package: str) -> str:
    parts = [part for part in name.removesuffix(".py").split("/") if part != "__init__"]
    if package and parts and parts != [package]:
        return ".".join((package, *parts))
    return package or ".".join(parts)


def _of_file(file: Path, name: str, module: str) -> Iterable[Described]:
    text = read_bytes(file, _MOST_SOURCE_BYTES).decode("utf-8", errors="replace")
    if file.suffix == ".py":
        private = any(part.startswith(("_", "test")) for part in module.split("."))
        return [] if private else list(functions_of(text, module, name))
    if file.suffix == ".md":
        return list(from_readme(text, name))
    found = from_man(text, name) if file.suffix in _MAN else from_help(text, name)
    return [found] if found else []


def propose_tools(documents: Sequence[Described], vocabulary: Vocabulary) -> list[ProposedTool]:
    """A proposal for each function or program that a document describes, each name once."""
    tools: dict[str, ProposedTool] = {}
    for about in documents:
        inputs, outputs = propose_ports(about, vocabulary)
        name = port_name(about.name)
        call = f"{about.module}.{about.name}" if about.module else about.name
        if name in tools or len({port.name for port in inputs}) < len(inputs):
            name = port_name(f"{about.module.rpartition('.')[2]}_{about.name}")[:60]
        if outputs and name not in tools:
            tools[name] = ProposedTool(
                name=name,
                call=call,
                program=not about.module,
                summary=about.summary,
                origin=about.origin,
                inputs=inputs,
                outputs=outputs[:1],
                passed=tuple(said.name for said in about.inputs),
            )
    return list(tools.values())


def table_text(tools: Sequence[ProposedTool]) -> str:
    """The table, with what a person has to do in front."""
    import tomli_w

    return _HEAD + tomli_w.dumps({"tool": [tool.model_dump(mode="json") for tool in tools]})


def read_table(path: Path) -> tuple[ProposedTool, ...]:
    """The tools of a table.

    Raises:
        DeclarationError: it cannot be read; says in which tool and field.
    """
    try:
        data = tomllib.loads(read_bytes(path, MOST_TABLE_BYTES).decode("utf-8"))
        tools = _Table.model_validate(data).tool
    except (DefinitionError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DeclarationError(f"{path} cannot be read as TOML: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        raise DeclarationError(f"{path}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from error
    names = [tool.name for tool in tools]
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise DeclarationError(f"{path}: {twice} is there twice")
    return tools
