"""Shape and other descriptors of the molecule in space, all from one pinned conformer with hydrogens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._shape import ShapeRow, conformer, finite, make_shape_tool

if TYPE_CHECKING:
    from rdkit.Chem import Mol

_TODESCHINI = "Todeschini & Consonni 2000, doi:10.1002/9783527613106, by `rdMolDescriptors.{call}`."
# Element and highest bond order for which the parameter set of RDKit has an entry; others silently count as zero.
_EEM_TYPES = frozenset(
    {("H", 1), ("C", 1), ("C", 2), ("C", 3), ("N", 1), ("N", 2), ("N", 3), ("O", 1), ("O", 2), ("F", 1)}
    | {("P", 2), ("S", 1), ("S", 2), ("Cl", 1), ("Br", 1)}
)
# A principal moment below this share of the largest one is zero but for rounding: the molecule is linear.
_LINEAR = 1e-6

Npr1 = Annotated[
    float,
    Semantic(
        "Npr1",
        parent="MolecularDescriptor",
        unit="1",
        label="NPR1",
        also=("normalized principal moments ratio 1", "normalised PMI ratio 1", "first normalized principal moment"),
    ),
]
Npr2 = Annotated[
    float,
    Semantic(
        "Npr2",
        parent="MolecularDescriptor",
        unit="1",
        label="NPR2",
        also=("normalized principal moments ratio 2", "normalised PMI ratio 2", "second normalized principal moment"),
    ),
]


@dataclass(frozen=True, slots=True)
class NormalizedMomentRatios:
    npr1: Npr1
    npr2: Npr2


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "Cc1ccc(O)cc1Br"},
    also=("CalculatePmi", "GetNPR1", "GetNPR2", "normalized principal moment of inertia ratios"),
    seconds=180.0,
    supplies=("coordinates", "stereochemistry"),
)
def normalized_moment_ratios(smiles: Smiles) -> NormalizedMomentRatios:
    """Compute the normalized principal moment ratios NPR1 and NPR2 of a molecule.

    Works on one conformer with explicit hydrogens: ETKDGv3 with a pinned seed, then MMFF94 (UFF where MMFF94 has
    no parameters). Another conformer gives other numbers.

    Args:
        smiles: One molecule of one fragment, at most 250 atoms with its hydrogens.
    Returns:
        NPR1 = PMI1/PMI3 and NPR2 = PMI2/PMI3: rod (0, 1), disc (0.5, 0.5), sphere (1, 1).
    Raises:
        ToolInputError: `smiles` is not valid SMILES, has several fragments, is too large, or is a single atom.
        ToolFailedError: no conformer can be made.
    Source: Sauer & Schwarz 2003, doi:10.1021/ci025599w; moments by `rdMolDescriptors.CalcPMI1` to `CalcPMI3`.
    """
    first, second, third = moments(conformer(smiles, 2, "NPR1"))
    return NormalizedMomentRatios(npr1=first / third, npr2=second / third)


def moments(mol: Mol) -> tuple[float, float, float]:
    """The principal moments of inertia in u·Å², ascending; that around the axis of a linear molecule is exactly 0."""
    first, second, third = (_calc(f"CalcPMI{order}", mol) for order in (1, 2, 3))
    return (0.0 if first < _LINEAR * third else float(first), float(second), float(third))


def _calc(name: str, mol: Mol) -> Any:
    from rdkit.Chem import rdMolDescriptors

    return getattr(rdMolDescriptors, name)(mol)


def _inertial_shape(mol: Mol) -> float:
    """RDKit gives 0 where the definition divides by zero."""
    first, second, third = moments(mol)
    if first == 0.0:
        raise ToolInputError("the inertial shape factor is not defined for a linear molecule: PMI1 is zero")
    return second / (first * third)


def _volume(mol: Mol) -> float:
    from rdkit.Chem import rdMolDescriptors

    # No protein rules, no ligand of a protein, no probe: the bare spheres of all atoms.
    spheres: Any = rdMolDescriptors.DoubleCubicLatticeVolume(mol, False, False, 0.0)
    return float(spheres.GetVDWVolume())


def _coulomb(mol: Mol) -> list[list[float]]:
    return [list(row) for row in _calc("CalcCoulombMat", mol)]


def _eem(mol: Mol) -> list[float]:
    from rdkit import Chem

    mol = Chem.Mol(mol)
    Chem.Kekulize(mol, clearAromaticFlags=True)
    for atom in mol.GetAtoms():
        order = int(max([bond.GetBondTypeAsDouble() for bond in atom.GetBonds()], default=1.0))
        if (atom.GetSymbol(), order) not in _EEM_TYPES:
            raise ToolInputError(f"EEM has no parameters for {atom.GetSymbol()} with highest bond order {order}")
    # RDKit solves with minus the total charge, so an ammonium came out at -1; the charges themselves play no other
    # part, and giving it the opposite total on one atom puts the sum right.
    total = Chem.GetFormalCharge(mol)
    first = mol.GetAtomWithIdx(0)
    first.SetFormalCharge(first.GetFormalCharge() - 2 * total)
    charges = finite(_calc("CalcEEMcharges", mol), "EEM charges")
    if abs(sum(charges) - total) > 0.01:
        raise ToolInputError(f"the EEM charges do not add up to the charge {total} of the molecule")
    return list(charges)


def _moment_row(order: int, nth: str, size: str) -> ShapeRow:
    return ShapeRow(
        f"principal_moment_{order}",
        f"PrincipalMoment{order}",
        f"PMI{order}",
        f"Compute the {size} principal moment of inertia (PMI{order}) of a molecule.",
        f"The {size} of the three principal moments of inertia about the centre of mass, in u·Å².",
        f"Sauer & Schwarz 2003, doi:10.1021/ci025599w, by `rdMolDescriptors.CalcPMI{order}`.",
        lambda mol: moments(mol)[order - 1],
        (f"{nth} principal moment of inertia", f"{size} principal moment of inertia", f"PMI {order}"),
        (f"CalculatePMI{order}",),
        unit="u.Ao2",
    )


_ROWS = (
    _moment_row(1, "first", "smallest"),
    _moment_row(2, "second", "middle"),
    _moment_row(3, "third", "largest"),
    ShapeRow(
        "radius_of_gyration",
        "MolecularRadiusOfGyration",
        "radius of gyration of a molecule",
        "Compute the radius of gyration of a molecule.",
        "Root of the mass-weighted mean square distance from the centre of mass, in Å.",
        "Arteca 1991, doi:10.1002/9780470125861.ch5, by `rdMolDescriptors.CalcRadiusOfGyration`.",
        lambda mol: _calc("CalcRadiusOfGyration", mol),
        ("radius of gyration", "gyration radius", "Rg"),
        ("CalculateRadiusOfGyration",),
        unit="Ao",
    ),
    ShapeRow(
        "spherocity_index",
        "SpherocityIndex",
        "spherocity index",
        "Compute the spherocity index of a molecule.",
        "0 for a flat or linear molecule, 1 for equal spread in all directions; no masses.",
        _TODESCHINI.format(call="CalcSpherocityIndex"),
        lambda mol: _calc("CalcSpherocityIndex", mol),
        ("spherocity", "sphericity index", "molecular spherocity"),
        ("CalculateSpherocityIndex",),
    ),
    ShapeRow(
        "asphericity",
        "Asphericity",
        "asphericity",
        "Compute the asphericity of a molecule.",
        "Half the sum of squared differences of the three eigenvalues of the mass-weighted gyration tensor, over the "
        "square of their sum: 0 for a sphere, 0.25 for a flat disc, 1 for a linear molecule.",
        "Baumgaertner 1993, doi:10.1063/1.464827, by `rdMolDescriptors.CalcAsphericity`.",
        lambda mol: _calc("CalcAsphericity", mol),
        ("molecular asphericity", "asphericity index"),
        ("GetAsphericity",),
    ),
    ShapeRow(
        "molecular_eccentricity",
        "MolecularEccentricity",
        "molecular eccentricity",
        "Compute the eccentricity of a molecule.",
        "sqrt(PMI3² - PMI1²)/PMI3: 0 for a sphere, 1 for a rod.",
        "Arteca 1991, doi:10.1002/9780470125861.ch5, by `rdMolDescriptors.CalcEccentricity`.",
        lambda mol: _calc("CalcEccentricity", mol),
        ("eccentricity", "eccentricity of a conformer"),
        ("GetEccentricity",),
    ),
    ShapeRow(
        "inertial_shape_factor",
        "InertialShapeFactor",
        "inertial shape factor",
        "Compute the inertial shape factor of a molecule.",
        "PMI2/(PMI1·PMI3), in 1/(u·Å²).",
        _TODESCHINI.format(call="CalcPMI1` to `CalcPMI3"),
        _inertial_shape,
        ("ISF", "inertia shape factor"),
        ("GetInertialShapeFactor",),
        unit="1/(u.Ao2)",
        least=3,
    ),
    ShapeRow(
        "plane_of_best_fit",
        "PlaneOfBestFit",
        "plane of best fit",
        "Compute the plane of best fit (PBF) score of a molecule.",
        "Mean distance of all atoms from the plane that fits them best, in Å; 0 when flat.",
        "Firth, Brown & Blagg 2012, doi:10.1021/ci300293f, by `rdMolDescriptors.CalcPBF`.",
        lambda mol: _calc("CalcPBF", mol),
        ("PBF", "PBF score", "best-fit plane"),
        ("CalculatePBF",),
        unit="Ao",
        least=3,
    ),
    ShapeRow(
        "molecular_volume",
        "MolecularVolume",
        "molecular volume",
        "Compute the van der Waals volume of a molecule.",
        "Volume of the union of the atomic van der Waals spheres (RDKit's radii), in Å³.",
        "Eisenhaber et al. 1995, doi:10.1002/jcc.540160303, by `rdMolDescriptors.DoubleCubicLatticeVolume`.",
        _volume,
        ("van der Waals volume", "vdW volume", "volume of a molecule"),
        unit="Ao3",
        least=1,
    ),
    ShapeRow(
        "usr_descriptor",
        "UsrDescriptor",
        "USR descriptor",
        "Compute the USR (ultrafast shape recognition) descriptor of a molecule.",
        "12 numbers: mean (Å), standard deviation (Å) and cube root of the skewness of the distances of all atoms to "
        "each of four points: centroid, atom nearest to it, atom farthest from it, atom farthest from that one.",
        "Ballester & Richards 2007, doi:10.1002/jcc.20681, by `rdMolDescriptors.GetUSR`.",
        lambda mol: list(_calc("GetUSR", mol)),
        ("USR", "ultrafast shape recognition"),
        ("GetUSR",),
        unit=None,
        python=list[float],
        least=3,
    ),
    ShapeRow(
        "usrcat_descriptor",
        "UsrcatDescriptor",
        "USRCAT descriptor",
        "Compute the USRCAT descriptor of a molecule.",
        "60 numbers: the 12 of USR for all, then hydrophobic, aromatic, acceptor and donor atoms; zeros for a "
        "class with no atoms.",
        "Schreyer & Blundell 2012, doi:10.1186/1758-2946-4-27, by `rdMolDescriptors.GetUSRCAT`.",
        lambda mol: list(_calc("GetUSRCAT", mol)),
        ("USRCAT", "ultrafast shape recognition with CREDO atom types"),
        ("GetUSRCAT",),
        unit=None,
        python=list[float],
        least=3,
    ),
    ShapeRow(
        "morse_descriptors",
        "MorseDescriptors",
        "3D-MoRSE descriptors",
        "Compute the 3D-MoRSE descriptors of a molecule.",
        "224 numbers: seven weights (none, mass, van der Waals volume, electronegativity, polarizability, ionization "
        "potential, I-state), each at 32 scattering values 0 to 31 Å⁻¹.",
        "Schuur, Selzer & Gasteiger 1996, doi:10.1021/ci950164c, by `rdMolDescriptors.CalcMORSE`.",
        lambda mol: list(_calc("CalcMORSE", mol)),
        ("3D-MoRSE", "MoRSE", "molecule representation of structures based on electron diffraction"),
        ("GetMORSE",),
        python=list[float],
        weighted=True,
    ),
    ShapeRow(
        "rdf_descriptors",
        "RdfDescriptors",
        "radial distribution function descriptors",
        "Compute the radial distribution function (RDF) descriptors of a molecule.",
        "210 numbers: seven weights (none, mass, van der Waals volume, electronegativity, polarizability, ionization "
        "potential, I-state), each at 30 radii 1.0 to 15.5 Å in steps of 0.5 Å.",
        "Hemmer, Steinhauer & Gasteiger 1999, doi:10.1016/S0924-2031(99)00014-4, by `rdMolDescriptors.CalcRDF`.",
        lambda mol: list(_calc("CalcRDF", mol)),
        ("RDF descriptor", "radial distribution function of a molecule", "molecular radial distribution function"),
        ("CalculateRDF",),
        python=list[float],
        weighted=True,
    ),
    ShapeRow(
        "whim_descriptors",
        "WhimDescriptors",
        "WHIM descriptors",
        "Compute the WHIM (weighted holistic invariant molecular) descriptors of a molecule.",
        "114 numbers in RDKit's order: size, shape, symmetry and density along the principal axes, under seven "
        "weights.",
        "Todeschini & Gramatica 1997, doi:10.1002/qsar.19970160203, by `rdMolDescriptors.CalcWHIM`.",
        lambda mol: list(_calc("CalcWHIM", mol)),
        ("WHIM", "weighted holistic invariant molecular descriptor"),
        ("CalculateWHIM",),
        python=list[float],
        weighted=True,
        least=3,
    ),
    ShapeRow(
        "getaway_descriptors",
        "GetawayDescriptors",
        "GETAWAY descriptors",
        "Compute the GETAWAY descriptors of a molecule.",
        "273 numbers in RDKit's order, from the leverages of the atoms and their autocorrelations under seven weights.",
        "Consonni, Todeschini & Pavan 2002, doi:10.1021/ci015504a, by `rdMolDescriptors.CalcGETAWAY`.",
        lambda mol: list(_calc("CalcGETAWAY", mol)),
        ("GETAWAY", "geometry, topology and atom weights assembly"),
        ("GetGETAWAY",),
        python=list[float],
        weighted=True,
        least=3,
    ),
    ShapeRow(
        "autocorrelation_3d",
        "Autocorrelation3D",
        "3D autocorrelation descriptors",
        "Compute the 3D (topological distance based) autocorrelation descriptors of a molecule.",
        "80 numbers: eight weights (none, mass, van der Waals volume, electronegativity, polarizability, ionization "
        "potential, I-state, covalent radius), each at lags of 1 to 10 bonds: the sum of w_i·w_j·distance (Å) over the "
        "pairs at that lag, over the number of all pairs of atoms.",
        "Klein, Kaiser & Ecker 2004, doi:10.1021/ci0342628, by `rdMolDescriptors.CalcAUTOCORR3D`.",
        lambda mol: list(_calc("CalcAUTOCORR3D", mol)),
        ("3D autocorrelation", "autocorrelation 3D", "TDB descriptors"),
        ("GetAutocorrelation3D",),
        python=list[float],
        weighted=True,
    ),
    ShapeRow(
        "coulomb_matrix",
        "CoulombMatrix",
        "Coulomb matrix",
        "Compute the Coulomb matrix of a molecule.",
        "One row for each atom, SMILES atoms first, then hydrogens: Z_i·Z_j/R_ij with R in Å, and 0.5·Z^2.4 on the "
        "diagonal.",
        "Rupp et al. 2012, doi:10.1103/PhysRevLett.108.058301, by `rdMolDescriptors.CalcCoulombMat`.",
        _coulomb,
        ("Coulomb matrix representation",),
        ("GetCoulombMat",),
        unit=None,
        python=list[list[float]],
        least=1,
    ),
    ShapeRow(
        "eem_charges",
        "EemCharges",
        "EEM atomic partial charges",
        "Compute the EEM (electronegativity equalization) partial charge of each atom.",
        "Charges in e, SMILES atoms first, then hydrogens; they add up to the charge of the molecule. H, C, N, O, F, "
        "S, Cl, Br and P with a double bond only.",
        "Raček et al. 2016, doi:10.1186/s13321-016-0171-1 (NPA charges), by `rdMolDescriptors.CalcEEMcharges`.",
        _eem,
        ("EEM charge", "EEM partial charges", "electronegativity equalization method charges"),
        ("GetEEMCharges",),
        unit="[e]",
        python=list[float],
        parent="AtomProperty",
    ),
)

TOOLS = tuple(make_shape_tool(row, __name__) for row in _ROWS)
