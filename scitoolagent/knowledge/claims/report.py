"""Check many statements at once, from a table or all of one relation; count how it went, and give a table."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from scitoolagent.errors import GraphError
from scitoolagent.graph.iri import Vocabulary, identifier_of, iri
from scitoolagent.knowledge.claims.check import TOOL_OF, Checker, Role, Verdict
from scitoolagent.knowledge.claims.validators import Claim
from scitoolagent.knowledge.store.formats.rows import table
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Broken
from scitoolagent.language.stem import stem
from scitoolagent.language.text import normalise

MAX_CLAIMS = 100_000
COLUMNS = ("number", "kind", "claim", "verdict", "in graph", "proposal", "reason")
# The ways in which whoever leads or works in a check goes astray, each counted once an event.
FAILURES = ("misdirects", "repeats", "does others' work", "concludes amiss")
_FIELDS = ("subject", "relation", "object", "attribute", "value", "kind")
# The usual header of a table of triples.
_ALSO = {"relation": "predicate"}
_WORDS = Vocabulary()


@dataclass(frozen=True, slots=True)
class Checked:
    """A statement with its verdict; `proposal` says in words what a curator might change, empty where nothing."""

    number: int
    claim: Claim
    verdict: Verdict
    proposal: str


def claims_of(path: Path, graph: DomainGraph) -> Iterator[Claim | Broken]:
    """The statements of a table with a header: subject, relation (or predicate), object, attribute, value, kind.

    Columns may be missing but for the subject; entities stand by id or name. `kind` is `potential` for a relation that
    the graph may lack. A row that says no claim is `Broken`, with the reason.

    Raises:
        GraphError: the file is no such table, or has more than `MAX_CLAIMS` rows.
    """
    delimiter = "," if path.suffix.lower() == ".csv" else "\t"
    for count, row in enumerate(table(path, delimiter)):
        if count >= MAX_CLAIMS:
            raise GraphError(f"{path.name} has more than {MAX_CLAIMS:,} statements; check it in parts")
        if isinstance(row, Broken):
            yield row
            continue
        number, cells = row
        if "subject" not in cells:
            raise GraphError(f"{path.name} has no column 'subject'; it may have {', '.join(_FIELDS)}")
        said = {name: (cells.get(name) or cells.get(_ALSO.get(name, name), "")).strip() for name in _FIELDS}
        try:
            yield claim_of(graph, said["subject"], said["relation"], said["object"], said["attribute"], said["value"],
                           said["kind"] == "potential")  # fmt: skip
        except GraphError as error:
            yield Broken(path.name, number, str(error))


def claim_of(
    graph: DomainGraph,
    subject: str,
    relation: str = "",
    target: str = "",
    attribute: str = "",
    value: str = "",
    potential: bool = False,
) -> Claim:
    """The claim that these say; entities by id or name, an unknown text is taken for an id to be checked.

    Raises:
        GraphError: they say none, or a name stands for several entities.
    """
    if not subject or bool(relation) != bool(target) or (relation and attribute):
        raise GraphError(
            "name an entity alone, with an attribute, or with a relation and the other entity "
            "(columns subject, attribute, value; or subject, relation, object)"
        )
    one = _entity(graph, subject)
    if relation:
        name, turned = _relation(graph, relation)
        ends = (_entity(graph, target), one) if turned else (one, _entity(graph, target))
        return Claim("potential" if potential else "relation", ends[0], name, ends[1])
    if attribute:
        return Claim("attribute", one, attribute=_attribute(graph, one, attribute), value=value)
    if value:
        value = next((kind for kind in graph.schema.types if normalise(kind) == normalise(value)), value)
    return Claim("node", one, value=value)


def _relation(graph: DomainGraph, said: str) -> tuple[str, bool]:
    """The relation that a text names by id or label, and whether it names it from the other end: "treated by".

    Raises:
        GraphError: the graph has none of that name.
    """
    if said in graph.schema.predicates:
        return said, False
    key = normalise(said)
    known = {name: {normalise(name), normalise(one.label)} for name, one in graph.schema.predicates.items()}
    found = [name for name, labels in known.items() if key in labels]
    if len(found) == 1:
        return found[0], False
    words = key.split()
    if words[-1:] == ["by"]:
        verb = stem(words[-2]) if len(words) > 1 else ""
        found = [name for name, labels in known.items() if any(label and stem(label) == verb for label in labels)]
        if len(found) == 1:
            return found[0], True
    raise GraphError(f"{graph.name} has no relation {said[:60]!r}; it has {', '.join(graph.schema.predicates)}")


def _attribute(graph: DomainGraph, identifier: str, said: str) -> str:
    """The attribute of an entity that a text names, but for case and signs: "half-life" is `halfLife`."""
    tight = normalise(said).replace(" ", "")
    own = [name for one in graph.entities([identifier]) for name in one.attributes]
    return next((name for name in own if normalise(name).replace(" ", "") == tight), said)


def _entity(graph: DomainGraph, text: str) -> str:
    found = list(dict.fromkeys(match.entity for match in graph.link(text) if match.how != "near"))
    if len(found) > 1 and text not in found:
        raise GraphError(f"{text!r} may be {', '.join(found)}; name one of these ids")
    return text if text in found or not found else found[0]


def claims_of_relation(graph: DomainGraph, relation: str, most: int) -> Iterator[Claim]:
    """All statements of one relation of a graph, at most `most`.

    Raises:
        GraphError: the graph has no such relation.
    """
    if relation not in graph.schema.predicates:
        raise GraphError(f"{graph.name} has no relation {relation[:60]!r}; it has {', '.join(graph.schema.predicates)}")
    query = f"SELECT DISTINCT ?s ?o WHERE {{ ?s <{iri(_WORDS.predicate, relation)}> ?o }} LIMIT {int(most)}"
    for subject, target in graph.source.select(query, most).rows:
        one, other = (identifier_of(_WORDS.entity, end or "") for end in (subject, target))
        yield Claim("relation", one, relation, other)


def check_all(checker: Checker, claims: Iterable[Claim]) -> Iterator[Checked]:
    """Check statement after statement, with what follows for the graph."""
    for number, claim in enumerate(claims, 1):
        verdict = checker.check(claim)
        yield Checked(number, verdict.claim, verdict, _proposal(verdict))


def _proposal(verdict: Verdict) -> str:
    """What a curator might do about a verdict."""
    claim, against = verdict.claim, value_against(verdict)
    if verdict.result == "support":
        return "add" if not verdict.in_graph and claim.kind in ("relation", "potential") else ""
    if verdict.result not in ("refute", "doubtful") or not verdict.in_graph:
        return ""
    if against and claim.kind in ("attribute", "node"):
        return f"change to {against!r}"
    return "remove" if claim.kind != "attribute" else ""


def value_against(verdict: Verdict) -> str:
    """The one value that the sources have instead of the claimed one; empty where they have none or differ."""
    values = {one.value for one in verdict.findings if one.says == "refutes"}
    return values.pop() if len(values) == 1 else ""


def as_csv(rows: Sequence[Checked]) -> str:
    """The statements and their verdicts as a table; a cell that a spreadsheet would run is quoted."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([_cell(cell) for cell in in_cells(row)] for row in rows)
    return out.getvalue()


def in_cells(row: Checked) -> tuple[str, ...]:
    """The cells of `COLUMNS`."""
    held = "yes" if row.verdict.in_graph else "no"
    return (
        str(row.number), row.claim.kind, row.claim.in_words(), row.verdict.result, held, row.proposal,
        row.verdict.reason,
    )  # fmt: skip


def _cell(text: str) -> str:
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def failures(verdicts: Iterable[Verdict]) -> Counter[str]:
    """How often each of `FAILURES` happened; all are there, most are 0."""
    counted: Counter[str] = Counter(dict.fromkeys(FAILURES, 0))
    for verdict in verdicts:
        done: set[tuple[Role, str, str]] = set()
        for event in verdict.events:
            again = (event.role, event.move.action, event.move.target)
            if again in done and event.move.action in ("delegate", "call"):
                counted["repeats"] += 1
            elif not event.good and not _was_right(verdict, event.role, event.move.target):
                counted[_failure(verdict, event.role, event.move.action)] += 1
            done.add(again)
        last = verdict.events[-1].move if verdict.events else None
        amiss = last is None or last.action != "conclude" or last.text not in ("", verdict.result)
        counted["concludes amiss"] += amiss
    return counted


def _was_right(verdict: Verdict, role: Role, target: str) -> bool:
    """Whether the tool that was called fits, so that its failure is no fault of who called it."""
    return role is Role.GRAPH and target == TOOL_OF[verdict.claim.kind]


def _failure(verdict: Verdict, role: Role, action: str) -> str:
    if action == "conclude" and role is Role.LEADER:
        return "concludes amiss"
    if action in ("delegate", "call") and (role is Role.LEADER) == (action == "delegate"):
        return "misdirects"
    return "does others' work"


def process(verdicts: Sequence[Verdict], validators: Iterable[str]) -> dict[str, float]:
    """How the checks went.

    Returns:
        tool_selection: share of calls of a tool that the role has and that fits the claim. executability: share of
        calls that were run and answered. calls; most_turns of a claim; each of `FAILURES`.
    """
    known = set(validators)
    fits = ran = calls = 0
    for verdict in verdicts:
        for event in verdict.events:
            if event.move.action != "call":
                continue
            calls += 1
            wanted = {TOOL_OF[verdict.claim.kind]} if event.role is Role.GRAPH else known
            fits += event.role is not Role.LEADER and event.move.target in wanted
            ran += event.good and "could not be asked" not in event.told
    return {
        "tool_selection": round(fits / max(calls, 1), 3),
        "executability": round(ran / max(calls, 1), 3),
        "calls": calls,
        "most_turns": max((len(verdict.events) for verdict in verdicts), default=0),
        **failures(verdicts),
    }
