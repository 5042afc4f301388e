"""Molecular weights of DNA and RNA."""

from __future__ import annotations

import pytest
from Bio.SeqUtils import molecular_weight
from hypothesis import given, settings
from hypothesis import strategies as st

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.biology.dna_mass import TOOLS, rna_mass

BY_NAME = {function.__name__: function for function in TOOLS}
SINGLE = BY_NAME["single_stranded_linear_dna_mass"]


def test_masses_of_known_molecules() -> None:
    # PubChem: 2'-deoxyadenosine 251.24, dAMP 331.22, AMP 347.22 g/mol.
    assert SINGLE("A", "hydroxyl") == pytest.approx(251.24, abs=0.01)
    assert SINGLE("A") == pytest.approx(331.22, abs=0.01)
    assert rna_mass("A") == pytest.approx(347.22, abs=0.01)
    # Oligo dT20 with free hydroxyls: 20 thymidines of 242.23 joined by 19 HPO2 (61.98): 6022 g/mol.
    assert SINGLE("T" * 20, "5'-hydroxyl") == pytest.approx(20 * 242.23 + 19 * (63.98 - 2.016), abs=0.5)


@given(st.text("ACGT", min_size=1, max_size=60))
@settings(deadline=None)
def test_masses_agree_with_biopython(sequence: str) -> None:
    for name, function in BY_NAME.items():
        other = molecular_weight(sequence, "DNA", double_stranded="double" in name, circular="circular" in name)
        # Biopython sums masses of nucleotides rounded to four digits.
        assert function(sequence) == pytest.approx(other, abs=2e-4 * len(sequence) + 1e-3), name
    rna = sequence.replace("T", "U")
    assert rna_mass(rna) == pytest.approx(molecular_weight(rna, "RNA"), abs=1e-4 * len(sequence) + 1e-3)


def test_the_family_is_four_tools_with_their_own_types() -> None:
    assert len(BY_NAME) == 4
    names = {function.__tool_spec__.outputs[0].semantic.name for function in TOOLS}  # type: ignore[attr-defined]
    assert len(names) == 4


def test_bad_input_is_refused() -> None:
    for function in TOOLS:
        with pytest.raises(ToolInputError, match="looks like a protein"):
            function("GAVLK")
        with pytest.raises(ToolInputError, match="several bases"):
            function("GANN")
    with pytest.raises(ToolInputError, match="phosphate or hydroxyl"):
        SINGLE("ACGT", "methyl")
