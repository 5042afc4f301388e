"""The gate looks at every call of a screened tool, whoever planned it; an approval holds for that call only."""

from __future__ import annotations

import pytest

from scitoolagent.errors import BlockedError, ConfirmationRequired
from scitoolagent.executor.gate import SafetyGuard
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode, TypeNode

TYPES = [
    TypeNode("Smiles", "SMILES", screen="smiles"),
    TypeNode("Kekule", "Kekulé SMILES", parent="Smiles"),
    TypeNode("Sequence", "sequence", screen="sequence"),
    TypeNode("ProteinSequence", "protein", parent="Sequence", screen="protein"),
    TypeNode("Note", "note"),
]


def tool(safety: str, takes: str = "Smiles", gives: str = "Note", many: bool = False) -> ToolNode:
    return ToolNode(
        "design",
        "Design.",
        "Generation",
        "General",
        safety,
        "tests",
        (PortNode("given", takes, "str", many),),
        (PortNode("made", gives, "str"),),
    )


GRAPH = ToolGraph([tool("screened")], TYPES)
GUARD = SafetyGuard(GRAPH)
# Sarin, by its InChIKey DYAHQFWOVKZOOW a Schedule 1 chemical; the gate of the original did not know it.
SARIN = "CC(C)OP(C)(=O)F"
BENZENE = "c1ccccc1"  # IARC group 1: a person confirms


def test_a_controlled_molecule_is_blocked_whatever_the_subtype_or_list() -> None:
    for port, value in (("Smiles", SARIN), ("Kekule", "FP(C)(=O)OC(C)C")):
        with pytest.raises(BlockedError) as error:
            GUARD.before(tool("screened", port), {"given": value})
        assert error.value.findings[0].verdict == "block"
    with pytest.raises(BlockedError):
        GUARD.before(tool("screened", many=True), {"given": ["CCCO", SARIN]})


def test_results_are_looked_at_too() -> None:
    with pytest.raises(BlockedError):
        GUARD.after(tool("screened", gives="Smiles"), {"made": SARIN})


def test_open_tools_and_harmless_values_pass() -> None:
    assert GUARD.before(tool("open"), {"given": SARIN}) == ()
    assert all(finding.verdict in ("note", "warn") for finding in GUARD.before(tool("screened"), {"given": "OCC(O)CO"}))
    assert GUARD.before(tool("screened", "Note"), {"given": "hello"}) == ()


def test_a_confirmation_is_bound_to_the_call() -> None:
    with pytest.raises(ConfirmationRequired) as error:
        GUARD.before(tool("screened"), {"given": BENZENE})
    digest = next(finding.digest for finding in error.value.findings if finding.verdict == "confirm")
    assert digest in str(error.value)
    approved = SafetyGuard(GRAPH, [finding.digest for finding in error.value.findings])
    assert any(finding.verdict == "confirm" for finding in approved.before(tool("screened"), {"given": BENZENE}))
    with pytest.raises(ConfirmationRequired):
        approved.after(tool("screened", gives="Smiles"), {"made": BENZENE})
    with pytest.raises(ConfirmationRequired):
        approved.before(tool("screened"), {"given": "C1=CC=CC=C1"})


def test_a_person_can_be_asked() -> None:
    asked = []
    SafetyGuard(GRAPH, ask=lambda finding: not asked.append(finding)).before(tool("screened"), {"given": BENZENE})
    assert asked
    with pytest.raises(ConfirmationRequired):
        SafetyGuard(GRAPH, ask=lambda finding: False).before(tool("screened"), {"given": BENZENE})


def test_what_cannot_be_read_is_not_clear() -> None:
    with pytest.raises(ConfirmationRequired):
        GUARD.before(tool("screened"), {"given": "no molecule at all("})


def test_restricted_tools_always_ask() -> None:
    with pytest.raises(ConfirmationRequired):
        GUARD.before(tool("restricted", "Note"), {"given": "hello"})
