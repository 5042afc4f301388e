"""Ion pairs and ylides that stand for listed compounds, and salts that stand for themselves."""

from __future__ import annotations

import pytest
from rdkit import Chem

from scitoolagent.safety_db.drawn_apart import pairs_joined, ylides_closed
from scitoolagent.safety_db.screen import screen_molecule


@pytest.mark.parametrize("smiles", [
    "ClC=C[As+2].[Cl-].[Cl-]", "ClC=C[As+]Cl.[Cl-]", "Cl[As+]C=CCl.[Cl-]",
    "CCO[P+](=O)N(C)C.[C-]#N", "C[N-]C.CCO[P+](=O)C#N", "ClCC[S-].[CH2+]CCl", "[Cl-].[CH2+]CSCCCl",
    "C=P(O)(F)OC(C)C", "[CH2-][P+](O)(F)OC(C)C",
])  # fmt: skip
def test_listed_compounds_drawn_apart_are_blocked(smiles: str) -> None:
    assert screen_molecule(smiles).verdict == "block"


@pytest.mark.parametrize(("pair", "joined"), [
    ("C[CH2+].[Cl-]", {"CCCl"}), ("C[P+](C)=O.[F-]", {"CP(C)(=O)F"}),
    ("C[As+2].[Cl-].[Br-]", {"C[As](Cl)Br"}), ("C[CH+]C[CH2+].[Cl-].[Br-]", {"CC(Cl)CCBr", "CC(Br)CCCl"}),
])  # fmt: skip
def test_ions_that_lack_a_bond_are_joined(pair: str, joined: set[str]) -> None:
    assert {Chem.MolToSmiles(one) for one in pairs_joined(Chem.MolFromSmiles(pair))} == {
        Chem.CanonSmiles(one) for one in joined
    }


@pytest.mark.parametrize("salt", [
    "C[N+](C)(C)C.[Cl-]", "[Na+].[Cl-]", "C[S+](C)C.[I-]", "CC(=O)[O-].[K+]", "CN(C)C=[N+](C)C.[Cl-]", "CCO", "C[CH2+]",
])  # fmt: skip
def test_salts_are_not_joined(salt: str) -> None:
    assert not list(pairs_joined(Chem.MolFromSmiles(salt)))


def test_an_ylide_without_a_hydrogen_to_give_stays() -> None:
    assert ylides_closed(Chem.MolFromSmiles("C=P(c1ccccc1)(c1ccccc1)c1ccccc1")) is None
    closed = ylides_closed(Chem.MolFromSmiles("C=P(O)(C)C"))
    assert closed is not None
    assert Chem.MolToSmiles(closed) == Chem.CanonSmiles("CP(C)(C)=O")
