"""Translate genes to proteins, and resolve ambiguous letters of sequences."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

VAGUE_RESIDUES = "XBZJ"
VAGUE_NUCLEOTIDES = "NBDHVRYSWKM"
_BASES = {
    "A": "A", "C": "C", "G": "G", "T": "T", "R": "AG", "Y": "CT", "S": "CG", "W": "AT", "K": "GT", "M": "AC",
    "B": "CGT", "D": "AGT", "H": "ACT", "V": "ACG", "N": "ACGT",
}  # fmt: skip
_EITHER = {frozenset("DN"): "B", frozenset("EQ"): "Z", frozenset("IL"): "J"}
# the ambiguous codons of leucine, arginine and serine that back-translation programs write
_BACK = {"YTN": "L", "YTR": "L", "MGN": "R", "MGR": "R", "WSN": "S"}
_READ = (str.maketrans("BZJUO", "DELCK"), str.maketrans("BZJUO", "NQICK"))


def frames(dna: str) -> list[str]:
    """The translations of upper-case DNA (NCBI table 1); `*` is a stop, X an ambiguous codon.

    The six frames of the two strands, and six more for a strand that was written from its 3' end: the complement as it
    stands and the sequence backwards.
    """
    complement = dna.translate(str.maketrans("ACGTRYSWKMBDHVN", "TGCAYRSWMKVHDBN"))
    strands = (dna, complement[::-1], complement, dna[::-1])
    return [_translated(strand[start:]) for strand in strands for start in (0, 1, 2)]


def readings(protein: str, through_stops: bool = False) -> list[str]:
    """The protein as written, with its ambiguous letters resolved in both ways, and optionally without inner stops."""
    found = [protein, *(protein.translate(table) for table in _READ)]
    if through_stops:
        found.append(found[1].replace("*", ""))
    return list(dict.fromkeys(found))


def _translated(strand: str) -> str:
    table = _codons()
    return "".join([table[strand[i : i + 3]] for i in range(0, len(strand) - 2, 3)])


@lru_cache(maxsize=1)
def _codons() -> dict[str, str]:
    # NCBI translation table 1, codons in the order TTT, TTC, TTA, TTG, TCT, …
    residues = "FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG"
    plain = dict(zip(map("".join, product("TCAG", repeat=3)), residues, strict=True))
    table = {}
    for codon in map("".join, product(_BASES, repeat=3)):
        meant = frozenset(plain["".join(bases)] for bases in product(*(_BASES[base] for base in codon)))
        table[codon] = next(iter(meant)) if len(meant) == 1 else _EITHER.get(meant, _BACK.get(codon, "X"))
    return table


def hidden_share(text: str) -> float:
    """The share of the codons that an ambiguous letter stands in, in the frame that has the fewest of them.

    One ambiguous letter in fifteen hides a residue in five.
    """
    vague = set(VAGUE_NUCLEOTIDES)
    if not set(text) & vague:
        return 0.0
    shares = []
    for frame in range(3):
        codons = [text[place : place + 3] for place in range(frame, len(text) - 2, 3)]
        shares.append(sum(not vague.isdisjoint(codon) for codon in codons) / max(len(codons), 1))
    return min(shares)
