"""The entities of a SciToolEval question, recognised and resolved without this program's recogniser and tools.

The structure of a name or an InChIKey comes from the tables of the package `chemicals`; a notation is read by RDKit or
`selfies`. A name does not always say which stereoisomer or which form of a sugar is meant, and tables differ in it: it
stands for the structure of the table, the same without stereochemistry, the mirror image where there are at most two
centres, and the rings of an open-chain sugar. Each of them is accepted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from scitoolagent.benchmarks.rows import Question

if TYPE_CHECKING:
    from rdkit.Chem import Mol

_KIND_OF_HEAD = {
    "NameToSMILES": "name",
    "NameToCas": "name",
    "InChIKeyToSMILES": "inchikey",
    "InChIToSMILES": "inchi",
    "SELFIEStoSMILES": "selfies",
    "LengthSELFIES": "selfies",
    "SlnToSmiles": "sln",
    "ConvertingPeptide2SMILES": "peptide",
}
_INCHI = re.compile(r"InChI=1S?/[^\s'\"`]+")
_KEY = re.compile(r"\b[A-Z]{14}-[A-Z]{10}-[A-Z]\b")
_SELFIES = re.compile(r"(?:\[[^\[\]\s]{1,20}\]){2,}")
_SLN = re.compile(r"\bSLN\b[^:`'\"]*?\bstring:?\s+[`'\"]?([^\s`'\",]+)")
_NAME = re.compile(r"\bnamed?\s+(?:of\s+|is\s+|called\s+)?([\"'][^\"']+[\"']|[\w,()'-]+(?: acid)?)")
_QUOTED_NAMES = re.compile(r"\bnames\s+((?:['\"][^'\"]+['\"][\s,]*(?:and\s+)?)+)")
_SEQUENCE = re.compile(r"\b[ACDEFGHIKLMNPQRSTVWY]{8,}\b")
_DNA = re.compile(r"\b[ACGTU]{9,}\b")
_CHAIN = re.compile(r"(?<![\w-])(?:Cl|Br|[BCNOPSFI]){3,}(?![\w-])")  # a SMILES of atoms only
_CAS = re.compile(r"\b[1-9]\d{1,6}-\d{2}-\d\b")
_MIRRORED = 2  # the tables hold the D form of some amino acids under the plain name
_EDGE = " \t\n'\"`.,?;“”‘’"
_SIGNS = set("=#()[]@/\\123456789")


@dataclass(frozen=True, slots=True)
class Subject:
    """An entity of a question: its kind (name, smiles, inchikey, …) and its text."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Structures:
    """The structures a subject may stand for, the likeliest first; `ordered`: the question fixes the order of atoms.

    `problem` says why there is none.
    """

    mols: tuple[Mol, ...] = ()
    ordered: bool = False
    problem: str = ""


def subjects_of(question: Question) -> tuple[Subject, ...]:
    """The entities of a question, in the order of its text."""
    kinds = [_KIND_OF_HEAD[name] for name in question.path if name in _KIND_OF_HEAD]
    if question.parameter:
        kind = _KIND_OF_HEAD.get(question.path[0], "") if question.path else ""
        return (Subject(kind or _kind_of_text(question.parameter), question.parameter.strip(_EDGE)),)
    found = _notations(question.text, "selfies" in kinds)
    if "name" in kinds:
        found += [(place, Subject("name", text)) for place, text in _names(question.text)]
    if "sln" in kinds:
        found += [(match.start(1), Subject("sln", match[1])) for match in _SLN.finditer(question.text)]
    if not found:
        found = [(match.start(), Subject("dna", match[0])) for match in _DNA.finditer(question.text)]
    if not found:
        found = [(match.start(), Subject("smiles", match[0])) for match in _CHAIN.finditer(question.text)]
    if not found:
        found = [(match.start(), Subject("peptide", match[0])) for match in _SEQUENCE.finditer(question.text)]
    return tuple(subject for _, subject in sorted(found, key=lambda item: item[0]))


def _kind_of_text(text: str) -> str:
    for kind, pattern in (("inchi", _INCHI), ("inchikey", _KEY), ("selfies", _SELFIES), ("cas", _CAS)):
        if pattern.fullmatch(text.strip(_EDGE)):
            return kind
    return "smiles"


def _notations(text: str, selfies: bool) -> list[tuple[int, Subject]]:
    found = [(match.start(), Subject("inchi", match[0].rstrip(_EDGE))) for match in _INCHI.finditer(text)]
    found += [(match.start(), Subject("inchikey", match[0])) for match in _KEY.finditer(text)]
    if selfies:  # a SMILES of bracket atoms looks like one
        found += [(match.start(), Subject("selfies", match[0])) for match in _SELFIES.finditer(text)]
    taken = {subject.text for _, subject in found}
    for match in re.finditer(r"\S+", text):
        token = match[0].strip(_EDGE)
        if not any(token in other or other in token for other in taken) and _looks_like_smiles(token):
            found.append((match.start(), Subject("smiles", token)))
    return found


def _looks_like_smiles(token: str) -> bool:
    from rdkit import Chem, rdBase

    if len(token) < 4 or not set(token) & _SIGNS or (token[0] in "([=#" and not token.startswith("[")):
        return False
    with rdBase.BlockLogs():
        mol = Chem.MolFromSmiles(token)
    return mol is not None and mol.GetNumAtoms() > 1


def _names(text: str) -> list[tuple[int, str]]:
    for match in _QUOTED_NAMES.finditer(text):
        quoted = list(re.finditer(r"['\"]([^'\"]+)['\"]", match[1]))
        return [(match.start(1) + one.start(), one[1].strip(_EDGE)) for one in quoted]
    return [(match.start(1), match[1].strip(_EDGE)) for match in _NAME.finditer(text)]


@lru_cache(maxsize=512)
def structures_of(subject: Subject) -> Structures:
    """The structures a subject may stand for."""
    from rdkit import rdBase

    with rdBase.BlockLogs():
        read = _READERS.get(subject.kind)
        if read is None:
            return Structures(problem=f"a {subject.kind} is no molecule")
        return read(subject.text)


def _one(mol: Mol | None, problem: str, ordered: bool = False) -> Structures:
    return Structures(problem=problem) if mol is None else Structures((mol,), ordered)


def _from_smiles(text: str) -> Structures:
    from rdkit import Chem

    return _one(Chem.MolFromSmiles(text), "not valid SMILES", ordered=True)


def _from_inchi(text: str) -> Structures:
    """The structure of an InChI; one with mobile hydrogens only from the tables, which have the form chemists draw.

    RDKit reads such an InChI to another tautomer (an amide to its imidic acid), which is no reference.
    """
    from rdkit import Chem

    text = text.strip()
    if "(H" in text:
        row = _row(f"InChIKey={Chem.InchiToInchiKey(text)}")
        mol = Chem.MolFromSmiles(row.smiles) if row is not None else None
        return _one(mol, "the InChI leaves its tautomer open, and the tables of chemicals have no such compound")
    return _one(Chem.MolFromInchi(text), "not valid InChI")


def _from_selfies(text: str) -> Structures:
    import selfies
    from rdkit import Chem

    try:
        return _one(Chem.MolFromSmiles(selfies.decoder(text)), "not a molecule")
    except selfies.DecoderError as error:
        return Structures(problem=f"not valid SELFIES: {error}")


def _from_sln(text: str) -> Structures:
    """The structure of an SLN, which writes every hydrogen; one with free valences is ill-formed."""
    from rdkit import Chem
    from rdkit.Chem import rdSLNParse

    try:
        mol = rdSLNParse.MolFromSLN(text)
    except (ValueError, RuntimeError) as error:
        return Structures(problem=f"not valid SLN: {error}")
    if mol is None:
        return Structures(problem="not valid SLN")
    if any(atom.GetNumRadicalElectrons() for atom in mol.GetAtoms()):
        return Structures(problem="ill-formed SLN: hydrogens are missing")
    return _one(Chem.MolFromSmiles(Chem.MolToSmiles(mol)), "not valid SLN")


def _from_peptide(text: str) -> Structures:
    from rdkit import Chem

    return _one(Chem.MolFromSequence(text), "not a peptide")


def _from_name(text: str) -> Structures:
    from rdkit import Chem

    row = _row(text)
    mol = Chem.MolFromSmiles(row.smiles) if row is not None else None
    if mol is None:
        return Structures(problem="the tables of chemicals have no such name")
    flat, mirror = Chem.Mol(mol), Chem.Mol(mol)
    Chem.RemoveStereochemistry(flat)
    for atom in mirror.GetAtoms():
        atom.InvertChirality()
    centres = Chem.FindMolChiralCenters(mol, useLegacyImplementation=False)
    mirrored = [mirror] if len(centres) <= _MIRRORED else []
    forms = [mol, flat, *mirrored, *_ring_forms(mol)]
    return Structures(tuple({Chem.MolToSmiles(form): form for form in forms}.values()))


def _from_key(text: str) -> Structures:
    from rdkit import Chem

    row = _row(f"InChIKey={text}")
    mol = Chem.MolFromSmiles(row.smiles) if row is not None else None
    return _one(mol, "the tables of chemicals have no such InChIKey")


def _from_cas(text: str) -> Structures:
    from rdkit import Chem

    row = _row(text)
    return _one(Chem.MolFromSmiles(row.smiles) if row else None, "the tables of chemicals have no such CAS number")


@lru_cache(maxsize=512)
def _row(text: str) -> Any:
    """The row of `chemicals` for a name, a CAS number or `InChIKey=…`; None when there is none."""
    from chemicals import search_chemical

    try:
        return search_chemical(text)
    except ValueError:
        return None


def cas_of(mol: Mol) -> str:
    """The CAS number of a structure in the tables of `chemicals`, empty when there is none."""
    from rdkit import Chem

    row = _row(f"InChIKey={Chem.MolToInchiKey(mol)}")
    return str(row.CASs) if row is not None else ""


def _ring_forms(mol: Mol) -> list[Mol]:
    """Furanose and pyranose forms of an open-chain sugar, both anomers; none for other molecules."""
    from rdkit import Chem
    from rdkit.Chem import rdChemReactions
    from rdkit.Chem.EnumerateStereoisomers import EnumerateStereoisomers

    found: dict[str, Mol] = {}
    if not mol.HasSubstructMatch(Chem.MolFromSmarts("[CX3H1](=O)[CX4][CX4;$(C[OX2])]")):
        return []
    for middle in ("[C:3][C:4][C:5]", "[C:3][C:4][C:5][C:7]"):
        closing = rdChemReactions.ReactionFromSmarts(f"[CX3H1:1](=[O:2]){middle}[OX2H1:6]>>[C:1]1([O:2]){middle}[O:6]1")
        for (product,) in closing.RunReactants((mol,)):
            if Chem.SanitizeMol(product, catchErrors=True) == Chem.SanitizeFlags.SANITIZE_NONE:
                for form in (product, *EnumerateStereoisomers(product)):
                    plain = Chem.MolFromSmiles(Chem.MolToSmiles(form))
                    if plain is not None:
                        found[Chem.MolToSmiles(plain)] = plain
    return list(found.values())


_READERS = {
    "smiles": _from_smiles,
    "inchi": _from_inchi,
    "inchikey": _from_key,
    "selfies": _from_selfies,
    "sln": _from_sln,
    "peptide": _from_peptide,
    "name": _from_name,
    "cas": _from_cas,
}
