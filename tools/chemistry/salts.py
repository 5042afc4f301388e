"""Salts, conjugate acids and bases, and hydrates of a molecule."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._acid_protons import acidic_sites, charged_sites
from scitoolagent.tools.chemistry._molecule import parse_smiles
from scitoolagent.tools.chemistry._reactive_sites import atoms_of, basic_sites, product, strongest, with_protons

if TYPE_CHECKING:
    from rdkit.Chem import Atom

_WORDS = "scitoolagent.tools.chemistry._derivative_words"

SaltForm = Annotated[
    str,
    Semantic("SaltForm", parent="Parameter", label="salt form", finder=f"{_WORDS}:find_salts"),
]
WaterCount = Annotated[
    int,
    Semantic(
        "WaterCount",
        parent="Parameter",
        unit="1",
        label="molecules of water in a hydrate",
        finder=f"{_WORDS}:find_hydrates",
    ),
]
SaltSmiles = Annotated[
    str, Semantic("SaltSmiles", parent="Smiles", label="salt of a molecule", also=("salt with a counter-ion",))
]
ConjugateBase = Annotated[
    str,
    Semantic(
        "ConjugateBase",
        parent="Smiles",
        label="conjugate base",
        also=("deprotonated form", "anion of an acid", "deprotonate"),
    ),
]
ConjugateAcid = Annotated[
    str,
    Semantic("ConjugateAcid", parent="Smiles", label="conjugate acid", also=("protonated form", "protonate")),
]
HydrateSmiles = Annotated[str, Semantic("HydrateSmiles", parent="Smiles", label="hydrate of a molecule")]

# Ion and its charge.
_CATIONS = {
    "lithium": ("[Li+]", 1),
    "sodium": ("[Na+]", 1),
    "potassium": ("[K+]", 1),
    "rubidium": ("[Rb+]", 1),
    "caesium": ("[Cs+]", 1),
    "silver": ("[Ag+]", 1),
    "ammonium": ("[NH4+]", 1),
    "magnesium": ("[Mg+2]", 2),
    "calcium": ("[Ca+2]", 2),
    "strontium": ("[Sr+2]", 2),
    "barium": ("[Ba+2]", 2),
    "zinc": ("[Zn+2]", 2),
}
# Acid, and the molecules of base that one of it takes.
_ACIDS = {
    "hydrofluoride": ("F", 1),
    "hydrochloride": ("Cl", 1),
    "hydrobromide": ("Br", 1),
    "hydroiodide": ("I", 1),
    "nitrate": ("O=[N+]([O-])O", 1),
    "sulfate": ("O=S(=O)(O)O", 2),
    "bisulfate": ("O=S(=O)(O)O", 1),
    "mesylate": ("CS(=O)(=O)O", 1),
    "besylate": ("O=S(=O)(O)c1ccccc1", 1),
    "tosylate": ("Cc1ccc(S(=O)(=O)O)cc1", 1),
    "trifluoroacetate": ("O=C(O)C(F)(F)F", 1),
    "perchlorate": ("[O-][Cl+3]([O-])([O-])O", 1),
}
_TIMES = {"": None, "mono": 1, "di": 2, "tri": 3, "tetra": 4}
_FORM = re.compile(r"(mono|di|tri|tetra)?([a-z]+)")
# Phenols and thiols make salts with alkalis, alcohols do not.
_WEAKEST_ACID = 10.5
_MOST_WATERS = 24


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "O=C(O)c1ccno1", "salt": "sodium"},
)
def salt_form(smiles: Smiles, salt: SaltForm) -> SaltSmiles:
    """Write the salt that an acid makes with a metal, or a base with an acid.

    Args:
        smiles: The acid or the base, one molecule without charge.
        salt: `sodium`, `calcium`, `ammonium`, … for an acid; `hydrochloride`, `mesylate`, `sulfate`, … for a base.
            `disodium` and `dihydrochloride` say how many protons are meant.
    Returns:
        Canonical SMILES: of an acid the ions, in the numbers that make it neutral; of a base the base and the acid
        side by side, the proton left on the acid.
    Raises:
        ToolInputError: `smiles` is not valid, is a salt already, or has no acid group or basic nitrogen; the salt is
            unknown, or its stoichiometry does not follow from its name.
    Source: definition; the acid groups by rounded pKa values.
    """
    from rdkit import Chem

    mol = parse_smiles(smiles)
    if len(Chem.GetMolFrags(mol)) > 1 or any(atom.GetFormalCharge() for atom in mol.GetAtoms() if not _is_ylide(atom)):
        raise ToolInputError(f"{smiles[:60]!r} is charged or has several parts; give the free acid or the free base")
    match = _FORM.fullmatch(salt.strip().lower())
    if match is None or match[2] not in {**_CATIONS, **_ACIDS}:
        raise ToolInputError(f"{salt[:40]!r} is no known salt; take one of {', '.join({**_CATIONS, **_ACIDS})}")
    number = _TIMES[match[1] or ""]
    return _of_base(smiles, match[2], number) if match[2] in _ACIDS else _of_acid(smiles, match[2], number)


def _of_acid(smiles: str, name: str, number: int | None) -> str:
    mol = parse_smiles(smiles)
    ion, charge = _CATIONS[name]
    if charge > 1 and number not in (None, 1):
        raise ToolInputError(f"the numbers of ions in a salt with {number} {name} ions do not follow from its name")
    sites = {index: strength for index, strength in acidic_sites(mol).items() if strength <= _WEAKEST_ACID}
    hint = f"; write monosodium or disodium for {name}" if charge == 1 else ""
    wanted = number if charge == 1 else None
    chosen = strongest(sites, wanted or 1)
    anion = product(chosen, wanted, lambda places: with_protons(mol, places, -1), "acid groups alike in strength", hint)
    return _together([anion] * charge + [ion] * (wanted or 1))


def _of_base(smiles: str, name: str, number: int | None) -> str:
    mol = parse_smiles(smiles)
    acid, bases = _ACIDS[name]
    sites = basic_sites(mol)
    if len(sites) < (number or 1):
        raise ToolInputError(f"the molecule has {len(sites)} basic nitrogen atoms, a {name} needs {number or 1}")
    if bases > 1 and (len(sites) > 1 or number):
        raise ToolInputError(f"the molecule has {len(sites)} basic nitrogen atoms; how many take part in the {name}?")
    return _together([smiles] * bases + [acid] * (number or 1))


def _together(parts: list[str]) -> str:
    from rdkit import Chem

    return str(Chem.MolToSmiles(parse_smiles(".".join(parts))))


def _is_ylide(atom: Atom) -> bool:
    """Whether a charge has its counter-charge next to it, as in a nitro group."""
    return any(atom.GetFormalCharge() * other.GetFormalCharge() < 0 for other in atom.GetNeighbors())


@tool(Operation.CONVERSION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "O=C(O)c1ccno1"})
def conjugate_base(smiles: Smiles) -> ConjugateBase:
    """Take the most acidic proton off a molecule.

    Args:
        smiles: One molecule, an acid.
    Returns:
        Canonical SMILES with one proton fewer.
    Raises:
        ToolInputError: `smiles` is not valid, has no acidic proton that is known, or several that differ and are alike
            in strength.
    Source: definition (Brønsted 1923); the acid groups by rounded pKa values.
    """
    mol = parse_smiles(smiles)
    sites = acidic_sites(mol) or dict.fromkeys(atoms_of(mol, "[#7+;!H0]"), 10.0)
    return product(
        strongest(sites, 1), 1, lambda places: with_protons(mol, places, -1), "acidic protons alike in strength"
    )


@tool(Operation.CONVERSION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "NCc1ccno1"})
def conjugate_acid(smiles: Smiles) -> ConjugateAcid:
    """Put a proton on the most basic atom of a molecule.

    Args:
        smiles: One molecule, a base or an anion.
    Returns:
        Canonical SMILES with one proton more.
    Raises:
        ToolInputError: `smiles` is not valid, has no basic atom that is known, or several that differ and are alike in
            strength.
    Source: definition (Brønsted 1923); the basic nitrogen atoms by rounded pKa values.
    """
    mol = parse_smiles(smiles)
    bases = {index: -strength for index, strength in basic_sites(mol).items()}
    sites = dict.fromkeys(charged_sites(mol), 0.0) or bases or dict.fromkeys(atoms_of(mol, "[OX2H2]"), 0.0)
    return product(strongest(sites, 1), 1, lambda places: with_protons(mol, places, 1), "basic atoms alike in strength")


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "O=C(O)c1ccno1", "waters": 1},
)
def hydrate_form(smiles: Smiles, waters: WaterCount) -> HydrateSmiles:
    """Write a hydrate: a molecule with its molecules of water.

    Args:
        smiles: One molecule or salt without water.
        waters: Molecules of water for one of it, from 1 to 24.
    Returns:
        Canonical SMILES of all of them.
    Raises:
        ToolInputError: `smiles` is not valid or has water in it, or the number of waters is out of range.
    Source: definition.
    """
    if not 1 <= waters <= _MOST_WATERS:
        raise ToolInputError(f"a hydrate has 1 to {_MOST_WATERS} molecules of water, not {waters}")
    if atoms_of(parse_smiles(smiles), "[OH2]"):
        raise ToolInputError(f"{smiles[:60]!r} has water in it already; give what is hydrated")
    return _together([smiles] + ["O"] * waters)
