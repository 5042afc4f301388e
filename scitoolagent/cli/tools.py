"""`scitoolagent tools`: list, search, show and run tools, and bring in those of other servers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scitoolagent.cli.mcp import add, confirm, remove, servers
from scitoolagent.errors import ToolInputError

if TYPE_CHECKING:
    from scitoolagent.toolkg.graph import ToolNode

# How much alike a word and the name of an input are where that was meant, from 0 to 1.
_NEAR = 0.7
Approve = Annotated[
    list[str] | None, typer.Option(help="Confirm one finding of the safety gate, by the digest it was refused with.")
]

app = typer.Typer(
    no_args_is_help=True, help="List, search, show and run tools; bring in those of others.", rich_markup_mode=None
)
adding = typer.Typer(no_args_is_help=True, help="Bring in the tools of others.", rich_markup_mode=None)
adding.command("mcp")(add)
removing = typer.Typer(no_args_is_help=True, help="Remove the tools of others.", rich_markup_mode=None)
removing.command("mcp")(remove)
app.add_typer(adding, name="add")
app.add_typer(removing, name="remove")
app.command()(confirm)
app.command()(servers)


@app.command("list")
def list_tools(topic: Annotated[str, typer.Option(help="Only tools of this topic.")] = "") -> None:
    """List all tools, or those of one topic."""
    from rich.console import Console

    from scitoolagent.cli.render import table_of
    from scitoolagent.toolkg.store import load_graph

    tools = [tool for tool in load_graph().tools.values() if topic.lower() in tool.topic.lower()]
    rows = [(tool.name, tool.topic, tool.summary) for tool in tools]
    Console().print(table_of(f"{len(rows)} tools", ("tool", "topic", "what it does"), rows))
    for server, problem in _problems().items():
        typer.echo(f"the tools of the server {server[:40]} cannot be used: {problem}", err=True)


def _problems() -> dict[str, str]:
    """The MCP servers whose files cannot be used, and why."""
    from scitoolagent.tool.foreign import has_servers

    if not has_servers():
        return {}
    from scitoolagent.mcp.foreign import PROBLEMS

    return PROBLEMS


@app.command()
def search(words: Annotated[str, typer.Argument(help="What you want to know or do.")]) -> None:
    """Find the tools nearest to some words."""
    from rich.console import Console

    from scitoolagent.cli.render import table_of
    from scitoolagent.config import load_config
    from scitoolagent.planner import make_finder
    from scitoolagent.toolkg.store import load_graph

    graph, config = load_graph(), load_config()
    names = make_finder(graph, config).find(words)
    rows = [(name, graph.tools[name].summary) for name in names]
    Console().print(table_of(f"closest to {words!r}", ("tool", "what it does"), rows))


@app.command()
def show(name: Annotated[str, typer.Argument(help="The tool's name.")]) -> None:
    """Show the inputs and outputs of a tool, its source, and what can come before and after it."""
    from rich.console import Console

    from scitoolagent.cli.render import table_of
    from scitoolagent.tool import unit_sign
    from scitoolagent.toolkg.store import load_graph

    graph, console = load_graph(), Console()
    tool = graph.tool(name)
    console.print(f"[bold cyan]{tool.name}[/]  {tool.operation}, {tool.topic}, safety {tool.safety}")
    console.print(tool.summary, markup=False)
    rows = [
        (
            "in",
            port.name,
            port.type + ("[]" if port.many else ""),
            unit_sign(graph.types[port.type].unit),
            "" if port.required else f"default {port.default!r}",
            port.text,
        )
        for port in tool.inputs
    ]
    rows += [
        (
            "out",
            port.name,
            port.type + ("[]" if port.many else ""),
            unit_sign(graph.types[port.type].unit),
            "",
            port.text,
        )
        for port in tool.outputs
    ]
    console.print(table_of("", ("", "name", "type", "unit", "", "meaning"), rows))
    console.print(f"Source: {tool.source}", markup=False)
    for title, names in (
        ("Also called", tool.also),
        ("Needs", tool.requires),
        ("Fed by", tuple(other.name for other in graph.fed_by(tool))),
        ("Feeds", tuple(other.name for other in graph.feeds(tool))),
        ("Alternatives", tuple(other.name for other in graph.alternatives(tool))),
    ):
        if names:
            console.print(f"{title}: {', '.join(names)}", markup=False)


@app.command()
def run(
    name: Annotated[str, typer.Argument(help="The tool's name.")],
    arguments: Annotated[
        list[str] | None, typer.Argument(help="name=value, or the value of the one required input; JSON, or text.")
    ] = None,
    approve: Approve = None,
    picture: Annotated[
        Path | None, typer.Option(help="Write the picture it draws to a file: .svg, .png or .pdf.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only the values, one per line.")] = False,
) -> None:
    """Run one tool in a worker process and print its outputs as JSON."""
    from scitoolagent.config import load_config
    from scitoolagent.executor import Executor
    from scitoolagent.gate import SafetyGate
    from scitoolagent.language.signs import printable
    from scitoolagent.records import Plan, Query, Step
    from scitoolagent.summarizer import finding_lines, show_output
    from scitoolagent.toolkg.store import load_graph

    graph, config = load_graph(), load_config()
    tool = graph.tool(name)
    step = Step(id=1, tool=tool.name, arguments=_arguments(tool, arguments or []))
    executor = Executor(graph, config, Path.cwd(), SafetyGate(graph, approve or []))
    try:
        result = next(iter(executor.run(Query(text=name), Plan(steps=(step,), goals=()))))
    finally:
        executor.close()
    for one in result.withheld:
        told = f"withheld: {one.subject}: {one.reason}; confirm only this call with --approve {one.digest}"
        typer.echo(printable(told), err=True)
    for line in finding_lines(result.findings, (result.error.message,) if result.error else ()):
        typer.echo(printable(line), err=True)
    if result.error is not None:
        typer.echo(f"{result.error.error}: {printable(result.error.message)}", err=True)
        raise typer.Exit(3 if result.status == "blocked" else 1)
    if picture is not None:
        from scitoolagent.cli.pictures import save_pictures

        save_pictures([result], picture)
        return
    if quiet:
        for value in result.outputs.values():
            typer.echo(printable(show_output(value)))
        return
    typer.echo(
        json.dumps({key: value.model_dump() for key, value in result.outputs.items()}, indent=2, ensure_ascii=False)
    )


@app.command()
def verify(
    names: Annotated[list[str] | None, typer.Argument(help="Tools; default: all.")] = None,
    topic: Annotated[str, typer.Option(help="Only tools of this topic.")] = "",
    whole: Annotated[bool, typer.Option("--all", help="Also show the tools whose examples succeed.")] = False,
) -> None:
    """Run the examples of the tools on this machine and say which give what they declare."""
    from rich.console import Console

    from scitoolagent.cli.render import table_of
    from scitoolagent.cli.verifying import FAILS, GIVES, counts, verified

    found = list(verified(names or [], topic))
    shown = [one for one in found if whole or names or one.verdict != GIVES]
    rows = [(one.tool, one.verdict, f"{one.seconds:.2f}", one.reason) for one in shown]
    if rows:
        Console().print(table_of(f"{len(found)} examples", ("tool", "example", "seconds", "why"), rows))
    typer.echo(f"{len(found)} examples: {counts(found)}")
    raise typer.Exit(1 if any(one.verdict == FAILS for one in found) else 0)


@app.command()
def new(
    name: Annotated[str, typer.Argument(help="The name of the tool, such as halogen_count.")],
    folder: Annotated[Path, typer.Option(help="The folder for the two files.")] = Path(),
    module: Annotated[str, typer.Option(help="What the test imports the tool from.")] = "",
) -> None:
    """Write the beginning of a tool and of its test."""
    from scitoolagent.cli.skeleton import write_skeleton

    for path in write_skeleton(name, folder, module):
        typer.echo(f"wrote {path}")
    typer.echo("fill in what says TODO; CONTRIBUTING.md explains how a tool is declared, tested and found")


def _arguments(tool: ToolNode, words: Sequence[str]) -> dict[str, Any]:
    """The arguments of a call: name=value, or the bare value of the one input that is required.

    A value may hold the sign, as a SMILES does: `C=O` is not an input called C.

    Raises:
        ToolInputError: a word is neither, or an input is given twice.
    """
    names, needed = {port.name for port in tool.inputs}, [port.name for port in tool.required]
    found: dict[str, Any] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or name not in names:
            near = get_close_matches(name, names, 1, _NEAR) if sign else []
            if len(needed) != 1 or needed[0] in found or near:
                meant = f"; did you mean {near[0]}=…?" if near else f"; {tool.name} takes {', '.join(sorted(names))}"
                raise ToolInputError(f"{word[:200]!r} is not an argument; write name=value{meant}")
            name, value = needed[0], word
        if name in found:
            raise ToolInputError(f"{name} is given twice")
        found[name] = _value(value)
    return found


def _value(value: str) -> Any:
    # Only numbers, lists and the like are parsed as JSON; a SMILES or a name stays as typed.
    if value[:1] in '[{"' or value in ("true", "false") or _is_number(value):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
