"""Masses and charges of amino-acid residues."""

from __future__ import annotations

import math
from collections import Counter

from scitoolagent.errors import ToolInputError

# Atoms (C, H, N, O, S, Se) of a residue in a chain: the amino acid less one water.
_ATOMS: dict[str, tuple[int, int, int, int, int, int]] = {
    "A": (3, 5, 1, 1, 0, 0),
    "R": (6, 12, 4, 1, 0, 0),
    "N": (4, 6, 2, 2, 0, 0),
    "D": (4, 5, 1, 3, 0, 0),
    "C": (3, 5, 1, 1, 1, 0),
    "E": (5, 7, 1, 3, 0, 0),
    "Q": (5, 8, 2, 2, 0, 0),
    "G": (2, 3, 1, 1, 0, 0),
    "H": (6, 7, 3, 1, 0, 0),
    "I": (6, 11, 1, 1, 0, 0),
    "L": (6, 11, 1, 1, 0, 0),
    "K": (6, 12, 2, 1, 0, 0),
    "M": (5, 9, 1, 1, 1, 0),
    "F": (9, 9, 1, 1, 0, 0),
    "P": (5, 7, 1, 1, 0, 0),
    "S": (3, 5, 1, 2, 0, 0),
    "T": (4, 7, 1, 2, 0, 0),
    "W": (11, 10, 2, 1, 0, 0),
    "Y": (9, 9, 1, 2, 0, 0),
    "V": (5, 9, 1, 1, 0, 0),
    "U": (3, 5, 1, 1, 0, 1),
    "O": (12, 19, 3, 2, 0, 0),
}
# Standard atomic weights 2007 (doi:10.1351/PAC-REP-09-08-03): later tables round to fewer digits, and the masses of
# UniProt and ExPASy rest on these. Isotopes: the most abundant of each element (80Se).
_AVERAGE = (12.0107, 1.00794, 14.0067, 15.9994, 32.065, 78.96)
_MONOISOTOPIC = (12.0, 1.00782503207, 14.0030740048, 15.99491461956, 31.972071, 79.9165213)
PROTON_MASS = 1.007276467

# pKa values by set, in the order of `_GROUPS`: n and c are the termini. Bjellqvist's termini depend on the residue.
_GROUPS = "ncDECYHKR"
PKA_SETS: dict[str, tuple[float, ...]] = {
    "bjellqvist": (7.5, 3.55, 4.05, 4.45, 9.0, 10.0, 5.98, 10.0, 12.0),
    "emboss": (8.6, 3.6, 3.9, 4.1, 8.5, 10.1, 6.5, 10.8, 12.5),
    "lehninger": (9.69, 2.34, 3.86, 4.25, 8.33, 10.0, 6.0, 10.5, 12.4),
    "sillero": (8.2, 3.2, 4.0, 4.5, 9.0, 10.0, 6.4, 10.4, 12.0),
    "solomon": (9.6, 2.4, 3.9, 4.3, 8.3, 10.1, 6.0, 10.5, 12.5),
    "rodwell": (8.0, 3.1, 3.68, 4.25, 8.33, 10.07, 6.0, 11.5, 11.5),
    "ipc_protein": (9.094, 2.869, 3.872, 4.412, 7.555, 10.85, 5.637, 9.052, 11.84),
    "ipc_peptide": (9.564, 2.383, 3.887, 4.317, 8.297, 10.071, 6.018, 10.517, 12.503),
}
_BJELLQVIST_N = {"A": 7.59, "M": 7.0, "S": 6.93, "P": 8.36, "T": 6.82, "V": 7.44, "E": 7.7}
_BJELLQVIST_C = {"D": 4.55, "E": 4.75}
_ACIDS, _BASES = "cDECY", "nHKR"


def peptide_mass(sequence: str, monoisotopic: bool = False) -> float:
    """Mass in Da of an uncharged linear chain, free cysteines, from counts of atoms."""
    weights = _MONOISOTOPIC if monoisotopic else _AVERAGE
    atoms = [2 * weights[1] + weights[3]]
    for residue, count in Counter(sequence).items():
        atoms += [count * number * weight for number, weight in zip(_ATOMS[residue], weights, strict=True)]
    return math.fsum(atoms)


def net_charge(sequence: str, ph: float, pka_set: str) -> float:
    """Charge in e at a pH by Henderson-Hasselbalch, each group on its own.

    Raises:
        ToolInputError: no such set of pKa values.
    """
    pkas = _pkas(sequence, pka_set)
    counts = Counter(sequence) | Counter("nc")
    charge = 0.0
    for group in _BASES:
        charge += counts[group] / (1 + 10 ** (ph - pkas[group]))
    for group in _ACIDS:
        charge -= counts[group] / (1 + 10 ** (pkas[group] - ph))
    return charge


def isoelectric_ph(sequence: str, pka_set: str) -> float:
    """The pH of no net charge, by bisection.

    Raises:
        ToolInputError: no such set, or the charge does not change its sign between pH 0 and 14.
    """
    low, high = 0.0, 14.0
    if net_charge(sequence, low, pka_set) < 0 or net_charge(sequence, high, pka_set) > 0:
        raise ToolInputError("the chain keeps its charge from pH 0 to 14, so it has no isoelectric point there")
    while high - low > 1e-7:
        middle = (low + high) / 2
        if net_charge(sequence, middle, pka_set) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _pkas(sequence: str, pka_set: str) -> dict[str, float]:
    name = pka_set.strip().lower()
    if name not in PKA_SETS:
        raise ToolInputError(f"there is no pKa set {pka_set[:40]!r}; choose one of {', '.join(PKA_SETS)}")
    pkas = dict(zip(_GROUPS, PKA_SETS[name], strict=True))
    if name != "bjellqvist":
        return pkas
    n, c = _BJELLQVIST_N.get(sequence[0], pkas["n"]), _BJELLQVIST_C.get(sequence[-1], pkas["c"])
    return {**pkas, "n": n, "c": c}
