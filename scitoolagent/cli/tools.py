"""`scitoolagent tools`: list, search, show and run tools, and bring in those of other servers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from scitoolagent.cli.mcp import add, confirm, remove, servers
from scitoolagent.errors import ToolInputError

Approve = Annotated[
    list[str] | None, typer.Option(help="Confirm one finding of the safety gate, by the digest it was refused with.")
]

app = typer.Typer(
    no_args_is_help=True, help="List, search, show and run tools; bring in those of others.", rich_markup_mode=None
)
adding = typer.Typer(no_args_is_help=True, help="Bring in the tools of others.", rich_markup_mode=None)
adding.command("mcp")(add)
removing = typer.Typer(no_args_is_help=True, help="Do without the tools of others.", rich_markup_mode=None)
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
    Console().print(table_of(f"nearest to {words!r}", ("tool", "what it does"), rows))


@app.command()
def show(name: Annotated[str, typer.Argument(help="The tool's name.")]) -> None:
    """Show what a tool takes and gives, its source, and what can come before and after it."""
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
        list[str] | None, typer.Argument(help="name=value; a value is JSON, or text as it stands.")
    ] = None,
    approve: Approve = None,
    picture: Annotated[Path | None, typer.Option(help="Write the picture it draws: .svg, .png or .pdf.")] = None,
) -> None:
    """Run one tool in a worker process and print its outputs as JSON."""
    from scitoolagent.config import load_config
    from scitoolagent.executor import Executor
    from scitoolagent.gate import SafetyGate
    from scitoolagent.language.signs import printable
    from scitoolagent.records import Plan, Query, Step
    from scitoolagent.summarizer import finding_lines
    from scitoolagent.toolkg.store import load_graph

    graph, config = load_graph(), load_config()
    tool = graph.tool(name)
    step = Step(id=1, tool=tool.name, arguments=dict(map(_argument, arguments or [])))
    executor = Executor(graph, config, Path.cwd(), SafetyGate(graph, approve or []))
    try:
        result = next(iter(executor.run(Query(text=name), Plan(steps=(step,), goals=()))))
    finally:
        executor.close()
    for line in finding_lines(result.findings, (result.error.message,) if result.error else ()):
        typer.echo(printable(line), err=True)
    if result.error is not None:
        typer.echo(f"{result.error.error}: {printable(result.error.message)}", err=True)
        raise typer.Exit(3 if result.status == "blocked" else 1)
    if picture is not None:
        from scitoolagent.cli.pictures import save_pictures

        save_pictures([result], picture)
        return
    typer.echo(
        json.dumps({key: value.model_dump() for key, value in result.outputs.items()}, indent=2, ensure_ascii=False)
    )


@app.command()
def verify(
    names: Annotated[list[str] | None, typer.Argument(help="Tools; all of them when left out.")] = None,
    topic: Annotated[str, typer.Option(help="Only tools of this topic.")] = "",
    whole: Annotated[bool, typer.Option("--all", help="Show the tools that are as declared, too.")] = False,
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
    folder: Annotated[Path, typer.Option(help="Where the two files are written.")] = Path(),
    module: Annotated[str, typer.Option(help="What the test imports the tool from.")] = "",
) -> None:
    """Write the beginning of a tool and of its test."""
    from scitoolagent.cli.skeleton import write_skeleton

    for path in write_skeleton(name, folder, module):
        typer.echo(f"wrote {path}")
    typer.echo("fill in what says TODO; CONTRIBUTING.md tells how a tool is declared, tested and found")


def _argument(text: str) -> tuple[str, Any]:
    name, sign, value = text.partition("=")
    if not sign or not name.isidentifier():
        raise ToolInputError(f"{text!r} is no argument; write name=value")
    # Only numbers, lists and the like are parsed as JSON; a SMILES or a name stays as typed.
    if value[:1] in '[{"' or value in ("true", "false") or _is_number(value):
        try:
            return name, json.loads(value)
        except (ValueError, RecursionError):
            return name, value
    return name, value


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
