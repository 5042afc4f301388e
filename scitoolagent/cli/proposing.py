"""`scitoolagent knowledge hypothesise` and `propose`: relations that a graph does not have."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from scitoolagent.knowledge.store.graph import DomainGraph

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]
Graph = Annotated[str, typer.Argument(help="A graph, or the address of a SPARQL endpoint.")]
Articles = Annotated[Path | None, typer.Option(help="Articles as PubTator: a file, a folder or a zip.")]
Tree = Annotated[Path | None, typer.Option(help="A hierarchy: the tree file of MeSH, or a table.")]
Architecture = Annotated[Literal["single", "double"], typer.Option(help="One memory, or one for each module.")]
Threshold = Annotated[int, typer.Option(min=0, max=100, help="The lowest score that is accepted.")]
Outer = Annotated[int, typer.Option(min=1, max=20, help="Proposals to try for each one that is accepted.")]
Inner = Annotated[int, typer.Option(min=1, max=50, help="Turns of each generation and evaluation.")]
Source = Annotated[
    list[str] | None,
    typer.Option(help="entities, relations, triplets, articles, paths or hierarchy; repeatable; default: all."),
]
Rules = Annotated[bool, typer.Option("--rules", help="Use rules even if a model is set.")]


def hypothesise(
    name: Graph,
    topic: Annotated[str, typer.Argument(help="The id or name of the entity that each hypothesis is about.")],
    count: Annotated[int, typer.Option(min=1, max=100, help="How many hypotheses to propose.")] = 5,
    articles: Articles = None,
    tree: Tree = None,
    architecture: Architecture = "single",
    threshold: Threshold = 50,
    outer: Outer = 3,
    inner: Inner = 10,
    source: Source = None,
    rules: Rules = False,
    json_out: AsJson = False,
) -> None:
    """Propose relations that the graph does not have; by a model if one is set, else by what two entities share."""
    from scitoolagent.config import load_config
    from scitoolagent.knowledge.bioverge.agent import as_json, hypothesise_from
    from scitoolagent.knowledge.bioverge.hypothesis import SOURCES, Settings
    from scitoolagent.llm import model_for

    model = None if rules else model_for(load_config(), "planner")
    settings = Settings(architecture, threshold, outer, inner, tuple(source or SOURCES))
    found = hypothesise_from(_opened(name), topic, count, model, settings, articles=articles, tree=tree)
    if json_out:
        typer.echo(json.dumps(as_json(found), indent=2))
        return
    rows = [
        (
            one.statement.in_words(),
            "" if one.score is None else f"{one.score:.3g}",
            "ranked" if model is None else ("yes" if one.accepted else "no"),
            one.reason,
        )
        for one in found.found
    ]
    _show(f"Hypotheses about {found.topic.name}", ("hypothesis", "score", "accepted", "reason, not checked"), rows)
    if found.note:
        typer.echo(found.note)


def propose(
    name: Graph,
    head: Annotated[str, typer.Argument(help="The id or name of one entity.")],
    tail: Annotated[str, typer.Argument(help="The id or name of the other.")],
    articles: Articles = None,
    tree: Tree = None,
    architecture: Architecture = "single",
    threshold: Threshold = 50,
    outer: Outer = 3,
    inner: Inner = 10,
    source: Source = None,
    unjudged: Annotated[bool, typer.Option("--unjudged", help="Take the first proposal, without evaluation.")] = False,
    rules: Rules = False,
    json_out: AsJson = False,
) -> None:
    """Propose how two entities are related beyond what the graph states of them; by a model if one is set."""
    from scitoolagent.config import load_config
    from scitoolagent.knowledge.bioverge.hypothesis import SOURCES, Settings
    from scitoolagent.knowledge.bioverge.proposers import as_json, propose_from
    from scitoolagent.llm import model_for

    model = None if rules else model_for(load_config(), "planner")
    settings = Settings(architecture, threshold, outer, inner, tuple(source or SOURCES))
    made = propose_from(
        _opened(name), head, tail, model, settings, evaluated=not unjudged, articles=articles, tree=tree
    )
    if json_out:
        typer.echo(json.dumps(as_json(made), indent=2))
        return
    rows = [
        (
            one.statement.in_words(),
            str(one.evaluation.score) if one.evaluation else "",
            ("yes" if made.accepted else "best of these") if one is made.chosen else "no",
            one.description,
            one.evaluation.feedback if one.evaluation else "",
        )
        for one in made.attempts
    ]
    title = f"Proposals for {made.head.name} and {made.tail.name}, by {made.by}"
    _show(title, ("relation", "score", "accepted", "description, not checked", "feedback"), rows)
    if made.note:
        typer.echo(made.note)


def _opened(name: str) -> DomainGraph:
    from scitoolagent.knowledge.store.catalogue import open_graph
    from scitoolagent.knowledge.store.endpoint import open_endpoint

    return open_endpoint(name) if name.startswith(("http://", "https://")) else open_graph(name)


def _show(title: str, columns: tuple[str, ...], rows: Sequence[Sequence[str]]) -> None:
    from rich.console import Console

    from scitoolagent.cli.render import table_of

    Console().print(table_of(title, columns, rows))
