"""Polymers and mixtures have no one structure, and an anion is not its acid."""

from __future__ import annotations

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry import names
from scitoolagent.tools.chemistry._open_names import why_open


@pytest.mark.parametrize("name", [
    "polybutene", "Poly(butyl acrylate)", "polyvinyl fluoride", "poly-L-leucine", "PVC", "PEG 600",
    "Tween-60", "nylon 6", "ligroin", "benzin", "piranha solution", "polysorbate 60", "Triton X-114",
])  # fmt: skip
def test_polymers_and_mixtures_are_refused(name: str) -> None:
    assert names.compound_name(name) == name  # so that the question's word reaches the refusal
    with pytest.raises(ToolInputError, match="no one structure"):
        names.name_to_smiles(name)


@pytest.mark.parametrize(
    "name", ["polythiazide", "styrene", "1-butene", "pet", "peg", "triethylene glycol", "tetraglyme"]
)
def test_compounds_are_not(name: str) -> None:
    assert not why_open(name)


@pytest.mark.parametrize("name", ["trihydrate", "hydrate", "Anhydrous", "monohydrate"])
def test_water_of_crystallisation_is_no_compound(name: str) -> None:
    assert names.compound_name(name) is None
    with pytest.raises(ToolInputError, match="no compound"):
        names.name_to_smiles(name)


@pytest.mark.parametrize(
    ("name", "acid"), [("gallate", "gallic acid"), ("urate", "uric acid"), ("glutarate", "glutaric acid")]
)
def test_an_anion_is_not_its_acid(name: str, acid: str) -> None:
    with pytest.raises(ToolInputError, match=f"anion.*{acid}"):
        names.name_to_smiles(name)
    assert names.name_to_smiles(acid).smiles


@pytest.mark.parametrize("name", ["butyrate", "methotrexate", "ethyl acetate", "oxalate"])
def test_ions_and_esters_are_looked_up(name: str) -> None:
    assert names.name_to_smiles(name).smiles
