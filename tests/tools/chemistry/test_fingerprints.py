"""Fingerprints against features counted by hand on small molecules."""

from __future__ import annotations

import itertools
import math
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rdkit import Chem

from scitoolagent.errors import ToolInputError
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry
from scitoolagent.tools.chemistry import fingerprints

HASHED = [
    "morgan_fingerprint",
    "feature_morgan_fingerprint",
    "rdkit_fingerprint",
    "rdkit_single_bit_fingerprint",
    "avalon_fingerprint",
    "hashed_atom_pair_fingerprint",
    "topological_torsion_fingerprint",
    "pattern_fingerprint",
    "tautomer_pattern_fingerprint",
    "secfp_fingerprint",
]
BIT_TOOLS = [*HASHED, "maccs_keys", "pharmacophore_fingerprint", "atom_pair_bit_vector"]
PARTS = st.lists(st.sampled_from(["C", "N", "O", "C(=O)", "c1ccoc1", "S", "C(F)"]), min_size=1, max_size=8)


def outputs(name: str, smiles: str, **options: Any) -> dict[str, Any]:
    return call_tool(load_registry()[name], {"smiles": smiles, **options})


def bits(name: str, smiles: str, **options: Any) -> set[int]:
    return set(outputs(name, smiles, **options)["on_bits"])


# Distinct environments by hand. Alkanes: one for each kind of carbon at radius 0, one more for each kind that still
# gains bonds at radius 1 and 2; an environment with the same bonds as another is one feature. Benzene: all atoms alike.
@pytest.mark.parametrize(
    ("smiles", "radius", "features"),
    [
        ("C", 2, 1),
        ("CC", 0, 1),
        ("CC", 2, 2),
        ("CCC", 2, 4),
        ("CCCC", 2, 5),
        ("c1ccccc1", 0, 1),
        ("c1ccccc1", 1, 2),
        ("c1ccccc1", 2, 3),
        ("c1ccccc1", 3, 4),
    ],
)
def test_morgan_environments(smiles: str, radius: int, features: int) -> None:
    assert len(bits("morgan_fingerprint", smiles, radius=radius)) == features


def test_feature_classes_do_not_tell_halogens_apart() -> None:
    assert bits("feature_morgan_fingerprint", "Clc1ccncc1") == bits("feature_morgan_fingerprint", "Brc1ccncc1")
    assert bits("morgan_fingerprint", "Clc1ccncc1") != bits("morgan_fingerprint", "Brc1ccncc1")


# Paths by hand: one length of alkane path each; benzene has paths of 1 to 5 bonds and the ring of 6.
@pytest.mark.parametrize(("smiles", "paths"), [("CC", 1), ("CCC", 2), ("CCCC", 3), ("c1ccccc1", 6)])
def test_rdkit_paths(smiles: str, paths: int) -> None:
    assert len(bits("rdkit_single_bit_fingerprint", smiles)) == paths
    assert len(bits("rdkit_fingerprint", smiles)) == 2 * paths


# Definitions of the public keys (Durant et al. 2002): 22 three-membered ring, 42 F, 88 S, 96 five-membered ring,
# 103 Cl, 134 halogen, 139 OH, 154 C=O, 160 CH3, 161 N, 162 aromatic, 163 six-membered ring, 164 O, 165 ring.
@pytest.mark.parametrize(
    ("smiles", "present", "absent"),
    [
        ("C1CC1", {22, 165}, {96, 160, 161, 162, 163, 164}),
        ("CF", {42, 134, 160}, {103, 139, 161, 164, 165}),
        ("c1ccsc1", {88, 96, 162, 165}, {22, 161, 163, 164}),
        ("OC1CCCCC1=O", {139, 154, 163, 164, 165}, {42, 134, 160, 161, 162}),
        ("Clc1ccncc1", {103, 134, 161, 162, 163, 165}, {42, 139, 160, 164}),
    ],
)
def test_maccs_definitions(smiles: str, present: set[int], absent: set[int]) -> None:
    found = bits("maccs_keys", smiles)
    assert present <= found
    assert not absent & found
    assert outputs("maccs_keys", smiles)["size"] == 167


def test_atom_pair_codes_by_hand() -> None:
    """Carhart's code: distance, then the smaller and the larger atom code of 9 bits; CH3 is 33, CH2 is 34."""
    near, far = 1 + (33 << 5) + (34 << 14), 2 + (33 << 5) + (33 << 14)
    assert outputs("atom_pair_counts", "CCC")["atom_pair_counts"] == {str(far): 1, str(near): 2}
    assert bits("atom_pair_bit_vector", "CCC") == {near, far}
    assert outputs("atom_pair_bit_vector", "CCC")["size"] == 2**23


@given(PARTS)
@settings(max_examples=30, deadline=None)
def test_every_pair_is_counted(parts: list[str]) -> None:
    smiles = "C" + "".join(parts)
    atoms = sum(part.count("C") + part.count("c") + sum(map(part.count, "NOSFo")) for part in parts) + 1
    counts = fingerprints.atom_pair_counts(smiles)
    # Pairs more than 30 bonds apart are left out; eight parts of at most five atoms in a row may be so long.
    assert sum(counts.values()) <= atoms * (atoms - 1) // 2
    if atoms <= 30:
        assert sum(counts.values()) == atoms * (atoms - 1) // 2


def _pairs_by_distance(bonds: list[tuple[int, int]], atoms: int) -> dict[int, int]:
    """Number of pairs at each topological distance, by Floyd and Warshall."""
    far = [[0 if i == j else 99 for j in range(atoms)] for i in range(atoms)]
    for i, j in bonds:
        far[i][j] = far[j][i] = 1
    for k, i, j in itertools.product(range(atoms), repeat=3):
        far[i][j] = min(far[i][j], far[i][k] + far[k][j])
    found: dict[int, int] = {}
    for i, j in itertools.combinations(range(atoms), 2):
        if far[i][j] < 99:
            found[far[i][j]] = found.get(far[i][j], 0) + 1
    return found


@pytest.mark.parametrize(
    ("smiles", "bonds"),
    [
        ("CC(C)CN", [(0, 1), (1, 2), (1, 3), (3, 4)]),
        ("C1CCCCC1O", [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (5, 6)]),
        ("CCCO.CCN", [(0, 1), (1, 2), (2, 3), (4, 5), (5, 6)]),
    ],
)
def test_atom_pairs_hold_every_pair_with_its_distance(smiles: str, bonds: list[tuple[int, int]]) -> None:
    """The lowest five bits of a code are the distance; bonds written down by hand."""
    counts = fingerprints.atom_pair_counts(smiles)
    found: dict[int, int] = {}
    for code, number in counts.items():
        found[int(code) % 32] = found.get(int(code) % 32, 0) + number
    assert found == _pairs_by_distance(bonds, 1 + max(max(bond) for bond in bonds))
    assert bits("atom_pair_bit_vector", smiles) == {int(code) for code in counts}


# Chains of four atoms by hand; the ends of a chain around a ring of three are one atom.
@pytest.mark.parametrize(
    ("smiles", "counts"),
    [
        ("CCC", []),
        ("C1CC1", [1]),
        ("CC(C)C", []),
        ("CCCC", [1]),
        ("CCCCC", [2]),
        ("C1CCCCC1", [6]),
        ("OCCC", [1]),
        ("OCCCC", [1, 1]),
    ],
)
def test_torsions(smiles: str, counts: list[int]) -> None:
    assert list(outputs("topological_torsion_counts", smiles)["torsion_counts"].values()) == counts


def test_estate_by_hand() -> None:
    """Fluoroethane: intrinsic values 2, 1.5 and 8 (Hall & Kier), differences over the square of distance + 1."""
    found = outputs("estate_fingerprint", "CCF")
    assert found["counts"] == {"sCH3": 1, "ssCH2": 1, "sF": 1}
    expected = {"sCH3": 2 + 0.5 / 4 - 6 / 9, "ssCH2": 1.5 - 0.5 / 4 - 6.5 / 4, "sF": 8 + 6 / 9 + 6.5 / 4}
    assert found["sums"] == pytest.approx(expected, abs=1e-9)
    benzene = outputs("estate_fingerprint", "c1ccccc1")
    assert benzene["counts"] == {"aaCH": 6}
    assert benzene["sums"]["aaCH"] == pytest.approx(12.0), "intrinsic value 2 each, no differences"


@pytest.mark.parametrize("smiles", ["C", "[Na+].[Cl-]", "CC(=O)[O-].[Na+]", "*CC", "[2H]C([2H])([2H])CN"])
def test_estate_refuses_atoms_without_an_intrinsic_state(smiles: str) -> None:
    """No neighbour, no element, or a hydrogen that is an atom of its own."""
    with pytest.raises(ToolInputError):
        outputs("estate_fingerprint", smiles)


def test_text_forms_hold_the_same_bits() -> None:
    smiles = "O=C(NC1CCNCC1)c1ccno1"
    text, on = outputs("rdkit_fingerprint_text", smiles), bits("rdkit_fingerprint", smiles)
    assert len(text["binary"]) == 2048
    assert {place for place, digit in enumerate(text["binary"]) if digit == "1"} == on
    octets = bytes.fromhex(text["hexadecimal"])
    assert {8 * place + bit for place, octet in enumerate(octets) for bit in range(8) if octet >> bit & 1} == on


def test_folding_is_or_of_the_halves() -> None:
    smiles = "CCCC"
    full = bits("rdkit_fingerprint", smiles)
    folded = outputs("folded_fingerprint", smiles, density=0.3, smallest=64)
    assert folded["size"] == 64, "six bits never fill 30 % of 64"
    assert set(folded["on_bits"]) == {bit % 64 for bit in full}
    # Six bits are 1.17 % of 512.
    assert outputs("folded_fingerprint", smiles, density=0.0115)["size"] == 512
    untouched = outputs("folded_fingerprint", smiles, density=0.001)
    assert untouched["size"] == 2048


def test_screens_hold_for_substructures() -> None:
    """A screen may never miss: the bits of a part are among the bits of the whole."""
    assert bits("pattern_fingerprint", "c1ccncc1") < bits("pattern_fingerprint", "Clc1ccncc1")
    template = set(fingerprints.tautomer_template_fingerprint("O=c1cccc[nH]1"))
    assert template
    assert template <= bits("tautomer_pattern_fingerprint", "Oc1ccccn1")
    assert not bits("pattern_fingerprint", "O=c1cccc[nH]1") <= bits("pattern_fingerprint", "Oc1ccccn1")


def test_pharmacophore_needs_two_features() -> None:
    assert outputs("pharmacophore_fingerprint", "C") == {"on_bits": [], "size": 39972}
    assert bits("pharmacophore_fingerprint", "NCCCN") != bits("pharmacophore_fingerprint", "NCCCCCCCN")
    with pytest.raises(ToolInputError, match="101 heavy atoms"):
        outputs("pharmacophore_fingerprint", "C" * 101)
    # Each CH(OH) is a donor, an acceptor and a hydrophobic carbon or the like: 25 of them took more than ten seconds.
    with pytest.raises(ToolInputError, match="pharmacophore features"):
        outputs("pharmacophore_fingerprint", "C(O)" * 25)


def test_pharmacophore_length_is_that_of_eight_features_and_seven_bins() -> None:
    """A triplet has a place only where its three bins of distance can be the sides of a triangle."""
    bins = [(2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 8), (8, 100)]

    def possible(sides: tuple[tuple[int, int], ...]) -> bool:
        return all(a[0] <= b[1] + c[1] for a, b, c in itertools.permutations(sides))

    triangles = sum(possible(sides) for sides in itertools.product(bins, repeat=3))
    expected = math.comb(9, 2) * len(bins) + math.comb(10, 3) * triangles
    assert outputs("pharmacophore_fingerprint", "OCCCN")["size"] == expected


def test_shingles_by_hand() -> None:
    """Propane: the end atoms see CC at radius 1 and CCC at radius 2, the middle one C(C)C and nothing beyond."""
    assert sorted(fingerprints.molecular_shingling("CCC")) == ["C(C)C", "CC", "CC", "CCC", "CCC"]
    assert len(bits("secfp_fingerprint", "CCC")) == 3, "one bit a distinct shingle"
    with pytest.raises(ToolInputError, match="no bond"):
        fingerprints.molecular_shingling("C")


# Without aromatic rings: the shingles are Kekulé structures, the SECFP is not.
@pytest.mark.parametrize("smiles", ["CCCN", "CC(C)C1CCC(C)C(O)C1", "OCC1CCNCC1", "CC(=O)NCC=CCl"])
def test_secfp_sets_one_bit_for_each_different_shingle(smiles: str) -> None:
    shingles = len(set(fingerprints.molecular_shingling(smiles)))
    # With n shingles in 65536 places, n²/131072 collide: below one here.
    assert shingles - 1 <= len(bits("secfp_fingerprint", smiles, size=65536)) <= shingles


def test_minhash_estimates_jaccard() -> None:
    left, right = "O=C(NC1CCNCC1)c1ccno1", "O=C(NC1CCNCC1)c1ccco1"
    one, other = (fingerprints.mhfp_fingerprint(smiles) for smiles in (left, right))
    first, second = (set(fingerprints.molecular_shingling(smiles)) for smiles in (left, right))
    assert len(one) == 2048
    assert all(0 <= value < 2**32 for value in one)
    share = sum(a == b for a, b in zip(one, other, strict=True)) / 2048
    # Binomial error of 2048 draws is at most 0.011; four of them.
    assert share == pytest.approx(len(first & second) / len(first | second), abs=0.045)


@given(st.integers(0, 2**30), st.sampled_from([*BIT_TOOLS, "mhfp_fingerprint", "molecular_shingling"]))
@settings(max_examples=80, deadline=None)
def test_the_order_of_the_atoms_does_not_matter(seed: int, name: str) -> None:
    mol = Chem.MolFromSmiles("O=C(NC1CCN(Cc2ccc(F)cc2)CC1)c1ccno1")
    order = list(range(mol.GetNumAtoms()))
    random.Random(seed).shuffle(order)
    other = Chem.MolToSmiles(Chem.RenumberAtoms(mol, order), canonical=False)
    assert outputs(name, other) == outputs(name, Chem.MolToSmiles(mol))


@pytest.mark.parametrize("name", BIT_TOOLS)
def test_writing_does_not_matter_and_structure_does(name: str) -> None:
    assert outputs(name, "OC(=O)c1ccncc1CN") == outputs(name, "NCc1cnccc1C(O)=O")
    assert outputs(name, "OC(=O)c1ccncc1CN") != outputs(name, "OC(=O)c1ccccc1CN")
    found = outputs(name, "OC(=O)c1ccncc1CN")
    assert found["on_bits"] == sorted(set(found["on_bits"]))
    assert max(found["on_bits"]) < found["size"]


@pytest.mark.parametrize("name", HASHED)
def test_length_can_be_chosen(name: str) -> None:
    found = outputs(name, "OC(=O)c1ccncc1CN", size=256)
    assert found["size"] == 256
    assert max(found["on_bits"]) < 256
    for size in (0, -1, 7, 70000):
        with pytest.raises(ToolInputError, match="bits"):
            outputs(name, "CC", size=size)


def test_bad_options() -> None:
    for radius in (-1, 11):
        with pytest.raises(ToolInputError, match="radius"):
            outputs("morgan_fingerprint", "CC", radius=radius)
    for density in (0.0, 1.0, float("nan")):
        with pytest.raises(ToolInputError, match="density"):
            outputs("folded_fingerprint", "CC", density=density)
