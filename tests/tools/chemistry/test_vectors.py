"""Vectors of graph descriptors against numpy and against the definitions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rdkit import Chem
from rdkit.Chem.EState import EState_VSA

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry import vectors
from scitoolagent.tools.chemistry.atoms import estate_indices, gasteiger_charges
from scitoolagent.tools.chemistry.surface import labute_surface_area

MOLECULES = ["CC(C)c1ccc(C)cc1O", "O=Cc1cccs1", "CC1CCOC1=O", "C[N+](C)(C)CCO"]


def burden(smiles: str, diagonal: list[float]) -> Any:
    """Burden's matrix as Pearlman & Smith have it: 1/sqrt(bond order) for a bond, 0.001 elsewhere."""
    mol = Chem.MolFromSmiles(smiles)
    matrix = np.full((len(diagonal), len(diagonal)), 0.001)
    for bond in mol.GetBonds():
        i, j = bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()
        matrix[i, j] = matrix[j, i] = 1 / math.sqrt(bond.GetBondTypeAsDouble())
    np.fill_diagonal(matrix, diagonal)
    return np.linalg.eigvalsh(matrix)


@pytest.mark.parametrize("smiles", MOLECULES)
def test_bcut_is_the_ends_of_the_burden_spectrum(smiles: str) -> None:
    found = vectors.bcut2d_descriptors(smiles)
    masses = burden(smiles, [atom.GetMass() for atom in Chem.MolFromSmiles(smiles).GetAtoms()])
    assert (found["mass_high"], found["mass_low"]) == pytest.approx((masses[-1], masses[0]), rel=1e-6)
    charges = burden(smiles, gasteiger_charges(smiles).atom_charges)
    expected = (charges[-1], charges[0])
    assert (found["gasteiger_charge_high"], found["gasteiger_charge_low"]) == pytest.approx(expected, rel=1e-6)
    assert len(found) == 8


def test_bcut_of_two_equal_atoms_by_hand() -> None:
    """Peroxide: the matrix [[m, 1], [1, m]] has eigenvalues m ± 1, m = 15.999."""
    found = vectors.bcut2d_descriptors("OO")
    assert (found["mass_high"], found["mass_low"]) == pytest.approx((16.999, 14.999), abs=1e-9)


@pytest.mark.parametrize("smiles", ["C[Pt]Cl", "[H][H]", "CC[NH3+].[Na+].[Cl-]"])
def test_bcut_refuses_what_has_no_charges(smiles: str) -> None:
    with pytest.raises(ToolInputError):
        vectors.bcut2d_descriptors(smiles)


@pytest.mark.parametrize("smiles", ["CC(F)Cl", "CC1CCOC1=O"])
def test_autocorrelation_2d_by_definition(smiles: str) -> None:
    """Mass block by numpy (masses relative to carbon): ATS, ATSC, Moran, Geary; rounded to 0.001 by the library."""
    mol = Chem.AddHs(Chem.MolFromSmiles(smiles))
    weights = np.array([atom.GetMass() for atom in mol.GetAtoms()]) / 12.011
    bonds, off = Chem.GetDistanceMatrix(mol), weights - weights.mean()
    found = vectors.autocorrelation_2d(smiles)
    assert len(found) == 192
    for lag in range(1, 9):
        one, two = np.nonzero(np.triu(bonds == lag))
        if not len(one):
            assert found[lag - 1] == 0.0
            continue
        spread = (off**2).sum()
        # The library's relative masses have three digits, which the quotients carry on: 0.005.
        assert found[lag - 1] == pytest.approx(math.log(1 + (weights[one] * weights[two]).sum()), abs=0.005)
        assert found[48 + lag - 1] == pytest.approx(np.abs(off[one] * off[two]).sum(), abs=0.01)
        moran = (off[one] * off[two]).sum() / len(one) / (spread / len(weights))
        assert found[96 + lag - 1] == pytest.approx(moran, abs=0.005)
        geary = ((weights[one] - weights[two]) ** 2).sum() / (2 * len(one)) / (spread / (len(weights) - 1))
        assert found[144 + lag - 1] == pytest.approx(geary, abs=0.005)


def test_autocorrelation_2d_has_true_intrinsic_states() -> None:
    """Ethane: I(CH3) = 2 and H counts 1, so lag 1 is ln(1 + 2·2 + 6·2·1) = ln 17. Without hydrogens RDKit gives 0."""
    assert vectors.autocorrelation_2d("CC")[40] == pytest.approx(math.log(17), abs=0.001)


def test_autocorrelation_2d_needs_a_bond() -> None:
    with pytest.raises(ToolInputError, match="bond"):
        vectors.autocorrelation_2d("[Na+].[Cl-]")
    with pytest.raises(ToolInputError, match="weights"):
        vectors.autocorrelation_2d("C[Ti](C)(C)C")
    with pytest.raises(ToolInputError, match="at most 1000"):
        vectors.autocorrelation_2d("C" * 400)


@pytest.mark.parametrize("smiles", MOLECULES)
def test_bins_of_one_molecule_share_its_surface(smiles: str) -> None:
    """Every bin set holds the whole surface of the heavy atoms, which is less than Labute's total with hydrogens."""
    totals = [sum(tool(smiles).values()) for tool in (vectors.estate_vsa, vectors.slogp_vsa, vectors.smr_vsa)]
    totals += [
        sum(vectors.custom_property_vsa(smiles, name).values())
        for name in ("mass", "charge", "logp", "molar_refractivity", "estate")
    ]
    assert totals == pytest.approx([totals[0]] * len(totals), rel=1e-9)
    assert 0.75 * labute_surface_area(smiles) < totals[0] < labute_surface_area(smiles)


@pytest.mark.parametrize("smiles", MOLECULES)
def test_named_vectors_agree_with_other_implementations(smiles: str) -> None:
    """RDKit bins logP and MR in C++ with its own edges, and E-state in a separate Python module."""
    logp, refractivity = (vectors.custom_property_vsa(smiles, name).values() for name in ("logp", "molar_refractivity"))
    assert list(logp) == pytest.approx(list(vectors.slogp_vsa(smiles).values()))
    assert list(refractivity) == pytest.approx(list(vectors.smr_vsa(smiles).values()))
    binned = EState_VSA.EState_VSA_(Chem.MolFromSmiles(smiles))
    assert list(vectors.estate_vsa(smiles).values()) == pytest.approx(list(binned))


def test_names_of_the_vectors() -> None:
    assert list(vectors.estate_vsa("CCN")) == [f"EState_VSA{n}" for n in range(1, 12)]
    assert list(vectors.slogp_vsa("CCN")) == [f"SlogP_VSA{n}" for n in range(1, 13)]
    assert list(vectors.smr_vsa("CCN")) == [f"SMR_VSA{n}" for n in range(1, 11)]


def test_estate_vsa_of_a_molecule_by_hand() -> None:
    """Methylamine: both atoms are ends; I(CH3) = 2, I(NH2) = 4, ΔI = 2/4; so S = 1.5 (bin 5) and 4.5 (bin 8)."""
    assert estate_indices("CN") == pytest.approx([1.5, 4.5])
    filled = {name for name, area in vectors.estate_vsa("CN").items() if area > 0}
    assert filled == {"EState_VSA5", "EState_VSA8"}


@settings(max_examples=30, deadline=None)
@given(st.lists(st.floats(min_value=1, max_value=100), min_size=1, max_size=8, unique=True))
def test_any_edges_keep_the_whole_surface(edges: list[float]) -> None:
    found = vectors.custom_property_vsa("CC1CCOC1=O", "mass", tuple(sorted(edges)))
    assert len(found) == len(edges) + 1
    assert sum(found.values()) == pytest.approx(sum(vectors.smr_vsa("CC1CCOC1=O").values()))


def test_an_edge_belongs_to_the_bin_above() -> None:
    found = vectors.custom_property_vsa("CO", "estate", (estate_indices("CO")[0], 6.0))
    assert [area > 0 for area in found.values()] == [False, True, True]


@pytest.mark.parametrize(
    "edges", [(3.0, 2.0), (1.0, 1.0), (float("nan"),), (float("inf"),), tuple(map(float, range(60)))]
)
def test_bad_edges_are_refused(edges: tuple[float, ...]) -> None:
    with pytest.raises(ToolInputError, match="ascending"):
        vectors.custom_property_vsa("CCN", "mass", edges)


def test_unknown_property_and_atoms_are_refused() -> None:
    with pytest.raises(ToolInputError, match="colour"):
        vectors.custom_property_vsa("CCN", "colour")
    for tool in (vectors.slogp_vsa, vectors.smr_vsa, vectors.estate_vsa, vectors.custom_property_vsa):
        with pytest.raises(ToolInputError, match="element"):
            tool("*CC")
    with pytest.raises(ToolInputError, match="counter-ions"):
        vectors.estate_vsa("CC[NH3+].[I-]")
