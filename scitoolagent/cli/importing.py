"""`scitoolagent kg import` and `kg imported`: tools that other collections define, in a file of their own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from scitoolagent.toolkg.imported.records import ImportedPort, ImportedTool

_MOST_SHOWN = 20


def import_(
    source: Annotated[str, typer.Argument(help="openapi, mcp, nf-core, galaxy, tooluniverse or bio.tools.")],
    path: Annotated[Path, typer.Argument(help="A file of definitions, or a folder of them.")],
    to: Annotated[Path, typer.Option(help="The file to write; it must not exist yet, unless --add is given.")] = Path(
        "imported.jsonl"
    ),
    add: Annotated[bool, typer.Option("--add", help="Keep the tools that the file has of other collections.")] = False,
    everything: Annotated[bool, typer.Option("--all", help="Name all definitions that were not taken.")] = False,
) -> None:
    """Import the definitions of tools that others made; they can be searched and named, and none of them is run."""
    from scitoolagent.errors import GraphError
    from scitoolagent.language.signs import printable_line
    from scitoolagent.toolkg.imported.collection import import_tools, read_tools, write_tools
    from scitoolagent.toolkg.store import load_graph

    before = []
    if to.exists():
        if not add:
            raise GraphError(f"{to} already exists; give another --to, or --add")
        before = [tool for tool in read_tools(to) if tool.source != source]
    found = import_tools(source, path, load_graph())
    shown = found.refused if everything else found.refused[:_MOST_SHOWN]
    for one in shown:
        typer.echo(printable_line(f"not taken: {one.name}: {one.reason}"), err=True)
    if len(shown) < len(found.refused):
        typer.echo(f"not taken: {len(found.refused) - len(shown):,} more; --all names them", err=True)
    if not found.tools:
        raise GraphError(f"{path} defines no tool that can be taken; {to} is not written")
    write_tools(to, [*before, *found.tools])
    ports = [port for tool in found.tools for port in (*tool.inputs, *tool.outputs)]
    typed = sum(bool(port.type) for port in ports)
    typer.echo(f"{len(found.tools):,} tools of {source} are in {to}, {len(found.refused):,} definitions were not taken")
    typer.echo(f"{typed:,} of their {len(ports):,} inputs and outputs have a type; of the others it is not known")
    typer.echo(f"to name them in searches and refusals: export SCITOOLAGENT_IMPORTED_TOOLS={to.resolve()}")


def imported(
    name: Annotated[str, typer.Argument(help="A tool's name, or words to find tools by.")],
    file: Annotated[Path | None, typer.Option(help="A file of `kg import`; default: the setting.")] = None,
) -> None:
    """Show an imported tool, or those nearest to some words: types and what they rest on, and what it needs."""
    from rich.console import Console

    from scitoolagent.cli.render import table_of
    from scitoolagent.config import load_config
    from scitoolagent.errors import GraphError
    from scitoolagent.toolkg.imported.collection import read_tools, runs_here
    from scitoolagent.toolkg.imported.finding import ImportedIndex

    path = file or load_config().imported_tools
    if path is None:
        raise GraphError("name a --file of `kg import`, or set SCITOOLAGENT_IMPORTED_TOOLS")
    tools, console = read_tools(path), Console()
    tool = next((one for one in tools if one.name == name), None)
    if tool is not None:
        _show(tool)
        return
    rows = [(one.name, one.summary, runs_here(one)) for one in ImportedIndex(tools).find(name)]
    console.print(table_of(f"imported, closest to {name[:60]!r}", ("tool", "what it does", "runs"), rows))


def _show(tool: ImportedTool) -> None:
    from rich.console import Console

    from scitoolagent.cli.render import table_of
    from scitoolagent.toolkg.imported.collection import runs_here

    console = Console()
    console.print(f"{tool.name}  imported from {tool.source}, {tool.origin}", markup=False)
    for line in (tool.summary, *tool.notes):
        console.print(line, markup=False)
    rows = [_row("in", port) for port in tool.inputs] + [_row("out", port) for port in tool.outputs]
    columns = ("", "name", "kind", "type", "confidence", "rests on", "meaning")
    console.print(table_of("", columns, rows))
    console.print(f"Needs: {', '.join(tool.requires) or 'not known'}", markup=False)
    console.print(f"Runs: {runs_here(tool)}", markup=False)
    console.print(f"Licence: {tool.licence or 'not known'}", markup=False)


def _row(way: str, port: ImportedPort) -> tuple[str, ...]:
    kind = f"{port.kind}{'[]' if port.many else ''}{'' if port.required else ', optional'}"
    trust = f"{port.confidence:.1f}" if port.type else ""
    return way, port.name, kind, port.type or "not known", trust, port.words, port.text
