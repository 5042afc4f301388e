"""Slips in identifiers are named, with the nearest that is one; what only looks like a code is not."""

from __future__ import annotations

import pytest

from scitoolagent.planner.slips import slips_of
from scitoolagent.records import Query
from scitoolagent.toolkg.store import load_graph


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sequence of P6887l", "'P6887l' is not a valid UniProt accession; did you mean P68871?"),
        ("mass of the UniProt accession P0458", "'P0458' is not a valid UniProt accession"),
        ("resolution of PDB entry 1UBQX", "'1UBQX' is not a valid PDB ID"),
        ("IPR00O719 domain", "'IPR00O719' is not a valid InterPro accession; did you mean IPR000719?"),
        ("chembl CHEBML25", "'CHEBML25' is not a valid ChEMBL ID; did you mean CHEMBL25?"),
    ],
)
def test_a_slip_is_named_with_the_nearest(text: str, said: str) -> None:
    assert list(slips_of(load_graph(), Query(text=text))) == [said]


@pytest.mark.parametrize("text", ["mean of batch A12-3 and S1_rep2", "IL-6 of CD4-positive cells", "UniProt P68871"])
def test_codes_that_nobody_announced_and_valid_ones_are_no_slips(text: str) -> None:
    assert not list(slips_of(load_graph(), Query(text=text)))
