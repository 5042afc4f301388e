"""`scitoolagent knowledge`: load, describe and query domain graphs; check claims, gather evidence."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from scitoolagent.cli.auditing import patch
from scitoolagent.cli.checking import check, not_read
from scitoolagent.cli.extracting import extract
from scitoolagent.cli.proposing import hypothesise, propose

if TYPE_CHECKING:
    from scitoolagent.knowledge.store.graph import DomainGraph

app = typer.Typer(
    no_args_is_help=True,
    help="Load, describe and query domain graphs; check claims, gather evidence.",
    rich_markup_mode=None,
)
Half = Literal["paths", "neighbours"]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]
app.command()(check)
app.command()(patch)
app.command()(extract)
app.command()(hypothesise)
app.command()(propose)


@app.command()
def load(
    name: Annotated[str, typer.Argument(help="The name of the graph; one of that name is replaced.")],
    path: Annotated[str, typer.Argument(help="The file or folder to read, or a Neo4j server as bolt://HOST:7687.")],
    layout: Annotated[
        str,
        typer.Option(
            "--format",
            help="obo, obograph, rdf (OWL, Turtle …), kgx, primekg, neo4j, hetionet, ckg, triples, pubtator, mapping "
            "(a TOML file); detected from the files by default.",
        ),
    ] = "auto",
    strict: Annotated[bool, typer.Option("--strict", help="Load nothing when a row is broken.")] = False,
    json_out: AsJson = False,
) -> None:
    """Load files as a graph. Broken rows are counted and the first is named; the rest is loaded."""
    from scitoolagent.knowledge.store.catalogue import load_graph_files, load_server
    from scitoolagent.knowledge.store.formats.bolt import is_bolt
    from scitoolagent.knowledge.store.writer import report_as_json

    if is_bolt(path):
        report = load_server(name, path, strict=strict)
    else:
        report = load_graph_files(name, layout, Path(path), strict=strict)
    if json_out:
        typer.echo(json.dumps(report_as_json(report), indent=2))
        return
    typer.echo(f"{name}: {report.entities:,} entities and {report.relations:,} relations loaded as {report.source}")
    for note in report.notes:
        _say(f"  {note}")
    kinds = sorted(report.schema.types.items(), key=lambda one: -one[1])
    said = Counter[str]()
    for link in report.schema.links:
        said[link.predicate] += link.count
    _say(f"  types: {_some(kinds)}")
    _say(f"  relations: {_some(said.most_common())}")
    if report.broken:
        _say(f"{report.broken:,} rows were broken and left out; the first: {report.first_broken}")


@app.command()
def stats(
    name: Annotated[str, typer.Argument(help="A graph; without it, the graphs are listed.")] = "",
    json_out: AsJson = False,
) -> None:
    """Describe a graph: its types, its relations, and what they connect."""
    from scitoolagent.knowledge.store.catalogue import graph_names, report_of
    from scitoolagent.knowledge.store.writer import report_as_json

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
    _show(f"Entities of {name}", ("type", "count"), [(kind, f"{count:,}") for kind, count in schema.types.items()])
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
    _show(f"Relations of {name}", ("from", "relation", "says", "to", "count"), rows)
    if report.broken:
        _say(f"{report.broken:,} rows were broken and left out; the first: {report.first_broken}")


@app.command()
def query(
    name: Annotated[str, typer.Argument(help="A graph, or the address of a SPARQL endpoint.")],
    text: Annotated[str, typer.Argument(help="SPARQL, an entity's id or name, or a question.")],
    limit: Annotated[int, typer.Option(min=1, max=100_000, help="The most rows to show.")] = 50,
    model: Annotated[
        bool, typer.Option("--model", help="Let the model named in the settings answer the question.")
    ] = False,
    json_out: AsJson = False,
) -> None:
    """Ask a graph. Rules answer a question, or a model if asked for. Exit code 1: not completely answered."""
    from scitoolagent.gate import admitted, screen_many
    from scitoolagent.knowledge.store.catalogue import open_graph
    from scitoolagent.knowledge.store.endpoint import open_endpoint
    from scitoolagent.knowledge.store.formats.ontology import short_id

    graph = open_endpoint(name) if name.startswith(("http://", "https://")) else open_graph(name)
    lowered = text.lower()
    if "{" in text and ("select" in lowered or "ask" in lowered):
        rows = graph.select(text, limit)
        # What stands in a graph is named as it is; a query of one's own may write anything into its rows.
        admitted([item.finding for item in screen_many([("", rows.names), ("", rows.rows)], "result")])
        _table_or_json(rows.names, [[cell or "" for cell in row] for row in rows.rows], rows.truncated, json_out)
        return
    said = (text, short_id(text)) if lowered.startswith(("http://", "https://")) else (text,)
    exact = [match for one in said for match in graph.link(one, limit=limit) if match.how != "near"]
    if exact:
        _entities(graph, [match.entity for match in exact], limit, json_out)
        return
    _question(graph, text, limit, model, json_out)


@app.command()
def claim(
    text: Annotated[str, typer.Argument(help="The claim.")],
    corpus: Annotated[Path, typer.Option(help="Abstracts as JSON lines with id, title and abstract.")],
    read: Annotated[int, typer.Option(min=1, max=50, help="How many abstracts are read.")] = 3,
    within: Annotated[list[str] | None, typer.Option(help="Read only the abstract with this id; repeatable.")] = None,
    rules: Annotated[bool, typer.Option("--rules", help="Judge by rules even if a model is set.")] = False,
    json_out: AsJson = False,
) -> None:
    """Check a claim against abstracts: Support, Refute or NEI (not enough information), with verbatim quotes."""
    from scitoolagent.config import load_config
    from scitoolagent.knowledge.claims.corpus import open_kept
    from scitoolagent.knowledge.claims.verification import ClaimVerifier, ModelJudge
    from scitoolagent.llm import model_for
    from scitoolagent.planner.embedding import load_embedder

    config = load_config()
    broken: list[str] = []
    found = open_kept(corpus, config.cache_dir / "corpora", load_embedder(config), broken)
    not_read(broken)
    for one in within or ():
        found.abstract(one)
    model = None if rules else model_for(config, "summarizer")
    verdict = ClaimVerifier(found, ModelJudge(model) if model else None, read).verify(text, within or None)
    if json_out:
        told = {
            "claim": verdict.claim,
            "verdict": verdict.verdict,
            "reason": verdict.reason,
            "quotes": [{"abstract": one.abstract, "text": one.text} for one in verdict.quotes],
            "read": [[one.abstract, one.verdict, one.reason] for one in verdict.judgements],
            "retrieved": [hit.abstract.id for hit in verdict.retrieved],
        }
        typer.echo(json.dumps(told, indent=2))
        return
    typer.echo(f"{verdict.verdict} ({'by ' + model.name if model else 'by rules, a rough guess'}): {verdict.reason}")
    for quote in verdict.quotes:
        typer.echo(f"  {quote.abstract}: “{quote.text}”")


@app.command()
def evidence(
    name: Annotated[str, typer.Argument(help="A graph, or the address of a SPARQL endpoint.")],
    question: Annotated[str, typer.Argument(help="A question in plain words.")],
    facts: Annotated[int, typer.Option(min=1, max=200, help="How many facts to show.")] = 30,
    hops: Annotated[
        int, typer.Option(min=1, max=4, help="How many relations to follow from the entities of the question.")
    ] = 2,
    only: Annotated[
        Half | None,
        typer.Option(help="Show only the paths between the entities of the question, or only their neighbours."),
    ] = None,
    html: Annotated[Path | None, typer.Option(help="Write a page with the answer and its map here.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Write the map here.")] = None,
    mermaid: Annotated[bool, typer.Option("--mermaid", help="Print the map as Mermaid.")] = False,
    json_out: AsJson = False,
) -> None:
    """Gather what a graph contains about a question, ranked, with a mind map; a model adds an answer."""
    from scitoolagent.config import load_config
    from scitoolagent.knowledge.mindmap.answer import MindMap, read_as
    from scitoolagent.knowledge.mindmap.draw import as_html, as_json, as_mermaid, as_svg
    from scitoolagent.knowledge.mindmap.support import support_of
    from scitoolagent.knowledge.store.catalogue import open_graph
    from scitoolagent.knowledge.store.endpoint import open_endpoint
    from scitoolagent.llm import model_for
    from scitoolagent.planner.embedding import load_embedder

    config = load_config()
    graph = open_endpoint(name) if name.startswith(("http://", "https://")) else open_graph(name)
    answer = MindMap(graph, model_for(config, "summarizer"), load_embedder(config), facts, hops, only).answer(question)
    for path, drawn in ((html, as_html), (svg, as_svg)):
        if path is not None:
            _write(path, drawn(answer))
    if json_out:
        typer.echo(json.dumps(as_json(answer), indent=2))
        return
    if mermaid:
        typer.echo(as_mermaid(answer), nl=False)
        return
    for line in (answer.note, answer.summary):
        if line:
            typer.echo(line)
    for step in answer.inference:
        typer.echo(f"- {step.text} {' '.join(f'[{number}]' for number in step.facts)}")
    if answer.summary:
        written = " ".join((answer.summary, *(step.text for step in answer.inference)))
        _say(support_of(written, answer.evidence, graph).in_words())
    for line in read_as(answer):
        _say(line)
    rows = [(str(number), fact.in_words()) for number, fact in enumerate(answer.evidence.facts, 1)]
    _show("Evidence" + (" (truncated)" if answer.evidence.cut else ""), ("no.", "fact"), rows)


@app.command()
def hierarchy(
    name: Annotated[str, typer.Argument(help="A graph, or the address of a SPARQL endpoint.")],
    entity: Annotated[str, typer.Argument(help="The id or name of an entity.")],
    down: Annotated[bool, typer.Option("--down", help="What is below it.")] = False,
    limit: Annotated[int, typer.Option(min=1, max=10_000, help="The most entities.")] = 1_000,
    json_out: AsJson = False,
) -> None:
    """List what lies above an entity, or below it, over is_a and part_of."""
    from scitoolagent.errors import GraphError
    from scitoolagent.knowledge.store.catalogue import open_graph
    from scitoolagent.knowledge.store.endpoint import open_endpoint
    from scitoolagent.knowledge.store.hierarchy import reached

    graph = open_endpoint(name) if name.startswith(("http://", "https://")) else open_graph(name)
    named = list(dict.fromkeys(match.entity for match in graph.link(entity) if match.how != "near"))
    if len(named) > 1 and entity not in named:
        raise GraphError(f"{entity!r} may mean {', '.join(named)}; give one of these ids")
    found, cut = reached(graph, entity if entity in named or not named else named[0], down, limit)
    names = {one.id: one.name for one in graph.entities([one.entity for one in found])}
    rows = [[one.entity, names.get(one.entity, ""), one.relation, str(one.steps)] for one in found]
    _table_or_json(("id", "name", "over", "steps"), rows, cut, json_out)


def _say(text: str) -> None:
    """Print what a file or a model wrote, without signs that steer a terminal."""
    from scitoolagent.language.signs import printable

    typer.echo(printable(text))


def _some(counts: Sequence[tuple[str, int]]) -> str:
    shown = ", ".join(f"{name} {count:,}" for name, count in counts[:8])
    return shown + (f" and {len(counts) - 8} more" if len(counts) > 8 else "") if shown else "none"


def _write(path: Path, text: str) -> None:
    from scitoolagent.errors import GraphError

    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise GraphError(f"{path} cannot be written: {error}") from error


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


def _question(graph: DomainGraph, text: str, limit: int, model: bool, json_out: bool) -> None:
    from scitoolagent.cli.checking import needed_model
    from scitoolagent.knowledge.graph_agent import GraphAgent
    from scitoolagent.knowledge.questions.answering import answer_question

    asked = needed_model("planner") if model else None
    answer = GraphAgent(graph, asked).answer(text).answer if asked else answer_question(graph, text)
    if answer.plan is None:
        if json_out:
            typer.echo(json.dumps({"answered": False, "reason": answer.reason}))
        else:
            typer.echo(f"not answered: {answer.reason}")
        raise typer.Exit(1)
    names = graph.entities(answer.ids[:limit])
    if not json_out:
        typer.echo(f"answered by {asked.name} in {answer.turns} turns" if asked else f"understood as: {answer.reading}")
        if answer.unread:
            _say(f"not understood and not used: {', '.join(answer.unread)}")
    rows = [[entity.id, entity.type, entity.name] for entity in names]
    if json_out:
        told = {"names": ["id", "type", "name"], "rows": rows, "reading": answer.reading, "unread": answer.unread}
        typer.echo(json.dumps({**told, "truncated": answer.truncated or len(answer.ids) > limit}, indent=2))
    else:
        _table_or_json(("id", "type", "name"), rows, answer.truncated or len(answer.ids) > limit, json_out)
    if answer.unread:
        raise typer.Exit(1)


def _table_or_json(names: tuple[str, ...], rows: list[list[str]], truncated: bool, json_out: bool) -> None:
    if json_out:
        typer.echo(json.dumps({"names": list(names), "rows": rows, "truncated": truncated}, indent=2))
        return
    _show(f"{len(rows)} rows" + (" (truncated)" if truncated else ""), names, rows)


def _show(title: str, columns: tuple[str, ...], rows: Sequence[Sequence[str]]) -> None:
    from rich.console import Console

    from scitoolagent.cli.render import table_of

    Console().print(table_of(title, columns, rows))
