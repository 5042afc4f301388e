"""Alerts fire on the groups their papers name, and on nothing else here."""

from __future__ import annotations

from typing import Any

import pytest

from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry


def outputs(name: str, smiles: str) -> dict[str, Any]:
    return call_tool(load_registry()[name], {"smiles": smiles})


# Families of Baell & Holloway 2010, with a word of the name the paper gives each.
@pytest.mark.parametrize(
    ("smiles", "word"),
    [
        ("O=C1C(=Cc2ccccc2)SC(=S)N1", "rhod"),
        ("Oc1ccccc1O", "catechol"),
        ("O=C1C=CC(=O)C=C1", "quinone"),
        ("CN(C)c1ccc(N=Nc2ccccc2)cc1", "azo"),
        ("O=C1C(=Cc2ccc(O)cc2)C(=O)NC(=O)N1", "ene"),
    ],
)
def test_pains_families(smiles: str, word: str) -> None:
    found = outputs("pains_alerts", smiles)
    assert found["found"] is True
    assert any(word in name.lower() for name in found["alerts"])


# Brenk et al. 2008 list aldehydes, acyl halides, nitro groups, thiols, alkyl halides, epoxides and isocyanates.
@pytest.mark.parametrize(
    "smiles", ["O=Cc1ccncc1", "CCC(=O)Cl", "O=[N+]([O-])c1ccncc1", "CCS", "CCCCBr", "CC1CO1", "CCN=C=O"]
)
def test_brenk_groups(smiles: str) -> None:
    assert outputs("brenk_alerts", smiles)["found"] is True


# The NIH list holds reactive groups: acyl halides, alkyl halides, aldehydes.
@pytest.mark.parametrize("smiles", ["CCC(=O)Cl", "CCCCI"])
def test_nih_groups(smiles: str) -> None:
    assert outputs("nih_alerts", smiles)["found"] is True


@pytest.mark.parametrize("name", ["pains_alerts", "brenk_alerts", "nih_alerts", "zinc_alerts"])
@pytest.mark.parametrize("smiles", ["CCN", "Cc1ccncc1", "O=C(NC1CCNCC1)c1ccno1", "OC1CCNCC1"])
def test_harmless_molecules_pass(name: str, smiles: str) -> None:
    assert outputs(name, smiles) == {"found": False, "alerts": []}
