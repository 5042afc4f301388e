"""A typed request becomes a question whose every part is accounted for; what names nothing is refused."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.mcp.typed_request import query_of
from scitoolagent.reading.explain import segments
from scitoolagent.records import Query
from scitoolagent.toolkg.store import load_graph

GIVEN: dict[str, Any] = {
    "entities": [
        {"handle": "one", "type": "Smiles", "value": "CCO"},
        {"handle": "two", "type": "Smiles", "value": "CCCO"},
    ],
    "quantities": [{"handle": "quantity1", "value": 0.1, "unit": "mol/L"}],
    "asks": [
        {"handle": "ask1", "what": [{"type": "PolarSurfaceArea"}], "of": ["one", "two"], "reported": False},
        {"handle": "ask2", "what": [{"tool": "qed"}], "of": ["ask1"], "unit": "1"},
    ],
}


def read(**changed: Any) -> Query:
    return query_of(load_graph(), copy.deepcopy(GIVEN) | changed, 10_000)


def test_every_part_has_a_place_and_a_reading() -> None:
    query = read()
    assert query.text == "topological polar surface area; qed; CCO; CCCO; 0.1 mol/L"
    for entity in query.entities:
        assert query.text[entity.start : entity.end] == entity.value
    assert [(piece.role, piece.text) for piece in segments(query) if piece.role] == [
        ("ask", "topological polar surface area"),
        ("ask", "qed"),
        ("entity", "CCO"),
        ("entity", "CCCO"),
        ("quantity", "0.1 mol/L"),
    ]
    assert query.request is not None
    assert [(ask.of, ask.reported, ask.unit) for ask in query.request.asks] == [
        (("one", "two"), False, ""),
        (("ask1",), True, "1"),
    ]


def ask(**fields: Any) -> dict[str, Any]:
    return {"asks": [{"handle": "ask1", "what": [{"type": "PolarSurfaceArea"}], **fields}]}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"entities": [{"handle": "one", "type": "Moonstone", "value": "x"}], **ask()}, "no type 'Moonstone'"),
        (ask(what=[{"type": "Moonstone"}]), "no type 'Moonstone'"),
        (ask(what=[{"tool": "moon"}]), "no tool 'moon'"),
        (ask(what=[{"tool": "qed", "output": "moon"}]), "no output of qed 'moon'"),
        (ask(what=[]), "must name a type or a tool"),
        (ask(what=[{}]), "must name a type or a tool"),
        (ask(of=["three"]), "no value or earlier ask 'three'"),
        (ask(of=["ask1"]), "no value or earlier ask 'ask1'"),
        (ask(then=[{"tool": "moon"}]), "no tool 'moon'"),
        (ask(then=[{"tool": "qed", "settings": {"moon": 1}}]), "no setting of qed 'moon'"),
        (ask(then=[{"tool": "qed", "settings": {"smiles": "$query.quantity9"}}]), "no value 'quantity9'"),
        ({"entities": GIVEN["entities"] * 2}, "two things are called 'one'"),
        ({"entities": [{"handle": "quantity2", "type": "Smiles", "value": "C"}], **ask()}, "'quantity2' is no handle"),
        ({"quantities": [{"handle": "much", "value": 1, "unit": "g"}]}, "'much' is no handle"),
        ({"entities": [{"handle": "One", "type": "Smiles", "value": "C"}], **ask()}, "'One' is no handle"),
        ({"entities": [{"handle": "one", "type": "Smiles", "value": "C" * 20_000}], **ask()}, "10,000 characters"),
        ({"entities": [{"handle": "one", "type": "Smiles", "value": "C\x00"}], **ask()}, "no text"),
        ({"entities": [{"handle": "one", "type": "Smiles", "value": "\ud800"}], **ask()}, "no text"),
        ({"entities": [{"handle": "one", "type": "Smiles", "value": ""}], **ask()}, "empty"),
        ({"quantities": [{"handle": "quantity1", "value": "much", "unit": "g"}]}, "valid number"),
        ({"quantities": [{"handle": "quantity1", "value": float("nan"), "unit": "g"}]}, "give a number"),
    ],
)
def test_what_is_not_there_is_refused_by_name(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(ToolInputError, match=re.escape(message)):
        read(**changed)
