"""Reactions of rings and of what leaves: no atom is lost, and no radical is made."""

from __future__ import annotations

import pytest
from rdkit import Chem

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry.reactions import named_reaction


def _same(text: str) -> str:
    return Chem.CanonSmiles(text)


# What every textbook has of ring openings: the other end stays where it is.
@pytest.mark.parametrize(
    ("smiles", "reaction", "product"),
    [
        ("C1=CCCC1", "ozonolysis", "O=CCCCC=O"),
        ("CC1=C(C)CCC1", "ozonolysis", "CC(=O)CCCC(C)=O"),
        ("O=C1CCCCO1", "hydrolysis", "OCCCCC(=O)O"),
        ("O=C1CCCCO1", "saponification", "OCCCCC(=O)[O-]"),
        ("O=C1CCCN1", "amide hydrolysis", "NCCCC(=O)O"),
        ("O=C1CCC(=O)O1", "hydrolysis", "OC(=O)CCC(=O)O"),
        ("OC1CCCC1O", "periodate cleavage", "O=CCCCC=O"),
        ("C[N+]1(C)CCCC1", "Hofmann elimination", "C=CCCN(C)C"),
        ("O=C1CCCCO1", "aluminium hydride reduction of an ester", "OCCCCCO"),
        ("CCC#C", "hydrogenation", "CCCC"),
        ("O=COCC", "aluminium hydride reduction of an ester", "CO"),
    ],
)
def test_rings_that_open(smiles: str, reaction: str, product: str) -> None:
    assert named_reaction(smiles, reaction).reaction_product == _same(product)


@pytest.mark.parametrize(
    ("smiles", "reaction", "leaving"),
    [
        ("CCC(=O)OC(C)C", "hydrolysis", "CC(C)O"),
        ("CC(=O)OCc1ccccc1", "saponification", "OCc1ccccc1"),
        ("CC(=O)NCC", "hydrolysis", "CCN"),
        ("CC(OCC)OCC", "acetal hydrolysis", "CCO"),
        ("CCC[N+](C)(C)C", "Hofmann elimination", "CN(C)C"),
    ],
)
def test_what_leaves_is_a_product(smiles: str, reaction: str, leaving: str) -> None:
    assert _same(leaving) in named_reaction(smiles, reaction).further_products


# Joule and Mills, Heterocyclic Chemistry; Clayden 21 for naphthalene: where each is attacked first.
@pytest.mark.parametrize(
    ("smiles", "product"),
    [
        ("c1ccc2ccccc2c1", "Brc1cccc2ccccc12"),
        ("c1ccncc1", "Brc1cccnc1"),
        ("c1ccoc1", "Brc1ccco1"),
        ("c1ccc2[nH]ccc2c1", "Brc1c[nH]c2ccccc12"),
    ],
)
def test_bare_rings(smiles: str, product: str) -> None:
    assert named_reaction(smiles, "aromatic bromination").reaction_product == _same(product)


def test_a_ring_of_which_one_end_would_be_lost_is_refused() -> None:
    # The rule of the haloform reaction takes the methyl group off, which here is none.
    for smiles, reaction in (("O=C1CCCCC1", "haloform reaction"), ("C1CCOCC1", "ozonolysis")):
        with pytest.raises(ToolInputError, match="does not apply"):
            named_reaction(smiles, reaction)


def test_names_near_an_unknown_one_are_told() -> None:
    with pytest.raises(ToolInputError, match="periodate cleavage"):
        named_reaction("CC", "periodate")
