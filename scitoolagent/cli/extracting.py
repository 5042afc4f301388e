"""The command `knowledge extract`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

DOCUMENTS = "Texts (.txt), JSON lines (pmid, title, abstract), PubTator, BioC JSON or PDF."


def extract(
    files: Annotated[list[Path], typer.Argument(help=DOCUMENTS)],
    name: Annotated[str, typer.Option("--as", help="What the graph is to be called; one of that name is replaced.")],
    names_of: Annotated[
        list[str] | None,
        typer.Option("--names-of", metavar="GRAPH", help="A loaded graph whose names are looked for; may be repeated."),
    ] = None,
    model: Annotated[
        bool, typer.Option("--model", help="Let the model of the settings find names that those graphs lack.")
    ] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Make nothing when a document cannot be read.")] = False,
    json_out: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Make a graph of documents: entities by the names of loaded graphs, relations with sentence and PubMed id."""
    from scitoolagent.cli.checking import needed_model
    from scitoolagent.knowledge.extraction.building import extracted
    from scitoolagent.knowledge.extraction.entities import Dictionary
    from scitoolagent.knowledge.extraction.naming import NamesByModel
    from scitoolagent.knowledge.store.catalogue import graph_names, load_items, open_graph
    from scitoolagent.knowledge.store.writer import report_as_json
    from scitoolagent.language.signs import printable

    used = names_of or [one for one in graph_names() if one != name]
    graphs = [open_graph(one) for one in used]
    by_model = None
    if model:
        types = [kind for graph in graphs for kind in graph.schema.types]
        by_model = NamesByModel(needed_model("summarizer"), types)
    items = extracted(files, Dictionary(graphs), by_model)
    report = load_items(name, items, f"documents: {', '.join(path.name for path in files[:3])}", strict=strict)
    if json_out:
        typer.echo(json.dumps(report_as_json(report), indent=2))
        return
    typer.echo(f"{name}: {report.entities:,} entities and {report.relations:,} relations, names of {', '.join(used)}")
    for note in report.notes:
        typer.echo(f"  {printable(note)}")
    if report.broken:
        typer.echo(f"  {report.broken} documents could not be read; the first: {printable(report.first_broken)}")
