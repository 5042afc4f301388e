"""`scitoolagent knowledge check`: check a statement of a graph against other sources."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from scitoolagent.knowledge.claims.validators import Claim, Validator
    from scitoolagent.knowledge.store.graph import DomainGraph
    from scitoolagent.llm import LanguageModel


def check(
    name: Annotated[str, typer.Argument(help="A graph, or the address of a SPARQL endpoint.")],
    subject: Annotated[str, typer.Argument(help="The id or name of an entity.")],
    predicate: Annotated[str, typer.Argument(help="A relation of the graph.")] = "",
    target: Annotated[str, typer.Argument(metavar="[OBJECT]", help="The id or name of the other entity.")] = "",
    attribute: Annotated[str, typer.Option(help="Check this attribute, `name` for the name.")] = "",
    value: Annotated[str, typer.Option(help="The value or type that is claimed; the graph's when left out.")] = "",
    potential: Annotated[bool, typer.Option("--potential", help="Ask whether the graph should have it.")] = False,
    against: Annotated[list[str] | None, typer.Option(help="A graph that is believed; may be repeated.")] = None,
    complete: Annotated[
        bool, typer.Option("--complete", help="Those graphs hold all there is: what they lack is wrong.")
    ] = False,
    corpus: Annotated[Path | None, typer.Option(help="Abstracts as JSON lines, asked about relations.")] = None,
    model: Annotated[bool, typer.Option("--model", help="Let the model of the settings lead and read.")] = False,
    online: Annotated[bool, typer.Option("--online", help="Ask UniProt and STRING, over the network.")] = False,
    json_out: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Check that an entity exists, what an attribute is, or a relation; ends with 1 when it could not be verified."""
    from scitoolagent.errors import ConfigError
    from scitoolagent.knowledge.claims.check import Checker, Role
    from scitoolagent.knowledge.claims.policy import ModelPolicy
    from scitoolagent.knowledge.store.catalogue import open_graph
    from scitoolagent.knowledge.store.endpoint import open_endpoint

    if complete and not against:
        raise ConfigError("--complete is said of the graphs that --against names; name one")
    graph = open_endpoint(name) if name.startswith(("http://", "https://")) else open_graph(name)
    asked = needed_model("executor") if model else None
    judges: list[Validator] = [_reference(open_graph(one), complete) for one in against or ()]
    judges += [_publications(corpus, graph, model)] if corpus else []
    judges += _online(graph, predicate) if online else []
    policies = {role: ModelPolicy(asked, role, judges) for role in Role} if asked else None
    claim = _claim(graph, (subject, predicate, target), (attribute, value), potential)
    verdict = Checker(graph, judges, policies).check(claim)
    if json_out:
        findings = [{"source": one.source, "says": one.says, "text": one.text} for one in verdict.findings]
        told = {"claim": claim.in_words(), "verdict": verdict.result, "reason": verdict.reason, "findings": findings}
        typer.echo(json.dumps(told, indent=2))
    else:
        typer.echo(f"{claim.in_words()}: {verdict.result}\n{verdict.reason}")
    if verdict.result == "not verified":
        raise typer.Exit(1)


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


def _reference(graph: DomainGraph, complete: bool) -> Validator:
    from scitoolagent.knowledge.claims.validators import GraphValidator

    schema = graph.schema
    return (
        GraphValidator(graph, frozenset(schema.predicates), frozenset(schema.types))
        if complete
        else GraphValidator(graph)
    )


def _publications(path: Path, graph: DomainGraph, model: bool) -> Validator:
    from scitoolagent.config import load_config
    from scitoolagent.knowledge.claims.corpus import open_kept
    from scitoolagent.knowledge.claims.validators import PublicationValidator
    from scitoolagent.knowledge.claims.verification import ClaimVerifier, ModelJudge
    from scitoolagent.planner.embedding import load_embedder

    config = load_config()
    corpus = open_kept(path, config.cache_dir / "corpora", load_embedder(config))
    judge = ModelJudge(needed_model("summarizer")) if model else None
    return PublicationValidator(ClaimVerifier(corpus, judge), graph)


def _claim(graph: DomainGraph, said: tuple[str, str, str], named: tuple[str, str], potential: bool) -> Claim:
    from scitoolagent.errors import ConfigError
    from scitoolagent.knowledge.claims.validators import Claim

    subject, predicate, target = said
    attribute, value = named
    if bool(predicate) != bool(target) or (predicate and attribute):
        raise ConfigError("name an entity alone, with --attribute, or with a relation and the other entity")
    one = _entity(graph, subject)
    if predicate:
        other = _entity(graph, target)
        return Claim("potential" if potential else "relation", one, predicate, other)
    return Claim("attribute" if attribute else "node", one, attribute=attribute, value=value)


def _entity(graph: DomainGraph, text: str) -> str:
    """The id of an entity given by id or name; unknown texts are taken for ids to be checked.

    Raises:
        ConfigError: several entities have the name.
    """
    from scitoolagent.errors import ConfigError

    found = list(dict.fromkeys(match.entity for match in graph.link(text) if match.how != "near"))
    if len(found) > 1 and text not in found:
        raise ConfigError(f"{text!r} may be {', '.join(found)}; name one of these ids")
    return text if text in found or not found else found[0]


def _online(graph: DomainGraph, predicate: str) -> list[Validator]:
    from scitoolagent.config import load_config
    from scitoolagent.knowledge.claims.databases import StringValidator, UniProtValidator, reader_of

    kept = load_config().cache_dir
    uniprot = reader_of("https://rest.uniprot.org", 0.34, kept=kept / "uniprot")
    # STRING asks clients to wait a second between requests.
    string = reader_of("https://string-db.org/api", 1.0, kept=kept / "string")
    return [UniProtValidator(uniprot), StringValidator(string, frozenset({predicate} - {""}), graph)]
