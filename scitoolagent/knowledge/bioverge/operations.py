"""What a model may do with the store: operations in words, entities as handles, every answer bounded and escaped."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.bioverge.hypothesis import SOURCES
from scitoolagent.knowledge.bioverge.likelihood import likelihoods
from scitoolagent.knowledge.bioverge.search import Wanted
from scitoolagent.knowledge.bioverge.store import TripletStore
from scitoolagent.knowledge.store.records import Entity
from scitoolagent.prompts import read_prompt

OPERATIONS = tuple(name for names in SOURCES.values() for name in names)
_FIELDS = {
    "thought": 200,
    "first": 200,
    "second": 200,
    "relation": 60,
    "text": 200,
    "kind": 60,
    "pmid": 600,
    "since": 10,
    "before": 10,
    "reason": 1_000,
    "description": 1_500,
}
_FILTERS = ("pmid", "since", "before")
# The fields that an operation needs, and those that it may have.
_TAKES: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "get_entities": (("text",), ("kind",)),
    "get_relations": (("first",), ("second", *_FILTERS)),
    "get_triplets": (("first",), ("second", "relation", *_FILTERS)),
    "get_articles": ((), ("first", "second", "text", *_FILTERS)),
    "browse_articles": (("pmid",), ()),
    "get_shortest_entity_paths": (("first", "second"), ()),
    "get_mesh_parents": (("first",), ()),
    "get_mesh_children": (("first",), ()),
    "get_mesh_siblings": (("first",), ()),
}
_TOLD = 2_400
_ROWS = 25
_NAMES = 20
_MOST_HANDLES = 2_000


def schema_of(final: str, answer: Mapping[str, Any], allowed: Sequence[str] = OPERATIONS) -> dict[str, Any]:
    """The schema of a turn: one of the operations with the fields that it takes, or the action that ends the module.

    Args:
        final: the action that ends the module.
        answer: the schema of what that action says.
        allowed: the operations.
    """
    forms = []
    for name in allowed:
        needed, may = _TAKES[name]
        fields = {one: {"type": "string", "maxLength": _FIELDS[one]} for one in ("thought", *needed, *may)}
        forms.append(_form(name, fields, ("thought", *needed)))
    return {"anyOf": [*forms, _form(final, answer["properties"], answer["required"])]}


def _form(action: str, fields: Mapping[str, Any], needed: Sequence[str]) -> dict[str, Any]:
    first = {"thought": fields["thought"]} if "thought" in fields else {}
    return {
        "type": "object",
        "properties": {**first, "action": {"type": "string", "enum": [action]}, **fields},
        "required": [*first, "action", *(name for name in needed if name not in first)],
        "additionalProperties": False,
    }


def tools_in_words(sources: Sequence[str]) -> str:
    """The frame of a module: what may be looked up, of the sources that are allowed."""
    barred = {name for source, names in SOURCES.items() if source not in sources for name in names}
    lines = read_prompt("bioverge_tools").splitlines()
    return "\n".join(line for line in lines if line.removeprefix("- ").partition(":")[0] not in barred)


def call_of(value: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that a turn may have, cut to their lengths; whatever else a reply holds is dropped."""
    call: dict[str, Any] = {
        name: value[name].strip()[:most] for name, most in _FIELDS.items() if isinstance(value.get(name), str)
    }
    action = value.get("action")
    call["action"] = action[:40] if isinstance(action, str) else ""
    for name in ("score", "number"):
        if isinstance(value.get(name), int) and not isinstance(value[name], bool):
            call[name] = value[name]
    if isinstance(value.get("is_new"), bool):
        call["is_new"] = value["is_new"]
    return call


def safe(text: str, most: int = 300) -> str:
    """Foreign text on one line, which cannot close the frame around data."""
    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in text[: 4 * most]).split())
    plain = plain.replace("<", "‹").replace(">", "›")
    return plain[: most - 1] + "…" if len(plain) > most else plain


class Operations:
    """Runs operations for a module; remembers which handle stands for which entity.

    Args:
        store: what is known.
        sources: whose operations are allowed.
    """

    def __init__(self, store: TripletStore, sources: Sequence[str] = tuple(SOURCES)) -> None:
        self.store = store
        self.allowed_sources = tuple(source for source in SOURCES if source in sources)
        self.allowed = tuple(name for source in SOURCES if source in sources for name in SOURCES[source])
        self._handles: dict[str, str] = {}
        self._ids: dict[str, str] = {}

    def handle(self, entity: Entity) -> str:
        """An entity as a model sees it: handle, name, type."""
        if entity.id not in self._handles and len(self._handles) < _MOST_HANDLES:
            self._handles[entity.id] = f"E{len(self._handles) + 1}"
            self._ids[self._handles[entity.id]] = entity.id
        # Past the bound an entity is shown by its id, which `resolve` takes as well.
        return f"{self._handles.get(entity.id, entity.id)} {safe(entity.name, 80)} ({safe(entity.type, 40)})"

    def resolve(self, call: Mapping[str, Any], field: str) -> Entity:
        """The entity of a handle, id or name.

        Raises:
            GraphError: the field is missing, or names no entity or several.
        """
        text = str(call.get(field, ""))
        if not text:
            raise GraphError(f"{call.get('action', '')} needs {field!r}")
        known = self._ids.get(text.upper()) or self._ids.get(text.partition(" ")[0].upper())
        return self.store.entity(known) if known else self.store.find(text)

    def seen(self) -> tuple[Entity, ...]:
        """The entities that have a handle, in the order in which they were met."""
        return self.store.graph.entities(list(self._handles)[:200])

    def observe(self, call: Mapping[str, Any]) -> str:
        """What an operation finds, in words.

        Raises:
            GraphError: it cannot be done; says why.
        """
        action = call.get("action", "")
        if action not in self.allowed:
            raise GraphError(f"there is no action {action[:40]!r} here; there are {', '.join(self.allowed)}")
        told = str(getattr(self, f"_{action}")(call))
        return told if len(told) <= _TOLD else told[: _TOLD - 1] + "…"

    def _get_entities(self, call: Mapping[str, Any]) -> str:
        text = str(call.get("text") or call.get("first") or "")
        if not text:
            raise GraphError("get_entities needs 'text'")
        found = self.store.get_entities(text, str(call.get("kind", "")))
        return "; ".join(self.handle(one) for one in found) or "none"

    def _get_relations(self, call: Mapping[str, Any]) -> str:
        one = self.resolve(call, "first")
        other = self.resolve(call, "second") if call.get("second") else None
        found = self.store.get_relations(one.id, other.id if other else "", _wanted(call))
        known = ", ".join(f"{name} ({count})" for name, count in found.known) or "none"
        if other is None:
            return f"known: {known}" + (" (there are more)" if found.truncated else "")
        return f"known: {known}; could hold, likeliest first: {self._possible(one, other, found.possible) or 'none'}"

    def _possible(self, one: Entity, other: Entity, names: Sequence[str]) -> str:
        """The relations that could hold, likeliest first, each with its share by what is known of the two."""
        try:
            found = likelihoods(self.store, one, other, self.allowed_sources)
        except GraphError:
            return ", ".join(names)
        return ", ".join(f"{said.relation} {said.share:.0%}" for said in found)

    def _get_triplets(self, call: Mapping[str, Any]) -> str:
        one = self.resolve(call, "first")
        other = self.resolve(call, "second").id if call.get("second") else ""
        found = self.store.get_triplets(one.id, other, str(call.get("relation", "")), _ROWS, _wanted(call))
        names = self._names([end for triplet in found.found for end in (triplet.subject, triplet.object)])
        rows = []
        for triplet in found.found:
            grounds = f"PMID {', '.join(safe(pmid, 20) for pmid in triplet.pmids[-3:])}" if triplet.pmids else "no PMID"
            when = f", {safe(triplet.date, 20)}" if triplet.date else ""
            rows.append(
                f"{names[triplet.subject]} {safe(triplet.relation, 60)} {names[triplet.object]} [{grounds}{when}]"
            )
        return ("; ".join(rows) or "none") + (" (there are more)" if found.truncated else "")

    def _get_articles(self, call: Mapping[str, Any]) -> str:
        ends = [self.resolve(call, field).id for field in ("first", "second") if call.get(field)]
        one, other = (*ends, "", "")[:2]
        found = self.store.get_articles(one, other, _ROWS, str(call.get("text", "")), _wanted(call))
        listed = ", ".join(safe(pmid, 20) for pmid in found.ids) or "none"
        return listed + (" (there are more)" if found.truncated else "")

    def _browse_articles(self, call: Mapping[str, Any]) -> str:
        pmid = str(call.get("pmid") or call.get("text") or "")
        if not pmid:
            raise GraphError("browse_articles needs 'pmid'")
        article = self.store.browse_articles([pmid])[0]
        # The names come before the text, so that a long text cannot push them out.
        named = "; ".join(self.handle(one) for one in self.store.graph.entities(article.entities[:_NAMES]))
        return f"PMID {safe(article.pmid, 20)}: {safe(article.title)} Names: {named}. Text: {safe(article.text, 1_500)}"

    def _get_shortest_entity_paths(self, call: Mapping[str, Any]) -> str:
        one, other = self.resolve(call, "first"), self.resolve(call, "second")
        found = self.store.get_shortest_entity_paths(one.id, other.id)
        names = self._names([end for path in found.found for step in path for end in (step.subject, step.object)])
        rows = [
            ", ".join(f"{names[step.subject]} {safe(step.predicate, 60)} {names[step.object]}" for step in path)
            for path in found.found[:8]
        ]
        cut = " (the search was cut)" if found.truncated else ""
        return ("; ".join(rows) or "no path of at most three known relations") + cut

    def _get_mesh_parents(self, call: Mapping[str, Any]) -> str:
        return _listed(self.store.get_mesh_parents(self.resolve(call, "first").id))

    def _get_mesh_children(self, call: Mapping[str, Any]) -> str:
        return _listed(self.store.get_mesh_children(self.resolve(call, "first").id))

    def _get_mesh_siblings(self, call: Mapping[str, Any]) -> str:
        return _listed(self.store.get_mesh_siblings(self.resolve(call, "first").id))

    def _names(self, identifiers: Sequence[str]) -> dict[str, str]:
        found = {entity.id: self.handle(entity) for entity in self.store.graph.entities(identifiers)}
        return {identifier: found.get(identifier, safe(identifier, 60)) for identifier in identifiers}


def _wanted(call: Mapping[str, Any]) -> Wanted:
    pmids = frozenset(re.split(r"[\s,;]+", str(call.get("pmid", "")).strip())) - {""}
    return Wanted(pmids, str(call.get("since", "")), str(call.get("before", "")))


def _listed(found: tuple[tuple[str, ...], bool]) -> str:
    names, cut = found
    return (", ".join(safe(name, 80) for name in names[:60]) or "none") + (" (there are more)" if cut else "")
