"""A compound said twice in one breath: found where both notations mean one structure, left where they do not."""

from __future__ import annotations

import pytest

from scitoolagent.tools.chemistry._said_again import find_said_again


def _left(text: str) -> str:
    for start, end in sorted(find_said_again(text), reverse=True):
        text = text[:start] + text[end:]
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("logP of aspirin (50-78-2)", "logP of aspirin"),
        ("logP of aspirin (CAS: 50-78-2) and of menthol", "logP of aspirin and of menthol"),
        ("weight of caffeine (CN1C=NC2=C1C(=O)N(C(=O)N2C)C)?", "weight of caffeine ?"),
        ("weight of camphor (C10H16O)", "weight of camphor"),
        ("18 g of urea, CO(NH2)2, in 240 g water", "18 g of urea in 240 g water"),
        ("0.1 M acetic acid (CAS 64-19-7, pKa 4.76)", "0.1 M acetic acid (pKa 4.76)"),
        ("molar mass of CO(NH2)2 (urea)", "molar mass of CO(NH2)2"),
        ("weight of caffeine (RYYVLZVUVIJVGH-UHFFFAOYSA-N)", "weight of caffeine"),
    ],
)
def test_what_is_said_again_is_found(text: str, left: str) -> None:
    assert _left(text) == left


@pytest.mark.parametrize(
    "text",
    [
        "TPSA of ibuprofen (CAS 50-78-2)",  # that of aspirin
        "logP of caffeine (CCO)",
        "weight of camphor (C10H18O)",
        "weight of glucose (C6H12O6-)",
        "is menthol (racemic) chiral",
        "logP of aspirin (50-78-3)",  # no CAS number
        "weight of borneol (fenchol)",
    ],
)
def test_another_compound_stays(text: str) -> None:
    assert _left(text) == text


def test_a_label_of_an_atom_hides_no_group() -> None:
    from scitoolagent.errors import ToolInputError
    from scitoolagent.tools.chemistry._molecule import parse_smiles

    assert parse_smiles("CC* |$;;_AP1$|").GetNumAtoms() == 3
    assert parse_smiles("C[*:1]").GetNumAtoms() == 2
    with pytest.raises(ToolInputError, match="labelled 'Me'"):
        parse_smiles("CC* |$;;Me$|")
