"""Structures of the compound table that lack the water or the counter-ion that their name says, or have more of it.

The table lists names of hydrates and of salts among the synonyms of what is hydrated and of the free base, and draws
many a hydrate with one molecule of water whatever its number.
"""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import TYPE_CHECKING

from scitoolagent.tools.chemistry import _compounds
from scitoolagent.tools.chemistry._compounds import Compound
from scitoolagent.tools.chemistry._name_contents import Contents, Salt, contents, ratio_of, salt
from scitoolagent.tools.chemistry._reactive_sites import basic_sites

if TYPE_CHECKING:
    from rdkit.Chem import Mol

_HALOGENS = frozenset({"F", "Cl", "Br", "I"})
_WATER = "O"
_OTHER_WATER = "it has another number of molecules of water"
_ACID = "O=S(=O)(O)O"
_COLON = re.compile(r"\(\d+:\d+")


def content_fault(row: Compound, name: str) -> str:
    """Why a row's structure does not hold what a name says of water and counter-ions; empty where it does."""
    return _fault(row, " ".join(name.lower().split())) or _fault_of_title(row)


def lacks_part(row: Compound, name: str) -> bool:
    """Whether a row is of the free base or the dry salt, and only lists the name: its CAS number is of another."""
    return content_fault(row, name).endswith("missing") and not _is_titled(row, " ".join(name.lower().split()))


def _fault_of_title(row: Compound) -> str:
    """A hydrate that is drawn with another number of waters than its title says is wrong under each of its names."""
    why = _fault(row, row.title.lower())
    return why if why.startswith(_OTHER_WATER) else ""


def _fault(row: Compound, name: str) -> str:
    said = contents(name)
    found = salt(said.main)
    if not row.smiles or (said.waters is None and not said.dry and found is None):
        return ""
    parts = _parts(row.smiles)
    if parts is None or _is_one_atom(parts):
        return ""
    return _water_fault(row, said, parts) or (_salt_fault(row, found, name, parts) if found else "")


def _is_one_atom(parts: Counter[str]) -> bool:
    return len(parts) == 1 and _mol_of_part(next(iter(parts))).GetNumAtoms() == 1


def _water_fault(row: Compound, said: Contents, parts: Counter[str]) -> str:
    waters = parts.get(_WATER, 0)
    if said.dry:
        return "it has water, which the name says it has not" if waters else ""
    if said.waters is None or (waters and not said.waters):
        return ""
    if not said.waters:
        return "its water is missing" if _is_main(row, said.main) else ""
    if Fraction(waters, _units(parts)) == said.waters or _is_taken_up(row, said):
        return ""
    return "its water is missing" if not waters else f"{_OTHER_WATER} than the name says"


def _is_taken_up(row: Compound, said: Contents) -> bool:
    """Whether the water is part of the molecule, as in the hydrates of ketones."""
    from rdkit.Chem.rdMolDescriptors import CalcMolFormula

    for dry in _compounds.by_name(said.main):
        mol, wet = _mol(dry.smiles), _mol(row.smiles)
        if mol is None or wet is None or said.waters is None or said.waters.denominator != 1:
            continue
        whole = _mol(".".join([dry.smiles] + ["O"] * int(said.waters)))
        if whole is not None and CalcMolFormula(whole) == CalcMolFormula(wet):
            return True
    return False


def _salt_fault(row: Compound, found: Salt, name: str, parts: Counter[str]) -> str:
    apart, inside = _apart(row.smiles, found.partner, parts)
    if not apart:
        # An ester has the acid inside it, as it has a metal that is bonded; its alcohol has not.
        is_ester = inside and not found.only
        return "" if is_ester and not _is_titled(row, found.parent) else f"its {found.word} is missing"
    count, rest = sum(parts[part] for part in apart), [part for part in parts if part not in (_WATER, *apart)]
    if not rest:
        return ""
    main = parts[max(rest, key=len)]
    if found.only and found.times is not None and not _is_said_before(found):
        ratios = {Fraction(count, main), Fraction(count, _units(parts))}
        return "" if found.times in ratios else f"it has another number of {found.word} than the name says"
    ratios = {Fraction(count, main), Fraction(main, count), Fraction(count, _units(parts))}
    own = ratio_of(name)
    said = {own} if own else set()
    # Both parts once, and neutral: so some records draw a salt whatever its ratio.
    if not own and not found.only and max(parts.values()) == 1 and not re.search(r"[+-]\d?\]", "".join(parts)):
        said = _ratios_said(row, found)
    if said - ratios:
        return f"its names say another ratio to the {found.word} than it has"
    if _ACID in apart and (main > 2 * count or sum(parts[part] * _amines(part) for part in rest) > 2 * count):
        return "it has less sulfuric acid than a sulfate"
    if _ACID in apart and own is None and 2 * count > sum(parts[part] * _nitrogens(part) for part in rest):
        return "it has more sulfuric acid than a sulfate of this base"
    return ""


def _ratios_said(row: Compound, found: Salt) -> set[Fraction]:
    """The ratios of salt and counter-ion that names of a row give, either way round: "sulfate (2:1)"."""
    named = [(ratio_of(name), salt(contents(name).main)) for name in row.names if _COLON.search(name)]
    return {ratio for ratio, one in named if ratio and one and one.partner == found.partner}


def _nitrogens(part: str) -> int:
    """The basic nitrogen atoms of a molecule, as far as they are known to be basic, and all others else."""
    mol = _mol_of_part(part)
    return len(basic_sites(mol)) or sum(atom.GetAtomicNum() == 7 for atom in mol.GetAtoms())


def _amines(part: str) -> int:
    """The primary aliphatic amines of a molecule; each takes a proton of a strong acid."""
    from rdkit import Chem

    return len(_mol_of_part(part).GetSubstructMatches(Chem.MolFromSmarts("[NX3H2][CX4;!$(C[$(C=O),$(C#N)])]")))


def _is_said_before(found: Salt) -> bool:
    """Whether the ion stands in the name twice: "bromide, monohydrobromide"."""
    return found.word.removeprefix("hydro")[:4] in found.parent


def _apart(smiles: str, partner: str, parts: Counter[str]) -> tuple[list[str], bool]:
    """The fragments that are a counter-ion, or hold its metal, and whether one may be inside an ester."""
    wanted, mol = _mol(partner), _mol(smiles)
    if wanted is None or mol is None:
        return [], True
    size, symbol = wanted.GetNumHeavyAtoms(), wanted.GetAtomWithIdx(0).GetSymbol()
    if size > 1:
        acid, acyl = _skeleton(partner), _skeleton(partner, acyl=True)
        found = {part: _mol_of_part(part) for part in parts}
        alike = [part for part, one in found.items() if one.GetNumHeavyAtoms() == size and one.HasSubstructMatch(acid)]
        return alike, bool(mol.HasSubstructMatch(acyl))
    if symbol in _HALOGENS:
        inside = any(atom.GetSymbol() == symbol for atom in mol.GetAtoms())
        return [part for part in parts if part in (symbol, f"[{symbol}-]", f"[{symbol}H]")], inside
    return [part for part in parts if any(atom.GetSymbol() == symbol for atom in _mol_of_part(part).GetAtoms())], False


def _mol_of_part(part: str) -> Mol:
    from rdkit import Chem, rdBase

    with rdBase.BlockLogs():
        return Chem.MolFromSmiles(part) or Chem.MolFromSmiles(part, sanitize=False)


@lru_cache(maxsize=256)
def _skeleton(smiles: str, *, acyl: bool = False) -> Mol:
    """The heavy atoms of an acid, whatever their charges and bonds; of its acyl group, all but one acidic oxygen."""
    from rdkit import Chem

    mol = Chem.RWMol(Chem.MolFromSmiles(smiles))
    if acyl:
        sites = mol.GetSubstructMatch(Chem.MolFromSmarts("[OX2H1]-*=[#8]"))
        if sites:
            mol.RemoveAtom(sites[0])
    query = Chem.RWMol()
    for atom in mol.GetAtoms():
        query.AddAtom(Chem.AtomFromSmarts(f"[#{atom.GetAtomicNum()}]"))
    for bond in mol.GetBonds():
        query.AddBond(bond.GetBeginAtomIdx(), bond.GetEndAtomIdx(), Chem.BondType.SINGLE)
        query.ReplaceBond(query.GetNumBonds() - 1, Chem.BondFromSmarts("~"))
    return query.GetMol()


def _is_main(row: Compound, name: str) -> bool:
    return any(other.inchikey[:14] == row.inchikey[:14] for other in _compounds.by_name(name) if other.inchikey)


def _is_titled(row: Compound, name: str) -> bool:
    return name in (row.title.lower(), row.names[0])


def _units(parts: Counter[str]) -> int:
    """How many formula units a structure shows: two of a hemihydrate, three ions of calcium in Ca3(PO4)2 are one."""
    return gcd(*(count for part, count in parts.items() if part != _WATER)) or 1


@lru_cache(maxsize=4096)
def _parts(smiles: str) -> Counter[str] | None:
    """The fragments of a structure, as canonical SMILES; water that is bonded to a metal counts as a fragment."""
    from rdkit import Chem

    mol = _mol(smiles)
    if mol is None:
        return None
    aqua = Chem.MolFromSmarts("[OX2H2+0,OX3H2+]~[!#6;!#1;!#7;!#8;!#9;!#15;!#16;!#17;!#35;!#53]")
    bound = {match[0] for match in mol.GetSubstructMatches(aqua)}
    free = Chem.RWMol(mol)
    for index in sorted(bound, reverse=True):
        free.RemoveAtom(index)
    found = Counter(Chem.MolToSmiles(part) for part in Chem.GetMolFrags(free, asMols=True, sanitizeFrags=False))
    found[_WATER] += len(bound)
    return +found


@lru_cache(maxsize=4096)
def _mol(smiles: str) -> Mol | None:
    from rdkit import Chem, rdBase

    with rdBase.BlockLogs():
        return Chem.MolFromSmiles(smiles) if smiles else None
