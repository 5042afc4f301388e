"""Hydrates and salts that no table has, made from what their names are made of: "caffeine monohydrate".

Only what the name leaves no doubt about is made: a number of waters that it says, and the salt of a base with one
basic nitrogen, or of an acid with one acid group, whose counter-ion takes one of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry._compounds import Compound
from scitoolagent.tools.chemistry._content_faults import lacks_part
from scitoolagent.tools.chemistry._inchi import hash_of, inchi_of
from scitoolagent.tools.chemistry._molecule import parse_smiles
from scitoolagent.tools.chemistry._name_contents import Salt, contents, is_salt_word, salt
from scitoolagent.tools.chemistry._row_faults import dry_salt

Structure = Callable[[str], str]
_SPELLED = {"hcl": "hydrochloride", "hbr": "hydrobromide", "hydriodide": "hydroiodide", "mesilate": "mesylate",
            "besilate": "besylate", "tosilate": "tosylate", "methanesulfonate": "mesylate"}  # fmt: skip
# The acids that take one base; a sulfate may be one of one or of two.
_ONE_TO_ONE = frozenset(
    "hydrofluoride hydrochloride hydrobromide hydroiodide mesylate besylate tosylate trifluoroacetate nitrate".split()
)
# Carbonyl groups next to another or to carbon that halogens draw electrons from, and what water makes of them.
_TAKING = ("[CX4]([OX2H])[OX2H]", "[CX3;!$(C(=O)[O,N,S])](=O)[$(C(F)(F)F),$(C(Cl)(Cl)Cl),$([CX3]=O)]")
_MANY = {None: "", Fraction(1): "mono", Fraction(2): "di", Fraction(3): "tri", Fraction(4): "tetra"}
_ABOVE_ANILINES = 5.0
_METALS = frozenset("lithium sodium potassium calcium magnesium".split())


@lru_cache(maxsize=4096)
def is_made_of(name: str, is_name: Callable[[str], bool]) -> bool:
    """Whether a text is a name and the words for its water or its hydrohalic acid."""
    last = name.rsplit(maxsplit=1)[-1].lower() if name.strip() else ""
    said = contents(name) if "hydrate" in name.lower() else None
    if said is not None:
        return bool(said.waters) and said.main != name.lower() and is_name(said.main)
    found = salt(name.lower()) if is_salt_word(last) else None
    return found is not None and _word(found) in _ONE_TO_ONE and found.only and is_name(found.parent)


def made(name: str, listed: Sequence[Compound], structure: Structure) -> Compound | None:
    """The compound of a name that says of what it is made; None where it does not say it all.

    Args:
        listed: the records of the name; their structures are not what it says.
        structure: gives the SMILES of a name; raises ToolInputError.

    Raises:
        ToolInputError: the name leaves open how much of its acid is in it.
    """
    text = " ".join(name.lower().split())
    said, written = contents(text), " ".join(name.split())
    if said.waters is not None:
        # Small letters stand for the capitals in the name of no compound but an abbreviation.
        parts = _hydrate(_as_written(said.main, written), said.waters, structure, listed) if said.waters else None
    else:
        found = salt(said.main)
        parts = _salt(_as_written(found.parent, written), found, structure) if found else None
    if parts is None:
        return None
    smiles, note = parts
    inchi = inchi_of(parse_smiles(smiles))
    cas = next((row.cas for row in listed if not lacks_part(row, text)), "")
    return Compound(0, cas, "", smiles, inchi, hash_of(inchi), "", name, ("", text), note)


def _as_written(part: str, name: str) -> str:
    place = name.lower().find(part)
    return name[place : place + len(part)] if place >= 0 else part


def _hydrate(dry: str, waters: Fraction, structure: Structure, listed: Sequence[Compound]) -> tuple[str, str] | None:
    try:
        smiles = structure(dry)
    except ToolInputError:
        smiles = next(filter(None, (dry_salt(row, dry) for row in listed)), "")
    if not smiles or "O" in smiles.split(".") or _takes_water_up(smiles):
        return None
    many = waters.denominator
    note = f"made of {many} {dry} and {waters.numerator} water, as the name says"
    return _canonical([smiles] * many + ["O"] * waters.numerator), note


def _takes_water_up(smiles: str) -> bool:
    """Whether the water of a hydrate may be bonded, or stand in the structure already: chloral, alloxan, ninhydrin."""
    from rdkit import Chem

    mol = parse_smiles(smiles)
    return any(mol.HasSubstructMatch(Chem.MolFromSmarts(pattern)) for pattern in _TAKING)


def _salt(parent: str, found: Salt, structure: Structure) -> tuple[str, str] | None:
    from scitoolagent.tools.chemistry.salts import salt_form

    word, many = _word(found), _MANY.get(found.times)
    if many is None or word not in _ONE_TO_ONE | _METALS:
        return None
    try:
        smiles = structure(parent)
    except ToolInputError:
        return None
    if word in _ONE_TO_ONE and not many and (bases := _bases(smiles)) != 1:
        if not bases:
            return None
        raise ToolInputError(
            f"{parent} has {bases} basic nitrogen atoms, so how many molecules of acid its {found.word} holds does not "
            "follow from the name; give the SMILES"
        )
    note = f"made of {parent} and its counter-ion ({found.word}), as the name says; the table has no such record"
    try:
        return salt_form(smiles, f"{many}{word}"), note
    except ToolInputError:
        return None


def _bases(smiles: str) -> int:
    """How many nitrogen atoms may take an acid; beside a stronger one an aniline takes none."""
    from scitoolagent.tools.chemistry._reactive_sites import basic_sites

    strengths = list(basic_sites(parse_smiles(smiles)).values())
    return sum(strength >= _ABOVE_ANILINES for strength in strengths) or len(strengths)


def _word(found: Salt) -> str:
    return _SPELLED.get(found.word, found.word)


def _canonical(parts: list[str]) -> str:
    from rdkit import Chem

    return str(Chem.MolToSmiles(parse_smiles(".".join(parts))))
