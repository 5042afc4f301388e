"""Named reactions against the examples of textbooks, read forward and backward."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest
from rdkit import Chem

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry import _reactions, _retrosynthesis
from scitoolagent.tools.chemistry._reaction_parts import molecules
from scitoolagent.tools.chemistry._reaction_words import find_of_one, find_of_several
from scitoolagent.tools.chemistry.reactions import (
    map_reaction,
    named_coupling,
    named_reaction,
    reaction_products,
    retrosynthesis_step,
)

ROWS = tomllib.loads(files("scitoolagent.tools.chemistry").joinpath("reactions.toml").read_text(encoding="utf-8"))
EXAMPLES = {row["name"]: row["example"] for row in ROWS["reaction"]}
NAMES = sorted(EXAMPLES)


def same(a: str, b: str) -> bool:
    return Chem.CanonSmiles(a) == Chem.CanonSmiles(b)


@pytest.mark.parametrize("name", NAMES)
def test_each_rule_makes_the_product_of_its_textbook_example_first(name: str) -> None:
    example = EXAMPLES[name]
    mols = [Chem.MolFromSmiles(one) for one in example["reactants"]]
    found = _reactions.outcomes(mols, [rule for rule in _reactions.rules() if rule.name == name])
    best = [one for one in found if one.score == found[0].score]
    made = [part for one in best for text in (one.product, *one.others) for part in text.split(".")]
    assert any(same(example["product"], part) for part in made), made


@pytest.mark.parametrize("name", [rule.name for rule in _reactions.rules() if rule.retro])
def test_each_rule_that_is_read_backwards_finds_reactants_that_make_the_product(name: str) -> None:
    target = EXAMPLES[name]["product"]
    found = _retrosynthesis.disconnections(Chem.MolFromSmiles(target))
    assert name in {one.rule.name for one in found} or any(one.place == 1 for one in found)
    for one in found:
        parts = one.reactants.split(".")
        assert len(parts) == len(one.rule.roles)
        made = _reactions.outcomes([Chem.MolFromSmiles(part) for part in parts], [one.rule])
        assert any(same(target, part) for outcome in made for part in (outcome.product, *outcome.others))


@pytest.mark.parametrize(
    ("reactants", "product"),
    [
        # Vollhardt, Schore: Organic Chemistry, 7th ed.: aspirin, paracetamol, and the nitration of toluene.
        (["O=C(O)c1ccccc1O", "CC(=O)OC(C)=O"], "CC(=O)Oc1ccccc1C(=O)O"),
        (["Nc1ccc(O)cc1", "CC(=O)OC(C)=O"], "CC(=O)Nc1ccc(O)cc1"),
        (["C=CC=C", "O=C1C=CC(=O)O1"], "O=C1OC(=O)C2CC=CCC12"),
        (["CC(C)=CC", "Br"], "CCC(C)(C)Br"),
    ],
)
def test_the_likeliest_product_comes_first(reactants: list[str], product: str) -> None:
    assert same(reaction_products(reactants).reaction_product, product)
    assert same(reaction_products(reactants[::-1]).reaction_product, product)


def test_both_chlorophenols_are_told_and_meta_is_not() -> None:
    made = reaction_products(["Oc1ccccc1", "ClCl"])
    assert same(made.reaction_product, "Oc1ccc(Cl)cc1")
    assert [Chem.CanonSmiles(one) for one in made.further_products] == [Chem.CanonSmiles("Oc1ccccc1Cl")]
    assert "left out" in made.product_reasons


@pytest.mark.parametrize(
    ("smiles", "place"),
    # Where the first nitro group goes, after McMurry: Organic Chemistry, 8th ed., table 16-1.
    [
        ("COc1ccccc1", "COc1ccc([N+](=O)[O-])cc1"),
        ("Clc1ccccc1", "O=[N+]([O-])c1ccc(Cl)cc1"),
        ("O=[N+]([O-])c1ccccc1", "O=[N+]([O-])c1cccc([N+](=O)[O-])c1"),
        ("N#Cc1ccccc1", "N#Cc1cccc([N+](=O)[O-])c1"),
        ("O=Cc1ccccc1", "O=Cc1cccc([N+](=O)[O-])c1"),
        ("CC(=O)Nc1ccccc1", "CC(=O)Nc1ccc([N+](=O)[O-])cc1"),
        ("Cc1ccc([N+](=O)[O-])cc1", "Cc1ccc([N+](=O)[O-])cc1[N+](=O)[O-]"),
    ],
)
def test_nitration_goes_where_the_textbook_says(smiles: str, place: str) -> None:
    assert same(named_reaction(smiles, "nitration").reaction_product, place)


@pytest.mark.parametrize(
    ("reactants", "product"),
    [
        # Clayden 15: SN2 turns the centre over; a bond elsewhere leaves it; a stable cation forgets it.
        (["CC[C@@H](C)Br", "[Na+].[OH-]"], "CC[C@H](C)O"),
        (["CC[C@@H](C)Br", "N"], "CC[C@H](C)N"),
        (["CC[C@@H](C)O", "CC(=O)OC(C)=O"], "CC[C@@H](C)OC(C)=O"),
        (["C[C@@H]1CO1", "CN"], "CNC[C@@H](C)O"),
        (["C[C@H](c1ccccc1)Br", "N"], "CC(N)c1ccccc1"),
        (["CC[C@@H](C)O", "Br"], "CCC(C)Br"),
    ],
)
def test_a_centre_is_inverted_kept_or_left_unwritten(reactants: list[str], product: str) -> None:
    assert same(reaction_products(reactants).reaction_product, product)


def test_a_group_that_migrates_keeps_its_configuration() -> None:
    assert same(named_reaction("CC[C@@H](C)C(N)=O", "Hofmann rearrangement").reaction_product, "CC[C@@H](C)N")
    assert same(named_reaction("CC[C@H](C)C(C)=O", "Baeyer-Villiger oxidation").reaction_product, "CC[C@H](C)OC(C)=O")


def test_toluene_is_nitrated_in_the_ortho_place_most_with_the_shares_told() -> None:
    made = named_reaction("Cc1ccccc1", "nitration")
    places = ["Cc1ccccc1[N+](=O)[O-]", "Cc1ccc([N+](=O)[O-])cc1", "Cc1cccc([N+](=O)[O-])c1"]
    assert [Chem.CanonSmiles(one) for one in places] == [made.reaction_product, *made.further_products]
    assert "63 %" in made.product_reasons and "McMurry" in made.product_reasons


@pytest.mark.parametrize(
    ("smiles", "why"), [("Nc1ccccc1", "ammonium"), ("c1ccncc1", "protonate"), ("Cc1ccncc1", "pyri")]
)
def test_what_nitrating_acid_changes_first_has_no_product(smiles: str, why: str) -> None:
    with pytest.raises(ToolInputError, match=why):
        named_reaction(smiles, "nitration")
    with pytest.raises(ToolInputError, match=why):
        reaction_products([smiles, "O[N+](=O)[O-]"])


def test_hydrogen_on_palladium_changes_all_groups_that_it_reduces() -> None:
    both = named_reaction("C=Cc1ccc([N+](=O)[O-])cc1", "hydrogenation")
    assert same(both.reaction_product, "CCc1ccc(N)cc1")
    assert same(reaction_products(["C=CC=C", "[H][H]"]).reaction_product, "CCCC")
    assert same(named_reaction("C=Cc1ccc([N+](=O)[O-])cc1", "Bechamp reduction").reaction_product, "C=Cc1ccc(N)cc1")


def test_a_tertiary_alcohol_gives_no_ester_with_an_acid() -> None:
    with pytest.raises(ToolInputError, match="does not say"):
        reaction_products(["CC(C)(C)O", "CC(=O)O"])


def test_a_pair_without_a_rule_is_refused_and_not_called_inert() -> None:
    with pytest.raises(ToolInputError, match="does not say that they do not react"):
        reaction_products(["CCCCCC", "CCCCCCC"])
    with pytest.raises(ToolInputError, match="not in the molecule"):
        named_reaction("CCCCCC", "nitration")
    with pytest.raises(ToolInputError, match="the rule of Suzuki coupling"):
        named_coupling(["CCCCCC", "CCO"], "Suzuki coupling")
    with pytest.raises(ToolInputError, match="no named reaction"):
        named_reaction("CCO", "unobtainium coupling")
    with pytest.raises(ToolInputError, match="two or three"):
        reaction_products(["CCO"])
    with pytest.raises(ToolInputError, match="not valid SMILES"):
        reaction_products(["CCO", "notasmiles"])
    with pytest.raises(ToolInputError, match="150 atoms"):
        reaction_products(["C" * 200 + "O", "CC(=O)O"])
    with pytest.raises(ToolInputError, match="cannot be made"):
        retrosynthesis_step("C")


def test_a_name_of_several_reactions_takes_each_that_fits() -> None:
    assert same(named_reaction("CCOC(C)=O", "hydrolysis").reaction_product, "CC(=O)O")
    assert same(named_reaction("N#CCC", "hydrolysis").reaction_product, "CCC(=O)O")


def test_the_reactants_of_a_biaryl_are_those_of_its_coupling() -> None:
    found = retrosynthesis_step("COc1ccc(-c2ccncc2)cc1")
    assert any("B(O)" in one and "Br" in one for one in found.precursors)
    assert any("Suzuki coupling" in one for one in found.reaction_rules)


@pytest.mark.parametrize(
    ("target", "reactants"),
    [
        # Gerhardt 1853; and the textbook's paracetamol of 4-aminophenol and acetic anhydride (Vollhardt, Schore).
        ("CC(=O)Oc1ccccc1C(=O)O", "O=C(O)c1ccccc1O.CC(=O)OC(C)=O"),
        ("CC(=O)Nc1ccc(O)cc1", "Nc1ccc(O)cc1.CC(=O)OC(C)=O"),
    ],
)
def test_the_known_route_comes_first_and_its_rule_with_it(target: str, reactants: str) -> None:
    found = retrosynthesis_step(target)
    assert same(found.precursors[0], reactants)
    assert len(found.reaction_rules) == len(found.precursors)
    assert found.reaction_rules[0].startswith(f"{found.precursors[0]}: acylation")


def test_the_atoms_of_an_ester_keep_their_numbers() -> None:
    made = map_reaction("CC(=O)O.OCC>>CCOC(C)=O")
    before, after = made.mapped_reaction.split(">>")
    numbers = [
        {atom.GetAtomMapNum(): atom.GetSymbol() for atom in Chem.MolFromSmiles(side).GetAtoms() if atom.GetAtomMapNum()}
        for side in (before, after)
    ]
    assert numbers[0] == numbers[1]
    assert len(numbers[1]) == 6  # both carbons of the acid and its C=O, the oxygen and both carbons of ethanol
    # The oxygen of the ester is that of the alcohol: Roberts and Urey 1938, J. Am. Chem. Soc. 60, 2391.
    ester = Chem.MolFromSmiles(after)
    (bridge,) = ester.GetSubstructMatches(Chem.MolFromSmarts("[OX2]"))[0]
    ethanol = Chem.MolFromSmiles(before.split(".")[1])
    assert ester.GetAtomWithIdx(bridge).GetAtomMapNum() in {atom.GetAtomMapNum() for atom in ethanol.GetAtoms()}


@pytest.mark.parametrize("reaction", ["CCO", "CCO>>", ">>CCO", "C.C.C.C>>CC", "CC(=O)O.OCC>>c1ccccc1"])
def test_what_is_no_reaction_of_the_rules_is_not_mapped(reaction: str) -> None:
    with pytest.raises(ToolInputError):
        map_reaction(reaction)


def test_reaction_smiles_are_screened_by_all_their_molecules() -> None:
    assert molecules("CC(=O)O.OCC>[H+]>CCOC(C)=O") == "CC(=O)O.OCC.[H+].CCOC(C)=O"


def test_names_are_found_whole_and_the_longest_first() -> None:
    text = "the Suzuki–Miyaura coupling, then aromatic nitration; denitration is none"
    assert [one[2] for one in find_of_several(text)] == ["Suzuki-Miyaura coupling"]
    assert [one[2] for one in find_of_one(text)] == ["aromatic nitration"]


def test_every_rule_says_its_conditions_and_its_source() -> None:
    for rule in _reactions.rules():
        assert rule.conditions and rule.selectivity and rule.source, rule.name
        assert len(rule.supply) == len(rule.roles), rule.name
