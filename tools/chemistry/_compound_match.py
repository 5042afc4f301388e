"""Choose the one row of the compound table that a name, a number or a structure means, or refuse."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry import _compounds
from scitoolagent.tools.chemistry._compounds import Compound
from scitoolagent.tools.chemistry._inchi import hash_of, inchi_of, inchikey_of, mol_of_inchi
from scitoolagent.tools.chemistry._made_names import made
from scitoolagent.tools.chemistry._misspelt import near_names
from scitoolagent.tools.chemistry._molecule import parse_smiles
from scitoolagent.tools.chemistry._open_names import meanings, why_open
from scitoolagent.tools.chemistry._oxidation import oxidation_states
from scitoolagent.tools.chemistry._positions import isomers
from scitoolagent.tools.chemistry._row_faults import as_ions, fault
from scitoolagent.tools.materials._elements import element_row, elements, symbol_of_name

if TYPE_CHECKING:
    from rdkit.Chem import Mol


class UnknownNameError(ToolInputError):
    """No table has a name."""


_KEY = re.compile(r"[A-Z]{14}-[A-Z]{10}-[A-Z]")
_SHOWN = 60
_NAMED = 4
_FORMULA = re.compile(r"c\d*h\d*(?:[a-z]{1,2}\d*)*")
_DIATOMIC = {"H": "[HH]", "N": "N#N", "O": "O=O", "F": "FF", "Cl": "ClCl", "Br": "BrBr", "I": "II"}
_ANION = re.compile(r"(?:(?:[dl]|dl|r|s|\d|\([a-z+-]{1,3}\))-)?[a-z]{2,}ate")
_NOBLE = frozenset({"He", "Ne", "Ar", "Kr", "Xe", "Rn", "Og"})
# Synonym lists put names of salts on the parent acid or base; the element that the name promises must be there.
_PROMISED = {
    "sodium": "Na", "potassium": "K", "lithium": "Li", "calcium": "Ca", "magnesium": "Mg", "zinc": "Zn", "silver": "Ag",
    "barium": "Ba", "cesium": "Cs", "aluminum": "Al", "aluminium": "Al", "hydrochloride": "Cl", "hydrobromide": "Br",
    "sulfate": "S", "phosphate": "P", "bromide": "Br", "iodide": "I", "chloride": "Cl", "fluoride": "F",
}  # fmt: skip
_STEREO_WORD = re.compile(
    r"(?:^|[^a-z])(?:[dlrsez]|cis|trans|meso|alpha|beta|\d*[rs](?:,\d*[rs])+|\d+[rsez](?:,\d+[rsez])*|[+-])(?:$|[^a-z])"
)


def resolve(name: str) -> Compound:
    """The one compound a name stands for: by title, then by systematic name, then by synonym; errors say why not."""
    if _compounds.valid_cas(name.strip()):
        return row_of_cas(name)
    element = element_row_of_name(name)
    if element is not None:
        return element
    if reason := why_open(name):
        raise ToolInputError(
            f"{shown(name)} is {reason}, which no one structure stands for; name a compound, or give the SMILES that "
            "is meant"
        )
    if meant := meanings(name) or isomers(name) or oxidation_states(name) or _of_formula(name):
        raise ToolInputError(f"{shown(name)} leaves open which compound is meant: {' or '.join(meant)}; name one")
    listed = _compounds.by_name(name)
    rows = [row for row in listed if _keeps_promise(row, name) and not fault(row, name)]
    if not rows:
        if (built := made(name, listed, lambda part: structure_of(resolve(part), part))) is not None:
            return built
        rows = [row for row in listed if _keeps_promise(row, name)]
    if not rows:
        raise UnknownNameError(_unknown(name))
    spelled = _compounds.spellings(name)
    if spelled[0].endswith("acid"):
        # The table gives some salts the name of their acid.
        rows = [row for row in rows if "." not in row.smiles] or rows
    for place in (1, 0):
        named = [row for row in rows if row.names[place] in spelled]
        if named:
            rows = named
            break
    else:
        place = -1
    rows = _one_per_structure(rows)
    if len({row.inchikey[:14] for row in rows}) > 1:
        rows = [row for row in rows if not _is_fragment(row)] or rows
    if len({row.inchikey[:14] for row in rows}) > 1:
        raise ToolInputError(_ambiguous(name, rows))
    # "alanine" is any alanine, so the row without stereochemistry is meant;
    # "L-alanine" and a title mean the defined one.
    wants_defined = place == 1 or any(_STEREO_WORD.search(text) for text in spelled)
    depths = [defined_stereo(row) for row in rows]
    wanted = max(depths) if wants_defined else min(depths)
    rows = [row for row, depth in zip(rows, depths, strict=True) if depth == wanted]
    if len(rows) > 1:
        raise ToolInputError(_ambiguous(name, rows))
    _refuse_acid_of_anion(rows[0], spelled)
    return rows[0]


def structure_of(row: Compound, name: str) -> str:
    """Canonical SMILES of a row that stands for a name.

    Raises:
        ToolInputError: the row's structure is not usable.
    """
    from rdkit import Chem
    from rdkit.Chem import rdMolDescriptors

    if why := fault(row, name):
        raise ToolInputError(f"the table's structure of {shown(name)} is not usable: {why}; give the SMILES")
    smiles = exact_smiles(row)
    if smiles is None:
        # RDKit writes halogen oxoacids with charges, which changes their InChIKey; the formula still vouches for them.
        if not row.smiles or defined_stereo(row):
            raise ToolInputError(f"the table has no usable structure for {row.title} (CAS {row.cas}); give a SMILES")
        try:
            mol = parse_smiles(row.smiles)
        except ToolInputError:
            raise ToolInputError(
                f"the table's structure of {row.title}, {row.smiles}, cannot be expressed with ordinary valences"
            ) from None
        if rdMolDescriptors.CalcMolFormula(mol) != row.formula:
            raise ToolInputError(f"the table's structure of {row.title} contradicts its formula {row.formula}")
        smiles = str(Chem.MolToSmiles(mol))
    return smiles if is_bare_atom(row) else as_ions(smiles)


def _of_formula(name: str) -> tuple[str, ...]:
    """The compounds that a formula of carbon and hydrogen in small letters stands for, where they are several."""
    if not _FORMULA.fullmatch(name.strip().lower()):
        return ()
    found = {row.inchikey[:14]: row.title for row in _compounds.by_formula(name)}
    return tuple(found.values())[:_NAMED] if len(found) > 1 else ()


def _refuse_acid_of_anion(row: Compound, spelled: list[str]) -> None:
    """The table gives `citrate`, an ion, as a synonym of its acid: other hydrogens, another mass and charge."""
    titles = {row.title.lower(), row.names[0]}
    if not _ANION.fullmatch(spelled[0]) or titles & set(spelled) or not any(one.endswith("acid") for one in titles):
        return
    if not re.search(r"[+-]\d?]", row.smiles):
        raise ToolInputError(
            f"{shown(spelled[0])} is an anion, and the table has only its acid, {row.title}; name the acid, or give "
            "the SMILES of the ion"
        )


def element_row_of_name(name: str) -> Compound | None:
    """The compound that an element's name means; None where the name is no element's.

    Hydrogen, nitrogen, oxygen and the halogens are their diatomic molecules. For every other element one bare atom
    stands, never its hydride, which the table lists under `sulfur` too.
    """
    symbol = symbol_of_name(name)
    return _of_element(symbol) if symbol else None


def _of_element(symbol: str) -> Compound:
    from rdkit import Chem, rdBase

    with rdBase.BlockLogs():
        mol = Chem.MolFromSmiles(_DIATOMIC.get(symbol, f"[{symbol}]"))
        smiles, inchi = str(Chem.MolToSmiles(mol)), inchi_of(mol)
    row = element_row(symbol)
    key, cas, title = hash_of(inchi), str(row["cas"]), str(row["name"]).lower()
    listed = [found for found in _compounds.by_inchikey(key) if found.cas == cas]
    formula = f"{symbol}2" if symbol in _DIATOMIC else symbol
    return listed[0] if listed else Compound(0, cas, formula, smiles, inchi, key, "", title, ("", title))


def is_bare_atom(row: Compound) -> bool:
    """Whether a row stands for an element by one atom, although the element forms no molecules of one atom."""
    symbol = row.formula
    return symbol in elements() and symbol not in _NOBLE and row.smiles == f"[{symbol}]"


def _keeps_promise(row: Compound, name: str) -> bool:
    formula = re.findall(r"[A-Z][a-z]?", row.formula)
    return not formula or all(element in formula for word, element in _PROMISED.items() if word in name.lower())


def _one_per_structure(rows: list[Compound]) -> list[Compound]:
    return list({row.inchikey or row.cas: row for row in reversed(rows)}.values())[::-1]


def _is_fragment(row: Compound) -> bool:
    """Whether a row is a radical, a carbene or a lone ion: never what a plain name means if a whole molecule has it."""
    from rdkit import Chem, rdBase

    with rdBase.BlockLogs():
        mol = Chem.MolFromSmiles(row.smiles) if row.smiles else None
    if mol is None or Chem.GetFormalCharge(mol) != 0:
        return True
    return any(atom.GetNumRadicalElectrons() for atom in mol.GetAtoms())


def defined_stereo(row: Compound) -> int:
    """How many stereocentres and stereo bonds a row defines."""
    layers = [layer for layer in row.inchi.split("/") if layer[:1] in ("t", "b")]
    return sum(layer.count("+") + layer.count("-") for layer in layers)


def _unknown(name: str) -> str:
    near = near_names(name)
    if near:
        return f"{shown(name)} is no name known here; did you mean {' or '.join(near)}? Write the one that is meant"
    return f"{shown(name)} is no name known here; check the spelling, or give a SMILES, InChI or CAS number"


def _ambiguous(name: str, rows: list[Compound]) -> str:
    kinds = "; ".join(f"{row.title} (CAS {row.cas})" for row in rows[:5])
    return f"{shown(name)} stands for {len(rows)} compounds: {kinds}; give the CAS number or the full name of one"


def row_of_cas(cas: str) -> Compound:
    """The one compound with a CAS number."""
    number = cas.strip()
    if not _compounds.valid_cas(number):
        raise ToolInputError(f"{shown(cas)} is not a CAS number (digits-2 digits-check digit, such as 76-09-5)")
    symbol = next((symbol for symbol, row in elements().items() if row["cas"] == number), None)
    if symbol is not None:
        return _of_element(symbol)
    rows = _one_per_structure(_compounds.by_cas(number))
    if not rows:
        raise ToolInputError(f"CAS {number} is not in the table; give the name or a SMILES")
    if len(rows) > 1:
        raise ToolInputError(_ambiguous(number, rows))
    return rows[0]


def rows_of_key(inchikey: str) -> list[Compound]:
    """The compounds with an InChIKey, at least one."""
    key = inchikey.strip()
    if not _KEY.fullmatch(key):
        raise ToolInputError(f"{shown(inchikey)} is not an InChIKey (14 letters-10 letters-1 letter)")
    rows = _compounds.by_inchikey(key)
    if not rows:
        relatives = _one_per_structure(_compounds.by_connectivity(key[:14]))[:3]
        hint = "".join(f"; {row.title} ({row.inchikey}) has the same connectivity" for row in relatives)
        raise ToolInputError(f"no compound in the table has the InChIKey {key}{hint}; give a SMILES, InChI or name")
    return rows


def exact_rows(smiles: str) -> list[Compound]:
    """The compounds with exactly the structure of a SMILES, at least one."""
    rows = _compounds.by_inchikey(_key_of(smiles))
    if not rows:
        raise ToolInputError(f"no compound in the table has exactly the structure {shown(smiles)}")
    return rows


def row_of_smiles(smiles: str) -> tuple[Compound, str]:
    """The compound of a SMILES and how well it matches; a different stereoisomer never does."""
    key = _key_of(smiles)
    exact = _compounds.by_inchikey(key)
    if exact:
        others = sorted({row.cas for row in exact[1:]} - {exact[0].cas})
        also = f"; the same structure is also registered as {', '.join(others)}" if others else ""
        return exact[0], f"the whole structure matches{also}"
    block = f"{key[:14]}-UHFFFAOYSA"
    rows = [row for row in _one_per_structure(_compounds.by_connectivity(key[:14])) if row.inchikey[-1] == key[-1]]
    if not rows:
        raise ToolInputError(f"no compound in the table has the structure {shown(smiles)}")
    open_side = "molecule asked for" if key.startswith(block) else "record"
    fits = [row for row in rows if open_side != "record" or row.inchikey.startswith(block)]
    if len(fits) != 1:
        kinds = "; ".join(f"{row.title} (CAS {row.cas})" for row in rows[:5])
        raise ToolInputError(
            f"only stereoisomers of {shown(smiles)} are in the table: {kinds}; define or correct the stereocentres"
        )
    return fits[0], f"only the connectivity matches: the {open_side} leaves its stereochemistry open ({fits[0].title})"


def _key_of(smiles: str) -> str:
    return inchikey_of(parse_smiles(smiles))


def exact_smiles(row: Compound) -> str | None:
    """Canonical SMILES that gives the row's InChIKey back; None when neither its SMILES nor its InChI does.

    The row's own tautomer is kept unless it is an imidic acid, which some rows were given by a program.
    """
    from rdkit import Chem, rdBase

    with rdBase.BlockLogs():
        drawn = Chem.MolFromSmiles(row.smiles) if row.smiles else None
    if drawn is not None and inchikey_of(drawn) == row.inchikey and not _is_imidic(drawn):
        return str(Chem.MolToSmiles(drawn))
    for mol in (mol_of_inchi(row.inchi) if row.inchi else None, drawn):
        if mol is not None and inchikey_of(mol) == row.inchikey:
            return str(Chem.MolToSmiles(mol))
    return None


def _is_imidic(mol: Mol) -> bool:
    from rdkit import Chem

    return bool(mol.HasSubstructMatch(Chem.MolFromSmarts("[OX2H,SX2H][CX3]=[NX2;!$([NX2][OX2,NX3])]")))


def shown(text: str) -> str:
    """A text as an error message quotes it."""
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")
