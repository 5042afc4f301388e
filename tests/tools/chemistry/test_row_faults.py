"""No name gives a structure that cannot be what it means: a neutral atom for an ion, an open valence, no water."""

from __future__ import annotations

import re

import pytest
from rdkit import Chem

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry import _compounds, names
from scitoolagent.tools.chemistry._oxidation import oxidation_states
from scitoolagent.tools.chemistry._row_faults import as_ions, fault


def structure(name: str) -> str:
    return str(Chem.CanonSmiles(names.name_to_smiles(name).smiles))


@pytest.mark.parametrize(
    ("name", "smiles"),
    [
        ("monosodium glutamate", "N[C@@H](CCC(=O)[O-])C(=O)O.[Na+]"),  # the first record has an atom of sodium
        ("selenourea", "NC(N)=[Se]"),
        ("copper(i) oxide", "[O-2].[Cu+].[Cu+]"),
        ("lithium hydride", "[H-].[Li+]"),
        ("epsom salt", "O.O.O.O.O.O.O.O=S(=O)([O-])[O-].[Mg+2]"),
        ("gypsum", "O.O.O=S(=O)([O-])[O-].[Ca+2]"),
        ("nitric oxide", "[N]=O"),  # radicals there are
        ("chlorine dioxide", "[O]Cl=O"),
        ("chloral hydrate", "OC(O)C(Cl)(Cl)Cl"),  # a hydrate without water
    ],
)
def test_a_name_gives_what_it_means(name: str, smiles: str) -> None:
    assert structure(name) == Chem.CanonSmiles(smiles)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("phenethyl", "open valence"),
        ("cesium formate", "neutral atoms"),
        ("magnesium sulphate hydrate", "water is missing"),
        ("yttrium hydroxide", "add up to zero"),
    ],
)
def test_what_the_table_draws_wrongly_is_refused(name: str, why: str) -> None:
    with pytest.raises(ToolInputError, match=why):
        names.name_to_smiles(name)


@pytest.mark.parametrize("name", ["copper oxide", "Silver oxide", "mercury chloride", "iron chloride", "tin oxide"])
def test_a_ratio_that_is_left_open_is_named(name: str) -> None:
    meant = oxidation_states(name)
    assert len(meant) > 1
    assert len({_compounds.by_name(one)[0].formula for one in meant}) == len(meant)
    assert names.compound_name(name) == name  # so that the question's word reaches the refusal
    with pytest.raises(ToolInputError, match=re.escape(f"{meant[0]} or {meant[1]}")):
        names.name_to_smiles(name)


@pytest.mark.parametrize(
    "name", ["sodium chloride", "calcium oxide", "zinc oxide", "aluminum oxide", "water", "silver chloride"]
)
def test_one_oxidation_state_needs_no_number(name: str) -> None:
    assert oxidation_states(name) == ()
    assert names.name_to_smiles(name)


@pytest.mark.parametrize(
    ("formula", "one"), [("c2h6o", "dimethyl ether"), ("C2H6O", "ethanol"), ("c6h12o6", "fructose")]
)
def test_a_formula_of_several_compounds_is_none_of_them(formula: str, one: str) -> None:
    with pytest.raises(ToolInputError, match=f"leaves open.*{one}"):
        names.name_to_smiles(formula)


def test_a_formula_of_one_compound_is_it() -> None:
    assert structure("ch4") == "C"
    assert structure("h2so4") == "O=S(=O)(O)O"


def test_only_whole_ratios_become_ions() -> None:
    assert as_ions("[Cu].[Cu].[O]") == "[O-2].[Cu+].[Cu+]"
    assert as_ions("[Mg].[S]") == "[S-2].[Mg+2]"
    for whole in ("[Li].[O].[Ta]", "CC(=O)O.[Na]", "[Na+].[Cl-]", "CCO", "[Ag]", ""):
        assert as_ions(whole) == whole


def test_groups_of_two_are_no_names_in_a_sentence() -> None:
    """The table lists `dimethyl` for ethane."""
    assert not names.is_known_name("dimethyl")
    assert names.is_known_name("diphenyl")


@pytest.mark.slow
def test_no_name_of_the_table_gives_a_faulty_structure() -> None:
    """Generated: the titles of every 40th record, and of every record whose structure is faulty by itself."""
    rows = [row for row in _compounds.all_rows() if row.title]
    faulty = [row for row in rows[::3] if fault(row, row.title)]
    assert len(faulty) > 300
    for row in (*rows[::40], *faulty):
        try:
            found = names.name_to_smiles(row.title)
        except ToolInputError:
            continue
        mol = Chem.MolFromSmiles(found.smiles)
        atoms = [part for part in Chem.GetMolFrags(mol, asMols=True) if part.GetNumAtoms() == 1]
        alone = {part.GetAtomWithIdx(0).GetSymbol() for part in atoms if not Chem.GetFormalCharge(part)}
        assert mol.GetNumAtoms() == 1 or not {"Li", "Na", "K", "Cs", "Ca", "Ba", "Ag"} & alone, row.title
