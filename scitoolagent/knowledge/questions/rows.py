"""What a graph answers, as a table: a row for each entity, with its id, its type and where the relation is told."""

from __future__ import annotations

from collections.abc import Sequence

from scitoolagent.errors import TableError
from scitoolagent.knowledge.questions.answering import GraphAnswer
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Entity
from scitoolagent.language.stem import singular
from scitoolagent.language.text import words_of
from scitoolagent.language.words import word_list
from scitoolagent.tables import Column, Options, Table
from scitoolagent.tables.build import Builder
from scitoolagent.tables.recognise import Types, recognise
from scitoolagent.tool.types import MoleculeName

NAME = "name"
_OWN = (NAME, "id", "type", "relation", "evidence")
_MOST_ATTRIBUTES = 40
_COMPOUNDS = word_list("graph_clauses", "compounds")
_NAME_TYPE: str = MoleculeName.__metadata__[0].name  # type: ignore[attr-defined]


def table_of(graph: DomainGraph, text: str, answer: GraphAnswer, options: Options) -> Table:
    """The entities of an answer as a table.

    Args:
        graph: that was asked.
        text: the question.
        answer: what it answered.
        options: the semantic types, and where tables are kept.
    Raises:
        TableError: the answer was cut at a limit, or is too large for a table.
    """
    if answer.plan is None or answer.truncated:
        raise TableError(answer.reason or f"{graph.name} has more entities of that kind than are listed; ask for fewer")
    found = graph.entities(answer.ids)
    attributes = list(dict.fromkeys(name for one in found for name in one.attributes if name not in _OWN))
    columns = [_own(name, found) for name in _OWN]
    columns += [_attribute(options.types, name, found) for name in attributes[:_MOST_ATTRIBUTES]]
    with Builder(options.store, f"graph {graph.name}: {text}", columns) as builder:
        for number, entity in enumerate(found, 1):
            evidence = _evidence(graph, answer, entity)
            own = [entity.name, entity.id, entity.type, answer.reading, evidence or None]
            others = [_held(column, entity.attributes.get(column.name)) for column in columns[len(_OWN) :]]
            builder.append(number, [*own, *others])
        builder.notes.append(f"the graph {graph.name} was asked: {answer.reading}")
        return builder.finish(options.types)


def _own(name: str, found: Sequence[Entity]) -> Column:
    """A column that each such table has; what is no compound has a name that no tool takes for one of a compound."""
    kinds = {singular(words_of(one.type).split()[-1]) for one in found}
    named = name == NAME and kinds and kinds <= _COMPOUNDS
    return Column(name=name, type=_NAME_TYPE if named else "")


def _attribute(types: Types, name: str, found: Sequence[Entity]) -> Column:
    texts = [one.attributes[name] for one in found if one.attributes.get(name)]
    column, _ = recognise(types, name, "number" if all(map(_is_number, texts)) else "text", texts[:200])
    return column


def _held(column: Column, text: str | None) -> str | float | None:
    if not text:
        return None
    return text if column.kind == "text" else float(text)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return not text.startswith("0") or text.startswith("0.") or text == "0"


def _evidence(graph: DomainGraph, answer: GraphAnswer, entity: Entity) -> str:
    """Where the relations that join an entity directly to those of the question are told; nothing of longer ways."""
    told: list[str] = []
    for branch in answer.plan.branches if answer.plan else ():
        if len(branch.hops) != 1:
            continue
        hop = branch.hops[0]
        ends = (branch.entity, entity.id) if hop.direction == "outgoing" else (entity.id, branch.entity)
        symmetric = graph.schema.predicates[hop.predicate].symmetric
        for one, other in (ends, ends[::-1]) if symmetric else (ends,):
            for relation in graph.evidence(one, hop.predicate, other):
                for evidence in relation.evidence:
                    told += [evidence.source] if evidence.source else []
                    told += [f"PMID {pmid}" for pmid in evidence.pmids]
    return "; ".join(dict.fromkeys(told))
