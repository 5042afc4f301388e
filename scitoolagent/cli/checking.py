"""`scitoolagent knowledge check`: check a statement of a graph against other sources."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scitoolagent.cli.auditing import Batch, check_many
from scitoolagent.language.signs import printable

if TYPE_CHECKING:
    from scitoolagent.knowledge.claims.check import Checker, Verdict
    from scitoolagent.knowledge.claims.validators import Validator
    from scitoolagent.knowledge.store.graph import DomainGraph
    from scitoolagent.llm import LanguageModel


def check(
    name: Annotated[str, typer.Argument(help="A graph, or the address of a SPARQL endpoint.")],
    subject: Annotated[str, typer.Argument(help="The id or name of an entity.")] = "",
    predicate: Annotated[str, typer.Argument(help="A relation of the graph.")] = "",
    target: Annotated[str, typer.Argument(metavar="[OBJECT]", help="The id or name of the other entity.")] = "",
    attribute: Annotated[str, typer.Option(help="Check this attribute, `name` for the name.")] = "",
    value: Annotated[str, typer.Option(help="The value or type that is claimed; default: that in the graph.")] = "",
    potential: Annotated[bool, typer.Option("--potential", help="Ask whether the graph should contain it.")] = False,
    claims: Annotated[
        Path | None,
        typer.Option(help="A table of statements: subject, relation, object; or subject, attribute, value."),
    ] = None,
    every: Annotated[str, typer.Option(metavar="RELATION", help="Check all statements of this relation.")] = "",
    most: Annotated[int, typer.Option(min=1, max=100_000, help="The most statements of --every.")] = 1_000,
    report: Annotated[Path | None, typer.Option(help="Write all verdicts here, as CSV.")] = None,
    patch: Annotated[Path | None, typer.Option(help="Write the proposed changes here, as an RDF Patch.")] = None,
    against: Annotated[list[str] | None, typer.Option(help="A graph or endpoint to trust; repeatable.")] = None,
    complete: Annotated[
        bool, typer.Option("--complete", help="Those graphs are complete: what they do not contain is wrong.")
    ] = False,
    corpus: Annotated[Path | None, typer.Option(help="Abstracts as JSON lines, searched for relations.")] = None,
    model: Annotated[
        bool, typer.Option("--model", help="Let the model named in the settings lead the check and read the abstracts.")
    ] = False,
    online: Annotated[bool, typer.Option("--online", help="Ask UniProt and STRING, over the network.")] = False,
    json_out: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Check that an entity exists, an attribute, a relation, or many of them; ends with 1 when one is not verified."""
    from scitoolagent.errors import ConfigError, GraphError
    from scitoolagent.knowledge.claims.report import claim_of

    if complete and not against:
        raise ConfigError("--complete refers to the graphs named by --against; name one")
    if sum(map(bool, (subject, claims, every))) != 1:
        raise ConfigError("name an entity, or --claims FILE, or --every RELATION")
    graph = _opened(name)
    judges: list[Validator] = [_reference(_opened(one), graph, complete) for one in against or ()]
    judges += [_publications(corpus, graph, model)] if corpus else []
    judges += _online(graph, predicate or every) if online else []
    checker = _checker(graph, judges, model)
    if not subject:
        check_many(graph, checker, [one.name for one in judges], Batch(claims, every, most, report, patch), json_out)
        return
    try:
        claim = claim_of(graph, subject, predicate, target, attribute, value, potential)
    except GraphError as error:
        raise ConfigError(str(error)) from error
    verdict = checker.check(claim)
    _tell(graph, verdict, json_out)


def _tell(graph: DomainGraph, verdict: Verdict, json_out: bool) -> None:
    claim = verdict.claim
    if json_out:
        findings = [{"source": one.source, "says": one.says, "text": one.text} for one in verdict.findings]
        told = {"claim": claim.in_words(), "verdict": verdict.result, "reason": verdict.reason, "findings": findings}
        typer.echo(json.dumps(told, indent=2))
    else:
        known = graph.entities(list(dict.fromkeys(end for end in (claim.subject, claim.object) if end)))
        said = claim.in_words({one.id: one.name for one in known})
        typer.echo(f"{said}: {verdict.result}\n{verdict.reason}")
    if verdict.result in ("not verified", "doubtful"):
        raise typer.Exit(1)


def _opened(name: str) -> DomainGraph:
    from scitoolagent.knowledge.store.catalogue import open_graph
    from scitoolagent.knowledge.store.endpoint import open_endpoint

    return open_endpoint(name) if name.startswith(("http://", "https://")) else open_graph(name)


def _checker(graph: DomainGraph, judges: Sequence[Validator], model: bool) -> Checker:
    from scitoolagent.knowledge.claims.check import Checker, Role
    from scitoolagent.knowledge.claims.policy import ModelPolicy

    asked = needed_model("planner") if model else None
    return Checker(graph, judges, {role: ModelPolicy(asked, role, judges) for role in Role} if asked else None)


def needed_model(role: str) -> LanguageModel:
    """The model of a role.

    Raises:
        ConfigError: the settings name none.
    """
    from scitoolagent.config import load_config
    from scitoolagent.errors import ConfigError
    from scitoolagent.llm import model_for

    found = model_for(load_config(), role)
    if found is None:
        raise ConfigError("--model needs one: set SCITOOLAGENT_MODEL_URL to an OpenAI-compatible endpoint")
    return found


def _reference(reference: DomainGraph, checked: DomainGraph, complete: bool) -> Validator:
    from scitoolagent.knowledge.claims.coverage import Coverage
    from scitoolagent.knowledge.claims.validators import GraphValidator

    schema = reference.schema
    # A graph that is held against itself covers itself, which says nothing.
    coverage = Coverage(checked, reference) if reference.name != checked.name else None
    if complete:
        return GraphValidator(reference, frozenset(schema.predicates), frozenset(schema.types), coverage)
    return GraphValidator(reference, coverage=coverage)


def _publications(path: Path, graph: DomainGraph, model: bool) -> Validator:
    from scitoolagent.config import load_config
    from scitoolagent.knowledge.claims.corpus import open_kept
    from scitoolagent.knowledge.claims.validators import PublicationValidator
    from scitoolagent.knowledge.claims.verification import ClaimVerifier, ModelJudge
    from scitoolagent.planner.embedding import load_embedder

    config = load_config()
    broken: list[str] = []
    corpus = open_kept(path, config.cache_dir / "corpora", load_embedder(config), broken)
    not_read(broken)
    judge = ModelJudge(needed_model("summarizer")) if model else None
    return PublicationValidator(ClaimVerifier(corpus, judge), graph)


def not_read(broken: Sequence[str]) -> None:
    """Say which lines of a file were not abstracts, in addition to the answer."""
    for line in broken[:10]:
        typer.echo(printable(f"could not be read: {line}"), err=True)
    if len(broken) > 10:
        typer.echo(f"and {len(broken) - 10} more lines that could not be read", err=True)


def _online(graph: DomainGraph, predicate: str) -> list[Validator]:
    from scitoolagent.config import load_config
    from scitoolagent.knowledge.claims.databases import StringValidator, UniProtValidator, reader_of

    kept = load_config().cache_dir
    uniprot = reader_of("https://rest.uniprot.org", 0.34, kept=kept / "uniprot")
    # STRING asks clients to wait a second between requests.
    string = reader_of("https://string-db.org/api", 1.0, kept=kept / "string")
    return [UniProtValidator(uniprot), StringValidator(string, frozenset({predicate} - {""}), graph)]
