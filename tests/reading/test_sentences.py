"""Sentences of many shapes, and the values that stand in them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scitoolagent.config import load_config
from scitoolagent.planner import Planner
from scitoolagent.toolkg.store import load_graph

_TYPES = {
    "N": "MoleculeName",
    "E": "ElementSymbol",
    "F": "MolecularFormula",
    "S": "Smiles",
    "D": "DnaSequence",
    "R": "RnaSequence",
    "P": "ProteinSequence",
}


def sentences() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Each sentence of `sentences.txt` with the types and values of its entities."""
    for line in (Path(__file__).parent / "sentences.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            question, _, values = line.partition(" =>")
            pairs = [value.strip().partition("=") for value in values.replace("~", "; ").split("; ") if value.strip()]
            yield question.replace("\\n", "\n"), [(_TYPES.get(kind, kind), value) for kind, _, value in pairs]


@pytest.fixture(scope="module")
def planner() -> Planner:
    return Planner(load_graph(), load_config())


@pytest.mark.parametrize(("question", "entities"), list(sentences()))
def test_the_values_of_a_sentence(planner: Planner, question: str, entities: list[tuple[str, str]]) -> None:
    query = planner.recognise(question)
    # Phrases that set a tool ("a 1:10 dilution") are tested beside their finders.
    told = {*_TYPES.values(), *(kind for kind, _ in entities)}
    found = [(entity.type, entity.value) for entity in query.entities if entity.type in told]
    assert sorted(found) == sorted(entities)
    for entity in query.entities:
        assert query.text[entity.start : entity.end] == entity.text
