"""Codes of atoms and query hydrogens explained, and a molecule in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smarts, Smiles
from scitoolagent.tools.chemistry._functional_groups import group_places
from scitoolagent.tools.chemistry._inchi import stereo_places
from scitoolagent.tools.chemistry._molecule import parse_smiles

if TYPE_CHECKING:
    from rdkit.Chem import Atom, Mol

_LONGEST_PATTERN = 2000

AtomCodeMeaning = Annotated[
    dict[str, str | int],
    Semantic(
        "AtomCodeMeaning",
        parent="AtomProperty",
        label="meaning of each atom code",
        also=("explained atom codes", "atom code explanation", "meaning of the atom-pair codes"),
    ),
]
AtomPairMeaning = Annotated[
    dict[str, str | int],
    Semantic(
        "AtomPairMeaning",
        parent="AtomProperty",
        label="meaning of each atom pair",
        also=("explained atom pairs", "atom pair explanation", "atom-pair score explanation"),
    ),
]
QueryHydrogens = Annotated[
    bool,
    Semantic(
        "QueryHydrogens",
        parent="YesNo",
        label="query hydrogens",
        also=("hydrogens written as query atoms", "query hydrogen atoms"),
    ),
]
MergedSmarts = Annotated[
    str,
    Semantic(
        "MergedSmarts",
        parent="Smarts",
        label="SMARTS with hydrogens merged",
        also=("merged query hydrogens", "SMARTS with merged hydrogens"),
    ),
]
MoleculeDescription = Annotated[
    str,
    Semantic(
        "MoleculeDescription",
        parent="Report",
        label="description of a molecule in sentences",
        also=(
            "molecule description",
            "molecular description",
            "molecule caption",
            "description of the molecule",
            "describe",
            "description",
        ),
    ),
]


@tool(
    Operation.ANALYSIS,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "CC(C)c1ccc(C)cc1O"},
    also=("ExplainAtomCode",),
)
def atom_code_meanings(smiles: Smiles) -> list[AtomCodeMeaning]:
    """Explain the atom-pair code of each atom of a molecule.

    Args:
        smiles: One molecule of at least two heavy atoms.
    Returns:
        For each atom, from 0 in the order of the SMILES: its code, element, heavy neighbours and pi electrons.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or has one heavy atom.
    Source: Carhart, Smith & Venkataraghavan 1985, doi:10.1021/ci00046a002, by `AtomPairs.Utils.ExplainAtomCode`.
    """
    mol = _of_pairs(smiles)
    found: list[dict[str, str | int]] = []
    for atom in mol.GetAtoms():
        code, (element, neighbours, electrons) = _explained(atom)
        found.append(
            {
                "atom": atom.GetIdx(),
                "code": code,
                "element": element,
                "neighbours": neighbours,
                "pi_electrons": electrons,
            }
        )
    return found


@tool(
    Operation.ANALYSIS,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "CC(C)O"},
    also=("ExplainAtomPairScore",),
)
def atom_pair_meanings(smiles: Smiles) -> list[AtomPairMeaning]:
    """Explain each kind of atom pair of a molecule: its two atoms, their distance and how often.

    Args:
        smiles: One molecule of 2 to 100 heavy atoms.
    Returns:
        For each kind of pair its code, both atoms (element, heavy neighbours, pi electrons), the bonds between them
        and the number of such pairs.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or has one heavy atom or more than 100.
    Source: Carhart, Smith & Venkataraghavan 1985, doi:10.1021/ci00046a002, by `AtomPairs.Pairs.ExplainPairScore`.
    """
    from rdkit import rdBase
    from rdkit.Chem import rdMolDescriptors
    from rdkit.Chem.AtomPairs import Pairs

    mol = _of_pairs(smiles)
    if mol.GetNumAtoms() > 100:
        raise ToolInputError(
            f"the molecule has {mol.GetNumAtoms()} heavy atoms; at most 100 are explained pair by pair"
        )
    found: list[dict[str, str | int]] = []
    with rdBase.BlockLogs():
        counts = rdMolDescriptors.GetAtomPairFingerprint(mol).GetNonzeroElements()
    for code, number in sorted(counts.items()):
        one, distance, other = Pairs.ExplainPairScore(code)
        found.append(
            {
                "code": int(code),
                "first": _in_words(one),
                "second": _in_words(other),
                "bonds": int(distance),
                "number": int(number),
            }
        )
    return found


@tool(Operation.ANALYSIS, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smarts": "[#6]-[H]"}, also=("HasQueryHs",))
def query_hydrogens(smarts: Smarts) -> QueryHydrogens:
    """Tell whether a SMARTS pattern has hydrogens as atoms of their own.

    Args:
        smarts: The pattern.
    Returns:
        Whether it has; such hydrogens match only molecules with explicit ones.
    Raises:
        ToolInputError: `smarts` is not valid.
    Source: RDKit, by `Chem.HasQueryHs`.
    """
    from rdkit import Chem

    return bool(Chem.HasQueryHs(_pattern(smarts))[0])


@tool(Operation.CONVERSION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smarts": "[#6]-[H]"}, also=("MergeQueryHs",))
def merged_query_hydrogens(smarts: Smarts) -> MergedSmarts:
    """Merge the hydrogens of a SMARTS pattern into the atoms that they are bonded to.

    Args:
        smarts: The pattern.
    Returns:
        The pattern with hydrogen counts in place of hydrogen atoms; one without such hydrogens as RDKit writes it.
    Raises:
        ToolInputError: `smarts` is not valid.
    Source: RDKit, by `Chem.MergeQueryHs`.
    """
    from rdkit import Chem

    return str(Chem.MolToSmarts(Chem.MergeQueryHs(_pattern(smarts))))


@tool(
    Operation.ANALYSIS,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "CC(C)c1ccc(C)cc1O"},
    also=("GenerateMoleculeDescription", "describe a molecule"),
)
def molecule_description(smiles: Smiles) -> MoleculeDescription:
    """Describe a molecule in sentences of computed facts.

    Args:
        smiles: One molecule.
    Returns:
        Formula, mass, charge, parts, rings, functional groups, stereocentres, hydrogen bonds and rotatable bonds. Every
        clause is computed; nothing is said of uses, effects or sources.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: the methods of `molecular_formula`, `molecular_weight`, `functional_groups` and alike, by RDKit.
    """
    from rdkit import Chem
    from rdkit.Chem import Descriptors, rdMolDescriptors

    mol = parse_smiles(smiles)
    weight = Descriptors.MolWt(mol)  # type: ignore[attr-defined]
    charge, parts = Chem.GetFormalCharge(mol), len(Chem.GetMolFrags(mol))
    kind = "neutral" if not charge else f"of charge {charge:+d}"
    together = f", {parts} parts that are not bonded to each other" if parts > 1 else ""
    sentences = [f"The molecule is {rdMolDescriptors.CalcMolFormula(mol)}, {weight:.2f} g/mol, {kind}{together}."]
    rings = rdMolDescriptors.CalcNumRings(mol)
    aromatic, hetero = rdMolDescriptors.CalcNumAromaticRings(mol), rdMolDescriptors.CalcNumHeterocycles(mol)
    sentences.append(
        f"It has {_number(rings, 'ring')}, {aromatic} of them aromatic and {hetero} with heteroatoms."
        if rings
        else "It has no ring."
    )
    groups = [_number(len(places), name) for name, places in group_places(mol).items()]
    if groups:
        sentences.append(f"Its functional groups: {', '.join(groups)}.")
    places = [known for _, known in stereo_places(mol)]
    if places:
        sentences.append(f"Of {_number(len(places), 'stereocentre or stereo bond')}, {sum(places)} defined.")
    sentences.append(
        f"It has {_number(rdMolDescriptors.CalcNumHBD(mol), 'hydrogen bond donor')}, "
        f"{_number(rdMolDescriptors.CalcNumHBA(mol), 'hydrogen bond acceptor')} and "
        f"{_number(rdMolDescriptors.CalcNumRotatableBonds(mol), 'rotatable bond')}."
    )
    return " ".join(sentences)


def _number(count: int, name: str) -> str:
    return f"{count} {name}" if count == 1 else f"{count} {name}s"


def _of_pairs(smiles: str) -> Mol:
    mol = parse_smiles(smiles)
    if mol.GetNumAtoms() < 2:
        raise ToolInputError(f"an atom pair needs two atoms; {smiles.strip()} has one")
    return mol


def _explained(atom: Atom) -> tuple[int, tuple[str, int, int]]:
    from rdkit.Chem import rdMolDescriptors
    from rdkit.Chem.AtomPairs import Utils

    code = int(rdMolDescriptors.GetAtomPairAtomCode(atom))
    element, neighbours, electrons = Utils.ExplainAtomCode(code)[:3]
    return code, (str(element), int(neighbours), int(electrons))


def _in_words(atom: tuple[str, int, int]) -> str:
    element, neighbours, electrons = atom[:3]
    return f"{element}, {_number(int(neighbours), 'heavy neighbour')}, {_number(int(electrons), 'pi electron')}"


def _pattern(smarts: str) -> Mol:
    from rdkit import Chem, rdBase

    with rdBase.BlockLogs():
        pattern = Chem.MolFromSmarts(smarts.strip()) if 0 < len(smarts.strip()) <= _LONGEST_PATTERN else None
    if pattern is None or pattern.GetNumAtoms() == 0:
        raise ToolInputError(f"{smarts[:60]!r} is not a valid SMARTS pattern")
    return pattern
