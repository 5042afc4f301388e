"""Count atoms, bonds, functional groups and rings under conditions, and tell whether a molecule has such."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import MolecularFormula, Smiles
from scitoolagent.tools.chemistry._atoms import known_elements
from scitoolagent.tools.chemistry._molecule import parse_smiles
from scitoolagent.tools.chemistry._selected import GROUP_NAMES, is_of_class, selected
from scitoolagent.tools.chemistry._selection import parse_selection
from scitoolagent.tools.materials._formula import parse_formula

if TYPE_CHECKING:
    from rdkit.Chem import Mol

# What is counted and what is looked for are read by their verbs, so that each finds its own tool.
CountedFeature = Annotated[
    str,
    Semantic(
        "CountedFeature",
        parent="Parameter",
        label="kind of atoms, bonds, groups or rings to count",
        finder="scitoolagent.tools.chemistry._selection_words:find_counted",
    ),
]
SoughtFeature = Annotated[
    str,
    Semantic(
        "SoughtFeature",
        parent="Parameter",
        label="kind of atoms, bonds, groups or rings to look for",
        finder="scitoolagent.tools.chemistry._selection_words:find_sought",
    ),
]
FeatureCount = Annotated[
    int,
    Semantic(
        "StructuralFeatureCount",
        parent="MolecularDescriptor",
        unit="1",
        label="structural feature count",
    ),
]
FeaturePresence = Annotated[
    bool,
    Semantic(
        "StructuralFeaturePresence",
        parent="MolecularProperty",
        label="structural feature present",
        role="verdict",
    ),
]
FeatureNote = Annotated[
    str,
    Semantic(
        "StructuralFeatureNote",
        parent="Report",
        label="note on a structural feature",
        role="note",
    ),
]
_EXAMPLE = {"smiles": "CC(C)c1ccc(C)cc1O", "feature": "C; not aromatic"}


@dataclass(frozen=True, slots=True)
class Counted:
    """How many there are, and how the words were taken."""

    structural_feature_count: FeatureCount
    structural_feature_note: FeatureNote


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether there are any, and how the words were taken."""

    structural_feature_presence: FeaturePresence
    structural_feature_note: FeatureNote


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE)
def structural_feature_count(smiles: Smiles, feature: CountedFeature) -> Counted:
    """Count the atoms, bonds, functional groups or rings of a molecule that meet conditions.

    Args:
        smiles: One molecule; every fragment of a salt counts.
        feature: What is counted, then its conditions: `C; not aromatic`, `H; bonded to N or O`, `double bonds C-C; not
            in aromatic ring`, `hydroxyl; bonded to aromatic ring`, `rings; size 6`.
    Returns:
        The number, and a note on what the words were taken for. Primary to quaternary are saturated carbons by their
        carbon neighbours; hybridisation and aromaticity are RDKit's; rings are those of the smallest set.
    Raises:
        ToolInputError: `smiles` is not valid SMILES; the feature is not understood, or has two meanings that would give
            different numbers for this molecule, such as double bonds with and without those of aromatic rings.
    Source: definitions after the IUPAC Gold Book, doi:10.1351/goldbook, by RDKit's atoms and bonds.
    """
    found, note = selected(_with_hydrogens(smiles), feature)
    return Counted(len(found), note)


@tool(
    Operation.ANALYSIS,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "OC(=O)c1ccno1", "feature": "carboxylic acid"},
)
def structural_feature_presence(smiles: Smiles, feature: SoughtFeature) -> Presence:
    """Tell whether a molecule has atoms, bonds, functional groups or rings that meet conditions.

    Args:
        smiles: One molecule; every fragment of a salt counts.
        feature: What is looked for, as `structural_feature_count` takes it: `halogens`, `carboxylic acid`, `N; in
            ring`.
    Returns:
        Yes when there is at least one, and a note on what the words were taken for.
    Raises:
        ToolInputError: as `structural_feature_count`.
    Source: definitions after the IUPAC Gold Book, doi:10.1351/goldbook, by RDKit's atoms and bonds.
    """
    found, note = selected(_with_hydrogens(smiles), feature)
    return Presence(bool(found), note)


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"formula": "CuSO4·5H2O", "feature": "O"})
def formula_element_count(formula: MolecularFormula, feature: CountedFeature) -> Counted:
    """Count the atoms of elements in a chemical formula.

    Args:
        formula: One formula unit, such as `Ca(OH)2`.
        feature: Elements or a class of them: `O`, `N or O`, `halogens`, `heavy atoms`, `atoms`. A formula tells
            nothing of bonds, rings and groups.
    Returns:
        The number in one formula unit, and a note on what the words were taken for.
    Raises:
        ToolInputError: `formula` is no formula, has fractions of such atoms, or the feature needs a structure.
    Source: definition.
    """
    count, note = _in_formula(formula, feature)
    if count.denominator != 1:
        raise ToolInputError(f"{formula[:40]!r} has {float(count):g} {note}, which is no whole number of atoms")
    return Counted(int(count), f"counted in one formula unit: {note}")


@tool(Operation.ANALYSIS, Topic.CHEMINFORMATICS, Safety.OPEN, example={"formula": "CaCO3", "feature": "O"})
def formula_element_presence(formula: MolecularFormula, feature: SoughtFeature) -> Presence:
    """Tell whether a chemical formula has atoms of an element or a class of elements.

    Args:
        formula: One formula unit, such as `Ca(OH)2`.
        feature: Elements or a class of them: `O`, `N or O`, `halogens`. A formula tells nothing of bonds and groups.
    Returns:
        Yes when there is such an atom, and a note on what the words were taken for.
    Raises:
        ToolInputError: `formula` is no formula, or the feature needs a structure.
    Source: definition.
    """
    count, note = _in_formula(formula, feature)
    return Presence(count > 0, f"looked for in the formula: {note}")


def _in_formula(formula: str, feature: str) -> tuple[Fraction, str]:
    selection = parse_selection(feature.strip(), GROUP_NAMES)
    if selection is None or selection.kind != "atom" or selection.conditions:
        raise ToolInputError(f"{feature[:60]!r} cannot be told from a formula; give the structure of the molecule")
    counts = parse_formula(formula).counts
    total = sum(
        (count for symbol, count in counts.items() if any(is_of_class(symbol, name) for name in selection.names)),
        Fraction(0),
    )
    return total, str(selection)


def _with_hydrogens(smiles: str) -> Mol:
    from rdkit import Chem

    return Chem.AddHs(known_elements(parse_smiles(smiles)))
