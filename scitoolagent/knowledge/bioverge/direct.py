"""The baselines of the BioVerge paper: one reply of a model, from nothing, from known triplets or from articles.

Nothing gates them, so that they may propose what is known; that is what the measure of novelty is for.
"""

from __future__ import annotations

from typing import Literal, get_args

from scitoolagent.errors import ConfigError, GraphError, ModelError
from scitoolagent.knowledge.bioverge.operations import Operations, call_of
from scitoolagent.knowledge.bioverge.pairs import Draft
from scitoolagent.knowledge.bioverge.proposers import described, draft_schema
from scitoolagent.knowledge.bioverge.store import TripletStore
from scitoolagent.knowledge.store.records import Entity
from scitoolagent.llm import LanguageModel, Message
from scitoolagent.llm.structured import read_object
from scitoolagent.prompts import read_prompt

Baseline = Literal["cot", "triplet-rag", "article-rag"]
BASELINES: tuple[Baseline, ...] = get_args(Baseline)
_ARTICLES = 3


def direct(store: TripletStore, model: LanguageModel, head: Entity, tail: Entity, baseline: Baseline) -> Draft:
    """A relation and a description in one reply.

    Args:
        baseline: what the model is given beside the two entities: nothing (chain of thought), the triplets of both, or
            the articles nearest to both.
    Raises:
        ConfigError: there is no such baseline.
        GraphError: no relation may join the two, or the reply says nothing.
        ModelError: the reply cannot be read.
    """
    if baseline not in BASELINES:
        raise ConfigError(f"there is no baseline {baseline[:30]!r}; there are {', '.join(BASELINES)}")
    may = store.rules.relations(head.type, tail.type)
    if not may:
        raise GraphError(f"no relation of the rules joins a {head.type[:40]} and a {tail.type[:40]}")
    operations, schema = Operations(store), draft_schema(may)
    told = (
        f"Head: {operations.handle(head)}. Tail: {operations.handle(tail)}. Relations to choose from: {', '.join(may)}."
    )
    given = _given(store, operations, head, tail, baseline)
    text = f"{told}\n{given}" if given else told
    messages = [Message("system", read_prompt("bioverge_direct")), Message("user", f"<data>{text}</data>")]
    reply = model.complete(f"bioverge {baseline}", messages, schema)
    call = call_of(reply.data if isinstance(reply.data, dict) else read_object(reply.text, schema))
    relation = store.rules.relation(str(call.get("relation", "")))
    if relation not in may:
        raise ModelError(f"{relation} cannot join a {head.type[:40]} and a {tail.type[:40]}")
    return Draft(relation, described(call))


def _given(store: TripletStore, operations: Operations, head: Entity, tail: Entity, baseline: Baseline) -> str:
    if baseline == "triplet-rag":
        return "\n".join(operations.observe({"action": "get_triplets", "first": end.id}) for end in (head, tail))
    if baseline == "article-rag":
        found = store.get_articles(limit=_ARTICLES, text=f"{head.name} {tail.name}").ids if store.has_articles else ()
        return "\n".join(operations.observe({"action": "browse_articles", "pmid": pmid}) for pmid in found)
    return ""
