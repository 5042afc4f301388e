"""Tell by its form what a run of characters may be: SMILES, formula, DNA, RNA or protein. No library is loaded."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from scitoolagent.reading.spelling import unraised

_ATOM = (
    r"\[\d{0,3}(?:[A-Z][a-z]?|as|se|te|[bcnops]|\*)(?:@{1,2}|@(?:TH|AL|SP|TB|OH)\d{1,2})?(?:H\d?)?"
    r"(?:\++|-+|[+-]\d{1,2})?(?::\d{1,4})?\]"
)
_SMILES = re.compile(rf"(?:{_ATOM}|Br|Cl|[BCNOPSFI]|[bcnops]|[=#$:/\\.~*\-]|[()]|%\d\d|\d)+")
_RING = re.compile(r"%(\d\d)|(\d)")
_BRACKETED = re.compile(r"\[[^\]]*\]")
# A number is read in one way only: with two ways for each, a long formula would be tried for ever.
_FORMULA = re.compile(r"(?:[A-Z][a-z]?(?:\d+(?:\.\d+)?)?|[()\[\]]\d*)+")
_LONGEST_FORMULA = 200
_ELEMENT = re.compile(r"[A-Z][a-z]?")
_HYDRATE = re.compile(r"[·*]")
_HYDRATE_POINT = re.compile(r"\.(?=\d*H2O$|\d+[A-Z])")
_NO_START, _NO_END = "=#)0123456789.-%*", "=#-:/\\.~"
_ELEMENTS = frozenset(
    (
        "H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y "
        "Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re "
        "Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds "
        "Rg Cn Nh Fl Mc Lv Ts Og"
    ).split()
)
_NON_METALS = frozenset("H He B C N O F Ne Si P S Cl Ar As Se Br Kr Te I Xe At Rn".split())
_SMALL_FORMULA = re.compile(
    "(?:(?:" + "|".join(sorted((symbol.lower() for symbol in _ELEMENTS), key=len, reverse=True)) + r")\d{0,3}){2,12}"
)
_ELECTRONS = {"B": 5, "C": 6, "N": 7, "O": 8, "F": 9, "P": 15, "S": 16, "Cl": 17, "Br": 35, "I": 53}
_HALOGENS = frozenset("F Cl Br I".split())
_EITHER_ANION = frozenset("O2 S2 Se2 Te2 N3 P3 I3".split())
_METAL = "(?:" + "|".join(sorted(_ELEMENTS - _NON_METALS, key=len, reverse=True)) + ")"
# Where the charge is told apart from a count: by a caret, behind a bracket, on a metal, on an acid's oxygens.
_IONS = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?P<body>[^\^]{1,60})\^\{?(?P<charge>\d{0,2}[+-]\d{0,2})\}?",
        r"(?P<body>[^\^]{1,60}\])(?P<charge>\d[+-])",
        r"(?P<body>[^\^]{1,60})\((?P<charge>\d?[+-])\)",
        rf"(?P<body>{_METAL})(?P<charge>\d\+|\+\d)",
        rf"(?P<body>{_METAL}\d)(?P<charge>\d\+)",
        r"(?P<body>[^\^]{1,60}(?:O|\))\d)(?P<charge>\d-)",
    )
)
_PLAIN_ION = re.compile(r"(?P<body>[^\^]{1,60}?)(?P<sign>[+-])")
# Capitals only, so that a word or an abbreviation may look the same: they count where a compound can stand.
_CAPITALS = frozenset("CO NO HF HI KF KI KH KOH KCN HCN KNO KSCN HNCO COS BN".split())
_CAPITAL_IONS = frozenset("OH CN OCN SCN HS NO".split())
# The molecules of elements; other letters with a digit are atoms, positions or labels.
_ELEMENTAL = frozenset("H2 D2 N2 O2 O3 F2 Cl2 Br2 I2 P4 S8 C60 C70".split())
# Concentrations of half effect, genes and oxidation numbers, which have the letters of elements.
_NO_FORMULA = re.compile(r"NaN|[CEGIP]{1,2}C(?:50|90)|[A-Z]{2,}1|[A-Z]{3,}[1-9]\d+|.*\((?:I{1,3}|I?V|VI{1,3})\).*")
_AMINO_ACIDS = frozenset("ACDEFGHIKLMNPQRSTVWY")
# How a formula tells the state of its substance.
_STATE = re.compile(r"\((?:aq|g|l|s)\)$")
_SHORTEST_NUCLEIC, _SHORTEST_PROTEIN, _SHORTEST_CHAIN = 8, 10, 3
_IUPAC = frozenset("ACGTRYSWKMBDHVN")
_SIGNS = frozenset("=#()[]@/\\")


def _are_chains(parts: Sequence[str]) -> bool:
    """Whether runs with dots between them are chains of atoms, one of them at least too long for an initial."""
    chains = all(re.fullmatch(r"(?:Cl|Br|[BCNOPSFI])+", part) for part in parts)
    return chains and max(map(len, parts)) >= _SHORTEST_CHAIN


def guess_type(chunk: str) -> str | None:
    """The most likely semantic type of a run of characters without blanks, None when it may as well be a word."""
    if chunk.isalpha() and chunk.isupper():
        return _sequence(chunk) or ("Smiles" if _is_plain_chain(chunk) else None)
    if "." in chunk and is_smiles(chunk):
        parts = chunk.split(".")
        if all(guess_type(part) == "Smiles" for part in parts) or _are_chains(parts):
            return "Smiles"
    if is_formula(chunk) and not is_smiles(chunk):
        return "MolecularFormula"
    # A bond that tells the side of a double bond needs one; elsewhere the stroke parts two values.
    if is_smiles(chunk) and not ("/" in chunk and "=" not in chunk):
        if any(sign in _SIGNS for sign in chunk) or _has_ring(chunk):
            return "Smiles" if not chunk.replace("-", "").replace(".", "").isdigit() and _has_atom(chunk) else None
        if _is_halide_chain(chunk):
            return "Smiles"
        return "MolecularFormula" if is_formula(chunk) else None
    if is_formula(chunk) or _is_hydrate(chunk) or read_ion(chunk):
        return "MolecularFormula"
    return nucleic_type(chunk) if _is_small_nucleic(chunk) else None


def is_smiles(chunk: str) -> bool:
    """Whether the text keeps the grammar of SMILES: tokens, brackets and ring closures in pairs."""
    if not _SMILES.fullmatch(chunk) or chunk[0] in _NO_START or chunk[-1] in _NO_END or not _balanced(chunk):
        return False
    outside = _BRACKETED.sub("", chunk)
    rings = Counter(first or second for first, second in _RING.findall(outside))
    # Small letters are atoms of aromatic rings: "pop()" and "so" close none.
    if not rings and any(sign.islower() for sign in outside.replace("Cl", "").replace("Br", "")):
        return False
    return "()" not in chunk and _has_atom(chunk) and all(count % 2 == 0 for count in rings.values())


def is_formula(chunk: str) -> bool:
    """Whether the text is a formula of at least two elements that no word could be."""
    if len(chunk) > _LONGEST_FORMULA or not _FORMULA.fullmatch(chunk):
        return False
    if not _balanced(chunk) or _NO_FORMULA.fullmatch(chunk):
        return False
    if chunk.endswith("s") and chunk[:-1].isalpha() and chunk[:-1].isupper():
        return False  # "IDs", "PCs"
    symbols = _ELEMENT.findall(chunk)
    if len(set(symbols)) < 2 or any(symbol not in _ELEMENTS for symbol in symbols):
        return False
    return any(sign.isdigit() for sign in chunk) or any(sign.islower() for sign in chunk)


def short_formula(chunk: str) -> bool:
    """Whether the text is a formula where a compound can stand, and may be something else elsewhere: `CO`, `N2`."""
    return chunk in _CAPITALS or chunk in _ELEMENTAL


def is_small_formula(chunk: str) -> bool:
    """Whether small letters and digits spell a formula of at least two elements, as `h2so4` does."""
    match = _SMALL_FORMULA.fullmatch(chunk)
    return match is not None and any(sign.isdigit() for sign in chunk) and chunk not in ("sp2", "sp3")


def read_formula(chunk: str) -> str:
    """A formula as tools read it, whatever dot, raised charge or lowered digits it is written with."""
    text = unraised(chunk)
    if is_formula(text):
        return text
    return read_ion(text) or _dot(text).sub("·", text)


def without_state(chunk: str) -> str:
    """A formula without the state behind it: `NaOH(aq)` is of NaOH."""
    bare = _STATE.sub("", chunk)
    return bare if bare != chunk and (is_formula(bare) or short_formula(bare) or read_ion(bare)) else chunk


def read_ion(chunk: str) -> str | None:
    """The formula of an ion with a caret before its charge where it needs one, None where the text is no ion.

    `Fe3+` has three charges, as `SO42-` has two: Fe₃⁺ and O₄₂ do not occur. `O2-` may be either, and stays for a tool
    to refuse.
    """
    if len(chunk) > _LONGEST_FORMULA:
        return None
    text = unraised(chunk)
    for pattern in _IONS:
        match = pattern.fullmatch(text)
        if match and _is_ion_body(match["body"]):
            return f"{match['body']}^{match['charge']}"
    match = _PLAIN_ION.fullmatch(text)
    if match is None or not _is_ion_body(match["body"]):
        return None
    body, sign = match["body"], match["sign"]
    if body in _ELEMENTS:
        ends_alone = body in _HALOGENS if sign == "-" else body not in _NON_METALS or body == "H"
        return text if ends_alone else None
    symbols = _ELEMENT.findall(body)
    if body.isupper() and body.isalpha():
        return text if body in _CAPITAL_IONS else None
    if len(symbols) == 1:
        # C2+, N1- and the like are labels.
        return text if sign == "-" and body in _EITHER_ANION else None
    return text


def _is_ion_body(body: str) -> bool:
    symbols = _ELEMENT.findall(body)
    known = bool(symbols) and all(symbol in _ELEMENTS for symbol in symbols)
    return known and bool(_FORMULA.fullmatch(body)) and _balanced(body)


def nucleic_type(letters: str) -> str | None:
    """DNA or RNA where the letters, in either case, allow it."""
    found = set(letters.upper())
    if found <= set("ACGTN"):
        return "DnaSequence"
    return "RnaSequence" if found <= set("ACGUN") else None


def is_ambiguous_dna(letters: str) -> bool:
    """Whether a run of capitals may be DNA with IUPAC codes (R, Y, N …).

    Most codes are amino acids as well, so that more than half of the letters have to be plain bases, and two thirds in
    a run long enough to be read as a protein.
    """
    if len(letters) < _SHORTEST_NUCLEIC or not set(letters) <= _IUPAC or set(letters) <= set("ACGTN"):
        return False
    plain = sum(letter in "ACGT" for letter in letters)
    return plain * 2 > len(letters) if len(letters) < _SHORTEST_PROTEIN else plain * 3 >= len(letters) * 2


def sequence_type(letters: str) -> str:
    """What a run of letters is when it is known to be a sequence; nucleic acid when its letters allow that."""
    return nucleic_type(letters) or "ProteinSequence"


def is_protein(letters: str) -> bool:
    """Whether all letters, in capitals, stand for amino acids."""
    return bool(letters) and set(letters) <= _AMINO_ACIDS


def _sequence(chunk: str) -> str | None:
    letters = set(chunk)
    if len(chunk) >= _SHORTEST_NUCLEIC and letters <= set("ACGTN") and letters & set("GT"):
        return "DnaSequence"
    if len(chunk) >= _SHORTEST_NUCLEIC and letters <= set("ACGUN") and "U" in letters:
        return "RnaSequence"
    if len(chunk) >= _SHORTEST_PROTEIN and letters <= _AMINO_ACIDS and len(letters) >= 4:
        return "ProteinSequence"
    return None


def _is_small_nucleic(chunk: str) -> bool:
    """Whether small letters can only be a nucleic acid: no English word of this length has these letters alone."""
    letters = set(chunk)
    return len(chunk) >= _SHORTEST_NUCLEIC and len(letters) > 2 and (letters <= set("acgt") or letters <= set("acgu"))


def _dot(chunk: str) -> re.Pattern[str]:
    """The dot of a hydrate; a point is one only where no better dot is written."""
    return _HYDRATE if _HYDRATE.search(chunk) else _HYDRATE_POINT


def _is_hydrate(chunk: str) -> bool:
    """Whether a dot joins a formula and counted formulas: `CuSO4·5H2O`."""
    if len(chunk) > _LONGEST_FORMULA:
        return False
    parts = _dot(chunk).split(chunk)
    first, *others = parts
    counted = [re.sub(r"^\d{1,3}(?:\.\d+)?(?=[A-Z(])", "", part) for part in others]
    return bool(others) and all(is_formula(part) or part in _CAPITALS for part in (first, *counted))


def _is_plain_chain(chunk: str) -> bool:
    """`CCO` and `CCCN` are SMILES; `CNS`, `OF` and `CO` may be words."""
    return len(chunk) >= 3 and set(chunk) <= set("CNO") and "CC" in chunk


def _is_halide_chain(chunk: str) -> bool:
    """`CCCl` and `BrCCO` are SMILES: in a formula an element stands once, and its electrons can pair without bonds.

    `NOCl` and `BrCN` are formulas.
    """
    symbols = _ELEMENT.findall(chunk)
    if "".join(symbols) != chunk or "C" not in symbols or not set(symbols) <= _ELECTRONS.keys():
        return False
    return len(set(symbols)) < len(symbols) or sum(_ELECTRONS[symbol] for symbol in symbols) % 2 == 1


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
