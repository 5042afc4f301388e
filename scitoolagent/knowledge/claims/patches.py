"""Proposed changes of a graph as RDF Patch, one transaction each, so that a curator can take or leave every one.

RDF Patch (https://afs.github.io/rdf-delta/rdf-patch.html): `TX .` begins and `TC .` ends a transaction, `A` adds and
`D` deletes a triple. What a transaction is about, and why, stands in comments before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from scitoolagent.errors import GraphError
from scitoolagent.graph.iri import Vocabulary, iri, literal
from scitoolagent.knowledge.claims.report import Checked, value_against
from scitoolagent.knowledge.store.editing import Change, Proposal
from scitoolagent.knowledge.store.graph import DomainGraph

MAX_PATCH = 50_000_000
_WORDS = Vocabulary()
_MOST_STEPS = 10_000
_TERM = r'(?:<[^<>\s]+>|"(?:[^"\\]|\\.)*")'
_LINE = re.compile(rf"([AD]) (<[^<>\s]+>) (<[^<>\s]+>) ({_TERM}) \.")


def proposals_of(rows: Iterable[Checked], graph: DomainGraph) -> list[Proposal]:
    """The change that each verdict proposes, numbered as the statements are; those that propose none are left out.

    Raises:
        GraphError: the graph cannot be asked.
    """
    found = []
    for row in rows:
        changes = _changes(row, graph) if row.proposal else ()
        if changes:
            title = f"{row.proposal}: {row.claim.in_words()}"
            found.append(Proposal(row.number, title, f"{row.verdict.result}: {row.verdict.reason}", changes))
    return found


def _changes(row: Checked, graph: DomainGraph) -> tuple[Change, ...]:
    claim, subject = row.claim, _entity(row.claim.subject)
    if claim.kind in ("relation", "potential"):
        predicate = f"<{iri(_WORDS.predicate, claim.predicate)}>"
        if row.proposal == "add":
            return (Change(True, subject, predicate, _entity(claim.object)),)
        ways = ((claim.subject, claim.object), (claim.object, claim.subject))
        held = [one for one in graph.between(claim.subject, claim.object) if one.predicate == claim.predicate]
        both = graph.schema.predicates[claim.predicate].symmetric
        return tuple(
            Change(False, _entity(one), predicate, _entity(other))
            for one, other in (ways if both else ways[:1])
            if any((step.subject, step.object) == (one, other) for step in held)
        )
    wanted = value_against(row.verdict)
    own = graph.entity(claim.subject)
    if not wanted:
        return _whole(graph, claim.subject)
    if claim.kind == "node":
        kind = f"<{_WORDS.is_a}>"
        return (
            Change(False, subject, kind, f"<{iri(_WORDS.type, own.type)}>"),
            Change(True, subject, kind, f"<{iri(_WORDS.type, wanted)}>"),
        )
    name = f"<{_WORDS.label if claim.attribute == 'name' else iri(_WORDS.attribute, claim.attribute)}>"
    was = own.name if claim.attribute == "name" else own.attributes[claim.attribute]
    return Change(False, subject, name, literal(was)), Change(True, subject, name, literal(wanted))


def _whole(graph: DomainGraph, identifier: str) -> tuple[Change, ...]:
    """All that the graph says of an entity, to be deleted; nothing where that is more than can be listed."""
    own, subject = graph.entity(identifier), _entity(identifier)
    steps, cut = graph.steps(identifier, _MOST_STEPS)
    if cut:
        return ()
    texts = [(_WORDS.label, own.name), *((_WORDS.synonym, name) for name in own.synonyms)]
    texts += [(iri(_WORDS.attribute, name), value) for name, value in own.attributes.items()]
    return (
        *(
            Change(False, _entity(step.subject), f"<{iri(_WORDS.predicate, step.predicate)}>", _entity(step.object))
            for step in steps
        ),
        *(Change(False, subject, f"<{name}>", literal(text)) for name, text in texts),
        Change(False, subject, f"<{_WORDS.is_a}>", f"<{iri(_WORDS.type, own.type)}>"),
    )


def as_patch(proposals: Sequence[Proposal], graph: str) -> str:
    """The proposals as an RDF Patch."""
    lines = [f"# changes proposed for the graph {_one_line(graph)}; take or leave each transaction"]
    for one in proposals:
        lines += [f"# {one.number}: {_one_line(one.title)}", f"# why: {_one_line(one.reason)}", "TX ."]
        lines += [f"{'A' if change.add else 'D'} {change.subject} {change.predicate} {change.object} ."
                  for change in one.changes]  # fmt: skip
        lines.append("TC .")
    return "\n".join(lines) + "\n"


def _one_line(text: str) -> str:
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())[:2_000]


def read_patch(text: str) -> list[Proposal]:
    """The proposals of an RDF Patch; those without a number of their own are counted.

    Raises:
        GraphError: a line is none that such a patch has, or a transaction is left open or written twice.
    """
    if len(text) > MAX_PATCH:
        raise GraphError(f"the patch has more than {MAX_PATCH:,} characters")
    found: list[Proposal] = []
    said: list[str] = []
    inside: list[Change] | None = None
    for place, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if line.startswith("#"):
            said.append(line[1:].strip())
        elif line == "TX ." and inside is None:
            inside = []
        elif line == "TC ." and inside is not None:
            found.append(_proposal(said, tuple(inside), len(found) + 1))
            said, inside = [], None
        elif (match := _LINE.fullmatch(line)) and inside is not None:
            inside.append(Change(match[1] == "A", match[2], match[3], match[4]))
        elif line and not line.startswith("H "):
            raise GraphError(
                f"line {place} of the patch is none of A, D, TX and TC, or stands out of turn: {line[:80]!r}"
            )
    if inside is not None:
        raise GraphError("the last transaction of the patch has no end")
    numbers = [one.number for one in found]
    if len(set(numbers)) < len(numbers):
        raise GraphError("two transactions of the patch have the same number")
    return found


def _proposal(said: Sequence[str], changes: tuple[Change, ...], count: int) -> Proposal:
    title = next((match for one in reversed(said) if (match := re.match(r"(\d{1,9}): (.*)", one))), None)
    reason = next((one[5:] for one in reversed(said) if one.startswith("why: ")), "")
    return Proposal(int(title[1]), title[2], reason, changes) if title else Proposal(count, "", reason, changes)


def _entity(identifier: str) -> str:
    return f"<{iri(_WORDS.entity, identifier)}>"
