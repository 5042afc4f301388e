"""`scitoolagent kg`: build, validate, query and walk the tool graph."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from scitoolagent.cli.importing import import_, imported
from scitoolagent.cli.learning import learn, package

app = typer.Typer(no_args_is_help=True, help="Build, validate, query and walk the tool graph.", rich_markup_mode=None)
app.command("import")(import_)
app.command()(imported)
app.command()(learn)
app.command()(package)

_MOST_ROWS, _MOST_NAMED = 1_000, 12
_LONGEST_CELL = 1_000


def _cut(cell: str) -> str:
    return cell if len(cell) <= _LONGEST_CELL else f"{cell[:_LONGEST_CELL]}… ({len(cell):,} characters)"


@app.command()
def build(
    to: Annotated[Path | None, typer.Option(help="The file to write; default: the shipped one.")] = None,
) -> None:
    """Generate the graph from the declarations of the tools."""
    from importlib import resources

    from scitoolagent.tool.registry import load_registry
    from scitoolagent.toolkg.build import graph_of, write_turtle

    path = to or Path(str(resources.files("scitoolagent.toolkg"))) / "tools.ttl"
    graph = graph_of(load_registry())
    write_turtle(graph, path)
    typer.echo(f"{len(graph.tools)} tools and {len(graph.types)} types written to {path}")


@app.command()
def validate() -> None:
    """Check the graph against its SHACL shapes; exit code 1 when it breaks one."""
    from scitoolagent.toolkg.store import validate as check

    good, report = check()
    typer.echo(report)
    raise typer.Exit(0 if good else 1)


@app.command()
def query(
    sparql: Annotated[
        str, typer.Argument(help="The name of a shipped query, or SPARQL; without it, the names are listed.")
    ] = "",
) -> None:
    """Run a SPARQL query over the graph; the prefixes sta, rdfs and skos are known.

    What comes out is screened like any result, since a query may write anything into its own rows.
    """
    from rich.console import Console

    from scitoolagent.cli.render import table_of
    from scitoolagent.gate import admitted, screen_many
    from scitoolagent.toolkg.store import load_graph, open_store, query_names, read_query, select

    if not sparql:
        typer.echo("\n".join(query_names()))
        return
    text = read_query(sparql) if " " not in sparql else sparql
    names, rows = select(open_store(load_graph()), text)
    shown = [[_cut(cell) for cell in row] for row in rows[:_MOST_ROWS]]
    # The shipped queries give what stands in the graph, where an agent may be named as what a tool refuses.
    if text is sparql:
        admitted([item.finding for item in screen_many([("", names), ("", rows[:_MOST_ROWS])], "result")])
    more = f", {_MOST_ROWS:,} of them shown; a LIMIT and an OFFSET give others" if len(rows) > _MOST_ROWS else ""
    Console().print(table_of(f"{len(rows)} rows{more}", names, shown))


@app.command()
def stats(
    everything: Annotated[bool, typer.Option("--all", help="Name all dead ends.")] = False,
) -> None:
    """Count what the graph contains, and name its dead ends."""
    from rich.console import Console

    from scitoolagent.cli.render import table_of
    from scitoolagent.toolkg.store import load_graph

    graph, console = load_graph(), Console()
    unused, unmade = graph.dead_ends()
    pairs = sum(1 for tool in graph.tools.values() for other in graph.alternatives(tool) if tool.name < other.name)
    counts = [
        ("tools", len(graph.tools)),
        ("types", len(graph.types)),
        ("feeds edges", sum(1 for _ in graph.edges())),
        ("pairs of alternatives", pairs),
        ("types produced that nothing consumes", len(unused)),
        ("types consumed that nothing produces", len(unmade)),
    ]
    console.print(table_of("Tool graph", ("what", "count"), [(name, str(count)) for name, count in counts]))
    for what, names in (("Produced, consumed by nothing", unused), ("Consumed, produced by nothing", unmade)):
        shown = names if everything else names[:_MOST_NAMED]
        more = f" … and {len(names) - len(shown):,} more; --all names them" if len(names) > len(shown) else ""
        console.print(f"{what}: {', '.join(shown)}{more}", markup=False)


@app.command()
def path(
    start: Annotated[str, typer.Argument(help="A type, such as InChIKey.")],
    end: Annotated[str, typer.Argument(help="A type, or a tool to reach.")],
) -> None:
    """Show the cheapest chain of tools from a type to another type or to a tool."""
    from scitoolagent.errors import GraphError, NoPathError
    from scitoolagent.toolkg.chains import cheapest_chain
    from scitoolagent.toolkg.store import load_graph

    graph = load_graph()
    if start not in graph.types:
        raise GraphError(f"no type is called {start!r}")
    wanted, last = [end], ""
    if end in graph.tools:
        wanted, last = [port.type for port in graph.tools[end].required], end
    elif end not in graph.types:
        raise GraphError(f"no type and no tool is called {end!r}")
    for name in wanted:
        links = cheapest_chain(graph, start, name)
        if links is None:
            makers = {tool.name: 1.0 for tool in graph.producers(name)}
            links = cheapest_chain(graph, start, name, makers)
        if links is None:
            raise NoPathError(f"no chain of tools leads from {start} to {end}")
        steps = [f"{link.tool} → {link.type}" for link in links] + ([last] if last else [])
        typer.echo(" → ".join([start, *steps]))


@app.command()
def docs(to: Annotated[Path, typer.Option(help="The folder to write.")] = Path("docs/tools")) -> None:
    """Write the list of tools as pages, one for each topic."""
    from scitoolagent.toolkg.docs import tool_pages
    from scitoolagent.toolkg.store import load_graph

    to.mkdir(parents=True, exist_ok=True)
    for name, text in tool_pages(load_graph()).items():
        (to / name).write_text(text, encoding="utf-8")
    typer.echo(f"the list of tools is in {to}")


@app.command()
def coverage(to: Annotated[Path, typer.Option(help="The file to write.")] = Path("docs/coverage.md")) -> None:
    """Write which tools of the original SciToolAgent are covered here, and why the others are not."""
    from scitoolagent.toolkg.coverage import coverage_of, coverage_page
    from scitoolagent.toolkg.store import load_graph

    graph = load_graph()
    found = coverage_of(graph)
    for fault in found.faults:
        typer.echo(fault, err=True)
    if found.faults:
        raise typer.Exit(1)
    to.write_text(coverage_page(graph), encoding="utf-8")
    missing = sum(len(group.names) for group in found.groups)
    typer.echo(f"{len(found.covered)} of {len(found.covered) + missing} are covered; the page is {to}")
