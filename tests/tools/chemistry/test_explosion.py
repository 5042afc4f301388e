"""The screening for explosive properties."""

from __future__ import annotations

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry.explosion import explosion_screen

TNT = "Cc1c([N+](=O)[O-])cc([N+](=O)[O-])cc1[N+](=O)[O-]"


# Oxygen balance in per cent after Meyer, Koehler and Homburg: Explosives, 6th ed.: TNT, nitroglycerine, RDX, PETN,
# picric acid, ammonium nitrate.
@pytest.mark.parametrize(
    ("smiles", "balance"),
    [
        (TNT, -73.9),
        ("O=[N+]([O-])OCC(CO[N+](=O)[O-])O[N+](=O)[O-]", 3.5),
        ("O=[N+]([O-])N1CN([N+](=O)[O-])CN([N+](=O)[O-])C1", -21.6),
        ("O=[N+]([O-])OCC(CO[N+](=O)[O-])(CO[N+](=O)[O-])CO[N+](=O)[O-]", -10.1),
        ("Oc1c([N+](=O)[O-])cc([N+](=O)[O-])cc1[N+](=O)[O-]", -45.4),
        ("[NH4+].[O-][N+](=O)[O-]", 19.99),
    ],
)
def test_oxygen_balance_of_known_explosives(smiles: str, balance: float) -> None:
    found = explosion_screen(smiles)
    assert found.oxygen_balance == pytest.approx(balance, abs=0.15)
    assert found.explosion_verdict.startswith("may be explosive")


@pytest.mark.parametrize(
    ("smiles", "group"),
    [
        ("CC(C)(C)OO", "peroxide"),
        ("[N-]=[N+]=NCc1ccccc1", "azide"),
        ("N#[N+]c1ccccc1", "diazonium"),
        ("C#CC", "alkyne"),
        ("NNC", "hydrazine"),
        ("CN(C)Cl", "N-halogen"),
        ("C[N+](C)(C)[O-]", "N-oxide"),
        ("C[Mg]Br", "carbon-metal bond"),
        ("[O-]Cl(=O)(=O)=O.[NH4+]", "O-halogen"),
        ("CC(C)(C#N)N=NC(C)(C)C#N", "aliphatic azo"),
        ("NO", "hydroxylamine"),
        ("c1nnn[nH]1", "tetrazole"),
    ],
)
def test_the_groups_of_the_manual_are_seen(smiles: str, group: str) -> None:
    assert group in explosion_screen(smiles).explosive_groups


@pytest.mark.parametrize("smiles", ["CC(=O)Oc1ccccc1C(=O)O", "CCO", "CC(=O)Nc1ccc(O)cc1", "NC(N)=O", "c1ccncc1"])
def test_a_molecule_without_groups_is_not_called_safe(smiles: str) -> None:
    found = explosion_screen(smiles)
    assert not found.explosive_groups
    assert "does not say that it is safe" in found.explosion_verdict


def test_the_oxygen_balance_decides_only_for_groups_with_oxygen() -> None:
    # Nitrododecane and dodecyl azide have balances far below -200 %.
    assert "not called explosive" in explosion_screen("CCCCCCCCCCCC[N+](=O)[O-]").explosion_verdict
    assert explosion_screen("CCCCCCCCCCCCN=[N+]=[N-]").explosion_verdict.startswith("may be explosive")


def test_what_the_screening_does_not_know_is_refused() -> None:
    with pytest.raises(ToolInputError, match="none of the elements"):
        explosion_screen("O")
    with pytest.raises(ToolInputError, match="not valid"):
        explosion_screen("C1CC")
