"""Counts of atoms, bonds and rings of a molecule, and the shares that follow from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._atoms import known_elements
from scitoolagent.tools.chemistry._family import Row, make_tool
from scitoolagent.tools.chemistry._molecule import parse_smiles
from scitoolagent.tools.chemistry._skeleton import skeleton

if TYPE_CHECKING:
    from rdkit.Chem import Mol

_RINGS = "Rings of the symmetrised smallest set of smallest rings; {what}."
_RING_SOURCE = "RDKit ring perception (SSSR), by `rdMolDescriptors.{call}`."


def _calc(name: str, mol: Mol) -> int | float:
    from rdkit.Chem import rdMolDescriptors

    value: int | float = getattr(rdMolDescriptors, name)(mol)
    return value


def _all_atoms(mol: Mol) -> int:
    return int(known_elements(mol).GetNumAtoms(onlyExplicit=False))


def _rotatable_bonds(mol: Mol) -> int:
    """With deuterium as a vertex, an OD group would turn while OH does not."""
    return int(_calc("CalcNumRotatableBonds", skeleton(mol)))


def _hydrogens(mol: Mol) -> int:
    explicit = sum(atom.GetAtomicNum() == 1 for atom in mol.GetAtoms())
    return explicit + sum(atom.GetTotalNumHs() for atom in mol.GetAtoms())


def _elements(mol: Mol, numbers: frozenset[int]) -> int:
    return sum(atom.GetAtomicNum() in numbers for atom in mol.GetAtoms())


def _stereocentres(mol: Mol, unspecified: bool) -> int:
    from rdkit import Chem

    centres = Chem.FindMolChiralCenters(mol, includeUnassigned=True, useLegacyImplementation=False)
    return sum(label == "?" for _, label in centres) if unspecified else len(centres)


def _fraction_csp3(mol: Mol) -> float:
    if not _elements(mol, frozenset({6})):
        raise ToolInputError("the molecule has no carbon, so it has no fraction of sp3 carbons")
    return float(_calc("CalcFractionCSP3", mol))


def _counter(
    name: str, kind: str, label: str, call: str, what: str, also: tuple[str, ...] = (), original: tuple[str, ...] = ()
) -> Row:
    return Row(
        name=name,
        kind=kind,
        label=label,
        summary=f"Count the {label.removeprefix('number of ')} of a molecule.",
        returns=what,
        source=f"RDKit, by `rdMolDescriptors.{call}`.",
        compute=lambda mol: _calc(call, known_elements(mol)),
        also=also,
        original=original,
        python=int,
    )


def _ring(prefix: str, ring: str, what: str, also: tuple[str, ...] = ()) -> Row:
    """One kind of ring: `prefix` is a class of bonds, `ring` is Rings, Carbocycles or Heterocycles."""
    call = f"CalcNum{prefix}{ring}"
    words = f"{prefix.lower()} {ring.lower()}".strip()
    name = words.replace(" ", "_").removesuffix("s") + "_count"
    return Row(
        name=name,
        kind=f"{prefix}{ring.removesuffix('s')}Count",
        label=f"number of {words}",
        summary=f"Count the {words} of a molecule.",
        returns=_RINGS.format(what=what),
        source=_RING_SOURCE.format(call=call),
        compute=lambda mol: _calc(call, mol),
        also=also,
        original=(f"Get{prefix}{ring}Num",),
        python=int,
    )


def _ring_names(prefix: str, ring: str) -> tuple[str, ...]:
    """What else people call a kind of ring: `aromatic carbocyclic rings`."""
    kinds = {"Carbocycles": "carbocyclic", "Heterocycles": "heterocyclic"}
    return (f"number of {prefix.lower()} {kinds[ring]} rings",) if ring in kinds else ()


_AROMATIC = "only rings whose bonds are all aromatic"
_ALIPHATIC = "only rings with at least one bond that is not aromatic"
_SATURATED = "only rings whose bonds are all single"
_RING_ROWS = tuple(
    _ring(prefix, ring, f"{bonds}, {atoms}" if atoms else bonds, _ring_names(prefix, ring))
    for prefix, bonds in (("Aromatic", _AROMATIC), ("Aliphatic", _ALIPHATIC), ("Saturated", _SATURATED))
    for ring, atoms in (
        ("Rings", ""),
        ("Carbocycles", "and all atoms carbon"),
        ("Heterocycles", "and at least one atom no carbon"),
    )
)

_ROWS = (
    Row(
        "atom_count",
        "AtomCount",
        "number of atoms",
        "Count all atoms of a molecule, hydrogens included.",
        "Number of atoms with all hydrogens; for heavy atoms alone see heavy_atom_count.",
        "Definition; implicit hydrogens by RDKit's valence model.",
        _all_atoms,
        ("total number of atoms", "atom number"),
        ("GetAtomsNum",),
        python=int,
    ),
    Row(
        "hydrogen_count",
        "HydrogenCount",
        "number of hydrogens",
        "Count the hydrogen atoms of a molecule.",
        "Number of hydrogen atoms, implicit ones included.",
        "Definition; RDKit's valence model.",
        _hydrogens,
        ("number of hydrogen atoms", "hydrogen atoms"),
        python=int,
    ),
    Row(
        "carbon_count",
        "CarbonCount",
        "number of carbons",
        "Count the carbon atoms of a molecule.",
        "Number of carbon atoms.",
        "Definition; atoms read by RDKit.",
        lambda mol: _elements(mol, frozenset({6})),
        ("number of carbon atoms",),
        python=int,
    ),
    Row(
        "halogen_count",
        "HalogenCount",
        "number of halogens",
        "Count the halogen atoms of a molecule.",
        "Number of F, Cl, Br, I and At atoms.",
        "Definition; atoms read by RDKit.",
        lambda mol: _elements(mol, frozenset({9, 17, 35, 53, 85})),
        ("number of halogen atoms", "halogen atoms"),
        python=int,
        example="Clc1ccc(F)cc1",
    ),
    Row(
        "stereocentre_count",
        "StereocentreCount",
        "number of atom stereocentres",
        "Count the stereocentres of a molecule.",
        "Number of tetrahedral stereocentres, specified or not; double bonds do not count.",
        "RDKit's new stereo perception, by `Chem.FindMolChiralCenters`.",
        lambda mol: _stereocentres(mol, False),
        ("atom stereo centers", "number of stereocentres", "number of chiral centres", "chiral centers"),
        ("GetAtomStereoCentersNum",),
        python=int,
        example="C[C@H](O)C(N)CC",
    ),
    Row(
        "unspecified_stereocentre_count",
        "UnspecifiedStereocentreCount",
        "number of unspecified atom stereocentres",
        "Count the stereocentres of a molecule whose configuration is not given.",
        "Number of tetrahedral stereocentres without a configuration.",
        "RDKit's new stereo perception, by `Chem.FindMolChiralCenters`.",
        lambda mol: _stereocentres(mol, True),
        (
            "unspecified atom stereo centers",
            "undefined stereocentres",
            "unassigned stereocentres",
            "unspecified atomic stereo centers",
        ),
        ("GetUnspecifiedAtomStereoCentersNum",),
        python=int,
        example="C[C@H](O)C(N)CC",
    ),
    _counter(
        "heavy_atom_count",
        "HeavyAtomCount",
        "number of heavy atoms",
        "CalcNumHeavyAtoms",
        "Number of atoms other than hydrogen.",
        ("heavy atoms", "atoms excluding hydrogen", "non-hydrogen atoms", "atoms other than hydrogen"),
        ("GetHeavyAtomsNum",),
    ),
    _counter(
        "heteroatom_count",
        "HeteroatomCount",
        "number of heteroatoms",
        "CalcNumHeteroatoms",
        "Number of atoms other than carbon and hydrogen.",
        ("heteroatoms", "hetero atoms"),
        ("GetHeteroatomsNum",),
    ),
    _counter(
        "ring_count",
        "RingCount",
        "number of rings",
        "CalcNumRings",
        "Number of rings of the symmetrised smallest set of smallest rings.",
        ("ring number",),
        ("GetRingsNum",),
    ),
    _counter(
        "heterocycle_count",
        "HeterocycleCount",
        "number of heterocycles",
        "CalcNumHeterocycles",
        "Number of rings with at least one atom other than carbon.",
        ("heterocyclic rings",),
        ("GetHeterocyclesNum",),
    ),
    _counter(
        "amide_bond_count",
        "AmideBondCount",
        "number of amide bonds",
        "CalcNumAmideBonds",
        "Number of bonds between N and a C with a double bond to O; those of lactams, ureas and carbamates count.",
        ("amide bonds", "peptide bonds"),
        ("GetAmideBondsNum",),
    ),
    Row(
        "rotatable_bond_count",
        "RotatableBondCount",
        "number of rotatable bonds",
        "Count the rotatable bonds of a molecule.",
        "Number of single bonds outside rings between two non-terminal heavy atoms; the C–N, C–O and C–S bonds of "
        "amides, esters and their kin, bonds at triple bonds, CF3, CCl3, CBr3 and tert-butyl do not count.",
        "RDKit's strict definition, by `rdMolDescriptors.CalcNumRotatableBonds`.",
        _rotatable_bonds,
        ("rotatable bonds",),
        ("GetRotatableBondsNum",),
        python=int,
    ),
    _counter(
        "hydrogen_bond_acceptor_count",
        "HydrogenBondAcceptorCount",
        "number of hydrogen bond acceptors",
        "CalcNumHBA",
        "Number of acceptor atoms by RDKit's definition: N, O and S with a free lone pair; N next to C=O, P=O, S=O or "
        "C=N, pyrrole N and the OH of acids do not count.",
        ("HBA", "hydrogen bond acceptors", "H-bond acceptors", "number of HBA"),
        ("GetHBANum",),
    ),
    _counter(
        "hydrogen_bond_donor_count",
        "HydrogenBondDonorCount",
        "number of hydrogen bond donors",
        "CalcNumHBD",
        "Number of N atoms with hydrogen, OH and SH groups; NH2 counts once.",
        ("HBD", "hydrogen bond donors", "H-bond donors", "number of HBD"),
        ("GetHBDNum",),
    ),
    _counter(
        "lipinski_acceptor_count",
        "LipinskiAcceptorCount",
        "number of Lipinski hydrogen bond acceptors",
        "CalcNumLipinskiHBA",
        "Number of N and O atoms, as Lipinski's rule of five counts acceptors.",
        ("Lipinski HBA", "Lipinski H-bond acceptors", "Lipinski acceptors"),
        ("GetLipinskiHBANum",),
    ),
    _counter(
        "lipinski_donor_count",
        "LipinskiDonorCount",
        "number of Lipinski hydrogen bond donors",
        "CalcNumLipinskiHBD",
        "Number of hydrogens on N and O, as Lipinski's rule of five counts donors.",
        ("Lipinski HBD", "Lipinski H-bond donors", "Lipinski donors"),
        ("GetLipinskiHBDNum",),
    ),
    _counter(
        "bridgehead_atom_count",
        "BridgeheadAtomCount",
        "number of bridgehead atoms",
        "CalcNumBridgeheadAtoms",
        "Number of atoms shared by rings that share at least two bonds.",
        ("bridgehead atoms",),
        ("GetBridgeheadAtomsNum",),
    ),
    _counter(
        "spiro_atom_count",
        "SpiroAtomCount",
        "number of spiro atoms",
        "CalcNumSpiroAtoms",
        "Number of atoms that are all that two rings share.",
        ("spiro atoms",),
        ("GetSpiroAtomsNum",),
    ),
    Row(
        "fraction_csp3",
        "FractionCsp3",
        "fraction of sp3-hybridised carbons",
        "Compute the share of carbons that are sp3-hybridised.",
        "Number of sp3 carbons over the number of carbons, 0 to 1; refused for a molecule without carbon.",
        "Lovering et al. 2009, doi:10.1021/jm901241e, by `rdMolDescriptors.CalcFractionCSP3`.",
        _fraction_csp3,
        ("Fsp3", "fraction Csp3", "CSP3 fraction", "fraction of sp3 carbons", "sp3-hybridized carbon atoms"),
        ("GetFractionCSP3", "CalculateFsp3"),
    ),
)

RingSystemCount = Annotated[
    int,
    Semantic(
        "RingSystemCount",
        parent="MolecularDescriptor",
        unit="1",
        label="number of ring systems",
        also=("fused ring system number",),
    ),
]
RingSystems = Annotated[
    list[list[int]],
    Semantic(
        "RingSystems",
        parent="AtomProperty",
        label="ring systems",
        also=("fused ring systems", "ring assemblies", "ring system"),
    ),
]


@dataclass(frozen=True, slots=True)
class RingSystemsResult:
    ring_systems: RingSystems
    ring_system_count: RingSystemCount


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "C1CCCC1c1ccc2[nH]ccc2c1"},
    also=("GetRingSystems",),
)
def ring_systems(smiles: Smiles) -> RingSystemsResult:
    """Find the ring systems of a molecule: rings that share a bond belong together.

    Args:
        smiles: One molecule; every fragment of a salt counts.
    Returns:
        The atoms of each system, as indices from 0 in the order of the SMILES, and the number of systems. Fused and
        bridged rings are one system, spiro rings (one common atom) are two. Both are empty without rings.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: Definition; rings by RDKit (SSSR), `Mol.GetRingInfo`.
    """
    # The ring information lives in the molecule, so the molecule needs a name of its own.
    mol = parse_smiles(smiles)
    systems: list[set[int]] = []
    for ring in mol.GetRingInfo().AtomRings():
        fused = [system for system in systems if len(system & set(ring)) > 1]
        systems = [system for system in systems if system not in fused] + [set(ring).union(*fused)]
    return RingSystemsResult(sorted(sorted(system) for system in systems), len(systems))


TOOLS = tuple(make_tool(row, __name__) for row in (*_ROWS, *_RING_ROWS))
