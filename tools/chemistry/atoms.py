"""Values of each atom of a molecule, in the order of the atoms in the SMILES."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._atoms import estate_values, gasteiger_values, known_elements
from scitoolagent.tools.chemistry._molecule import parse_smiles

_EXAMPLE = {"smiles": "CC(C)c1ccc(C)cc1O"}

EstateIndices = Annotated[
    list[float],
    Semantic(
        "EstateIndices",
        parent="AtomProperty",
        unit="1",
        label="E-state indices",
        also=("EState indices", "electrotopological state indices", "E-state index of each atom"),
    ),
]
EstateAtomTypes = Annotated[
    list[str],
    Semantic(
        "EstateAtomTypes",
        parent="AtomProperty",
        label="E-state atom types",
        also=("EState types of atoms", "EState atom types", "electrotopological atom types"),
    ),
]
PattyTypes = Annotated[
    list[str],
    Semantic(
        "PattyTypes",
        parent="AtomProperty",
        label="Patty types",
        also=("Patty atom types", "PATTY types of atoms", "binding property class of each atom"),
    ),
]
AtomHybridizations = Annotated[
    list[str],
    Semantic(
        "AtomHybridizations",
        parent="AtomProperty",
        label="hybridization of each atom",
        also=("hybridization", "hybridisation", "hybridization state", "atom hybridization"),
    ),
]
AtomFormalCharges = Annotated[
    list[int],
    Semantic(
        "AtomFormalCharges",
        parent="AtomProperty",
        unit="[e]",
        label="formal charge of each atom",
        also=("formal charges of atoms", "atomic formal charges"),
    ),
]
GasteigerCharges = Annotated[
    list[float],
    Semantic(
        "GasteigerCharges",
        parent="AtomProperty",
        unit="[e]",
        label="Gasteiger charges",
        also=("Gasteiger partial charges", "Gasteiger-Marsili charges", "PEOE charges"),
    ),
]
GasteigerHydrogenCharges = Annotated[
    list[float],
    Semantic(
        "GasteigerHydrogenCharges",
        parent="AtomProperty",
        unit="[e]",
        label="Gasteiger charges of the hydrogens on each atom",
    ),
]
OxidationNumbers = Annotated[
    list[int],
    Semantic(
        "OxidationNumbers",
        parent="AtomProperty",
        unit="1",
        label="oxidation numbers",
        also=("oxidation number of each atom", "oxidation states of the atoms of a molecule"),
    ),
]
AtomFeatures = Annotated[
    list[list[float]],
    Semantic(
        "AtomFeatures",
        parent="AtomProperty",
        unit="1",
        label="atom features",
        also=("atom feature vector", "atom feature vectors", "features of each atom"),
    ),
]
ConnectivityInvariants = Annotated[
    list[int],
    Semantic(
        "ConnectivityInvariants",
        parent="AtomProperty",
        label="connectivity invariants",
        also=("ECFP invariants", "ECFP atom invariants", "connectivity invariant"),
    ),
]
FeatureInvariants = Annotated[
    list[int],
    Semantic(
        "FeatureInvariants",
        parent="AtomProperty",
        label="feature invariants",
        also=("FCFP invariants", "FCFP atom invariants", "feature invariant"),
    ),
]
AtomPairCodes = Annotated[
    list[int],
    Semantic(
        "AtomPairCodes",
        parent="AtomProperty",
        label="atom-pair codes",
        also=("atom pair code", "atom code of each atom", "atom code hash"),
    ),
]


@dataclass(frozen=True, slots=True)
class GasteigerResult:
    atom_charges: GasteigerCharges
    hydrogen_charges: GasteigerHydrogenCharges


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE, also=("CalculateEstateIndices",))
def estate_indices(smiles: Smiles) -> EstateIndices:
    """Compute the Kier-Hall E-state index of each atom of a molecule.

    Args:
        smiles: One molecule; each atom must have a bond to another heavy atom.
    Returns:
        One index for each heavy atom, in the order of the SMILES.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or an atom has no heavy neighbour or is a written hydrogen.
    Source: Hall, Mohney & Kier 1991, doi:10.1021/ci00001a012, by `EState.EStateIndices`.
    """
    return estate_values(parse_smiles(smiles))


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE, also=("TypeAtomsInMolecule",))
def estate_atom_types(smiles: Smiles) -> EstateAtomTypes:
    """Assign the E-state atom type of each atom of a molecule.

    Args:
        smiles: One molecule; every fragment of a salt counts.
    Returns:
        One name such as `ssCH2` for each atom, in the order of the SMILES: the bonds (s single, d double, t triple,
        a aromatic), the element, the hydrogens. `untyped` where no type fits; several are joined by `|`.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: Hall & Kier 1995, doi:10.1021/ci00028a014, by `EState.AtomTypes.TypeAtoms`.
    """
    from rdkit.Chem.EState.AtomTypes import TypeAtoms

    return ["|".join(names) or "untyped" for names in TypeAtoms(parse_smiles(smiles))]


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE, also=("AssignPattyTypes",))
def patty_types(smiles: Smiles) -> PattyTypes:
    """Assign the Patty (binding property) type of each atom of a molecule.

    Args:
        smiles: One molecule; every fragment of a salt counts.
    Returns:
        One of CAT (cation), ANI (anion), POL (polar, donor and acceptor), DON (donor), ACC (acceptor),
        HYD (hydrophobic), OTH (other) for each atom, in the order of the SMILES.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: Bush & Sheridan 1993, doi:10.1021/ci00015a015, by `AtomPairs.Sheridan.AssignPattyTypes`.
    """
    from rdkit.Chem.AtomPairs.Sheridan import AssignPattyTypes

    return [str(name) for name in AssignPattyTypes(parse_smiles(smiles))]


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE, also=("GetHybridization",))
def atom_hybridizations(smiles: Smiles) -> AtomHybridizations:
    """Determine the hybridization of each atom of a molecule.

    Args:
        smiles: One molecule; every fragment of a salt counts.
    Returns:
        `sp`, `sp2`, `sp3`, `sp2d`, `sp3d`, `sp3d2` or `s` for each atom, in the order of the SMILES; `none` for an
        atom without any bond. Lone pairs next to a double bond or an aromatic ring are conjugated, so sp2.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or an atom is a wildcard.
    Source: RDKit's rules, by `Atom.GetHybridization`.
    """
    atoms = known_elements(parse_smiles(smiles)).GetAtoms()
    return [str(atom.GetHybridization()).lower() if atom.GetTotalDegree() else "none" for atom in atoms]


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE, also=("GetFormalChargeOfAtoms",))
def atom_formal_charges(smiles: Smiles) -> AtomFormalCharges:
    """Read the formal charge of each atom of a molecule.

    Args:
        smiles: One molecule; every fragment of a salt counts.
    Returns:
        One charge in e for each atom, in the order of the SMILES.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: The SMILES itself, by `Atom.GetFormalCharge`.
    """
    return [atom.GetFormalCharge() for atom in parse_smiles(smiles).GetAtoms()]


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE)
def gasteiger_charges(smiles: Smiles) -> GasteigerResult:
    """Compute the Gasteiger-Marsili partial charge of each atom of a molecule.

    Args:
        smiles: One molecule; a counter-ion of one atom keeps its formal charge.
    Returns:
        Charges in e in the order of the SMILES: of the atoms themselves, and of all implicit hydrogens on each. Both
        together add up to the charge of the molecule.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or an element has no parameters.
    Source: Gasteiger & Marsili 1980, doi:10.1016/0040-4020(80)80168-2, by `rdPartialCharges`, 12 iterations.
    """
    return GasteigerResult(*gasteiger_values(known_elements(parse_smiles(smiles))))


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE, also=("AssignOxidationNumbers",))
def oxidation_numbers(smiles: Smiles) -> OxidationNumbers:
    """Assign the oxidation number of each atom of a molecule.

    Args:
        smiles: One molecule; every fragment of a salt counts.
    Returns:
        One number for each written atom, in the order of the SMILES: each bond goes to the partner of higher Pauling
        electronegativity, bonds between equal elements are shared. Implicit hydrogens count, but are not listed.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or an atom is a wildcard.
    Source: Karen et al. 2014, doi:10.1515/pac-2013-0505, by `rdMolDescriptors.CalcOxidationNumbers`.
    """
    from rdkit import Chem
    from rdkit.Chem import rdMolDescriptors

    mol = known_elements(parse_smiles(smiles))
    Chem.Kekulize(mol, clearAromaticFlags=True)
    rdMolDescriptors.CalcOxidationNumbers(mol)
    return [atom.GetIntProp("OxidationNumber") for atom in mol.GetAtoms()]


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE, also=("GetAtomFeature",))
def atom_features(smiles: Smiles) -> AtomFeatures:
    """Compute the feature vector of each atom of a molecule.

    Args:
        smiles: One molecule; every fragment of a salt counts.
    Returns:
        49 numbers for each atom, in the order of the SMILES, 1 or 0 but for the last: element (B C N O S F Si P Cl Br
        I H * other), heavy neighbours 0-6, sp sp2 sp3 sp3d sp3d2, implicit hydrogens 0-6, formal charge -1 0 1, in a
        ring of 3-8 atoms, aromatic, all hydrogens 0-4, and 1 over the number of atoms.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: RDKit, by `rdMolDescriptors.GetAtomFeatures`.
    """
    from rdkit.Chem import rdMolDescriptors

    mol = parse_smiles(smiles)
    return [[float(x) for x in rdMolDescriptors.GetAtomFeatures(mol, i)] for i in range(mol.GetNumAtoms())]


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE, also=("GetConnectivityInvariants",))
def connectivity_invariants(smiles: Smiles) -> ConnectivityInvariants:
    """Compute the ECFP connectivity invariant of each atom of a molecule.

    Args:
        smiles: One molecule; every fragment of a salt counts.
    Returns:
        One 32-bit hash for each atom, in the order of the SMILES: of element, degree, hydrogens, charge, isotope and
        ring membership. Equal hashes mean equal surroundings; the numbers have no other meaning.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: Rogers & Hahn 2010, doi:10.1021/ci100050t, by `rdMolDescriptors.GetConnectivityInvariants`.
    """
    from rdkit.Chem import rdMolDescriptors

    return [int(code) for code in rdMolDescriptors.GetConnectivityInvariants(parse_smiles(smiles))]


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE, also=("GetFeatureInvariants",))
def feature_invariants(smiles: Smiles) -> FeatureInvariants:
    """Compute the FCFP feature invariant of each atom of a molecule.

    Args:
        smiles: One molecule; every fragment of a salt counts.
    Returns:
        One sum for each atom, in the order of the SMILES: 1 donor, 2 acceptor, 4 aromatic, 8 halogen, 16 basic,
        32 acidic.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: Gobbi & Poppinger 1998, doi:10.1002/(SICI)1097-0290(199824)61:1<47::AID-BIT9>3.0.CO;2-Z, by
        `rdMolDescriptors.GetFeatureInvariants`.
    """
    from rdkit.Chem import rdMolDescriptors

    return [int(code) for code in rdMolDescriptors.GetFeatureInvariants(parse_smiles(smiles))]


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE, also=("GetAtomPairCode",))
def atom_pair_codes(smiles: Smiles) -> AtomPairCodes:
    """Compute the atom-pair code of each atom of a molecule.

    Args:
        smiles: One molecule of at least two atoms; every fragment of a salt counts.
    Returns:
        One integer for each atom, in the order of the SMILES: heavy neighbours + 8 x pi electrons + 32 x class of the
        element.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or has one heavy atom, so no pair.
    Source: Carhart, Smith & Venkataraghavan 1985, doi:10.1021/ci00046a002, by `rdMolDescriptors.GetAtomPairAtomCode`.
    """
    from rdkit.Chem import rdMolDescriptors

    mol = parse_smiles(smiles)
    if mol.GetNumAtoms() < 2:
        raise ToolInputError(f"an atom pair needs two atoms; {smiles.strip()} has one")
    return [int(rdMolDescriptors.GetAtomPairAtomCode(atom)) for atom in mol.GetAtoms()]
