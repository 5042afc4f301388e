"""Vectors of descriptors of the molecular graph: eigenvalues, autocorrelations, binned surface areas."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._atoms import estate_values, gasteiger_values, known_elements
from scitoolagent.tools.chemistry._molecule import parse_smiles
from scitoolagent.tools.chemistry._shape import check_weights, finite

if TYPE_CHECKING:
    from rdkit.Chem import Mol

_EXAMPLE = {"smiles": "CC(C)c1ccc(C)cc1O"}
_BCUT_NAMES = tuple(
    f"{prop}_{end}" for prop in ("mass", "gasteiger_charge", "crippen_logp", "crippen_mr") for end in ("high", "low")
)
_MAX_EDGES = 50
# With hydrogens; the paths of RDKit take time with the cube of the size, two minutes at three times this.
_MAX_GRAPH = 1000
# Bins of Labute 2000 for the charge, of Wildman and Crippen's data set for logP and MR, of Hall and Kier for E-state,
# as RDKit has them; those of the mass part the common elements: H | B | C | N | O | F | up to Cl | heavier.
_EDGES: dict[str, tuple[float, ...]] = {
    "mass": (5.0, 11.5, 13.0, 15.0, 17.5, 20.0, 36.0),
    "charge": (-0.30, -0.25, -0.20, -0.15, -0.10, -0.05, 0.0, 0.05, 0.10, 0.15, 0.20, 0.25, 0.30),
    "logp": (-0.40, -0.20, 0.0, 0.10, 0.15, 0.20, 0.25, 0.30, 0.40, 0.50, 0.60),
    "molar_refractivity": (1.29, 1.82, 2.24, 2.45, 2.75, 3.05, 3.63, 3.80, 4.00),
    "estate": (-0.39, 0.29, 0.717, 1.165, 1.54, 1.807, 2.05, 4.69, 9.17, 15.0),
}

Bcut2d = Annotated[
    dict[str, float],
    Semantic(
        "Bcut2d",
        parent="MolecularDescriptor",
        label="BCUT2D descriptors",
        also=("BCUT2D", "BCUT", "BCUT descriptor", "Burden eigenvalues"),
    ),
]
Autocorrelation2d = Annotated[
    list[float],
    Semantic(
        "Autocorrelation2d",
        parent="MolecularDescriptor",
        unit="1",
        label="2D autocorrelation descriptors",
        also=("2D autocorrelation", "autocorrelation 2D", "Moreau-Broto autocorrelation", "Moran autocorrelation"),
    ),
]
EstateVsa = Annotated[
    dict[str, float],
    Semantic(
        "EstateVsa",
        parent="MolecularDescriptor",
        unit="Ao2",
        label="EState VSA",
        also=("EState_VSA", "E-state VSA indices", "surface area binned by E-state"),
    ),
]
SlogpVsa = Annotated[
    dict[str, float],
    Semantic(
        "SlogpVsa",
        parent="MolecularDescriptor",
        unit="Ao2",
        label="SlogP VSA",
        also=("SlogP_VSA", "surface area binned by logP"),
    ),
]
SmrVsa = Annotated[
    dict[str, float],
    Semantic(
        "SmrVsa",
        parent="MolecularDescriptor",
        unit="Ao2",
        label="SMR VSA",
        also=("SMR_VSA", "surface area binned by molar refractivity"),
    ),
]
PropertyVsa = Annotated[
    dict[str, float],
    Semantic(
        "PropertyVsa",
        parent="MolecularDescriptor",
        unit="Ao2",
        label="custom property VSA",
        also=("van der Waals surface area binned by property", "property VSA", "VSA of a custom property"),
    ),
]
AtomPropertyName = Annotated[
    str,
    Semantic(
        "AtomPropertyName",
        parent="Parameter",
        label="property of the atoms to bin by",
        pattern=r"mass|charge|logp|molar_refractivity|estate",
    ),
]
BinEdge = Annotated[float, Semantic("BinEdge", parent="Parameter", unit="1", label="edges of the bins")]


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE, also=("GetBCUT",))
def bcut2d_descriptors(smiles: Smiles) -> Bcut2d:
    """Compute the eight BCUT2D descriptors of a molecule.

    Args:
        smiles: One molecule with at least one heavy atom; implicit hydrogens have no row in the matrix.
    Returns:
        Highest and lowest eigenvalue of the Burden matrix with, on its diagonal, the atomic mass (u), the Gasteiger
        charge (e), Crippen's logP or Crippen's molar refractivity: `mass_high`, `mass_low`, and so on.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or an element has no Gasteiger parameters.
    Source: Pearlman & Smith 1999, doi:10.1021/ci980137x, by `rdMolDescriptors.BCUT2D`.
    """
    from rdkit import rdBase
    from rdkit.Chem import rdMolDescriptors

    mol = parse_smiles(smiles)
    if not mol.GetNumHeavyAtoms():
        raise ToolInputError("BCUT2D needs at least one heavy atom")
    try:
        with rdBase.BlockLogs():
            found = list(rdMolDescriptors.BCUT2D(mol))
    except ValueError as error:
        raise ToolInputError(f"BCUT2D needs Gasteiger charges: {error}; leave out metals and counter-ions") from error
    return dict(zip(_BCUT_NAMES, finite(found, "BCUT2D"), strict=True))


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE, also=("GetAutocorrelation2D",))
def autocorrelation_2d(smiles: Smiles) -> Autocorrelation2d:
    """Compute the 2D autocorrelation descriptors of a molecule.

    The graph has all hydrogens: without them RDKit gets the intrinsic states of the atoms wrong.

    Args:
        smiles: One molecule of 2 to 1000 atoms, hydrogens included; every fragment of a salt counts.
    Returns:
        192 numbers: four blocks ATS (Moreau-Broto), ATSC (centred), MATS (Moran), GATS (Geary); in each the weights
        mass, van der Waals volume, electronegativity, polarizability, ionization potential, I-state; for each the
        lags of 1 to 8 bonds. 0 where no pair of atoms has that distance. Rounded to 0.001.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, has no bond or too many atoms, or an element has no weights.
    Source: Todeschini & Consonni 2009, doi:10.1002/9783527628766, by `rdMolDescriptors.CalcAUTOCORR2D`.
    """
    from rdkit import Chem
    from rdkit.Chem import rdMolDescriptors

    mol = Chem.AddHs(parse_smiles(smiles))
    check_weights(mol, "2D autocorrelation")
    if mol.GetNumAtoms() > _MAX_GRAPH:
        raise ToolInputError(
            f"the molecule has {mol.GetNumAtoms()} atoms with hydrogens, at most {_MAX_GRAPH} are taken"
        )
    if mol.GetNumBonds() == 0:
        raise ToolInputError("2D autocorrelation needs at least one bond")
    return list(finite(list(rdMolDescriptors.CalcAUTOCORR2D(mol)), "2D autocorrelation"))


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE, also=("CalculateEstateVsa",))
def estate_vsa(smiles: Smiles) -> EstateVsa:
    """Compute the EState_VSA descriptors of a molecule.

    Args:
        smiles: One molecule; each atom must have a bond to another heavy atom.
    Returns:
        EState_VSA1 to EState_VSA11 in Å²: Labute surface area of the heavy atoms, summed by ranges of their E-state
        index with edges at -0.39, 0.29, 0.717, 1.165, 1.54, 1.807, 2.05, 4.69, 9.17 and 15.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or an atom has no E-state index.
    Source: Labute 2000, doi:10.1016/S1093-3263(00)00068-1; Hall, Mohney & Kier 1991, doi:10.1021/ci00001a012.
    """
    mol = parse_smiles(smiles)
    return _named("EState_VSA", _binned(mol, "estate", _EDGES["estate"]))


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE)
def slogp_vsa(smiles: Smiles) -> SlogpVsa:
    """Compute the SlogP_VSA descriptors of a molecule.

    Args:
        smiles: One molecule; every fragment of a salt counts.
    Returns:
        SlogP_VSA1 to SlogP_VSA12 in Å²: Labute surface area of the heavy atoms, summed by ranges of Crippen's logP
        contribution with edges at -0.4, -0.2, 0, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5 and 0.6.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: Labute 2000, doi:10.1016/S1093-3263(00)00068-1, by `rdMolDescriptors.SlogP_VSA_`.
    """
    from rdkit.Chem import rdMolDescriptors

    return _named("SlogP_VSA", list(rdMolDescriptors.SlogP_VSA_(known_elements(parse_smiles(smiles)))))


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE)
def smr_vsa(smiles: Smiles) -> SmrVsa:
    """Compute the SMR_VSA descriptors of a molecule.

    Args:
        smiles: One molecule; every fragment of a salt counts.
    Returns:
        SMR_VSA1 to SMR_VSA10 in Å²: Labute surface area of the heavy atoms, summed by ranges of Crippen's molar
        refractivity contribution with edges at 1.29, 1.82, 2.24, 2.45, 2.75, 3.05, 3.63, 3.8 and 4.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: Labute 2000, doi:10.1016/S1093-3263(00)00068-1, by `rdMolDescriptors.SMR_VSA_`.
    """
    from rdkit.Chem import rdMolDescriptors

    return _named("SMR_VSA", list(rdMolDescriptors.SMR_VSA_(known_elements(parse_smiles(smiles)))))


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE, also=("CustomPropertyVSA",))
def custom_property_vsa(
    smiles: Smiles, atom_property: AtomPropertyName = "mass", bin_edges: tuple[BinEdge, ...] = ()
) -> PropertyVsa:
    """Compute the van der Waals surface area of a molecule binned by a property of its atoms.

    Args:
        smiles: One molecule; every fragment of a salt counts. Implicit hydrogens have no area of their own.
        atom_property: mass (u), charge (Gasteiger, e), logp or molar_refractivity (Crippen), estate (Kier-Hall).
        bin_edges: Ascending edges of the bins, at most 50; a usual set for the property when empty.
    Returns:
        Area in Å² of the heavy atoms in each bin, lowest bin first, under names such as `-0.3 to -0.25`; the lower
        edge belongs to the bin.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, the property is unknown or not defined for an atom, or the edges
            do not ascend.
    Source: Labute 2000, doi:10.1016/S1093-3263(00)00068-1, by `rdMolDescriptors.CustomProp_VSA_`.
    """
    if atom_property not in _EDGES:
        raise ToolInputError(f"unknown property {atom_property!r}; take one of {', '.join(_EDGES)}")
    edges = [float(edge) for edge in bin_edges] or list(_EDGES[atom_property])
    ascending = all(low < high for low, high in pairwise(edges))
    if len(edges) > _MAX_EDGES or not ascending or not all(map(math.isfinite, edges)):
        raise ToolInputError(f"bin_edges must be at most {_MAX_EDGES} ascending numbers")
    shown = [repr(edge).removesuffix(".0") for edge in edges]
    names = [f"< {shown[0]}", *(f"{a} to {b}" for a, b in pairwise(shown)), f">= {shown[-1]}"]
    return dict(zip(names, _binned(parse_smiles(smiles), atom_property, tuple(edges)), strict=True))


def _named(prefix: str, areas: list[float]) -> dict[str, float]:
    return {f"{prefix}{number}": float(area) for number, area in enumerate(areas, start=1)}


def _binned(mol: Mol, atom_property: str, edges: tuple[float, ...]) -> list[float]:
    from rdkit.Chem import rdMolDescriptors

    for atom, value in zip(mol.GetAtoms(), _atom_values(known_elements(mol), atom_property), strict=True):
        atom.SetDoubleProp("binned", value)
    bins: Any = list(edges)
    return [float(area) for area in rdMolDescriptors.CustomProp_VSA_(mol, "binned", bins)]


def _atom_values(mol: Mol, atom_property: str) -> list[float]:
    from rdkit.Chem import rdMolDescriptors

    if atom_property == "mass":
        return [atom.GetMass() for atom in mol.GetAtoms()]
    if atom_property == "charge":
        return gasteiger_values(mol)[0]
    if atom_property == "estate":
        return estate_values(mol)
    # A private call of RDKit that its own SlogP_VSA is made of; the public ones give the sums only.
    contributions = rdMolDescriptors._CalcCrippenContribs(mol)
    return [float(pair[0 if atom_property == "logp" else 1]) for pair in contributions]
