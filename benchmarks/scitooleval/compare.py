"""Compare a value with its reference by the kind of value, deterministically and without a judge.

| kind | equal when |
|---|---|
| number | units convert and the difference is within the stated tolerance |
| numbers | as many, each within the tolerance; `atoms` ignores the order when the question fixes none |
| structure | the same standard InChIKey, which is blind to mobile hydrogens |
| structures, names | the same set |
| formula | the same number of each element |
| bits | the same set of on-bits, from indices or from binary digits |
| counts | the same keys with the same counts |
| matrix | the same eigenvalues: the numbering of atoms is free |
| truth, word, sequence, identifier | the same, exactly |
| length | a list of that length |
| site | a list with a match that covers at least half of this stretch |
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

# UCUM unit to dimension and factor; other units must match literally. u and g/mol give one number for a molecule.
_UNITS = {
    "u": ("mass", 1.0),
    "g/mol": ("mass", 1.0),
    "Da": ("mass", 1.0),
    "kDa": ("mass", 1e3),
    "kg/mol": ("mass", 1e3),
    "Ao": ("length", 1.0),
    "nm": ("length", 10.0),
    "pm": ("length", 0.01),
    "Ao2": ("area", 1.0),
    "nm2": ("area", 100.0),
    "eV": ("energy", 1.0),
    "meV": ("energy", 1e-3),
    "%": ("share", 0.01),
    "1": ("share", 1.0),
    "": ("share", 1.0),
    "[e]": ("charge", 1.0),
    "cm3/mol": ("molar volume", 1.0),
    "L/mol": ("molar volume", 1e3),
}
_NUMBER = re.compile(r"[-+−]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_ELEMENT = re.compile(r"([A-Z][a-z]?)(\d*)")


@dataclass(frozen=True, slots=True)
class Expected:
    """A reference value. `values` are all accepted ones: conventions, or structures a name may stand for.

    `kinds` limits it to answers of these semantic types; all of the tool's when empty. `optional`: an answer may
    omit it, but must not give a wrong one.
    """

    kind: str
    values: tuple[Any, ...]
    kinds: tuple[str, ...] = ()
    unit: str | None = None
    relative: float = 1e-6
    absolute: float = 1e-6
    optional: bool = False


def agrees(expected: Expected, value: Any, unit: str | None = None) -> bool:
    """Whether a value equals one of the accepted ones; a value that cannot be parsed equals none."""
    compare = _KINDS[expected.kind]
    if expected.kind in ("number", "numbers", "atoms"):
        factor = _factor(unit, expected.unit)
        return factor is not None and any(compare(expected, wanted, value, factor) for wanted in expected.values)
    return any(compare(expected, wanted, value, 1.0) for wanted in expected.values)


def numbers_in(value: Any) -> list[float] | None:
    """The numbers of a value: itself, a list, the entries of a mapping; None when it holds anything but numbers."""
    if isinstance(value, dict):
        value = list(value.values())
    items = value if isinstance(value, (list, tuple)) else [value]
    found: list[float] = []
    for item in items:
        if isinstance(item, str) and (match := _NUMBER.fullmatch(item.strip())):
            item = float(match[0].replace("−", "-"))
        if isinstance(item, bool) or not isinstance(item, (int, float)) or not math.isfinite(item):
            return None
        found.append(float(item))
    return found


def near(expected: Expected, wanted: float, got: float) -> bool:
    """Whether two numbers are within the tolerance."""
    return math.isclose(wanted, got, rel_tol=expected.relative, abs_tol=expected.absolute)


def _factor(unit: str | None, wanted: str | None) -> float | None:
    """The factor from `unit` to `wanted`; None when there is none. Without a wanted unit any unit is accepted."""
    if wanted is None or (unit or "1") == (wanted or "1"):
        return 1.0
    have, need = _UNITS.get(unit or ""), _UNITS.get(wanted)
    if have is None or need is None or have[0] != need[0]:
        return None
    return have[1] / need[1]


def _number(expected: Expected, wanted: Any, value: Any, factor: float) -> bool:
    found = numbers_in(value)
    return found is not None and len(found) == 1 and near(expected, float(wanted), found[0] * factor)


def _numbers(expected: Expected, wanted: Any, value: Any, factor: float) -> bool:
    found = numbers_in(value)
    if found is None or len(found) != len(wanted):
        return False
    return all(near(expected, float(one), other * factor) for one, other in zip(wanted, found, strict=True))


def _unordered(expected: Expected, wanted: Any, value: Any, factor: float) -> bool:
    found = numbers_in(value)
    return found is not None and _numbers(expected, sorted(wanted), sorted(found), factor)


def _structure(expected: Expected, wanted: Any, value: Any, factor: float) -> bool:
    del expected, factor
    return isinstance(value, str) and inchikey(str(wanted)) == inchikey(value) != ""


@lru_cache(maxsize=4096)
def inchikey(text: str) -> str:
    """The standard InChIKey of a SMILES, InChI, SELFIES or InChIKey; empty when it is none of them."""
    import selfies
    from rdkit import Chem, rdBase

    text = text.strip()
    if re.fullmatch(r"[A-Z]{14}-[A-Z]{10}-[A-Z]", text):
        return text
    with rdBase.BlockLogs():
        if text.startswith("InChI="):
            mol = Chem.MolFromInchi(text)
        else:
            mol = Chem.MolFromSmiles(text)
            if mol is None and text.startswith("["):
                try:
                    mol = Chem.MolFromSmiles(selfies.decoder(text))
                except selfies.DecoderError:
                    mol = None
        return str(Chem.MolToInchiKey(mol)) if mol is not None and mol.GetNumAtoms() else ""


def _structures(expected: Expected, wanted: Any, value: Any, factor: float) -> bool:
    del expected, factor
    return isinstance(value, list) and {_canonical(item) for item in wanted} == {_canonical(item) for item in value}


@lru_cache(maxsize=4096)
def _canonical(text: str) -> str:
    from rdkit import Chem, rdBase

    with rdBase.BlockLogs():
        mol = Chem.MolFromSmiles(text)
    return text if mol is None else str(Chem.MolToSmiles(mol))


def _words(expected: Expected, wanted: Any, value: Any, factor: float) -> bool:
    del expected, factor
    return isinstance(value, list) and Counter(map(_plain, wanted)) == Counter(map(_plain, value))


def _ordered_words(expected: Expected, wanted: Any, value: Any, factor: float) -> bool:
    del expected, factor
    return isinstance(value, list) and [_plain(item) for item in wanted] == [_plain(item) for item in value]


def _word(expected: Expected, wanted: Any, value: Any, factor: float) -> bool:
    del expected, factor
    return isinstance(value, str) and value.strip() == str(wanted).strip()


def _sequence(expected: Expected, wanted: Any, value: Any, factor: float) -> bool:
    del expected, factor
    return isinstance(value, str) and "".join(value.split()).upper() == wanted


def _formula(expected: Expected, wanted: Any, value: Any, factor: float) -> bool:
    del expected, factor
    return isinstance(value, str) and elements_of(str(wanted)) == elements_of(value) != Counter()


def elements_of(formula: str) -> Counter[str]:
    """How many of each element a formula such as C2H6O has; empty when it is none."""
    plain = formula.strip().rstrip("+-0123456789") if formula.strip()[-1:] in "+-" else formula.strip()
    found: Counter[str] = Counter()
    for symbol, count in _ELEMENT.findall(plain):
        found[symbol] += int(count or 1)
    return found if "".join(a + b for a, b in _ELEMENT.findall(plain)) == plain else Counter()


def _truth(expected: Expected, wanted: Any, value: Any, factor: float) -> bool:
    del expected, factor
    return isinstance(value, bool) and value is wanted


def _bits(expected: Expected, wanted: Any, value: Any, factor: float) -> bool:
    del expected, factor
    if isinstance(value, str) and set(value) <= {"0", "1"}:
        value = [index for index, digit in enumerate(value) if digit == "1"]
    found = numbers_in(value)
    return found is not None and set(found) == set(wanted)


def _counts(expected: Expected, wanted: Any, value: Any, factor: float) -> bool:
    del expected, factor
    return isinstance(value, dict) and {str(key): count for key, count in value.items()} == wanted


def _matrix(expected: Expected, wanted: Any, value: Any, factor: float) -> bool:
    """Whether two matrices are equal up to the numbering of rows, by their eigenvalues."""
    import numpy as np

    del factor
    rows = [numbers_in(row) for row in value] if isinstance(value, list) else []
    if len(rows) != len(wanted) or any(row is None or len(row) != len(wanted) for row in rows):
        return False
    one, other = (np.sort(np.linalg.eigvalsh(np.array(matrix, dtype=float))) for matrix in (wanted, rows))
    return bool(np.allclose(one, other, atol=max(expected.absolute, 1e-8)))


def _length(expected: Expected, wanted: Any, value: Any, factor: float) -> bool:
    del expected, factor
    return isinstance(value, list) and len(value) == wanted


def _site(expected: Expected, wanted: Any, value: Any, factor: float) -> bool:
    """Whether two sites are the same: patterns differ in length, so covering half of the published match is enough."""
    del expected, factor
    first, last = wanted
    for record in value if isinstance(value, list) else [value]:
        span = numbers_in([record.get("start"), record.get("end")]) if isinstance(record, dict) else None
        if span and min(last, span[1]) - max(first, span[0]) + 1 >= (last - first + 1) / 2:
            return True
    return False


def _plain(item: Any) -> str:
    return str(item).strip().casefold()


_KINDS: dict[str, Callable[[Expected, Any, Any, float], bool]] = {
    "number": _number,
    "numbers": _numbers,
    "atoms": _unordered,
    "structure": _structure,
    "structures": _structures,
    "names": _words,
    "ordered names": _ordered_words,
    "word": _word,
    "sequence": _sequence,
    "formula": _formula,
    "truth": _truth,
    "bits": _bits,
    "counts": _counts,
    "matrix": _matrix,
    "length": _length,
    "site": _site,
}
