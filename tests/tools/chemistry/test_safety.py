"""The hazard screen as tools."""

from __future__ import annotations

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry.safety import molecule_safety, nucleic_acid_safety, protein_safety

MELITTIN = "GIGAVLKVLTTGLPALISWIKRKRQQ"
MELITTIN_GENE = "GGCATTGGCGCGGTGCTGAAAGTGCTGACCACCGGCCTGCCGGCGCTGATTAGCTGGATTAAACGCAAACGCCAGCAG"


def test_molecules() -> None:
    found = molecule_safety("CC(C)OP(C)(=O)F")  # sarin, CWC 1.A.1
    assert found.verdict == "block"
    assert any("CWC" in reason for reason in found.reasons)
    assert molecule_safety("O").verdict == "clear"


@pytest.mark.parametrize("call", [protein_safety, nucleic_acid_safety])
def test_toxins_and_their_genes(call) -> None:  # type: ignore[no-untyped-def]
    found = call(MELITTIN if call is protein_safety else MELITTIN_GENE)
    assert found.verdict == "confirm"
    assert any("Melittin" in reason for reason in found.reasons)


def test_rna_is_read_as_dna_is() -> None:
    assert nucleic_acid_safety(MELITTIN_GENE.replace("T", "U")).verdict == "confirm"


def test_what_is_harmless_is_clear() -> None:
    assert protein_safety("GIVEQCCTSICSLYQLENYCN").verdict == "clear"  # insulin A chain
    assert nucleic_acid_safety("GGCCAGTGAATTGTAATACGACTCACTATAGGGAGGCGG").verdict == "clear"  # T7 promoter


@pytest.mark.parametrize(
    ("call", "value"),
    [(molecule_safety, "C1CC"), (protein_safety, "MK1T"), (protein_safety, ""), (nucleic_acid_safety, "ACGQ")],
)
def test_what_cannot_be_read_is_an_error_and_never_clear(call, value: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ToolInputError):
        call(value)


def test_what_is_mostly_ambiguous_is_unknown() -> None:
    assert protein_safety("X" * 60).verdict == "unknown"
    assert nucleic_acid_safety("N" * 60).verdict == "unknown"


def test_a_clear_verdict_does_not_say_harmless() -> None:
    from scitoolagent.tools.chemistry.safety import molecule_safety

    assert "does not say that it is harmless" in molecule_safety("CC1CCC(C(C)C)C(O)C1").hazard_note
    assert "may be hazardous" in molecule_safety("c1ccccc1").hazard_note
