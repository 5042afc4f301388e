"""Inject errors and check: `python -m scitoolagent.benchmarks.knowledge.kgcheck --graph hetionet [--count 400]`.

A sample of a graph is copied twice: as the reference, whole, and as the graph under check, with errors of four kinds
put in: nodes that do not exist, changed names, relations that do not hold, and relations left out. Some entities of
one type are kept from the reference, so that for claims about them "not verified" is the only right verdict. Since the
reference is the clean copy, this measures the machine (does it ask, find, carry on and conclude rightly), not how good
any outside source is.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from scitoolagent.benchmarks.knowledge.intervals import share_interval
from scitoolagent.graph.iri import Vocabulary, identifier_of, iri
from scitoolagent.knowledge.claims.check import Checker, Result, Verdict
from scitoolagent.knowledge.claims.report import process
from scitoolagent.knowledge.claims.validators import Claim, GraphValidator
from scitoolagent.knowledge.store.catalogue import open_graph
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Entity, Item, Relation
from scitoolagent.knowledge.store.writer import load_in_memory

KINDS = ("node", "attribute", "relation", "potential")
_SAMPLE = 400
_UNCOVERED = 0.3
_WORDS = Vocabulary()
_Triple = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class CheckCase:
    """A claim and the right verdict."""

    claim: Claim
    gold: Result


@dataclass(frozen=True, slots=True)
class CheckSet:
    """Cases with the graph under check and the judge."""

    cases: tuple[CheckCase, ...]
    graph: DomainGraph
    judge: GraphValidator


def make_cases(graph: DomainGraph, count: int, seed: int = 1) -> CheckSet:
    """So many cases, a quarter of each kind, half of each with an error."""
    rng = random.Random(seed)
    relations = _sample(graph, rng)
    ids = sorted({end for one in relations for end in (one.subject, one.object)})
    entities = {one.id: one for one in graph.entities(ids)}
    # The reference is patchy in one type only; of the others it holds everything, and says so.
    patchy = rng.choice(sorted({one.type for one in entities.values()}))
    uncovered = {one.id for one in entities.values() if one.type == patchy and rng.random() < _UNCOVERED}
    altered, absent, added = dict(entities), set[_Triple](), list[Relation]()
    held = {_triple(one) for one in relations}
    drawn: list[tuple[Claim, bool]] = []
    pools = {kind: rng.sample(relations, min(len(relations), count)) for kind in KINDS}
    for number in range(count):
        kind, wrong = KINDS[number % 4], number // 4 % 2 == 0
        true = pools[kind].pop()
        if kind == "node":
            claim = _node(entities[true.subject], wrong, altered, number)
        elif kind == "attribute":
            claim = _attribute(true.subject, wrong, altered)
        else:
            claim = _relation(kind, true, wrong, entities, held, rng)
            if kind == "relation" and wrong:
                added.append(Relation(claim.subject, claim.predicate, claim.object))
            if kind == "potential" and not wrong:
                absent.add(_triple(true))
        drawn.append((claim, wrong))
    checked = _graph(
        "under check", graph, altered.values(), [one for one in relations if _triple(one) not in absent] + added
    )
    covered = [one for one in relations if not {one.subject, one.object} & uncovered]
    clean = _graph("reference", graph, (one for one in entities.values() if one.id not in uncovered), covered)
    judge = GraphValidator(clean, frozenset(graph.schema.predicates), frozenset(graph.schema.types) - {patchy})
    cases = tuple(CheckCase(claim, _gold(claim, wrong, entities, altered, uncovered, patchy)) for claim, wrong in drawn)
    return CheckSet(cases, checked, judge)


def _gold(
    claim: Claim,
    wrong: bool,
    entities: dict[str, Entity],
    altered: dict[str, Entity],
    uncovered: set[str],
    patchy: str,
) -> Result:
    if {claim.subject, claim.object} & uncovered:
        return "not verified"
    if claim.kind == "node" and wrong and claim.value == patchy:
        return "not verified"
    if claim.kind == "attribute":
        # Two cases may draw one entity; once its name is changed, it is wrong for both.
        wrong = altered[claim.subject].name != entities[claim.subject].name
    return "refute" if wrong else "support"


def _sample(graph: DomainGraph, rng: random.Random) -> list[Relation]:
    found: list[Relation] = []
    for name in graph.schema.predicates:
        query = f"SELECT DISTINCT ?s ?o WHERE {{ ?s <{iri(_WORDS.predicate, name)}> ?o }} LIMIT {_SAMPLE}"
        pairs = [
            tuple(identifier_of(_WORDS.entity, one or "") for one in row) for row in graph.select(query, _SAMPLE).rows
        ]
        found += [Relation(subject, name, target) for subject, target in pairs]
    rng.shuffle(found)
    return found


def _triple(one: Relation) -> _Triple:
    return one.subject, one.predicate, one.object


def _node(entity: Entity, wrong: bool, altered: dict[str, Entity], number: int) -> Claim:
    if not wrong:
        return Claim("node", entity.id, value=entity.type)
    made_up = Entity(f"{entity.id}-{number}", entity.type, f"{entity.name} {number}")
    altered[made_up.id] = made_up
    return Claim("node", made_up.id, value=made_up.type)


def _attribute(subject: str, wrong: bool, altered: dict[str, Entity]) -> Claim:
    one = altered[subject]
    if wrong and not one.name.endswith(" variant"):
        altered[subject] = Entity(one.id, one.type, f"{one.name} variant", one.synonyms, one.attributes)
    return Claim("attribute", subject, attribute="name")


def _relation(
    kind: str, true: Relation, wrong: bool, entities: dict[str, Entity], held: set[_Triple], rng: random.Random
) -> Claim:
    target = true.object
    if wrong:
        same = sorted(one.id for one in entities.values() if one.type == entities[target].type)
        for target in rng.sample(same, len(same)):
            forward, backward = (true.subject, true.predicate, target), (target, true.predicate, true.subject)
            if forward not in held and backward not in held and target != true.subject:
                break
    return Claim("relation" if kind == "relation" else "potential", true.subject, true.predicate, target)


def _graph(name: str, like: DomainGraph, entities: Iterable[Entity], relations: Iterable[Relation]) -> DomainGraph:
    items: list[Item] = [*like.schema.predicates.values(), *entities, *relations]
    store, names, report = load_in_memory(items)
    return DomainGraph(store, report.schema, names, name=name)


def run(cases: CheckSet) -> list[Verdict]:
    """Check every case with the rules."""
    checker = Checker(cases.graph, [cases.judge])
    return [checker.check(case.claim) for case in cases.cases]


def main() -> None:
    """Print exact match, by kind too, and the measures of the process."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--graph", required=True)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    cases = make_cases(open_graph(given.graph), given.count, given.seed)
    verdicts = run(cases)
    right: Counter[str] = Counter()
    for case, verdict in zip(cases.cases, verdicts, strict=True):
        for group in ("all", case.claim.kind, f"should be: {case.gold}"):
            right[f"{group} cases"] += 1
            right[group] += verdict.result == case.gold
    for group in [name for name in right if not name.endswith(" cases")]:
        low, high = share_interval(right[group], right[f"{group} cases"])
        share = right[group] / right[f"{group} cases"]
        print(json.dumps({"of": group, "cases": right[f"{group} cases"], "EM": f"{share:.3f} [{low:.3f}, {high:.3f}]"}))
    print(json.dumps(process(verdicts, {cases.judge.name})))


if __name__ == "__main__":
    main()
