"""Peptides as molecules, digests, libraries and random sequences."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rdkit import Chem
from rdkit.Chem import rdMolDescriptors

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import spec_of
from scitoolagent.tools.biology._proteases import PROTEASES
from scitoolagent.tools.biology.peptides import (
    alanine_scan_library,
    overlapping_peptide_library,
    peptide_to_smiles,
    positional_scanning_library,
    protease_digestion,
    random_mutation,
    random_protein_sequence,
    truncation_library,
)
from scitoolagent.tools.biology.protein import protein_monoisotopic_mass

chains = st.text("ACDEFGHIKLMNPQRSTVWY", min_size=1, max_size=30)


def _same(first: str, second: str) -> bool:
    return bool(Chem.CanonSmiles(first) == Chem.CanonSmiles(second))


def test_smiles_of_peptides_drawn_by_hand() -> None:
    assert _same(peptide_to_smiles("GG"), "NCC(=O)NCC(=O)O")
    # PubChem L-alanyl-L-serine, CID 7408098 form, written from its IUPAC name (S,S).
    assert _same(peptide_to_smiles("AS"), "C[C@@H](C(=O)N[C@@H](CO)C(=O)O)N")
    # L-Isoleucine (2S,3S), L-threonine (2S,3R), L-proline (2S) and L-cysteine (2R) by their CIP labels.
    labels = {"I": [("S"), ("S")], "T": ["R", "S"], "P": ["S"], "C": ["R"], "W": ["S"]}
    for letter, wanted in labels.items():
        mol = Chem.MolFromSmiles(peptide_to_smiles(letter))
        assert sorted(label for _, label in Chem.FindMolChiralCenters(mol, useLegacyImplementation=False)) == wanted


@given(chains)
@settings(max_examples=60, deadline=None)
def test_mass_of_the_molecule_is_that_of_the_sequence(sequence: str) -> None:
    # RDKit counts the atoms of the graph, the other tool those of a table of residues.
    mol = Chem.MolFromSmiles(peptide_to_smiles(sequence))
    assert rdMolDescriptors.CalcExactMolWt(mol) == pytest.approx(protein_monoisotopic_mass(sequence), abs=1e-3)
    assert "?" not in [label for _, label in Chem.FindMolChiralCenters(mol, includeUnassigned=True)]


def test_unusual_letters_and_long_chains_are_refused() -> None:
    for letter in "BJOUXZ":
        with pytest.raises(ToolInputError, match=letter):
            peptide_to_smiles(f"MK{letter}")
    with pytest.raises(ToolInputError, match="300"):
        peptide_to_smiles("G" * 301)


def test_tryptic_masses_of_horse_myoglobin() -> None:
    # Published [M+H]+ of the tryptic peptides used as MALDI calibrants.
    chain = "GLSDGEWQQVLNVWGKVEADIAGHGQEVLIRLFTGHPETLEKHGTVVLTALGGILKHPGDFGADAQGAMTKALELFRNDIAAK"
    found = protease_digestion(chain)
    assert found.protonated_masses == pytest.approx(
        [1815.9024, 1606.8547, 1271.6630, 1378.8416, 1502.6693, 748.4352, 631.3410], abs=0.001
    )
    # CODATA 2018: a proton weighs 1.007276466621 u, a hydrogen atom an electron (0.00054858 u) more.
    for neutral, protonated in zip(found.masses, found.protonated_masses, strict=True):
        assert protonated - neutral == pytest.approx(1.007276467, abs=1e-6)
    assert found.cleavage_sites == [16, 31, 42, 56, 71, 77]
    assert "".join(found.peptides) == chain


@pytest.mark.parametrize(
    ("protease", "chain", "peptides_wanted"),
    [
        ("trypsin", "AKPRGKWKPLMRPA", ["AKPR", "GK", "WK", "PLMR", "PA"]),
        ("Lys-C", "AKPRGK", ["AK", "PRGK"]),
        ("Lys-N", "AKPRGK", ["A", "KPRG", "K"]),
        ("Arg-C", "AKPRGK", ["AKPR", "GK"]),
        ("Glu-C", "AEGDEP", ["AE", "GDE", "P"]),
        ("asp n", "AEGDEP", ["AEG", "DEP"]),
        ("chymotrypsin", "AFGYPWMLWA", ["AF", "GYPWMLW", "A"]),
        ("cyanogen bromide", "AMGM", ["AM", "GM"]),
        ("enterokinase", "GDDDDKVM", ["GDDDDK", "VM"]),
        ("Factor Xa", "GIEGRVM", ["GIEGR", "VM"]),
        ("TEV protease", "AENLYFQGA", ["AENLYFQ", "GA"]),
        ("thrombin", "ALVPRGSA", ["ALVPR", "GSA"]),
        ("caspase-3", "ADEVDGA", ["ADEVD", "GA"]),
        ("hydroxylamine", "ANGA", ["AN", "GA"]),
        ("formic acid", "ADPA", ["AD", "PA"]),
        ("proteinase K", "GAGL", ["GA", "GL"]),
        ("thermolysin", "GLDL", ["G", "LDL"]),
    ],
)
def test_rules_by_hand(protease: str, chain: str, peptides_wanted: list[str]) -> None:
    # From the textbook specificity of each enzyme (Keil 1992), worked out on paper.
    assert protease_digestion(chain, protease).peptides == peptides_wanted


@given(chains, st.sampled_from(sorted(PROTEASES)), st.integers(0, 3))
@settings(max_examples=80, deadline=None)
def test_fragments_make_up_the_chain(chain: str, protease: str, missed: int) -> None:
    found = protease_digestion(chain, protease, missed)
    whole = len(found.cleavage_sites) + 1
    assert "".join(found.peptides[:whole]) == chain
    assert all(fragment in chain for fragment in found.peptides)
    # Cutting a chain of n pieces with k missed sites gives n, n - 1, … n - k fragments.
    assert len(found.peptides) == sum(max(whole - k, 0) for k in range(missed + 1))
    # Each cut adds one water.
    water = 18.0105647
    total = sum(found.masses[:whole]) - water * len(found.cleavage_sites)
    assert total == pytest.approx(protein_monoisotopic_mass(chain), abs=1e-4)


def test_bad_digests_are_refused() -> None:
    with pytest.raises(ToolInputError, match="no cleavage rule"):
        protease_digestion("MK", "scissors")
    with pytest.raises(ToolInputError, match="0 to 5"):
        protease_digestion("MK", "trypsin", 6)


def test_libraries_by_hand() -> None:
    assert overlapping_peptide_library("ACDEFGHIK", 4, 2).peptides == ["ACDE", "DEFG", "FGHI", "GHIK"]
    assert overlapping_peptide_library("ACDE", 4, 0).peptides == ["ACDE"]
    assert alanine_scan_library("GAW").peptides == ["AAW", "GAA"]
    assert truncation_library("ACDEF", 3).peptides == ["CDEF", "DEF", "ACDE", "ACD", "CDE"]
    scan = positional_scanning_library("GAW", 2)
    assert len(set(scan.peptides)) == 20
    assert all(peptide[0] + peptide[2] == "GW" for peptide in scan.peptides)
    # Kyte-Doolittle: G -0.4, A 1.8, W -0.9.
    assert alanine_scan_library("GAW").hydropathies == pytest.approx([(1.8 + 1.8 - 0.9) / 3, (-0.4 + 1.8 + 1.8) / 3])


@given(chains, st.integers(1, 30), st.integers(0, 29))
@settings(max_examples=60, deadline=None)
def test_overlapping_peptides_cover_the_chain(chain: str, length: int, overlap: int) -> None:
    length = min(length, len(chain))
    overlap = min(overlap, length - 1)
    found = overlapping_peptide_library(chain, length, overlap).peptides
    assert chain.startswith(found[0])
    assert chain.endswith(found[-1])
    assert {len(peptide) for peptide in found} == {length}


def test_bad_library_options_are_refused() -> None:
    with pytest.raises(ToolInputError):
        overlapping_peptide_library("ACDE", 5, 1)
    with pytest.raises(ToolInputError):
        overlapping_peptide_library("ACDE", 3, 3)
    with pytest.raises(ToolInputError):
        alanine_scan_library("AAA")
    with pytest.raises(ToolInputError):
        truncation_library("ACDE", 4)
    with pytest.raises(ToolInputError):
        positional_scanning_library("ACDE", 5)


@given(chains, st.integers(1, 10_000))
@settings(max_examples=60, deadline=None)
def test_a_mutation_changes_one_residue_as_it_says(chain: str, seed: int) -> None:
    found = random_mutation(chain, seed)
    places = [place for place, (old, new) in enumerate(zip(chain, found.mutant, strict=True)) if old != new]
    assert len(places) == 1
    assert found.mutation == f"{chain[places[0]]}{places[0] + 1}{found.mutant[places[0]]}"
    assert random_mutation(chain, seed) == found


def test_random_sequences_have_the_length_and_follow_the_seed() -> None:
    assert len(random_protein_sequence(137)) == 137
    assert random_protein_sequence(50, 3) == random_protein_sequence(50, 3) != random_protein_sequence(50, 4)
    assert random_protein_sequence(50) != random_protein_sequence(50)
    assert set(random_protein_sequence(5000, 1)) == set("ACDEFGHIKLMNPQRSTVWY")
    for length in (0, -1, 10_001):
        with pytest.raises(ToolInputError):
            random_protein_sequence(length)


def test_tools_that_make_sequences_are_screened() -> None:
    for function in (overlapping_peptide_library, alanine_scan_library, truncation_library, positional_scanning_library,
                     random_mutation, random_protein_sequence):  # fmt: skip
        spec = spec_of(function)
        assert spec is not None
        assert spec.safety == "screened"


def test_long_nonsense_ends_quickly() -> None:
    start = time.perf_counter()
    for function in (peptide_to_smiles, protease_digestion, alanine_scan_library):
        with pytest.raises(ToolInputError):
            function("K" * 100_000)
    assert time.perf_counter() - start < 10.0
