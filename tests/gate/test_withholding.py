"""One item of a list that needs a confirmation is left out of it; the others are shown."""

from __future__ import annotations

from typing import Any

import pytest

from scitoolagent.errors import ConfirmationRequired
from scitoolagent.gate import SafetyGate, screen_many, without_unconfirmed
from scitoolagent.gate.withholding import Parted
from scitoolagent.toolkg.store import load_graph

# Chromium trioxide: carcinogenic, category 1A, by Annex VI of the CLP regulation.
CHROMIUM = "CCO.[O]=[Cr](=[O])=[O]"
PLAIN, OTHER = "CCO.CC(=O)O", "CC=O.O"


def parted(outputs: dict[str, Any], smiles: str = "CC(=O)O") -> Parted | None:
    graph = load_graph()
    tool = graph.tool("retrosynthesis_step")
    arguments = {"smiles": smiles}
    kinds = {port.name: graph.screen(port.type) for port in (*tool.inputs, *tool.outputs)}
    found = [
        *screen_many((kinds[name], value) for name, value in arguments.items()),
        *screen_many(((kinds.get(name, ""), value) for name, value in outputs.items()), "result"),
    ]
    with pytest.raises(ConfirmationRequired) as refused:
        SafetyGate(graph).judge(tool, arguments, found)
    return without_unconfirmed(graph, tool, arguments, outputs, found, refused.value)


def test_the_item_and_what_is_said_of_it_are_left_out_and_named() -> None:
    left = parted({"precursors": [PLAIN, CHROMIUM, OTHER], "reaction_rules": ["a", f"{CHROMIUM}: b", "c"]})
    assert left is not None
    assert left.outputs == {"precursors": [PLAIN, OTHER], "reaction_rules": ["a", "c"]}
    assert {finding.subject for finding in left.withheld} == {CHROMIUM}
    assert all(finding.digest and "chromium(VI)" in finding.reason for finding in left.withheld)
    assert not any("Cr" in item.subject for item in left.found)


@pytest.mark.parametrize(
    "outputs",
    [
        # Nothing would be left.
        {"precursors": [CHROMIUM], "reaction_rules": ["a"]},
        # A text beside the list tells of it, too.
        {"precursors": [PLAIN, CHROMIUM], "reaction_rules": f"{CHROMIUM}: b"},
        # It is no item of a list.
        {"precursors": CHROMIUM, "reaction_rules": ["a", "b"]},
    ],
)
def test_what_cannot_be_parted_is_refused_whole(outputs: dict[str, Any]) -> None:
    assert parted(outputs) is None


def test_what_went_into_the_call_is_asked_about() -> None:
    assert parted({"precursors": [PLAIN, CHROMIUM], "reaction_rules": ["a", "b"]}, smiles="c1ccccc1") is None
