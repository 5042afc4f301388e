"""Values of atoms against published tables, hand derivations and rules that hold for every molecule."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rdkit import Chem

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry import atoms

EVERY = (
    atoms.estate_indices, atoms.estate_atom_types, atoms.patty_types, atoms.atom_hybridizations,
    atoms.atom_formal_charges, atoms.oxidation_numbers, atoms.atom_features, atoms.connectivity_invariants,
    atoms.feature_invariants, atoms.atom_pair_codes,
)  # fmt: skip
PARTS = st.lists(
    st.sampled_from(["C", "N", "O", "C(=O)", "c1ccoc1", "S(=O)(=O)", "C(F)", "C#C", "[N+](C)(C)"]),
    min_size=1,
    max_size=6,
)


@settings(max_examples=60, deadline=None)
@given(PARTS)
def test_rules_that_hold_for_every_molecule(parts: list[str]) -> None:
    smiles = "CC" + "".join(parts) + "C"
    mol = Chem.MolFromSmiles(smiles)
    if mol is None:
        return
    for tool in EVERY:
        assert len(tool(smiles)) == mol.GetNumAtoms()
    charge = Chem.GetFormalCharge(mol)
    hydrogens = [atom.GetTotalNumHs() for atom in mol.GetAtoms()]
    assert sum(atoms.atom_formal_charges(smiles)) == charge
    # Every hydrogen here is on C or N, both of higher electronegativity, so it is +1.
    assert sum(atoms.oxidation_numbers(smiles)) + sum(hydrogens) == charge
    gasteiger = atoms.gasteiger_charges(smiles)
    assert sum(gasteiger.atom_charges) + sum(gasteiger.hydrogen_charges) == pytest.approx(charge, abs=1e-6)
    # The perturbations cancel in pairs: the E-states sum to the intrinsic states ((2/N)² δv + 1)/δ.
    table = Chem.GetPeriodicTable()
    states = 0.0
    for atom in mol.GetAtoms():
        level = 2 if atom.GetAtomicNum() < 11 else 3
        valence = table.GetNOuterElecs(atom.GetAtomicNum()) - atom.GetTotalNumHs()
        states += ((2 / level) ** 2 * valence + 1) / atom.GetDegree()
    assert sum(atoms.estate_indices(smiles)) == pytest.approx(states)


# By hand from I and ΔI = Σ (I_i - I_j)/r², r = bonds + 1. Intrinsic states as tabled by Hall, Mohney & Kier 1991:
# CH3 2.0, CH2 1.5, NH2 4.0, =O 7.0, F 8.0, Cl 4.111, -N= 3.0.
@pytest.mark.parametrize(("smiles", "expected"), [
    ("CN", [2 - 2 / 4, 4 + 2 / 4]),
    ("CCF", [2 + 0.5 / 4 - 6 / 9, 1.5 - 0.5 / 4 - 6.5 / 4, 8 + 6.5 / 4 + 6 / 9]),
    ("CN=O", [2 - 1 / 4 - 5 / 9, 3 + 1 / 4 - 4 / 4, 7 + 4 / 4 + 5 / 9]),
    ("CCl", [2 - 2.1111 / 4, 4.1111 + 2.1111 / 4]),
])  # fmt: skip
def test_estate_by_hand(smiles: str, expected: list[float]) -> None:
    assert atoms.estate_indices(smiles) == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize("smiles", ["C", "CC(=O)[O-].[K+]", "[2H]CO", "[H][H]", "*CC"])
def test_estate_refuses_atoms_without_a_state(smiles: str) -> None:
    """RDKit gives 0 for a lone atom and 5 for a hydrogen."""
    with pytest.raises(ToolInputError):
        atoms.estate_indices(smiles)


def test_estate_types() -> None:
    """The names say it: s, d, t, a for the bonds, then element and hydrogens (Hall & Kier 1995, table 1)."""
    assert atoms.estate_atom_types("CC(=O)NCC#N") == ["sCH3", "dssC", "dO", "ssNH", "ssCH2", "tsC", "tN"]
    assert atoms.estate_atom_types("Cc1ccco1") == ["sCH3", "aasC", "aaCH", "aaCH", "aaCH", "aaO"]
    assert atoms.estate_atom_types("[Na+].[Cl-]") == ["untyped", "untyped"]


def test_patty_types() -> None:
    """Bush & Sheridan: amine nitrogen cation, carboxyl anion, ester oxygens acceptors, hydroxyl polar."""
    assert atoms.patty_types("NCCO") == ["CAT", "HYD", "HYD", "POL"]
    assert atoms.patty_types("OC(=O)CCC(=O)OC") == ["ANI", "OTH", "ANI", "HYD", "HYD", "OTH", "ACC", "ACC", "HYD"]


def test_hybridizations() -> None:
    assert atoms.atom_hybridizations("CC=CC#N") == ["sp3", "sp2", "sp2", "sp", "sp"]
    assert atoms.atom_hybridizations("CNC(C)=O") == ["sp3", "sp2", "sp2", "sp3", "sp2"]  # the amide N is conjugated
    assert atoms.atom_hybridizations("FS(F)(F)(F)(F)F")[1] == "sp3d2"
    assert atoms.atom_hybridizations("C[NH3+].[Cl-]") == ["sp3", "sp3", "none"]
    with pytest.raises(ToolInputError, match="element"):
        atoms.atom_hybridizations("*C")


def test_formal_charges() -> None:
    assert atoms.atom_formal_charges("C[N+](=O)[O-]") == [0, 1, 0, -1]
    assert atoms.atom_formal_charges("[Ca+2].[Br-].[Br-]") == [2, -1, -1]


def test_gasteiger_charges_of_the_paper() -> None:
    """Gasteiger & Marsili 1980, table 3: methane C -0.078; fluoromethane C 0.079, F -0.253.

    The paper stops after six iterations, the tool after twelve: 0.002.
    """
    assert atoms.gasteiger_charges("C").atom_charges == pytest.approx([-0.078], abs=0.001)
    assert atoms.gasteiger_charges("CF").atom_charges == pytest.approx([0.079, -0.253], abs=0.002)


def test_gasteiger_charges_of_ions() -> None:
    found = atoms.gasteiger_charges("CC(=O)[O-].[K+]")
    assert found.atom_charges[4] == 1.0
    assert found.atom_charges[2] == pytest.approx(found.atom_charges[3])  # carboxylate oxygens are alike
    for smiles in ("C[Pt]Cl", "C[Se]C", "*C"):
        with pytest.raises(ToolInputError):
            atoms.gasteiger_charges(smiles)


# Textbook: methanol C -2, formamide C +2, carbon dioxide +4, dimethyl sulfone S +2 against C (S is the more
# electronegative), sulfate +6, nitrate +5, permanganate +7, peroxide O -1, dichromate +6.
@pytest.mark.parametrize(("smiles", "expected"), [
    ("CO", [-2, -2]), ("O=CN", [-2, 2, -3]), ("O=C=O", [-2, 4, -2]), ("OO", [-1, -1]),
    ("CS(C)(=O)=O", [-2, 2, -2, -2, -2]), ("[O-]S(=O)(=O)[O-]", [-2, 6, -2, -2, -2]),
    ("[O-][N+](=O)[O-]", [-2, 5, -2, -2]), ("[O-][Mn](=O)(=O)=O", [-2, 7, -2, -2, -2]), ("[Fe+3]", [3]),
    ("[SiH4]", [4]), ("ClCCl", [-1, 0, -1]),
])  # fmt: skip
def test_oxidation_numbers(smiles: str, expected: list[int]) -> None:
    assert atoms.oxidation_numbers(smiles) == expected


def test_atom_features_of_a_known_atom() -> None:
    """The hydroxyl oxygen of an amino alcohol: O, one heavy neighbour, sp3, one hydrogen, neutral."""
    row = atoms.atom_features("NCCO")[3]
    assert len(row) == 49
    hot = {index for index, value in enumerate(row[:-1]) if value == 1.0}
    assert hot == {3, 14 + 1, 21 + 2, 26 + 1, 33 + 1, 43 + 1}
    assert row[-1] == pytest.approx(1 / 4)
    assert atoms.atom_features("Cc1ccco1")[1][42] == 1.0  # aromatic


def test_invariants_tell_surroundings_apart() -> None:
    codes = atoms.connectivity_invariants("CCCC")
    assert codes[0] == codes[3] != codes[1] == codes[2]
    assert atoms.connectivity_invariants("C1CCCCC1")[0] != codes[1]  # ring membership counts
    # Donor 1, acceptor 2, aromatic 4, halogen 8, basic 16, acidic 32 (Gobbi & Poppinger 1998)
    assert atoms.feature_invariants("OCCCl") == [3, 0, 0, 8]
    assert atoms.feature_invariants("c1ccoc1")[0] == 4
    assert atoms.feature_invariants("OC(=O)CC1CC1")[1] & 32


def test_atom_pair_codes_pack_neighbours_pi_and_element() -> None:
    """Low three bits: heavy neighbours; next two: pi electrons; then the place in B C N O F Si P S Cl..., from 0."""
    codes = atoms.atom_pair_codes("CC=NC")
    assert [code & 7 for code in codes] == [1, 2, 2, 1]
    assert [code >> 3 & 3 for code in codes] == [0, 1, 1, 0]
    assert [code >> 5 for code in codes] == [1, 1, 2, 1]
    with pytest.raises(ToolInputError, match="two atoms"):
        atoms.atom_pair_codes("C")


def test_order_is_that_of_the_text() -> None:
    assert atoms.atom_formal_charges("[O-]C(=O)C[NH3+]") == [-1, 0, 0, 0, 1]
    assert atoms.atom_formal_charges("[NH3+]CC(=O)[O-]") == [1, 0, 0, 0, -1]
