"""Signals of sequences against published examples and other programs."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.biology import _segments_by_scale, signals
from scitoolagent.tools.biology._pdb import HAIRPIN_FILE, HELIX_FILE
from scitoolagent.tools.biology.motifs import modification_sites, myristoylation_sites, nuclear_localization_signals
from scitoolagent.tools.biology.peptide_formula import peptide_formula
from scitoolagent.tools.biology.peptides import peptide_to_smiles
from scitoolagent.tools.biology.predicted_models import MODEL_FILE, mean_plddt
from scitoolagent.tools.biology.signals import (
    disordered_regions,
    membrane_bound,
    overexpression_solubility,
    signal_peptide,
    transmembrane_segments,
)
from scitoolagent.tools.chemistry.composition import molecular_formula

UBIQUITIN = "MQIFVKTLTGKTITLEVEPSDTIENVKAKIQDKEGIPPDQQRLIFAGKQLEDGRTLSDYNIQKESTLHLVLRLRGG"
PROTHYMOSIN = (
    "MSDAAVDTSSEITTKDLKEKKEVVEEAENGRDAPANGNANEENGEQEADNEVDEEEEEGGEEEEEEEEGDGEEEDGDEDEEAESATGKRAAEDDEDDDVDTKKQKTDEDD"
)
# Bovine rhodopsin, UniProt P02699.
RHODOPSIN = (
    "MNGTEGPNFYVPFSNKTGVVRSPFEAPQYYLAEPWQFSMLAAYMFLLIMLGFPINFLTLYVTVQHKKLRTPLNYILLNLAVADLFMVFGGFTTTLYTSLHGYFVFGPTGC"
    "NLEGFFATLGGEIALWSLVVLAIERYVVVCKPMSNFRFGENHAIMGVAFTWVMALACAAPPLVGWSRYIPEGMQCSCGIDYYTPHEETNNESFVIYMFVVHFIIPLIVIFF"
    "CYGQLVFTVKEAAAQQQESATTQKAEKEVTRMVIIMVIAFLICWLPYAGVAFYIFTHQGSDFGPIFMTIPAFFAKTSAVYNPVIYIMMNKQFRNCMVTTLCCGKNPLGDD"
    "EASTTVSKTETSQVAPA"
)


def test_the_matrix_is_the_published_one() -> None:
    path = Path(signals.__file__).with_name("signal_counts.csv")
    rows = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))[1:]
    # 161 signal peptides were aligned, so each position has 161 residues.
    assert [sum(float(row[place]) for row in rows) for place in range(1, 16)] == [161.0] * 15
    # EMBOSS sigcleave on ACH2_DROME, in its documentation: 13.739 for this window.
    window = "LLVLLLLCETVQA" + "NP"
    assert dict(_segments_by_scale.cleavage_scores(window))[13] == pytest.approx(13.739, abs=5e-4)


def test_known_signal_peptides() -> None:
    # Human serum albumin, UniProt P02768: signal peptide 1-18.
    found = signal_peptide("MKWVTFISLLFLFSSAYSRGVFRRDAHKSEVAHRFKDLGEENFK")
    assert found.signal_peptide_found
    assert found.signal_peptides[0]["sequence"] == "MKWVTFISLLFLFSSAYS"
    # Human preproinsulin, UniProt P01308: 1-24.
    insulin = signal_peptide("MALWMRLLPLLALLALWGPDPAAAFVNQHLCGSHLVEALYLVCGERGFFYTPKT")
    assert insulin.signal_peptides[0]["length"] == 24
    # Cytosolic.
    assert not signal_peptide(UBIQUITIN).signal_peptide_found
    assert signal_peptide(UBIQUITIN).signal_peptides == []
    with pytest.raises(ToolInputError, match="15 residues"):
        signal_peptide("MKWVTFISLL")
    assert "does not start with M" in signal_peptide("KWVTFISLLFLFSSAYSRGVFRRDAHKS").signal_note


def test_six_of_the_seven_helices_of_rhodopsin() -> None:
    found = transmembrane_segments(RHODOPSIN)
    # UniProt P02699, transmembrane; the seventh helix has Lys 296, and Kyte and Doolittle's scale passes it over.
    helices = [(37, 61), (74, 96), (111, 133), (153, 173), (203, 224), (253, 274)]
    assert found.transmembrane_count == 6
    for (start, end), segment in zip(helices, found.transmembrane_segments, strict=True):
        middle = (int(segment["start"]) + int(segment["end"])) / 2
        assert start <= middle <= end
    assert transmembrane_segments(UBIQUITIN).transmembrane_count == 0


def test_the_signal_peptide_is_no_membrane_anchor() -> None:
    assert membrane_bound(RHODOPSIN).membrane_bound
    assert not membrane_bound(UBIQUITIN).membrane_bound
    secreted = "MALWMRLLPLLALLALWGPDPAAA" + UBIQUITIN
    assert transmembrane_segments("MALLLLLLLLLLLLLLLAAA" + UBIQUITIN).transmembrane_count == 1
    assert not membrane_bound(secreted).membrane_bound


def test_charge_and_hydropathy_tell_the_disordered() -> None:
    # Uversky et al. 2000, table 1: prothymosin alpha is disordered; ubiquitin is folded.
    assert disordered_regions(PROTHYMOSIN).fold_index < -0.5
    assert disordered_regions(PROTHYMOSIN).disordered_regions[0]["end"] == len(PROTHYMOSIN)
    assert disordered_regions(UBIQUITIN).fold_index > 0
    # By hand: <H> of AAKK = (2 * 6.3/9 + 2 * 0.6/9) / 4, charge 0.5.
    assert _segments_by_scale.fold_index("AAKK") == pytest.approx(2.785 * (2 * 6.3 + 2 * 0.6) / 36 - 0.5 - 1.151)


def test_solubility_by_hand() -> None:
    # One N, G, P, S of ten, two Lys and one Asp: CV = 15.43 * 0.4 - 29.56 * |0.1 - 0.03|.
    result = overexpression_solubility("NGPSKKDAAA")
    expected = 15.43 * 0.4 - 29.56 * 0.07 - 1.71
    assert result.solubility_score == pytest.approx(expected)
    assert not result.soluble_in_ecoli
    assert result.solubility_probability == pytest.approx(0.4934 + 0.276 * expected - 0.0392 * expected**2)
    # Far from the boundary the parabola of the paper would fall again.
    assert overexpression_solubility(PROTHYMOSIN).soluble_in_ecoli
    assert overexpression_solubility(PROTHYMOSIN).solubility_probability == pytest.approx(0.979, abs=1e-3)


def test_patterns_of_sites() -> None:
    # SV40 large T antigen: PKKKRKV (Kalderon et al. 1984); nucleoplasmin: KRPAATKKAGQAKKKK (Robbins et al. 1991).
    names = [record["name"] for record in nuclear_localization_signals("MSTPKKKRKVEDAAKRPAATKKAGQAKKKKLDSG")]
    assert any("bipartite" in str(name) for name in names)
    assert any("monopartite" in str(name) for name in names)
    assert nuclear_localization_signals(UBIQUITIN) == []
    # Src begins MGSNKSK and is myristoylated; a glycine behind another first residue is not.
    assert myristoylation_sites("MGSNKSKPKDASQRRRSLEP")[0]["end"] == 7
    assert myristoylation_sites("GSNKSKPKDASQRRRSLEP")[0]["sequence"] == "GSNKSK"
    assert myristoylation_sites("MAGSNKSKPKDASQ") == []
    assert myristoylation_sites("MGKNKSKPKDASQ") == []
    kinds = {record["name"] for record in modification_sites("MGSNKSKPKDASQRRNRTASC")}
    assert "N-glycosylation site" in kinds
    assert "N-terminal myristoylation site" in kinds
    assert not any("zinc finger" in str(name) for name in kinds)


@pytest.mark.parametrize("chain", ["G", "GG", "ACDEFGHIKLMNPQRSTVWY", "CMMC"])
def test_the_formula_is_that_of_the_molecule(chain: str) -> None:
    """Second implementation: the SMILES of the peptide, counted by RDKit."""
    assert peptide_formula(chain) == molecular_formula(peptide_to_smiles(chain))


def test_the_confidence_of_a_model(tmp_path: Path) -> None:
    # 95.5 - 3.25 |n - 6| for the residues 1 to 13, worked out by hand.
    expected = sum(95.5 - 3.25 * abs(number - 6) for number in range(1, 14)) / 13
    result = mean_plddt(MODEL_FILE)
    assert result.mean_plddt == pytest.approx(expected, abs=0.01)
    assert result.confident_share == pytest.approx(100 * 3 / 13)
    scaled = tmp_path / "fraction.pdb"
    lines = MODEL_FILE.read_text(encoding="utf-8").splitlines()
    scaled.write_text(
        "\n".join(
            f"{line[:60]}{float(line[60:66]) / 100:6.2f}{line[66:]}" if line.startswith("ATOM") else line
            for line in lines
        )
    )
    assert mean_plddt(scaled).mean_plddt == pytest.approx(expected, abs=0.5)


def test_b_factors_are_no_confidence(tmp_path: Path) -> None:
    with pytest.raises(ToolInputError, match="no pLDDT"):
        mean_plddt(HAIRPIN_FILE)
    with pytest.raises(ToolInputError, match="no pLDDT"):
        mean_plddt(HELIX_FILE)
    measured = tmp_path / "measured.pdb"
    measured.write_text("EXPDTA    X-RAY DIFFRACTION\n" + MODEL_FILE.read_text(encoding="utf-8"))
    with pytest.raises(ToolInputError, match="measured"):
        mean_plddt(measured)
