"""3-D descriptors against numpy on the same conformer, and against what symmetry demands."""

from __future__ import annotations

import itertools
import json
import math
import random
from typing import Any

import numpy as np
import pytest
from rdkit import Chem

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry import shape
from scitoolagent.tools.chemistry._shape import conformer

TOOLS = {function.__name__: function for function in shape.TOOLS}
CHIRAL = "CC(F)Cl"
RIGID = ["CC(F)Cl", "CC1CCOC1=O", "O=Cc1cccs1", "CNCc1ccoc1"]


def of(name: str, smiles: str) -> Any:
    return TOOLS[name](smiles)


def atoms_of(smiles: str) -> tuple[Any, Any, Any, Any]:
    """Coordinates, masses, atomic numbers and distances of the pinned conformer."""
    mol = conformer(smiles, 1, "")
    places = mol.GetConformer().GetPositions()
    masses = np.array([atom.GetMass() for atom in mol.GetAtoms()])
    numbers = np.array([atom.GetAtomicNum() for atom in mol.GetAtoms()])
    return places, masses, numbers, np.linalg.norm(places[:, None] - places[None], axis=2)


def centred(places: Any, masses: Any) -> Any:
    return places - (masses[:, None] * places).sum(axis=0) / masses.sum()


def inertia(smiles: str) -> Any:
    """Eigenvalues of the textbook inertia tensor, sum of m (r² 1 - r rᵀ)."""
    places, masses, _, _ = atoms_of(smiles)
    rows = centred(places, masses)
    tensor = sum(m * (r @ r * np.eye(3) - np.outer(r, r)) for m, r in zip(masses, rows, strict=True))
    return np.linalg.eigvalsh(tensor)


@pytest.mark.parametrize("smiles", RIGID)
def test_scalars_are_what_their_definitions_give(smiles: str) -> None:
    """numpy on the returned coordinates; both work in double precision, so 1e-5 is only for the eigen solver."""
    places, masses, _, _ = atoms_of(smiles)
    first, second, third = inertia(smiles)
    for order, value in enumerate((first, second, third), start=1):
        assert of(f"principal_moment_{order}", smiles) == pytest.approx(value, rel=1e-5)
    ratios = shape.normalized_moment_ratios(smiles)
    assert (ratios.npr1, ratios.npr2) == pytest.approx((first / third, second / third), rel=1e-5)
    rows = centred(places, masses)
    gyration = (masses[:, None] * rows).T @ rows / masses.sum()
    assert of("radius_of_gyration", smiles) == pytest.approx(math.sqrt(np.trace(gyration)), rel=1e-5)
    assert of("molecular_eccentricity", smiles) == pytest.approx(math.sqrt(third**2 - first**2) / third, rel=1e-5)
    assert of("inertial_shape_factor", smiles) == pytest.approx(second / (first * third), rel=1e-5)
    a, b, c = np.linalg.eigvalsh(gyration)
    expected = ((a - b) ** 2 + (b - c) ** 2 + (a - c) ** 2) / (2 * (a + b + c) ** 2)
    assert of("asphericity", smiles) == pytest.approx(expected, rel=1e-5)
    bare = places - places.mean(axis=0)
    spread = np.linalg.eigvalsh(bare.T @ bare)
    # 1e-9: a flat molecule has none.
    assert of("spherocity_index", smiles) == pytest.approx(3 * spread[0] / spread.sum(), rel=1e-5, abs=1e-9)
    normal = np.linalg.svd(bare)[2][2]
    assert of("plane_of_best_fit", smiles) == pytest.approx(np.abs(bare @ normal).mean(), rel=1e-4)


def test_flat_round_and_linear_molecules() -> None:
    """Flat: PMI1 + PMI2 = PMI3 (perpendicular axes). Rod: NPR (0, 1). Disc: (1/2, 1/2). Ball: (1, 1)."""
    flat = "O=Cc1cccs1"
    # The force field leaves the ring flat to about 0.001 Å, so the sum holds to four digits.
    assert of("principal_moment_1", flat) + of("principal_moment_2", flat) == pytest.approx(
        of("principal_moment_3", flat), rel=1e-4
    )
    assert of("plane_of_best_fit", flat) == pytest.approx(0.0, abs=0.01)
    assert of("spherocity_index", flat) == pytest.approx(0.0, abs=0.001)
    rod = shape.normalized_moment_ratios("N#CC#N")
    assert rod.npr1 == 0.0 and rod.npr2 == pytest.approx(1.0, abs=1e-6)
    assert of("asphericity", "N#CC#N") == pytest.approx(1.0, abs=1e-6)
    assert of("molecular_eccentricity", "N#CC#N") == pytest.approx(1.0, abs=1e-6)
    disc = shape.normalized_moment_ratios("c1ccccc1")
    assert (disc.npr1, disc.npr2) == pytest.approx((0.5, 0.5), abs=1e-3)
    ball = shape.normalized_moment_ratios("FC(F)(F)F")
    assert (ball.npr1, ball.npr2) == pytest.approx((1.0, 1.0), abs=1e-3)
    assert of("asphericity", "FC(F)(F)F") == pytest.approx(0.0, abs=1e-5)


def test_carbon_tetrafluoride_by_hand() -> None:
    """Four F at distance d on a tetrahedron: I = (8/3) m d², Rg² = 4 m d²/M; d is read from the conformer."""
    _, masses, _, distances = atoms_of("FC(F)(F)F")
    bond = distances[1, 0]
    assert of("principal_moment_2", "FC(F)(F)F") == pytest.approx(8 / 3 * 18.998 * bond**2, rel=1e-3)
    assert of("radius_of_gyration", "FC(F)(F)F") == pytest.approx(
        math.sqrt(4 * 18.998 * bond**2 / masses.sum()), rel=1e-3
    )


def test_volume_of_overlapping_spheres() -> None:
    """One sphere: 4/3 π r³. Two: less the lens π (4r + d)(2r - d)²/12. The lattice is good to about 1 %."""
    radius = 1.4  # Bondi's radius of helium
    assert of("molecular_volume", "[He]") == pytest.approx(4 / 3 * math.pi * radius**3, rel=0.01)
    radius = Chem.GetPeriodicTable().GetRvdw(17)
    gap = atoms_of("ClCl")[3][0, 1]
    lens = math.pi * (4 * radius + gap) * (2 * radius - gap) ** 2 / 12
    assert of("molecular_volume", "ClCl") == pytest.approx(8 / 3 * math.pi * radius**3 - lens, rel=0.01)


def test_scattering_and_distribution_are_sums_over_pairs() -> None:
    """Unweighted and mass-weighted (relative to carbon) sums by numpy; the library rounds to 0.001."""
    _, masses, _, distances = atoms_of(CHIRAL)
    pairs = np.triu_indices(len(masses), 1)
    gaps, weights = distances[pairs], (np.outer(masses, masses) / 12.011**2)[pairs]
    morse, radial = of("morse_descriptors", CHIRAL), of("rdf_descriptors", CHIRAL)
    assert len(morse) == 224 and len(radial) == 210
    for step in range(32):
        wave = np.sinc(step * gaps / np.pi)
        assert morse[step] == pytest.approx(wave.sum(), abs=0.0011)
        assert morse[32 + step] == pytest.approx((weights * wave).sum(), abs=0.01)  # its table of masses is rounded
    for step in range(30):
        near = np.exp(-100 * (1 + step / 2 - gaps) ** 2)
        assert radial[step] == pytest.approx(near.sum(), abs=0.0011)
        assert radial[30 + step] == pytest.approx((weights * near).sum(), abs=0.01)


def test_autocorrelation_3d_sums_distances_by_lag() -> None:
    _, masses, _, distances = atoms_of(CHIRAL)
    bonds = Chem.GetDistanceMatrix(conformer(CHIRAL, 1, ""))
    pairs = np.triu_indices(len(masses), 1)
    found = of("autocorrelation_3d", CHIRAL)
    assert len(found) == 80
    for lag in range(1, 11):
        expected = distances[pairs][bonds[pairs] == lag].sum() / len(pairs[0])
        assert found[lag - 1] == pytest.approx(expected, abs=0.0011)


def test_whim_opens_with_the_unweighted_variances() -> None:
    """L1u, L2u, L3u are the eigenvalues of the covariance of the coordinates (Todeschini & Gramatica 1997)."""
    places, _, _, _ = atoms_of(CHIRAL)
    bare = places - places.mean(axis=0)
    expected = np.linalg.eigvalsh(bare.T @ bare / len(bare))[::-1]
    assert of("whim_descriptors", CHIRAL)[:3] == pytest.approx(list(expected), abs=0.0011)
    assert len(of("whim_descriptors", CHIRAL)) == 114


def test_getaway_rank_is_the_dimension_of_the_molecule() -> None:
    """The fifth number is the rank of the centred coordinates (Consonni 2002): 2 when flat, 3 otherwise."""
    assert of("getaway_descriptors", "c1ccccc1")[4] == 2.0
    assert of("getaway_descriptors", CHIRAL)[4] == 3.0
    assert len(of("getaway_descriptors", CHIRAL)) == 273


def test_usr_of_the_centroid_by_hand() -> None:
    """First four of Ballester & Richards: moments of the distances to the centroid."""
    places, _, _, _ = atoms_of(CHIRAL)
    gaps = np.linalg.norm(places - places.mean(axis=0), axis=1)
    skewness = (((gaps - gaps.mean()) / gaps.std()) ** 3).mean()
    found = of("usr_descriptor", CHIRAL)
    assert len(found) == 12
    assert found[:3] == pytest.approx([gaps.mean(), gaps.std(), np.cbrt(skewness)], rel=1e-6)
    categories = of("usrcat_descriptor", CHIRAL)
    assert len(categories) == 60 and categories[:12] == pytest.approx(found)


def test_coulomb_matrix_by_definition() -> None:
    _, _, numbers, distances = atoms_of(CHIRAL)
    found = np.array(of("coulomb_matrix", CHIRAL))
    np.fill_diagonal(distances, 1.0)
    expected = np.outer(numbers, numbers) / distances
    np.fill_diagonal(expected, 0.5 * numbers**2.4)
    assert found == pytest.approx(expected, rel=1e-9)


# A and B of H, C and N with single bonds, and kappa: Raček et al. 2016, additional file 6,
# CCD_gen_DE_RMSD_B3LYP_6311G_NPA.
EEM = {1: (2.5473, 1.1641), 6: (2.7221, 0.6403), 7: (2.9750, 0.9083)}
KAPPA = 0.5125


@pytest.mark.parametrize(("smiles", "charge"), [("CCN", 0), ("CC[NH3+]", 1), ("C[NH2+]CC[NH3+]", 2), ("C[NH-]", -1)])
def test_eem_solves_its_equations(smiles: str, charge: int) -> None:
    """A + B q + κ Σ q/R = χ for every atom, Σ q = the charge of the ion (RDKit itself takes its negative)."""
    _, _, numbers, distances = atoms_of(smiles)
    count = len(numbers)
    np.fill_diagonal(distances, 1.0)
    system = np.zeros((count + 1, count + 1))
    system[:count, :count] = KAPPA / distances
    np.fill_diagonal(system[:count, :count], [EEM[int(z)][1] for z in numbers])
    system[:count, count], system[count, :count] = -1.0, 1.0
    right = [*(-EEM[int(z)][0] for z in numbers), charge]
    expected = np.linalg.solve(system, right)[:count]
    # The library rounds nothing; four digits of the parameters are exact in both.
    assert of("eem_charges", smiles) == pytest.approx(list(expected), abs=1e-4)


@pytest.mark.parametrize("smiles", ["CI", "CP", "C[Si](C)(C)C", "CB(O)O", "C[Se]C"])
def test_eem_refuses_atoms_without_parameters(smiles: str) -> None:
    with pytest.raises(ToolInputError, match="no parameters"):
        of("eem_charges", smiles)


@pytest.mark.parametrize("name", sorted(set(TOOLS) - {"molecular_volume", "coulomb_matrix", "eem_charges"}))
def test_one_atom_has_no_shape(name: str) -> None:
    with pytest.raises(ToolInputError, match="at least"):
        of(name, "[Ne]")


def test_undefined_values_are_refused() -> None:
    with pytest.raises(ToolInputError, match="linear"):
        of("inertial_shape_factor", "ClC#CCl")
    with pytest.raises(ToolInputError, match="not defined"):
        of("getaway_descriptors", "C")  # one heavy atom: H-bond terms divide by zero
    with pytest.raises(ToolInputError, match="weights"):
        of("morse_descriptors", "Cl[Be]Cl")
    with pytest.raises(ToolInputError, match="fragments"):
        of("asphericity", "CC[NH3+].[I-]")
    with pytest.raises(ToolInputError, match="element"):
        of("asphericity", "*CC")


def test_size_is_bounded_before_the_embedding() -> None:
    with pytest.raises(ToolInputError, match="250"):
        of("radius_of_gyration", "C" * 400)


def test_the_conformer_is_pinned() -> None:
    """The same text gives the same numbers, from the cache or not."""
    from scitoolagent.tools.chemistry._shape import _embedded

    before = of("usr_descriptor", "CNCc1ccoc1")
    _embedded.cache_clear()
    assert of("usr_descriptor", "CNCc1ccoc1") == before


# A chiral amine, a double bond with stereochemistry, an isotope, a charged ring, a fused ring.
WRITTEN = ["C[C@H](N)CC(F)Cl", "N/C=C/C#N", "[2H]OCC", "C[NH2+]Cc1ccoc1", "O=C1CCc2ccncc2N1"]


def _rewritten(smiles: str, seed: int) -> tuple[str, list[int]]:
    """Another spelling, and the place in it of each atom of `smiles`, then of each hydrogen, by the atom it is on."""
    mol = Chem.MolFromSmiles(smiles)
    order = list(range(mol.GetNumAtoms()))
    random.Random(seed).shuffle(order)
    shuffled = Chem.RenumberAtoms(mol, order)
    other = Chem.MolToSmiles(shuffled, canonical=False)
    written = [order[place] for place in json.loads(shuffled.GetProp("_smilesAtomOutputOrder").replace(",]", "]"))]
    counts = [mol.GetAtomWithIdx(index).GetTotalNumHs() for index in range(len(written))]
    ends = list(itertools.accumulate((counts[index] for index in written), initial=len(written)))
    hydrogens = []
    for index, count in enumerate(counts):
        start = ends[written.index(index)]
        hydrogens += range(start, start + count)
    return other, [*(written.index(index) for index in range(len(written))), *hydrogens]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("smiles", WRITTEN)
def test_the_spelling_changes_no_value(smiles: str, seed: int) -> None:
    """Only rounding by the order of the sums is left; some descriptors are rounded to 0.001 by the library."""
    other, places = _rewritten(smiles, seed)
    for name in set(TOOLS) - {"coulomb_matrix", "eem_charges"}:
        assert of(name, other) == pytest.approx(of(name, smiles), rel=1e-6, abs=0.0011), name
    assert np.array(of("coulomb_matrix", other))[np.ix_(places, places)] == pytest.approx(
        np.array(of("coulomb_matrix", smiles)), rel=1e-9
    )
    charges = of("eem_charges", other)
    assert [charges[place] for place in places] == pytest.approx(of("eem_charges", smiles), abs=1e-9)


@pytest.mark.parametrize("smiles", [*WRITTEN, "OCC", "C(O)C", "[H][H]", "[2H]O[2H]"])
def test_atoms_come_in_the_order_of_the_text(smiles: str) -> None:
    """Elements, labels, bonds and handedness are those of the molecule as written with its hydrogens behind it."""
    found, expected = conformer(smiles, 1, ""), Chem.AddHs(Chem.MolFromSmiles(smiles))
    for one, other in zip(found.GetAtoms(), expected.GetAtoms(), strict=True):
        assert (one.GetAtomicNum(), one.GetIsotope()) == (other.GetAtomicNum(), other.GetIsotope())
    joined = [
        {frozenset((b.GetBeginAtomIdx(), b.GetEndAtomIdx())) for b in mol.GetBonds()} for mol in (found, expected)
    ]
    assert joined[0] == joined[1]
    Chem.AssignStereochemistryFrom3D(found)
    for mol in (found, expected):
        Chem.AssignStereochemistry(mol, cleanIt=True, force=True)
    if "@" in smiles:
        codes = [[atom.GetPropsAsDict().get("_CIPCode") for atom in mol.GetAtoms()] for mol in (found, expected)]
        written = [place for place, code in enumerate(codes[1]) if code]
        assert written and [codes[0][place] for place in written] == [codes[1][place] for place in written]
