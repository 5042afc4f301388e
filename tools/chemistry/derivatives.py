"""Derivatives of a molecule that a question names by a group: esters, amides, N-oxides, the hydrogenated form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._molecule import parse_smiles
from scitoolagent.tools.chemistry._reactive_sites import ACID, HYDROXYL, atoms_of, product, with_groups

if TYPE_CHECKING:
    from rdkit.Chem import Bond, Mol

_WORDS = "scitoolagent.tools.chemistry._derivative_words"

AlcoholPart = Annotated[
    str,
    Semantic("AlcoholPart", parent="Parameter", label="alcohol part of an ester", finder=f"{_WORDS}:find_esters"),
]
AcylPart = Annotated[
    str, Semantic("AcylPart", parent="Parameter", label="acyl part of an ester", finder=f"{_WORDS}:find_acyl_esters")
]
AminePart = Annotated[
    str, Semantic("AminePart", parent="Parameter", label="amine part of an amide", finder=f"{_WORDS}:find_amides")
]
EsterSmiles = Annotated[
    str,
    Semantic("EsterSmiles", parent="Smiles", label="ester of an acid", also=("esterified acid", "ester of the acid")),
]
AcylatedSmiles = Annotated[
    str,
    Semantic("AcylatedSmiles", parent="Smiles", label="ester of an alcohol", also=("acylated alcohol",)),
]
AmideSmiles = Annotated[str, Semantic("AmideSmiles", parent="Smiles", label="amide of an acid")]
OxideSmiles = Annotated[
    str,
    Semantic("NitrogenOxideSmiles", parent="Smiles", label="N-oxide", also=("N-oxide of an amine", "amine oxide")),
]
HydrogenatedSmiles = Annotated[
    str,
    Semantic(
        "HydrogenatedSmiles",
        parent="Smiles",
        label="fully hydrogenated form",
        also=("fully hydrogenated molecule", "hydrogenated form", "perhydro form", "saturated analogue", "hydrogenate"),
    ),
]

# The group that an oxygen or a nitrogen bears, from its first atom on.
_GROUPS = {
    "methyl": "C",
    "ethyl": "CC",
    "propyl": "CCC",
    "isopropyl": "C(C)C",
    "butyl": "CCCC",
    "isobutyl": "CC(C)C",
    "sec-butyl": "C(C)CC",
    "tert-butyl": "C(C)(C)C",
    "pentyl": "CCCCC",
    "hexyl": "CCCCCC",
    "octyl": "CCCCCCCC",
    "dodecyl": "CCCCCCCCCCCC",
    "allyl": "CC=C",
    "vinyl": "C=C",
    "cyclohexyl": "C1CCCCC1",
    "phenyl": "c1ccccc1",
    "benzyl": "Cc1ccccc1",
}
_ACYL_GROUPS = {
    "formyl": "C=O",
    "acetyl": "C(C)=O",
    "propionyl": "C(CC)=O",
    "butyryl": "C(CCC)=O",
    "pivaloyl": "C(C(C)(C)C)=O",
    "benzoyl": "C(c1ccccc1)=O",
}
_AMINES: dict[str, tuple[str, ...]] = {
    "primary": (),
    "methyl": ("C",),
    "dimethyl": ("C", "C"),
    "ethyl": ("CC",),
    "diethyl": ("CC", "CC"),
    "isopropyl": ("C(C)C",),
    "phenyl": ("c1ccccc1",),
    "benzyl": ("Cc1ccccc1",),
}
_TIMES = {"mono": 1, "di": 2, "tri": 3}
_COUNTED = re.compile(r"(mono|di|tri)?(.*)")
# Nitrogen that is oxidised: a tertiary amine, or one of an aromatic ring with a free lone pair.
_OXIDISED = "[$([NX3;H0;+0;!$(N[#6,#7,#15,#16]=[O,S,N])]([#6])([#6])[#6]),$([nX2;H0;+0;r6])]"
_KEPT = "[$([!#6;!a]=,#*),$([#6]#[!#6]);!$([O,S;X1]);!$([N+]=O)]"


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.SCREENED,
    example={"smiles": "O=C(O)c1ccno1", "alcohol": "ethyl"},
    also=("esterification",),
)
def acid_ester(smiles: Smiles, alcohol: AlcoholPart) -> EsterSmiles:
    """Write the ester that a carboxylic acid makes with an alcohol.

    Args:
        smiles: The acid, uncharged.
        alcohol: The group that the alcohol brings: `methyl`, `ethyl`, `tert-butyl`, `benzyl`, …; `monomethyl` and
            `dimethyl` say how many of several acid groups are esterified.
    Returns:
        Canonical SMILES of the ester.
    Raises:
        ToolInputError: `smiles` is not valid, has no carboxylic acid group, or has several and which is meant is not
            said or would make a difference; the group is unknown.
    Source: definition (IUPAC Gold Book, doi:10.1351/goldbook.E02219).
    """
    number, group = _counted(alcohol, _GROUPS)
    mol = parse_smiles(smiles)
    sites = atoms_of(mol, ACID)
    hint = f"; write mono{group}, or di{group} for two"
    return product(sites, number, lambda chosen: with_groups(mol, chosen, [_GROUPS[group]]), "acid groups", hint)


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.SCREENED,
    example={"smiles": "OCc1ccno1", "acyl": "acetyl"},
    also=("acylation",),
)
def alcohol_ester(smiles: Smiles, acyl: AcylPart) -> AcylatedSmiles:
    """Write the ester that an alcohol or a phenol makes with an acid, such as its acetate.

    Args:
        smiles: The alcohol, uncharged; OH groups of acids do not count.
        acyl: What the acid brings: `acetyl`, `benzoyl`, `formyl`, `propionyl`, `butyryl` or `pivaloyl`; `diacetyl` says
            how many of several OH groups are esterified.
    Returns:
        Canonical SMILES of the ester.
    Raises:
        ToolInputError: `smiles` is not valid, has no OH group, or has several and which is meant is not said or would
            make a difference; the acyl group is unknown.
    Source: definition (IUPAC Gold Book, doi:10.1351/goldbook.E02219).
    """
    number, group = _counted(acyl, _ACYL_GROUPS)
    mol = parse_smiles(smiles)
    sites = atoms_of(mol, HYDROXYL)
    hint = f"; write mono{group}, or di{group} for two"
    return product(sites, number, lambda chosen: with_groups(mol, chosen, [_ACYL_GROUPS[group]]), "OH groups", hint)


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.SCREENED,
    example={"smiles": "O=C(O)c1ccno1", "amine": "methyl"},
)
def acid_amide(smiles: Smiles, amine: AminePart) -> AmideSmiles:
    """Write the amide that a carboxylic acid makes with ammonia or an amine.

    Args:
        smiles: The acid, uncharged, with one carboxylic acid group.
        amine: What the nitrogen bears: `primary` (hydrogen), `methyl`, `dimethyl`, `ethyl`, `diethyl`, `isopropyl`,
            `phenyl` or `benzyl`.
    Returns:
        Canonical SMILES of the amide.
    Raises:
        ToolInputError: `smiles` is not valid, does not have one carboxylic acid group, or the amine is unknown.
    Source: definition (IUPAC Gold Book, doi:10.1351/goldbook.A00266).
    """
    groups = _AMINES.get(amine.strip().lower())
    if groups is None:
        raise ToolInputError(f"{amine[:40]!r} is no amine part; take one of {', '.join(_AMINES)}")
    mol = parse_smiles(smiles)

    def changed(chosen: Sequence[int]) -> Mol:
        from rdkit import Chem

        edited = Chem.RWMol(mol)
        for index in chosen:
            edited.ReplaceAtom(index, Chem.Atom(7), preserveProps=True)
        edited.UpdatePropertyCache()
        amide: Mol = with_groups(edited, chosen, groups)
        return amide

    return product(atoms_of(mol, ACID), None, changed, "acid groups")


@tool(Operation.CONVERSION, Topic.CHEMINFORMATICS, Safety.SCREENED, example={"smiles": "c1ccncc1"})
def nitrogen_oxide(smiles: Smiles) -> OxideSmiles:
    """Write the N-oxide of a tertiary amine or a pyridine.

    Args:
        smiles: One molecule with one such nitrogen, or with several that are alike.
    Returns:
        Canonical SMILES with [N+][O-] or [n+][O-].
    Raises:
        ToolInputError: `smiles` is not valid, or does not say which nitrogen is oxidised.
    Source: definition (IUPAC Gold Book, doi:10.1351/goldbook.A00273).
    """
    mol = parse_smiles(smiles)

    def changed(chosen: Sequence[int]) -> Mol:
        from rdkit import Chem

        edited = Chem.RWMol(mol)
        for index in chosen:
            oxygen = edited.AddAtom(Chem.Atom(8))
            edited.GetAtomWithIdx(oxygen).SetFormalCharge(-1)
            edited.GetAtomWithIdx(index).SetFormalCharge(1)
            edited.AddBond(index, oxygen, Chem.BondType.SINGLE)
        Chem.SanitizeMol(edited)
        return edited

    return product(atoms_of(mol, _OXIDISED), 1, changed, "tertiary or pyridine-like nitrogen atoms")


@tool(Operation.CONVERSION, Topic.CHEMINFORMATICS, Safety.SCREENED, example={"smiles": "C=Cc1ccno1"})
def hydrogenated_molecule(smiles: Smiles) -> HydrogenatedSmiles:
    """Hydrogenate all C=C and C≡C bonds and all aromatic rings of a molecule.

    Args:
        smiles: One molecule; its C=O groups stay.
    Returns:
        Canonical SMILES; new stereocentres are left undefined.
    Raises:
        ToolInputError: `smiles` is not valid, has nothing to hydrogenate, or has bonds such as C=N or C≡N of which
            "fully hydrogenated" does not tell whether they stay.
    Source: definition.
    """
    from rdkit import Chem

    mol = parse_smiles(smiles)
    if atoms_of(mol, _KEPT):
        raise ToolInputError(
            f"{smiles[:60]!r} has a multiple bond of nitrogen or the like; whether it stays is not said"
        )
    edited = Chem.RWMol(mol)
    changed = [bond.GetIdx() for bond in edited.GetBonds() if _is_hydrogenated(bond)]
    if not changed:
        raise ToolInputError(f"{smiles[:60]!r} has no C=C, C≡C or aromatic ring to hydrogenate")
    for index in changed:
        bond = edited.GetBondWithIdx(index)
        bond.SetIsAromatic(False)
        bond.SetBondType(Chem.BondType.SINGLE)
        bond.SetStereo(Chem.BondStereo.STEREONONE)
    for bond in edited.GetBonds():
        bond.SetBondDir(Chem.BondDir.NONE)
    for atom in edited.GetAtoms():
        if atom.GetIsAromatic():
            atom.SetIsAromatic(False)
            atom.SetNoImplicit(False)
            atom.SetNumExplicitHs(0)
    Chem.SanitizeMol(edited)
    return str(Chem.MolToSmiles(parse_smiles(str(Chem.MolToSmiles(edited)))))


def _is_hydrogenated(bond: Bond) -> bool:
    from rdkit.Chem import BondType

    carbons = bond.GetBeginAtom().GetAtomicNum() == bond.GetEndAtom().GetAtomicNum() == 6
    return bond.GetIsAromatic() or (carbons and bond.GetBondType() in (BondType.DOUBLE, BondType.TRIPLE))


def _counted(name: str, known: dict[str, str]) -> tuple[int | None, str]:
    """`dimethyl` as 2 and `methyl`; the number is None where none is said."""
    text = name.strip().lower()
    match = _COUNTED.fullmatch(text)
    if text in known or match is None:
        return None, text
    if match[2] not in known:
        raise ToolInputError(f"{name[:40]!r} is unknown; take one of {', '.join(known)}")
    return _TIMES[match[1]], match[2]
