"""Score hypotheses on a topic: `python -m scitoolagent.benchmarks.knowledge.topics --data BIORED.zip [--out F.json]`.

This is a task of our own; that of the BioVerge paper, where both ends are given, is scored by `bioverge`.

The articles are put in the order of their PMIDs, which PubMed gives out in turn; the oldest four fifths are known, and
of the rest the relations between entities that are known, allowed by the rules and not yet joined are to be found.
BioRED carries no dates; `--split published` takes the publishers' test set as the later one instead, `--split earlier`
the fourth fifth, with the last one left out (on which the package's own ranking was chosen).

- novelty: the share of hypotheses whose two ends no known relation joins, counted on the file, not on the graph;
- alignment@k: the share of the first k hypotheses about an entity that are found among the later relations, whatever
  their type; the mean over entities with the 95 % interval of a bootstrap; chance is drawn 50 times for each. `typed`
  wants the same relation too;
- found@k: the share of entities with at least one such hypothesis among the first k, with its Wilson interval.

"asked" goes through the entities that have something to be found; "open" ranks pairs of all known entities, so nothing
is told about the future. A model, where one is configured, is asked about a sample of the entities, and the baselines
are scored on the same sample beside it. It may have read the later articles when it was trained.
"""

from __future__ import annotations

import argparse
import heapq
import json
import random
import statistics
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path

from scitoolagent.benchmarks.knowledge.intervals import bootstrap, share_interval
from scitoolagent.config import load_config
from scitoolagent.errors import GraphError, ModelError
from scitoolagent.knowledge.bioverge.agent import HypothesisAgent
from scitoolagent.knowledge.bioverge.hypothesis import Settings
from scitoolagent.knowledge.bioverge.ranking import RANKINGS, Candidate, candidates, fitting, likeliest, ranked
from scitoolagent.knowledge.bioverge.rules import BIORED, Rules, published, rules_of
from scitoolagent.knowledge.bioverge.search import Article
from scitoolagent.knowledge.bioverge.store import TripletStore
from scitoolagent.knowledge.store.formats.pubtator import Abstract, abstracts
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Broken, Entity, Evidence, Item, Predicate, Relation
from scitoolagent.knowledge.store.writer import load_in_memory
from scitoolagent.llm import model_for

SPLITS = ("pmid", "published", "earlier")
KS = (1, 5, 10)
_DRAWS = 50
_OPEN = (100, 1_000)
Pair = frozenset[str]
Typed = tuple[str, str]
# For an entity one list of other ends with relations, best first; several where chance decides.
Method = Callable[[str], list[list[Typed]]]


@dataclass(frozen=True, slots=True)
class Task:
    """What is known and what is to be found: `later` has the new pairs with their relations."""

    store: TripletStore
    known: frozenset[Pair]
    later: Mapping[Pair, frozenset[str]]
    entities: tuple[str, ...]
    seeds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """The measures of a method at one k; an interval follows its value."""

    method: str
    k: int
    entities: int
    hypotheses: int
    novelty: tuple[float, float, float]
    alignment: tuple[float, float, float]
    typed: tuple[float, float, float]
    found: tuple[float, float, float]


def split(path: Path, how: str) -> tuple[list[Abstract], list[Abstract]]:
    """The abstracts that are known and those that come later.

    Raises:
        GraphError: the files cannot be read, or hold too few abstracts to be split.
    """
    read = {one.pmid: one for one in abstracts(path) if not isinstance(one, Broken)}
    ordered = sorted(read.values(), key=lambda one: int(one.pmid))
    if len(ordered) < 5:
        raise GraphError(f"{path} holds {len(ordered)} abstracts; at least 5 are needed to split them")
    if how == "published":
        late = _published(path)
        return [one for one in ordered if one.pmid not in late], [one for one in ordered if one.pmid in late]
    fifth = len(ordered) // 5
    if how == "earlier":
        ordered = ordered[:-fifth]
    return ordered[:-fifth], ordered[-fifth:]


def _published(path: Path) -> set[str]:
    try:
        with zipfile.ZipFile(path) as archive:
            member = next((one for one in archive.namelist() if one.lower().endswith("test.pubtator")), "")
            text = archive.read(member).decode("utf-8", "replace") if member else ""
    except (OSError, zipfile.BadZipFile) as error:
        raise GraphError(f"{path} cannot be read: {error}") from error
    return {line.partition("|t|")[0] for line in text.splitlines() if "|t|" in line[:20]}


def make_task(early: Sequence[Abstract], late: Sequence[Abstract]) -> Task:
    """The known graph with its articles, made of the early abstracts only, and the pairs of the late ones."""
    loaded, names, report = load_in_memory(_items(early))
    graph = DomainGraph(loaded, report.schema, names, name="known")
    articles = [Article(one.pmid, one.title, one.text, tuple(_named(one))) for one in early]
    store, rules = TripletStore(graph, articles), rules_of(report.schema)
    known = frozenset(pair for one in early for pair, _ in pairs_of(one))
    types = {name: kind for one in early for name, (kind, _) in _named(one).items() if rules.kind(kind)}
    later: dict[Pair, set[str]] = {}
    for one in late:
        for pair, relation in pairs_of(one):
            ends = tuple(pair)
            if (
                len(ends) == 2
                and pair not in known
                and pair <= types.keys()
                and _fits(rules, *(types[e] for e in ends))
            ):
                later.setdefault(pair, set()).add(relation)
    store.meet(sorted(types))
    seeds = tuple(sorted({end for pair in later for end in pair}))
    return Task(store, known, {pair: frozenset(names) for pair, names in later.items()}, tuple(sorted(types)), seeds)


def _items(early: Iterable[Abstract]) -> Iterator[Item]:
    relations: list[Relation] = []
    for name in BIORED:
        yield Predicate(name, name, symmetric=True)
    for one in early:
        for identifier, (kind, texts) in _named(one).items():
            yield Entity(identifier, kind, texts[0], tuple(dict.fromkeys(texts[1:])))
        relations += [Relation(a, name, b, (Evidence((one.pmid,)),)) for name, a, b, _ in one.relations if a != b]
    yield from relations


def _named(one: Abstract) -> dict[str, tuple[str, list[str]]]:
    found: dict[str, tuple[str, list[str]]] = {}
    for identifiers, kind, text in one.mentions:
        for identifier in identifiers.split(","):
            found.setdefault(identifier.strip(), (kind, []))[1].append(text)
    return found


def pairs_of(one: Abstract) -> Iterator[tuple[Pair, str]]:
    """The pairs of entities that an abstract relates, each with its relation."""
    for name, first, second, _ in one.relations:
        if first != second:
            yield frozenset((first, second)), name


def _fits(rules: Rules, one: str, other: str) -> bool:
    return bool(rules.relations(one, other))


def fitting_rows(parts: Iterable[Abstract]) -> tuple[int, int]:
    """How many relations the table of valid pairs lets pass, and how many there are."""
    rules, passed, count = published(BIORED), 0, 0
    for one in parts:
        kinds = {name: kind for name, (kind, _) in _named(one).items()}
        for name, first, second, _ in one.relations:
            count += 1
            passed += name in rules.relations(kinds.get(first, ""), kinds.get(second, ""))
    return passed, count


def methods(task: Task, seed: int = 1) -> dict[str, Method]:
    """The baselines and the package's own ranking, each through the package's filter of what may be proposed."""
    store, rng, most = task.store, random.Random(seed), max(KS)
    by_weight = [Candidate(one, store.weight(one), ()) for one in task.entities]
    by_weight.sort(key=lambda one: (-one.score, one.entity))

    types, guessed = {entity.id: entity for entity in store.graph.entities(task.entities)}, dict[Typed, str]()

    def likely(topic: Entity, other: str) -> str:
        key = (topic.type, types[other].type)
        if key not in guessed:
            guessed[key] = likeliest(store, topic, types[other])
        return guessed[key]

    def typed(one: str, order: Iterable[Candidate]) -> list[Typed]:
        topic = store.entity(one)
        best = islice(fitting(store, topic, tuple(order)), most)
        return [(other.entity, likely(topic, other.entity)) for other in best]

    def chance(one: str) -> list[list[Typed]]:
        topic = store.entity(one)
        free = list(fitting(store, topic, tuple(other for other in by_weight if other.entity != one)))
        draws = (rng.sample(free, min(len(free), most)) for _ in range(_DRAWS))
        return [[(other.entity, likely(topic, other.entity)) for other in draw] for draw in draws]

    def popular(one: str) -> list[list[Typed]]:
        return [typed(one, (other for other in by_weight if other.entity != one))]

    made: dict[str, Method] = {"random": chance, "most named": popular}
    for name in RANKINGS:
        for links, around in (("relations", store.partners), ("articles", store.named_with)):
            made[f"ABC over {links}, {name}"] = lambda one, around=around, name=name: [  # type: ignore[misc]
                typed(one, candidates(one, around, name)[0])
            ]
    made["model-free agent"] = lambda one: [typed(one, ranked(store, one)[0])]
    return made


def scored(task: Task, name: str, method: Method, seeds: Sequence[str], ks: Sequence[int] = KS) -> list[Score]:
    """The measures of one method over some entities."""
    given = {one: method(one) for one in seeds}
    found: list[Score] = []
    for k in ks:
        share, typed, hit, new, count = list[float](), list[float](), 0.0, 0, 0
        for one, lists in given.items():
            rows = [_hits(task, one, row[:k]) for row in lists]
            # A method that names fewer than k is not rewarded for silence: the share is of k.
            share.append(statistics.fmean(sum(pairs) / k for pairs, _, _ in rows))
            typed.append(statistics.fmean(sum(right) / k for _, right, _ in rows))
            hit += statistics.fmean(any(pairs) for pairs, _, _ in rows)
            new += sum(sum(fresh) for _, _, fresh in rows)
            count += sum(len(fresh) for _, _, fresh in rows)
        low, high = share_interval(new, count)
        found.append(
            Score(
                name,
                k,
                len(seeds),
                count,
                (new / count if count else 0.0, low, high),
                (statistics.fmean(share), *bootstrap(share)),
                (statistics.fmean(typed), *bootstrap(typed)),
                (hit / len(seeds), *share_interval(round(hit), len(seeds))),
            )
        )
    return found


def _hits(task: Task, one: str, row: Sequence[Typed]) -> tuple[list[bool], list[bool], list[bool]]:
    pairs = [(frozenset((one, other)), relation) for other, relation in row]
    return (
        [pair in task.later for pair, _ in pairs],
        [relation in task.later.get(pair, ()) for pair, relation in pairs],
        [pair not in task.known for pair, _ in pairs],
    )


def open_ranking(task: Task) -> list[dict[str, object]]:
    """Pairs of all known entities, ranked without knowing which have a future; share found at each k, with interval."""
    store, rows = task.store, list[dict[str, object]]()
    entities = {entity.id: entity for entity in store.graph.entities(task.entities)}
    for links, around in (("relations", store.partners), ("articles", store.named_with)):
        best: dict[Pair, float] = {}
        for one in task.entities:
            found, _ = candidates(one, around, most=200)
            for other in fitting(store, entities[one], found):
                best[frozenset((one, other.entity))] = other.score
        order = heapq.nsmallest(max(_OPEN), best, key=lambda pair: (-best[pair], sorted(pair)))
        rows += [_open_row(task, f"ABC over {links}, Adamic-Adar", order[:k], k) for k in _OPEN]
    order = _most_named(task, entities)
    rows += [_open_row(task, "most named", order[:k], k) for k in _OPEN]
    counts = Counter(entity.type for entity in entities.values())
    names = sorted(counts)
    total = sum(
        counts[a] * counts[b] if a != b else counts[a] * (counts[a] - 1) // 2
        for place, a in enumerate(names)
        for b in names[place:]
        if _fits(store.rules, a, b)
    )
    share = len(task.later) / max(total - len(task.known), 1)
    return [*rows, {"method": "random, expected", "k": "any", "alignment": share}]


def _most_named(task: Task, entities: Mapping[str, Entity]) -> list[Pair]:
    """Pairs by the product of how often their ends are named."""
    store, most = task.store, 20 * max(_OPEN)
    order = sorted(entities, key=lambda one: (-store.weight(one), one))
    best: dict[Pair, int] = {}
    for place, one in enumerate(order, 1):
        linked = set(store.partners(one).ids)
        # The pair at the places i and j has at least about i times j pairs before it.
        for other in order[place : most // place]:
            if store.may_join(entities[one].type, other) and other not in linked:
                best[frozenset((one, other))] = store.weight(one) * store.weight(other)
    return heapq.nsmallest(max(_OPEN), best, key=lambda pair: (-best[pair], sorted(pair)))


def _open_row(task: Task, name: str, order: Sequence[Pair], k: int) -> dict[str, object]:
    hits, new = sum(pair in task.later for pair in order), sum(pair not in task.known for pair in order)
    count = max(len(order), 1)
    return {
        "method": name,
        "k": k,
        "novelty": (new / count, *share_interval(new, len(order))),
        "alignment": (hits / count, *share_interval(hits, len(order))),
    }


def by_model(task: Task, settings: Settings, count: int) -> Method | None:
    """The agent with the configured model; None when none is."""
    model = model_for(load_config(), "planner")
    if model is None:
        return None
    agent = HypothesisAgent(task.store, model, settings)

    def asked(one: str) -> list[list[Typed]]:
        try:
            made = agent.about(task.store.entity(one), count).found
        except ModelError as error:
            print(json.dumps({"entity": one, "failed": str(error)[:200]}), flush=True)
            return [[]]
        ends = [(row.statement.pair - {one}, row.statement.relation) for row in made]
        return [[(other, relation) for (other,), relation in ends]]

    return asked


def main() -> None:
    """Print one line a method and k, and write them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--split", choices=SPLITS, default="pmid")
    parser.add_argument("--model-entities", type=int, default=20, help="how many entities a model is asked about")
    parser.add_argument("--architecture", choices=("single", "double"), default="single")
    parser.add_argument("--threshold", type=int, default=50)
    parser.add_argument("--outer", type=int, default=3)
    parser.add_argument("--inner", type=int, default=10)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    early, late = split(given.data, given.split)
    task = make_task(early, late)
    passed, count = fitting_rows([*early, *late])
    near: dict[str, int] = {"relations": 0, "articles": 0}
    for pair in task.later:
        one, other = sorted(pair)
        for name, around in (("relations", task.store.partners), ("articles", task.store.named_with)):
            near[name] += bool({*around(one).ids} & {*around(other).ids})
    told: dict[str, object] = {
        "split": given.split,
        "known abstracts": len(early),
        "later abstracts": len(late),
        "known pairs": len(task.known),
        "to be found": len(task.later),
        "of them two links apart": near,
        "entities asked": len(task.seeds),
        "relations that fit the table": [passed, count],
    }
    print(json.dumps(told), flush=True)
    all_methods = methods(task)
    rows = [row for name, method in all_methods.items() for row in _shown(scored(task, name, method, task.seeds))]
    opened = open_ranking(task)
    for line in opened:
        print(json.dumps({"open": True, **line}), flush=True)
    settings = Settings(given.architecture, given.threshold, given.outer, given.inner)
    asked, sampled = by_model(task, settings, max(KS[:1])), list[Score]()
    if asked is not None:
        some = random.Random(1).sample(task.seeds, min(given.model_entities, len(task.seeds)))
        for name, method in {**all_methods, f"model, {given.architecture}": asked}.items():
            sampled += _shown(scored(task, f"{name} (sample)", method, some, KS[:1]))
    if given.out:
        result = {
            **told,
            "asked": [asdict(row) for row in rows],
            "open": opened,
            "sample": [asdict(r) for r in sampled],
        }
        given.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


def _shown(scores: list[Score]) -> list[Score]:
    for one in scores:
        parts = {name: getattr(one, name) for name in ("novelty", "alignment", "typed", "found")}
        text = {name: "{:.4f} [{:.4f}, {:.4f}]".format(*value) for name, value in parts.items()}
        print(json.dumps({"method": one.method, "k": one.k, "n": one.hypotheses, **text}), flush=True)
    return scores


if __name__ == "__main__":
    main()
