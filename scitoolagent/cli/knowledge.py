"""`scitoolagent knowledge`: load, describe and query domain graphs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from scitoolagent.domain.graph import DomainGraph

app = typer.Typer(no_args_is_help=True, help="Load, describe and query domain graphs.", rich_markup_mode=None)
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]


@app.command()
def load(
    name: Annotated[str, typer.Argument(help="What the graph is to be called; one of that name is replaced.")],
    path: Annotated[Path, typer.Argument(help="The file or folder to read.")],
    layout: Annotated[str, typer.Option("--format", help="hetionet, ckg, triples, pubtator or mapping (a TOML file).")],
    strict: Annotated[bool, typer.Option("--strict", help="Load nothing when a row is broken.")] = False,
    json_out: AsJson = False,
) -> None:
    """Load files as a graph. Broken rows are counted and the first is named; the rest is loaded."""
    from scitoolagent.domain.catalogue import load_graph_files
    from scitoolagent.domain.writer import report_as_json

    report = load_graph_files(name, layout, path, strict=strict)
    if json_out:
        typer.echo(json.dumps(report_as_json(report), indent=2))
        return
    typer.echo(f"{name}: {report.entities:,} entities and {report.relations:,} relations loaded")
    if report.broken:
        typer.echo(f"{report.broken:,} rows were broken and left out; the first: {report.first_broken}")


@app.command()
def stats(
    name: Annotated[str, typer.Argument(help="A graph; lists the graphs when left out.")] = "",
    json_out: AsJson = False,
) -> None:
    """Say what a graph holds: its types, its relations, and what they join."""
    from scitoolagent.domain.catalogue import graph_names, report_of
    from scitoolagent.domain.writer import report_as_json

    if not name:
        reports = {one: report_of(one) for one in graph_names()}
        if json_out:
            typer.echo(json.dumps({one: report_as_json(report) for one, report in reports.items()}, indent=2))
            return
        rows = [
            (one, f"{report.entities:,}", f"{report.relations:,}", report.source, report.loaded[:10])
            for one, report in reports.items()
        ]
        _show("Graphs", ("name", "entities", "relations", "from", "loaded"), rows)
        return
    report = report_of(name)
    if json_out:
        typer.echo(json.dumps(report_as_json(report), indent=2))
        return
    schema = report.schema
    _show(f"Entities of {name}", ("type", "how many"), [(kind, f"{count:,}") for kind, count in schema.types.items()])
    rows = [
        (
            link.subject_type,
            link.predicate,
            schema.predicates[link.predicate].label,
            link.object_type,
            f"{link.count:,}",
        )
        for link in schema.links
    ]
    _show(f"Relations of {name}", ("from", "relation", "says", "to", "how many"), rows)
    if report.broken:
        typer.echo(f"{report.broken:,} rows were broken and left out; the first: {report.first_broken}")


@app.command()
def query(
    name: Annotated[str, typer.Argument(help="A graph, or the address of a SPARQL endpoint.")],
    text: Annotated[str, typer.Argument(help="SPARQL, an entity's id or name, or a question.")],
    limit: Annotated[int, typer.Option(min=1, max=100_000, help="The most rows to show.")] = 50,
    json_out: AsJson = False,
) -> None:
    """Ask a graph. A question is answered without a model, or not at all; exit code 1 when it is not."""
    from scitoolagent.domain.catalogue import open_graph
    from scitoolagent.domain.endpoint import open_endpoint

    graph = open_endpoint(name) if name.startswith(("http://", "https://")) else open_graph(name)
    lowered = text.lower()
    if "{" in text and ("select" in lowered or "ask" in lowered):
        rows = graph.select(text, limit)
        _table_or_json(rows.names, [[cell or "" for cell in row] for row in rows.rows], rows.truncated, json_out)
        return
    exact = [match for match in graph.link(text, limit=limit) if match.how != "near"]
    if exact:
        _entities(graph, [match.entity for match in exact], limit, json_out)
        return
    _question(graph, text, limit, json_out)


def _entities(graph: DomainGraph, identifiers: list[str], limit: int, json_out: bool) -> None:
    rows: list[list[str]] = []
    cut = False
    for identifier in identifiers:
        steps, more = graph.steps(identifier, limit)
        cut |= more or len(steps) > limit
        ends = [step.object if step.subject == identifier else step.subject for step in steps[:limit]]
        names = {entity.id: entity for entity in graph.entities(ends)}
        for step, end in zip(steps[:limit], ends, strict=False):
            arrow = "→" if step.subject == identifier else "←"
            other = names.get(end)
            rows.append(
                [identifier, arrow, step.predicate, end, other.type if other else "", other.name if other else ""]
            )
    _table_or_json(("entity", "way", "relation", "other", "type", "name"), rows, cut, json_out)


def _question(graph: DomainGraph, text: str, limit: int, json_out: bool) -> None:
    from scitoolagent.knowledge.kgqa import answer_question

    answer = answer_question(graph, text)
    if answer.plan is None:
        if json_out:
            typer.echo(json.dumps({"answered": False, "reason": answer.reason}))
        else:
            typer.echo(f"not answered: {answer.reason}")
        raise typer.Exit(1)
    names = graph.entities(answer.ids[:limit])
    if not json_out:
        typer.echo(f"read as: {answer.reading}")
    rows = [[entity.id, entity.type, entity.name] for entity in names]
    _table_or_json(("id", "type", "name"), rows, answer.truncated or len(answer.ids) > limit, json_out)


def _table_or_json(names: tuple[str, ...], rows: list[list[str]], truncated: bool, json_out: bool) -> None:
    if json_out:
        typer.echo(json.dumps({"names": list(names), "rows": rows, "truncated": truncated}, indent=2))
        return
    _show(f"{len(rows)} rows" + (" (truncated)" if truncated else ""), names, rows)


def _show(title: str, columns: tuple[str, ...], rows: Sequence[Sequence[str]]) -> None:
    from rich.console import Console

    from scitoolagent.cli.render import table_of

    Console().print(table_of(title, columns, rows))
