"""A molecule or sequence counts as copied only when all of it occurs where the model could read it."""

from __future__ import annotations

from typing import Any

import pytest

from scitoolagent.benchmarks.baselines.copying import altered
from scitoolagent.config import load_config
from scitoolagent.planner import Planner
from scitoolagent.toolkg.store import load_graph

QUESTION = "How many rings has CC(C)C1CCC(C)CC1O, beside (C1CCCC1)? Salt: [Na+].OCC=C. Peptide acdefghiklmnpqrstvwy, gene ATGGCC."


@pytest.mark.parametrize(("tool", "arguments", "is_altered"), [
    ("ring_count", {"smiles": "CC(C)C1CCC(C)CC1O"}, False),
    ("ring_count", {"smiles": "C1CCCC1"}, False),
    ("ring_count", {"smiles": "CC(C)C1CCC(C)CC1"}, True),       # the hydroxyl is gone
    ("ring_count", {"smiles": "CC(C)C1CCC(C)CC1N"}, True),      # another atom
    ("ring_count", {"smiles": "cc(c)c1ccc(c)cc1o"}, True),      # case is chemistry
    ("ring_count", {"smiles": "OCC=C"}, True),                  # the counterion is gone
    ("ring_count", {"smiles": "[Na+]"}, True),
    ("ring_count", {"smiles": "[Na+].OCC=C"}, False),
    ("ring_count", {"smiles": "CCN(CC)CC"}, True),              # from memory
    ("ring_count", {"smiles": "OC1CC(C)CCC1C(C)C"}, True),      # same molecule, retyped: nobody gave this text
    ("ring_count", {"smiles": "C1CC2C1CC2"}, False),            # an observation gave it
    ("ring_count", {"smiles": 7}, False),                       # no text at all: the tool will say so
    ("ring_count", {}, False),
    ("name_to_smiles", {"name": "anything"}, False),            # a name is no structure
    ("amino_acid_composition", {"sequence": "ACDEFGHIKLMNPQRSTVWY"}, False),
    ("amino_acid_composition", {"sequence": "ACDEFGHIKLMNPQRSTVW"}, True),
])  # fmt: skip
def test_altered(tool: str, arguments: dict[str, Any], is_altered: bool) -> None:
    graph = load_graph()
    query = Planner(graph, load_config()).recognise(QUESTION)
    seen = ['{"smiles": "C1CC2C1CC2"}']
    assert altered(graph, graph.tool(tool), arguments, query, seen) is is_altered
