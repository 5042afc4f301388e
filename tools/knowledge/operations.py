"""The five atomic operations on a domain graph, and the look-up of names that they start from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, cast

from scitoolagent.errors import GraphError, ToolInputError
from scitoolagent.knowledge.store.records import Direction
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.knowledge._graphs import known, opened

EntityId = Annotated[
    str, Semantic("GraphEntityId", parent="Identifier", label="id in a knowledge graph", also=("graph entity id",))
]
EntityName = Annotated[
    str, Semantic("GraphEntityName", parent="Parameter", label="name in a knowledge graph", also=("graph entity name",))
]
EntityType = Annotated[
    str, Semantic("GraphEntityType", parent="Parameter", label="type in a knowledge graph", also=("graph entity type",))
]
RelationName = Annotated[
    str, Semantic("GraphRelation", parent="Parameter", label="relation in a knowledge graph", also=("graph relation",))
]
Way = Annotated[
    str, Semantic("GraphDirection", parent="Parameter", label="direction of a relation", pattern="outgoing|incoming")
]
GraphName = Annotated[str, Semantic("GraphName", parent="Parameter", label="name of a knowledge graph")]
Cut = Annotated[bool, Semantic("GraphAnswerCut", parent="Parameter", label="whether the list was cut at its limit")]


@dataclass(frozen=True)
class RelationsOf:
    """Relations by direction."""

    outgoing: list[RelationName]
    incoming: list[RelationName]


@dataclass(frozen=True)
class TypesFound:
    """Types, and whether only the first 10,000 neighbours were looked at."""

    types: list[EntityType]
    truncated: Cut


@dataclass(frozen=True)
class EntitiesFound:
    """Ids in order, and whether there are more than the limit."""

    entities: list[EntityId]
    truncated: Cut


@tool(
    Operation.RETRIEVAL,
    Topic.GENERAL,
    Safety.OPEN,
    example={"name": "acetylsalicylic acid"},
    also=("find entities in a knowledge graph",),
)
def graph_entities_named(name: EntityName, graph: GraphName = "demo") -> list[EntityId]:
    """Find the entities of a knowledge graph that have a name, synonym or id.

    Args:
        name: A name, synonym or id; case and signs do not matter.
        graph: A loaded knowledge graph; `demo` is built in.
    Returns:
        Ids, those of entities with that id first, then by name, then by synonym; at most 10.
    Raises:
        ToolInputError: no such graph, or nothing in it has that name; the message names the nearest.
    Source: index of names of the loaded graph.
    """
    loaded = opened(graph)
    found = [match for match in loaded.link(name) if match.how != "near"]
    if not found:
        near = ", ".join(f"{match.surface} ({match.entity})" for match in loaded.link(name, limit=3))
        raise ToolInputError(f"{graph} has nothing called {name[:80]!r}" + (f"; similar: {near}" if near else ""))
    return [match.entity for match in found]


@tool(
    Operation.RETRIEVAL,
    Topic.GENERAL,
    Safety.OPEN,
    example={"entities": ["DB00945", "DB00331"]},
    also=("relations of knowledge graph ids", "get_relations_by_ids"),
)
def graph_relations(entities: list[EntityId], graph: GraphName = "demo") -> RelationsOf:
    """List the relations that leave or enter any of the entities of a knowledge graph.

    Args:
        entities: Ids of the entities, at most 1,000.
        graph: A loaded knowledge graph; `demo` is built in.
    Returns:
        Names of relations by direction; a relation without direction counts as outgoing.
    Raises:
        ToolInputError: no such graph, or an id it does not have.
    Source: atomic operations of BioKGBench, Lin et al. 2024, doi:10.48550/arXiv.2407.00466
    """
    loaded = opened(graph)
    found = loaded.relations_of(known(loaded, entities))
    return RelationsOf(
        [name for name, way in found if way == "outgoing"], [name for name, way in found if way == "incoming"]
    )


@tool(
    Operation.RETRIEVAL,
    Topic.GENERAL,
    Safety.OPEN,
    example={"entities": ["DB00945"], "relation": "inhibits", "direction": "outgoing"},
    also=("types of neighbours in a knowledge graph", "get_neighbor_type"),
)
def graph_neighbour_types(
    entities: list[EntityId], relation: RelationName, direction: Way, graph: GraphName = "demo"
) -> TypesFound:
    """List the types of the neighbours of entities over one relation of a knowledge graph.

    Args:
        entities: Ids of the entities, at most 1,000.
        relation: A relation of the graph, such as `graph_relations` gives.
        direction: `outgoing` from the entities or `incoming` to them.
        graph: A loaded knowledge graph; `demo` is built in.
    Returns:
        Types in order; empty when there is no such neighbour.
    Raises:
        ToolInputError: no such graph, relation or direction, or an id the graph does not have.
    Source: atomic operations of BioKGBench, Lin et al. 2024, doi:10.48550/arXiv.2407.00466
    """
    loaded = opened(graph)
    try:
        found = loaded.neighbour_types(known(loaded, entities), relation, _way(direction))
    except GraphError as error:
        raise ToolInputError(str(error)) from error
    return TypesFound(list(found.ids), found.truncated)


@tool(
    Operation.RETRIEVAL,
    Topic.GENERAL,
    Safety.OPEN,
    example={"entities": ["DB00945"], "relation": "inhibits", "direction": "outgoing", "kind": "Protein"},
    also=("neighbours of a type in a knowledge graph", "get_neighbor_with_type"),
)
def graph_neighbours(
    entities: list[EntityId], relation: RelationName, direction: Way, kind: EntityType, graph: GraphName = "demo"
) -> EntitiesFound:
    """List the neighbours of one type of entities over one relation of a knowledge graph.

    Args:
        entities: Ids of the entities, at most 1,000.
        relation: A relation of the graph, such as `graph_relations` gives.
        direction: `outgoing` from the entities or `incoming` to them.
        kind: A type of the graph, such as `graph_neighbour_types` gives.
        graph: A loaded knowledge graph; `demo` is built in.
    Returns:
        Ids in order, at most 10,000; empty when there is no such neighbour.
    Raises:
        ToolInputError: no such graph, relation, direction or type, or an id the graph does not have.
    Source: atomic operations of BioKGBench, Lin et al. 2024, doi:10.48550/arXiv.2407.00466
    """
    loaded = opened(graph)
    if kind not in loaded.schema.types:
        raise ToolInputError(f"{graph} has no type {kind[:60]!r}; it has {', '.join(loaded.schema.types)}")
    try:
        found = loaded.neighbours(known(loaded, entities), relation, _way(direction), kind)
    except GraphError as error:
        raise ToolInputError(str(error)) from error
    return EntitiesFound(list(found.ids), found.truncated)


@tool(
    Operation.COMPARISON,
    Topic.GENERAL,
    Safety.OPEN,
    example={"first": ["P23219", "P35354"], "second": ["P35354"]},
    also=("intersection of knowledge graph ids",),
)
def graph_intersection(first: list[EntityId], second: list[EntityId]) -> EntitiesFound:
    """Give the ids that two lists of knowledge graph ids have in common.

    Args:
        first: Ids.
        second: Ids.
    Returns:
        Ids in order; empty when the lists share none.
    Source: atomic operations of BioKGBench, Lin et al. 2024, doi:10.48550/arXiv.2407.00466
    """
    return EntitiesFound(sorted(set(first) & set(second)), False)


@tool(
    Operation.COMPARISON,
    Topic.GENERAL,
    Safety.OPEN,
    example={"first": ["P23219"], "second": ["P35354"]},
    also=("union of knowledge graph ids",),
)
def graph_union(first: list[EntityId], second: list[EntityId]) -> EntitiesFound:
    """Give the ids that at least one of two lists of knowledge graph ids has.

    Args:
        first: Ids.
        second: Ids.
    Returns:
        Ids in order, each once.
    Source: atomic operations of BioKGBench, Lin et al. 2024, doi:10.48550/arXiv.2407.00466
    """
    return EntitiesFound(sorted(set(first) | set(second)), False)


def _way(direction: str) -> Direction:
    if direction not in ("outgoing", "incoming"):
        raise ToolInputError(f"direction must be outgoing or incoming, not {direction[:40]!r}")
    return cast(Literal["outgoing", "incoming"], direction)
