"""Surface areas by the published contributions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from rdkit import Chem

from scitoolagent.errors import ToolInputError
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry
from scitoolagent.tools.chemistry._molecule import embed_molecule


def value(name: str, smiles: str, output: str = "") -> Any:
    outputs = call_tool(load_registry()[name], {"smiles": smiles})
    return outputs[output] if output else next(iter(outputs.values()))


@pytest.mark.parametrize(
    ("smiles", "expected"),
    [
        # Ertl et al. 2000, table 1, in Å².
        ("CC(C)C1CCC(C)CC1O", 20.23),  # OH
        ("c1ccc2cnccc2c1", 12.89),  # aromatic n
        ("CCN", 26.02),  # NH2
        ("CNC(C)=O", 12.03 + 17.07),  # NH, =O
        ("CN(C)CC", 3.24),  # N
        ("CCOCC", 9.23),  # O
        ("C1CO1", 12.53),  # O in a ring of three
        ("CCC#N", 23.79),  # nitrile N
        ("c1ccoc1", 13.14),  # aromatic o
        ("c1cc[nH]c1", 15.79),  # aromatic nH
        ("CC[N+](=O)[O-]", 3.01 + 17.07 + 23.06),  # N+, =O, O-
        ("CC[NH3+]", 27.64),  # NH3+
        # Sulfur and phosphorus are left out of the usual TPSA.
        ("CCSC", 0.0),
        ("CP(C)C", 0.0),
        ("CCCC", 0.0),
        # A label changes no surface; all fragments count.
        ("[2H]OC([2H])([2H])C", 20.23),
        ("CCN.CCO", 26.02 + 20.23),
    ],
)
def test_polar_surface_by_the_published_contributions(smiles: str, expected: float) -> None:
    # 1e-2: contributions have two decimals.
    assert value("polar_surface_area", smiles) == pytest.approx(expected, abs=1e-2)


def _sphere(radius: float, neighbours: list[float]) -> float:
    """Labute's sphere less its overlaps; at a single bond the distance is the sum of the radii."""
    overlap = sum(other**2 - other**2 / (radius + other) for other in neighbours)
    return 4 * math.pi * radius**2 - math.pi * radius * overlap


def test_labute_surface_of_small_molecules() -> None:
    # Bond radii in Å (Blue Obelisk): C 0.77, H 0.33. All hydrogens together are one sphere at all heavy atoms.
    carbon, hydrogen = 0.77, 0.33
    methane = _sphere(carbon, [hydrogen]) + _sphere(hydrogen, [carbon])
    ethane = 2 * _sphere(carbon, [carbon, hydrogen]) + _sphere(hydrogen, [carbon, carbon])
    assert value("labute_surface_area", "C") == pytest.approx(methane, abs=1e-6)
    assert value("labute_surface_area", "CC") == pytest.approx(ethane, abs=1e-6)


def test_labute_surface_grows_with_the_molecule() -> None:
    # Labute 2000: the surface is a sum of atom contributions, so a CH2 adds the same each time.
    steps = [value("labute_surface_area", "C" * (n + 1)) - value("labute_surface_area", "C" * n) for n in (5, 6, 7)]
    assert max(steps) - min(steps) < 1e-6
    assert steps[0] > 0


def test_a_label_changes_no_surface() -> None:
    assert value("labute_surface_area", "[2H]C([2H])([2H])CO[2H]") == value("labute_surface_area", "CCO")


@pytest.mark.parametrize(
    ("name", "smiles"),
    [("polar_surface_area", "*OC"), ("labute_surface_area", "*OC"), ("labute_surface_area", "[Og]")],
)
def test_an_unknown_atom_has_no_surface(name: str, smiles: str) -> None:
    with pytest.raises(ToolInputError):
        value(name, smiles)


def _rolled(mol: Any, points: int) -> float:
    """Shrake and Rupley's method: the share of evenly spread points of each sphere that lie in no other sphere."""
    table = Chem.GetPeriodicTable()
    radii = np.array([table.GetRvdw(atom.GetAtomicNum()) + 1.4 for atom in mol.GetAtoms()])
    places = mol.GetConformer().GetPositions()
    steps = np.arange(points) + 0.5
    height, turn = 1 - 2 * steps / points, np.pi * (1 + math.sqrt(5)) * steps
    width = np.sqrt(1 - height**2)
    sphere = np.stack([np.cos(turn) * width, np.sin(turn) * width, height], axis=1)
    total = 0.0
    for number, (place, radius) in enumerate(zip(places, radii, strict=True)):
        distances = np.linalg.norm((place + radius * sphere)[:, None] - places[None], axis=2)
        distances[:, number] = np.inf
        total += 4 * np.pi * radius**2 * (distances >= radii).all(axis=1).mean()
    return float(total)


def test_solvent_accessible_area_of_spheres() -> None:
    # One atom: the whole sphere, van der Waals radius of helium 1.4 Å (Bondi 1964).
    assert value("solvent_accessible_area", "[He]") == pytest.approx(4 * math.pi * 2.8**2, abs=1e-3)
    # Two equal spheres of radius R at distance d: 4πR² + 2πRd, from the formula of the spherical cap.
    first, second = embed_molecule("[H][H]").GetConformer().GetPositions()
    exact = 4 * math.pi * 2.6**2 + 2 * math.pi * 2.6 * math.dist(first, second)
    # 1.5 %: the library cuts the spheres into slices.
    assert value("solvent_accessible_area", "[H][H]") == pytest.approx(exact, rel=0.015)


@pytest.mark.parametrize("smiles", ["CCO", "CC(C)c1ccc(C)cc1O", "FC(F)(F)CBr"])
def test_solvent_accessible_area_by_another_algorithm(smiles: str) -> None:
    # 1 %: slices here, points there.
    assert value("solvent_accessible_area", smiles) == pytest.approx(_rolled(embed_molecule(smiles), 4000), rel=0.01)


def test_solvent_accessible_area_needs_one_piece() -> None:
    with pytest.raises(ToolInputError, match="fragments"):
        value("solvent_accessible_area", "CC.O")
