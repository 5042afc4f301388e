"""The atomic operations on the built-in graph; the facts are those of its tables, each with its source there."""

from __future__ import annotations

from typing import Any

import pytest

from scitoolagent.errors import ToolInputError, ToolUnavailableError
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry

TOOLS = load_registry()


def call(tool: str, **arguments: Any) -> dict[str, Any]:
    return call_tool(TOOLS[tool], arguments)


def test_names_and_synonyms() -> None:
    assert call("graph_entities_named", name="Acetylsalicylic Acid") == {"graph_entity_id": ["DB00945"]}
    assert call("graph_entities_named", name="cox-2") == {"graph_entity_id": ["P35354"]}
    with pytest.raises(ToolInputError, match="similar: celecoxib"):
        call("graph_entities_named", name="celecoxib tablets")


def test_relations_of_ids() -> None:
    assert call("graph_relations", entities=["DB00331"]) == {"outgoing": ["treats"], "incoming": []}
    both = call("graph_relations", entities=["DOID:9352", "DOID:7148"])
    assert both == {"outgoing": ["is a"], "incoming": ["is associated with", "treats"]}


def test_types_and_neighbours() -> None:
    over = {"entities": ["DOID:9352"], "relation": "treats", "direction": "incoming"}
    assert call("graph_neighbour_types", **over) == {"types": ["Compound"], "truncated": False}
    assert call("graph_neighbours", **over, kind="Compound") == {"entities": ["DB00331", "DB01016"], "truncated": False}
    assert call("graph_neighbours", **over, kind="Protein") == {"entities": [], "truncated": False}


def test_intersection_and_union() -> None:
    # Aspirin inhibits COX-1 and COX-2, celecoxib COX-2 only.
    aspirin = call("graph_neighbours", entities=["DB00945"], relation="inhibits", direction="outgoing", kind="Protein")
    celecoxib = call(
        "graph_neighbours", entities=["DB00482"], relation="inhibits", direction="outgoing", kind="Protein"
    )
    lists = {"first": aspirin["entities"], "second": celecoxib["entities"]}
    assert call("graph_intersection", **lists)["entities"] == ["P35354"]
    assert call("graph_union", **lists)["entities"] == ["P23219", "P35354"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"entities": ["DB00945", "nobody"]}, "no entity 'nobody'"),
        ({"entities": []}, "1 to 1000 ids"),
        ({"relation": "eats"}, "no relation 'eats'; it has inhibits"),
        ({"direction": "sideways"}, "outgoing or incoming"),
        ({"kind": "Planet"}, "no type 'Planet'; it has Compound"),
        ({"graph": "nowhere"}, "no graph is called 'nowhere'; there are demo"),
        ({"graph": "../../etc"}, "no graph is called"),
    ],
)
def test_what_is_unknown_is_never_an_empty_list(change: dict[str, Any], told: str) -> None:
    good = {"entities": ["DB00945"], "relation": "inhibits", "direction": "outgoing", "kind": "Protein"}
    with pytest.raises(ToolInputError, match=told):
        call("graph_neighbours", **{**good, **change})


def test_a_graph_that_is_broken_is_unavailable() -> None:
    from scitoolagent.knowledge.store.catalogue import graph_folder

    folder = graph_folder("mine")
    folder.mkdir(parents=True)
    (folder / "graph.json").write_text("{}")
    with pytest.raises(ToolUnavailableError, match="load the graph again"):
        call("graph_relations", entities=["x"], graph="mine")
