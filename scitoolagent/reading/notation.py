"""Tell by its form what a run of characters may be: SMILES, formula, DNA, RNA or protein. No library is loaded."""

from __future__ import annotations

import re
from collections import Counter

_SMILES = re.compile(r"(?:\[[A-Za-z0-9@+\-:*]{1,30}\]|Br|Cl|[BCNOPSFI]|[bcnops]|[=#$:/\\.~*\-]|[()]|%\d\d|\d)+")
_RING = re.compile(r"%(\d\d)|(\d)")
_BRACKETED = re.compile(r"\[[^\]]*\]")
_FORMULA = re.compile(r"(?:[A-Z][a-z]?\d*\.?\d*|[()\[\]]\d*)+")
_ELEMENT = re.compile(r"[A-Z][a-z]?")
_ELEMENTS = frozenset(
    (
        "H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y "
        "Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re "
        "Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds "
        "Rg Cn Nh Fl Mc Lv Ts Og"
    ).split()
)
_AMINO_ACIDS = frozenset("ACDEFGHIKLMNPQRSTVWY")
_SHORTEST_NUCLEIC, _SHORTEST_PROTEIN = 8, 10
_SIGNS = frozenset("=#()[]@/\\")


def guess_type(chunk: str) -> str | None:
    """The most likely semantic type of a run of characters without blanks, None when it may as well be a word."""
    if chunk.isalpha() and chunk.isupper():
        return _sequence(chunk) or ("Smiles" if _is_plain_chain(chunk) else None)
    if is_formula(chunk) and not is_smiles(chunk):
        return "MolecularFormula"
    if is_smiles(chunk) and (any(sign in _SIGNS for sign in chunk) or _has_ring(chunk) or chunk in ("Br", "Cl")):
        return "Smiles" if not chunk.replace("-", "").replace(".", "").isdigit() and _has_atom(chunk) else None
    return "MolecularFormula" if is_formula(chunk) else None


def is_smiles(chunk: str) -> bool:
    """Whether the text keeps the grammar of SMILES: tokens, brackets and ring closures in pairs."""
    if not _SMILES.fullmatch(chunk) or chunk[0] in "=#)0123456789.-%" or not _balanced(chunk):
        return False
    rings = Counter(first or second for first, second in _RING.findall(_BRACKETED.sub("", chunk)))
    return all(count % 2 == 0 for count in rings.values())


def is_formula(chunk: str) -> bool:
    """Whether the text is a formula of at least two elements that no word could be."""
    if not _FORMULA.fullmatch(chunk) or not _balanced(chunk):
        return False
    symbols = _ELEMENT.findall(chunk)
    if len(set(symbols)) < 2 or any(symbol not in _ELEMENTS for symbol in symbols):
        return False
    return any(sign.isdigit() for sign in chunk) or any(sign.islower() for sign in chunk)


def sequence_type(letters: str) -> str:
    """What a run of letters is when it is known to be a sequence; nucleic acid when its letters allow that."""
    if set(letters) <= set("ACGTN"):
        return "DnaSequence"
    return "RnaSequence" if set(letters) <= set("ACGUN") else "ProteinSequence"


def _sequence(chunk: str) -> str | None:
    letters = set(chunk)
    if len(chunk) >= _SHORTEST_NUCLEIC and letters <= set("ACGTN") and letters & set("GT"):
        return "DnaSequence"
    if len(chunk) >= _SHORTEST_NUCLEIC and letters <= set("ACGUN") and "U" in letters:
        return "RnaSequence"
    if len(chunk) >= _SHORTEST_PROTEIN and letters <= _AMINO_ACIDS and len(letters) >= 4:
        return "ProteinSequence"
    return None


def _is_plain_chain(chunk: str) -> bool:
    """`CCO` and `CCCN` are SMILES; `CNS`, `OF` and `CO` may be words."""
    return len(chunk) >= 3 and set(chunk) <= set("CNO") and "CC" in chunk


def _has_atom(chunk: str) -> bool:
    return any(sign.isalpha() for sign in chunk)


def _has_ring(chunk: str) -> bool:
    """Ring closures or aromatic atoms in a row, as in `c1ccccc1` or `C1CCCCC1`."""
    return bool(re.search(r"[A-Za-z\]]\d", chunk)) and bool(re.search(r"cc|CC|nc|cn|oc|co|sc|cs|CN|NC|OC|CO", chunk))


def _balanced(chunk: str) -> bool:
    depth = Counter[str]()
    for sign in chunk:
        depth[sign] += sign in "()[]"
        if depth[")"] > depth["("] or depth["]"] > depth["["]:
            return False
    return depth["("] == depth[")"] and depth["["] == depth["]"]
