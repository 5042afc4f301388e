"""Counts of atoms, bonds and rings, counted by hand on drawn structures."""

from __future__ import annotations

from typing import Any

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import ToolSpec
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry
from scitoolagent.tools.chemistry import counts


def counts_declared() -> list[ToolSpec]:
    return [spec for spec in load_registry() if spec.function in counts.TOOLS]


def value(name: str, smiles: str) -> Any:
    return next(iter(call_tool(load_registry()[name], {"smiles": smiles}).values()))


THYMOL = "CC(C)c1ccc(C)cc1O"  # C10H14O
QUINUCLIDINE = "C1CN2CCC1CC2"  # bicyclo[2.2.2], C7H13N
SPIRO = "C1CCC2(CC1)OCCO2"  # 1,4-dioxaspiro[4.5]decane, C8H14O2
INDOLINONE = "O=C1Cc2ccccc2N1"  # oxindole: benzene ring, lactam ring


@pytest.mark.parametrize(
    ("name", "smiles", "expected"),
    [
        # C10H14O has 25 atoms, 11 of them heavy.
        ("atom_count", THYMOL, 25),
        ("heavy_atom_count", THYMOL, 11),
        ("hydrogen_count", THYMOL, 14),
        ("carbon_count", THYMOL, 10),
        # Explicit hydrogens must change nothing.
        ("atom_count", "[H]C([H])([H])[H]", 5),
        ("hydrogen_count", "[H]C([H])([H])[H]", 4),
        ("heavy_atom_count", "[H]C([H])([H])[H]", 1),
        ("heteroatom_count", SPIRO, 2),
        ("halogen_count", "FC(F)(F)CBr", 4),
        ("carbon_count", "FC(F)(F)CBr", 2),
        # A cage counts its symmetric rings: bicyclo[2.2.2] has three six-membered ones, of which two are independent.
        ("ring_count", QUINUCLIDINE, 3),
        ("ring_count", SPIRO, 2),
        ("ring_count", "CCCC", 0),
        # Oxindole: the benzene ring is aromatic; the lactam ring shares one of its bonds: aliphatic, not saturated.
        ("aromatic_ring_count", INDOLINONE, 1),
        ("aromatic_carbocycle_count", INDOLINONE, 1),
        ("aromatic_heterocycle_count", INDOLINONE, 0),
        ("aliphatic_ring_count", INDOLINONE, 1),
        ("aliphatic_heterocycle_count", INDOLINONE, 1),
        ("aliphatic_carbocycle_count", INDOLINONE, 0),
        ("saturated_ring_count", INDOLINONE, 0),
        ("heterocycle_count", INDOLINONE, 1),
        # Spiro ketal: cyclohexane and dioxolane, both saturated, one shared atom.
        ("saturated_ring_count", SPIRO, 2),
        ("saturated_carbocycle_count", SPIRO, 1),
        ("saturated_heterocycle_count", SPIRO, 1),
        ("aliphatic_carbocycle_count", SPIRO, 1),
        ("spiro_atom_count", SPIRO, 1),
        ("bridgehead_atom_count", SPIRO, 0),
        ("bridgehead_atom_count", QUINUCLIDINE, 2),
        ("spiro_atom_count", QUINUCLIDINE, 0),
        ("aromatic_heterocycle_count", "c1ccncc1", 1),
        ("aromatic_carbocycle_count", "c1ccncc1", 0),
        # Glycylalaninamide without stereo: two amide bonds; the C-terminal amide counts.
        ("amide_bond_count", "NCC(=O)NC(C)C(N)=O", 2),
        ("amide_bond_count", "CCN", 0),
        # Butylbenzene: ring–CH2, CH2–CH2, CH2–CH2; the bond to CH3 is terminal.
        ("rotatable_bond_count", "CCCCc1ccccc1", 3),
        ("rotatable_bond_count", "CC(=O)NC", 0),
        ("stereocentre_count", "C[C@H](O)C(N)CC", 2),
        ("unspecified_stereocentre_count", "C[C@H](O)C(N)CC", 1),
        # Lipinski counts N and O, and the hydrogens on them; NH2 has two.
        ("lipinski_donor_count", "NCC(=O)O", 3),
        ("lipinski_acceptor_count", "NCC(=O)O", 3),
        ("hydrogen_bond_donor_count", "NCC(=O)O", 2),
        ("hydrogen_bond_acceptor_count", "c1ccncc1", 1),
        ("hydrogen_bond_acceptor_count", "CCCC", 0),
        ("fraction_csp3", THYMOL, 0.4),
        ("fraction_csp3", "C=C", 0.0),
        ("fraction_csp3", "CC", 1.0),
    ],
)
def test_counted_by_hand(name: str, smiles: str, expected: float) -> None:
    assert value(name, smiles) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("name", [spec.name for spec in counts_declared()])
def test_a_deuterium_label_changes_no_count(name: str) -> None:
    # The same compound with and without labels: an OD group does not turn and is a donor, a D is no heavy atom.
    assert value(name, "[2H]C([2H])([2H])CCc1ccccc1O[2H]") == value(name, "CCCc1ccccc1O")


@pytest.mark.parametrize("name", ["atom_count", "heavy_atom_count", "heteroatom_count", "rotatable_bond_count"])
def test_a_wildcard_is_no_atom_to_count(name: str) -> None:
    with pytest.raises(ToolInputError, match="unknown element"):
        value(name, "*CCCl")


@pytest.mark.parametrize(
    ("smiles", "systems"),
    [
        ("CCCC", []),
        ("C1CC1", [[0, 1, 2]]),
        # Biphenyl-like: two rings joined by a bond share no bond.
        ("C1CC1C1CC1", [[0, 1, 2], [3, 4, 5]]),
        # Decalin shares a bond, norbornane two and more, spiropentane an atom only.
        ("C1CCC2CCCCC2C1", [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]]),
        ("C1CC2CCC1C2", [[0, 1, 2, 3, 4, 5, 6]]),
        ("C1CC12CC2", [[0, 1, 2], [2, 3, 4]]),
        # Fluorene written so that the two outer rings are closed first: the middle one joins them.
        ("c1ccc2c(c1)Cc1ccccc1-2", [list(range(13))]),
    ],
)
def test_ring_systems(smiles: str, systems: list[list[int]]) -> None:
    outputs = call_tool(load_registry()["ring_systems"], {"smiles": smiles})
    assert outputs == {"ring_systems": systems, "ring_system_count": len(systems)}


def test_no_carbon_is_no_zero() -> None:
    with pytest.raises(ToolInputError, match="no carbon"):
        value("fraction_csp3", "N")


def test_aromatic_and_aliphatic_rings_are_all_rings() -> None:
    for smiles in (THYMOL, QUINUCLIDINE, SPIRO, INDOLINONE, "c1ccc2ncccc2c1"):
        assert value("aromatic_ring_count", smiles) + value("aliphatic_ring_count", smiles) == value(
            "ring_count", smiles
        )
        assert value("aliphatic_carbocycle_count", smiles) + value("aliphatic_heterocycle_count", smiles) == value(
            "aliphatic_ring_count", smiles
        )
